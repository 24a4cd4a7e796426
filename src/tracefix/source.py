"""Source text and positions in it.

Offsets count code points of the normalised text (no byte-order mark, `\\n` line ends). Lines and
columns count from 1. A tab counts as one column in reported positions.
"""

from __future__ import annotations

import os
import stat
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from .diagnostics import Diagnostic, Fix
from .errors import InvalidInput

TITLES = {"TF001": "A file cannot be read or written", "TF002": "A file is not UTF-8", "TF004": "A file is too large"}
"""The codes of this module and what they mean."""

LONGEST_EXCERPT = 2000
"""Characters of a line that diagnostics take along."""

LONGEST_IN_MESSAGE = 60
"""Characters of a replaced text that the message of a fix shows."""

MAX_BYTES = 2 << 20
"""Size of a file. The largest protocol that anybody wrote is a hundredth of it."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code-point offsets, `start <= end`."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The smallest span that covers both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


Edit: TypeAlias = tuple[Span, str]
"""A span of a text and what to put in its place."""


class Guess(NamedTuple):
    """An Edit that the author has to confirm: something else may have been meant."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Source:
    """A named text. `name` is what diagnostics print, usually the path as the user gave it."""

    name: str
    text: str
    _line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        object.__setattr__(self, "_line_starts", tuple(starts))

    @classmethod
    def read(cls, path: str | Path) -> Source:
        """Read a UTF-8 file; line ends and a byte-order mark are normalised.

        Raises InvalidInput (TF001 unreadable, TF002 not UTF-8, with line and column of the first bad byte, TF004 too large).
        """
        name = str(path)
        try:
            if is_named_pipe(path):
                raise InvalidInput([Diagnostic("TF001", "cannot read the file: it is a named pipe", file=name)])
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InvalidInput([Diagnostic("TF001", f"cannot read the file: {reason}", file=name)]) from None
        if len(data) > MAX_BYTES:
            message = f"the file is larger than {MAX_BYTES >> 20} MiB"
            raise InvalidInput([Diagnostic("TF004", message, file=name, hint="is it another file than the one you meant?")])
        if data.startswith(b"\xef\xbb\xbf"):
            data = data[3:]
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8")
            line = before.count("\n") + 1
            column = len(before) - (before.rfind("\n") + 1) + 1
            raise InvalidInput(
                [
                    Diagnostic(
                        "TF002",
                        f"not UTF-8: byte 0x{data[error.start]:02x}",
                        file=name,
                        line=line,
                        column=column,
                        hint="save the file as UTF-8",
                    )
                ]
            ) from None
        return cls(name, text.replace("\r\n", "\n").replace("\r", "\n"))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of an offset."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its line end; empty past the end."""
        if not 1 <= line <= len(self._line_starts):
            return ""
        start = self._line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def diagnostic(
        self, code: str, message: str, span: Span, *, hint: str | None = None, severity: str = "error", edit: Edit | None = None
    ) -> Diagnostic:
        """A diagnostic placed at a span of this text; `edit` is a change of this text that removes the problem."""
        line, column = self.position(span.start)
        end_line, end_column = self.position(max(span.start, span.end))
        return Diagnostic(
            code,
            message,
            severity=severity,
            file=self.name,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            excerpt=self._excerpt(line),
            hint=hint,
            fix=None if edit is None else self.fix(*edit, certain=not isinstance(edit, Guess)),
        )

    def _excerpt(self, line: int) -> str | None:
        """The text of a line, None for one that nobody could read: many diagnostics may stand in it."""
        end = self._line_starts[line] if line < len(self._line_starts) else len(self.text) + 1
        return self.line_text(line) if end - self._line_starts[line - 1] <= LONGEST_EXCERPT else None

    def fix(self, span: Span, replacement: str, *, certain: bool = True) -> Fix:
        """The change of a span of this text to another; its message is made of both."""
        old, new = self.text[span.start : span.end].strip(), replacement.strip()
        message = (
            f"insert '{_short(new)}'"
            if not old
            else f"remove '{_short(old)}'"
            if not new
            else f"replace '{_short(old)}' by '{_short(new)}'"
        )
        return Fix(message, replacement, self.name, *self.position(span.start), *self.position(span.end), certain)


def is_named_pipe(path: str | Path) -> bool:
    """Whether reading a path may wait for ever for somebody who writes; the pipe of a running command is no such thing."""
    return stat.S_ISFIFO(os.stat(path).st_mode) and os.path.lexists(os.path.realpath(path))


def _short(text: str) -> str:
    """The text on one line, and not too long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_IN_MESSAGE else f"{line[: LONGEST_IN_MESSAGE - 3]}..."
