"""A `.tla` file: its name, what it extends and declares, its definitions, its algorithm."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..source import Source, Span
from .ast import Algorithm, Definition, Expr
from .layout import mark_lists
from .model import Unsupported
from .recovery import Recovery
from .statements import AlgorithmBuilder
from .tokens import CLOSE_COMMENT, RULER, UNIT_WORDS, UNSUPPORTED, Lexer, Token

_ALGORITHM = re.compile(r"--(?:algorithm|fair\s+algorithm)\b")
MAX_BRACKETS = 100
"""Brackets that may be open at once. Those who read the tree recurse, and Python allows them about a thousand calls."""

_DECLARATIONS = frozenset(["EXTENDS", "CONSTANT", "CONSTANTS", "VARIABLE", "VARIABLES"])
_AFTER_DEFINE = frozenset(["macro", "procedure", "process", "begin"])
_OPTIONS = re.compile(r"PlusCal\s+options?\s*\(([^)]*)\)", re.IGNORECASE)
_HEADER = re.compile(r"-----*\s*MODULE\s+([A-Za-z0-9_]+)\s*-----*")


class Reader:
    """Parses token lists of one text; what is wrong is in `diagnostics`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.builder = AlgorithmBuilder(source)
        self.diagnostics = self.builder.diagnostics

    def parse(self, start: str, tokens: list[Token], end: int | None = None) -> Any:
        """The tokens as `start`; None when they cannot be read."""
        too_deep = _too_deep(tokens)
        if too_deep is not None:
            self.builder.problem(
                "TF207", f"more than {MAX_BRACKETS} brackets are open here", too_deep.span, "name a part of it in a definition"
            )
            return None
        marked = mark_lists(self.source, tokens, self.diagnostics)
        if end is None:
            end = tokens[-1].end if tokens else 0
        return self.builder.parse.run(start, marked, end, Recovery(self.source, self.diagnostics, resume=start == "algorithm"))


def _too_deep(tokens: list[Token]) -> Token | None:
    depth = 0
    for token in tokens:
        if token.kind in ("(", "[", "{", "<<"):
            depth += 1
            if depth > MAX_BRACKETS:
                return token
        elif token.kind in (")", "]", "}", ">>"):
            depth -= 1
    return None


@dataclass(slots=True)
class Parts:
    """What the text of a module holds, before labels and names are checked."""

    name: str = ""
    extends: tuple[str, ...] = ()
    extends_places: list[tuple[str, Span]] = field(default_factory=list)
    constants: list[tuple[str, Span]] = field(default_factory=list)
    operator_constants: set[str] = field(default_factory=set)
    variables: list[tuple[str, Span]] = field(default_factory=list)
    definitions: dict[str, Definition | Unsupported] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    in_define: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    add_labels: bool = False
    algorithm: Algorithm | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)


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
    _read_units(reader, before, parts)
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
    _read_units(reader, after, parts)
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
        _read_units(reader, define, parts)
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


# --- units of a module ---------------------------------------------------------------------------


def _read_units(reader: Reader, tokens: list[Token], parts: Parts) -> None:
    """Read the units (declarations, definitions, assumptions) that the tokens hold."""
    recursive: set[str] = set()
    if tokens and tokens[0].kind != "NAME" and tokens[0].kind not in UNIT_WORDS and tokens[0].kind != RULER:
        reader.builder.problem("TF210", f"unexpected {tokens[0].text!r}", tokens[0].span, "expected a definition or a declaration")
        return
    for unit in split_units(reader.source, tokens):
        first = unit[0]
        word = first.kind
        if word in _DECLARATIONS:
            _check_declaration(reader, unit)
        if word == "EXTENDS":
            parts.extends_places += _declared(unit)
            parts.extends = tuple(name for name, _ in parts.extends_places)
        elif word in ("CONSTANT", "CONSTANTS"):
            parts.constants += _declared(unit)
            parts.operator_constants |= {t.text for t, after in pairwise(unit) if after.kind == "("}
        elif word in ("VARIABLE", "VARIABLES"):
            parts.variables += _declared(unit)
        elif word == "RECURSIVE":
            recursive |= {name for name, _ in _declared(unit)}
        elif word in UNIT_WORDS or word == RULER:
            continue
        else:
            _read_definition(reader, unit, parts, recursive)


def _check_declaration(reader: Reader, unit: list[Token]) -> None:
    """Nothing stands after the names of a declaration but the next unit."""
    depth = 0
    for before, token in pairwise(unit):
        depth += {"(": 1, ")": -1}.get(token.kind, 0)
        if depth == 0 and token.kind == "NAME" and before.kind not in (",", unit[0].kind):
            followed = unit[unit.index(token) + 1 :]
            if followed and followed[0].kind == "=":
                reader.builder.problem("TF215", "a definition is written with '=='", token.span, f"write {token.text} == ...")
            else:
                hint = f"names after {unit[0].text} are separated by commas"
                reader.builder.problem("TF210", f"unexpected {token.text!r}", token.span, hint)
            return


def _declared(unit: list[Token]) -> list[tuple[str, Span]]:
    """The declared names; `Op(_, _)` counts as `Op`."""
    names = []
    for index, token in enumerate(unit[1:], 1):
        if token.kind == "NAME" and token.text != "_" and unit[index - 1].kind in (unit[0].kind, ","):
            names.append((token.text, token.span))
    return names


