"""How often TLC generates a step that waits for a condition.

TLC takes every true disjunct of an `await` and every witness of an existential quantifier as a successor of its own. They are the
same state, so nothing but the count of generated states depends on it; the counts are compared, so the checker counts alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..pluscal import ast
from . import operators as op
from .context import Context
from .evaluation import Argument, Env, Evaluate, LocalOperator, Scope, Thunk, Ways, depth_of
from .expressions import Compiler


def compile_ways(compiler: Compiler, expr: ast.Expr, scope: Scope) -> Ways:
    """A function that says in how many ways TLC finds a condition true; 0 when it is false.

    Follows `getNextStates` of TLC's Tool: conjunctions and universal quantifiers multiply, disjunctions and existential quantifiers
    add, `=>`, IF, CASE, LET, `with` and defined operators are looked into; everything else is true once or not at all.
    """

    def inside(part: ast.Expr, names: Scope) -> Ways:
        return compile_ways(compiler, part, names)

    if isinstance(expr, ast.Junction):
        items = [inside(item, scope) for item in expr.items]
        if expr.op == "\\/":
            return lambda context, env: sum([item(context, env) for item in items])
        return lambda context, env: _product(item(context, env) for item in items)
    if isinstance(expr, ast.Quantifier):
        environments, inner = compiler.bind(expr.bounds, scope, depth_of(scope))
        body = inside(expr.body, inner)
        if expr.kind == "\\E":
            return lambda context, env: sum([body(context, extended) for extended in environments(context, env)])
        return lambda context, env: _product(body(context, extended) for extended in environments(context, env))
    if isinstance(expr, ast.Binary) and expr.op == "=>":
        premise, conclusion = compiler.compile(expr.left, scope), inside(expr.right, scope)
        return lambda context, env: conclusion(context, env) if op.as_boolean(premise(context, env)) else 1
    if isinstance(expr, ast.If):
        condition = compiler.compile(expr.condition, scope)
        then, otherwise = inside(expr.then, scope), inside(expr.otherwise, scope)
        return lambda context, env: then(context, env) if op.as_boolean(condition(context, env)) else otherwise(context, env)
    if isinstance(expr, ast.Let):
        extend, inner = compiler.let_bindings(expr, scope, inside)
        body = inside(expr.body, inner)
        return lambda context, env: body(context, extend(env))
    if isinstance(expr, ast.Case):
        return compiler.case_over(expr, scope, inside)
    if isinstance(expr, (ast.Name, ast.Call)):
        found = _operator_ways(compiler, expr, scope)
        if found is not None:
            return found
    plain = compiler.compile(expr, scope)
    return lambda context, env: 1 if op.as_boolean(plain(context, env)) else 0


def _operator_ways(compiler: Compiler, expr: ast.Name | ast.Call, scope: Scope) -> Ways | None:
    """The ways of an operator's body with the ways of its arguments, or of a bound expression; None for everything else."""
    name = expr.id if isinstance(expr, ast.Name) else expr.name
    if name in scope:
        index, lazy = scope[name]
        if isinstance(expr, ast.Call):
            return _local_operator_ways(compiler, expr, scope, index)
        if not lazy:
            return None

        def ways_of_bound(context: Context, env: Env) -> int:
            thunk: Thunk = env[index]
            return thunk.ways(context)

        return ways_of_bound
    process, names = compiler.process, compiler.names
    definition = names.definitions.get(name)
    if not isinstance(definition, ast.Definition) or name in names.globals or (process is not None and name in process.locals):
        return None
    arguments = expr.args if isinstance(expr, ast.Call) else ()
    # Compiling the plain value first reports wrong arities and recursion.
    compiler.definition(name, len(arguments), expr.span)
    evaluated = _arguments(compiler, arguments, scope)
    parameters = {parameter: (index, True) for index, parameter in enumerate(definition.params)}
    body = compile_ways(compiler.module, definition.body, parameters)
    return lambda context, env: body(context, tuple([Argument(evaluate, env, ways) for evaluate, ways in evaluated]))


def _local_operator_ways(compiler: Compiler, expr: ast.Call, scope: Scope, index: int) -> Ways:
    evaluated = _arguments(compiler, expr.args, scope)

    def ways_of_call(context: Context, env: Env) -> int:
        operator: LocalOperator = env[index]
        given = (*operator.env, *[Argument(evaluate, env, ways) for evaluate, ways in evaluated])
        if operator.ways is None:
            return 1 if op.as_boolean(operator.body(context, given)) else 0
        return operator.ways(context, given)

    return ways_of_call


def _arguments(compiler: Compiler, arguments: Sequence[ast.Expr], scope: Scope) -> list[tuple[Evaluate, Ways]]:
    return [(compiler.compile_lazy(argument, scope), compile_ways(compiler, argument, scope)) for argument in arguments]


def _product(factors: Iterator[int]) -> int:
    """The product of the factors, which are not computed behind the first zero."""
    result = 1
    for factor in factors:
        result *= factor
        if not result:
            break
    return result
