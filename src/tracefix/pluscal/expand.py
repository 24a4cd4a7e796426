"""Macro expansion, with the rules of pcal.trans (class ParseAlgorithm, method ExpandMacroCall).

A macro may call macros that stand before it, so there is no recursion. A parameter that is assigned to needs a variable,
possibly with indices, as its argument. The label of a call goes to the first statement of the expansion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..diagnostics import Diagnostic
from ..source import Edit, Guess, Source, Span
from .ast import (
    Algorithm,
    AssertStmt,
    Assign,
    Await,
    Either,
    Expr,
    Goto,
    IfStmt,
    Macro,
    MacroCall,
    Print,
    Skip,
    Stmt,
    String,
    Target,
    While,
    With,
)
from .habits import CONSTRUCTS
from .labels import walk
from .measure import Size, size_of
from .problems import is_full
from .substitute import as_target, bound_names, substitute, substitute_path
from .tokens import PLUSCAL_WORDS
from .unknown import meaning_of_macro

MAX_EXPANDED = 100_000
"""Statements and parts of expressions that macro calls may become, all together: a chain of macros that call the one before twice, or pass
on an argument twice, doubles at each."""

MAX_DEPTH = 250
"""How deep they may lie in each other: those who read the tree recurse."""

MAX_CALLS = 100
"""How many macros may lead from one to the next."""


def expand(algorithm: Algorithm, source: Source, diagnostics: list[Diagnostic]) -> Algorithm:
    """The algorithm without macro calls; its `macros` stay as written. Problems go to `diagnostics`."""
    variables = {v.name for v in algorithm.variables} | {v.name for process in algorithm.processes for v in process.variables}
    expander = _Expander(source, diagnostics, {macro.name for macro in algorithm.macros}, variables)
    for macro in algorithm.macros:
        expander.define(macro)
    processes = tuple(replace(process, body=expander.statements(process.body)) for process in algorithm.processes)
    return replace(algorithm, processes=processes, body=expander.statements(algorithm.body))


@dataclass(slots=True)
class _Substitution:
    """The arguments of one call, by parameter."""

    values: Mapping[str, Expr]
    call: MacroCall


class _Expander:
    def __init__(self, source: Source, diagnostics: list[Diagnostic], names: set[str], variables: set[str]) -> None:
        self.variables = variables
        self.source = source
        self.diagnostics = diagnostics
        self.names = names
        self.macros: dict[str, Macro] = {}
        self.sizes: dict[str, Size] = {}
        self.calls: dict[str, int] = {}
        self.made = 0

    def error(self, code: str, message: str, span: Span, hint: str | None = None, edit: Edit | None = None) -> None:
        self.diagnostics.append(self.source.diagnostic(code, message, span, hint=hint, edit=edit))

    def define(self, macro: Macro) -> None:
        """Expand the macro's own calls, which may only be of macros before it, and make it known."""
        if macro.name in self.macros:
            self.error("TF332", f"the macro {macro.name} is defined twice", macro.span, "rename one of them")
        for index, name in enumerate(macro.params):
            if name in macro.params[:index]:
                self.error("TF333", f"the macro {macro.name} has two parameters called {name}", macro.span)
        for statement in walk(macro.body):
            for name, span in bound_names(statement):
                if name in macro.params:
                    message = f"the macro {macro.name} binds its own parameter {name} again"
                    self.error("TF333", message, span, "rename the bound name: pcal.trans would replace it by the argument")
        called = [statement.name for statement in walk(macro.body) if isinstance(statement, MacroCall)]
        self.calls[macro.name] = 1 + max((self.calls.get(name, 0) for name in called), default=0)
        body = self.statements(macro.body)
        self.macros[macro.name] = replace(macro, body=body)
        self.sizes[macro.name] = size_of(body, macro.params)

    def statements(self, statements: Sequence[Stmt]) -> tuple[Stmt, ...]:
        result: list[Stmt] = []
        for statement in statements:
            if isinstance(statement, MacroCall):
                result += self.call(statement)
            elif isinstance(statement, IfStmt):
                then, otherwise = self.statements(statement.then), self.statements(statement.otherwise)
                result.append(replace(statement, then=then, otherwise=otherwise))
            elif isinstance(statement, Either):
                result.append(replace(statement, branches=tuple(self.statements(branch) for branch in statement.branches)))
            elif isinstance(statement, (While, With)):
                result.append(replace(statement, body=self.statements(statement.body)))
            else:
                result.append(statement)
        return tuple(result)

    def call(self, call: MacroCall) -> list[Stmt]:
        """The statements that a call stands for."""
        macro = self.macros.get(call.name)
        if macro is None:
            self._unknown(call)
            return [Skip(call.span, call.label, call)]
        if len(macro.params) != len(call.args):
            expected = f"{len(macro.params)} argument{'' if len(macro.params) == 1 else 's'}"
            message = f"the macro {call.name} takes {expected}, not {len(call.args)}"
            self.error("TF335", message, call.span, f"it is declared as {macro.name}({', '.join(macro.params)})")
            return [Skip(call.span, call.label, call)]
        if self.made > MAX_EXPANDED:
            return [Skip(call.span, call.label, call)]
        size = self.sizes[call.name]
        arguments = {name: size_of(argument) for name, argument in zip(macro.params, call.args, strict=True)}
        # Each statement remembers the calls that it comes from.
        self.made += (
            size.nodes
            + size.statements * self.calls[call.name]
            + sum(size.uses.get(name, 0) * argument.nodes for name, argument in arguments.items())
        )
        depth = size.depth + max((argument.depth for argument in arguments.values()), default=0)
        if self.made > MAX_EXPANDED or depth > MAX_DEPTH or self.calls[call.name] > MAX_CALLS:
            much = f"stand for more than {MAX_EXPANDED:,} statements and operators"
            message = (
                f"the macros of this algorithm {much if self.made > MAX_EXPANDED else 'call each other, or pass on arguments, too deeply'}"
            )
            self.error("TF207", message, call.span, "macros that call macros multiply; write a process set or a loop")
            self.made = MAX_EXPANDED + 1
            return [Skip(call.span, call.label, call)]
        substitution = _Substitution(dict(zip(macro.params, call.args, strict=True)), call)
        body = [self.substituted(statement, substitution) for statement in macro.body]
        if body:
            body[0] = replace(body[0], label=call.label)
        return body

    def _unknown(self, call: MacroCall) -> None:
        if call.name in self.names:
            message = f"the macro {call.name} is called before it is defined"
            self.error("TF334", message, call.span, "a macro can only use macros that stand before it; there is no recursion")
            return
        lower = call.name.lower()
        place = Span(call.span.start, call.span.start + len(call.name))
        if lower in PLUSCAL_WORDS:
            self.error("TF217", f"{call.name!r} must be written {lower}", call.span, "PlusCal keywords are lower case", (place, lower))
            return
        if is_full(self.diagnostics):
            self.error("TF334", f"there is no macro {call.name}", call.span)
            return
        meaning = meaning_of_macro(call.name, self.macros)
        if lower in CONSTRUCTS:
            self.error("TF229", CONSTRUCTS[lower][0], call.span, meaning.hint)
            return
        edit = None if meaning.right is None else Guess(place, meaning.right)
        self.error("TF334", f"there is no macro {call.name}", call.span, meaning.hint, edit)

    def substituted(self, statement: Stmt, s: _Substitution) -> Stmt:
        """One statement of a macro's body with the arguments put in."""
        origin = _origin(statement.origin, s.call)
        label = statement.label
        values = s.values
        match statement:
            case Assign(assignments, span):
                pairs = [(self._target(target, s), substitute(value, values)) for target, value in assignments]
                known = tuple((target, value) for target, value in pairs if target is not None)
                return Assign(known, span, label, origin) if len(known) == len(pairs) else Skip(span, label, origin)
            case Await(condition, span):
                return Await(substitute(condition, values), span, label, origin)
            case AssertStmt(condition, span):
                return AssertStmt(substitute(condition, values), span, label, origin)
            case Print(value, span):
                return Print(substitute(value, values), span, label, origin)
            case IfStmt(condition, then, otherwise, span):
                return IfStmt(substitute(condition, values), self._all(then, s), self._all(otherwise, s), span, label, origin)
            case Either(branches, span):
                return Either(tuple(self._all(branch, s) for branch in branches), span, label, origin)
            case While(condition, body, span):
                return While(substitute(condition, values), self._all(body, s), span, label, origin)
            case With(bindings, body, span):
                replaced = tuple((name, kind, substitute(e, values)) for name, kind, e in bindings)
                return With(replaced, self._all(body, s), span, label, origin)
            case Goto(target, span):
                return Goto(target, span, label, origin)
            case Skip(span) | MacroCall(_, _, span):
                return Skip(span, label, origin)

    def _all(self, statements: tuple[Stmt, ...], s: _Substitution) -> tuple[Stmt, ...]:
        return tuple(self.substituted(statement, s) for statement in statements)

    def _target(self, target: Target, s: _Substitution) -> Target | None:
        path = substitute_path(target.path, s.values)
        argument = s.values.get(target.name)
        if argument is None:
            return replace(target, path=path)
        resolved = as_target(argument)
        if resolved is None:
            message = f"the macro {s.call.name} assigns to its parameter {target.name}, so this argument must be a variable"
            hint = "pass a variable, or an element of one such as x[i]"
            edit = None
            if isinstance(argument, String) and argument.value in self.variables:
                hint = f"write {argument.value} without quotes"
                edit = Guess(argument.span, argument.value)
            self.error("TF336", message, argument.span, hint, edit)
            return None
        name, prefix = resolved
        # The author can act on the argument, not on the macro.
        return Target(name, (*prefix, *path), argument.span)


def _origin(inner: MacroCall | None, call: MacroCall) -> MacroCall:
    """The chain of calls: the innermost one, whose own `origin` is the one it stands in."""
    return call if inner is None else replace(inner, origin=_origin(inner.origin, call))
