"""A workspace as the findings look at it: its agents, what they share, and who may change which variable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..diagnostics import Diagnostic
from ..pluscal.ast import Assign, Await, Definition, Expr, Function, Process, Stmt, TupleExpr, VarDecl
from ..pluscal.labels import place_of, walk
from ..pluscal.model import ModelValueName
from ..source import Edit, Span
from ..workspace import Workspace
from . import patterns
from .flow import Flow, bodies, flow_of
from .operations import CHANNEL, COUNTER, LOCK, Reader, Shared
from .values import UNKNOWN, Evaluator, Value, same, text

MOST_AGENTS = 16
"""A larger set of processes is looked at as one agent whose identity is not known."""


@dataclass(frozen=True, slots=True)
class Agent:
    """One process of the running protocol.

    `name` is its identity as TLA+ text, or the name of the process where the identity is not known. `alone` says that no other agent
    runs the same text. `variables` are those that nobody else assigns to: its own, and global ones.
    """

    name: str
    identity: Value
    process: Process | None
    alone: bool
    flow: Flow
    variables: tuple[VarDecl, ...]

    @property
    def private(self) -> frozenset[str]:
        """The names of its variables."""
        return frozenset(variable.name for variable in self.variables)


@dataclass(frozen=True, slots=True)
class Protocol:
    """`constants` are the names with one value for ever: constants of the module and variables that nobody assigns to."""

    workspace: Workspace
    agents: tuple[Agent, ...]
    shared: Mapping[str, Shared]
    constants: Mapping[str, Value]
    evaluator: Evaluator
    reader: Reader

    def diagnostic(
        self, code: str, message: str, at: Stmt | Span, hint: str, severity: str = "warning", edit: Edit | None = None
    ) -> Diagnostic:
        """A diagnostic at a statement, which is where the author can act on it: itself, or the outermost macro call it came from."""
        span = at if isinstance(at, Span) else place_of(at)[0]
        return self.workspace.source.diagnostic(code, message, span, hint=hint, severity=severity, edit=edit)


def in_order(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By place, each once: several agents may run one text."""
    unique = {(d.line or 0, d.column or 0, d.code, d.message): d for d in reversed(diagnostics)}
    return tuple(unique[key] for key in sorted(unique))


def read_protocol(workspace: Workspace) -> Protocol:
    """Look at a workspace."""
    module = workspace.module
    algorithm = module.algorithm
    evaluator = Evaluator(module.definitions)
    constants: dict[str, Value] = dict(workspace.config.constants)
    for name, target in workspace.config.overrides.items():
        if isinstance(definition := module.definitions.get(target), Definition):
            constants[name] = evaluator.value(definition.body, lambda name: constants.get(name, UNKNOWN))
    assigned = _assigned(workspace)
    for variable in algorithm.variables:
        if variable.kind == "=" and variable.name not in assigned and variable.value is not None:
            constants[variable.name] = evaluator.value(variable.value, lambda name: constants.get(name, UNKNOWN))
    identities = [(process, _identities(process, evaluator, constants)) for process, _ in bodies(algorithm)]
    everyone = [identity for _, found in identities for identity in found]
    shared = _shared(workspace, evaluator, constants, everyone)
    agents = []
    for (process, found), (_, body) in zip(identities, bodies(algorithm), strict=True):
        flow = flow_of(body)
        alone = len(found) == 1 and (process is None or process.kind == "=" or found[0] is not UNKNOWN)
        local = () if process is None else process.variables
        own = [
            v for v in algorithm.variables if assigned.get(v.name) == {process.name if process else None} and alone and v.name not in shared
        ]
        for identity in found:
            name = (process.name if process else algorithm.name) if identity is UNKNOWN else text(identity).strip('"')
            agents.append(Agent(name, identity, process, alone, flow, (*own, *local)))
    return Protocol(workspace, tuple(agents), shared, constants, evaluator, Reader(evaluator, shared))


def _assigned(workspace: Workspace) -> dict[str, set[str | None]]:
    """Each variable that is assigned to, and the processes that do it."""
    found: dict[str, set[str | None]] = {}
    for process, body in bodies(workspace.module.algorithm):
        for statement in walk(body):
            if isinstance(statement, Assign):
                for target, _ in statement.assignments:
                    found.setdefault(target.name, set()).add(process.name if process else None)
    return found


def _identities(process: Process | None, evaluator: Evaluator, constants: Mapping[str, Value]) -> list[Value]:
    """The identities of a process's agents in order; one UNKNOWN when they are not known."""
    if process is None:
        return [UNKNOWN]
    value = evaluator.value(process.identity, lambda name: constants.get(name, UNKNOWN))
    if process.kind == "=":
        return [value]
    if isinstance(value, frozenset) and 0 < len(value) <= MOST_AGENTS:
        return sorted(value, key=text)
    return [UNKNOWN]


