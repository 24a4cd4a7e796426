"""Operations on an object of another kind: a counter that is released like a lock, a message that is sent to a lock.

The topology says what each shared variable is, and the form of an assignment says what it takes it for.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..pluscal.ast import Assign, Expr, Name, TupleExpr
from ..pluscal.model import ModelValueName
from . import patterns
from .operations import CHANNEL, COUNTER, LOCK
from .protocol import Agent, Protocol
from .values import UNKNOWN, Value

_FREES, _OWNS, _LOWERS, _RAISES, _SENDS, _TAKES, _STORES = range(7)
_DOES = {
    _FREES: ("frees it like a lock", LOCK),
    _OWNS: ("takes it like a lock", LOCK),
    _LOWERS: ("lowers it like a counter", COUNTER),
    _RAISES: ("raises it like a counter", COUNTER),
    _SENDS: ("sends to it like a channel", CHANNEL),
    _TAKES: ("receives from it like a channel", CHANNEL),
    _STORES: ("stores a message in it", ""),
}
_INSTEAD = {
    (COUNTER, _FREES): ("give", "{0} := {0} + 1"),
    (COUNTER, _OWNS): ("take", "await {0} > 0; {0} := {0} - 1"),
    (LOCK, _LOWERS): ("acquire", "await {0} = FREE; {0} := self"),
    (LOCK, _RAISES): ("release", "{0} := FREE"),
}
"""The macro of the scaffold that does the same with the kind that the object has, and how it is written out."""


def wrong_kinds(protocol: Protocol) -> Iterator[Diagnostic]:
    """A diagnostic for each assignment that takes an object of the topology for one of another kind."""
    topology = protocol.workspace.topology
    if topology is None:
        return
    kinds = {resource.id: LOCK if resource.type == "Lock" else COUNTER for resource in topology.resources}
    kinds |= {channel.id: CHANNEL for channel in topology.channels}
    macros = {macro.name for macro in protocol.workspace.module.algorithm.macros}
    for agent in protocol.agents:
        for index in sorted(agent.flow.reachable()):
            statement = agent.flow.nodes[index].statement
            if not isinstance(statement, Assign):
                continue
            for target, value in patterns.updates(statement):
                kind = kinds.get(target[0]) if not target[1] else None
                done = None if kind is None else _does(protocol, agent, target, value)
                if kind is None or done is None or _DOES[done][1] == kind:
                    continue
                source = patterns.first_of(value)
                if done == _STORES and (source is None or kinds.get(source[0]) != CHANNEL):
                    continue
                message = f"{target[0]} is a {kind}, and {_what(statement)} {_DOES[done][0]}"
                yield protocol.diagnostic("TF604", message, statement, _hint(kind, done, target[0], macros), "error")


def _does(protocol: Protocol, agent: Agent, target: patterns.Located, value: Expr) -> int | None:
    """What an assignment does with its target, None when its form does not say."""
    amount = patterns.moved(value, target)
    if amount is not None:
        return _LOWERS if amount < 0 else _RAISES
    if patterns.appended(value, target):
        return _SENDS
    if patterns.removed(value, target) or (isinstance(value, TupleExpr) and not value.items):
        return _TAKES
    if isinstance(value, Name) and value.id == "self":
        return _OWNS
    if patterns.first_of(value) is not None:
        return _STORES

    def lookup(name: str) -> Value:
        return agent.identity if name == "self" else protocol.constants.get(name, UNKNOWN)

    found = protocol.evaluator.value(value, lookup)
    if isinstance(found, ModelValueName):
        return _OWNS if any(found == each.identity for each in protocol.agents) else _FREES
    return None


def _what(statement: Assign) -> str:
    """The macro that the author has called, or "this"."""
    call = statement.origin
    while call is not None and call.origin is not None:
        call = call.origin
    return call.name if call is not None else "this"


def _hint(kind: str, done: int, name: str, macros: set[str]) -> str:
    if done == _STORES:
        return "store the message in a variable of the process"
    macro, written = _INSTEAD.get((kind, done), ("", ""))
    if macro in macros:
        return f"use {macro}({name})"
    if macro:
        return f"write {written.format(name)}"
    words = {LOCK: ("acquire", "release"), COUNTER: ("take", "give"), CHANNEL: ("send", "receive")}[kind]
    known = [word for word in words if word in macros]
    return f"the operations of a {kind} are {' and '.join(known or words)}"
