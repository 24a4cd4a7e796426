"""What a diagnosis says: plain data, the same for text, JSON and pages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Cause(StrEnum):
    """Why a property is violated. `docs/diagnosis.md` defines each."""

    CIRCULAR_WAIT = "circular-wait"
    SELF_WAIT = "self-wait"
    SENDER_FINISHED = "sender-finished"
    RECEIVER_FINISHED = "receiver-finished"
    BRANCH_COMMITTED_EARLY = "branch-committed-early"
    MESSAGE_NEVER_SENT = "message-never-sent"
    WRONG_MESSAGE_AT_HEAD = "wrong-message-at-head"
    COUNTER_EXHAUSTED = "counter-exhausted"
    LOCK_NEVER_RELEASED = "lock-never-released"
    RELEASE_BY_ANOTHER = "release-by-another"
    BOUND_EXCEEDED = "bound-exceeded"
    COMPLETION_UNREACHABLE = "completion-unreachable"
    OUT_OF_ORDER = "out-of-order"
    OTHER = "other"


class Kind(StrEnum):
    """What an agent waits for: a lock to be free, a counter to rise, a message, room in a channel, or a condition of its own."""

    LOCK = "lock"
    SLOT = "counter"
    MESSAGE = "message"
    ROOM = "room"
    CONDITION = "condition"


@dataclass(frozen=True, slots=True)
class Provider:
    """An agent that could end a wait.

    `done` says that it has ended. `later` says that its text still leads from where it stands to a step that would help; without
    it, the agent has such a step behind it. `amount` is how many slots of a counter it holds; 0 when it only could raise it.
    """

    agent: str
    done: bool
    later: bool = True
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Wait:
    """One thing that would let an agent go on. An agent with several needs any one of them, unless `together` is set.

    `name` is the shared object, `value` its value as TLA+ text. `labels` are the messages that would do, none when any would. `count` is
    how many messages are missing. `wrong_head` says that the channel has messages, but not the right one first. `providers` could
    end the wait: the holder of a lock, the holders of a counter's slots, senders, receivers of a full channel, agents that assign
    to the variables of a condition. `condition` is that condition as written. `line` and `column` are where the wait is written.
    """

    agent: str
    label: str
    kind: Kind
    name: str
    value: str
    line: int
    column: int
    providers: tuple[Provider, ...] = ()
    labels: tuple[str, ...] = ()
    count: int = 1
    wrong_head: bool = False
    together: bool = False
    condition: str = ""

    @property
    def taken(self) -> bool:
        """Whether the providers hold slots of the counter that is waited for."""
        return any(provider.amount for provider in self.providers)

    def to_json(self) -> dict[str, Any]:
        """The entry of `waits`; `held_by` is there for a lock, `taken_by` for a counter, `from` or `by` for the others."""
        data: dict[str, Any] = {
            "agent": self.agent,
            "for": f"{_FOR[self.kind]}{self.name}",
            "kind": self.kind.value,
            "name": self.name,
            "value": self.value,
            "label": self.label,
            "line": self.line,
            "column": self.column,
        }
        agents = [provider.agent for provider in self.providers]
        if self.kind is Kind.LOCK:
            data["held_by"] = agents[0] if agents else None
        elif self.kind is Kind.SLOT and self.taken:
            data["taken_by"] = {provider.agent: provider.amount for provider in self.providers}
        else:
            data["from" if self.kind is Kind.MESSAGE else "by"] = agents
        data["done"] = [provider.agent for provider in self.providers if provider.done]
        if self.labels:
            data["labels"] = list(self.labels)
        if self.count > 1:
            data["count"] = self.count
        if self.condition:
            data["condition"] = self.condition
        for name, value in (("wrong_head", self.wrong_head), ("together", self.together)):
            if value:
                data[name] = True
        return data


_FOR = {
    Kind.LOCK: "lock ",
    Kind.SLOT: "counter ",
    Kind.MESSAGE: "message on ",
    Kind.ROOM: "room in ",
    Kind.CONDITION: "condition on ",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the author's file that takes part, and what happens there. `line` and `column` count from 1."""

    line: int
    column: int
    agent: str
    label: str
    role: str

    def to_json(self) -> dict[str, Any]:
        """The entry of `places`."""
        return {"line": self.line, "column": self.column, "agent": self.agent, "label": self.label, "role": self.role}


@dataclass(frozen=True, slots=True)
class NoReturn:
    """The point of no return.

    `index` is that of the first state of the trace from which the violation cannot be avoided: the step that led to it is the last
    one that mattered. 1 means that no run avoids it; one more than the trace has states means the step that fails. None when it was
    not computed, then `reason` says why. `states` were looked at.
    """

    index: int | None
    states: int = 0
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """The member `point_of_no_return`."""
        if self.index is None:
            return {"index": None, "reason": self.reason}
        return {"index": self.index, "states": self.states}


@dataclass(frozen=True, slots=True)
class Findings:
    """All of a diagnosis but the point of no return.

    `summary` is the one line that says it, `hint` what usually helps. `agents` are those of the story, the first the one to look at
    first. `story` holds the indices of the trace that take part.
    """

    cause: Cause
    summary: str
    hint: str
    waits: tuple[Wait, ...]
    agents: tuple[str, ...]
    places: tuple[Place, ...]
    story: tuple[int, ...]
