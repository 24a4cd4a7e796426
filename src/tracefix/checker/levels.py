"""How many values and states each level of a search had brought, in bounded room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

KEPT = 256
"""Levels that are remembered at most; of a deeper search every second, fourth, ... one."""


@dataclass(frozen=True, slots=True)
class LevelStart:
    """The moment before a level was expanded: states stored, and how many values each slot had."""

    level: int
    states: int
    sizes: tuple[int, ...]


class LevelHistory:
    """Starts of levels, evenly thinned. `values` is the list of interned values of each slot, which grows from outside."""

    def __init__(self, values: Sequence[Sequence[Any]]) -> None:
        self._values = values
        self._stride = 1
        self.starts: list[LevelStart] = []

    def note(self, level: int, states: int) -> None:
        """A level begins."""
        if level % self._stride:
            return
        self.starts.append(LevelStart(level, states, tuple([len(found) for found in self._values])))
        if len(self.starts) > KEPT:
            self._stride *= 2
            self.starts = [start for start in self.starts if start.level % self._stride == 0]

    def before(self, level: int) -> LevelStart:
        """The last remembered start of a level up to this one; one without values when there is none."""
        empty = LevelStart(0, 0, (0,) * len(self._values))
        return next((start for start in reversed(self.starts) if start.level <= level), empty)
