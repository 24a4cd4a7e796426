"""States and steps of the translation, told in the author's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..checker import Fn, State, Step, TraceState, Value, to_tla
from ..errors import ToolFailed
from ..pluscal.model import Module
from .messages import PrintedState
from .renaming import Renaming, renaming, statements_in
from .values import UnreadableValue, parse_state


class Mapper:
    """Turns printed states of one module's translation into the states of `checker`.

    An agent is named by its process identity; of a uniprocess algorithm, by the algorithm. Which process an agent runs is read off the
    first label it stands at: the translation gives every label to one process only.
    """

    def __init__(self, module: Module) -> None:
        self._module = module
        self.names: Renaming = renaming(module.algorithm)
        self._sets = {p.name for p in module.algorithm.processes if p.kind == "\\in"}
        self._places = {(process, label): module.source.position(offset) for (process, label), offset in _label_offsets(module).items()}
        self._agents: dict[Value, tuple[str, str]] = {}

    def trace(self, printed: Sequence[PrintedState]) -> tuple[TraceState, ...]:
        """The trace of a printed behaviour that starts in an initial state. Raises ToolFailed when it cannot be read."""
        trace: list[TraceState] = []
        before: Mapping[str, Value] | None = None
        for index, each in enumerate(printed, start=1):
            values = read_state(each.text)
            state = self.state(values)
            if before is None:
                trace.append(TraceState(index, None, state))
            else:
                step = self._step(before, values, each)
                trace.append(TraceState(index, step, state, changed(trace[-1].state, state)))
            before = values
        return tuple(trace)

    def state(self, values: Mapping[str, Value]) -> State:
        """A state by the author's names. The first state given must be an initial one."""
        pcs = self._program_counters(values)
        if not self._agents:
            self._meet(pcs)
        locals_of: dict[str, dict[str, Value]] = {}
        for used, (process, name) in self.names.locals.items():
            for identity, (agent, runs) in self._agents.items():
                if runs == process:
                    value = _at(values[used], identity) if process in self._sets else values[used]
                    locals_of.setdefault(agent, {})[name] = value
        pc = {agent: self.label(str(pcs[identity]))[1] for identity, (agent, _) in self._agents.items()}
        shared = {variable.name: values[variable.name] for variable in self._module.algorithm.variables}
        return State(shared, pc, {agent: locals_of[agent] for agent, _ in self._agents.values() if agent in locals_of})

    def label(self, used: str) -> tuple[str, str]:
        """Process and author's label of a label of the translation; ("", "Done") for the end."""
        return self.names.labels.get(used, ("", used))

    def step_of(self, agent: str, used: str) -> Step:
        """The step that an agent takes from a label of the translation."""
        line, column = self.place_of(used)
        return Step(agent, self.names.labels[used][1], line, column)

    def place_of(self, used: str) -> tuple[int, int]:
        """Line and column of a label of the translation in the author's text."""
        return self._places[self.names.labels[used]]

    def agents_at(self, values: Mapping[str, Value], used: str) -> tuple[tuple[str, Value], ...]:
        """Name and identity of the agents that stand at a label of the translation."""
        pcs = self._program_counters(values)
        return tuple((agent, identity) for identity, (agent, _) in self._agents.items() if pcs[identity] == used)

    def _program_counters(self, values: Mapping[str, Value]) -> dict[Value, Value]:
        pc = values.get("pc")
        if not self._module.algorithm.processes:
            return {self._module.algorithm.name: pc} if pc is not None else {}
        return dict(enumerate(pc, start=1)) if isinstance(pc, tuple) else dict(pc) if isinstance(pc, Fn) else {}

    def _meet(self, pcs: Mapping[Value, Value]) -> None:
        processes = {first: process for process, first in self.names.first_labels.items()}
        order = [process.name for process in self._module.algorithm.processes]
        found = []
        for identity, at in pcs.items():
            if at not in processes:
                raise ToolFailed(f"TLC's behaviour does not begin in an initial state: pc is {at}")
            found.append((identity, identity if isinstance(identity, str) else to_tla(identity), processes[str(at)]))
        found.sort(key=lambda entry: order.index(entry[2]) if entry[2] else 0)
        self._agents = {identity: (agent, process) for identity, agent, process in found}

    def _step(self, before: Mapping[str, Value], after: Mapping[str, Value], printed: PrintedState) -> Step:
        """Who moved: the one whose pc changed; else one who stands at the action's label, first of all one whose locals changed."""
        old, new = self._program_counters(before), self._program_counters(after)
        moved = [identity for identity in self._agents if old[identity] != new[identity]]
        if not moved:
            used = (printed.action or "").partition("(")[0]
            standing = [identity for identity in self._agents if old[identity] == used]
            first, second = self.state(before), self.state(after)
            moved = [i for i in standing if first.locals.get(self._agents[i][0]) != second.locals.get(self._agents[i][0])] or standing
            named = (printed.action or "").partition("(")[2].rstrip(")")
            moved = [i for i in moved if named in (self._agents[i][0], to_tla(i))] or moved
        if not moved:
            raise ToolFailed(f"no agent can have taken TLC's step {printed.number}: <{printed.header}>")
        identity = moved[0]
        return self.step_of(self._agents[identity][0], str(old[identity]))


def read_state(text: str) -> dict[str, Value]:
    """The variables of a printed state. Raises ToolFailed when it cannot be read."""
    try:
        return parse_state(text)
    except UnreadableValue as error:
        raise ToolFailed(f"TLC printed a state that cannot be read: {error}", text) from None


def changed(before: State, after: State) -> tuple[str, ...]:
    """What differs between two states: `pc`, globals by name, locals as `agent.name`."""
    found = ["pc"] if before.pc != after.pc else []
    found += [name for name, value in after.globals.items() if before.globals[name] != value]
    for agent, values in after.locals.items():
        found += [f"{agent}.{name}" for name, value in values.items() if before.locals[agent][name] != value]
    return tuple(found)


def _at(function: Value, key: Value) -> Value:
    value: Value
    if isinstance(function, tuple) and type(key) is int:
        value = function[key - 1]
    elif isinstance(function, Fn):
        value = function[key]
    else:
        raise ToolFailed(f"TLC printed {to_tla(function)} where a function of the agents was expected")
    return value


def _label_offsets(module: Module) -> dict[tuple[str, str], int]:
    """Where each label of each process stands."""
    algorithm = module.algorithm
    bodies = [(process.name, process.body) for process in algorithm.processes] or [("", algorithm.body)]
    found: dict[tuple[str, str], int] = {}
    for process, body in bodies:
        for statement in statements_in(body):
            if statement.label is not None:
                found[process, statement.label.name] = statement.label.span.start
    return found
