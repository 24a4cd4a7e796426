"""The units of a module: declarations and definitions, cut apart at token level and read one by one.

So a definition that only TLC can read does not keep the others from being read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from ..diagnostics import Diagnostic
from ..source import Source, Span
from .ast import Algorithm, Definition, Expr
from .model import Unsupported
from .reader import Reader
from .tokens import CLOSING, NO_NAME, RULER, UNIT_WORDS, UNSUPPORTED, Token

_CHECKED_BY_TLC = frozenset(["ASSUME", "ASSUMPTION"])
_ASSUMPTIONS = frozenset([*_CHECKED_BY_TLC, "AXIOM"])
_THEOREMS = frozenset(["COROLLARY", "LEMMA", "PROPOSITION", "THEOREM"])
_PROOFS = frozenset(["BY", "OBVIOUS", "OMITTED", "ASSUME", "PROVE", "QED"])
_DECLARATIONS = frozenset(["EXTENDS", "CONSTANT", "CONSTANTS", "VARIABLE", "VARIABLES"])


@dataclass(slots=True)
class Parts:
    """What the text of a module holds, before labels and names are checked.

    `assumptions` are to be looked at; TLC evaluates those that are `assumed` too, and those of `not_evaluated`, which cannot be read here.
    `damaged` are the places of the algorithm where text was dropped because it could not be read; `broken` says that blocks may be wrong.
    """

    name: str = ""
    header_end: int = 0
    extends: tuple[str, ...] = ()
    extends_places: list[tuple[str, Span]] = field(default_factory=list)
    constants: list[tuple[str, Span]] = field(default_factory=list)
    operator_constants: dict[str, int] = field(default_factory=dict)
    variables: list[tuple[str, Span]] = field(default_factory=list)
    assumptions: list[Expr] = field(default_factory=list)
    assumed: list[Expr] = field(default_factory=list)
    not_evaluated: list[Span] = field(default_factory=list)
    assumptions_before: int = 0
    definitions: dict[str, Definition | Unsupported] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    in_define: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    add_labels: bool = False
    algorithm: Algorithm | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)
    broken: bool = False


def read_units(reader: Reader, tokens: list[Token], parts: Parts) -> None:
    """Read the units (declarations, definitions, assumptions) that the tokens hold."""
    recursive: set[str] = set()
    if tokens and tokens[0].kind != "NAME" and tokens[0].kind not in UNIT_WORDS and tokens[0].kind != RULER:
        reader.builder.problem("TF210", f"unexpected {tokens[0].text!r}", tokens[0].span, "expected a definition or a declaration")
        parts.broken = True
        return
    named = False
    for unit in split_units(reader.source, tokens):
        found = len(reader.diagnostics)
        _read_unit(reader, unit, parts, recursive)
        if named and unit[0].kind == "NAME":
            _assume(parts, unit)
        # An assumption with a name is cut in two: the word, and the definition that follows.
        named = unit[0].kind in _CHECKED_BY_TLC and len(unit) == 1
        if len(reader.diagnostics) > found and unit[0].text not in parts.definitions:
            # What it would have declared is not known now.
            parts.broken = True


def _assume(parts: Parts, unit: list[Token]) -> None:
    """Note that TLC evaluates a definition as an assumption."""
    definition = parts.definitions.get(unit[0].text)
    if isinstance(definition, Definition):
        parts.assumed.append(definition.body)
    else:
        parts.not_evaluated.append(unit[0].span)


def _read_unit(reader: Reader, unit: list[Token], parts: Parts, recursive: set[str]) -> None:
    first = unit[0]
    word = first.kind
    if word in _DECLARATIONS:
        _check_declaration(reader, unit)
    if word == "EXTENDS":
        parts.extends_places += _declared(unit)
        parts.extends = tuple(name for name, _ in parts.extends_places)
    elif word in ("CONSTANT", "CONSTANTS"):
        parts.constants += _declared(unit)
        parts.operator_constants |= _arities(unit)
    elif word in ("VARIABLE", "VARIABLES"):
        parts.variables += _declared(unit)
    elif word == "RECURSIVE":
        recursive |= {name for name, _ in _declared(unit)}
    elif word in _ASSUMPTIONS and len(unit) > 1 and _cannot_read(unit, recursive) is None:
        assumption = reader.parse("expr", unit[1:])
        if assumption is not None:
            parts.assumptions.append(assumption)
            if word in _CHECKED_BY_TLC:
                parts.assumed.append(assumption)
    elif word in _THEOREMS and len(unit) > 1 and _cannot_read(unit, recursive) is None and not _has_proof(unit):
        reader.parse("expr", unit[1:])
    elif word in UNIT_WORDS or word == RULER:
        if word in _CHECKED_BY_TLC and len(unit) > 1:
            parts.not_evaluated.append(first.span)
        _check_brackets(reader, unit)
        if word == RULER and len(unit) > 1:
            reader.builder.problem("TF210", f"unexpected {unit[1].text!r}", unit[1].span, "expected a definition or a declaration")
    else:
        _read_definition(reader, unit, parts, recursive)


def _check_declaration(reader: Reader, unit: list[Token]) -> None:
    """Nothing stands after the names of a declaration but the next unit."""
    depth = 0
    for before, token in pairwise(unit):
        depth += {"(": 1, ")": -1}.get(token.kind, 0)
        if token.kind == NO_NAME and depth == 0:
            reader.builder.problem("TF210", f"{token.text!r} is not a name: it has no letter", token.span, "choose another name")
            return
        if token.kind == "," and before.kind not in ("NAME", NO_NAME, ")"):
            reader.builder.problem("TF210", f"expected a name after {before.text!r}, found ','", token.span)
            return
        if depth == 0 and token.kind == "NAME" and before.kind not in (",", unit[0].kind):
            followed = unit[unit.index(token) + 1 :]
            if followed and followed[0].kind == "=":
                edit = (followed[0].span, "==")
                reader.builder.problem("TF215", "a definition is written with '=='", token.span, f"write {token.text} == ...", edit)
            else:
                hint = f"names after {unit[0].text} are separated by commas"
                reader.builder.problem("TF210", f"unexpected {token.text!r}", token.span, hint)
            return
    if unit[-1].kind not in ("NAME", ")"):
        reader.builder.problem("TF210", f"expected a name after {unit[-1].text!r}", unit[-1].span)


def _declared(unit: list[Token]) -> list[tuple[str, Span]]:
    """The declared names; `Op(_, _)` counts as `Op`."""
    names = []
    for index, token in enumerate(unit[1:], 1):
        if token.kind == "NAME" and unit[index - 1].kind in (unit[0].kind, ","):
            names.append((token.text, token.span))
    return names


def _arities(unit: list[Token]) -> dict[str, int]:
    """How many arguments the operators among declared constants take."""
    arities: dict[str, int] = {}
    name = ""
    for token, after in pairwise(unit):
        if after.kind == "(":
            name = token.text
            arities[name] = 0
        elif token.kind == NO_NAME and name:
            arities[name] += 1
    return arities


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
        _check_brackets(reader, unit)
        parts.definitions[name] = Unsupported(name, reader.source.diagnostic("TF206", f"{name} cannot be used: {message}", span, hint=hint))
        return
    definition = reader.parse("definition", unit)
    if isinstance(definition, Definition):
        parts.definitions[name] = definition
    else:
        parts.definitions.setdefault(name, Unsupported(name, reader.diagnostics[-1]))


def _has_proof(unit: list[Token]) -> bool:
    return any(token.text in _PROOFS for token in unit)


def _check_brackets(reader: Reader, unit: list[Token]) -> None:
    """In what is not read further, at least the brackets must match, and no statement may stand."""
    opened: list[Token] = []
    defines = [token for token in unit if token.kind == "=="]
    if len(defines) > 1 and all(token.kind != "LET" for token in unit):
        reader.builder.problem("TF210", "unexpected '=='", defines[1].span, "what stands before it is not the head of a definition")
        return
    for token in unit:
        if token.kind == ";":
            reader.builder.problem("TF210", "unexpected ';'", token.span, "statements stand in the algorithm")
            return
        if token.kind in CLOSING:
            opened.append(token)
        elif token.kind in CLOSING.values():
            if not opened or CLOSING[opened[-1].kind] != token.kind:
                reader.builder.problem("TF220", f"this '{token.text}' closes nothing", token.span, "remove it, or find the opening one")
                return
            opened.pop()
    if opened:
        reader.builder.problem("TF220", f"this '{opened[-1].text}' is never closed", opened[-1].span)


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
        if token.kind == NO_NAME:
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
