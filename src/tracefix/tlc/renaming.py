"""The names that `pcal.trans` gives to labels and local variables.

The translator puts every name into one table in order of appearance (globals, then per process its name, its variables and its
labels) and goes through the table kind by kind: labels, process names, process variables. A name that another entry has at that moment
gets `_` and then, letter by letter, the name of its process, until it is alone; past that, the number of its kind. So of two labels
`lbl` in processes P and Q the first becomes `lbl_` and the second stays. Rule: `PcalSymTab.Disambiguate` of the TLA+ tools.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ..pluscal import ast

_GLOBAL, _LABEL, _PROCESS, _VARIABLE = 0, 1, 3, 4
"""Kinds in the translator's numbering, which is also the order in which they are made unique."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """`labels` and `locals` map a name of the translation to (process, name in the author's text), `processes` to the process. The
    process of a uniprocess algorithm is ""."""

    labels: Mapping[str, tuple[str, str]]
    locals: Mapping[str, tuple[str, str]]
    processes: Mapping[str, str]


@dataclass(slots=True)
class _Entry:
    kind: int
    name: str
    process: str
    used: str


def renaming(algorithm: ast.Algorithm) -> Renaming:
    """The names of the translation of an algorithm (macros expanded)."""
    table = [_Entry(_GLOBAL, "pc", "", "pc")]
    table += [_Entry(_GLOBAL, variable.name, "", variable.name) for variable in algorithm.variables]
    bodies: list[tuple[str, Sequence[ast.VarDecl], Sequence[ast.Stmt]]]
    bodies = [(process.name, process.variables, process.body) for process in algorithm.processes] or [("", (), algorithm.body)]
    for process, variables, body in bodies:
        if process:
            table.append(_Entry(_PROCESS, process, "", process))
        table += [_Entry(_VARIABLE, variable.name, process, variable.name) for variable in variables]
        table += [_Entry(_LABEL, label, process, label) for label in _labels(body)]
    _disambiguate(table)
    labels = {entry.used: (entry.process, entry.name) for entry in table if entry.kind == _LABEL}
    local = {entry.used: (entry.process, entry.name) for entry in table if entry.kind == _VARIABLE}
    processes = {entry.used: entry.name for entry in table if entry.kind == _PROCESS}
    return Renaming(MappingProxyType(labels), MappingProxyType(local), MappingProxyType(processes))


def _disambiguate(table: Sequence[_Entry]) -> None:
    uses: dict[str, int] = {}
    for entry in table:
        uses[entry.used] = uses.get(entry.used, 0) + 1
    for kind in (_LABEL, _PROCESS, _VARIABLE):
        for entry in table:
            if entry.kind != kind:
                continue
            length = 0
            while uses[entry.used] > 1:
                length += 1
                uses[entry.used] -= 1
                if length == 1:
                    entry.used += "_"
                elif length > len(entry.process) + 1:
                    entry.used += str(kind)
                else:
                    entry.used += entry.process[length - 2]
                uses[entry.used] = uses.get(entry.used, 0) + 1


def _labels(body: Sequence[ast.Stmt]) -> Iterator[str]:
    """The labels of a body in the order of the text."""
    return (statement.label.name for statement in statements_in(body) if statement.label is not None)


def parts(statement: ast.Stmt) -> tuple[Sequence[ast.Stmt], ...]:
    """The statement lists inside a statement."""
    if isinstance(statement, ast.IfStmt):
        return statement.then, statement.otherwise
    if isinstance(statement, ast.Either):
        return statement.branches
    if isinstance(statement, (ast.While, ast.With)):
        return (statement.body,)
    return ()


def statements_in(body: Sequence[ast.Stmt]) -> Iterator[ast.Stmt]:
    """Every statement of a body, outer ones first."""
    for statement in body:
        yield statement
        for part in parts(statement):
            yield from statements_in(part)


def every_statement(algorithm: ast.Algorithm) -> Iterator[ast.Stmt]:
    """Every statement of an algorithm."""
    yield from statements_in(algorithm.body)
    for process in algorithm.processes:
        yield from statements_in(process.body)
