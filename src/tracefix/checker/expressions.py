"""TLA+ expressions as Python closures: the one place that knows what an expression means.

`Compiler.compile` turns a syntax tree into `f(context, env)`, where `env` is the tuple of bound values from the outside in.
Operator arguments and LET definitions are evaluated when first used, as TLC does, so an error or a look at a variable in an
argument that is never used does not happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..errors import InternalError, InvalidInput
from ..pluscal import ast
from ..pluscal.model import Unsupported
from ..source import Source, Span
from . import builtin, selection, structures
from . import operators as op
from .context import Context
from .evaluation import Env, Evaluate, LocalOperator, Scope, Thunk, Ways, depth_of, environments_of, guarded
from .names import Names, Plain, ProcessNames, Shape
from .values import FALSE, TRUE, boolean, make_function

_NO_BOUNDS: Scope = {}


class Compiler:
    """Compiles expressions of one scope: a process body (`process` given) or the module."""

    def __init__(self, names: Names, process: ProcessNames | None = None, module: Compiler | None = None) -> None:
        self.names = names
        self.process = process
        self.module = module or self
        self._definitions: dict[str, tuple[Evaluate, int]] = {}
        self._open: list[str] = []
        self.source: Source = names.source

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> InvalidInput:
        """An input error at a span."""
        return InvalidInput([self.source.diagnostic(code, message, span, hint=hint)])

    def compile(self, expr: ast.Expr, scope: Scope = _NO_BOUNDS) -> Evaluate:
        """`f(context, env)`, with sets listed."""
        if isinstance(expr, _MAYBE_LAZY):
            lazy = self.compile_lazy(expr, scope)
            return guarded(expr.span, lambda context, env: op.force(lazy(context, env)))
        return self.compile_lazy(expr, scope)

    def compile_lazy(self, expr: ast.Expr, scope: Scope = _NO_BOUNDS) -> Evaluate:
        """`f(context, env)`, whose value may be a LazySet."""
        form = structures.FORMS.get(type(expr)) or selection.FORMS.get(type(expr))
        if form is not None:
            return form(self, expr, scope)
        method = getattr(self, f"_{type(expr).__name__.lower()}")
        result: Evaluate = method(expr, scope)
        return result

    # --- literals and names

    def _number(self, expr: ast.Number, scope: Scope) -> Evaluate:
        value = expr.value
        return lambda context, env: value

    def _string(self, expr: ast.String, scope: Scope) -> Evaluate:
        value = expr.value
        return lambda context, env: value

    def _boolean(self, expr: ast.Boolean, scope: Scope) -> Evaluate:
        value = boolean(expr.value)
        return lambda context, env: value

    def _name(self, expr: ast.Name, scope: Scope) -> Evaluate:
        name = expr.id
        if name in scope:
            index, lazy = scope[name]
            if lazy:
                return lambda context, env: env[index].get(context)
            return lambda context, env: env[index]
        process = self.process
        if process is not None:
            if name == "self":
                identity = process.identity
                return lambda context, env: identity
            if name in process.locals:
                place = process.locals[name]
                return lambda context, env: context.locals[place]
        if name in self.names.globals:
            return self._whole(self.names.globals[name])
        if name in self.names.constants:
            value = self.names.constants[name]
            return lambda context, env: value
        if name in self.names.definitions:
            body, _ = self.definition(name, 0, expr.span)
            return lambda context, env: body(context, ())
        if name == "pc":
            return self._function_of_processes(list(self.names.processes), 0, self.names.uniprocess)
        owners = [p for p in self.names.processes if name in p.locals]
        if owners:
            return self._function_of_processes(owners, owners[0].locals[name], not owners[0].is_set)
        if name == "ProcSet":
            identities = frozenset(p.identity for p in self.names.processes)
            return lambda context, env: identities
        if name in builtin.BUILTIN_SETS:
            value = builtin.BUILTIN_SETS[name]
            return lambda context, env: value
        raise self.error("TF310", f"{name} is not declared", expr.span)

    def _whole(self, shape: Shape) -> Evaluate:
        """The value of a variable or component, as the scope sees it."""
        if isinstance(shape, Plain):
            slot = shape.slot
            if self.process is None:
                return lambda context, env: context.read_before(slot)
            return lambda context, env: context.read(slot)
        parts = [(key, self._whole(part)) for key, part in shape.parts.items()]
        return lambda context, env: make_function((key, part(context, env)) for key, part in parts)

    def look(self, context: Context, process: int, place: int) -> Any:
        """A process's pc (place 0) or local variable."""
        if process == context.process:
            return context.before[process][place]
        return context.read_before(self.names.projections[process, place])

    def _function_of_processes(self, owners: list[ProcessNames], place: int, single: bool) -> Evaluate:
        if single:
            index = owners[0].index
            return lambda context, env: self.look(context, index, place)
        return lambda context, env: make_function((owner.identity, self.look(context, owner.index, place)) for owner in owners)

    def definition(self, name: str, arity: int, span: Span) -> tuple[Evaluate, int]:
        """A compiled operator of the module; its arguments are thunks at env 0..arity-1."""
        module = self.module
        known = module._definitions.get(name)
        definition = self.names.definitions[name]
        if isinstance(definition, Unsupported):
            raise InvalidInput([definition.diagnostic])
        if len(definition.params) != arity:
            raise self.error("TF312", f"{name} takes {len(definition.params)} arguments, not {arity}", span)
        if known is None:
            if name in module._open:
                raise self.error("TF501", f"{name} is defined through itself; recursive operators are not supported", span)
            module._open.append(name)
            outer, module.source = module.source, self.names.generated.get(name, self.names.source)
            try:
                scope = {parameter: (index, True) for index, parameter in enumerate(definition.params)}
                known = (module.compile_lazy(definition.body, scope), arity)
            finally:
                module._open.pop()
                module.source = outer
            module._definitions[name] = known
        return known

    # --- operators

    def _call(self, expr: ast.Call, scope: Scope) -> Evaluate:
        arguments = [self.compile_lazy(argument, scope) for argument in expr.args]
        if expr.name in scope:
            index, _ = scope[expr.name]

            def call_local(context: Context, env: Env) -> Any:
                operator: LocalOperator = env[index]
                return operator.body(context, (*operator.env, *(Thunk(argument, env) for argument in arguments)))

            return call_local
        if expr.name in self.names.definitions:
            body, _ = self.definition(expr.name, len(arguments), expr.span)
            return lambda context, env: body(context, tuple(Thunk(argument, env) for argument in arguments))
        if (expr.name, len(arguments)) == ("Assert", 2):
            test = self.compile(expr.args[0], scope)

            def check(context: Context, env: Env) -> Any:
                if not op.as_boolean(test(context, env)):
                    raise op.EvaluationError("Assert failed")
                return TRUE

            return guarded(expr.span, check)
        function = builtin.CALLS.get((expr.name, len(arguments)))
        if function is None:
            raise InternalError(f"no meaning for the operator {expr.name} with {len(arguments)} arguments")
        if len(arguments) == 1:
            (only,) = arguments
            return guarded(expr.span, lambda context, env: function(only(context, env)))
        return guarded(expr.span, lambda context, env: function(*[argument(context, env) for argument in arguments]))

    def _unary(self, expr: ast.Unary, scope: Scope) -> Evaluate:
        operand = self.compile_lazy(expr.operand, scope)
        if expr.op == "~":
            return guarded(expr.span, lambda context, env: FALSE if op.as_boolean(operand(context, env)) else TRUE)
        if expr.op == "-.":
            return guarded(expr.span, lambda context, env: op.within(-op.as_integer(operand(context, env))))
        if expr.op == "DOMAIN":
            return self._domain(expr, operand)
        if expr.op == "SUBSET":
            return guarded(expr.span, lambda context, env: builtin.power_set(operand(context, env)))
        if expr.op == "UNION":
            return guarded(
                expr.span,
                lambda context, env: op.together(op.as_set(part) for part in op.as_set(operand(context, env))),
            )
        raise InternalError(f"no meaning for the operator {expr.op}")

    def _domain(self, expr: ast.Unary, operand: Evaluate) -> Evaluate:
        inner = expr.operand
        if isinstance(inner, ast.Name):
            shape = self.names.globals.get(inner.id)
            if shape is not None and not isinstance(shape, Plain) and not (self.process and inner.id in self.process.locals):
                keys = frozenset(shape.parts)
                return lambda context, env: keys
        return guarded(expr.span, lambda context, env: op.domain(operand(context, env)))

    def _binary(self, expr: ast.Binary, scope: Scope) -> Evaluate:
        left, right = self.compile_lazy(expr.left, scope), self.compile_lazy(expr.right, scope)
        span, name = expr.span, expr.op
        if name == "=>":
            return guarded(
                span,
                lambda context, env: boolean(op.as_boolean(right(context, env))) if op.as_boolean(left(context, env)) else TRUE,
            )
        if name == "\\in":
            return guarded(span, lambda context, env: boolean(op.member(op.force(left(context, env)), right(context, env))))
        if name == "\\notin":
            return guarded(span, lambda context, env: boolean(not op.member(op.force(left(context, env)), right(context, env))))
        if name == "\\subseteq":
            return guarded(span, lambda context, env: boolean(op.subset_of(left(context, env), right(context, env))))
        if name == "\\X":
            parts = [self.compile_lazy(part, scope) for part in _product_factors(expr)]
            return guarded(span, lambda context, env: builtin.times(tuple(part(context, env) for part in parts)))
        if name in builtin.LAZY_BINARY:
            combine = builtin.LAZY_BINARY[name]
            return guarded(span, lambda context, env: combine(left(context, env), right(context, env)))
        function = builtin.BINARY.get(name)
        if function is None:
            raise InternalError(f"no meaning for the operator {name}")
        return guarded(span, lambda context, env: function(op.force(left(context, env)), op.force(right(context, env))))

    def _junction(self, expr: ast.Junction, scope: Scope) -> Evaluate:
        items = [self.compile(item, scope) for item in expr.items]
        stop = expr.op == "\\/"

        def run(context: Context, env: Env) -> Any:
            for item in items:
                if op.as_boolean(item(context, env)) is stop:
                    return boolean(stop)
            return boolean(not stop)

        return guarded(expr.span, run)

    # --- sets, functions, records

    def bind(self, bounds: tuple[ast.Bound, ...], scope: Scope, depth: int) -> tuple[Callable[[Context, Env], Iterator[Env]], Scope]:
        """An iterator over the environments that the bounds allow, and the scope inside them.

        Domains do not see the names bound beside them, as in TLA+.
        """
        domains = [self.compile(bound.domain, scope) for bound in bounds]
        inner = dict(scope)
        index = depth
        for bound in bounds:
            for name in bound.names:
                inner[name] = (index, False)
                index += 1
        shapes = [(len(bound.names), bound.tuple_pattern, bound.span) for bound in bounds]

        def environments(context: Context, env: Env) -> Iterator[Env]:
            lists = [op.sorted_elements(op.as_set(values(context, env))) for values in domains]
            # Names outside the scope's depth may follow in env when thunks of outer scopes do; cut them off.
            return environments_of(env[:depth], lists, shapes, 0)

        return environments, inner

    def _at(self, expr: ast.At, scope: Scope) -> Evaluate:
        if "@" not in scope:
            raise self.error("TF504", "@ stands outside EXCEPT", expr.span)
        index, _ = scope["@"]
        return lambda context, env: env[index]

    def compile_path(self, path: tuple[tuple[ast.Expr, ...] | str, ...], scope: Scope) -> list[Evaluate]:
        """The keys of an index path: `[e]`, `[e1, e2]` (a tuple), `.name`."""
        keys: list[Evaluate] = []
        for part in path:
            if isinstance(part, str):
                keys.append(_constant(part))
            elif len(part) == 1:
                keys.append(self.compile(part[0], scope))
            else:
                several = [self.compile(item, scope) for item in part]
                keys.append(_tuple_of(several))
        return keys

    # --- control

    def _if(self, expr: ast.If, scope: Scope) -> Evaluate:
        condition = self.compile(expr.condition, scope)
        then, otherwise = self.compile_lazy(expr.then, scope), self.compile_lazy(expr.otherwise, scope)
        return guarded(
            expr.span,
            lambda context, env: then(context, env) if op.as_boolean(condition(context, env)) else otherwise(context, env),
        )

    def _case(self, expr: ast.Case, scope: Scope) -> Evaluate:
        return self.case_over(expr, scope, self.compile_lazy)

    def case_over(
        self, expr: ast.Case, scope: Scope, compile_value: Callable[[ast.Expr, Scope], Callable[[Context, Env], Any]]
    ) -> Evaluate:
        """A CASE whose values are compiled in one way or another; the first arm that applies counts."""
        arms = [(self.compile(guard, scope), compile_value(value, scope)) for guard, value in expr.arms]
        other = None if expr.other is None else compile_value(expr.other, scope)

        def run(context: Context, env: Env) -> Any:
            for guard, value in arms:
                if op.as_boolean(guard(context, env)):
                    return value(context, env)
            if other is None:
                raise op.EvaluationError("no CASE arm applies and there is no OTHER")
            return other(context, env)

        return guarded(expr.span, run)

    def _let(self, expr: ast.Let, scope: Scope) -> Evaluate:
        extend, inner = self.let_bindings(expr, scope)
        body = self.compile_lazy(expr.body, inner)
        return lambda context, env: body(context, extend(env))

    def let_bindings(
        self, expr: ast.Let, scope: Scope, compile_ways: Callable[[ast.Expr, Scope], Ways] | None = None
    ) -> tuple[Callable[[Env], Env], Scope]:
        """A function that adds the definitions of a LET to an environment, and the scope inside.

        With `compile_ways` the definitions also know in how many ways they are true.
        """
        depth = depth_of(scope)
        inner = dict(scope)
        steps: list[tuple[Evaluate, Ways | None, bool]] = []
        for index, definition in enumerate(expr.definitions, start=depth):
            inside = {**inner, **{name: (index + offset, True) for offset, name in enumerate(definition.params)}}
            evaluate = self.compile_lazy(definition.body, inside)
            ways = None if compile_ways is None else compile_ways(definition.body, inside)
            steps.append((evaluate, ways, bool(definition.params)))
            inner = {**inner, definition.name: (index, not definition.params)}

        def extend(env: Env) -> Env:
            extended = env[:depth]
            for evaluate, ways, is_operator in steps:
                extended = (*extended, LocalOperator(evaluate, ways, extended) if is_operator else Thunk(evaluate, extended, ways))
            return extended

        return extend, inner

    def _quantifier(self, expr: ast.Quantifier, scope: Scope) -> Evaluate:
        environments, inner = self.bind(expr.bounds, scope, depth_of(scope))
        body = self.compile(expr.body, inner)
        stop = expr.kind == "\\E"

        def run(context: Context, env: Env) -> Any:
            for extended in environments(context, env):
                if op.as_boolean(body(context, extended)) is stop:
                    return boolean(stop)
            return boolean(not stop)

        return guarded(expr.span, run)

    def _choose(self, expr: ast.Choose, scope: Scope) -> Evaluate:
        environments, inner = self.bind((expr.bound,), scope, depth_of(scope))
        predicate = self.compile(expr.predicate, inner)
        depth, pattern = depth_of(scope), expr.bound.tuple_pattern

        def run(context: Context, env: Env) -> Any:
            for extended in environments(context, env):
                if op.as_boolean(predicate(context, extended)):
                    return tuple(extended[depth:]) if pattern else extended[depth]
            raise op.EvaluationError("no element satisfies the CHOOSE")

        return guarded(expr.span, run)


def _constant(value: Any) -> Evaluate:
    return lambda context, env: value


def _tuple_of(items: list[Evaluate]) -> Evaluate:
    return lambda context, env: tuple([item(context, env) for item in items])


_MAYBE_LAZY = (ast.Name, ast.Call, ast.Unary, ast.Binary, ast.FunctionSet, ast.RecordSet, ast.If, ast.Case, ast.Let)


def _product_factors(expr: ast.Binary) -> Iterator[ast.Expr]:
    """The factors of `A \\X B \\X C`, which is a set of triples; the parser nests it to the left."""
    if isinstance(expr.left, ast.Binary) and expr.left.op == "\\X":
        yield from _product_factors(expr.left)
    else:
        yield expr.left
    yield expr.right
