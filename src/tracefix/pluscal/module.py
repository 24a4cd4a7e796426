"""A `.tla` file: its name, what it extends and declares, its definitions, its algorithm."""

from __future__ import annotations

import re

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..source import Source, Span
from .ast import Definition, Expr
from .model import Unsupported
from .reader import Reader
from .tokens import CLOSE_COMMENT, RULER, Lexer, Token
from .units import Parts, read_units

_ALGORITHM = re.compile(r"--(?:algorithm|fair\s+algorithm)\b")
_AFTER_DEFINE = frozenset(["macro", "procedure", "process", "begin"])
_OPTIONS = re.compile(r"PlusCal\s+options?\s*\(([^)]*)\)", re.IGNORECASE)
_HEADER = re.compile(r"-----*\s*MODULE\s+([A-Za-z0-9_]+)\s*-----*")


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
    for index, token in enumerate(tokens):
        if token.kind == RULER and token.text[0] == "=":
            del tokens[index:]
            break
    found = None
    if begin is not None:
        found = next((c for c in lexer.comments if c.start <= begin.start() < c.end), None)
    first = found.start if found is not None else begin.start() if begin is not None else len(source.text)
    before = [t for t in tokens if t.start < first]
    after = [t for t in tokens if found is not None and t.start >= found.end]
    read_units(reader, before, parts)
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
        _read_algorithm(reader, begin, found, parts)
    known = len(parts.definitions)
    read_units(reader, after, parts)
    parts.after = tuple(list(parts.definitions)[known:])
    parts.add_labels = any("-label" in options[1].split() for options in _OPTIONS.finditer(source.text))
    return parts


def _read_algorithm(reader: Reader, begin: re.Match[str], comment: Span, parts: Parts) -> None:
    source = reader.source
    lexer = Lexer(source)
    tokens = lexer.tokens(begin.end(), comment.end, pluscal=True)
    tokens, define = _take_define(tokens)
    known = len(parts.definitions)
    if define:
        read_units(reader, define, parts)
    definitions = list(parts.definitions.values())[known:]
    parts.in_define = tuple(d.name for d in definitions)
    reader.builder.definitions = tuple(d for d in definitions if isinstance(d, Definition))
    reader.builder.fair = "fair" in begin[0]
    reader.builder.start = begin.start()
    algorithm = parts.algorithm = reader.parse("algorithm", tokens, comment.end - len(CLOSE_COMMENT))
    # Prose may follow the algorithm in its comment; what the lexer says about it does not matter.
    end = source.position(algorithm.span.end) if algorithm is not None else None
    reader.diagnostics += [d for d in lexer.diagnostics if end is None or (d.line or 0, d.column or 0) < end]


def _take_define(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """The tokens without the `define` section, and those inside it."""
    start = next((i for i, token in enumerate(tokens) if token.kind == "define"), None)
    if start is None or start + 1 >= len(tokens) or any(token.kind in _AFTER_DEFINE for token in tokens[:start]):
        return tokens, []
    if tokens[start + 1].kind != "{":
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
    if after < len(tokens) and tokens[after].kind in ("variable", "variables"):
        return tokens, []
    return tokens[:start] + tokens[after:], inside


def read_expression(source: Source) -> Expr:
    """One expression. Raises InvalidInput."""
    lexer = Lexer(source)
    reader = Reader(source)
    tokens = lexer.tokens()
    result: Expr | None = reader.parse("expr", tokens)
    if lexer.diagnostics or reader.diagnostics or result is None:
        raise InvalidInput(lexer.diagnostics + reader.diagnostics)
    return result


def read_definitions(source: Source) -> dict[str, Definition]:
    """Definitions only. Raises InvalidInput, also for what is not supported."""
    lexer = Lexer(source)
    reader = Reader(source)
    parts = Parts()
    read_units(reader, lexer.tokens(), parts)
    refused = [d.diagnostic for d in parts.definitions.values() if isinstance(d, Unsupported)]
    diagnostics = lexer.diagnostics + reader.diagnostics
    diagnostics += [diagnostic for diagnostic in refused if diagnostic not in diagnostics]
    if diagnostics:
        raise InvalidInput(diagnostics)
    return {name: d for name, d in parts.definitions.items() if isinstance(d, Definition)}
