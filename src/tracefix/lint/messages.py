"""What becomes of messages: choices made before they are there, labels nobody tells apart, messages nobody reads or nobody sends."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..pluscal.ast import Binary, Either, Expr, Goto, IfStmt, Junction, Name, SetEnum, Stmt, String, Unary, While
from ..pluscal.labels import walk
from ..pluscal.model import Unsupported
from ..pluscal.substitute import expressions_of
from . import patterns
from .flow import BRANCH, DONE
from .history import MOST, History
from .operations import BLOCKING, Kind, Operation, Place
from .unroll import Unrolled, Way

_SPEAKS = frozenset(Kind) - BLOCKING - {Kind.OWNED, Kind.READ}
"""Operations that others can notice."""


def early_choices(history: History) -> Iterator[Diagnostic]:
    """TF610: a branch of an `either` that others do not notice and that waits for a message only at a later label."""
    for graph in history.agents:
        for index in range(len(graph.states)):
            statement = graph.node(index).statement
            if not isinstance(statement, Either):
                continue
            outcomes = _outcomes(graph, index)
            for branch, commits in outcomes.items():
                if commits and DONE not in commits and any(
                    other and not commits.keys() & other.keys() and _avoids(history, graph, index, there, commits)
                    for there, other in outcomes.items() if there != branch
                ):  # fmt: skip
                    channel, at = next(iter(commits.items()))
                    label = graph.node(at).label
                    message = (
                        f"{graph.agent.name} commits to this branch before the message on {channel} is there: it waits only at {label}"
                    )
                    hint = "make the receive the first statement of its branch, so that the message decides"
                    first = statement.branches[branch][0]
                    yield history.protocol.diagnostic("TF610", message, first, hint)


def _outcomes(graph: Unrolled, either: int) -> dict[int, dict[str, int]]:
    """Per branch of an `either`, the channels whose message it silently comes to wait for, each with the waiting state, and `Done`
    when it comes to the end; empty when it does anything else first."""
    found: dict[int, dict[str, int]] = {}
    for way in graph.ways[either]:
        if way.edge.kind == BRANCH:
            found[way.edge.branch] = _silently(graph, either, way.target) or {}
    return found


def _silently(graph: Unrolled, either: int, start: int) -> dict[str, int] | None:
    found: dict[str, int] = {}
    first = (start, graph.node(start).rests)
    waiting, seen = [first], {first}
    while waiting:
        index, later = waiting.pop()
        kinds = {operation.kind for operation in graph.operations[index]}
        if graph.node(index).statement is None:
            found[DONE] = index
            continue
        if kinds & BLOCKING:
            if not later or kinds & BLOCKING != {Kind.ARRIVED}:
                return None
            found.update({str(operation.place): index for operation in graph.operations[index] if operation.kind is Kind.ARRIVED})
            continue
        if kinds & _SPEAKS or index == either or (isinstance(graph.node(index).statement, Either) and later):
            return None
        for way in graph.ways[index]:
            item = (way.target, later or graph.node(way.target).rests)
            if item not in seen:
                seen.add(item)
                waiting.append(item)
    return found


def _avoids(history: History, graph: Unrolled, either: int, branch: int, commits: dict[str, int]) -> bool:
    """Whether the agent can end after a branch without the messages that another branch commits to."""
    waiting = [way.target for way in graph.ways[either] if way.edge.branch == branch]
    seen = set(waiting)
    while waiting:
        index = waiting.pop()
        if graph.node(index).statement is None:
            return True
        if any(operation.kind is Kind.ARRIVED and str(operation.place) in commits for operation in graph.operations[index]):
            continue
        for way in graph.ways[index]:
            if way.target not in seen:
                seen.add(way.target)
                waiting.append(way.target)
    return False


def unread(history: History) -> Iterator[Diagnostic]:
    """TF621: a variable takes messages of several labels and is never read."""
    for graph in history.agents:
        reads = _reads(history, graph)
        # What a variable takes last is what it could still be read for.
        last = {operation.variable: (index, operation.place) for index, operation in graph.at(Kind.READ)}
        for name, (index, place) in last.items():
            labels, statement = _labels(history, place), graph.node(index).statement
            if name is not None and statement is not None and len(labels) > 1 and name not in reads:
                message = f"{graph.agent.name} never reads {name}: it takes every message of {place} alike"
                hint = f"the message may be {' or '.join(sorted(labels))}: test {name}, or give the channel one label"
                yield history.protocol.diagnostic("TF621", message, statement, hint)


def _labels(history: History, place: Place | None) -> frozenset[str]:
    """The labels of a channel: those that the topology declares, without a topology those that are known to be sent."""
    if place is None:
        return frozenset()
    declared = history.shared(place).labels
    if declared is not None:
        return frozenset(declared)
    sent = (operation.labels or frozenset() for graph in history.agents for _, operation in graph.at(Kind.SEND) if operation.place == place)
    return frozenset().union(*sent)


def _reads(history: History, graph: Unrolled) -> frozenset[str]:
    """Every name that is read by an agent's text, or by anybody for a global variable, or in a definition."""
    module = history.protocol.workspace.module
    local = {variable.name for variable in graph.agent.process.variables} if graph.agent.process else set()
    everywhere = [body for process in module.algorithm.processes for body in (process.body,)] or [module.algorithm.body]
    own = graph.agent.process.body if graph.agent.process else module.algorithm.body
    mine = frozenset().union(*(patterns.mentions(e) for statement in walk(own) for e in expressions_of(statement)))
    others = frozenset().union(
        *(patterns.mentions(e) for body in everywhere for statement in walk(body) for e in expressions_of(statement))
    )
    defined = frozenset().union(*(patterns.mentions(d.body) for d in module.definitions.values() if not isinstance(d, Unsupported)))
    return mine | (others - local) | defined


