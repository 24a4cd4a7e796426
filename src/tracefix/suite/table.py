"""The suite's table: sixteen families, and how many agents, locks, channels and counters their tasks have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LEVELS = "EMH"
"""Easy, Medium, Hard."""

KINDS = ("agents", "locks", "channels", "counters")

Range = tuple[int, int]
"""From the number of the Easy task to that of the Hard one."""


@dataclass(frozen=True, slots=True)
class Family:
    """One row: `number` and `name`, and a range per kind. Counters are there in the Hard task only."""

    number: int
    name: str
    agents: Range
    locks: Range
    channels: Range
    counters: Range = (0, 0)

    def allowed(self, kind: str, level: str) -> Range:
        """The least and the largest count of a kind in a task: E has the smallest, H the largest of the range, M lies between."""
        low, high = getattr(self, kind)
        if level == "M":
            return (low, low) if kind == "counters" else (low, high)
        return (low, low) if level == "E" else (high, high)


FAMILIES: dict[int, Family] = {
    family.number: family
    for family in (
        Family(1, "Shared codebase development", (3, 7), (3, 7), (0, 0)),
        Family(2, "Research paper", (3, 7), (3, 7), (0, 0)),
        Family(3, "Report / survey", (3, 7), (2, 6), (4, 17)),
        Family(4, "Software pipelines", (3, 7), (2, 2), (6, 21)),
        Family(5, "Medical consultation", (3, 7), (1, 4), (6, 13), (0, 1)),
        Family(6, "Code integration", (3, 7), (1, 4), (4, 19)),
        Family(7, "Document authoring", (3, 7), (1, 2), (4, 24)),
        Family(8, "Full-stack development", (3, 7), (2, 5), (3, 20)),
        Family(9, "Dining philosophers", (3, 7), (3, 7), (0, 0)),
        Family(10, "Parallel build", (3, 7), (2, 4), (3, 11), (0, 1)),
        Family(11, "Flexible manufacturing", (3, 7), (2, 4), (2, 16), (0, 1)),
        Family(12, "Collaborative kitchen", (3, 3), (2, 3), (3, 3)),
        Family(13, "Pharma lab", (3, 5), (2, 4), (3, 7)),
        Family(14, "Drug discovery", (4, 7), (3, 4), (5, 12), (0, 1)),
        Family(15, "Semiconductor fab", (6, 6), (5, 5), (11, 14), (0, 1)),
        Family(16, "CI/CD pipeline", (3, 7), (2, 6), (4, 12), (0, 1)),
    )
}
"""Each family by its number."""

_ID = re.compile(r"([1-9][0-9]?)([EMH])")


def ids() -> Iterator[str]:
    """The ids of all tasks, family by family, E before M before H."""
    return (f"{number}{level}" for number in FAMILIES for level in LEVELS)


def split(task_id: str) -> tuple[Family, str] | None:
    """The family and level of an id; None for an id that is not in the table."""
    match = _ID.fullmatch(task_id)
    family = FAMILIES.get(int(match[1])) if match else None
    return None if match is None or family is None else (family, match[2])
