"""Every name of a module is declared, once, before it is used, and used as what it is: the checks of SANY and pcal.trans."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ..diagnostics import Diagnostic
from ..similar import similar
from ..source import Guess, Source, Span
from . import builtins
from .ast import Algorithm, AssertStmt, Assign, Await, Definition, Expr, IfStmt, Print, Process, Stmt, Target, VarDecl, While, With
from .labels import blocks, place_of
from .model import Unsupported
from .problems import is_full
from .scope import NO_VALUE, TRANSLATED, Entry, Names, Scope
from .substitute import names_in
from .units import Parts
from .unknown import Expected

_AFTERWARDS = "defined by the translation, after this place"


def check_names(
    parts: Parts, algorithm: Algorithm, source: Source, problems: list[Diagnostic], warnings: list[Diagnostic], expected: Expected
) -> None:
    """Check all names of a module whose macros are expanded.

    Definitions that use what is not supported become Unsupported in `parts.definitions`; that is an error where the
    algorithm uses them.
    """
    macros = {macro.name: macro.params for macro in algorithm.macros}
    _Checker(parts, algorithm, Scope(source, problems, expected=expected, macros=macros), warnings).run()


@dataclass(slots=True)
class _Checker:
    parts: Parts
    algorithm: Algorithm
    scope: Scope
    warnings: list[Diagnostic]
    local_owners: dict[str, list[Process]] = field(default_factory=dict)

    def run(self) -> None:
        """The module from top to bottom, as SANY sees it after translation."""
        scope, parts, algorithm = self.scope, self.parts, self.algorithm
        self._modules()
        extended = parts.extends_places
        scope.extend_at = (extended[-1][1].end, ", ") if extended else (parts.header_end, "\nEXTENDS ")
        before = [name for name in parts.definitions if name not in parts.in_define and name not in parts.after]
        for name in parts.definitions:
            scope.later[name] = "defined further down"
        for name, span in parts.constants:
            if name != "defaultInitValue":
                self._constant(name, span)
        for name, span in parts.variables:
            message = f"the variable {name} is declared outside the algorithm, which gives it no value"
            scope.error("TF206", message, span, "declare it under variables in the algorithm")
        for variable in self._all_variables():
            scope.later[variable.name] = "a variable, declared by the algorithm further down"
        self._definitions(before)
        self._assumptions(parts.assumptions[: parts.assumptions_before])
        self._globals()
        self._definitions(parts.in_define)
        self._initial_values(algorithm.variables, self._before_init())
        self._locals()
        self._processes()
        self._after()
        self._assumed()

    # Declarations

    def _modules(self) -> None:
        visible = self.scope.visible
        for name, arity in builtins.ALWAYS.items():
            visible[name] = Entry("part of TLA+", arity)
        if self.parts.name in builtins.MODULES and self.parts.extends:
            start = self.scope.source.text.rfind(self.parts.name, 0, self.parts.header_end)
            message = f"the module has the name of a standard module, {self.parts.name}"
            self.scope.error("TF337", message, Span(start, start + len(self.parts.name)), "choose another name")
        for name, span in self.parts.extends_places:
            if name not in builtins.MODULES and name not in builtins.OTHER_MODULES and not _beside(self.scope.source, name):
                close = similar(name, [*builtins.MODULES, *builtins.OTHER_MODULES])
                hint = f"did you mean {close[0]}?" if close else f"put {name}.tla beside this file, or drop it"
                self.scope.error("TF318", f"there is no module {name}", span, hint, Guess(span, close[0]) if close else None)
            elif name not in builtins.MODULES:
                message = f"the module {name} is not supported: nothing of it can be used here"
                known = ", ".join(builtins.MODULES)
                hint = f"supported are {known}"
                self.warnings.append(self.scope.source.diagnostic("TF317", message, span, hint=hint, severity="warning"))
        for name, (arity, module) in builtins.operators_of(self.parts.extends).items():
            visible[name] = Entry(f"an operator of {module}", arity, refusal=builtins.UNSUPPORTED.get(name))

    def _all_variables(self) -> list[VarDecl]:
        return [*self.algorithm.variables, *(v for process in self.algorithm.processes for v in process.variables)]

    def _globals(self) -> None:
        scope = self.scope
        for name in self._translated():
            scope.later[name] = _AFTERWARDS
        for variable in self.algorithm.variables:
            self._declare_variable(variable, Entry("a global variable", variable=True))
        scope.visible["pc"] = Entry("the program counter")
        if any(variable.value is None for variable in self._all_variables()):
            scope.visible["defaultInitValue"] = Entry("the initial value of variables without one")
        for variable in self.algorithm.variables:
            scope.later.pop(variable.name, None)

    def _constant(self, name: str, span: Span) -> None:
        scope = self.scope
        entry = Entry("a constant", self.parts.operator_constants.get(name, 0))
        if scope.visible.get(name) == entry:
            message = f"the constant {name} is declared twice"
            warning = scope.source.diagnostic("TF337", message, span, hint="declare it once", severity="warning")
            self.warnings.append(warning)
        else:
            self._check_free(name, "constant", span)
            scope.declare(name, entry, span)

    def _check_free(self, name: str, kind: str, span: Span) -> None:
        if name in ("pc", "self", *self._translated()):
            self.scope.error("TF337", f"{name} cannot be a {kind}: the translation uses the name", span, "choose another name")

    def _translated(self) -> tuple[str, ...]:
        """The names that the translation defines."""
        return tuple(name for name in builtins.TRANSLATION if name != "ProcSet" or self.algorithm.processes)

    def _declare_variable(self, variable: VarDecl, entry: Entry) -> None:
        span = Span(variable.span.start, variable.span.start + len(variable.name))
        self._check_free(variable.name, "variable", span)
        self.scope.declare(variable.name, entry, span)

    def _initial_values(self, variables: tuple[VarDecl, ...], bound: Names) -> None:
        for variable in variables:
            if variable.value is not None:
                self.scope.check(variable.value, bound)

    def _before_init(self) -> Names:
        """What the translation defines before Init, where initial values stand."""
        names = {"vars": Entry(TRANSLATED, refusal="it is not a value")}
        return {**names, "ProcSet": Entry(TRANSLATED)} if self.algorithm.processes else names

    def _locals(self) -> None:
        """Local variables of all processes become visible; same names in several processes are allowed."""
        scope = self.scope
        for process in self.algorithm.processes:
            own: set[str] = set()
            for variable in process.variables:
                owners = self.local_owners.setdefault(variable.name, [])
                if not owners or variable.name in own:
                    self._declare_variable(variable, Entry(f"a local variable of process {process.name}"))
                own.add(variable.name)
                owners.append(process)
        for name, owners in self.local_owners.items():
            scope.later.pop(name, None)
            names = sorted({owner.name for owner in owners})
            if len(names) > 1:
                refusal = f"it is a local variable of {' and '.join(names)}, and pcal.trans renames one of them"
                scope.visible[name] = Entry(f"a local variable of process {names[0]}", refusal=refusal)
        scope.visible.update(self._before_init())
        scope.visible["Init"] = Entry(TRANSLATED, refusal="it is not a value")

    # Definitions

    def _definitions(self, names: Iterable[str]) -> None:
        for name in names:
            self._definition(name, self.parts.definitions[name])

    def _assumptions(self, assumptions: list[Expr]) -> None:
        for assumption in assumptions:
            # What cannot be evaluated here is no error: then the assumption is for TLC alone.
            self.scope.refuse = _ignore
            self.scope.check(assumption, {})
            self.scope.refuse = None

    def _assumed(self) -> None:
        """The assumptions that TLC evaluates are about constants, and some of them can be evaluated here as well."""
        source = self.scope.source
        variables = {"pc", *(variable.name for variable in self._all_variables())}
        found = []
        for assumption in self.parts.assumed:
            names, unread = self._uses(assumption)
            if used := sorted(names & variables):
                hint = "an invariant is about variables: define it and name it under INVARIANT in the .cfg"
                self.scope.error("TF319", f"an assumption is about constants, and {used[0]} is a variable", assumption.span, hint)
            elif unread:
                self.parts.not_evaluated.append(assumption.span)
            else:
                found.append(assumption)
        self.parts.assumed = found
        for span in self.parts.not_evaluated:
            hint = "it uses what is not supported here"
            self.warnings.append(source.diagnostic("TF340", "only TLC evaluates this assumption", span, hint=hint, severity="warning"))

    def _uses(self, expr: Expr) -> tuple[set[str], bool]:
        """All names in an expression and in the definitions it uses, and whether one of them cannot be read or used."""
        seen: set[str] = set()
        unread = False
        waiting = set(names_in(expr))
        while waiting:
            name = waiting.pop()
            seen.add(name)
            definition = self.parts.definitions.get(name)
            unread = unread or isinstance(definition, Unsupported) or name in builtins.UNSUPPORTED
            if isinstance(definition, Definition):
                waiting |= names_in(definition.body) - seen
        return seen, unread

    def _definition(self, name: str, definition: Definition | Unsupported) -> None:
        scope = self.scope
        refused: list[Diagnostic] = []
        if isinstance(definition, Definition):

            def refuse(code: str, message: str, span: Span, hint: str | None) -> None:
                refused.append(scope.source.diagnostic(code, message, span, hint=hint))

            scope.refuse, scope.used = refuse, {}
            inner: Names = {}
            for parameter in definition.params:
                inner = scope.bind((parameter,), inner, definition.name_span, f"a parameter of {name}")
            scope.check(definition.body, inner)
            scope.refuse = None
            for used in scope.used:
                below = self.parts.definitions.get(used)
                if isinstance(below, Unsupported):
                    refused.append(below.diagnostic)
            if refused:
                self.parts.definitions[name] = Unsupported(name, refused[0])
        scope.later.pop(name, None)
        arity = len(definition.params) if isinstance(definition, Definition) else -1
        span = self.parts.places.get(name)
        if span is None:
            return
        if name in ("self", *self._translated()) and name not in scope.visible and name not in self.parts.after:
            scope.error("TF337", f"{name} cannot be defined: the translation defines the name", span, "choose another name")
        scope.declare(name, Entry("a definition", arity, definition=True), span)

    def _after(self) -> None:
        """Definitions after the algorithm; what the translation defines is an action there, not a value."""
        visible = self.scope.visible
        for name in self._translated():
            visible.setdefault(name, Entry(TRANSLATED, refusal="it is not a value"))
        self._definitions(self.parts.after)
        self._assumptions(self.parts.assumptions[self.parts.assumptions_before :])

    # Processes

    def _processes(self) -> None:
        scope = self.scope
        scope.used = {}
        if not self.algorithm.processes:
            self._body(self.algorithm.body, {})
        seen: set[str] = set()
        for process in self.algorithm.processes:
            if process.name in seen:
                span = self._name_span(process)
                scope.error(
                    "TF337", f"there are two processes called {process.name}", span, "rename one, or declare a set of processes with \\in"
                )
            seen.add(process.name)
            own: Names = {**self._of_other_sets(process), **{v.name: Entry("a local variable", variable=True) for v in process.variables}}
            if process.kind == "\\in":
                own = {**own, "self": Entry("the identity of the process")}
            scope.check(process.identity, {})
            scope.set_form = self._set_form(process)
            self._initial_values(process.variables, own)
            self._body(process.body, own)
            scope.set_form = None
            self._action(process.name, self._name_span(process), "process")
        for name, _ in scope.used.items():
            definition = self.parts.definitions.get(name)
            if isinstance(definition, Unsupported) and definition.diagnostic not in scope.problems:
                scope.problems.append(definition.diagnostic)

    def _set_form(self, process: Process) -> str | None:
        """How a process that is declared with = would be declared with a set of one element."""
        if process.kind == "\\in":
            return None
        identity = process.identity.span
        inside = f"{process.name} \\in {{{self.scope.source.text[identity.start : identity.end]}}}"
        return f"process ({inside})" if self.algorithm.syntax == "c" else f"process {inside}"

    def _of_other_sets(self, process: Process) -> Names:
        """Local variables of other processes' sets: pcal.trans indexes them with the identity of the process that reads them."""
        refusal = "pcal.trans would look up the value that belongs to this process"
        return {
            name: Entry(
                f"a local variable of process {owners[0].name}", refusal=f"it belongs to the processes of {owners[0].name}, and {refusal}"
            )
            for name, owners in self.local_owners.items()
            if owners[0].kind == "\\in" and all(owner is not process for owner in owners)
        }

    def _name_span(self, process: Process) -> Span:
        """The place of a process's name; the tree does not keep it."""
        start = self.scope.source.text.find(process.name, process.span.start + len("process"), process.identity.span.start)
        return Span(start, start + len(process.name)) if start >= 0 else process.span

    def _action(self, name: str, span: Span, kind: str) -> None:
        """The translation defines an operator for every label and process; pcal.trans renames those that meet variables."""
        taken = self.scope.visible.get(name)
        if name in self._translated() or name == "self":
            self.scope.error("TF309", f"{name} cannot name a {kind}: the translation uses the name", span, "choose another name")
        elif taken is not None and taken.what.startswith(("a constant", "a definition", "an operator of")):
            message = f"the {kind} {name} has the name of {taken.what}: the translation would define it twice"
            self.scope.error("TF309", message, span, f"rename the {kind}")
        elif taken is None:
            self.scope.visible[name] = Entry(f"the name of a {kind}", refusal=NO_VALUE)

    def _body(self, statements: tuple[Stmt, ...], bound: Names) -> None:
        for statement in statements:
            self._statement(statement, bound)

    def _statement(self, statement: Stmt, bound: Names) -> None:
        scope = self.scope
        scope.call = None if statement.origin is None else place_of(statement)
        if isinstance(statement, Assign):
            for target, value in statement.assignments:
                self._target(target, bound, statement)
                scope.check(value, bound)
        elif isinstance(statement, (Await, AssertStmt, IfStmt, While)):
            scope.check(statement.condition, bound)
        elif isinstance(statement, Print):
            scope.check(statement.value, bound)
        inner = bound
        if isinstance(statement, With):
            for name, _, value in statement.bindings:
                scope.check(value, inner)
                inner = scope.bind((name,), inner, _binding_span(scope.source, statement, name), "bound by a with")
        if isinstance(statement, (AssertStmt, Print)) and "Assert" not in scope.visible:
            word = "assert" if isinstance(statement, AssertStmt) else "print"
            scope.not_extended(word, "TLC", statement.span)
        scope.call = None
        for block in blocks(statement):
            self._body(block, inner)
        if statement.label is not None:
            self._action(statement.label.name, statement.label.span, "label")

    def _target(self, target: Target, bound: Names, statement: Stmt) -> None:
        scope = self.scope
        scope.path(target.path, bound)
        entry = bound.get(target.name) or scope.visible.get(target.name)
        if entry is not None and entry.variable:
            return
        span = target.span
        written = scope.source.text[span.start : span.start + len(target.name)] == target.name
        # An argument of a call stands in the call.
        where = "" if written and statement.origin is not None and _within(span, place_of(statement)[0]) else place_of(statement)[1]
        owners = self.local_owners.get(target.name)
        if owners:
            message = f"{target.name} is a local variable of process {owners[0].name} and cannot be assigned here{where}"
            scope.error("TF316", message, span, "make it a global variable, or send a message")
        elif entry is not None:
            scope.error("TF311", f"{target.name} is {entry.what} and cannot be assigned{where}", span, "declare a variable for it")
        else:
            variables = [name for name, e in {**scope.visible, **bound}.items() if e.variable]
            if is_full(scope.problems):
                scope.error("TF310", f"{target.name} is not declared{where}", span)
                return
            first = scope.expected.variables.get(target.name)
            close = similar(target.name, variables) if first is None else []
            hint = f"did you mean {close[0]}?" if close else "declare it under variables"
            if first is not None:
                hint = f"the topology has it: declare it under variables, as {target.name} = {first}"
            if not close and not scope.first_use(target.name):
                return
            edit = scope.guess(target.name, span, close[0]) if close else None
            scope.error("TF310", f"{target.name} is not declared{where}", span, hint, edit)


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _ignore(code: str, message: str, span: Span, hint: str | None) -> None:
    pass


def _beside(source: Source, module: str) -> bool:
    """Whether a module lies in the folder of the one that is read."""
    return (Path(source.name).parent / f"{module}.tla").is_file()


def _binding_span(source: Source, statement: With, name: str) -> Span:
    """The place of a name that a with binds; the tree does not keep it."""
    start = source.text.find(name, statement.span.start + len("with"), statement.span.end)
    return Span(start, start + len(name)) if start >= 0 else statement.span
