"""What is wrong with one text, up to a number nobody reads beyond."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Diagnostic
from ..source import Edit, Span

MOST = 200
"""How many problems are collected. A file of another kind, fed in by mistake, can have one at every word."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A diagnostic before it is placed. `mend` is how the parser reads on: as if the text had been changed so, or as `edit` would."""

    code: str
    message: str
    span: Span
    hint: str | None = None
    edit: Edit | None = None
    mend: Edit | None = None


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
