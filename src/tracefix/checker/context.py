"""The state that expressions and statements are evaluated in, and the record of what they looked at.

A state is a list with one value per *slot*: first one slot per process, holding the tuple `(pc, local, local, ...)`, then
one per shared component. What a step depends on is learnt by watching it: every first look at a *field* and every choice
is an event. Fields 0..slots-1 are whole slots; further fields are projections of a process slot (its pc, one local).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

OUTSIDE = -1
"""`Context.process` while an invariant is evaluated: no process is acting."""


class ReadRefused(Exception):
    """A field outside the allowed ones was looked at (see `Context.allowed`)."""


class Context:
    """One evaluation. `reset` starts the next one on the same object.

    `before` is the state as it was, `values` as changed so far, `locals` the acting process's `[pc, local, ...]`.
    `branches` numbers the branches and arms that were entered.
    `events` lists first looks at fields (>= 0) and choices among n (-n) in order. Operators of the module see `before`,
    since the PlusCal translation cannot prime variables inside a definition; expressions in the algorithm see `values`.
    """

    __slots__ = (
        "allowed",
        "before",
        "branches",
        "choices",
        "events",
        "fields",
        "known",
        "locals",
        "position",
        "process",
        "values",
        "widths",
        "written",
    )

    def __init__(self, fields: Sequence[tuple[int, int | None]]) -> None:
        self.fields = fields
        self.before: Sequence[Any] = ()
        self.values: list[Any] = []
        self.locals: list[Any] = []
        self.process = OUTSIDE
        self.events: list[int] = []
        self.choices: list[int] = []
        self.widths: list[int] = []
        self.position = 0
        self.known: set[int] = set()
        self.written: set[int] = set()
        self.branches: list[int] = []
        self.allowed: frozenset[int] | None = None

    def reset(self, state: Sequence[Any], process: int, choices: list[int], widths: list[int]) -> None:
        """Start an evaluation in `state` by `process`, following `choices` and then taking first choices."""
        self.before = state
        self.values = list(state)
        self.process = process
        self.locals = list(state[process]) if process >= 0 else []
        self.events = []
        self.choices = choices
        self.widths = widths
        self.position = 0
        self.branches = []
        self.known = set()
        self.written = set()

    def read_before(self, field: int) -> Any:
        """The value of a field in the state before the step."""
        if field not in self.known:
            if self.allowed is not None and field not in self.allowed:
                raise ReadRefused
            self.known.add(field)
            self.events.append(field)
        slot, projection = self.fields[field]
        value = self.before[slot]
        return value if projection is None else value[projection]

    def read(self, slot: int) -> Any:
        """The value of a shared slot as changed so far."""
        return self.values[slot] if slot in self.written else self.read_before(slot)

    def write(self, slot: int, value: Any) -> None:
        """Change a shared slot."""
        self.values[slot] = value
        self.written.add(slot)

    def choose(self, count: int) -> int:
        """One of `count` alternatives (at least one), by the given choices; 0 beyond them."""
        if count == 1:
            return 0
        self.events.append(-count)
        position = self.position
        self.position += 1
        if position == len(self.choices):
            self.choices.append(0)
            self.widths.append(count)
        return self.choices[position]


def advance(choices: list[int], widths: list[int]) -> bool:
    """Move to the next combination of choices in depth-first order; False when there is none."""
    while choices:
        if choices[-1] + 1 < widths[-1]:
            choices[-1] += 1
            return True
        choices.pop()
        widths.pop()
    return False
