"""Tuples, sets, functions and records: expressions that build them, and EXCEPT."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..pluscal import ast
from . import builtin
from . import operators as op
from .context import Context
from .evaluation import Env, Evaluate, Scope, depth_of, guarded
from .values import Fn, make_function

if TYPE_CHECKING:
    from .expressions import Compiler


def _tuple(compiler: Compiler, expr: ast.TupleExpr, scope: Scope) -> Evaluate:
    items = [compiler.compile(item, scope) for item in expr.items]
    return lambda context, env: tuple([item(context, env) for item in items])


def _set(compiler: Compiler, expr: ast.SetEnum, scope: Scope) -> Evaluate:
    items = [compiler.compile(item, scope) for item in expr.items]

    return guarded(expr.span, lambda context, env: op.listed([item(context, env) for item in items]))


def _filter(compiler: Compiler, expr: ast.SetFilter, scope: Scope) -> Evaluate:
    environments, inner = compiler.bind((expr.bound,), scope, depth_of(scope))
    predicate = compiler.compile(expr.predicate, inner)
    depth, pattern = depth_of(scope), expr.bound.tuple_pattern

    def run(context: Context, env: Env) -> Any:
        found = []
        for extended in environments(context, env):
            if op.as_boolean(predicate(context, extended)):
                found.append(tuple(extended[depth:]) if pattern else extended[depth])
        return frozenset(found)

    return guarded(expr.span, run)


def _map(compiler: Compiler, expr: ast.SetMap, scope: Scope) -> Evaluate:
    environments, inner = compiler.bind(expr.bounds, scope, depth_of(scope))
    body = compiler.compile(expr.body, inner)
    return guarded(expr.span, lambda context, env: op.listed([body(context, extended) for extended in environments(context, env)]))


def _function(compiler: Compiler, expr: ast.Function, scope: Scope) -> Evaluate:
    environments, inner = compiler.bind(expr.bounds, scope, depth_of(scope))
    body = compiler.compile(expr.body, inner)
    depth = depth_of(scope)
    plain = len(expr.bounds) == 1 and len(expr.bounds[0].names) == 1 and not expr.bounds[0].tuple_pattern

    def run(context: Context, env: Env) -> Any:
        return make_function(
            (extended[depth] if plain else tuple(extended[depth:]), body(context, extended)) for extended in environments(context, env)
        )

    return guarded(expr.span, run)


def _function_set(compiler: Compiler, expr: ast.FunctionSet, scope: Scope) -> Evaluate:
    arguments, results = compiler.compile(expr.domain, scope), compiler.compile_lazy(expr.range, scope)
    return guarded(expr.span, lambda context, env: builtin.function_set(arguments(context, env), results(context, env)))


def _record(compiler: Compiler, expr: ast.Record, scope: Scope) -> Evaluate:
    fields = [(name, compiler.compile(value, scope)) for name, value in expr.fields]
    return lambda context, env: Fn({name: value(context, env) for name, value in fields})


def _record_set(compiler: Compiler, expr: ast.RecordSet, scope: Scope) -> Evaluate:
    fields = [(name, compiler.compile_lazy(values, scope)) for name, values in expr.fields]
    return guarded(expr.span, lambda context, env: builtin.record_set(tuple((name, values(context, env)) for name, values in fields)))


def _except(compiler: Compiler, expr: ast.Except, scope: Scope) -> Evaluate:
    function = compiler.compile(expr.function, scope)
    depth = depth_of(scope)
    inner: Scope = {**scope, "@": (depth, False)}
    updates = [(compiler.compile_path(path, scope), compiler.compile(value, inner)) for path, value in expr.updates]

    def run(context: Context, env: Env) -> Any:
        result = function(context, env)
        base = env[:depth]
        for path, value in updates:
            keys = tuple([key(context, env) for key in path])
            result = op.update(result, keys, _replacement(value, context, base))
        return result

    return guarded(expr.span, run)


def _replacement(value: Evaluate, context: Context, base: Env) -> Callable[[Any], Any]:
    """The new value of an EXCEPT as a function of the old one, which is `@`."""
    return lambda old: value(context, (*base, old))


FORMS: dict[type, Callable[[Compiler, Any, Scope], Evaluate]] = {
    ast.TupleExpr: _tuple,
    ast.SetEnum: _set,
    ast.SetFilter: _filter,
    ast.SetMap: _map,
    ast.Function: _function,
    ast.FunctionSet: _function_set,
    ast.Record: _record,
    ast.RecordSet: _record_set,
    ast.Except: _except,
}
"""How each form is compiled; the value may be a LazySet."""
