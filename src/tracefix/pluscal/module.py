"""A `.tla` file: its name, what it extends and declares, its definitions, its algorithm."""

from __future__ import annotations

import re

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..source import Source, Span
from .ast import Definition, Expr
from .model import Unsupported
from .problems import Problem, TooMany
from .reader import Reader
from .tokens import CLOSE_COMMENT, CLOSING, RULER, Lexer, Token
from .units import Parts, read_units
from .words import with_operators

_ALGORITHM = re.compile(r"--(?:algorithm|fair\s+algorithm)\b")
_AFTER_DEFINE = frozenset(["macro", "procedure", "process", "begin"])
_BEFORE_DEFINE = frozenset(["NAME", "NUMBER", "STRING", "BOOLEAN", ")", "]", "}", ">>", ";", ",", "{", "variable", "variables"])
_DECLARES = frozenset(["variable", "variables", "=", "\\in", ","])
"""What goes on with declarations, among which no define can stand."""

_OPTIONS = re.compile(r"PlusCal\s+options?\s*\(([^()]{0,200})\)", re.IGNORECASE)
_TO_THE_END = ("TF201", "TF203")
"""Problems after which the rest of the file has not been read."""

_TRANSLATION = re.compile(r"\bBEGIN +TRANSLATION\b")
_HEADER = re.compile(r"(?<!-)-----*\s*MODULE\s+([A-Za-z0-9_]+)\s*-----*")


def read_module(source: Source) -> Parts:
    """The parts of a module; problems are in `diagnostics`."""
    parts = Parts()
    reader = Reader(source)
    parts.diagnostics = reader.diagnostics
    header = _HEADER.search(source.text)
    if header is None:
        line = source.line_text(1)
        span = Span(0, len(line))
        parts.diagnostics.append(
            source.diagnostic("TF231", "this is not a TLA+ module: it has no MODULE line", span, hint="begin with ---- MODULE Name ----")
        )
        return parts
    parts.name = header[1]
    parts.header_end = header.end()
    lexer = Lexer(source)
    begin = _ALGORITHM.search(source.text)
    tokens = lexer.tokens(header.end())
    end = next((index for index, token in enumerate(tokens) if token.kind == RULER and token.text[0] == "="), None)
    after_end = len(source.text) if end is None else tokens[end].start
    # What stands below the end is no part of the module, but a BEGIN TRANSLATION there confuses pcal.trans.
    place = source.position(after_end)
    lexer.diagnostics[:] = [d for d in lexer.diagnostics if (d.line or 0, d.column or 0) <= place or d.code == "TF203"]
    del tokens[end:]
    _check_order(reader, tokens, has_end=end is not None or any(d.code in _TO_THE_END for d in lexer.diagnostics))
    found = None
    if begin is not None:
        found = next((c for c in lexer.comments if c.start <= begin.start() < c.end), None)
    first = found.start if found is not None else begin.start() if begin is not None else len(source.text)
    words: list[Problem] = []
    tokens = with_operators(tokens, words)
    for problem in words:
        reader.note(problem)
    before = [t for t in tokens if t.start < first]
    after = [t for t in tokens if found is not None and t.start >= found.end]
    read_units(reader, before, parts)
    parts.assumptions_before = len(parts.assumptions)
    parts.diagnostics += lexer.diagnostics
    if begin is None:
        end = source.position(len(source.text))[0]
        parts.diagnostics.append(
            Diagnostic(
                "TF232",
                "the module has no algorithm",
                file=source.name,
                line=min(end, 1),
                column=1,
                hint="write (* --algorithm Name ... *)",
            )
        )
    elif found is None:
        if not any(d.code == "TF201" for d in lexer.diagnostics):
            span = Span(begin.start(), begin.end())
            parts.diagnostics.append(source.diagnostic("TF233", "the algorithm must stand inside a comment (* ... *)", span))
    else:
        _check_place(source, found, after_end, parts.diagnostics)
        _read_algorithm(reader, begin, found, parts)
    known = len(parts.definitions)
    read_units(reader, after, parts)
    parts.after = tuple(list(parts.definitions)[known:])
    parts.add_labels = any("-label" in options[1].split() for options in _OPTIONS.finditer(source.text))
    return parts


def _check_order(reader: Reader, tokens: list[Token], *, has_end: bool) -> None:
    """A module is its header, EXTENDS, units, and a line of `=`."""
    for index, token in enumerate(tokens):
        if token.kind == "EXTENDS" and index:
            reader.builder.problem("TF210", "EXTENDS must stand first in the module, and once", token.span, "join the lines, below MODULE")
        elif token.kind == "MODULE":
            reader.builder.problem("TF206", "a module inside a module is not supported", token.span, "put it into a file of its own")
    if not has_end:
        text = reader.source.text.rstrip()
        place = Span(len(text), len(text))
        reader.builder.problem("TF234", "the module has no end", place, "end it with a line ====", (place, "\n===="))


