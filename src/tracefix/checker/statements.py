"""PlusCal statements as Python closures: what one label of one process does.

Rules follow the PlusCal manual (version 1.8) and the translator `pcal.trans`: a step runs from its label to the next one,
`||` evaluates all right sides first, `either` and `with ... \\in` branch the step, a false `await` ends the branch.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InternalError
from ..pluscal import ast
from ..pluscal.labels import place_of
from ..source import Span
from . import operators as op
from .context import Context
from .evaluation import Evaluate, Scope, Ways
from .expressions import Compiler
from .names import Plain, ProcessNames, Shape
from .values import TRUE, ModelValue
from .ways import compile_ways

Operation = Callable[[Context, tuple[Any, ...]], bool]
"""Runs in a context and environment; True when control went to a label."""


class Blocked(Exception):
    """An await was false: this branch of the step does not exist in this state. `span` is where the author wrote the wait."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


class StepFailure(Exception):
    """A step broke a property by itself: an assertion, or a lock touched by the wrong agent."""

    def __init__(self, property_name: str, message: str, span: Span) -> None:
        super().__init__(message)
        self.property = property_name
        self.span = span


class _Named:
    """The expression behind the name in `with (x = e)`, which the translation writes as a LET.

    Its variables are those of this moment, so it is evaluated at once. But it is evaluated nowhere in TLC unless the name is used: an
    expression without a value only matters then.
    """

    __slots__ = ("_error", "_value", "_ways", "_ways_error")

    def __init__(self, evaluate: Evaluate, ways: Ways, context: Context, env: tuple[Any, ...]) -> None:
        self._value: Any = None
        self._ways = 0
        self._error: op.EvaluationError | None = None
        self._ways_error: op.EvaluationError | None = None
        try:
            self._value = evaluate(context, env)
        except op.EvaluationError as error:
            self._error = error
        if self._value is TRUE:
            try:
                self._ways = ways(context, env)
            except op.EvaluationError as error:
                self._ways_error = error

    def get(self, context: Context) -> Any:
        """The value, a LazySet perhaps."""
        if self._error is not None:
            raise self._error
        return self._value

    def ways(self, context: Context) -> int:
        """In how many ways the expression is true, see `ways.compile_ways`."""
        if self._ways_error is not None:
            raise self._ways_error
        return self._ways if op.as_boolean(self.get(context)) else 0