def untested(history: History) -> Iterator[Diagnostic]:
    """TF620: a label is sent, its receivers compare their message with other labels, and nothing happens for this one."""
    for place in dict.fromkeys(op.place for graph in history.agents for _, op in graph.at(Kind.SEND)):
        if place is None or not history.regular(place):
            continue
        readers = [(graph, index, op) for graph in history.agents for index, op in graph.at(Kind.READ) if op.place == place]
        labels = _labels(history, place)
        fates = {label: [_fate(graph, index, operation, label) for graph, index, operation in readers] for label in labels}
        ignored = {label: fate for label, fate in fates.items() if fate and None not in fate and any(fate)}
        for label in sorted(ignored):
            tested = frozenset().union(*(found for found in ignored[label] if found is not None))
            # With one label tested and one other, the other one is known by elimination.
            if len(tested) < 2 and len(ignored) < 2:
                continue
            sends = (
                graph.node(index).statement
                for graph in history.agents
                for index, operation in graph.at(Kind.SEND)
                if operation.place == place and label in (operation.labels or ())
            )
            statement = next(sends, None)
            if statement is not None:
                message = f'no receiver of {place} tests for "{label}"'
                compared = " and ".join(f'"{other}"' for other in sorted(tested))
                hint = f"they compare their message only with {compared}, without an else: nothing happens for this one"
                yield history.protocol.diagnostic("TF620", message, statement, hint)


def _fate(graph: Unrolled, index: int, operation: Operation, label: str) -> frozenset[str] | None:
    """What becomes of a label that a read takes: None when something does, else the labels that it is compared with in vain."""
    name = operation.variable
    compared: set[str] = set()
    waiting = [way.target for way in graph.ways[index] if (name, label) in graph.states[way.target].known]
    if name is None or not (waiting or _is_dead(graph, index, name)):
        return None
    seen = set(waiting)
    while waiting:
        here = waiting.pop()
        statement = graph.node(here).statement
        if statement is not None and any(name in patterns.mentions(expr) for expr in expressions_of(statement)):
            literals = _tested(statement, name)
            if literals is None or label in literals:
                return None
            compared |= literals
        for way in graph.ways[here]:
            if (name, label) in graph.states[way.target].known and way.target not in seen:
                seen.add(way.target)
                waiting.append(way.target)
    return frozenset(compared)


def _is_dead(graph: Unrolled, index: int, name: str) -> bool:
    return bool(graph.ways[index]) and all(name not in dict(graph.states[way.target].known) for way in graph.ways[index])


def _tested(statement: Stmt, name: str) -> frozenset[str] | None:
    """The labels that an `if` without else compares a variable with, when it does nothing else with it and goes on behind it; None for
    every other use."""
    if not isinstance(statement, IfStmt):
        return None
    chained = len(statement.otherwise) == 1 and isinstance(statement.otherwise[0], IfStmt)
    leaves = any(isinstance(inner, (Goto, While)) or inner.label is not None for inner in walk(statement.then))
    if leaves or (statement.otherwise and not chained):
        return None
    return _literals(statement.condition, name)


