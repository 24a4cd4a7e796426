"""States and steps of the translation, told in the author's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..checker import Fn, State, Step, TraceState, Value, lower, to_tla
from ..errors import ToolFailed
from ..pluscal.model import Module
from ..workspace import Workspace
from .messages import PrintedState
from .renaming import Renaming, renaming, statements_in
from .values import UnreadableValue, parse_state


@dataclass(frozen=True, slots=True)
class Agent:
    """A process instance: its name, its identity (None in a uniprocess algorithm), its process ("" there), and whether that is a set."""

    name: str
    identity: Value | None
    process: str
    in_set: bool


class Mapper:
    """Turns printed states of the translation of one protocol into the states of `checker`."""

    def __init__(self, workspace: Workspace) -> None:
        module = workspace.module
        uniprocess = not module.algorithm.processes
        self.names: Renaming = renaming(module.algorithm)
        self.agents = tuple(Agent(p.agent, p.identity, "" if uniprocess else p.body_name, p.is_set) for p in lower(workspace).processes)
        self._shared = tuple(variable.name for variable in module.algorithm.variables)
        self._places = _label_places(module)

    def trace(self, printed: Sequence[PrintedState]) -> tuple[TraceState, ...]:
        """The trace of a printed behaviour that starts in an initial state. Raises ToolFailed when it cannot be read."""
        trace: list[TraceState] = []
        before: Mapping[str, Value] = {}
        for index, each in enumerate(printed, start=1):
            values = read_state(each.text)
            state = self.state(values)
            if not trace:
                trace.append(TraceState(index, None, state))
            else:
                step = self._step(before, values, each)
                trace.append(TraceState(index, step, state, changed(trace[-1].state, state)))
            before = values
        return tuple(trace)

    def state(self, values: Mapping[str, Value]) -> State:
        """A state by the author's names. Raises ToolFailed when it is not one of this protocol."""
        missing = [name for name in (*self._shared, *self.names.locals) if name not in values]
        if missing:
            raise ToolFailed(f"TLC printed a state without {', '.join(missing)}")
        pc = {agent.name: self.label(at)[1] for agent, at in zip(self.agents, self._at(values), strict=True)}
        locals_of: dict[str, dict[str, Value]] = {}
        for agent in self.agents:
            for used, (process, name) in self.names.locals.items():
                if process == agent.process:
                    value = _apply(values[used], agent.identity) if agent.in_set else values[used]
                    locals_of.setdefault(agent.name, {})[name] = value
        return State({name: values[name] for name in self._shared}, pc, locals_of)

    def label(self, used: str) -> tuple[str, str]:
        """Process and author's label of a label of the translation; ("", "Done") for the end."""
        return self.names.labels.get(used, ("", used))

    def action_label(self, action: str) -> str | None:
        """The label (of the translation) whose step a definition of the translation is; None for other definitions.

        An action is named after its label. Where there is no `pc` every process has one label, and the action is named after the
        process, or `Next` in a uniprocess algorithm.
        """
        if action in self.names.labels:
            return action
        process = "" if action == "Next" else self.names.processes.get(action)
        own = [used for used, (owner, _) in self.names.labels.items() if owner == process]
        return own[0] if len(own) == 1 else None

    def place_of(self, used: str) -> tuple[int, int]:
        """Line and column of a label of the translation in the author's text."""
        return self._places[self.names.labels[used]]

    def step_of(self, agent: Agent, used: str) -> Step:
        """The step that an agent takes from a label of the translation."""
        line, column = self.place_of(used)
        return Step(agent.name, self.names.labels[used][1], line, column)

    def standing_at(self, values: Mapping[str, Value], used: str) -> tuple[Agent, ...]:
        """The agents that stand at a label of the translation."""
        return tuple(agent for agent, at in zip(self.agents, self._at(values), strict=True) if at == used)

    def _at(self, values: Mapping[str, Value]) -> tuple[str, ...]:
        """The label (of the translation) of each agent. A protocol of endless loops with one label each has no `pc`."""
        pc = values.get("pc")
        if pc is None:
            only = {process: used for used, (process, _) in self.names.labels.items()}
            return tuple(only[agent.process] for agent in self.agents)
        return tuple(str(pc if agent.process == "" else _apply(pc, agent.identity)) for agent in self.agents)

    def _step(self, before: Mapping[str, Value], after: Mapping[str, Value], printed: PrintedState) -> Step:
        """Who moved: the one whose pc changed; else one that the action's name fits, first of all one whose locals changed.

        Newer versions of TLC print the action's argument, `<lbl("w1") line ...>`, which leaves no choice.
        """
        old, new = self._at(before), self._at(after)
        moved = [index for index in range(len(self.agents)) if old[index] != new[index]]
        if not moved:
            action, _, argument = (printed.action or "").partition("(")
            used = self.action_label(action)
            moved = [index for index in range(len(self.agents)) if old[index] == used]
            one, other = self.state(before).locals, self.state(after).locals
            changing = [i for i in moved if one.get(self.agents[i].name) != other.get(self.agents[i].name)]
            named = [i for i in moved if argument.rstrip(")") == to_tla(self.agents[i].identity or "")]
            moved = named or changing or moved
        if not moved:
            raise ToolFailed(f"no agent can have taken TLC's step to state {printed.number}: <{printed.header}>")
        return self.step_of(self.agents[moved[0]], old[moved[0]])


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


def _apply(function: Value, key: Value | None) -> Value:
    value: Value
    if isinstance(function, tuple) and type(key) is int and 1 <= key <= len(function):
        value = function[key - 1]
    elif isinstance(function, Fn) and key in function:
        value = function[key]
    else:
        raise ToolFailed(f"TLC printed {to_tla(function)} where a function of the agents was expected")
    return value


def _label_places(module: Module) -> dict[tuple[str, str], tuple[int, int]]:
    """Line and column of each label of each process."""
    algorithm = module.algorithm
    bodies = [(process.name, process.body) for process in algorithm.processes] or [("", algorithm.body)]
    return {
        (process, statement.label.name): module.source.position(statement.label.span.start)
        for process, body in bodies
        for statement in statements_in(body)
        if statement.label is not None
    }