@dataclass(frozen=True, slots=True)
class Branch:
    """An `either` branch or an `if` arm, for coverage. `name` is `agent.label line N branch K`."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class LabelledStep:
    """One label of one process. `run` is called with a Context that was reset to the process and state."""

    label: str
    span: Span
    run: Callable[[Context], None]


class StatementCompiler:
    """Compiles the body of one process instance; `steps` collects one entry per label, in source order."""

    def __init__(
        self,
        compiler: Compiler,
        process: ProcessNames,
        locks: Mapping[str, ModelValue],
        branches: list[Branch],
    ) -> None:
        self._compiler = compiler
        self._process = process
        self._locks = locks
        self._branches = branches
        self.steps: dict[str, LabelledStep] = {}

    def compile_body(self, body: Sequence[ast.Stmt]) -> str:
        """Compile a process body; returns the label it starts at."""
        self._define(body, "Done")
        first = body[0].label
        if first is None:
            raise InternalError("a process body without its first label reached the lowering")
        return first.name

    def _define(self, statements: Sequence[ast.Stmt], follow: str) -> None:
        """Make the step that starts at `statements[0]`, which is labelled, and runs on to `follow`."""
        label = statements[0].label
        assert label is not None
        if label.name in self.steps:
            raise InternalError(f"label {label.name} is defined twice")
        self.steps[label.name] = LabelledStep(label.name, label.span, lambda context: None)
        operations = [*self._sequence(statements, follow, entering=True), _jump(follow)]

        def run(context: Context) -> None:
            for operation in operations:
                if operation(context, ()):
                    return

        self.steps[label.name] = LabelledStep(label.name, label.span, run)

    def _sequence(
        self, statements: Sequence[ast.Stmt], follow: str, scope: Scope | None = None, *, entering: bool = False
    ) -> list[Operation]:
        """The operations of a statement list up to its end or to its next label; `follow` is where its end leads when that is a label."""
        operations: list[Operation] = []
        label = statements[0].label.name if entering and statements and statements[0].label else ""
        for index, statement in enumerate(statements):
            if statement.label is not None and not (entering and index == 0):
                self._define(statements[index:], follow)
                operations.append(_jump(statement.label.name))
                break
            rest = statements[index + 1 :]
            next_label = rest[0].label if rest else None
            after = follow if not rest else next_label.name if next_label is not None else ""
            operations.append(self._statement(statement, after, label, scope or {}))
        return operations

    def _statement(self, statement: ast.Stmt, after: str, label: str, scope: Scope) -> Operation:
        compiler = self._compiler
        if isinstance(statement, ast.Assign):
            return self._assign(statement, scope)
        if isinstance(statement, ast.Await):
            return self._await(statement, scope)
        if isinstance(statement, ast.IfStmt):
            condition = compiler.compile(statement.condition, scope)
            then = self._arm(statement.then, after, statement, 1, scope)
            otherwise = self._arm(statement.otherwise, after, statement, 2, scope)
            span = statement.condition.span

            def choose_arm(context: Context, env: tuple[Any, ...]) -> bool:
                return then(context, env) if _truth(condition, context, env, span) else otherwise(context, env)

            return choose_arm
        if isinstance(statement, ast.Either):
            arms = [self._arm(branch, after, statement, number, scope) for number, branch in enumerate(statement.branches, start=1)]
            return lambda context, env: arms[context.choose(len(arms))](context, env)
        if isinstance(statement, ast.While):
            return self._while(statement, label, scope)
        if isinstance(statement, ast.With):
            return self._with(statement, after, scope)
        if isinstance(statement, ast.Goto):
            return _jump(statement.target)
        if isinstance(statement, ast.Skip):
            return lambda context, env: False
        if isinstance(statement, ast.AssertStmt):
            return self._assert(statement, scope)
        if isinstance(statement, ast.Print):
            value = compiler.compile(statement.value, scope)

            def evaluate(context: Context, env: tuple[Any, ...]) -> bool:
                value(context, env)
                return False

            return evaluate
        raise InternalError(f"a {type(statement).__name__} reached the lowering")

    def _arm(self, statements: Sequence[ast.Stmt], after: str, owner: ast.IfStmt | ast.Either, number: int, scope: Scope) -> Operation:
        operations = self._sequence(statements, after, scope)
        index = len(self._branches)
        line, _ = self._compiler.source.position(owner.span.start)
        kind = "branch" if isinstance(owner, ast.Either) else "arm"
        written = statements or kind == "branch"
        if written:
            self._branches.append(Branch(f"{self._process.agent} line {line} {kind} {number}", owner.span))

        def run(context: Context, env: tuple[Any, ...]) -> bool:
            if written:
                context.branches.append(index)
            for operation in operations:
                if operation(context, env):
                    return True
            return False

        return run

    def _while(self, statement: ast.While, label: str, scope: Scope) -> Operation:
        condition = self._compiler.compile(statement.condition, scope)
        span = statement.condition.span
        operations = [*self._sequence(statement.body, label, scope), _jump(label)]

        def run(context: Context, env: tuple[Any, ...]) -> bool:
            if not _truth(condition, context, env, span):
                return False
            for operation in operations:
                if operation(context, env):
                    break
            return True

        return run

    def _with(self, statement: ast.With, after: str, scope: Scope) -> Operation:
        inner = dict(scope)
        depth = 1 + max((index for index, _ in scope.values()), default=-1)
        bindings: list[tuple[Evaluate, Ways | None]] = []
        for index, (name, kind, expr) in enumerate(statement.bindings, start=depth):
            if kind == "\\in":
                bindings.append((self._compiler.compile(expr, inner), None))
                inner = {**inner, name: (index, False)}
            else:
                bindings.append((self._compiler.compile_lazy(expr, inner), compile_ways(self._compiler, expr, inner)))
                inner = {**inner, name: (index, True)}
        operations = self._sequence(statement.body, after, inner)
        place, _ = place_of(statement)

        def run(context: Context, env: tuple[Any, ...]) -> bool:
            extended = env[:depth]
            for evaluate, ways in bindings:
                if ways is None:
                    elements = op.sorted_elements(op.as_set(evaluate(context, extended)))
                    if not elements:
                        raise Blocked(place)
                    extended = (*extended, elements[context.choose(len(elements))])
                else:
                    extended = (*extended, _Named(evaluate, ways, context, extended))
            for operation in operations:
                if operation(context, extended):
                    return True
            return False

        return run

    def _await(self, statement: ast.Await, scope: Scope) -> Operation:
        ways = compile_ways(self._compiler, statement.condition, scope)
        span = statement.condition.span
        place, _ = place_of(statement)

        def run(context: Context, env: tuple[Any, ...]) -> bool:
            try:
                count = ways(context, env)
            except op.EvaluationError as error:
                error.span = error.span or span
                raise
            if count == 0:
                raise Blocked(place)
            context.choose(count)
            return False

        return run

    def _assert(self, statement: ast.AssertStmt, scope: Scope) -> Operation:
        condition = self._compiler.compile(statement.condition, scope)
        span = statement.span
        lock = asserted_lock(statement.condition, self._locks)
        line, column = self._compiler.source.position(span.start)
        agent = self._process.agent
        if lock is None:
            name, message = "Assertion", f"the assertion at line {line}, column {column} fails in {agent}"
        else:
            name, message = "MutualExclusion", f"{agent} releases {lock} without holding it"

        def run(context: Context, env: tuple[Any, ...]) -> bool:
            if not _truth(condition, context, env, span):
                raise StepFailure(name, message, span)
            return False

        return run

    def _assign(self, statement: ast.Assign, scope: Scope) -> Operation:
        compiled = [
            (
                compile_write(self._compiler, target, scope),
                compiler_path,
                self._compiler.compile(value, scope),
                self._lock_rule(target),
                target.span,
            )
            for target, value in statement.assignments
            for compiler_path in [self._compiler.compile_path(target.path, scope)]
        ]
        if len(compiled) == 1:
            write, path, value, rule, span = compiled[0]

            def run_one(context: Context, env: tuple[Any, ...]) -> bool:
                try:
                    new = value(context, env)
                    if rule is not None:
                        rule(context, new, span)
                    write(context, tuple([key(context, env) for key in path]), new)
                except op.EvaluationError as error:
                    error.span = error.span or span
                    raise
                return False

            return run_one

        def run(context: Context, env: tuple[Any, ...]) -> bool:
            pending = [
                (write, tuple([key(context, env) for key in path]), value(context, env), rule, span)
                for write, path, value, rule, span in compiled
            ]
            for write, keys, new, rule, span in pending:
                if rule is not None:
                    rule(context, new, span)
                try:
                    write(context, keys, new)
                except op.EvaluationError as error:
                    error.span = error.span or span
                    raise
            return False

        return run

    def _lock_rule(self, target: ast.Target) -> Callable[[Context, Any, Span], None] | None:
        """The check on a write to a topology lock: free to mine, or mine to free."""
        free = self._locks.get(target.name)
        shape = self._compiler.names.globals.get(target.name)
        if free is None or not isinstance(shape, Plain) or target.path or target.name in self._process.locals:
            return None
        slot, agent, identity, lock = shape.slot, self._process.agent, self._process.identity, target.name

        def check(context: Context, new: Any, span: Span) -> None:
            old = context.read(slot)
            if (old is free and new == identity) or (old == identity and new is free):
                return
            if new is free:
                raise StepFailure(
                    "MutualExclusion", f"{agent} releases {lock}, which {'nobody' if old is free else op.describe(old)} holds", span
                )
            holder = "" if old is free else f" while {op.describe(old)} holds it"
            raise StepFailure("MutualExclusion", f"{agent} gives {lock} to {op.describe(new)}{holder}", span)

        return check


def asserted_lock(condition: ast.Expr, locks: Container[str]) -> str | None:
    """The lock whose owner an assertion `lock = agent` checks; such an assertion states MutualExclusion."""
    if isinstance(condition, ast.Binary) and condition.op == "=":
        sides = (condition.left, condition.right)
        if all(isinstance(side, ast.Name) for side in sides):
            return next((side.id for side in sides if isinstance(side, ast.Name) and side.id in locks), None)
    return None


def _jump(label: str) -> Operation:
    def run(context: Context, env: tuple[Any, ...]) -> bool:
        context.locals[0] = label
        return True

    return run


def _truth(condition: Evaluate, context: Context, env: tuple[Any, ...], span: Span) -> bool:
    try:
        return op.as_boolean(condition(context, env))
    except op.EvaluationError as error:
        error.span = error.span or span
        raise


def compile_write(compiler: Compiler, target: ast.Target, scope: Scope) -> Callable[[Context, tuple[Any, ...], Any], None]:
    """`write(context, keys, value)` for the variable of an assignment's left side."""
    process = compiler.process
    if process is not None and target.name in process.locals:
        place = process.locals[target.name]

        def write_local(context: Context, keys: tuple[Any, ...], value: Any) -> None:
            context.locals[place] = op.update(context.locals[place], keys, lambda old: value) if keys else value

        return write_local
    shape = compiler.names.globals.get(target.name)
    if shape is None:
        raise compiler.error("TF311", f"{target.name} is not a variable and cannot be assigned", target.span)

    def write(context: Context, keys: tuple[Any, ...], value: Any) -> None:
        write_shape(context, shape, keys, value)

    return write


def write_shape(context: Context, shape: Shape, keys: tuple[Any, ...], value: Any) -> None:
    """Assign to a component; an index outside the domain changes nothing, as EXCEPT does."""
    for count, key in enumerate(keys):
        if isinstance(shape, Plain):
            rest = keys[count:]
            context.write(shape.slot, op.update(context.read(shape.slot), rest, lambda old: value))
            return
        if key not in shape.parts:
            return
        shape = shape.parts[key]
    if isinstance(shape, Plain):
        context.write(shape.slot, value)
        return
    items = op.function_items(value)
    for part_key, part in shape.parts.items():
        write_shape(context, part, (), items[part_key])