def _literals(condition: Expr, name: str) -> frozenset[str] | None:
    """The strings that a condition compares a variable with; None when it uses the variable in another way."""
    match condition:
        case Binary("=", Name(variable), String(value)) | Binary("=", String(value), Name(variable)) if variable == name:
            return frozenset([value])
        case Binary("\\in", Name(variable), SetEnum(items)) if variable == name and all(isinstance(item, String) for item in items):
            return frozenset(item.value for item in items if isinstance(item, String))
        case Junction(_, items):
            parts = [_literals(item, name) for item in items]
            known = [part for part in parts if part is not None]
            return frozenset().union(*known) if len(known) == len(parts) else None
        case Unary() | Binary() | Name():
            return None if name in patterns.mentions(condition) else frozenset()
    return None if name in patterns.mentions(condition) else frozenset()


def never_sent(history: History) -> Iterator[Diagnostic]:
    """TF622: the receivers of a channel cannot end before they have had more messages than its senders may choose to send."""
    for place in sorted({place for kind, place in history.counted if kind is Kind.RECEIVE}, key=str):
        senders, receivers = history.users(Kind.SEND, place), history.users(Kind.RECEIVE, place)
        holds = history.shared(place).holds
        if not history.regular(place) or holds is None or history.users(Kind.CLEAR, place) or set(senders) & set(receivers) or not senders:
            continue
        needed = {receiver: _needed(history, receiver, place) for receiver in receivers}
        fewest = {sender: _fewest_sent(history.agents[sender], place) for sender in senders}
        wanted, given = sum(needed.values()), sum(fewest.values()) + holds
        if given >= wanted or not all(needed.values()):
            continue
        graph = history.agents[receivers[0]]
        at = next(index for index, operation in graph.at(Kind.RECEIVE) if operation.place == place)
        statement = graph.node(at).statement
        assert statement is not None
        lazy = " and ".join(history.agents[sender].agent.name for sender in senders if fewest[sender] < MOST)
        waiting = " and ".join(history.agents[receiver].agent.name for receiver in receivers)
        enough = f"{lazy} may end without sending one" if given == 0 else f"{lazy} may end after {given} of {wanted}"
        message = f"{waiting} cannot end without a message on {place}, but {enough}"
        if given:
            message = f"{waiting} cannot end without {wanted} messages on {place}, but {enough}"
        hint = "send a message in every branch, such as a skip or failed, or let the receiver end without it"
        yield history.protocol.diagnostic("TF622", message, statement, hint)


def _needed(history: History, receiver: int, place: Place) -> int:
    """How many messages an agent takes at least before it ends, less than MOST; 0 when it cannot end."""
    counts = history.fewest(receiver, (Kind.RECEIVE, place))
    least = min((counts[end] for end in history.agents[receiver].ends), default=0)
    return least if least < MOST else MOST - 1


def _fewest_sent(graph: Unrolled, place: Place) -> int:
    """The fewest messages that an agent can see to it to have sent when it ends, by its own choices alone; MOST when it cannot choose less.

    A game on states and counts: the agent picks the branches of `either` that do not wait; everything else is decided against it.
    """
    before: list[list[tuple[int, bool]]] = [[] for _ in graph.states]
    for index, ways in enumerate(graph.ways):
        for way in ways:
            before[way.target].append((index, way.edge.kind == BRANCH and not _waits(graph, way)))
    sends = [sum(op.kind is Kind.SEND and op.place == place for op in operations) for operations in graph.operations]
    return next((most for most in range(MOST) if _can_end_with(graph, before, sends, most)), MOST)


def _can_end_with(graph: Unrolled, before: list[list[tuple[int, bool]]], sends: list[int], most: int) -> bool:
    """Whether the agent can see to it that it ends after at most `most` messages; `before` are the ways into each state, and whether the
    agent is free to take them."""
    waiting = [(end, count) for end in graph.ends for count in range(most + 1)]
    won = set(waiting)
    undecided: dict[tuple[int, int], int] = {}
    while waiting:
        index, after = waiting.pop()
        for origin, chosen in before[index]:
            here = origin, after - sends[origin]
            if here in won or here[1] < 0:
                continue
            undecided[here] = undecided.get(here, len(graph.ways[origin])) - 1
            if chosen or undecided[here] == 0:
                won.add(here)
                waiting.append(here)
    return all((start, 0) in won for start in range(graph.starts))


def _waits(graph: Unrolled, way: Way) -> bool:
    """Whether a branch may wait before its step is over."""
    waiting, seen = [way.target], {way.target}
    while waiting:
        index = waiting.pop()
        if graph.node(index).rests:
            continue
        if any(operation.kind in BLOCKING for operation in graph.operations[index]):
            return True
        for after in graph.ways[index]:
            if after.target not in seen:
                seen.add(after.target)
                waiting.append(after.target)
    return False