def _shared(workspace: Workspace, evaluator: Evaluator, constants: Mapping[str, Value], everyone: list[Value]) -> dict[str, Shared]:
    """What the topology declares, and the variables that are used like a lock, a counter or a channel."""
    found: dict[str, Shared] = {}
    usage = _Usage(workspace, evaluator, constants, everyone)
    topology = workspace.topology
    initial = {variable.name: variable for variable in workspace.module.algorithm.variables}
    if topology is not None:
        for resource in topology.resources:
            free = usage.first(initial[resource.id]) if resource.type == "Lock" else UNKNOWN
            found[resource.id] = Shared(resource.id, LOCK if resource.type == "Lock" else COUNTER, free=free)
        for channel in topology.channels:
            found[channel.id] = Shared(channel.id, CHANNEL, holds=usage.messages(initial[channel.id]), labels=channel.labels)
    for variable in workspace.module.algorithm.variables:
        if variable.name not in found and (shared := usage.sort(variable)) is not None:
            found[variable.name] = shared
    return found


class _Usage:
    """How the variables of a module are used."""

    def __init__(self, workspace: Workspace, evaluator: Evaluator, constants: Mapping[str, Value], everyone: list[Value]) -> None:
        self.evaluator = evaluator
        self.constants = constants
        self.everyone = everyone
        self.updates: dict[str, list[tuple[patterns.Located, Expr]]] = {}
        self.awaited: list[Expr] = []
        self.processes = len(workspace.module.algorithm.processes)
        for _, body in bodies(workspace.module.algorithm):
            for statement in walk(body):
                if isinstance(statement, Assign):
                    for target, value in patterns.updates(statement):
                        self.updates.setdefault(target[0], []).append((target, value))
                elif isinstance(statement, Await):
                    self.awaited += list(self._conjuncts(statement.condition))

    def _conjuncts(self, condition: Expr) -> Iterator[Expr]:
        for conjunct in patterns.conjuncts(self.evaluator.body(condition)):
            body = self.evaluator.body(conjunct)
            yield from [body] if body is conjunct else self._conjuncts(body)

    def value(self, expr: Expr) -> Value:
        return self.evaluator.value(expr, lambda name: self.constants.get(name, UNKNOWN))

    def messages(self, variable: VarDecl) -> int | None:
        """How many messages a channel starts with."""
        content = self._content(variable)
        return len(content.items) if isinstance(content, TupleExpr) else None

    def first(self, variable: VarDecl) -> Value:
        """The value that a lock has when nobody holds it: its first one, FREE where that is not known."""
        content = self._content(variable)
        value = UNKNOWN if content is None else self.value(content)
        return ModelValueName("FREE") if value is UNKNOWN else value

    def _content(self, variable: VarDecl) -> Expr | None:
        """The first value of a variable, or of each element when it is a function."""
        if variable.kind != "=" or variable.value is None:
            return None
        return variable.value.body if isinstance(variable.value, Function) else variable.value

    def sort(self, variable: VarDecl) -> Shared | None:
        """What a variable that no topology knows is used as. A log that is only written is no channel, a flag is no lock."""
        content = self._content(variable)
        if content is None or not self.processes:
            return None
        updates = self.updates.get(variable.name, [])
        if isinstance(content, TupleExpr):
            sent = any(patterns.appended(value, target) for target, value in updates)
            taken = any(patterns.removed(value, target) for target, value in updates)
            return Shared(variable.name, CHANNEL, holds=len(content.items)) if sent and taken else None
        first = self.value(content)
        if type(first) is int:
            lowered = any((patterns.moved(value, target) or 0) < 0 for target, value in updates)
            waited = any(found is not None and found[0] == variable.name for found in map(patterns.awaited_slots, self.awaited))
            return Shared(variable.name, COUNTER) if lowered and waited else None
        if isinstance(first, ModelValueName) and first not in self.everyone and self._is_lock(variable.name, updates, first):
            return Shared(variable.name, LOCK, free=first)
        return None

    def _is_lock(self, name: str, updates: list[tuple[patterns.Located, Expr]], free: Value) -> bool:
        """Somebody waits until it is free, somebody becomes its owner, somebody makes it free, and it has no other values."""
        waits = any(
            located[0] == name and same(self.value(other), free) is True
            for part in self.awaited
            for located, other in patterns.equated(part)
        )
        values = [self.value(value) if patterns.mentions(value) != {"self"} else "self" for _, value in updates]
        owners = [value for value in values if same(value, free) is not True]
        return waits and 0 < len(owners) < len(values) and all(value == "self" or value in self.everyone for value in owners)
