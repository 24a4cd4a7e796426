"""Assertions: which property one stands for, and the trace to a failed one.

TLC 2.15 prints no trace when a step fails. The trace is then asked for in two more runs: the first prints the state in which the assertion
fails, the second has the invariant that this state is not reached.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..checker import Bool, Fn, ModelValue, Value
from ..pluscal import ast
from ..source import Source
from ..workspace import Workspace
from .renaming import statements_in
from .translate import author_column
from .wrapper import MODEL_VALUE

MARKER = "tracefix: this state fails"
_PLACE = re.compile(r"Failure of assertion at line (\d+), column (\d+)(?: of macro called at line (\d+), column (\d+))?")


@dataclass(frozen=True, slots=True)
class Asserted:
    """An assert statement: its process ("" in a uniprocess algorithm), its place, the place of the macro call it came from, and
    the topology lock whose owner it checks, if that is what it does."""

    process: str
    place: tuple[int, int]
    call: tuple[int, int] | None
    lock: str | None


def assertions(workspace: Workspace) -> tuple[Asserted, ...]:
    """Every assert statement of the protocol, macros expanded."""
    algorithm, source = workspace.module.algorithm, workspace.module.source
    locks = set() if workspace.topology is None else {r.id for r in workspace.topology.resources if r.type == "Lock"}
    bodies: list[tuple[str, ast.Expr | None, Sequence[ast.Stmt]]]
    bodies = [(process.name, process.identity, process.body) for process in algorithm.processes] or [("", None, algorithm.body)]
    found = []
    for process, identity, body in bodies:
        for statement in statements_in(body):
            if isinstance(statement, ast.AssertStmt):
                call = None if statement.origin is None else source.position(statement.origin.span.start)
                lock = _lock(statement.condition, identity, locks)
                found.append(Asserted(process, source.position(statement.span.start), call, lock))
    return tuple(found)


def _lock(condition: ast.Expr, identity: ast.Expr | None, locks: set[str]) -> str | None:
    """The topology lock in `lock = self`, or in `lock = A` where A is the identity of the process (which has no `self`)."""
    if not isinstance(condition, ast.Binary) or condition.op != "=":
        return None
    for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if isinstance(one, ast.Name) and one.id in locks:
            own = isinstance(other, ast.Name) and (other.id == "self" or (isinstance(identity, ast.Name) and other.id == identity.id))
            own = own or (isinstance(other, ast.String) and isinstance(identity, ast.String) and other.value == identity.value)
            if own:
                return one.id
    return None


def find_assertion(text: str, process: str, known: Sequence[Asserted], source: Source) -> Asserted | None:
    """The assertion that TLC's text names; None when the text is not one that pcal.trans wrote.

    `process` is the one whose step failed: a macro's assertion belongs to every process that calls it.
    """
    found = _PLACE.search(text)
    if found is None:
        return None
    numbers = [int(number) for number in found.groups() if number is not None]
    pairs = [(line, author_column(source, line, column)) for line, column in zip(numbers[::2], numbers[1::2], strict=True)]
    place, call = pairs[0], pairs[1] if len(pairs) > 1 else None
    here = [each for each in known if each.place == place]
    own = [each for each in here if each.process == process] or here
    return next((each for each in own if each.call == call), own[0] if own else Asserted(process, place, None, None))


def printing_definitions(variables: Sequence[str]) -> dict[str, str]:
    """An Assert that prints the state it fails in, and then evaluates what has no value, so that TLC stops.

    Not a disjunction: in an action TLC would go through both sides of it.
    """
    fields = ", ".join(f"{name} |-> {name}" for name in variables)
    return {
        "TracefixAssert(tf_value, tf_text)": f'IF tf_value THEN TRUE ELSE PrintT(<<"{MARKER}", [{fields}], tf_text>>) /\\ Head(<<>>)',
    }


def printed_failure(output: str) -> tuple[str, ...]:
    """The texts, from the marker's tuple on, of each state that was printed."""
    pattern = re.compile(r'<<\s*"' + re.escape(MARKER) + '"')
    return tuple(output[found.start() :] for found in pattern.finditer(output))


def unreached(state: Mapping[str, Value]) -> tuple[str, frozenset[str]]:
    """The invariant that a state is not reached, and the model values it names (by `MODEL_VALUE` and their name)."""
    named: set[str] = set()
    parts = [f"{name} = {_source_text(value, named)}" for name, value in state.items()]
    conjunction = " /\\ ".join(parts)
    return f"~({conjunction})", frozenset(named)


def _source_text(value: Value, named: set[str]) -> str:
    """The value as an expression. Functions are spelt with `:>`: a field's name need not be an identifier."""
    if isinstance(value, Bool):
        return repr(value)
    if isinstance(value, ModelValue):
        named.add(value.name)
        return MODEL_VALUE + value.name
    if isinstance(value, int):
        return str(value) if value >= 0 else f"(-{-value})"
    if isinstance(value, str):
        return '"' + value.translate(_ESCAPES) + '"'
    if isinstance(value, Fn):
        return "(" + " @@ ".join(f"{_source_text(key, named)} :> {_source_text(item, named)}" for key, item in value.items()) + ")"
    texts = [_source_text(item, named) for item in value]
    return f"<<{', '.join(texts)}>>" if isinstance(value, tuple) else f"{{{', '.join(texts)}}}"


_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f"})
