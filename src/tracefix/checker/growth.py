"""Why a search did not end: the variables that grow and the agents that multiply.

The evidence is what the search left behind: the values of every slot in order of discovery, how many there were when each level
began, and the states with their predecessors. A variable *grows* when its greatest value so far (of integers the distance from zero, of
sequences the length) was exceeded in every quarter of the levels. It grows *in a loop* when one path visits states that are equal but
for growing variables, three times, with more each time. When the processes that move on this path look at none of the growing
variables, they can go round for ever: the reachable states are infinitely many, whatever limit is set.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import Any

from ..workspace import Workspace
from .deciding import deciding_names
from .interpreter import Interpreter
from .names import Plain, Shape
from .results import GrowingAgent, GrowingVariable, Growth, Step
from .search import Search
from .system import DONE, AbstractState, TransitionSystem
from .tables import Tables
from .values import Fn, to_tla

SAMPLE = 300
"""Values of a slot that are measured to see whether it grows."""
WINDOW = 4_000
"""States at the end of the log among which the greatest value is looked for."""
PATH = 4_000
"""The longest path that is searched for a loop."""
SHOWN = 5
MANY = 500
"""States from which on it is said that no variable grows."""
LITTLE = 8
"""A variable that has not come further than this is not called growing unless it provably goes on for ever."""

Measure = tuple[int, int]
"""How large a value is: elements of sequences at any depth, and the largest integer's distance from zero."""


@dataclass(frozen=True, slots=True)
class _Variable:
    """A component of a state that the author named: a slot, or place `place` of a process slot."""

    name: str
    source: str
    line: int
    slot: int
    place: int | None

    def of(self, value: Any) -> Any:
        """Its value in a value of its slot."""
        return value if self.place is None else value[self.place]


def growth_of(workspace: Workspace, system: TransitionSystem, tables: Tables, search: Search) -> Growth | None:
    """What made the search large so far; None when it had not begun."""
    if not search.distinct:
        return None
    return _Analysis(workspace, system, tables, search).result()


