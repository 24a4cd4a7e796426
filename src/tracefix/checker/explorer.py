"""The breadth-first search in the compiled kernel: growth, limits, table fills, and the answers it gives back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..errors import InternalError
from .encoding import Encoder
from .kernel_loader import load_kernels
from .layout import choose_layout
from .loop import PythonSearch
from .search import COMPLETION, SEARCHING, Event, LimitReached, Limits, Progress, ProgressCallback
from .statelog import DiskFull, StateLog
from .tables import FIELD_BITS, Tables
from .trees import FAILED, FALSE_OUTCOME, outcomes_of, silence
from .waiting import patiently

BLOCK = 1024
CHUNK = 1 << 18
MIN_TABLE = 1 << 15
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

    def __init__(self, tables: Tables, limits: Limits, python: PythonSearch, progress: ProgressCallback | None = None) -> None:
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
        self.io = np.zeros(k.IO_SIZE, np.int64)
        self._level_end = python.level_end
        started = bool(python.log)
        packed_initial: list[tuple[int, ...]] = []
        if not started:
            packed_initial = [tuple(tables.intern(slot, value) for slot, value in enumerate(state)) for state in tables.system.initial]
            if self.depth == 0:
                tables.start_walk(tables.system.initial)
            self.depth = 1
        self.layout = choose_layout([len(values) for values in tables.values])
        self._fields = np.array(self.layout.fields, np.int32)
        self.encoder = Encoder(tables, self.layout)
        self._table = np.zeros(MIN_TABLE, np.uint64)
        self._stack = np.zeros(0, np.int32)
        self._use(StateLog(self._rows(self.layout.words), self.layout.words, limits.folder))
        self._allocate_buffer(max(BLOCK, len(packed_initial)))
        if started:
            self._take_over(python)
        else:
            self.io[k.IO_GENERATED] = tables.system.initial_generated
            self._ensure_room(len(self.buffer))
            self._pack_rows(np.array(packed_initial, np.int64), self.buffer)
            for row in range(len(packed_initial)):
                self.hashes[row] = k.fingerprint(self.buffer, row)
                self.slots[row] = self.hashes[row] & np.uint64(len(self._table) - 1)
            self.origins[: len(packed_initial)] = k.NO_PARENT
            self.io[k.IO_LENGTH] = len(packed_initial)
        self._refresh_walk()

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
            try:
                self._log.spill(count)
                self._log.claim(self._claimable())
            except DiskFull:
                raise LimitReached("max-memory") from None
            self._use(self._log)
            if limits.taken(self._private()) + more <= limits.budget:
                return
        raise LimitReached("max-memory")

    def _claimable(self) -> int:
        """Rows of the log that can be written before the table is made larger."""
        return min(self._log.rows, int(0.7 * len(self._table)) + len(self.buffer))

    def _private(self) -> int:
        """Bytes of memory that states and seen set take, without those in a file."""
        return self._log.private_bytes(self.distinct) + 8 * len(self._table)

    def _allocate_buffer(self, rows: int, words: int = 0) -> None:
        self.buffer = np.zeros((rows, words or self.layout.words), np.uint64)
        self.hashes = np.zeros(rows, np.uint64)
        self.slots = np.zeros(rows, np.uint64)
        self.origins = np.zeros(rows, np.uint32)

    def _ensure_room(self, more: int) -> None:
        """Make the table large enough for the stored states and `more` others."""
        count = self.distinct
        size = len(self._table)
        while int(0.7 * size) - more <= count:
            size *= 2
        if size != len(self._table):
            self._take(8 * (size - len(self._table)))
            self._table = np.zeros(0, np.uint64)
            self._table = np.zeros(size, np.uint64)
            self.kernels.rebuild(self.log, self._table, count)
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
        self.io[k.IO_COUNT] = count
        self.io[k.IO_POSITION] = python.position
        self.io[k.IO_GENERATED] = python.generated
        self.io[k.IO_CUT] = python.cut
        self._ensure_room(len(self.buffer))
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
        return int(self.io[self.kernels.IO_COUNT])

    @property
    def generated(self) -> int:
        """Successors generated, as TLC counts them; when a successor ended the search, up to and with it."""
        k, io = self.kernels, self.io
        row, length = int(io[k.IO_NEXT]), int(io[k.IO_LENGTH])
        behind = length - row - 1 if row < length and self.origins[row] != k.NO_PARENT else 0
        return int(io[k.IO_GENERATED]) - behind

    @property
    def cut(self) -> int:
        """Generated states that a constraint kept out."""
        return int(self.io[self.kernels.IO_CUT])

    @property
    def queue(self) -> int:
        """States stored and not expanded yet."""
        return self.distinct - int(self.io[self.kernels.IO_POSITION])

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
        k, io = self.kernels, self.io
        if self.tables.walk_changed:
            self._refresh_walk()
        while True:
            position, count = int(io[k.IO_POSITION]), int(io[k.IO_COUNT])
            inserting = io[k.IO_NEXT] < io[k.IO_LENGTH]
            if not inserting and position >= self._level_end:
                if position >= count:
                    return Event("finished")
                if self._level_end:
                    self.depth += 1
                self._level_end = count
                self.tables.levels.note(self.depth, count)
            limit = self.limits.exceeded(count, 0)
            if limit not in (None, "max-memory"):
                return Event("limit", limit)
            chunk = self._chunk(count)
            self._take(0 if self._log.in_file else NEW_PER_STATE * chunk * self._log.row_bytes())
            if count >= len(self.log) - 2 * len(self.buffer):
                return Event("limit", "max-memory")
            if not inserting:
                self._ensure_room(len(self.buffer))
            status = self._explore(min(self._level_end, position + chunk))
            event = self._handle(status)
            if event is not None:
                return event
            if self._progress is not None and status == k.AT_LIMIT:
                self._progress(self._moment())

    def _moment(self, phase: str = SEARCHING) -> Progress:
        return Progress(
            self.depth, self.distinct, self.generated, self.queue, time.monotonic() - self._begin, phase,
            self.distinct / len(self._table), self.limits.taken(self._private()), self._log.in_file,
        )  # fmt: skip

    def _chunk(self, count: int) -> int:
        """How many states to expand before limits are looked at again."""
        chunk = CHUNK
        if self.limits.max_states is not None:
            chunk = min(chunk, max(64, (self.limits.max_states - count) // 8))
        if not self._log.in_file:
            # Near the limit in small steps, so that what one step brings does not overshoot it.
            left = self.limits.budget - self.limits.taken(self._private())
            chunk = min(chunk, max(1024, left // (4 * NEW_PER_STATE * self._log.row_bytes())))
        return chunk

    def _explore(self, limit: int) -> int:
        return int(
            self.kernels.explore(
                self.log, self.parents, self.witness, self._table, limit, *self._trees(), len(self.tables.step_trees),
                self._invariants, self._constraints, self.buffer, self.hashes, self.slots, self.origins, self._stack,
                1 if self._stop_on_deadlock else 0, self.io,
            )
        )  # fmt: skip

    def _trees(self) -> tuple[Any, ...]:
        """The arrays that describe the steps, as the kernels take them."""
        encoder = self.encoder
        return (
            encoder.locals, encoder.rows.array, encoder.flat.array, encoder.nodes.array, encoder.children.array,
            encoder.projections.array, encoder.outcomes.array, encoder.leaves.array,
        )  # fmt: skip

    def _handle(self, status: int) -> Event | None:
        k, io = self.kernels, self.io
        if status in (k.AT_LIMIT, k.TABLE_FULL):
            return None
        if status == k.BUFFER_SMALL:
            self._allocate_buffer(2 * len(self.buffer))
            return None
        position, process = int(io[k.IO_POSITION]), int(io[k.IO_PROCESS])
        if status == k.MISSING_STEP:
            self._fill_step(process, self.ids(position))
            return None
        if status == k.DEADLOCK:
            self._stop_on_deadlock = False
            return Event("deadlock", index=position, ids=self.ids(position))
        if status == k.FAILURE:
            ids = self.ids(position)
            outcomes = outcomes_of(self.tables.step_trees[process], self.tables.reader(ids))
            failed = next(outcome for outcome in outcomes if outcome is not None and outcome.kind == FAILED)
            return Event("failure", failed.failure, position, process, ids)
        return self._handle_conjunct(status)

    def _handle_conjunct(self, status: int) -> Event | None:
        k, io = self.kernels, self.io
        row = int(io[k.IO_NEXT])
        ids = self._row_ids(self.buffer[row])
        reader = self.tables.reader(ids)
        origin = int(self.origins[row])
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
            self._refresh_stack()
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
            self._refresh_stack()
            if tables.walk_changed:
                self._refresh_walk()
        self.encoder.update_row(process, ids)

    def _refresh_walk(self) -> None:
        self.tables.walk_changed = False
        self._invariants = self.encoder.invariant_places()
        self._constraints = self.encoder.constraint_places()
        self._refresh_stack()

    def _refresh_stack(self) -> None:
        needed = self.encoder.fork_arms + 16
        if len(self._stack) < needed:
            self._stack = np.zeros(2 * needed, np.int32)

    def _change_layout(self) -> None:
        """Move all states to a layout that holds the ids there are now."""
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
            self._allocate_buffer(len(self.buffer), layout.words)
        self.settled = False
        k.repack(old_log, self.log, count, self._fields, fields)
        self.layout, self._fields = layout, fields
        self.settled = True
        k.rebuild(self.log, self._fresh_table(), count)
        self.encoder.change_layout(layout)

    def skip_failure(self, property_name: str) -> None:
        """Go on as if branches that break this property by themselves did not exist."""
        for tree in self.tables.step_trees:
            silence(tree, property_name)
        self.encoder.refresh_kinds()

    def incompletable(self) -> int | None:
        """The first state from which no continuation ends every process (leaving the constraint counts as ending)."""
        k, encoder, count = self.kernels, self.encoder, self.distinct
        processes = len(self.tables.step_trees)
        self._take(count)
        marked = np.zeros(count, np.uint8)
        tree_arrays = (encoder.nodes.array, encoder.children.array, encoder.projections.array, encoder.outcomes.array)
        self._long(lambda: k.mark_ends(self.log, self.witness, count, *tree_arrays, processes, marked))
        io = np.zeros(k.IO_SIZE, np.int64)
        while True:
            # One known successor per state settles many of them; what is left needs its other successors again.
            self._long(lambda: k.propagate(self.witness, count, marked))
            self._look()
            io[k.IO_POSITION], io[k.IO_COUNT] = count, 0
            while True:
                status = self._long(
                    lambda: k.sweep(
                        self.log, self.parents, self._table, *self._trees(), processes, marked, self.buffer, self.hashes, self.origins,
                        self._stack, io,
                    )
                )  # fmt: skip
                if status == k.AT_LIMIT:
                    break
                self._fill_step(int(io[k.IO_PROCESS]), self.ids(int(io[k.IO_INDEX])))
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
