"""How many processors there are to search with."""

from __future__ import annotations

import os


def processors() -> int:
    """Processors that this process may use."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:
        return os.cpu_count() or 1