class _Analysis:
    def __init__(self, workspace: Workspace, system: TransitionSystem, tables: Tables, search: Search) -> None:
        self.workspace = workspace
        self.system = system
        self.tables = tables
        self.search = search
        self.interpreter = Interpreter(system)
        self.quarters = [tables.levels.before(search.depth * part // 4).sizes for part in (1, 2, 3)]
        self.variables = list(_variables(workspace, system))

    def result(self) -> Growth:
        """Variables that grow first, endless ones before all others, then those with most values."""
        growing = [variable for variable in self.variables if self._grows(variable)]
        found = [self._growing(variable, growing) for variable in growing]
        others = [variable for variable in self.variables if variable not in growing]
        found += [self._described(variable) for variable in others]
        order = {"endless": 0, "steady": 1, "none": 2}
        found = sorted((each for each in found if each.values > 1), key=lambda each: (order[each.growth], -each.values))
        agents = self._agents()
        kind = "wide" if not found or found[0].growth == "none" else found[0].growth
        return Growth(kind, _message(kind, found, agents, self.search.distinct), tuple(found[:SHOWN]), tuple(agents))

    # --- agents

    def _agents(self) -> list[GrowingAgent]:
        counts = [len(self.tables.values[process.index]) for process in self.system.processes]
        total = sum(log2(count) for count in counts) or 1.0
        found = [
            GrowingAgent(process.agent, count, count - self.quarters[2][process.index], log2(count) / total)
            for process, count in zip(self.system.processes, counts, strict=True)
        ]
        return sorted(found, key=lambda each: -each.local_states)

    # --- variables

    def _described(self, variable: _Variable, growth: str = "none", step: Step | None = None) -> GrowingVariable:
        values = self.tables.values[variable.slot]
        found = values if variable.place is None else {variable.of(value) for value in values}
        return GrowingVariable(variable.name, variable.line, len(found), _extent(found), growth, step)

    def _grows(self, variable: _Variable) -> bool:
        """Whether each quarter of the levels brought a greater value than all before."""
        values = self.tables.values[variable.slot]
        ends = [0, *(sizes[variable.slot] for sizes in self.quarters), len(values)]
        greatest: Measure = (0, 0)
        for number, (begin, end) in enumerate(pairwise(ends)):
            step = max(1, (end - begin) // SAMPLE)
            picked = [*range(begin, end, step), *range(max(begin, end - 20), end)]
            measures = [measure(variable.of(values[index])) for index in picked]
            now = (max([greatest[0], *(size for size, _ in measures)]), max([greatest[1], *(largest for _, largest in measures)]))
            if number and now == greatest:
                return False
            greatest = now
        return True

    def _growing(self, variable: _Variable, growing: Sequence[_Variable]) -> GrowingVariable:
        path = self._path(self._greatest(variable))
        begin, end = self._loop(path, variable, growing) or (0, 0)
        if begin < end and self._goes_on(path[begin : end + 1], growing):
            return self._described(variable, "endless", self._step_that_grows(path[begin : end + 1], variable))
        if sum(measure(variable.of(path[-1][variable.slot]))) > LITTLE:
            return self._described(variable, "steady", self._step_that_grows(path, variable))
        return self._described(variable)

    def _goes_on(self, round_: Sequence[AbstractState], growing: Sequence[_Variable]) -> bool:
        """Whether the steps of a round can be taken again and again: nothing that they look at has changed, or ever will."""
        movers = {self._mover(before, after) for before, after in pairwise(round_)}
        if None in movers or self.system.constraints:
            return False
        return not self._decides([mover for mover in movers if mover is not None], growing)

    def _greatest(self, variable: _Variable) -> int:
        """The log index of the state with the greatest value among the last ones."""
        values, count = self.tables.values[variable.slot], self.search.distinct
        known: dict[int, Measure] = {}
        best, target = (-1, -1), count - 1
        for index in range(max(0, count - WINDOW), count):
            found = self.search.ids(index)[variable.slot]
            if found not in known:
                known[found] = measure(variable.of(values[found]))
                if known[found] > best:
                    best, target = known[found], index
        return target

    def _path(self, index: int) -> list[AbstractState]:
        """The last states of the path that led to a stored state."""
        path: list[AbstractState] = []
        while index >= 0 and len(path) < PATH:
            path.append(self.tables.abstract(self.search.ids(index)))
            index = self.search.parent(index)
        return path[::-1]

    def _loop(self, path: Sequence[AbstractState], variable: _Variable, growing: Sequence[_Variable]) -> tuple[int, int] | None:
        """Places on the path between which nothing changed but growing variables, which grew: one round of at least two."""
        visits: dict[AbstractState, list[tuple[int, list[Measure]]]] = {}
        own = growing.index(variable)
        for place, state in enumerate(path):
            rest = _without(state, growing)
            sizes = [measure(each.of(state[each.slot])) for each in growing]
            before = visits.setdefault(rest, [])
            if before:
                last = before[-1][1]
                if sizes[own] == last[own] or not all(a <= c and b <= d for (a, b), (c, d) in zip(last, sizes, strict=True)):
                    continue
            before.append((place, sizes))
            if len(before) == 3:
                return before[1][0], place
        return None

    def _mover(self, before: AbstractState, after: AbstractState) -> int | None:
        """The process whose step leads from one state to the next."""
        return next((process for process, found in self.interpreter.expand(before).successors if found == after), None)

    def _step_that_grows(self, path: Sequence[AbstractState], variable: _Variable) -> Step | None:
        """The last step of the path that made a variable greater."""
        for place in range(len(path) - 2, -1, -1):
            before, after = path[place], path[place + 1]
            if measure(variable.of(before[variable.slot])) < measure(variable.of(after[variable.slot])):
                process = self._mover(before, after)
                return None if process is None or before[process][0] == DONE else self.system.step(process, before[process][0])
        return None

    def _decides(self, movers: Iterable[int], growing: Sequence[_Variable]) -> bool:
        """Whether what these processes do can depend on a growing variable."""
        sources = {variable.source for variable in growing}
        algorithm = self.workspace.module.algorithm
        bodies = {process.name: process.body for process in algorithm.processes}
        for mover in movers:
            read = deciding_names(bodies.get(self.system.processes[mover].body_name, algorithm.body), sources)
            # An operator of the module may look at anything.
            if read & (sources | self.workspace.module.definitions.keys()):
                return True
        return False


def _variables(workspace: Workspace, system: TransitionSystem) -> Iterator[_Variable]:
    """Every variable that the author wrote; hidden ones of single operations (`name@label`) are left out."""
    algorithm, position = workspace.module.algorithm, workspace.module.source.position
    for declared in algorithm.variables:
        line = position(declared.span.start)[0]
        for name, slot in _slots(declared.name, system.names.globals[declared.name]):
            yield _Variable(name, declared.name, line, slot, None)
    lines = {
        (process.name, declared.name): position(declared.span.start)[0] for process in algorithm.processes for declared in process.variables
    }
    for process in system.processes:
        for name, place in process.locals.items():
            if (process.body_name, name) in lines:
                yield _Variable(f"{process.agent}.{name}", name, lines[process.body_name, name], process.index, place)


def _slots(name: str, shape: Shape) -> Iterator[tuple[str, int]]:
    if isinstance(shape, Plain):
        yield name, shape.slot
    else:
        for key, part in shape.parts.items():
            yield from _slots(f"{name}[{to_tla(key)}]", part)


def measure(value: Any) -> Measure:
    """How large a value is. Strings, booleans and model values of a protocol are finitely many and have no size; a set has that of
    its elements."""
    if type(value) is int:
        return 0, abs(value)
    if isinstance(value, tuple):
        parts, own = value, len(value)
    elif isinstance(value, frozenset):
        parts, own = tuple(value), 0
    elif isinstance(value, Fn):
        parts, own = (*value.keys(), *value.values()), 0
    else:
        return 0, 0
    measures = [measure(part) for part in parts]
    return own + sum(size for size, _ in measures), max((largest for _, largest in measures), default=0)


def _without(state: AbstractState, growing: Iterable[_Variable]) -> AbstractState:
    """A state with its growing variables blanked out."""
    values = list(state)
    for variable in growing:
        values[variable.slot] = (
            None
            if variable.place is None
            else (*values[variable.slot][: variable.place], None, *values[variable.slot][variable.place + 1 :])
        )
    return tuple(values)


def _extent(values: Collection[Any]) -> str | None:
    if all(type(value) is int for value in values):
        return f"{min(values):,} to {max(values):,}"
    if all(isinstance(value, tuple) for value in values):
        lengths = [len(value) for value in values]
        return f"{min(lengths):,} to {max(lengths):,} long" if min(lengths) < max(lengths) else None
    return None


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _message(kind: str, variables: Sequence[GrowingVariable], agents: Sequence[GrowingAgent], states: int) -> str:
    if kind != "wide":
        grown = [each for each in variables if each.growth == kind][:SHOWN]
        names = " and ".join(f"{each.name}{f' ({each.extent})' if each.extent else ''}" for each in grown)
        step = grown[0].step
        where = "" if step is None else f", made by {step.agent} at {step.label} (line {step.line})"
        many = len(grown) > 1
        if kind == "endless":
            return f"{names} grow{'' if many else 's'} for ever{where}"
        return f"{names} {'have' if many else 'has'} grown up to the end of the search{where}"
    most = ", ".join(f"{each.agent} ({each.local_states:,})" for each in agents[:3] if each.local_states > 1)
    widest = ", ".join(f"{each.name} ({each.values:,})" for each in variables[:3])
    said = "no variable grows without end" if states >= MANY else "too little was explored to say whether a variable grows"
    parts = [f"{said}: {_count(states, 'state')} of {_count(len(agents), 'agent')}"]
    parts += [f"most local states: {most}"] if most else []
    parts += [f"most values: {widest}"] if widest else []
    return "; ".join(parts)