def split_units(source: Source, tokens: list[Token]) -> list[list[Token]]:
    """Cut tokens into units. A definition starts where a name, with or without parameters, is followed by `==` outside LET."""
    starts: list[int] = []
    depth = lets = 0
    for index, token in enumerate(tokens):
        kind = token.kind
        if kind in ("(", "[", "{", "<<"):
            depth += 1
        elif kind in (")", "]", "}", ">>"):
            depth -= 1
        elif kind == "LET":
            lets += 1
        elif kind == "IN":
            lets -= 1
        elif kind == "==":
            start = _definition_start(tokens, index)
            # A definition at the start of a line ends what is open: a bracket or a LET was not closed.
            if start is not None and ((lets <= 0 and depth <= 0) or source.position(tokens[start].start)[1] == 1):
                starts.append(start)
                depth = lets = 0
        elif (kind in UNIT_WORDS and not (kind == "INSTANCE" and index and tokens[index - 1].kind == "==")) or kind == RULER:
            starts.append(index)
            depth = lets = 0
    if not tokens:
        return []
    edges = sorted({0, *starts})
    units = [tokens[a:b] for a, b in zip(edges, [*edges[1:], len(tokens)], strict=False)]
    # LOCAL belongs to the definition after it.
    return [unit for unit in units if not (unit[0].kind == "LOCAL" and len(unit) == 1)]


def _definition_start(tokens: list[Token], equals: int) -> int | None:
    """The index of the name that the `==` at `equals` defines."""
    index = equals - 1
    if index >= 0 and tokens[index].kind in (")", "]"):
        depth = 0
        while index >= 0:
            depth += 1 if tokens[index].kind in (")", "]") else -1 if tokens[index].kind in ("(", "[") else 0
            index -= 1
            if depth == 0:
                break
    if index < 0 or tokens[index].kind != "NAME":
        return None
    if index >= 2 and tokens[index - 1].kind in ("INFIX", "unknown") and tokens[index - 2].kind == "NAME":
        return index - 2
    return index


def _read_definition(reader: Reader, unit: list[Token], parts: Parts, recursive: set[str]) -> None:
    name = unit[0].text
    reason = _cannot_read(unit, recursive)
    if unit[0].kind == "NAME":
        if name in parts.definitions:
            message = f"{name} is defined twice"
            reader.diagnostics.append(reader.source.diagnostic("TF331", message, unit[0].span, hint="remove one of the definitions"))
        parts.places[name] = unit[0].span
    if reason is not None:
        message, span, hint = reason
        parts.definitions[name] = Unsupported(name, reader.source.diagnostic("TF206", f"{name} cannot be used: {message}", span, hint=hint))
        return
    definition = reader.parse("definition", unit)
    if isinstance(definition, Definition):
        parts.definitions[name] = definition
    else:
        parts.definitions.setdefault(name, Unsupported(name, reader.diagnostics[-1]))


def _cannot_read(unit: list[Token], recursive: set[str]) -> tuple[str, Span, str | None] | None:
    """Why a definition is good TLA+ that is not supported here, or None."""
    if unit[0].kind == "NAME" and unit[0].text in recursive:
        return "recursive operators are not supported", unit[0].span, "use a set, a quantifier or CHOOSE instead"
    for index, token in enumerate(unit):
        if token.kind == UNSUPPORTED or (token.kind == "[]" and not _in_case(unit, index)):
            return f"{token.text} is not supported", token.span, "only formulas over one state can be checked"
        if token.kind == "INSTANCE":
            return "INSTANCE is not supported", token.span, None
        if token.kind == "!" and index and unit[index - 1].kind == "NAME":
            return "operators of instances are not supported", token.span, None
        if token.kind == "NAME" and token.text == "_":
            return "operators as parameters are not supported", token.span, None
        if token.kind in ("INFIX", "unknown", "PREFIX") and index + 2 < len(unit) and unit[index + 2].kind == "==":
            return f"defining the operator {token.text} is not supported", token.span, "give it a name"
        if token.kind == "==":
            break
    for index, token in enumerate(unit):
        if token.kind == UNSUPPORTED or (token.kind == "[]" and not _in_case(unit, index)):
            return f"{token.text} is not supported", token.span, "only formulas over one state can be checked"
        if token.kind == "!" and index and unit[index - 1].kind in ("NAME", ")"):
            return "operators of instances are not supported", token.span, None
        if token.kind == "INSTANCE":
            return "INSTANCE is not supported", token.span, None
    if len(unit) > 2 and unit[1].kind == "[" and any(t.text == unit[0].text and t.kind == "NAME" for t in unit[1:]):
        return "recursive functions are not supported", unit[0].span, None
    return None


def _in_case(unit: list[Token], index: int) -> bool:
    """Whether `[]` separates arms of CASE: an operand stands before it."""
    return index > 0 and unit[index - 1].kind in ("NAME", "NUMBER", "STRING", "BOOLEAN", ")", "]", "}", ">>", "@")


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
    _read_units(reader, lexer.tokens(), parts)
    refused = [d.diagnostic for d in parts.definitions.values() if isinstance(d, Unsupported)]
    diagnostics = lexer.diagnostics + reader.diagnostics
    diagnostics += [diagnostic for diagnostic in refused if diagnostic not in diagnostics]
    if diagnostics:
        raise InvalidInput(diagnostics)
    return {name: d for name, d in parts.definitions.items() if isinstance(d, Definition)}