def _check_place(source: Source, comment: Span, end: int, diagnostics: list[Diagnostic]) -> None:
    """The translation goes below the algorithm's comment, where nothing may be in its way (class trans, method performTranslation)."""
    if comment.start > end:
        message = "the algorithm stands after the end of the module, where its translation would be ignored"
        diagnostics.append(source.diagnostic("TF235", message, Span(comment.start, comment.start + 2), hint="put it before the line ===="))
    if _TRANSLATION.search(source.text):
        return
    line_end = source.text.find("\n", comment.end)
    rest = source.text[comment.end : line_end if line_end >= 0 else len(source.text)]
    if rest.strip() and not rest.strip().startswith("\\*"):
        start = comment.end + len(rest) - len(rest.lstrip())
        message = "nothing may follow the algorithm's comment on its last line: the translation goes there"
        span = Span(start, comment.end + len(rest.rstrip()))
        diagnostics.append(source.diagnostic("TF235", message, span, hint="put it on a line of its own", edit=(Span(start, start), "\n")))


def _read_algorithm(reader: Reader, begin: re.Match[str], comment: Span, parts: Parts) -> None:
    source = reader.source
    lexer = Lexer(source)
    tokens = lexer.tokens(begin.end(), comment.end, pluscal=True)
    words: list[Problem] = []
    tokens = with_operators(tokens, words)
    everything = tokens
    tokens, define = _take_define(tokens)
    if len(tokens) < len(everything):
        reader.builder.define = next(token.start for token in everything if token.kind == "define")
    known = len(parts.definitions)
    if define:
        read_units(reader, define, parts)
    definitions = list(parts.definitions.values())[known:]
    parts.in_define = tuple(d.name for d in definitions)
    reader.builder.definitions = tuple(d for d in definitions if isinstance(d, Definition))
    reader.builder.fair = "fair" in begin[0]
    reader.builder.start = begin.start()
    algorithm = parts.algorithm = reader.parse("algorithm", tokens, comment.end - len(CLOSE_COMMENT))
    parts.damaged, parts.broken = reader.damaged, parts.broken or reader.broken
    # Prose may follow the algorithm in its comment; of that pcal.trans wants nothing but strings that end.
    for problem in words:
        if algorithm is None or problem.span.start < algorithm.span.end:
            reader.note(problem)
    end = source.position(algorithm.span.end) if algorithm is not None else None
    reader.diagnostics += [d for d in lexer.diagnostics if end is None or d.code == "TF204" or (d.line or 0, d.column or 0) < end]


def _take_define(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """The tokens without the `define` section, and those inside it."""
    start = next((i for i, token in enumerate(tokens) if token.kind == "define"), None)
    if start is None or start + 1 >= len(tokens) or any(token.kind in _AFTER_DEFINE for token in tokens[:start]):
        return tokens, []
    braces = len(tokens) > 1 and tokens[1].kind == "{"
    opened = sum((token.kind in CLOSING) - (token.kind in CLOSING.values()) for token in tokens[:start])
    if tokens[start - 1].kind not in _BEFORE_DEFINE or opened != braces:
        return tokens, []
    if braces != (tokens[start + 1].kind == "{"):
        return tokens, []
    if not braces:
        stop = next((i for i in range(start, len(tokens) - 1) if tokens[i].kind == "end" and tokens[i + 1].kind == "define"), None)
        if stop is None:
            return tokens, []
        inside, after = tokens[start + 1 : stop], stop + 2
    else:
        depth = 0
        for stop in range(start + 1, len(tokens)):
            depth += {"{": 1, "}": -1}.get(tokens[stop].kind, 0)
            if depth == 0:
                break
        else:
            return tokens, []
        inside, after = tokens[start + 2 : stop], stop + 1
    if after < len(tokens) and tokens[after].kind == ";":
        after += 1
    if after < len(tokens) and tokens[after].kind in _DECLARES:
        return tokens, []
    return tokens[:start] + tokens[after:], inside


def read_expression(source: Source) -> Expr:
    """One expression. Raises InvalidInput."""
    lexer = Lexer(source)
    reader = Reader(source)
    try:
        result: Expr | None = reader.parse("expr", lexer.tokens())
    except TooMany as error:
        raise InvalidInput(error.problems) from None
    if lexer.diagnostics or reader.diagnostics or result is None:
        raise InvalidInput(lexer.diagnostics + reader.diagnostics)
    return result


def read_definitions(source: Source) -> dict[str, Definition]:
    """Definitions only. Raises InvalidInput, also for what is not supported."""
    lexer = Lexer(source)
    reader = Reader(source)
    parts = Parts()
    try:
        read_units(reader, lexer.tokens(), parts)
    except TooMany as error:
        raise InvalidInput(error.problems) from None
    refused = [d.diagnostic for d in parts.definitions.values() if isinstance(d, Unsupported)]
    diagnostics = lexer.diagnostics + reader.diagnostics
    diagnostics += [diagnostic for diagnostic in refused if diagnostic not in diagnostics]
    if diagnostics:
        raise InvalidInput(diagnostics)
    return {name: d for name, d in parts.definitions.items() if isinstance(d, Definition)}
