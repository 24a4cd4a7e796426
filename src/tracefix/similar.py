"""The name that an author may have meant, found in bounded time."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

LONGEST = 80
"""Longer names are not compared: the time grows with the square of their length."""

MOST = 500
"""How many names one is compared with."""


def similar(name: str, names: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """The one of the names that is most like this one, or nothing."""
    if len(name) > LONGEST:
        return []
    from difflib import get_close_matches

    return get_close_matches(name, [each for each in islice(names, MOST) if len(each) <= LONGEST], 1, cutoff)
