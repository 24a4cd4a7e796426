"""The transition system of a protocol: slots, processes, labelled steps, initial states, properties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..pluscal import ast
from ..source import Source, Span
from .evaluation import Evaluate
from .names import Names, Plain, ProcessNames, Shape, Split, slots_of
from .results import State, Step
from .statements import Branch, LabelledStep
from .values import ModelValue, Value, make_function, to_tla

AbstractState = tuple[Any, ...]
"""One value per slot: per process the tuple `(pc, local, ...)`, then one per shared component."""

DONE = "Done"


@dataclass(frozen=True, slots=True)
class Conjunct:
    """A ground conjunct of an invariant or constraint: an expression with the environment of the quantifiers cut away.

    `guard` identifies the premise of an implication and is empty for other expressions; conjuncts with the same guard are best
    looked at together, since the guard alone settles most states.
    """

    property: str
    evaluate: Evaluate
    env: tuple[Any, ...]
    span: Span
    source: Source
    guard: str = ""


@dataclass(frozen=True, slots=True)
class TransitionSystem:
    """A lowered protocol.

    `fields` maps a field to (slot, projection); fields 0..slots-1 are the slots themselves. `steps` has, per process, the
    step of each label. `initial` are the distinct initial states in order, `initial_generated` counts duplicates too.
    `locks` maps each topology lock to its slot. `bodies` are the statements that the steps were made of, per process. `split_labels`
    maps a hidden label of `--granularity op` to the author's.
    """

    names: Names
    slots: int
    fields: tuple[tuple[int, int | None], ...]
    steps: tuple[Mapping[str, LabelledStep], ...]
    initial: tuple[AbstractState, ...]
    initial_generated: int
    invariants: tuple[Conjunct, ...]
    constraints: tuple[Conjunct, ...]
    properties: tuple[str, ...]
    branches: tuple[Branch, ...]
    locks: Mapping[str, int]
    free: ModelValue | None
    split_labels: Mapping[str, str]
    bodies: tuple[Sequence[ast.Stmt], ...]

    @property
    def processes(self) -> tuple[ProcessNames, ...]:
        """The process instances, in slot order."""
        return self.names.processes

    def label_of(self, pc: str) -> str:
        """The author's label of a program counter value."""
        return self.split_labels.get(pc, pc)

    def step(self, process: int, pc: str) -> Step:
        """The step that a process takes from a label."""
        line, column = self.names.source.position(self.steps[process][pc].span.start)
        return Step(self.processes[process].agent, self.label_of(pc), line, column)

    def slot_name(self, slot: int) -> str:
        """The source name of a shared slot: `x`, `inbox[A]`."""
        return next(name for name, shape in self.names.globals.items() for name, found in _named_slots(name, shape) if found == slot)

    def shared_slots(self) -> Iterator[tuple[int, str, str]]:
        """Every shared slot with the variable that it belongs to and its own name: `(7, "inbox", "inbox[A]")`."""
        for variable, shape in self.names.globals.items():
            for name, slot in _named_slots(variable, shape):
                yield slot, variable, name

    def slots_at(self, variable: str, keys: Sequence[Any]) -> tuple[int, ...]:
        """The slots of a shared variable that an assignment to `variable[key][key]...` may change; none for another name."""
        shape = self.names.globals.get(variable)
        for key in keys:
            if isinstance(shape, Split):
                shape = shape.parts.get(key)
        return () if shape is None else tuple(slots_of(shape))

    def is_complete(self, state: AbstractState) -> bool:
        """Whether every process is done."""
        return all(state[process.index][0] == DONE for process in self.processes)

    def abstract(self, state: State) -> AbstractState:
        """The state of these values by source names; at label granularity only, where there are no hidden labels and variables."""
        own = [(state.pc[process.agent], *(state.locals[process.agent][name] for name in process.locals)) for process in self.processes]
        shared = [value for name, shape in self.names.globals.items() for value in _shape_values(shape, state.globals[name])]
        return (*own, *shared)

    def public(self, state: AbstractState) -> State:
        """The state by source names; hidden variables of `--granularity op` (`name@label`) are left out."""
        values = {name: shape_value(shape, state) for name, shape in self.names.globals.items()}
        pc = {process.agent: self.label_of(state[process.index][0]) for process in self.processes}
        local = {
            process.agent: {name: state[process.index][place] for name, place in process.locals.items() if "@" not in name}
            for process in self.processes
            if process.locals
        }
        return State(values, pc, local)


def _shape_values(shape: Shape, value: Any) -> Iterator[Any]:
    """The values of a shape's slots, in order."""
    if isinstance(shape, Plain):
        yield value
    else:
        for key, part in shape.parts.items():
            yield from _shape_values(part, value[key - 1] if isinstance(value, tuple) else value[key])


def _named_slots(name: str, shape: Shape) -> Iterator[tuple[str, int]]:
    if isinstance(shape, Plain):
        yield name, shape.slot
    else:
        for key, part in shape.parts.items():
            yield from _named_slots(f"{name}[{to_tla(key)}]", part)


def shape_value(shape: Shape, state: Sequence[Any]) -> Value:
    """The value of a variable in a state."""
    if isinstance(shape, Plain):
        value: Value = state[shape.slot]
        return value
    return make_function((key, shape_value(part, state)) for key, part in shape.parts.items())


def changed(before: State, after: State) -> tuple[str, ...]:
    """What differs between two states: `pc`, globals by name, locals as `agent.name`."""
    found = ["pc"] if before.pc != after.pc else []
    found += [name for name, value in after.globals.items() if before.globals[name] != value]
    for agent, values in after.locals.items():
        found += [f"{agent}.{name}" for name, value in values.items() if before.locals[agent][name] != value]
    return tuple(found)
