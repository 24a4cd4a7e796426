"""The stuck or bad state with everything around it: the chain of states to it, who moved, what each shared slot is used as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from ..checker import (
    DONE,
    AbstractState,
    Conjunct,
    EvaluationError,
    Interpreter,
    ModelValue,
    Origin,
    StepFailure,
    TransitionSystem,
    Violation,
    constant_value,
    to_tla,
)
from ..errors import InternalError
from ..lint.protocol import Protocol, read_protocol
from ..source import Span
from .effects import Effects

VARIABLE = "variable"
"""What a shared variable is used as that is no lock, counter or channel."""

ANYTHING = ModelValue("some message")
"""A message that is like no other: what a wait for any message is content with."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A shared slot: its place in a state, the variable it belongs to, its own name, and what it is used as."""

    index: int
    variable: str
    name: str
    sort: str


class Scene:
    """One violation with what it was computed from. Everything is computed when first asked for."""

    def __init__(self, violation: Violation, origin: Origin) -> None:
        self.violation = violation
        self.workspace = origin.workspace
        self.system: TransitionSystem = origin.system
        self.interpreter = Interpreter(self.system)
        self.chain: Sequence[AbstractState] = violation.chain or _chain_of(self.system, violation)
        self.is_deadlock = violation.property == "Deadlock"
        self._blocked_at: dict[int, tuple[Span, ...]] = {}
        self._by_agent = {process.agent: process.index for process in self.system.processes}

    @property
    def last(self) -> AbstractState:
        """The state that the trace ends in."""
        return self.chain[-1]

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """The process that moved from each state of the chain to the next."""
        return tuple(self._by_agent[entry.step.agent] for entry in self.violation.trace if entry.step is not None)

    @cached_property
    def slots(self) -> Mapping[int, Slot]:
        """Every shared slot by its place."""
        sorts = {name: shared.sort for name, shared in self.protocol.shared.items()}
        return {index: Slot(index, variable, name, sorts.get(variable, VARIABLE)) for index, variable, name in self.system.shared_slots()}

    @cached_property
    def protocol(self) -> Protocol:
        """The protocol's text: what its variables are used as."""
        return read_protocol(self.workspace)

    @cached_property
    def effects(self) -> Effects:
        """What the steps of each process assign to."""
        return Effects(self.protocol, self.system)

    def agent(self, process: int) -> str:
        """A process's agent."""
        return self.system.processes[process].agent

    def label(self, process: int, state: AbstractState | None = None) -> str:
        """The author's label at which a process stands, in the last state unless another is given."""
        return self.system.label_of((self.last if state is None else state)[process][0])

    def done(self, process: int) -> bool:
        """Whether a process has ended in the last state."""
        return bool(self.last[process][0] == DONE)

    def free(self, slot: int) -> Any:
        """The value of a lock that nobody holds."""
        return constant_value(self.protocol.shared[self.slots[slot].variable].free)

    def holder(self, slot: int, state: AbstractState | None = None) -> int | None:
        """The process that holds a lock."""
        return self.system.names.by_identity.get((self.last if state is None else state)[slot])

    def taken(self, slot: int) -> dict[int, int]:
        """How many slots of a counter each process took and did not give back, by the steps of the chain; negative for too many gifts."""
        net: dict[int, int] = {}
        for mover, (before, after) in zip(self.movers, pairwise(self.chain), strict=True):
            if before[slot] != after[slot]:
                net[mover] = net.get(mover, 0) + before[slot] - after[slot]
        return net

    def messages(self, slot: int) -> tuple[Any, ...]:
        """Messages that a channel may carry: those the topology declares, else those that were seen or that the text sends."""
        declared = self.protocol.shared[self.slots[slot].variable].labels
        if declared is not None:
            return tuple(declared)
        seen = [message for state in self.chain if isinstance(state[slot], tuple) for message in state[slot]]
        return tuple(dict.fromkeys([*seen, *self.effects.sent_labels(slot)]))

    # --- what would happen if

    def changed(self, changes: Mapping[int, Any], state: AbstractState | None = None) -> AbstractState:
        """A state, the last one unless another is given, with other values in some slots."""
        values = list(self.last if state is None else state)
        for slot, value in changes.items():
            values[slot] = value
        return tuple(values)

    def can_move(self, process: int, state: AbstractState) -> bool:
        """Whether a process gets past its wait in a state, even if what follows fails."""
        expansion = self.interpreter.process_successors(state, process)
        return bool(expansion.successors) or any(isinstance(failure, StepFailure) for _, failure in expansion.failures)

    def fails(self, process: int, state: AbstractState) -> bool:
        """Whether a process's step breaks a property by itself in a state."""
        return bool(self.interpreter.process_successors(state, process).failures)

    @cached_property
    def conjuncts(self) -> tuple[Conjunct, ...]:
        """The parts of the violated property when it is an invariant."""
        return tuple(conjunct for conjunct in self.system.invariants if conjunct.property == self.violation.property)

    def satisfies(self, state: AbstractState) -> bool:
        """Whether the violated invariant is true in a state."""
        try:
            return all(self.interpreter.holds(conjunct, state) for conjunct in self.conjuncts)
        except EvaluationError:
            return False

    def blocked_at(self, process: int) -> tuple[Span, ...]:
        """Where the text waits in a process's step in the last state."""
        if process not in self._blocked_at:
            self._blocked_at[process] = self.interpreter.blocked_at(self.last, process)
        return self._blocked_at[process]

    def show(self, slot: int, state: AbstractState | None = None) -> str:
        """The value of a slot as TLA+ text."""
        return to_tla((self.last if state is None else state)[slot])

    def last_change(self, slot: int) -> int | None:
        """The index of the last state of the trace that a change of a slot led to."""
        for index in range(len(self.chain) - 1, 0, -1):
            if self.chain[index][slot] != self.chain[index - 1][slot]:
                return index + 1
        return None

    def last_change_by(self, slot: int, process: int) -> int | None:
        """The index of the last state of the trace in which a step of a process changed a slot."""
        for position in range(len(self.movers) - 1, -1, -1):
            if self.movers[position] == process and self.chain[position][slot] != self.chain[position + 1][slot]:
                return position + 2
        return None

    def last_move(self, process: int) -> int | None:
        """The index of the last state of the trace that a step of a process led to."""
        return next((index + 2 for index in range(len(self.movers) - 1, -1, -1) if self.movers[index] == process), None)


def _chain_of(system: TransitionSystem, violation: Violation) -> tuple[AbstractState, ...]:
    """The states of a trace that came without them, found by following its steps."""
    interpreter = Interpreter(system)
    by_agent = {process.agent: process.index for process in system.processes}
    ways: list[tuple[AbstractState, ...]] = [(state,) for state in system.initial if system.public(state) == violation.trace[0].state]
    for entry in violation.trace[1:]:
        assert entry.step is not None
        process = by_agent[entry.step.agent]
        following = {
            successor: (*way, successor)
            for way in ways
            for _, successor in interpreter.process_successors(way[-1], process).successors
            if system.public(successor) == entry.state
        }
        ways = list(following.values())
    if not ways:
        raise InternalError("a trace to be diagnosed is no behaviour of its protocol")
    return ways[0]
