"""The operations that the text of a protocol names, without following what variables become."""

from __future__ import annotations

from collections.abc import Iterator

from ..pluscal.ast import Stmt
from .operations import Operation
from .protocol import Agent, Protocol
from .values import UNKNOWN, Value


def plain_operations(protocol: Protocol) -> Iterator[tuple[Agent, Stmt, Operation]]:
    """Each operation that an agent's control can come to, with the statement it stands in. Only constants and `self` are known."""
    for agent in protocol.agents:

        def lookup(name: str, agent: Agent = agent) -> Value:
            return agent.identity if name == "self" else protocol.constants.get(name, UNKNOWN)

        for index in sorted(agent.flow.reachable()):
            statement = agent.flow.nodes[index].statement
            for operation in protocol.reader.operations(statement, lookup, agent.private):
                assert statement is not None
                yield agent, statement, operation
