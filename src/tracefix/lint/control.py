"""Where control goes: steps that wait twice, labels it never comes to, agents that never end."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..source import Span
from .flow import Flow
from .history import History, in_step
from .operations import Kind, Operation, Place
from .unroll import Unrolled

_EFFECTS = {Kind.FREE: (Kind.ACQUIRE,), Kind.ARRIVED: (Kind.RECEIVE, Kind.CLEAR), Kind.SLOT: (Kind.TAKE,)}
"""What makes an operation of a wait."""

_Wait = tuple[int, Kind, Place]


def several_waits(history: History) -> Iterator[Diagnostic]:
    """TF630: one step acquires, takes or receives more than once on one way."""
    for graph in history.agents:
        for index in range(len(graph.states)):
            if graph.node(index).rests and (waits := _two_waits(graph, index)) is not None:
                (_, _, first), (second, _, place) = waits
                statement = graph.agent.flow.nodes[second].statement
                assert statement is not None
                label = graph.node(index).label
                message = f"the step {label} waits for {first} and for {place}: agents can only do one after the other"
                hint = f"give the second operation a label of its own, or be sure that nothing depends on {label} being one step"
                yield history.protocol.diagnostic("TF630", message, statement, hint)


def _two_waits(graph: Unrolled, start: int) -> tuple[_Wait, _Wait] | None:
    effects = {(op.kind, op.place) for index in in_step(graph, start) for op in graph.operations[index]}

    def is_operation(operation: Operation) -> bool:
        return any((effect, operation.place) in effects for effect in _EFFECTS.get(operation.kind, ()))

    waiting: list[tuple[int, _Wait | None]] = [(start, None)]
    seen = set(waiting)
    while waiting:
        index, before = waiting.pop()
        for operation in graph.operations[index]:
            if operation.place is not None and is_operation(operation):
                wait = graph.states[index].node, operation.kind, operation.place
                if before is not None:
                    return before, wait
                before = wait
        for way in graph.ways[index]:
            item = (way.target, before)
            if not graph.node(way.target).rests and item not in seen:
                seen.add(item)
                waiting.append(item)
    return None


def unreached(history: History) -> Iterator[Diagnostic]:
    """TF631: a label that no way leads to. Of labels that follow each other only the first is named."""
    for graph in history.agents:
        for index in _unreached(graph.agent.flow):
            node = graph.agent.flow.nodes[index]
            statement = node.statement
            if statement is not None and statement.label is not None:
                message = f"the label {node.label} is never reached"
                hint = f"no goto leads to {node.label} and control never arrives from above: jump to it, or leave this part out"
                yield history.protocol.diagnostic("TF631", message, statement.label.span, hint)


def _unreached(flow: Flow) -> Iterator[int]:
    reached = flow.reachable()
    entered = {edge.target for node in flow.nodes if node.index not in reached for edge in node.edges if edge.target > node.index}
    for node in flow.nodes[:-1]:
        if node.rests and node.index not in reached and node.index not in entered:
            yield node.index


def endless(history: History) -> Iterator[Diagnostic]:
    """TF632: no way leads to the end of a process."""
    for graph in history.agents:
        if graph.complete and not any(True for _ in graph.ends):
            source = history.protocol.workspace.source
            begin = graph.agent.process.span.start if graph.agent.process else history.protocol.workspace.module.algorithm.span.start
            line, column = source.position(begin)
            span = Span(begin, begin + len(source.line_text(line).rstrip()) - column + 1)
            hint = "completion is a property of every protocol: leave the loop on a last message, or with goto Done"
            yield history.protocol.diagnostic("TF632", f"{graph.agent.name} can never end", span, hint)
