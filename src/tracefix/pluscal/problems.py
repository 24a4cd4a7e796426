"""What is wrong with one text, up to a number nobody reads beyond."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic

MOST = 200
"""How many problems are collected. A file of another kind, fed in by mistake, can have one at every word."""


class TooMany(Exception):
    """The limit was reached: `problems` are to be reported, and the rest of the text is not looked at."""

    def __init__(self, problems: list[Diagnostic]) -> None:
        super().__init__()
        self.problems = problems


class Problems(list[Diagnostic]):
    """Diagnostics in the order in which they are found. Adding one more than `MOST` raises TooMany."""

    def append(self, diagnostic: Diagnostic) -> None:
        """Add one."""
        if len(self) >= MOST:
            raise TooMany(self)
        super().append(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add several."""
        for diagnostic in diagnostics:
            self.append(diagnostic)

    def __iadd__(self, diagnostics: Iterable[Diagnostic]) -> Problems:  # type: ignore[override, misc]
        self.extend(diagnostics)
        return self
