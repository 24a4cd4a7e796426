"""What must have happened before an agent can be where it is, seen from the messages that it has received.

An agent that has received k messages of a channel with one sender tells that the sender has sent k; the sender, then, has received what it
must receive before that; and so on. All numbers are lower bounds that hold in every run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .operations import Kind, Operation, Place, Shared
from .protocol import Protocol
from .unroll import Unrolled, unroll

MOST = 4
"""Numbers of messages are not told apart from here on."""

Counter = tuple[Kind, Place]
"""What is counted: sends or receives on one channel."""

Past = Mapping[tuple[int, Place], int]
"""By agent and channel, how many messages the agent has certainly sent."""


@dataclass(eq=False)
class History:
    """Every agent unrolled, and what follows from it. Agents go by their index."""

    protocol: Protocol
    _fewest: dict[tuple[int, Counter], list[int]] = field(default_factory=dict)
    _most: dict[tuple[int, Counter], list[int]] = field(default_factory=dict)
    _before: dict[tuple[int, Place, int], dict[Place, int]] = field(default_factory=dict)

    @cached_property
    def carried(self) -> dict[str, tuple[str, ...]]:
        """The labels that each channel may carry, where they are known: by the topology, or because every send writes them."""
        return carried_labels(self.protocol)

    @cached_property
    def agents(self) -> list[Unrolled]:
        """Each agent unrolled."""
        return [unroll(self.protocol, agent, self.carried) for agent in self.protocol.agents]

    @cached_property
    def odd(self) -> frozenset[str]:
        """The shared variables whose use is not understood: an index that is not known, an assignment of no known shape, a lock that an
        agent gives to another or frees for another, an agent with too many states."""
        found: set[str] = set()
        for graph in self.agents:
            for index, operations in enumerate(graph.operations):
                for operation in operations:
                    if operation.place is not None and (not operation.place.known or self._is_odd(graph, index, operation)):
                        found.add(operation.place.name)
            if not graph.complete:
                found |= set(self.protocol.shared)
        return frozenset(found)

    def _is_odd(self, graph: Unrolled, index: int, operation: Operation) -> bool:
        if operation.kind is Kind.RELEASE:
            asserted = (graph.node(index).label, operation.place) in self._asserted[id(graph)]
            return operation.place not in graph.states[index].held and not asserted
        return operation.kind in (Kind.SEIZE, Kind.REWRITE)

    @cached_property
    def _asserted(self) -> dict[int, set[tuple[str, Place | None]]]:
        """Per agent, the labels of steps that assert that they own a lock."""
        return {
            id(graph): {(graph.node(index).label, operation.place) for index, operation in graph.at(Kind.OWNED)} for graph in self.agents
        }

    def regular(self, place: Place | None) -> bool:
        """Whether every use of an object is understood."""
        return place is not None and place.name not in self.odd

    def shared(self, place: Place) -> Shared:
        """What the variable of a place holds."""
        return self.protocol.shared[place.name]

    def users(self, kind: Kind, place: Place) -> tuple[int, ...]:
        """The agents with an operation of this kind on a place."""
        return self._users.get((kind, place), ())

    @property
    def counted(self) -> Iterable[Counter]:
        """Every kind of operation with each place that it is done on."""
        return self._users

    @cached_property
    def _users(self) -> dict[tuple[Kind, Place], tuple[int, ...]]:
        found: dict[tuple[Kind, Place], dict[int, None]] = {}
        for agent, graph in enumerate(self.agents):
            for operations in graph.operations:
                for operation in operations:
                    if operation.place is not None:
                        found.setdefault((operation.kind, operation.place), {})[agent] = None
        return {key: tuple(agents) for key, agents in found.items()}

    def fewest(self, agent: int, counter: Counter) -> list[int]:
        """Per state of an agent, the fewest operations with which it is reached, at most MOST."""
        key = agent, counter
        if key not in self._fewest:
            graph = self.agents[agent]
            best = [MOST] * len(graph.states)
            waiting = deque(range(graph.starts))
            for index in waiting:
                best[index] = 0
            while waiting:
                index = waiting.popleft()
                count = min(MOST, best[index] + _number(graph.operations[index], counter))
                for way in graph.ways[index]:
                    if count < best[way.target]:
                        best[way.target] = count
                        waiting.append(way.target)
            self._fewest[key] = best
        return self._fewest[key]

    def most(self, agent: int, counter: Counter) -> list[int]:
        """Per state of an agent, the most operations with which it is reached; MOST stands for any number."""
        key = agent, counter
        if key not in self._most:
            best = [0] * len(self.agents[agent].states)
            for index, counts in self.walk(agent, {counter: MOST}):
                best[index] = max(best[index], counts[counter])
            self._most[key] = best
        return self._most[key]

    def walk(
        self,
        agent: int,
        limits: Mapping[Counter, int],
        starts: Iterable[tuple[int, Mapping[Counter, int]]] | None = None,
        stop: Callable[[int, Mapping[Counter, int]], bool] | None = None,
    ) -> Iterable[tuple[int, dict[Counter, int]]]:
        """Every state that an agent can reach, once for each way to count; counting ends at the limits.

        The states are followed no further where `stop` says so.
        """
        graph = self.agents[agent]
        counters = list(limits)
        waiting: deque[tuple[int, tuple[int, ...]]] = deque()
        if starts is None:
            starts = [(index, {}) for index in range(graph.starts)]
        for index, counts in starts:
            waiting.append((index, tuple(counts.get(counter, 0) for counter in counters)))
        seen = set(waiting)
        while waiting:
            index, numbers = waiting.popleft()
            counts = dict(zip(counters, numbers, strict=True))
            yield index, counts
            if stop is not None and stop(index, counts):
                continue
            after = tuple(min(limits[counter], counts[counter] + _number(graph.operations[index], counter)) for counter in counters)
            for way in graph.ways[index]:
                if (way.target, after) not in seen:
                    seen.add((way.target, after))
                    waiting.append((way.target, after))

    def past(self, agent: int, state: int) -> dict[tuple[int, Place], int]:
        """What has certainly been sent when an agent is in a state."""
        found: dict[tuple[int, Place], int] = {}
        received = {place: self.fewest(agent, (Kind.RECEIVE, place))[state] for place in self._received(agent)}
        waiting = [(agent, received)]
        while waiting:
            receiver, counts = waiting.pop()
            for place, count in counts.items():
                senders = self.users(Kind.SEND, place)
                sent = count - (self.shared(place).holds or 0)
                if len(senders) == 1 and senders[0] != receiver and sent > found.get((senders[0], place), 0) and self.regular(place):
                    found[senders[0], place] = sent
                    waiting.append((senders[0], self._received_before(senders[0], place, sent)))
        return found

    def _received(self, agent: int) -> list[Place]:
        return [place for (kind, place), agents in self._users.items() if kind is Kind.RECEIVE and agent in agents and self.regular(place)]

    def _received_before(self, agent: int, channel: Place, number: int) -> dict[Place, int]:
        """How many messages of each channel an agent must receive before it has sent `number` messages on `channel`."""
        key = agent, channel, number
        if key not in self._before:
            graph = self.agents[agent]
            found = {}
            for place in self._received(agent):
                counter, sends = (Kind.RECEIVE, place), (Kind.SEND, channel)
                counts = [
                    counts[counter]
                    for index, counts in self.walk(agent, {counter: MOST, sends: number})
                    if counts[sends] + _number(graph.operations[index], sends) >= number
                ]
                found[place] = min(counts, default=0)
            self._before[key] = found
        return self._before[key]

    def compatible(self, one: int, here: int, other: int, there: int) -> bool:
        """Whether nothing is known that keeps two agents from being in these two states at one time."""
        return all(
            agent != behind or self.most(agent, (Kind.SEND, place))[state] >= count
            for ahead, at, behind, state in ((one, here, other, there), (other, there, one, here))
            for (agent, place), count in self.past(ahead, at).items()
        )


def unavoidable(graph: Unrolled, state: int, wanted: Callable[[int], bool]) -> bool:
    """Whether every way through the step that begins in a state comes to a state that is wanted."""
    waiting, seen = [state], {state}
    while waiting:
        index = waiting.pop()
        if wanted(index):
            continue
        if not graph.ways[index] and graph.node(index).statement is None:
            return False
        for way in graph.ways[index]:
            if graph.node(way.target).rests:
                return False
            if way.target not in seen:
                seen.add(way.target)
                waiting.append(way.target)
    return True


def in_step(graph: Unrolled, state: int) -> list[int]:
    """The states of the step that begins in a state."""
    found, waiting = {state: None}, [state]
    while waiting:
        for way in graph.ways[waiting.pop()]:
            if way.target not in found and not graph.node(way.target).rests:
                found[way.target] = None
                waiting.append(way.target)
    return list(found)


def carried_labels(protocol: Protocol) -> dict[str, tuple[str, ...]]:
    """The labels that each channel may carry, where they are known."""
    from .plain import plain_operations

    found: dict[str, set[str]] = {}
    unknown: set[str] = set()
    for _, _, operation in plain_operations(protocol):
        if operation.kind is Kind.SEND and operation.place is not None:
            found.setdefault(operation.place.name, set()).update(operation.labels or ())
            if operation.labels is None:
                unknown.add(operation.place.name)
        elif operation.kind is Kind.REWRITE and operation.place is not None:
            unknown.add(operation.place.name)
    result = {}
    for name, shared in protocol.shared.items():
        if shared.labels is not None:
            result[name] = shared.labels
        elif name in found and name not in unknown and shared.holds == 0:
            result[name] = tuple(sorted(found[name]))
    return result


def _number(operations: tuple[Operation, ...], counter: Counter) -> int:
    kind, place = counter
    return sum(operation.kind is kind and operation.place == place for operation in operations)
