"""The breadth-first search for small protocols: pure Python over the same tables as the kernel.

A state is one Python integer with a fixed field per slot. The order of everything (states, processes, choices) is that of the
kernel, so both find the same states in the same order and stop at the same place.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from .search import Event, LimitReached, Limits, Progress, ProgressCallback
from .tables import FIELD_BITS, FIELD_MASK, ConjunctTree, Tables
from .trees import FAILED, FALSE_OUTCOME, FINISHED, TRUE_OUTCOME, Fork, Outcome, Read, silence

CHECK_EVERY = 2048
FILLS_BETWEEN_LOOKS = 64
"""A new entry of the tables may be a long value, or take long to find: limits are looked at between them too."""


class PythonSearch:
    """Breadth-first search in Python up to `handover` states, where it returns a `handover` event once."""

    threads = 1

    def __init__(
        self, tables: Tables, limits: Limits, handover: int | None, stop_on_deadlock: bool, progress: ProgressCallback | None = None
    ) -> None:
        self.tables = tables
        self.limits = limits
        self.settled = True
        self.handover = handover
        self.stop_on_deadlock = stop_on_deadlock
        self._generated = tables.system.initial_generated
        self.depth = 0
        self.log: list[int] = []
        self.parents: list[int] = []
        self.seen: dict[int, int] = {}
        self.successors: list[list[int]] = []
        self.position = 0
        self.level_end = 0
        self.cut = 0
        self.terminal: list[int] = []
        self._inserting = False
        self._parent = -1
        self._pending: list[tuple[int, int]] = []
        self._next = 0
        self._edges: list[int] = []
        self._recheck: tuple[int, int] | None = None
        self._constraint_failure: Any = None
        self._stable = False
        self._started = False
        self._progress = progress
        self._begin = time.monotonic()

    @property
    def generated(self) -> int:
        """Successors generated, as TLC counts them; when a successor ended the search, up to and with it."""
        return self._generated + (self._next + 1 if self._inserting and self._parent >= 0 else 0)

    @property
    def distinct(self) -> int:
        """States stored. An interrupt may come between a state and its parent."""
        return len(self.parents)

    @property
    def queue(self) -> int:
        """States stored and not expanded yet."""
        return len(self.log) - self.position

    def ids(self, index: int) -> tuple[int, ...]:
        """The ids of a stored state."""
        return self.tables.unpack(self.log[index])

    def parent(self, index: int) -> int:
        """The log index of a stored state's predecessor, -1 for an initial state."""
        return self.parents[index]

    def memory(self) -> int:
        """Bytes held by states, parents and seen set, roughly."""
        each = sys.getsizeof(self.log[-1]) if self.log else 0
        return len(self.log) * (each + 16) + sys.getsizeof(self.seen)

    def forget(self) -> None:
        """Give the memory of the search back: another one has taken over."""
        self.log, self.parents, self.seen, self.successors, self.terminal = [], [], {}, [], []

    def run(self) -> Event:
        """Search until the next event."""
        try:
            if not self._started:
                self._started = True
                event = self._start()
                if event is not None:
                    return event
            return self._run()
        except OverflowError:
            return Event("handover")

    def _start(self) -> Event | None:
        tables = self.tables
        packed = [tables.pack(state) for state in tables.initial]
        tables.start_walk(tables.initial)
        self.depth = 1
        return self._begin_insert(-1, [(0, state) for state in packed])

    def _insert_pending(self) -> Event | None:
        """Store the pending successors of `_parent`; after an event the next call goes on where it stopped."""
        seen, log, parents, parent = self.seen, self.log, self.parents, self._parent
        base = log[parent] if parent >= 0 else 0
        while self._next < len(self._pending):
            if self._recheck is not None:
                event = self._check(*self._recheck)
                if event is not None:
                    return event
                self._recheck = None
                self._next += 1
                continue
            keep, value = self._pending[self._next]
            target = base & keep | value
            index = seen.get(target)
            if index is None:
                inside = self._inside(target)
                if inside is None:
                    return Event("evaluation", self._constraint_failure, -1, ids=self.tables.unpack(target), parent=parent)
                index = -1
                if inside:
                    index = seen[target] = len(log)
                    log.append(target)
                    parents.append(parent)
                else:
                    self.cut += 1
                if self.tables.walked:
                    self._recheck = (target, index)
                    self._edges.append(index)
                    continue
            self._edges.append(index)
            self._next += 1
        self._inserting = False
        if parent >= 0:
            self._generated += len(self._pending)
            self.successors.append(self._edges)
            self.position += 1
        else:
            self.level_end = len(log)
        return None

    def _begin_insert(self, parent: int, pending: list[tuple[int, int]]) -> Event | None:
        self._inserting, self._parent, self._pending, self._next, self._edges = True, parent, pending, 0, []
        return self._insert_pending()

    def _inside(self, packed: int) -> bool | None:
        """Whether a state satisfies the constraints; None when one has no value (`_constraint_failure`)."""
        for tree in self.tables.constraints:
            outcome = self._conjunct(tree, packed)
            if outcome is FALSE_OUTCOME:
                return False
            if outcome is not TRUE_OUTCOME:
                self._constraint_failure = outcome.failure
                return None
        return True

    def _check(self, packed: int, index: int) -> Event | None:
        """The invariants in a new state; `index` is -1 when the constraint kept it out."""
        for tree in self.tables.walked:
            outcome = self._conjunct(tree, packed)
            if outcome is not TRUE_OUTCOME:
                ids = self.tables.unpack(packed)
                if outcome is FALSE_OUTCOME:
                    return Event("invariant", tree.property, index, ids=ids, parent=self._parent)
                return Event("evaluation", outcome.failure, index, ids=ids, parent=self._parent)
        return None

    def _conjunct(self, tree: ConjunctTree, packed: int) -> Outcome:
        node = tree.root.get(0)
        while True:
            if node.__class__ is Read:
                key = (packed >> node.shift) & FIELD_MASK
                if node.projection is not None:
                    key = node.projection[key]
                node = node.children.get(key)
            elif node is None:
                self.tables.fill_conjunct(tree, self.tables.unpack(packed))
                node = tree.root[0]
            else:
                outcome: Outcome = node
                return outcome

    def _run(self) -> Event:
        tables, log = self.tables, self.log
        if self._inserting:
            event = self._insert_pending()
            if event is not None:
                return event
        roots = [(tree.children, FIELD_BITS * index) for index, tree in enumerate(tables.step_trees)]
        seen, parents, successors = self.seen, self.parents, self.successors
        mask = FIELD_MASK
        simple = not tables.constraints
        handover = self.handover
        stop_at = min(handover or sys.maxsize, (self.limits.max_states or sys.maxsize) + 1)
        while True:
            if self.position >= self.level_end:
                if self.position >= len(log):
                    return Event("finished")
                self.depth += 1
                self.level_end = len(log)
                tables.levels.note(self.depth, len(log))
            position = self.position
            if position % CHECK_EVERY == 0:
                limit = self.limits.exceeded(len(log), self.memory())
                if limit is not None:
                    return Event("limit", limit)
                if self._progress is not None:
                    self._progress(
                        Progress(
                            self.depth,
                            len(log),
                            self.generated,
                            len(log) - position,
                            time.monotonic() - self._begin,
                            memory=self.limits.taken(self.memory()),
                        )
                    )
            if len(log) >= stop_at:
                if self.limits.exceeded(len(log), 0) is not None:
                    return Event("limit", self.limits.exceeded(len(log), 0))
                if handover is not None and len(log) >= handover:
                    return Event("handover")
            state = log[position]
            out: list[tuple[int, int]] = []
            special = False
            for process, (root, shift) in enumerate(roots):
                node = root.get((state >> shift) & mask)
                while node.__class__ is Read:
                    node = (
                        node.children.get((state >> node.shift) & mask)
                        if node.projection is None
                        else node.children.get(node.projection[(state >> node.shift) & mask])
                    )
                if node.__class__ is Outcome:
                    if node.kind:
                        special = special or node.kind >= FAILED
                    elif node.stable and node.packed:
                        out = list(node.packed)
                        break
                    else:
                        out += node.packed
                        continue
                    if node.kind == FAILED:
                        return Event("failure", node.failure, position, process, tables.unpack(state))
                else:
                    first = len(out)
                    failed = self._slow(process, state, out)
                    if failed is None and self._stable and len(out) > first:
                        del out[:first]
                        break
                    if failed is not None:
                        if failed.kind == FAILED:
                            return Event("failure", failed.failure, position, process, tables.unpack(state))
                        special = True
            if not out:
                event = self._no_successor(position, state, special)
                if event is not None:
                    return event
                self.position += 1
            elif simple and not tables.walked:
                self._generated += len(out)
                edges = []
                for keep, value in out:
                    target = state & keep | value
                    index = seen.get(target)
                    if index is None:
                        index = seen[target] = len(log)
                        log.append(target)
                        parents.append(position)
                    edges.append(index)
                successors.append(edges)
                self.position += 1
            else:
                event = self._begin_insert(position, out)
                if event is not None:
                    return event

    def _no_successor(self, position: int, state: int, failed: bool) -> Event | None:
        if len(self.successors) == position:
            self.successors.append([])
        ids = self.tables.unpack(state)
        kinds = [tree.children[ids[index]] for index, tree in enumerate(self.tables.step_trees)]
        if all(type(node) is Outcome and node.kind == FINISHED for node in kinds):
            self._generated += 1
            self.terminal.append(position)
            return None
        if self.stop_on_deadlock and not failed:
            self.stop_on_deadlock = False
            return Event("deadlock", index=position, ids=ids)
        return None

    def _slow(self, process: int, state: int, out: list[tuple[int, int]]) -> Outcome | None:
        """Successors through missing entries and forks; returns the first failing outcome, if any. `_stable`: whether all are stable."""
        tables = self.tables
        root = tables.step_trees[process]
        failed: Outcome | None = None
        start = len(out)
        while True:
            stack: list[Any] = [root]
            complete = self._stable = True
            while stack:
                node = stack.pop()
                if node.__class__ is Read:
                    key = (state >> node.shift) & FIELD_MASK
                    if node.projection is not None:
                        key = node.projection[key]
                    stack.append(node.children.get(key))
                elif node.__class__ is Fork:
                    stack.extend(reversed(node.arms))
                elif node is None:
                    complete = False
                    break
                elif node.kind >= FAILED:
                    failed = failed or node
                    if node.kind == FAILED:
                        failed = node
                        break
                else:
                    self._stable = self._stable and node.stable
                    if node.leaves and not node.packed:
                        node.packed = tuple([tables.pack_leaf(leaf) for leaf in node.leaves])
                    out += node.packed
            if complete:
                return failed
            del out[start:]
            failed = None
            if tables.fills % FILLS_BETWEEN_LOOKS == 0:
                limit = self.limits.exceeded(0, 0)
                if limit is not None:
                    raise LimitReached(limit)
            tables.fill_step(process, tables.unpack(state))

    def skip_failure(self, property_name: str) -> None:
        """Go on as if branches that break this property by themselves did not exist."""
        for tree in self.tables.step_trees:
            silence(tree, property_name)

    def incompletable(self) -> int | None:
        """The first state from which no continuation ends every process (leaving the constraint counts as ending)."""
        count = len(self.log)
        marked = bytearray(count + 1)
        marked[count] = 1
        for index in self.terminal:
            marked[index] = 1
        changed = True
        while changed:
            changed = False
            for index in range(count - 1, -1, -1):
                if not marked[index]:
                    for target in self.successors[index]:
                        if marked[target]:
                            marked[index] = 1
                            changed = True
                            break
        found = marked.find(0)
        return None if found < 0 else found
