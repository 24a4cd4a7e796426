"""TF611: an agent waits for a message and keeps a lock that somebody needs before the message can be sent.

The agent is held where it waits; everybody else may go on, from what must have happened before (`history`), but not past a wait for the
lock, nor past a wait for a message that cannot come for the same reason. When no message can come that way, and one could if the lock
were free, the lock is what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic
from .history import MOST, Counter, History, in_step, unavoidable
from .operations import Kind, Operation, Place

Bounds = Mapping[tuple[int, Place], int]


def held_across_receive(history: History) -> Iterator[Diagnostic]:
    """A diagnostic for each wait for a message that does not come before a lock is given back."""
    reported: set[tuple[int, int, Place]] = set()
    for agent, graph in enumerate(history.agents):
        for rest, state in enumerate(graph.states):
            if not graph.node(rest).rests:
                continue
            for lock in sorted(state.held, key=str):
                if not history.regular(lock) or (agent, state.node, lock) in reported:
                    continue
                stuck = _Stuck(history, agent, rest, lock)
                if stuck.forever() and not _Stuck(history, agent, rest, None).forever():
                    reported.add((agent, state.node, lock))
                    yield _report(stuck)


def _report(stuck: _Stuck) -> Diagnostic:
    graph = stuck.history.agents[stuck.agent]
    at, channel = next(
        (index, operation.place)
        for index in in_step(graph, stuck.rest)
        for operation in graph.operations[index]
        if operation.kind is Kind.ARRIVED and stuck.is_held_back(stuck.agent, index, operation)
    )
    needing = " and ".join(dict.fromkeys(stuck.history.agents[agent].agent.name for agent in stuck.needing))
    statement = graph.node(at).statement
    assert statement is not None
    name, lock = graph.agent.name, stuck.lock
    message = f"{name} holds {lock} while it waits on {channel} for a message that may not come before {needing} had {lock}"
    hint = f"release {lock} before this wait, and acquire it again afterwards if it is still needed"
    return stuck.history.protocol.diagnostic("TF611", message, statement, hint)


@dataclass(eq=False)
class _Stuck:
    """The question whether `agent`, resting in state `rest`, is stuck there while it holds `lock`; with None, whether it is stuck
    for want of messages alone."""

    history: History
    agent: int
    rest: int
    lock: Place | None
    needing: list[int] = field(default_factory=list)
    _answers: dict[tuple[int, int, Place, int], bool] = field(default_factory=dict)
    _open: set[Place] = field(default_factory=set)

    def forever(self) -> bool:
        """Whether every way through the agent's step waits for a message that does not come."""
        graph = self.history.agents[self.agent]
        return unavoidable(
            graph, self.rest, lambda index: any(self.is_held_back(self.agent, index, operation) for operation in graph.operations[index])
        )

    def is_held_back(self, agent: int, state: int, operation: Operation) -> bool:
        """Whether an operation of an agent waits for a message that does not come."""
        place = operation.place
        if operation.kind is not Kind.ARRIVED or place is None or not self.history.regular(place) or place in self._open:
            return False
        key = agent, state, place, operation.count
        if key not in self._answers:
            self._open.add(place)
            self._answers[key] = self._is_held_back(agent, state, place, operation.count)
            self._open.discard(place)
        return self._answers[key]

    def _is_held_back(self, agent: int, state: int, channel: Place, count: int) -> bool:
        history = self.history
        holds = history.shared(channel).holds
        senders = history.users(Kind.SEND, channel)
        number = history.fewest(agent, (Kind.RECEIVE, channel))[state] + count - (holds or 0)
        if holds is None or history.users(Kind.CLEAR, channel) or number <= 0 or number >= MOST or not senders or agent in senders:
            return False
        if self.agent in senders and history.most(self.agent, (Kind.SEND, channel))[self.rest] >= (number if len(senders) == 1 else 1):
            return False
        bounds = {**history.past(agent, state)}
        for key, least in history.past(self.agent, self.rest).items():
            bounds[key] = max(least, bounds.get(key, 0))
        wanted = number if len(senders) == 1 else 1
        return all(sender == self.agent or self._withholds(sender, channel, wanted, bounds) for sender in senders)

    def _withholds(self, sender: int, channel: Place, number: int, bounds: Bounds) -> bool:
        """Whether a sender may be where it cannot come to its message `number` on a channel."""
        history = self.history
        sends: Counter = (Kind.SEND, channel)
        done = {(Kind.SEND, place): least for (agent, place), least in bounds.items() if agent == sender}
        spent = self._supplies(sender)
        limits: dict[Counter, int] = {**done, **{(Kind.RECEIVE, place): most + 1 for place, most in spent.items()}}
        limits[sends] = max(number, limits.get(sends, 0))
        graph = history.agents[sender]

        def arrived(index: int, counts: Mapping[Counter, int]) -> bool:
            free = self.lock is None or self.lock not in graph.states[index].held
            return graph.node(index).rests and free and all(counts[counter] >= least for counter, least in done.items())

        def blocked(index: int, counts: Mapping[Counter, int]) -> bool:
            for operation in graph.operations[index]:
                place = operation.place
                if operation.kind is Kind.FREE and place == self.lock and place not in graph.states[index].held:
                    self.needing.append(sender)
                    return True
                if operation.kind is Kind.ARRIVED and place in spent:
                    if counts[Kind.RECEIVE, place] + operation.count > spent[place]:
                        return True
                elif self.is_held_back(sender, index, operation):
                    return True
            return False

        for start, counts in history.walk(sender, limits, stop=arrived):
            if arrived(start, counts) and counts[sends] < number:
                ways = history.walk(sender, limits, [(start, counts)], stop=blocked)
                if all(reached[sends] < number for _, reached in ways):
                    return True
        return False

    def _supplies(self, receiver: int) -> dict[Place, int]:
        """The channels to an agent that only the stuck agent sends on, and how many messages they can have carried."""
        history = self.history
        found = {}
        for place in {operation.place for _, operation in history.agents[receiver].at(Kind.RECEIVE)}:
            if place is not None and history.regular(place) and history.users(Kind.SEND, place) == (self.agent,):
                most = history.most(self.agent, (Kind.SEND, place))[self.rest]
                if most < MOST and history.users(Kind.RECEIVE, place) == (receiver,):
                    found[place] = most + (history.shared(place).holds or 0)
        return found
