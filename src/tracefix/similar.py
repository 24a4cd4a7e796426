"""The name that an author may have meant, found in bounded time."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

LONGEST = 80
"""Longer names are not compared: the time grows with the square of their length."""

MOST = 500
"""How many names one is compared with."""


def similar(name: str, names: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """The one of the names that is most like this one, or nothing. One that differs only in upper and lower case comes first."""
    if len(name) > LONGEST:
        return []
    from difflib import get_close_matches

    known = [each for each in islice(names, MOST) if len(each) <= LONGEST]
    folded = {each.lower(): each for each in reversed(known)}
    if name not in folded and name.lower() in folded:
        return [folded[name.lower()]]
    found = get_close_matches(name, known, 1, cutoff)
    if found or (name.islower() and all(each == lower for lower, each in folded.items())):
        return found
    return [folded[each] for each in get_close_matches(name.lower(), folded, 1, max(cutoff, 0.75))]
