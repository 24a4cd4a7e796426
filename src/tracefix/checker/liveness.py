"""Live variables: which local variables of a process can still be read when it stands at a label.

The classical backward data-flow analysis (Aho, Lam, Sethi, Ullman, Compilers, section 9.2.5) over a process body. A variable that is dead
at a label is written before it is read on every way from there, so two states that differ in nothing else behave alike.
Where an expression may skip a part, all of it counts as read; a name that any definition mentions counts as live everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from ..errors import InternalError
from ..pluscal import ast
from .deciding import names

Live = frozenset[str]


def live_variables(body: Sequence[ast.Stmt], local: AbstractSet[str]) -> Mapping[str, Live]:
    """Per label of a process body the names in `local` that may be read before they are written. `Done` has none."""
    return _Liveness(frozenset(local)).run(body)


class _Liveness:
    def __init__(self, local: Live) -> None:
        self._local = local
        self._at: dict[str, Live] = {}

    def run(self, body: Sequence[ast.Stmt]) -> Mapping[str, Live]:
        while True:
            before = dict(self._at)
            self._block(body, frozenset())
            if self._at == before:
                return self._at

    def _read(self, nodes: Iterable[object]) -> Live:
        return self._local.intersection(names(tuple(nodes)))

    def _block(self, statements: Sequence[ast.Stmt], live: Live) -> Live:
        for statement in reversed(statements):
            live = self._statement(statement, live)
            if statement.label is not None:
                live |= self._at.get(statement.label.name, frozenset())
                self._at[statement.label.name] = live
        return live

    def _statement(self, statement: ast.Stmt, live: Live) -> Live:
        match statement:
            case ast.Assign(assignments):
                written = {target.name for target, _ in assignments if not target.path}
                kept = {target.name for target, _ in assignments if target.path} & self._local
                return (live - written) | kept | self._read(part for target, value in assignments for part in (target.path, value))
            case ast.Await(condition) | ast.AssertStmt(condition):
                return live | self._read([condition])
            case ast.Print(value):
                return live | self._read([value])
            case ast.IfStmt(condition, then, otherwise):
                return self._read([condition]) | self._block(then, live) | self._block(otherwise, live)
            case ast.Either(branches):
                return frozenset[str]().union(*(self._block(branch, live) for branch in branches))
            case ast.While(condition, body):
                head = self._read([condition]) | live
                while True:
                    again = head | self._block(body, head)
                    if again == head:
                        return head
                    head = again
            case ast.With(bindings, body):
                return self._read(expr for _, _, expr in bindings) | self._block(body, live)
            case ast.Goto(target):
                return self._at.get(target, frozenset())
            case ast.Skip():
                return live
        raise InternalError(f"a {type(statement).__name__} has no live variables")
