"""Labels cut into single operations, for `--granularity op`.

A PlusCal label is one atomic step, but a running agent performs its operations as separate calls. An operation is a run of
statements that come from one macro call, or from none, and touch one shared object: a variable, or one component of a
function-valued one. Statements on local variables belong to the operation before them. A label is put before every statement
that would start another operation, and before an `either` that follows one, so that the choice is made when a branch can go.

No label can stand in a `with`, so one whose body has several operations is opened: its names become hidden local variables
(`name@label`), set in the first operation and forgotten at the end. What stays atomic is a single expression that looks at several
shared objects.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from ..pluscal import ast
from ..pluscal.model import Unsupported
from .names import structure_of

Objects = frozenset[tuple[str, str]]
"""Shared objects as (variable, index text); the index text is empty for a whole variable."""

_NONE: Objects = frozenset()


def split_operations(
    algorithm: ast.Algorithm,
    definitions: Mapping[str, ast.Definition | Unsupported],
    only: frozenset[str] | None = None,
) -> tuple[ast.Algorithm, Mapping[str, str]]:
    """The algorithm with one operation per label, and the author's label of each new one (`label.2`, `label.3`, ...).

    `only` restricts the cutting to these labels.
    """
    splitter = _Splitter(frozenset(variable.name for variable in algorithm.variables), definitions, only)
    processes = []
    for process in algorithm.processes:
        own = frozenset(variable.name for variable in process.variables)
        body, hidden = splitter.split_body(process.body, own)
        processes.append(replace(process, body=body, variables=(*process.variables, *hidden)))
    body, hidden = splitter.split_body(algorithm.body, frozenset())
    algorithm = replace(algorithm, variables=(*algorithm.variables, *hidden))
    return replace(algorithm, processes=tuple(processes), body=body), splitter.origins


class _Current:
    """The operation under way: what it touched, and the macro call it comes from."""

    def __init__(self, touched: Objects = _NONE, call: ast.MacroCall | None = None) -> None:
        self.touched = touched
        self.call = call


class _Splitter:
    def __init__(
        self, shared: frozenset[str], definitions: Mapping[str, ast.Definition | Unsupported], only: frozenset[str] | None
    ) -> None:
        self._all_shared = shared
        self._shared = shared
        self._definitions = definitions
        self._only = only
        self._label = ""
        self._counts: dict[str, int] = {}
        self._hidden: dict[str, ast.VarDecl] = {}
        self.origins: dict[str, str] = {}

    def split_body(self, body: Sequence[ast.Stmt], own: frozenset[str]) -> tuple[tuple[ast.Stmt, ...], tuple[ast.VarDecl, ...]]:
        """A process body with its local variables `own`, and the local variables it needs besides."""
        self._shared = self._all_shared - own
        self._counts, self._hidden = {}, {}
        statements, _ = self._sequence(body, _Current())
        return statements, tuple(self._hidden.values())

    def _sequence(self, statements: Sequence[ast.Stmt], current: _Current) -> tuple[tuple[ast.Stmt, ...], bool]:
        """The statements with labels added, and whether any of them carries a label at any depth."""
        result: list[ast.Stmt] = []
        labelled = False
        must_label = False
        pending = deque(statements)
        while pending:
            statement = pending.popleft()
            if statement.label is not None:
                self._label = statement.label.name
                current.touched, current.call = _NONE, None
            elif must_label or self._starts_operation(statement, current):
                if must_label or self._only is None or self._label in self._only:
                    statement = replace(statement, label=self._new_label(statement))
                    current.touched, current.call = _NONE, None
            labelled = labelled or statement.label is not None
            if isinstance(statement, ast.With) and self._is_several_operations(statement):
                statement, *others = self._opened(statement)
                pending.extendleft(reversed(others))
            statement, inner = self._inside(statement, current)
            labelled = labelled or inner
            must_label = inner and not isinstance(statement, ast.While)
            result.append(statement)
        return tuple(result), labelled

    def _is_several_operations(self, statement: ast.With) -> bool:
        """Whether the body of a `with` would be cut if labels could stand in it."""
        if self._only is not None and self._label not in self._only:
            return False
        trial = _Splitter(self._shared, self._definitions, None)
        trial._label = self._label
        first = self._objects(tuple(expr for _, _, expr in statement.bindings))
        _, labelled = trial._sequence(statement.body, _Current(first, statement.origin))
        return labelled

    def _opened(self, statement: ast.With) -> list[ast.Stmt]:
        """A `with` that only takes its values, then its body over hidden variables, then their reset."""
        span = statement.span
        names = {name: f"{name}@{self._label}" for name, _, _ in statement.bindings}
        for hidden in names.values():
            self._hidden[hidden] = ast.VarDecl(hidden, "", None, span)
        take = tuple((ast.Target(hidden, (), span), ast.Name(name, span)) for name, hidden in names.items())
        forget = tuple((ast.Target(hidden, (), span), ast.Name("defaultInitValue", span)) for hidden in names.values())
        head = replace(statement, body=(ast.Assign(take, span, None, statement.origin),))
        body = [_renamed(inner, names) for inner in statement.body]
        return [head, *body, ast.Assign(forget, span, None, statement.origin)]

    def _new_label(self, statement: ast.Stmt) -> ast.Label:
        number = self._counts.get(self._label, 1) + 1
        self._counts[self._label] = number
        name = f"{self._label}.{number}"
        self.origins[name] = self._label
        # Traces name the author's line: that of the outermost macro call where there is one.
        written: ast.Stmt = statement
        while written.origin is not None:
            written = written.origin
        return ast.Label(name, written.span)

    def _starts_operation(self, statement: ast.Stmt, current: _Current) -> bool:
        if not current.touched:
            return False
        if isinstance(statement, ast.Either):
            return any(self._objects(branch) for branch in statement.branches)
        first = self._first_objects(statement)
        return bool(first) and (not first <= current.touched or statement.origin is not current.call)

    def _first_objects(self, statement: ast.Stmt) -> Objects:
        """What a statement touches by itself, its nested statements left out."""
        if isinstance(statement, (ast.IfStmt, ast.While)):
            return self._objects(statement.condition)
        if isinstance(statement, ast.Either):
            return _NONE
        return self._objects(statement)

    def _inside(self, statement: ast.Stmt, current: _Current) -> tuple[ast.Stmt, bool]:
        """Account for a statement and cut what is nested in it."""
        touched = self._first_objects(statement)
        if touched:
            current.touched |= touched
            current.call = statement.origin
        if isinstance(statement, ast.IfStmt):
            (then, otherwise), inner = self._branches((statement.then, statement.otherwise), current)
            return replace(statement, then=then, otherwise=otherwise), inner
        if isinstance(statement, ast.Either):
            branches, inner = self._branches(statement.branches, current)
            return replace(statement, branches=branches), inner
        if isinstance(statement, ast.While):
            label = self._label
            body, inner = self._sequence(statement.body, _Current(current.touched, current.call))
            self._label = label
            return replace(statement, body=body), inner
        return statement, False

    def _branches(self, branches: Iterable[Sequence[ast.Stmt]], current: _Current) -> tuple[tuple[tuple[ast.Stmt, ...], ...], bool]:
        label, any_label = self._label, False
        ends: list[_Current] = []
        results = []
        for branch in branches:
            self._label = label
            end = _Current(current.touched, current.call)
            statements, inner = self._sequence(branch, end)
            any_label = any_label or inner
            ends.append(end)
            results.append(statements)
        self._label = label
        for end in ends:
            if end.touched != current.touched:
                current.touched |= end.touched
                current.call = end.call
        return tuple(results), any_label

    # --- what an expression or statement touches

    def _objects(self, node: Any) -> Objects:
        return frozenset(self._walk(node, frozenset()))

    def _walk(self, node: Any, open_definitions: frozenset[str]) -> Iterator[tuple[str, str]]:
        if isinstance(node, ast.Target):
            yield from self._object(node.name, node.path[0] if node.path else None)
            for part in node.path:
                yield from self._walk(part, open_definitions)
        elif isinstance(node, ast.Apply) and isinstance(node.function, ast.Name) and node.function.id in self._shared:
            yield from self._object(node.function.id, node.args)
            yield from self._walk(node.args, open_definitions)
        elif isinstance(node, ast.Field) and isinstance(node.record, ast.Name) and node.record.id in self._shared:
            yield from self._object(node.record.id, node.name)
        elif isinstance(node, (ast.Name, ast.Call)):
            name = node.id if isinstance(node, ast.Name) else node.name
            yield from self._object(name, None)
            definition = self._definitions.get(name)
            if isinstance(definition, ast.Definition) and name not in open_definitions:
                yield from self._walk(definition.body, open_definitions | {name})
            if isinstance(node, ast.Call):
                yield from self._walk(node.args, open_definitions)
        elif isinstance(node, tuple):
            for item in node:
                yield from self._walk(item, open_definitions)
        elif is_dataclass(node):
            for field in fields(node):
                if field.name not in ("span", "label", "origin"):
                    yield from self._walk(getattr(node, field.name), open_definitions)

    def _object(self, name: str, index: Any) -> Iterator[tuple[str, str]]:
        if name in self._shared:
            yield name, "" if index is None else structure_of(index)


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    """The tree with these identifiers replaced; TLA+ does not let an inner binding hide an outer one."""
    if isinstance(node, ast.Name):
        return replace(node, id=names[node.id]) if node.id in names else node
    if isinstance(node, tuple):
        return tuple(_renamed(item, names) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        kept = ("span", "label", "origin")
        return replace(node, **{f.name: _renamed(getattr(node, f.name), names) for f in fields(node) if f.name not in kept})
    return node
