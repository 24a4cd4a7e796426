"""The breadth-first search in the compiled kernel: growth, limits, table fills, and the answers it gives back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..errors import InternalError
from .chunks import KEPT, Chunk, Line
from .encoding import Encoder
from .kernel_loader import load_kernels
from .layout import choose_layout
from .loop import PythonSearch
from .search import COMPLETION, SEARCHING, Event, LimitReached, Limits, Progress, ProgressCallback
from .statelog import DiskFull, StateLog
from .tables import FIELD_BITS, Tables
from .trees import FAILED, FALSE_OUTCOME, outcomes_of, silence
from .waiting import patiently

CHUNK = 4096
"""States that are scanned at once, at most."""
MIN_TABLE = 1 << 15
MAX_LOAD = 0.7
"""Share of the table that is filled before it grows."""
NEW_PER_STATE = 4
"""About how many new states one state brings; only for the size of the steps between two looks at the limits."""
LEAST_SPILLED = 1 << 20
"""Bytes that moving the log into a file must free."""
LONG = 1 << 20
"""States from which on a look at all of them is made in a thread of its own."""
LEAST_ROOM = 1 << 30
"""Bytes of address space for the log at least: room for it to grow in a file."""
MAX_STATES = (1 << 32) - 2
"""Log indices are 32 bits wide."""


class KernelSearch:
    """Goes on where a PythonSearch stopped, or starts where it has not started yet."""

    def __init__(
        self, tables: Tables, limits: Limits, python: PythonSearch, progress: ProgressCallback | None = None, threads: int = 1
    ) -> None:
        self.tables = tables
        self.limits = limits
        self.kernels = load_kernels()
        self.depth = python.depth
        self.settled = True
        """Whether the states can be read: not while they are moved to another layout."""
        self._progress = progress
        self._begin = time.monotonic()
        self._stop_on_deadlock = python.stop_on_deadlock
        k = self.kernels
        self._total = np.zeros(k.IO_SIZE, np.int64)
        self._generated = 0
        self._next = 0
        self._level_end = python.level_end
        started = bool(python.log)
        packed_initial: list[tuple[int, ...]] = []
        if not started:
            packed_initial = [tuple(tables.intern(slot, value) for slot, value in enumerate(state)) for state in tables.initial]
            if self.depth == 0:
                tables.start_walk(tables.initial)
            self.depth = 1
        self.layout = choose_layout([len(values) for values in tables.values])
        self._fields = np.array(self.layout.fields, np.int32)
        self._line = Line(threads, self._scan, lambda: Chunk(self.layout.words, k.IO_SIZE))
        self.encoder = Encoder(tables, self.layout, self._line.pause)
        self.threads = threads
        self.threads = threads
        self._table = np.zeros(MIN_TABLE, np.uint64)
        self._use(StateLog(self._rows(self.layout.words), self.layout.words, limits.folder))
        self._refresh_walk()
        if started:
            self._take_over(python)
        else:
            self._generated = tables.system.initial_generated
            self._start(packed_initial)

    def _start(self, initial: Sequence[tuple[int, ...]]) -> None:
        """Let the initial states be inserted like successors of nothing."""
        k = self.kernels
        chunk = Chunk(self.layout.words, k.IO_SIZE)
        chunk.resize(self.layout.words, max(len(chunk.block), len(initial)))
        self._pack_rows(np.array(initial, np.int64), chunk.fresh)
        for row in range(len(initial)):
            chunk.fresh_hashes[row] = k.fingerprint(chunk.fresh, row)
        chunk.fresh_origins[: len(initial)] = k.NO_PARENT
        chunk.io[k.IO_LENGTH] = len(initial)
        chunk.status = k.AT_LIMIT
        self._line.add(chunk, scanned=True)

    # --- memory

    def _rows(self, words: int) -> int:
        """Rows of the log: more than memory can hold, since they take none before they are written."""
        return min(MAX_STATES, max(4 * MIN_TABLE, (4 * self.limits.budget + LEAST_ROOM) // (8 * words)))

    def _use(self, log: StateLog) -> None:
        self._log = log
        self.log, self.parents, self.witness = log.states, log.parents, log.witness

    def _take(self, more: int) -> None:
        """Make sure that `more` bytes can be taken: move the log into a file if that helps. Raises LimitReached."""
        limits, count = self.limits, self.distinct
        if limits.taken(self._private()) + more <= limits.budget:
            return
        if self._log.private_bytes(count) >= max(limits.budget // 8, LEAST_SPILLED):
            self._line.pause()
            try:
                self._log.spill(count)
                self._log.claim(self._claimable())
            except DiskFull:
                raise LimitReached("max-memory") from None
            self._use(self._log)
            self._line.resume()
            if limits.taken(self._private()) + more <= limits.budget:
                return
        raise LimitReached("max-memory")

    def _claimable(self) -> int:
        """Rows of the log that can be written before the table is made larger."""
        return min(self._log.rows, int(MAX_LOAD * len(self._table)) + KEPT)

    def _private(self) -> int:
        """Bytes of memory that states and seen set take, without those in a file."""
        return self._log.private_bytes(self.distinct) + 8 * len(self._table)

    def _ensure_room(self, more: int) -> None:
        """Make the table large enough for the stored states and `more` others."""
        count = self.distinct
        size = len(self._table)
        while int(MAX_LOAD * size) - more <= count:
            size *= 2
        if size != len(self._table):
            self._take(8 * (size - len(self._table)))
            self._line.pause()
            self._table = np.zeros(0, np.uint64)
            self._table = np.zeros(size, np.uint64)
            self.kernels.rebuild(self.log, self._table, count)
            self._line.resume()
            self._claim()

    def _claim(self) -> None:
        try:
            self._log.claim(self._claimable())
        except DiskFull:
            raise LimitReached("disk") from None

    def _pack_rows(self, ids: Any, target: Any) -> None:
        """Pack int64[n, slots] ids into the first n rows of `target`."""
        count = len(ids)
        target[:count] = 0
        for slot, (word, shift, _) in enumerate(self.layout.fields):
            target[:count, word] |= ids[:, slot].astype(np.uint64) << np.uint64(shift)

    def _take_over(self, python: PythonSearch) -> None:
        k = self.kernels
        count, slots = len(python.log), self.tables.system.slots
        width = slots * FIELD_BITS // 8
        raw = b"".join([state.to_bytes(width, "little") for state in python.log])
        ids = np.frombuffer(raw, "<u2").reshape(count, slots).astype(np.int64)
        self._pack_rows(ids, self.log)
        self.parents[:count] = np.array([parent & 0xFFFFFFFF for parent in python.parents], np.uint32)
        for index, targets in enumerate(python.successors):
            if targets:
                self.witness[index] = 0xFFFFFFFF if -1 in targets else max(targets) + 1
        self._next = python.position
        self._generated = python.generated
        self._total[k.IO_COUNT] = count
        self._total[k.IO_CUT] = python.cut
        self._ensure_room(0)
        k.rebuild(self.log, self._fresh_table(), count)

    def _fresh_table(self) -> Any:
        self._table[:] = 0
        return self._table

    def memory(self) -> int:
        """Bytes held by states, parents and seen set."""
        return self.distinct * (8 * self.layout.words + 8) + 8 * len(self._table)

    # --- what the search has found

    @property
    def distinct(self) -> int:
        """States stored."""
        return int(self._total[self.kernels.IO_COUNT])

    @property
    def generated(self) -> int:
        """Successors generated, as TLC counts them; when a successor ended the search, up to and with it."""
        k = self.kernels
        for chunk in self._line.chunks[:1]:
            row = int(chunk.io[k.IO_NEXT])
            if chunk.scanned:
                return self._generated + int(chunk.fresh_numbers[row] if row < chunk.io[k.IO_LENGTH] else chunk.io[k.IO_GENERATED])
        return self._generated

    @property
    def cut(self) -> int:
        """Generated states that a constraint kept out."""
        return int(self._total[self.kernels.IO_CUT])

    @property
    def queue(self) -> int:
        """States stored and not expanded yet."""
        for chunk in self._line.chunks[:1]:
            return self.distinct - int(chunk.io[self.kernels.IO_POSITION] if chunk.scanned else chunk.start)
        return self.distinct - self._next

    def ids(self, index: int) -> tuple[int, ...]:
        """The ids of a stored state."""
        return self._row_ids(self.log[index])

    def _row_ids(self, row: Sequence[Any]) -> tuple[int, ...]:
        words = [int(word) for word in row]
        return tuple([(words[word] >> shift) & ((1 << width) - 1) for word, shift, width in self.layout.fields])

    def parent(self, index: int) -> int:
        """The log index of a stored state's predecessor, -1 for an initial state."""
        parent = int(self.parents[index])
        return -1 if parent == 0xFFFFFFFF else parent

    # --- the search

    def run(self) -> Event:
        """Search until the next event."""
        if self.tables.walk_changed:
            self._refresh_walk()
        while True:
            if not self._line.chunks and self._next >= self._level_end:
                if self._next >= self.distinct:
                    self._line.close()
                    return Event("finished")
                if self._level_end:
                    self.depth += 1
                self._level_end = self.distinct
                self.tables.levels.note(self.depth, self.distinct)
            limit = self.limits.exceeded(self.distinct, 0)
            if limit not in (None, "max-memory"):
                return Event("limit", limit)
            while not self._line.full and self._next < self._level_end:
                self._line.add(self._next_chunk())
            event = self._advance(self._line.head())
            if event is not None:
                return event
            if self._progress is not None:
                self._progress(self._moment())

    def _moment(self, phase: str = SEARCHING) -> Progress:
        return Progress(
            self.depth, self.distinct, self.generated, self.queue, time.monotonic() - self._begin, phase,
            self.distinct / len(self._table), self.limits.taken(self._private()), self._log.in_file,
        )  # fmt: skip

    def _next_chunk(self) -> Chunk:
        """The next states of the level, not yet scanned."""
        size = CHUNK
        if self.limits.max_states is not None:
            size = min(size, max(64, (self.limits.max_states - self.distinct) // 8))
        if not self._log.in_file:
            # Near the limit in small steps, so that what one step brings does not overshoot it.
            left = self.limits.budget - self.limits.taken(self._private())
            size = min(size, max(1024, left // (4 * NEW_PER_STATE * self._log.row_bytes())))
        chunk = self._line.fetch()
        chunk.start = self._next
        chunk.limit = self._next = min(self._level_end, self._next + size)
        self._rewind(chunk)
        return chunk

    def _rewind(self, chunk: Chunk) -> None:
        """Let a chunk be scanned from its beginning."""
        chunk.io[:] = 0
        chunk.io[self.kernels.IO_POSITION] = chunk.start
        self._fit_stack(chunk)

    def _fit_stack(self, chunk: Chunk) -> None:
        needed = self.encoder.fork_arms + 16
        if len(chunk.stack) < needed:
            chunk.stack = np.zeros(2 * needed, np.int32)

    def _scan(self, chunk: Chunk) -> int:
        """Scan a chunk from where it is; runs in any thread."""
        return int(
            self.kernels.scan(
                self.log, self.witness, self._table, chunk.limit, *self._trees(), len(self.tables.step_trees), *chunk.scratch(),
                *chunk.kept(), 1 if self._stop_on_deadlock else 0, chunk.io,
            )
        )  # fmt: skip

    def _advance(self, chunk: Chunk) -> Event | None:
        """Insert what the oldest chunk keeps, and see to what stopped its scan."""
        k, io = self.kernels, chunk.io
        if io[k.IO_NEXT] < io[k.IO_LENGTH]:
            status = self._insert(chunk)
            if status is not None:
                return status
            if io[k.IO_NEXT] < io[k.IO_LENGTH]:
                return None
        if chunk.status == k.AT_LIMIT:
            self._settle(chunk)
            self._line.pop()
            return None
        event = self._handle(chunk)
        if event is None:
            self._settle(chunk)
            self._line.scan_head()
        return event

    def _settle(self, chunk: Chunk) -> None:
        """Count what a scan of a chunk generated, all of which is inserted."""
        k, io = self.kernels, chunk.io
        self._generated += int(io[k.IO_GENERATED])
        io[k.IO_GENERATED] = io[k.IO_LENGTH] = io[k.IO_NEXT] = 0

    def _insert(self, chunk: Chunk) -> Event | None:
        k = self.kernels
        more = int(chunk.io[k.IO_LENGTH] - chunk.io[k.IO_NEXT])
        self._take(0 if self._log.in_file else more * self._log.row_bytes())
        if self.distinct + more > len(self.log):
            return Event("limit", "max-memory")
        self._ensure_room(more)
        encoder = self.encoder
        status = k.insert(
            self.log, self.parents, self.witness, self._table, encoder.nodes.array, encoder.children.array, encoder.projections.array,
            self._invariants, self._constraints, chunk.fresh, chunk.fresh_hashes, chunk.fresh_origins, chunk.io, self._total,
        )  # fmt: skip
        return None if status == k.AT_LIMIT else self._handle_conjunct(chunk, status)

    def _trees(self) -> tuple[Any, ...]:
        """The arrays that describe the steps, as the kernels take them."""
        encoder = self.encoder
        return (
            encoder.locals, encoder.rows.array, encoder.flat.array, encoder.nodes.array, encoder.children.array,
            encoder.projections.array, encoder.outcomes.array, encoder.leaves.array,
        )  # fmt: skip

    def _handle(self, chunk: Chunk) -> Event | None:
        """See to what stopped a scan; None when the scan can go on."""
        k, status = self.kernels, chunk.status
        if status == k.CHUNK_FULL:
            return None
        if status == k.BUFFER_SMALL:
            chunk.resize(self.layout.words, 2 * len(chunk.block))
            return None
        position, process = int(chunk.io[k.IO_POSITION]), int(chunk.io[k.IO_PROCESS])
        if status == k.MISSING_STEP:
            self._fill_step(process, self.ids(position))
            self._fit_stack(chunk)
            self._line.resume()
            return None
        if status == k.DEADLOCK:
            if not self._stop_on_deadlock:
                return None
            self._stop_on_deadlock = False
            return Event("deadlock", index=position, ids=self.ids(position))
        if status == k.FAILURE:
            ids = self.ids(position)
            outcomes = outcomes_of(self.tables.step_trees[process], self.tables.reader(ids))
            failed = next((outcome for outcome in outcomes if outcome is not None and outcome.kind == FAILED), None)
            return None if failed is None else Event("failure", failed.failure, position, process, ids)
        raise InternalError(f"the kernel answered {status}")

    def _handle_conjunct(self, chunk: Chunk, status: int) -> Event | None:
        k, io = self.kernels, chunk.io
        row = int(io[k.IO_NEXT])
        ids = self._row_ids(chunk.fresh[row])
        reader = self.tables.reader(ids)
        origin = int(chunk.fresh_origins[row])
        parent = -1 if origin == 0xFFFFFFFF else origin
        number = int(io[k.IO_CONJUNCT])
        if status in (k.MISSING_CONSTRAINT, k.CONSTRAINT_FAILED):
            tree = self.tables.constraints[number]
            place = self.encoder.place_of_constraint(number)
        else:
            tree = self.tables.walked[number]
            place = self.encoder.place_of_invariant(tree.index)
        if status in (k.MISSING_CONSTRAINT, k.MISSING_CONJUNCT):
            self.tables.fill_conjunct(tree, ids)
            self.encoder.update_conjunct(tree.root, place, reader)
            self._line.resume()
            return None
        outcome = next(outcomes_of(tree.root[0], reader))
        assert outcome is not None
        if status == k.CONSTRAINT_FAILED:
            return Event("evaluation", outcome.failure, -1, ids=ids, parent=parent)
        if status != k.VIOLATED:
            raise InternalError(f"the kernel answered {status}")
        index = int(io[k.IO_INDEX])
        io[k.IO_CONJUNCT] = 0
        if outcome is FALSE_OUTCOME:
            return Event("invariant", tree.property, index, ids=ids, parent=parent)
        return Event("evaluation", outcome.failure, index, ids=ids, parent=parent)

    def _fill_step(self, process: int, ids: tuple[int, ...]) -> None:
        """Make a process's step known in a state: in its tree, if it is not there, and in the row of its local state."""
        tables = self.tables
        root = tables.step_trees[process]
        if any(outcome is None for outcome in outcomes_of(root, tables.reader(ids))):
            tables.fill_step(process, ids)
            if not self.layout.fits([len(values) for values in tables.values]):
                self._change_layout()
            self.encoder.update(root, tables.reader(ids))
            self.encoder.refresh_projections()
            if tables.walk_changed:
                self._refresh_walk()
        self.encoder.update_row(process, ids)

    def _refresh_walk(self) -> None:
        self.tables.walk_changed = False
        self._invariants = self.encoder.invariant_places()
        self._constraints = self.encoder.constraint_places()

    def _change_layout(self) -> None:
        """Move all states to a layout that holds the ids there are now."""
        self._line.pause()
        k, count = self.kernels, self.distinct
        layout = choose_layout([len(values) for values in self.tables.values])
        fields, old_log = np.array(layout.fields, np.int32), self.log
        if layout.words != self.layout.words:
            if not self._log.in_file:
                self._take(count * (8 * layout.words + 8))
            try:
                wider = self._log.widened(layout.words, count, self._rows(layout.words))
                wider.claim(self._claimable())
            except DiskFull:
                raise LimitReached("disk") from None
            self.settled = False
            self._use(wider)
        self.settled = False
        k.repack(old_log, self.log, count, self._fields, fields)
        self.layout, self._fields = layout, fields
        self.settled = True
        k.rebuild(self.log, self._fresh_table(), count)
        self.encoder.change_layout(layout)
        self._line.restart(layout.words, self._rewind)

    def skip_failure(self, property_name: str) -> None:
        """Go on as if branches that break this property by themselves did not exist."""
        self._line.pause()
        for tree in self.tables.step_trees:
            silence(tree, property_name)
        self.encoder.refresh_kinds()
        self._line.resume()

    def incompletable(self) -> int | None:
        """The first state from which no continuation ends every process (leaving the constraint counts as ending)."""
        k, encoder, count = self.kernels, self.encoder, self.distinct
        processes = len(self.tables.step_trees)
        self._take(count)
        marked = np.zeros(count, np.uint8)
        tree_arrays = (encoder.nodes.array, encoder.children.array, encoder.projections.array, encoder.outcomes.array)
        self._long(lambda: k.mark_ends(self.log, self.witness, count, *tree_arrays, processes, marked))
        self._long(lambda: k.descend(self.witness, count, marked))
        chunk = self._line.fetch()
        self._rewind(chunk)
        io = chunk.io
        while True:
            # One known successor per state settles many of them; what is left needs its other successors again.
            self._long(lambda: k.propagate(self.witness, count, marked))
            self._look()
            io[k.IO_POSITION], io[k.IO_COUNT] = count, 0
            while True:
                status = self._long(
                    lambda: k.sweep(
                        self.log, self.parents, self._table, *self._trees(), processes, marked, chunk.block, chunk.hashes,
                        chunk.origins, chunk.stack, io,
                    )
                )  # fmt: skip
                if status == k.AT_LIMIT:
                    break
                self._fill_step(int(io[k.IO_PROCESS]), self.ids(int(io[k.IO_INDEX])))
                self._fit_stack(chunk)
                if chunk.block.shape[1] != self.layout.words:
                    chunk.resize(self.layout.words, len(chunk.block))
            if not io[k.IO_COUNT]:
                break
        unmarked = np.flatnonzero(marked == 0)
        return int(unmarked[0]) if len(unmarked) else None

    def _long(self, call: Callable[[], Any]) -> Any:
        """The answer of a kernel that looks at every state; limits hold meanwhile. Raises LimitReached."""
        return call() if self.distinct < LONG else patiently(call, self._look)

    def _look(self) -> None:
        limit = self.limits.exceeded(0, 0)
        if limit is not None:
            raise LimitReached(limit)
        if self._progress is not None:
            self._progress(self._moment(COMPLETION))
