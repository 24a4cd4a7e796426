"""Chunks of a level on their way through the kernels: scanned by any thread, inserted one after the other.

A chunk is a run of states. Scanning it keeps the successors that the table does not have; inserting stores those that are new. Scans of
several chunks may run at once, beside one insertion. Since insertions happen in the order of the chunks, states get the
same numbers, parents and traces whatever the number of threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

import numpy as np

BLOCK = 1024
"""Successors that are looked up together: enough to hide the memory behind each other, few enough for the nearest cache."""

KEPT = 1 << 15
"""Successors that a chunk keeps before it has to be inserted."""


class Chunk:
    """States `start`..`limit` - 1, and what a scan kept of their successors. `io` is the kernel's."""

    def __init__(self, words: int, io_size: int, block: int = BLOCK) -> None:
        self.io = np.zeros(io_size, np.int64)
        self.start = self.limit = 0
        self.status = 0
        self.scanned = False
        self.future: Future[int] | None = None
        self.stack = np.zeros(0, np.int32)
        self.resize(words, block)

    def resize(self, words: int, block: int) -> None:
        """Take buffers for states of this many words; `block` successors are looked up together."""
        self.block = np.zeros((block, words), np.uint64)
        self.hashes = np.zeros(block, np.uint64)
        self.slots = np.zeros(block, np.uint64)
        self.origins = np.zeros(block, np.uint32)
        self.numbers = np.zeros(block, np.uint32)
        kept = max(KEPT, 4 * block)
        self.fresh = np.zeros((kept, words), np.uint64)
        self.fresh_hashes = np.zeros(kept, np.uint64)
        self.fresh_origins = np.zeros(kept, np.uint32)
        self.fresh_numbers = np.zeros(kept, np.uint32)

    def scratch(self) -> tuple[Any, ...]:
        """The arrays for all successors, as `scan` takes them."""
        return self.block, self.hashes, self.slots, self.origins, self.numbers, self.stack

    def kept(self) -> tuple[Any, ...]:
        """The arrays for what is kept, as `scan` takes them."""
        return self.fresh, self.fresh_hashes, self.fresh_origins, self.fresh_numbers


class Line:
    """The chunks under way, oldest first, and the threads that scan them.

    `scan` scans a chunk and returns the kernel's status. With one thread it runs when the chunk is the oldest one.
    """

    def __init__(self, threads: int, scan: Callable[[Chunk], int], make: Callable[[], Chunk]) -> None:
        self.threads = threads
        self._scan = scan
        self._make = make
        self._chunks: deque[Chunk] = deque()
        self._spare: list[Chunk] = []
        self._pool = ThreadPoolExecutor(threads - 1, "tracefix-scan") if threads > 1 else None

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """All chunks under way, oldest first."""
        return tuple(self._chunks)

    @property
    def full(self) -> bool:
        """Whether no further chunk should be added now."""
        return len(self._chunks) >= (1 if self._pool is None else 2 * self.threads)

    def fetch(self) -> Chunk:
        """A chunk to fill and to `add`."""
        return self._spare.pop() if self._spare else self._make()

    def add(self, chunk: Chunk, *, scanned: bool = False) -> None:
        """Put a chunk at the end of the line; unless it was scanned, a thread that is free begins with it."""
        chunk.scanned = scanned
        self._chunks.append(chunk)
        self._begin(chunk)

    def _begin(self, chunk: Chunk) -> None:
        if self._pool is not None and not chunk.scanned and chunk.future is None:
            chunk.future = self._pool.submit(self._scan, chunk)

    def _scan_here(self, chunk: Chunk) -> bool:
        """Scan a chunk that no other thread has begun with; False when one has."""
        if chunk.future is not None and not chunk.future.cancel():
            return False
        chunk.future = None
        chunk.status = self._scan(chunk)
        chunk.scanned = True
        return True

    def _collect(self, chunk: Chunk) -> None:
        """Wait for the thread that scans a chunk."""
        assert chunk.future is not None
        chunk.status = chunk.future.result()
        chunk.future = None
        chunk.scanned = True

    def head(self) -> Chunk:
        """The oldest chunk, scanned. While another thread is at it, this one scans what nobody has begun with."""
        head = self._chunks[0]
        while not head.scanned and not self._scan_here(head):
            assert head.future is not None
            if head.future.done() or not any(self._scan_here(chunk) for chunk in self._chunks if not chunk.scanned):
                self._collect(head)
        return head

    def scan_head(self) -> None:
        """Scan the rest of the oldest chunk."""
        head = self._chunks[0]
        head.status = self._scan(head)

    def pop(self) -> None:
        """The oldest chunk is inserted."""
        self._spare.append(self._chunks.popleft())

    def pause(self) -> None:
        """Wait until no other thread scans, and let none begin before `resume`."""
        for chunk in self._chunks:
            if chunk.future is not None:
                if chunk.future.cancel():
                    chunk.future = None
                else:
                    self._collect(chunk)

    def resume(self) -> None:
        """Let other threads go on with what is behind the oldest chunk."""
        for chunk in islice(self._chunks, 1, None):
            self._begin(chunk)

    def restart(self, words: int, rewind: Callable[[Chunk], None]) -> None:
        """Forget what the chunks behind the oldest one kept, since states are packed in another way. Only while paused."""
        self._spare.clear()
        for place, chunk in enumerate(self._chunks):
            chunk.resize(words, len(chunk.block))
            if place:
                chunk.scanned = False
                rewind(chunk)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
