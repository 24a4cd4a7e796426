"""Standard streams that may be closed, full, or a pipe whose reader has left."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any

_CANNOT_WRITE = frozenset([errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EBADF])


class _Forgiving:
    """Standard error that may lose what is written: there is no place left where that could be said."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write as much as possible."""
        try:
            return int(self._stream.write(text))
        except OSError:
            return len(text)

    def flush(self) -> None:
        """Flush what can be flushed."""
        try:
            self._stream.flush()
        except OSError:
            self._drop()

    def _drop(self) -> None:
        # What is still buffered would be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def open_streams() -> None:
    """Give every standard stream a file: the null device where it was closed, so that no file of the user takes its place."""
    for number, name in ((0, "stdin"), (1, "stdout"), (2, "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        # A protocol may hold characters that the terminal's encoding has not.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    setattr(sys, "stderr", _Forgiving(sys.stderr))  # noqa: B010


def cannot_write(error: OSError) -> bool:
    """Whether an error says that output has no place to go to."""
    return error.errno in _CANNOT_WRITE


def give_up_output() -> None:
    """Send what is left of standard output nowhere: Python would complain once more when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
