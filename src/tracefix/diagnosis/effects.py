"""What the text of each agent does to shared slots, label by label: who could still send, receive, free or assign."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..checker import DONE, Bool, ModelValue, TransitionSystem, constant_value
from ..lint import patterns
from ..lint.flow import Flow
from ..lint.protocol import Protocol
from ..lint.values import UNKNOWN
from ..pluscal.ast import Assign, Stmt, TupleExpr
from ..pluscal.labels import place_of
from ..pluscal.model import ModelValueName
from ..source import Span


@dataclass(frozen=True, slots=True)
class Effect:
    """An assignment that a step may make: the slots that it may change and where it is written.

    `appends` and `removes` say whether it may put something into a channel and take something out, `labels` what it appends, None when
    that is not known.
    """

    slots: frozenset[int]
    appends: bool
    removes: bool
    labels: frozenset[str] | None
    span: Span


class Effects:
    """The assignments of every process, and which of its labels lead to which."""

    def __init__(self, protocol: Protocol, system: TransitionSystem) -> None:
        self._protocol = protocol
        self._system = system
        self._at: dict[tuple[int, str], tuple[Effect, ...]] = {}
        self._ahead: dict[tuple[int, str], tuple[Effect, ...]] = {}
        self._of: dict[int, tuple[Effect, ...]] = {}
        name = protocol.workspace.module.algorithm.name
        self._flows = {agent.process.name if agent.process else name: agent.flow for agent in protocol.agents}

    def of(self, process: int) -> tuple[Effect, ...]:
        """Every effect of a process's text."""
        if process not in self._of:
            nodes = self._flow(process).nodes
            self._of[process] = tuple(effect for node in nodes for effect in self._assigned(process, node.statement))
        return self._of[process]

    def at(self, process: int, label: str) -> tuple[Effect, ...]:
        """The effects of the step at a label."""
        key = process, label
        if key not in self._at:
            flow = self._flow(process)
            nodes = flow.step(label) if label != DONE else ()
            self._at[key] = tuple(effect for node in nodes for effect in self._assigned(process, flow.nodes[node].statement))
        return self._at[key]

    def ahead(self, process: int, label: str) -> tuple[Effect, ...]:
        """The effects of the step at a label and of every step that may come after it."""
        key = process, label
        if key not in self._ahead:
            flow = self._flow(process)
            seen, waiting = {label}, [label]
            while waiting:
                name = waiting.pop()
                for following in flow.following(name) if name != DONE else ():
                    if following not in seen:
                        seen.add(following)
                        waiting.append(following)
            self._ahead[key] = tuple(effect for name in seen for effect in self.at(process, name))
        return self._ahead[key]

    def sent_labels(self, slot: int) -> list[str]:
        """What the text of any process is known to send into a channel."""
        effects = (effect for process in self._system.processes for effect in self.of(process.index))
        return sorted({label for effect in effects if effect.appends and slot in effect.slots for label in effect.labels or ()})

    def _flow(self, process: int) -> Flow:
        return self._flows[self._system.processes[process].body_name]

    def _assigned(self, process: int, statement: Stmt | None) -> Iterator[Effect]:
        if not isinstance(statement, Assign):
            return
        own = self._system.processes[process].locals
        evaluator, reader = self._protocol.evaluator, self._protocol.reader

        def lookup(name: str) -> Any:
            return self._identity(process) if name == "self" else self._protocol.constants.get(name, UNKNOWN)

        for (name, path), value in patterns.updates(statement):
            if name in own:
                continue
            keys: list[Any] = []
            for part in path:
                key: Any = part if isinstance(part, str) else evaluator.value(part[0], lookup) if len(part) == 1 else UNKNOWN
                if key is UNKNOWN:
                    break
                keys.append(constant_value(key))
            slots = frozenset(self._system.slots_at(name, keys))
            messages = patterns.appended(value, (name, path))
            removes = patterns.removed(value, (name, path)) or (isinstance(value, TupleExpr) and not value.items)
            labels = [reader.labels(message, lookup) for message in messages]
            known = frozenset[str]().union(*(found for found in labels if found is not None))
            if slots:
                unknown = None in labels or not (messages or removes)
                span, _ = place_of(statement)
                yield Effect(slots, not removes, not messages, None if unknown else known, span)

    def _identity(self, process: int) -> Any:
        """A process's identity as the findings of the text know it."""
        identity = self._system.processes[process].identity
        if isinstance(identity, ModelValue):
            return ModelValueName(identity.name)
        return bool(identity) if isinstance(identity, Bool) else identity
