"""How far a check is, on standard error."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from ..checker import Progress

_PATIENCE = 1.0
"""Seconds before the first line: short checks stay silent."""
_REFRESH = 0.2
"""Seconds between two lines on a terminal, where one replaces the other."""
_SPARSE = 2.0
"""Elsewhere each line comes after so many times the seconds of the one before..."""
_RARE = 60.0
"""... but at least so often."""


class ProgressLine:
    """Rewrites one line of a terminal; writes few lines to anything else. Use as a context manager.

    `stream` and `clock` are standard error and the monotonic clock.
    """

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._clock = clock
        self._begin = clock()
        # Whoever compares output of commands wants none that depends on how fast they were.
        self._due = inf if os.environ.get("TRACEFIX_PROGRESS") == "never" else _PATIENCE
        self._width = 0
        self._last: tuple[str, float, int] = ("", 0.0, 0)

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._width:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()

    def __call__(self, progress: Progress) -> None:
        """Show a moment of a check, if it is time to."""
        now = self._clock() - self._begin
        if now < self._due:
            return
        text = self._text(progress, now)
        if self._terminal:
            self._due = now + _REFRESH
            self._stream.write("\r" + text.ljust(self._width))
            self._width = max(self._width, len(text))
        else:
            self._due = min(now * _SPARSE, now + _RARE)
            self._stream.write(text + "\n")
        self._stream.flush()

    def _text(self, progress: Progress, now: float) -> str:
        searching = progress.phase == "searching"
        states = f"{progress.distinct:,} states"
        if not searching:
            found = f"{states} so far, " if progress.distinct else ""
            return f"{progress.phase} … {found}{now:.0f} s"
        parts = [f"level {progress.level}: {states}, {progress.queue:,} waiting"]
        phase, seconds, generated = self._last
        if phase == progress.phase and progress.seconds > seconds and progress.generated >= generated:
            parts.append(f"{(progress.generated - generated) / (progress.seconds - seconds):,.0f} generated/s")
        elif progress.seconds > 0:
            parts.append(f"{progress.generated / progress.seconds:,.0f} generated/s")
        self._last = (progress.phase, progress.seconds, progress.generated)
        if progress.load:
            parts.append(f"table {progress.load:.0%} full")
        if progress.memory:
            parts.append(f"{progress.memory / (1 << 20):,.0f} MiB{' and a file' if progress.filed else ''}")
        return ", ".join([*parts, f"{now:.0f} s"])
