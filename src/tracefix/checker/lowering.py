"""A workspace to its TransitionSystem.

Shared variables whose domain never changes (every assignment is to an index of them) are cut into one slot per argument, so
that a step depends on the one channel it touches and not on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from ..errors import InvalidInput
from ..pluscal import ast, parse_definitions
from ..pluscal.model import CfgValue, ModelValueName, Unsupported
from ..pluscal.substitute import names_in
from ..source import Source
from ..workspace import Workspace
from . import operators as op
from .context import OUTSIDE, Context
from .expressions import Compiler
from .granularity import split_operations
from .names import Names, Plain, ProcessNames, Shape, Split
from .properties import ground_conjuncts
from .statements import Branch, LabelledStep, StatementCompiler
from .system import AbstractState, Conjunct, TransitionSystem
from .values import Fn, ModelValue, boolean, to_tla

MAX_INITIAL_STATES = 1_000_000

NATIVE = ("Deadlock", "MutualExclusion", "Assertion", "CompletionReachable")


def lower(workspace: Workspace, granularity: str = "label", only: frozenset[str] | None = None) -> TransitionSystem:
    """The transition system of a workspace; with granularity `op`, `only` restricts the cutting to these labels.

    Raises InvalidInput for what has no meaning here.
    """
    return _Lowering(workspace, granularity, only).run()


def constant_value(value: CfgValue) -> Any:
    """A configuration value as a TLA+ value."""
    if isinstance(value, ModelValueName):
        return ModelValue(value.name)
    if isinstance(value, bool):
        return boolean(value)
    if isinstance(value, frozenset):
        return frozenset(constant_value(item) for item in value)
    return value


def identity_text(value: Any) -> str:
    """An agent's name: its process identity as text."""
    if isinstance(value, str):
        return value
    return to_tla(value)


