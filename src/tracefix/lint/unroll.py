"""One agent by itself, unrolled: its control flow graph taken apart by what its variables and locks are known to be.

Everything that other agents do is left open: a wait may always pass, a message may be any label that the channel carries. So every path
that the agent can take in the protocol is a path here; what no path here does, the agent never does. Loops that count are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from ..pluscal.ast import Assign, Await, Either, Expr, IfStmt, Stmt, While, With
from ..pluscal.substitute import expressions_of
from . import patterns
from .flow import BODY, ELSE, LEAVE, THEN, Edge, Flow, Node
from .operations import Kind, Operation, Place
from .protocol import Agent, Protocol
from .values import UNKNOWN, Lookup, Value

MOST_STATES = 3000
"""An agent with more states is unrolled again with its variables unknown."""

MOST_CHOICES = 8
"""A choice or message of more values is one value that is not known."""

Known = tuple[tuple[str, Value], ...]
"""What variables are known to be, in the order of their names."""


@dataclass(frozen=True, slots=True)
class State:
    """An agent in front of a node. `held` are the locks that it owns, `rested` those it owned when the step began.

    `sure` is False once a condition on `self` that could not be decided has been passed.
    """

    node: int
    known: Known
    held: frozenset[Place]
    rested: frozenset[Place]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Way:
    """An edge from one state to another, with the edge of the flow that it follows. `open` says that a condition or message that is
    not known decides, `chosen` that the agent itself is free to choose."""

    target: int
    edge: Edge
    open: bool = False


@dataclass(slots=True)
class Unrolled:
    """The states of an agent by number; 0 and the following `starts` ones are where it starts.

    `exact` is False when the variables were given up, `complete` is False when even that was too much and states are missing.
    """

    agent: Agent
    states: list[State] = field(default_factory=list)
    ways: list[list[Way]] = field(default_factory=list)
    operations: list[tuple[Operation, ...]] = field(default_factory=list)
    starts: int = 0
    exact: bool = True
    complete: bool = True

    def node(self, state: int) -> Node:
        """The node that a state stands in front of."""
        return self.agent.flow.nodes[self.states[state].node]

    @property
    def ends(self) -> Iterator[int]:
        """The states in which the agent has ended."""
        return (index for index, state in enumerate(self.states) if state.node == self.agent.flow.end)

    def at(self, *kinds: Kind) -> Iterator[tuple[int, Operation]]:
        """Each state with each of its operations of these kinds."""
        for index, operations in enumerate(self.operations):
            for operation in operations:
                if operation.kind in kinds:
                    yield index, operation


def unroll(protocol: Protocol, agent: Agent, messages: Mapping[str, tuple[str, ...]]) -> Unrolled:
    """Unroll one agent. `messages` are the labels that a channel may carry, for those channels where they are known."""
    for variables in (True, False):
        result = _Unroller(protocol, agent, messages, variables).run()
        if result.complete:
            break
    return result


def live(flow: Flow, variables: frozenset[str]) -> list[frozenset[str]]:
    """Per node, the variables whose value may still be read from there on."""
    reads, writes = zip(*(_uses(node.statement) for node in flow.nodes), strict=True)
    result: list[frozenset[str]] = [frozenset()] * len(flow.nodes)
    changed = True
    while changed:
        changed = False
        for node in reversed(flow.nodes):
            after = frozenset().union(*(result[edge.target] for edge in node.edges))
            now = (reads[node.index] | (after - writes[node.index])) & variables
            if now != result[node.index]:
                result[node.index] = now
                changed = True
    return result


def _uses(statement: Stmt | None) -> tuple[frozenset[str], frozenset[str]]:
    """What a statement reads, and what it overwrites whole."""
    if statement is None:
        return frozenset(), frozenset()
    reads = frozenset().union(*map(patterns.mentions, expressions_of(statement)))
    if isinstance(statement, Assign):
        reads |= {target.name for target, _ in statement.assignments if target.path}
        return reads, frozenset(target.name for target, _ in statement.assignments if not target.path)
    return reads, frozenset(name for name, _, _ in statement.bindings) if isinstance(statement, With) else frozenset()


class _Unroller:
    def __init__(self, protocol: Protocol, agent: Agent, messages: Mapping[str, tuple[str, ...]], variables: bool) -> None:
        self.protocol = protocol
        self.agent = agent
        self.messages = messages
        self.variables = variables
        self.result = Unrolled(agent, exact=variables)
        self.numbers: dict[State, int] = {}
        bound = {name for node in agent.flow.nodes if isinstance(node.statement, With) for name, _, _ in node.statement.bindings}
        self.tracked = (agent.private | bound) if variables else frozenset()
        self.live = live(agent.flow, self.tracked)

    def run(self) -> Unrolled:
        result = self.result
        for known in self._initial():
            self._number(self.agent.flow.start, known, frozenset(), frozenset(), True)
        result.starts = len(result.states)
        done = 0
        while done < len(result.states):
            if done >= MOST_STATES:
                result.complete = False
                break
            self._follow(done)
            done += 1
        for missing in range(done, len(result.states)):
            assert len(result.ways) == missing
            result.ways.append([])
            result.operations.append(())
        return result

    def _initial(self) -> Iterator[dict[str, Value]]:
        if not self.variables:
            yield {}
            return
        names = [variable.name for variable in self.agent.variables]
        values: list[list[Value]] = []
        for variable in self.agent.variables:
            known: dict[str, Value] = {}
            value = UNKNOWN if variable.value is None else self._value(variable.value, known)
            values.append(_choices(value) if variable.kind == "\\in" else [value])
        if _size(values) > MOST_CHOICES:
            values = [found if len(found) == 1 else [UNKNOWN] for found in values]
        for combination in product(*values):
            yield dict(zip(names, combination, strict=True))

    def _number(self, node: int, known: Mapping[str, Value], held: frozenset[Place], rested: frozenset[Place], sure: bool) -> int:
        """The number of a state; a new one when there is none yet."""
        if self.agent.flow.nodes[node].rests:
            rested = held
        kept = tuple(sorted((name, value) for name, value in known.items() if name in self.live[node] and value is not UNKNOWN))
        state = State(node, kept, held, rested, sure)
        if state not in self.numbers:
            self.numbers[state] = len(self.result.states)
            self.result.states.append(state)
        return self.numbers[state]

    def _lookup(self, known: Mapping[str, Value]) -> Lookup:
        def lookup(name: str) -> Value:
            if name == "self":
                return self.agent.identity
            if name in known:
                return known[name]
            if name in self.tracked or name in self.agent.private:
                return UNKNOWN
            return self.protocol.constants.get(name, UNKNOWN)

        return lookup

    def _value(self, expr: Expr, known: Mapping[str, Value]) -> Value:
        return self.protocol.evaluator.value(expr, self._lookup(known))

    def _follow(self, number: int) -> None:
        """Add the operations of a state and the ways out of it."""
        state = self.result.states[number]
        node = self.agent.flow.nodes[state.node]
        known = dict(state.known)
        operations = self.protocol.reader.operations(node.statement, self._lookup(known), self.agent.private)
        held = _held(state.held, operations)
        ways: list[Way] = []
        for edge, values, is_open, sure in self._decide(node, known):
            target = self._number(edge.target, values, held, state.rested, state.sure and sure)
            way = Way(target, edge, is_open)
            if way not in ways:
                ways.append(way)
        self.result.operations.append(operations)
        self.result.ways.append(ways)

    def _decide(self, node: Node, known: dict[str, Value]) -> Iterator[tuple[Edge, Mapping[str, Value], bool, bool]]:
        """Each edge that may be taken, what is known afterwards, whether something unknown decides, and whether that is not `self`."""
        match node.statement:
            case Await(condition):
                if self._value(condition, known) is not False:
                    yield from ((edge, known, False, True) for edge in node.edges)
            case IfStmt(condition) | While(condition):
                value = self._value(condition, known)
                wrong = () if not isinstance(value, bool) else (ELSE, LEAVE) if value else (THEN, BODY)
                sure = isinstance(value, bool) or "self" not in patterns.mentions(condition)
                yield from ((edge, known, not isinstance(value, bool), sure) for edge in node.edges if edge.kind not in wrong)
            case Either():
                yield from ((edge, known, False, True) for edge in node.edges)
            case With(bindings):
                outcomes = self._bind(bindings, known)
                for edge in node.edges:
                    for values in outcomes:
                        yield edge, values, len(outcomes) > 1, True
            case Assign():
                outcomes = self._assign(node.statement, known)
                for edge in node.edges:
                    for values in outcomes:
                        yield edge, values, len(outcomes) > 1, True
            case _:
                yield from ((edge, known, False, True) for edge in node.edges)

    def _bind(self, bindings: tuple[tuple[str, str, Expr], ...], known: dict[str, Value]) -> list[dict[str, Value]]:
        outcomes = [known]
        for name, kind, expr in bindings:
            extended = []
            for values in outcomes:
                choices = _choices(self._value(expr, values)) if kind == "\\in" else self._message(expr, values)
                extended += [{**values, name: choice} for choice in choices]
            outcomes = (
                extended if len(extended) <= MOST_CHOICES else [{**known, **dict.fromkeys((name for name, _, _ in bindings), UNKNOWN)}]
            )
        return outcomes

    def _assign(self, statement: Assign, known: dict[str, Value]) -> list[dict[str, Value]]:
        outcomes = [known]
        for target, expr in statement.assignments:
            if target.name in self.tracked:
                choices = [UNKNOWN] if target.path else self._message(expr, known)
                outcomes = [{**values, target.name: choice} for values in outcomes for choice in choices]
        return outcomes

    def _message(self, expr: Expr, known: Mapping[str, Value]) -> list[Value]:
        """The values that an expression may have: for the first message of a channel, each label."""
        for place in self.protocol.reader.first(expr, self._lookup(known)):
            labels = self.messages.get(place.name, ())
            if 0 < len(labels) <= MOST_CHOICES:
                return list(labels)
        return [self._value(expr, known)]


def _held(held: frozenset[Place], operations: tuple[Operation, ...]) -> frozenset[Place]:
    for operation in operations:
        if operation.place is not None and operation.kind is Kind.ACQUIRE:
            held |= {operation.place}
        elif operation.place is not None and operation.kind in (Kind.RELEASE, Kind.SEIZE):
            held -= {operation.place}
    return held


def _choices(value: Value) -> list[Value]:
    """The elements of a set that is known and small, else one value that is not known."""
    if isinstance(value, frozenset) and len(value) <= MOST_CHOICES:
        return sorted(value, key=repr)
    return [UNKNOWN]


def _size(values: list[list[Value]]) -> int:
    size = 1
    for found in values:
        size *= len(found)
    return size
