"""What agents do with locks: orders that disagree, locks taken twice, kept, or given back by somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..diagnostics import Diagnostic
from ..pluscal.ast import Stmt
from .history import MOST, History, unavoidable
from .operations import Kind, Place
from .unroll import Unrolled

LONGEST_CYCLE = 4


@dataclass(frozen=True, slots=True)
class _Wait:
    """An agent that rests in state `rest` with `held` and can do nothing but wait for `wanted`, in state `at`."""

    agent: int
    rest: int
    at: int
    held: frozenset[Place]
    wanted: Place


def taken_twice(history: History) -> Iterator[Diagnostic]:
    """TF613: an agent waits for a lock that it holds itself."""
    for graph in history.agents:
        for index, operation in graph.at(Kind.FREE):
            place = operation.place
            if history.regular(place) and place in graph.states[index].held and (graph.exact or _always_held(graph, index, place)):
                message = f"{graph.agent.name} acquires {place}, which it already holds"
                hint = f"locks are not re-entrant: it waits for itself; leave this acquire out, or release {place} before it"
                yield history.protocol.diagnostic("TF613", message, _statement(graph, index), hint)


def _always_held(graph: Unrolled, index: int, place: Place) -> bool:
    return all(place in state.held for state in graph.states if state.node == graph.states[index].node)


def kept(history: History) -> Iterator[Diagnostic]:
    """TF614: an agent ends, on some way or on every way, and still holds a lock."""
    for agent, graph in enumerate(history.agents):
        ends = [graph.states[index].held for index in graph.ends]
        for place in sorted({place for held in ends for place in held}, key=str):
            releases = agent in history.users(Kind.RELEASE, place)
            if not history.regular(place) or (releases and not graph.exact):
                continue
            acquire = next(index for index, operation in graph.at(Kind.ACQUIRE) if operation.place == place)
            name = graph.agent.name
            if not releases:
                message, hint = f"{name} acquires {place} and never releases it", f"release {place} before {name} ends"
            else:
                label = _last_label(graph, place)
                message = f"{name} can end while it still holds {place}"
                hint = f"the way through {label} has no release: release {place} on every way to the end"
            yield history.protocol.diagnostic("TF614", message, _statement(graph, acquire), hint)


def _last_label(graph: Unrolled, place: Place) -> str:
    """The label of the last step on a way to the end that still holds a lock."""
    for index, ways in enumerate(graph.ways):
        for way in ways:
            state = graph.states[way.target]
            if state.node == graph.agent.flow.end and place in state.held:
                return graph.node(index).label
    return "the end"


def slots_kept(history: History) -> Iterator[Diagnostic]:
    """TF616: an agent gives a counter of the topology back on some ways to its end and on others not."""
    for agent, graph in enumerate(history.agents):
        taken = {operation.place for _, operation in graph.at(Kind.TAKE) if operation.place is not None}
        for place in sorted(filter(history.regular, taken), key=str):
            takes, gives = (Kind.TAKE, place), (Kind.GIVE, place)
            if not graph.exact or agent not in history.users(Kind.GIVE, place) or not _is_declared(history, place):
                continue
            ends = [counts for index, counts in history.walk(agent, {takes: MOST, gives: MOST}) if graph.node(index).statement is None]
            missing = {counts[takes] - counts[gives] for counts in ends if counts[takes] < MOST and counts[gives] < MOST}
            if 0 in missing and max(missing) > 0:
                take = next(index for index, operation in graph.at(Kind.TAKE) if operation.place == place)
                message = f"{graph.agent.name} can end without giving {place} back"
                hint = f"other ways to its end give it back: give {place} back on every way, also when the work fails"
                yield history.protocol.diagnostic("TF616", message, _statement(graph, take), hint)


def _is_declared(history: History, place: Place) -> bool:
    topology = history.protocol.workspace.topology
    return topology is not None and any(counter.id == place.name for counter in topology.counters)


def not_owned(history: History) -> Iterator[Diagnostic]:
    """TF615: a release that asserts ownership, where the agent never has it."""
    for graph in history.agents:
        for index, operation in graph.at(Kind.OWNED):
            place, node = operation.place, graph.states[index].node
            held = any(place in state.held for state in graph.states if state.node == node)
            if history.regular(place) and not held and graph.complete:
                message = f"{graph.agent.name} releases {place}, which it does not hold here"
                hint = f"an agent may release only what it has acquired: acquire {place} before, or leave the release out"
                yield history.protocol.diagnostic("TF615", message, _statement(graph, index), hint)


def orders(history: History) -> Iterator[Diagnostic]:
    """TF612: agents that hold one lock each and wait for the next one's, in a circle."""
    waits = list(_waits(history))
    reported: set[frozenset[Place]] = set()
    for first in waits:
        for cycle in _cycles(history, waits, [first]):
            places = frozenset(wait.wanted for wait in cycle)
            if places not in reported:
                reported.add(places)
                yield _order(history, cycle)


def _waits(history: History) -> Iterator[_Wait]:
    """Waits for a lock while others are held. Locks taken in the same step do not count: the step takes all or none."""
    seen: set[tuple[int, int, frozenset[Place]]] = set()
    for agent, graph in enumerate(history.agents):
        for index, operation in graph.at(Kind.FREE):
            state, place = graph.states[index], operation.place
            held = frozenset(filter(history.regular, state.rested))
            if place is None or not history.regular(place) or not held or place in state.held or (agent, state.node, held) in seen:
                continue
            rest = next(
                (rest for rest in range(len(graph.states)) if graph.node(rest).rests and graph.node(rest).label == graph.node(index).label
                 and graph.states[rest].held == state.rested and _must_wait(graph, rest, place)), None
            )  # fmt: skip
            if rest is not None:
                seen.add((agent, state.node, held))
                yield _Wait(agent, rest, index, held, place)


def _must_wait(graph: Unrolled, rest: int, place: Place) -> bool:
    return unavoidable(
        graph, rest, lambda index: any(operation.kind is Kind.FREE and operation.place == place for operation in graph.operations[index])
    )


def _cycles(history: History, waits: list[_Wait], chain: list[_Wait]) -> Iterator[list[_Wait]]:
    """Ways to go on from a chain of waits, each for a lock that the next one holds, until it closes."""
    first, last = chain[0], chain[-1]
    if len(chain) > 1 and last.wanted in first.held:
        yield chain
        return
    if len(chain) == LONGEST_CYCLE:
        return
    for wait in waits:
        together = all(
            wait.agent != other.agent
            and not wait.held & other.held
            and history.compatible(wait.agent, wait.rest, other.agent, other.rest)
            for other in chain
        )  # fmt: skip
        if wait.agent > first.agent and last.wanted in wait.held and together:
            yield from _cycles(history, waits, [*chain, wait])


def _order(history: History, cycle: list[_Wait]) -> Diagnostic:
    names = [history.agents[wait.agent].agent.name for wait in cycle]
    # Each agent holds what the one before it in the circle wants.
    holds = [cycle[index - 1].wanted for index in range(len(cycle))]
    parts = [f"{name} holds {held} and waits for {wait.wanted}" for name, held, wait in zip(names, holds, cycle, strict=True)]
    message = f"the order of locks disagrees: {', '.join(parts)}"
    order = ", then ".join(sorted(str(wait.wanted) for wait in cycle))
    last = cycle[-1]
    return history.protocol.diagnostic(
        "TF612", message, _statement(history.agents[last.agent], last.at), f"acquire locks in one order everywhere, such as {order}"
    )


def _statement(graph: Unrolled, index: int) -> Stmt:
    statement = graph.node(index).statement
    assert statement is not None
    return statement