class _Lowering:
    def __init__(self, workspace: Workspace, granularity: str, only: frozenset[str] | None) -> None:
        self.workspace = workspace
        self.module = workspace.module
        self.source = workspace.module.source
        self.algorithm = self.module.algorithm
        self.split_labels: Mapping[str, str] = {}
        if granularity == "op":
            self.algorithm, self.split_labels = split_operations(self.module.algorithm, self.module.definitions, only)
        self.constants = {name: constant_value(value) for name, value in workspace.config.constants.items()}
        self.constants.setdefault("defaultInitValue", ModelValue("defaultInitValue"))
        self.definitions: dict[str, ast.Definition | Unsupported] = dict(self.module.definitions)
        for name, target in workspace.config.overrides.items():
            self.definitions[name] = self.definitions[target]
        self.generated: dict[str, Source] = {}
        for name, text in workspace.properties.items():
            source = Source(f"<{name} of the topology>", f"{name} == {text}\n")
            self.definitions.update(parse_definitions(source))
            self.generated[name] = source

    def run(self) -> TransitionSystem:
        self._check_assumptions()
        processes, bodies = self._processes()
        initial, generated, shapes, slots = self._initial(processes)
        fields: list[tuple[int, int | None]] = [(slot, None) for slot in range(slots)]
        projections: dict[tuple[int, int], int] = {}
        for process in processes:
            for place in range(len(process.locals) + 1):
                projections[process.index, place] = len(fields)
                fields.append((process.index, place))
        names = Names(
            self.source, self.constants, self.definitions, shapes, processes, not self.algorithm.processes, projections,
            {process.identity: process.index for process in processes}, self.generated,
        )  # fmt: skip
        module_compiler = Compiler(names)
        locks, free = self._locks(shapes)
        branches: list[Branch] = []
        steps: list[Mapping[str, LabelledStep]] = []
        for process, body in zip(processes, bodies, strict=True):
            compiler = Compiler(names, process, module_compiler)
            statements = StatementCompiler(compiler, process, dict.fromkeys(locks, free) if free else {}, branches)
            statements.compile_body(body)
            steps.append(statements.steps)
        invariants, constraints, properties = self._properties(names, module_compiler, tuple(fields))
        return TransitionSystem(
            names, slots, tuple(fields), tuple(steps), initial, generated, invariants, constraints, properties,
            tuple(branches), locks, free, self.split_labels, tuple(bodies),
        )  # fmt: skip

    def _constant_compiler(self) -> tuple[Compiler, Context]:
        """A compiler for constant expressions, and where they are evaluated."""
        context = Context(())
        context.reset((), OUTSIDE, [], [])
        return Compiler(Names(self.source, self.constants, self.definitions, {}, (), False, {})), context

    def _check_assumptions(self) -> None:
        """Every assumption is true, as TLC wants it before it looks at a state."""
        compiler, context = self._constant_compiler()
        problems = []
        for assumption in self.module.assumptions:
            try:
                if op.as_boolean(compiler.compile(assumption)(context, ())):
                    continue
                message, span = "this assumption is false", assumption.span
            except op.EvaluationError as error:
                message, span = f"this assumption cannot be evaluated: {error}", error.span or assumption.span
            problems.append(self.source.diagnostic("TF511", message, span, hint=self._assumed_constants(assumption)))
        if problems:
            raise InvalidInput(problems)

    def _assumed_constants(self, assumption: ast.Expr) -> str | None:
        """The constants that an assumption names, with their values."""
        named = [name for name, _ in self.module.constants if name in names_in(assumption) and name in self.constants]
        values = ", ".join(f"{name} = {to_tla(self.constants[name])}" for name in named)
        return f"the configuration says {values}" if values else None

    def _processes(self) -> tuple[tuple[ProcessNames, ...], list[Sequence[ast.Stmt]]]:
        """The process instances and their bodies. Identities are constant expressions."""
        algorithm = self.algorithm
        if not algorithm.processes:
            return (ProcessNames(0, algorithm.name, None, {}, algorithm.name, False),), [algorithm.body]
        compiler, context = self._constant_compiler()
        found: list[ProcessNames] = []
        bodies: list[Sequence[ast.Stmt]] = []
        seen: dict[Any, str] = {}
        for process in algorithm.processes:
            try:
                value = compiler.compile(process.identity)(context, ())
                is_set = process.kind == "\\in"
                identities = op.sorted_elements(op.as_set(value)) if is_set else [value]
            except op.EvaluationError as error:
                raise compiler.error(
                    "TF505", f"the identity of process {process.name}: {error}", error.span or process.identity.span
                ) from None
            places = {variable.name: place for place, variable in enumerate(process.variables, start=1)}
            for identity in identities:
                if identity in seen:
                    raise compiler.error(
                        "TF506", f"{identity_text(identity)} is the identity of both {seen[identity]} and {process.name}", process.span
                    )
                seen[identity] = process.name
                found.append(ProcessNames(len(found), identity_text(identity), identity, places, process.name, is_set))
                bodies.append(process.body)
        self._check_agents(found)
        return tuple(found), bodies

    def _check_agents(self, processes: Sequence[ProcessNames]) -> None:
        """With a topology, its agents and the processes are the same."""
        topology = self.workspace.topology
        if topology is None:
            return
        declared = [agent.id for agent in topology.agents]
        actual = [process.agent for process in processes]
        problems = [
            self.source.diagnostic(
                "TF321",
                f"the agent {name} of the topology has no process",
                self.algorithm.span,
                hint=f"add a process whose identity is {name}",
            )
            for name in declared
            if name not in actual
        ]
        spans = {process.name: process.span for process in self.algorithm.processes}
        problems += [
            self.source.diagnostic(
                "TF322",
                f"the process {process.body_name} acts for {process.agent}, which is no agent of the topology",
                spans.get(process.body_name, self.algorithm.span),
            )
            for process in processes
            if process.agent not in declared
        ]
        if problems:
            raise InvalidInput(problems)

    def _initial(self, processes: tuple[ProcessNames, ...]) -> tuple[tuple[AbstractState, ...], int, Mapping[str, Shape], int]:
        """All initial states, and the shapes of the shared variables."""
        shared = self.algorithm.variables
        provisional = {variable.name: Plain(len(processes) + index) for index, variable in enumerate(shared)}
        width = len(processes) + len(shared)
        names = Names(self.source, self.constants, self.definitions, provisional, processes, not self.algorithm.processes, {})
        context = Context([(slot, None) for slot in range(width)])
        module = Compiler(names)
        plan: list[tuple[int, int, ast.VarDecl, Any]] = [
            (len(processes) + index, 0, variable, None if variable.value is None else module.compile(variable.value))
            for index, variable in enumerate(shared)
        ]
        by_name = {process.name: process for process in self.algorithm.processes}
        firsts = {}
        for process in processes:
            body = by_name[process.body_name].body if self.algorithm.processes else self.algorithm.body
            firsts[process.index] = body[0].label.name if body[0].label else ""
            compiler = Compiler(names, process, module)
            for variable in by_name[process.body_name].variables if self.algorithm.processes else ():
                evaluate = None if variable.value is None else compiler.compile(variable.value)
                plan.append((process.index, process.locals[variable.name], variable, evaluate))
        start: list[Any] = [(firsts[p.index], *([None] * len(p.locals))) if p.index in firsts else None for p in processes] + [None] * len(
            shared
        )
        states: list[list[Any]] = [start]
        default = self.constants["defaultInitValue"]
        for slot, place, variable, evaluate in plan:
            extended: list[list[Any]] = []
            for state in states:
                context.reset(state, slot if place else OUTSIDE, [], [])
                try:
                    value = default if evaluate is None else evaluate(context, ())
                    values = op.sorted_elements(op.as_set(value)) if variable.kind == "\\in" else [value]
                except op.EvaluationError as error:
                    raise InvalidInput(
                        [self.source.diagnostic("TF507", f"the initial value of {variable.name}: {error}", error.span or variable.span)]
                    ) from None
                if len(extended) + len(values) > MAX_INITIAL_STATES:
                    message = f"more than {MAX_INITIAL_STATES:,} initial states"
                    raise InvalidInput([self.source.diagnostic("TF508", message, variable.span, hint="use smaller sets")])
                for value in values:
                    copy = list(state)
                    copy[slot] = (*copy[slot][:place], value, *copy[slot][place + 1 :]) if place else value
                    extended.append(copy)
            states = extended
        if not states:
            raise InvalidInput(
                [self.source.diagnostic("TF509", "there is no initial state: a variable starts in an empty set", self.algorithm.span)]
            )
        depths = _indexed_depths(self.algorithm)
        shapes: dict[str, Shape] = {}
        slots = count(len(processes))
        for index, variable in enumerate(shared):
            position = len(processes) + index
            shapes[variable.name] = _shape([state[position] for state in states], depths.get(variable.name, 0), slots)
        final = []
        for state in states:
            values = state[: len(processes)]
            for index, variable in enumerate(shared):
                values.extend(_flatten(shapes[variable.name], state[len(processes) + index]))
            final.append(tuple(values))
        return tuple(dict.fromkeys(final)), len(final), shapes, next(slots)

    def _locks(self, shapes: Mapping[str, Shape]) -> tuple[dict[str, int], ModelValue | None]:
        topology = self.workspace.topology
        if topology is None:
            return {}, None
        free = self.constants.get("FREE", ModelValue("FREE"))
        locks = {}
        for resource in topology.resources:
            shape = shapes[resource.id]
            if resource.type == "Lock" and isinstance(shape, Plain):
                locks[resource.id] = shape.slot
        return locks, free if isinstance(free, ModelValue) else None

    def _properties(
        self, names: Names, compiler: Compiler, fields: tuple[tuple[int, int | None], ...]
    ) -> tuple[tuple[Conjunct, ...], tuple[Conjunct, ...], tuple[str, ...]]:
        config = self.workspace.config
        invariant_names = list(dict.fromkeys([*self.workspace.properties, *config.invariants]))
        invariants: list[Conjunct] = []
        constraints: list[Conjunct] = []
        for found, wanted in ((invariants, invariant_names), (constraints, config.constraints)):
            for name in wanted:
                found.extend(ground_conjuncts(name, names, compiler, fields))
        native = [name for name in NATIVE if name != "Deadlock" or config.check_deadlock]
        if self.workspace.topology is None:
            native.remove("MutualExclusion")
        return tuple(invariants), tuple(constraints), (*native, *invariant_names)


