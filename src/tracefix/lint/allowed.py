"""Operations that the topology does not allow: the errors of this room."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic
from ..pluscal.ast import Boolean, Number, Record, Stmt, String, TupleExpr
from ..source import Guess
from .kinds import wrong_kinds
from .operations import Kind, Operation
from .plain import plain_operations
from .protocol import Agent, Protocol, in_order, read_protocol
from .values import UNKNOWN

if TYPE_CHECKING:
    from ..topology import Channel
    from ..workspace import Workspace

_RECEIVES = frozenset([Kind.RECEIVE, Kind.CLEAR])


def topology_errors(workspace: Workspace) -> tuple[Diagnostic, ...]:
    """See `tracefix.lint.topology_errors`."""
    return in_order(list(disallowed(read_protocol(workspace)))) if workspace.topology is not None else ()


def disallowed(protocol: Protocol) -> Iterator[Diagnostic]:
    """A diagnostic for each operation that the text names with a wrong sender, receiver, label or kind of object."""
    topology = protocol.workspace.topology
    if topology is None:
        return
    yield from wrong_kinds(protocol)
    channels = {channel.id: channel for channel in topology.channels}
    for agent, statement, operation in plain_operations(protocol):
        channel = channels.get(operation.place.name) if operation.place is not None else None
        if channel is None:
            continue
        if operation.kind is Kind.SEND:
            yield from _end(protocol, agent, statement, channel, operation)
            yield from _label(protocol, statement, channel, operation)
        elif operation.kind in _RECEIVES:
            yield from _end(protocol, agent, statement, channel, operation)


def _end(protocol: Protocol, agent: Agent, statement: Stmt, channel: Channel, operation: Operation) -> Iterator[Diagnostic]:
    sends = operation.kind is Kind.SEND
    allowed = channel.senders if sends else channel.receivers
    if agent.identity is UNKNOWN or agent.name in allowed or not (agent.alone or _certain(protocol, agent, statement, operation)):
        return
    code, does, end = ("TF601", "sends on", "from") if sends else ("TF602", "receives from", "to")
    who = f"only {' and '.join(allowed)} may"
    hint = f'{who}: use a channel of {agent.name}, or add {agent.name} to the "{end}" of {channel.id} in the topology'
    yield protocol.diagnostic(code, f"{agent.name} {does} {channel.id}, which the topology does not allow", statement, hint, "error")


def _certain(protocol: Protocol, agent: Agent, statement: Stmt, operation: Operation) -> bool:
    """Whether one of several agents with the same text comes to a statement, whatever conditions on `self` stand before it."""
    from .unroll import unroll

    graph = unroll(protocol, agent, {})
    return any(graph.node(index).statement is statement and graph.states[index].sure for index, _ in graph.at(operation.kind))


def _label(protocol: Protocol, statement: Stmt, channel: Channel, operation: Operation) -> Iterator[Diagnostic]:
    labels = channel.labels
    listed = f"its labels are {', '.join(labels)}" if len(labels) > 1 else f"its label is {labels[0]}"
    if operation.labels is None:
        if isinstance(operation.message, (Number, Boolean, Record, TupleExpr)):
            yield protocol.diagnostic(
                "TF603", f"a message on {channel.id} must be one of its labels", statement, f"{listed}, as strings", "error"
            )
        return
    if operation.labels & set(labels):
        # An IF with a wrong arm may never come to it; the checker looks at that.
        return
    for label in sorted(operation.labels):
        close = get_close_matches(label, labels, 1)
        hint = f'did you mean "{close[0]}"? {listed}' if close else f"{listed}; add it in the topology if it is meant"
        edit = Guess(operation.message.span, f'"{close[0]}"') if close and isinstance(operation.message, String) else None
        yield protocol.diagnostic("TF603", f'the channel {channel.id} has no label "{label}"', statement, hint, "error", edit)
