"""Messages to users, as data. Renderers live elsewhere.

Codes are stable: TF0xx files, TF1xx topology, TF2xx PlusCal and TLA+ syntax, TF3xx labels and names,
TF4xx model configuration, TF5xx meaning and evaluation, TF6xx warnings about coordination, TF7xx Java and TLC, TF8xx tasks of the suite.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fix:
    """A change to one file that removes a problem; `message` says what it does.

    The text from line and column up to, but without, the end is replaced; an insertion has an empty range. Lines and columns
    are those of `Source`. `certain` says that nothing else can have been meant: only then may it be put in unseen.
    """

    message: str
    replacement: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    certain: bool = True

    def to_json(self) -> dict[str, Any]:
        """The fix as a JSON object."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: a code, a headline that stands alone, a place, a hint, and a fix where it is mechanical.

    `line`, `column`, `end_line`, `end_column` count from 1. `pointer` is a JSON pointer (RFC 6901) for
    problems in JSON files. `excerpt` is the source line.
    """

    code: str
    message: str
    severity: str = "error"
    file: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    pointer: str | None = None
    excerpt: str | None = None
    hint: str | None = None
    fix: Fix | None = None

    @property
    def place(self) -> str:
        """`file:line:column`, `file#pointer`, or what of it is known."""
        parts = [self.file or ""]
        if self.pointer is not None:
            return f"{parts[0]}#{self.pointer}"
        if self.line is not None:
            parts.append(str(self.line))
            if self.column is not None:
                parts.append(str(self.column))
        return ":".join(part for part in parts if part)

    def to_json(self) -> dict[str, Any]:
        """The diagnostic as a JSON object without its empty members."""
        names = ("code", "severity", "message", "file", "line", "column", "end_line", "end_column", "pointer", "hint")
        found: dict[str, Any] = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        if self.fix is not None:
            found["fix"] = self.fix.to_json()
        return found

    def __str__(self) -> str:
        place = self.place
        return f"{place}: {self.severity} {self.code}: {self.message}" if place else f"{self.severity} {self.code}: {self.message}"
