"""What the two searches share: events, limits, and the log they leave behind."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from .metering import Meter


@dataclass(frozen=True, slots=True)
class Event:
    """Something that stops a search for a moment.

    `kind` is `finished`, `deadlock`, `failure` (of a step, `detail` says how), `invariant` (`detail` is the property),
    `evaluation` (an expression has no value, `detail` is the error), `limit` (`detail` names it), `handover`.
    `ids` are those of the state at which it happened, `parent` is the log index of the state before it when the state itself is
    not stored, `index` its own log index otherwise.
    """

    kind: str
    detail: Any = None
    index: int = -1
    process: int = -1
    ids: tuple[int, ...] = ()
    parent: int = -1


class LimitReached(Exception):
    """A limit was reached outside the search itself; the message names it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one check; None means none. `max_memory` in bytes, `deadline` in `time.monotonic()` seconds.

    `meter` counts from the making of this object, `folder` takes the log of states when memory gets scarce.
    """

    max_states: int | None = None
    max_memory: int | None = None
    deadline: float | None = None
    folder: str | None = None
    meter: Meter = field(default_factory=Meter, compare=False)

    @property
    def budget(self) -> int:
        """Bytes that may be taken: `max_memory`, else most of what the machine had free."""
        return self.max_memory or self.meter.machine_budget()

    def taken(self, known: int) -> int:
        """Bytes that this check takes: what the system says, at least what is known."""
        return max(known, self.meter.used())

    def exceeded(self, states: int, memory: int) -> str | None:
        """The name of a limit that is reached, or None."""
        if self.max_states is not None and states > self.max_states:
            return "max-states"
        if self.taken(memory) >= self.budget:
            return "max-memory"
        if self.deadline is not None and time.monotonic() >= self.deadline:
            return "timeout"
        return None


SEARCHING = "searching"
COMPILING = "compiling the search kernels, once per installation"
COMPLETION = "looking for states that cannot end"


@dataclass(frozen=True, slots=True)
class Progress:
    """A moment of a running check, for display.

    `phase` says what is being done; `load` is the part of the seen set that is in use (0 where it grows by itself), `memory` the
    bytes that the check takes, `filed` the states that are kept in a file.
    """

    level: int
    distinct: int
    generated: int
    queue: int
    seconds: float
    phase: str = SEARCHING
    load: float = 0.0
    memory: int = 0
    filed: bool = False


ProgressCallback = Callable[[Progress], None]


class Search(Protocol):
    """A breadth-first search over one set of tables. `run` goes on until something happens; it may be called again."""

    settled: bool
    """Whether states can be read: not where an interrupt came while they were moved."""

    @property
    def threads(self) -> int:
        """How many threads search."""

    @property
    def generated(self) -> int:
        """Successors generated, as TLC counts them."""

    @property
    def depth(self) -> int:
        """Levels reached; 1 for initial states."""

    @property
    def cut(self) -> int:
        """Generated states that a constraint kept out."""

    @property
    def distinct(self) -> int:
        """States stored."""

    @property
    def queue(self) -> int:
        """States stored and not expanded yet."""

    def run(self) -> Event:
        """Search until the next event."""

    def ids(self, index: int) -> tuple[int, ...]:
        """The ids of a stored state."""

    def parent(self, index: int) -> int:
        """The log index of a stored state's predecessor, -1 for an initial state."""

    def skip_failure(self, property_name: str) -> None:
        """Go on as if branches that break this property by themselves did not exist."""

    def incompletable(self) -> int | None:
        """After `finished`: the first state, in breadth-first order, from which no continuation ends every process.

        Raises LimitReached.
        """

    def memory(self) -> int:
        """Bytes held by states, parents and seen set."""
