"""What a compiled expression is: a function of a context and an environment, and the expressions that wait in environments.

An environment is the tuple of bound values from the outside in. Operator arguments and LET definitions wait in it unevaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..source import Span
from . import operators as op
from .context import Context

Env = tuple[Any, ...]
Evaluate = Callable[[Context, Env], Any]
Ways = Callable[[Context, Env], int]
Scope = dict[str, tuple[int, bool]]
"""Bound identifiers: index into `env`, and whether the value there is a Thunk."""


class Thunk:
    """An expression with its environment, evaluated at most once."""

    __slots__ = ("_evaluate", "_value", "_ways", "env")

    def __init__(self, evaluate: Evaluate, env: Env, ways: Ways | None = None) -> None:
        self._evaluate: Evaluate | None = evaluate
        self._ways = ways
        self.env = env
        self._value: Any = None

    def get(self, context: Context) -> Any:
        """The value, a LazySet perhaps."""
        if self._evaluate is not None:
            self._value = self._evaluate(context, self.env)
            self._evaluate = None
        return self._value

    def ways(self, context: Context) -> int:
        """In how many ways the expression is true, see `ways.compile_ways`."""
        if self._ways is not None:
            return self._ways(context, self.env)
        return 1 if op.as_boolean(self.get(context)) else 0


class Argument(Thunk):
    """An operator's argument. Once its value was needed, TLC takes the value and no longer looks for ways."""

    __slots__ = ()

    def ways(self, context: Context) -> int:
        """In how many ways the argument is true; one at most when its value is known."""
        if self._evaluate is None:
            return 1 if op.as_boolean(self._value) else 0
        return super().ways(context)


class LocalOperator:
    """A LET operator with arguments: its body, the ways of its body where they matter, and the environment it was defined in."""

    __slots__ = ("body", "env", "ways")

    def __init__(self, body: Evaluate, ways: Ways | None, env: Env) -> None:
        self.body = body
        self.ways = ways
        self.env = env


def guarded(span: Span, evaluate: Evaluate) -> Evaluate:
    """The same evaluation, with the span put on errors that have none yet."""

    def run(context: Context, env: Env) -> Any:
        try:
            return evaluate(context, env)
        except op.EvaluationError as error:
            if error.span is None:
                error.span = span
            raise

    return run


def depth_of(scope: Scope) -> int:
    """How many values of `env` belong to a scope."""
    return 1 + max((index for index, _ in scope.values()), default=-1)


def environments_of(env: Env, lists: list[list[Any]], shapes: list[tuple[int, bool, Span]], index: int) -> Iterator[Env]:
    """Environments extended by one element per bound name, the last name varying fastest."""
    if index == len(lists):
        yield env
        return
    count, pattern, span = shapes[index]
    if pattern:
        for value in lists[index]:
            if not isinstance(value, tuple) or len(value) != count:
                raise op.EvaluationError(f"{op.describe(value)} does not match a pattern of {count} names", span)
            yield from environments_of((*env, *value), lists, shapes, index + 1)
        return
    pending = [env]
    for _ in range(count):
        pending = [(*partial, value) for partial in pending for value in lists[index]]
    for partial in pending:
        yield from environments_of(partial, lists, shapes, index + 1)
