"""How much memory a check has taken, and how much there is."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_UNKNOWN = 8 << 30
"""Taken for the memory of a machine that does not tell."""
FRESH = 0.005
"""Seconds for which an answer of the system is used again. A search takes some MiB in that time at most, and knows of them itself."""
_SHARE = 0.9
"""Of the memory that is free when a check begins, what it may take when nobody sets a limit."""


def private_memory() -> int | None:
    """Bytes of this process in memory that are no part of a file (Linux; elsewhere None)."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            fields = file.read(200).split()
        return (int(fields[1]) - int(fields[2])) * _PAGE
    except (OSError, ValueError, IndexError):
        return None


def free_memory() -> int:
    """Bytes that can be taken without pushing others out: what the machine has available, or the control group if that is less."""
    found = [amount for amount in (_machine(), _control_group()) if amount is not None]
    return min(found, default=_UNKNOWN)


def _machine() -> int | None:
    with suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    with suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return None


def _control_group() -> int | None:
    """What is left of the limit of a control group of version 2, when it is mounted as a container sees it."""
    with suppress(OSError, ValueError):
        folder = Path("/sys/fs/cgroup")
        return max(0, int((folder / "memory.max").read_text()) - int((folder / "memory.current").read_text()))
    return None


class Meter:
    """Counts the private memory that this process takes from now on.

    Libraries do not count: who loads one calls `loaded` afterwards. The system's figure has a grain of some hundred pages.
    """

    def __init__(self) -> None:
        self._base = private_memory()
        self._free: int | None = None
        self._last = 0
        self._stale = 0.0

    def used(self) -> int:
        """Bytes taken since the beginning; 0 where the system does not tell. The system is asked again after FRESH seconds."""
        moment = time.monotonic()
        if moment >= self._stale:
            self._last = self._ask()
            self._stale = moment + FRESH
        return self._last

    def _ask(self) -> int:
        now = None if self._base is None else private_memory()
        return 0 if now is None or self._base is None else max(0, now - self._base)

    def loaded(self, before: int) -> None:
        """What was taken since `used` was `before` belongs to a library."""
        if self._base is not None:
            self._base += max(0, self._ask() - before)
            self._stale = 0.0

    def machine_budget(self) -> int:
        """Bytes that a check without a limit may take: most of what was free when this was first asked."""
        if self._free is None:
            self._free = int(_SHARE * free_memory())
        return self._free
