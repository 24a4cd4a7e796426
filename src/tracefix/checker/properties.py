"""Invariants cut into ground conjuncts, each of which looks at few variables.

`A /\\ B` is checked as A and B; a universal quantifier over a domain that no variable decides is checked once per element. Both
leave the meaning alone: a conjunction is false exactly when a conjunct is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import InvalidInput
from ..pluscal import ast
from ..pluscal.model import Unsupported
from ..source import Source
from . import operators as op
from .context import OUTSIDE, Context, ReadRefused
from .evaluation import Scope, depth_of
from .expressions import Compiler
from .names import Names, structure_of
from .system import Conjunct

MAX_CONJUNCTS = 4096


def ground_conjuncts(name: str, names: Names, compiler: Compiler, fields: tuple[tuple[int, int | None], ...]) -> list[Conjunct]:
    """The conjuncts of a named invariant, in order. Raises InvalidInput when it is not an ordinary state predicate."""
    definition = names.definitions[name]
    if isinstance(definition, Unsupported):
        raise InvalidInput([definition.diagnostic])
    if definition.params:
        raise InvalidInput(
            [names.source.diagnostic("TF510", f"{name} takes arguments and cannot be an invariant or constraint", definition.name_span)]
        )
    source = names.generated.get(name, names.source)
    cutter = _Cutter(name, names, compiler, fields)
    outer, compiler.source = compiler.source, source
    try:
        found = list(cutter.cut(definition.body, {}, (), source))
        if len(found) > MAX_CONJUNCTS:
            found = [Conjunct(name, compiler.compile(definition.body), (), definition.body.span, source)]
    finally:
        compiler.source = outer
    return found


class _Cutter:
    def __init__(self, name: str, names: Names, compiler: Compiler, fields: tuple[tuple[int, int | None], ...]) -> None:
        self.name = name
        self.names = names
        self.compiler = compiler
        self.context = Context(fields)

    def cut(self, expr: ast.Expr, scope: Scope, env: tuple[Any, ...], source: Source) -> Iterator[Conjunct]:
        """The conjuncts of an expression in an environment."""
        if isinstance(expr, ast.Junction) and expr.op == "/\\":
            for item in expr.items:
                yield from self.cut(item, scope, env, source)
            return
        if isinstance(expr, ast.Name) and expr.id not in scope:
            definition = self.names.definitions.get(expr.id)
            if isinstance(definition, ast.Definition) and not definition.params and expr.id not in self.names.globals:
                yield from self.cut(definition.body, {}, (), self.names.generated.get(expr.id, source))
                return
        if isinstance(expr, ast.Quantifier) and expr.kind == "\\A":
            grounds = self._ground(expr, scope, env)
            if grounds is not None:
                inner, environments = grounds
                for extended in environments:
                    yield from self.cut(expr.body, inner, extended, source)
                return
        guard = f"{structure_of(expr.left)} {env!r}" if isinstance(expr, ast.Binary) and expr.op == "=>" else ""
        yield Conjunct(self.name, self.compiler.compile(expr, scope), env, expr.span, source, guard)

    def _ground(self, expr: ast.Quantifier, scope: Scope, env: tuple[Any, ...]) -> tuple[Scope, list[tuple[Any, ...]]] | None:
        """The scope and environments inside a quantifier whose domains look at no variable; None when they do or cannot be listed."""
        environments, inner = self.compiler.bind(expr.bounds, scope, depth_of(scope))
        context = self.context
        context.reset((), OUTSIDE, [], [])
        context.allowed = frozenset()
        try:
            found = []
            for extended in environments(context, env):
                found.append(extended)
                if len(found) > MAX_CONJUNCTS:
                    return None
            return inner, found
        except (ReadRefused, op.EvaluationError):
            return None
