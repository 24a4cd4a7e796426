"""`f[e]` and `r.a`, looking at no more of the state than they need.

Where a variable is split, only the component that is asked for is looked at; which one may depend on the state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..pluscal import ast
from ..source import Span
from . import operators as op
from .context import Context
from .evaluation import Env, Evaluate, Scope, guarded
from .names import Plain, ProcessNames, Shape
from .values import make_function

if TYPE_CHECKING:
    from .expressions import Compiler


def _apply(compiler: Compiler, expr: ast.Apply, scope: Scope) -> Evaluate:
    keys = [compiler.compile(argument, scope) for argument in expr.args]
    if len(keys) == 1:
        key = keys[0]
    else:

        def key(context: Context, env: Env) -> Any:
            return tuple([part(context, env) for part in keys])

    return _select(compiler, expr.function, key, expr.span, scope)


def _field(compiler: Compiler, expr: ast.Field, scope: Scope) -> Evaluate:
    name = expr.name
    return _select(compiler, expr.record, lambda context, env: name, expr.span, scope)


def _select(compiler: Compiler, function: ast.Expr, key: Evaluate, span: Span, scope: Scope) -> Evaluate:
    """`function[key]`, looking only at the component that is asked for where the variable is split."""
    if isinstance(function, ast.Name) and function.id not in scope and not (compiler.process and function.id in compiler.process.locals):
        if function.id == "pc" and not compiler.names.uniprocess:
            return guarded(span, _indexed_process(compiler, list(compiler.names.processes), 0, key, "pc"))
        owners = [p for p in compiler.names.processes if function.id in p.locals]
        if owners and owners[0].is_set and compiler.process is None and function.id not in compiler.names.globals:
            return guarded(span, _indexed_process(compiler, owners, owners[0].locals[function.id], key, function.id))
    path = _component_path(compiler, function, scope)
    if path is not None:
        shape, keys = path
        return guarded(span, _indexed_shape(compiler, shape, [*keys, key]))
    whole = compiler.compile(function, scope)
    return guarded(span, lambda context, env: op.apply(whole(context, env), key(context, env)))


def _indexed_process(compiler: Compiler, owners: list[ProcessNames], place: int, key: Evaluate, name: str) -> Evaluate:
    table = {owner.identity: owner.index for owner in owners}

    def run(context: Context, env: Env) -> Any:
        identity = key(context, env)
        if identity not in table:
            raise op.EvaluationError(f"{op.describe(identity)} is not in the domain of {name}")
        return compiler.look(context, table[identity], place)

    return run


def _component_path(compiler: Compiler, expr: ast.Expr, scope: Scope) -> tuple[Shape, list[Evaluate]] | None:
    """The split variable that an expression indexes into, with the keys so far; None when it is something else."""
    if isinstance(expr, ast.Name):
        if expr.id in scope or (compiler.process and expr.id in compiler.process.locals):
            return None
        shape = compiler.names.globals.get(expr.id)
        return None if shape is None or isinstance(shape, Plain) else (shape, [])
    if isinstance(expr, ast.Apply) and len(expr.args) == 1:
        path = _component_path(compiler, expr.function, scope)
        return None if path is None else (path[0], [*path[1], compiler.compile(expr.args[0], scope)])
    if isinstance(expr, ast.Field):
        name = expr.name
        path = _component_path(compiler, expr.record, scope)
        return None if path is None else (path[0], [*path[1], lambda context, env: name])
    return None


def _indexed_shape(compiler: Compiler, shape: Shape, keys: list[Evaluate]) -> Evaluate:
    current = compiler.process is not None

    def run(context: Context, env: Env) -> Any:
        part = shape
        for count, key in enumerate(keys):
            value = key(context, env)
            if isinstance(part, Plain):
                found = context.read(part.slot) if current else context.read_before(part.slot)
                for later in keys[count:]:
                    found = op.apply(found, later(context, env))
                return found
            if value not in part.parts:
                raise op.EvaluationError(f"{op.describe(value)} is not in the domain {op.describe(frozenset(part.parts))}")
            part = part.parts[value]
        return _assemble(context, part, current)

    return run


def _assemble(context: Context, shape: Shape, current: bool) -> Any:
    if isinstance(shape, Plain):
        return context.read(shape.slot) if current else context.read_before(shape.slot)
    return make_function((key, _assemble(context, part, current)) for key, part in shape.parts.items())


FORMS: dict[type, Callable[[Compiler, Any, Scope], Evaluate]] = {ast.Apply: _apply, ast.Field: _field}
"""How each form is compiled."""
