"""The log of states: packed words, predecessor and witness of each, in memory first and in a file when memory is scarce.

The file has no name: it is unlinked as soon as it is made, so the system removes it with the process, however that ends. Room on the
disk is claimed ahead of the writing, because a full disk would otherwise end the process on a write to mapped memory.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import weakref
from typing import Any

import numpy as np

from .memory import reserve

CLAIM = 64 << 20
"""Bytes of disk that are claimed at a time, per array."""


class DiskFull(Exception):
    """There is no room for more of the log in the folder for temporary files, or no file can be made there."""


def temporary_folder(wanted: str | None) -> str:
    """The folder for the log's files: `wanted`, TRACEFIX_TMPDIR, the system's folder for temporary files."""
    return wanted or os.environ.get("TRACEFIX_TMPDIR") or tempfile.gettempdir()


class _MappedFile:
    """An array of zeros in a file without a name. Raises DiskFull."""

    def __init__(self, folder: str, dtype: Any, shape: tuple[int, ...]) -> None:
        self._row = int(np.prod(shape[1:], dtype=np.int64)) * np.dtype(dtype).itemsize
        size = max(shape[0] * self._row, mmap.PAGESIZE)
        self._claimed = 0
        self._size = size
        try:
            self._file, name = tempfile.mkstemp(dir=folder, prefix="tracefix-log-")
            weakref.finalize(self, os.close, self._file)
            os.unlink(name)
            os.truncate(self._file, size)
            area = mmap.mmap(self._file, size)
        except (OSError, ValueError) as error:
            raise DiskFull(f"{folder}: {error}") from None
        self.array = np.frombuffer(area, dtype, count=int(np.prod(shape, dtype=np.int64))).reshape(shape)

    def claim(self, rows: int) -> None:
        """Make sure that the first rows can be written."""
        while self._claimed < min(rows * self._row, self._size):
            step = min(CLAIM, self._size - self._claimed)
            try:
                if hasattr(os, "posix_fallocate"):
                    os.posix_fallocate(self._file, self._claimed, step)
            except OSError as error:
                raise DiskFull(str(error)) from None
            self._claimed += step


class StateLog:
    """`states` uint64[rows, words], `parents` uint32[rows], `witness` uint32[rows]; who grows it counts the rows in use."""

    def __init__(self, rows: int, words: int, folder: str | None = None) -> None:
        self.rows = rows
        self.words = words
        self._folder = folder
        self._files: tuple[_MappedFile, ...] = ()
        self.states: Any = reserve(np.uint64, (rows, words))
        self.parents: Any = reserve(np.uint32, (rows,))
        self.witness: Any = reserve(np.uint32, (rows,))

    @property
    def in_file(self) -> bool:
        """Whether the log is in files."""
        return bool(self._files)

    def row_bytes(self) -> int:
        """Bytes of one state, predecessor and witness included."""
        return 8 * self.words + 8

    def private_bytes(self, count: int) -> int:
        """Bytes of memory, the files' pages not counted, that the first `count` states take."""
        return 0 if self.in_file else count * self.row_bytes()

    def claim(self, rows: int) -> None:
        """Make sure that the first rows can be written. Raises DiskFull."""
        for file in self._files:
            file.claim(rows)

    def spill(self, count: int) -> None:
        """Move the log with its first `count` rows into files. Raises DiskFull, and then nothing has changed."""
        folder = temporary_folder(self._folder)
        arrays = (self.states, self.parents, self.witness)
        files = tuple(_MappedFile(folder, array.dtype, array.shape) for array in arrays)
        for file, array in zip(files, arrays, strict=True):
            file.claim(count)
            file.array[:count] = array[:count]
        self._files = files
        self.states, self.parents, self.witness = (file.array for file in files)

    def widened(self, words: int, count: int, rows: int) -> StateLog:
        """A log for states of another width, at the same kind of place, with predecessors and witnesses copied. Raises DiskFull."""
        other = StateLog(rows, words, self._folder)
        if self.in_file:
            other.spill(0)
            other.claim(count)
        other.parents[:count] = self.parents[:count]
        other.witness[:count] = self.witness[:count]
        return other