def _indexed_depths(algorithm: ast.Algorithm) -> dict[str, int]:
    """Per variable, how many leading indices every assignment to it has; variables never assigned are absent."""
    depths: dict[str, int] = {}
    bodies = [(algorithm.body, frozenset[str]())]
    bodies += [(process.body, frozenset(variable.name for variable in process.variables)) for process in algorithm.processes]
    for body, own in bodies:
        for target in _targets(body):
            if target.name not in own:
                depths[target.name] = min(len(target.path), depths.get(target.name, len(target.path)))
    return depths


def _targets(statements: Iterable[ast.Stmt]) -> Iterator[ast.Target]:
    for statement in statements:
        if isinstance(statement, ast.Assign):
            for target, _ in statement.assignments:
                yield target
        elif isinstance(statement, ast.IfStmt):
            yield from _targets(statement.then)
            yield from _targets(statement.otherwise)
        elif isinstance(statement, ast.Either):
            for branch in statement.branches:
                yield from _targets(branch)
        elif isinstance(statement, (ast.While, ast.With)):
            yield from _targets(statement.body)


def _shape(values: Sequence[Any], depth: int, slots: Iterator[int]) -> Shape:
    """One slot, or a split when every initial value is a function over the same non-empty domain."""
    if depth > 0 and all(isinstance(value, (tuple, Fn)) and value for value in values):
        domain = op.domain(values[0])
        if all(op.domain(value) == domain for value in values):
            return Split({key: _shape([op.apply(value, key) for value in values], depth - 1, slots) for key in op.sorted_elements(domain)})
    return Plain(next(slots))


def _flatten(shape: Shape, value: Any) -> Iterator[Any]:
    if isinstance(shape, Plain):
        yield value
    else:
        for key, part in shape.parts.items():
            yield from _flatten(part, op.apply(value, key))
