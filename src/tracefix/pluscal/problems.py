"""What is wrong with one text, up to a number nobody reads beyond."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Diagnostic
from ..source import Edit, Span

MOST = 200
"""How many problems are collected. A file of another kind, fed in by mistake, can have one at every word."""

MOST_COUNTED = 2000
"""How many more are counted."""


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
    """The limits were reached: `problems` are to be reported, and the rest of the text is not looked at."""

    def __init__(self, problems: list[Diagnostic]) -> None:
        super().__init__()
        self.problems = problems


class Problems(list[Diagnostic]):
    """Diagnostics in the order in which they are found, each once. What comes after the first `MOST` is only counted; after
    `MOST_COUNTED` more, TooMany is raised."""

    def __init__(self) -> None:
        super().__init__()
        self.more = 0
        self._seen: set[tuple[int | None, int | None, str, str]] = set()

    def append(self, diagnostic: Diagnostic) -> None:
        """Add one, or count it."""
        key = (diagnostic.line, diagnostic.column, diagnostic.code, diagnostic.message)
        if key in self._seen:
            return
        self._seen.add(key)
        if len(self) < MOST:
            super().append(diagnostic)
            return
        self.more += 1
        if self.more >= MOST_COUNTED:
            raise TooMany(self)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add several."""
        for diagnostic in diagnostics:
            self.append(diagnostic)
        if isinstance(diagnostics, Problems):
            self.more += diagnostics.more

    def __iadd__(self, diagnostics: Iterable[Diagnostic]) -> Problems:  # type: ignore[override, misc]
        self.extend(diagnostics)
        return self


def is_full(problems: list[Diagnostic]) -> bool:
    """Whether what is found now is only counted, so that hints need not be looked for."""
    return len(problems) >= MOST


def and_more(problems: list[Diagnostic], found: Iterable[Diagnostic], file: str) -> tuple[Diagnostic, ...]:
    """What was found, with a last diagnostic that says how much of it is not shown."""
    more = problems.more if isinstance(problems, Problems) else 0
    if not more:
        return tuple(found)
    counted = f"at least {more:,}" if more >= MOST_COUNTED else f"{more:,}"
    message = f"{counted} more problem{'s are' if more > 1 else ' is'} not shown"
    hint = "is it the file that you meant?"
    return (*found, Diagnostic("TF005", message, severity="warning", file=file, hint=hint))
