"""A line on standard error that shows how far a search is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..checker import Progress

_PATIENCE = 1.0
"""Seconds before the first line: short searches stay silent."""


class ProgressLine:
    """Rewrites one line of a terminal; says nothing when standard error is not one. Use as a context manager."""

    def __init__(self) -> None:
        self._active = sys.stderr.isatty()
        self._width = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()

    def __call__(self, progress: Progress) -> None:
        """Show a moment of the search."""
        if not self._active or progress.seconds < _PATIENCE:
            return
        text = f"{progress.distinct:,} states, {progress.queue:,} waiting, level {progress.level}, {progress.seconds:.0f} s"
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = max(self._width, len(text))
