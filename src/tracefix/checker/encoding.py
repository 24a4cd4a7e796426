"""The tables as arrays for the kernel: a mirror of the decision trees, kept up to date after every fill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .layout import Layout
from .tables import Tables
from .trees import FINISHED, SHARED_OUTCOMES, Fork, Outcome, Read

READ, FORK = 0, 1
FULL_WORD = (1 << 64) - 1


class Growing:
    """A NumPy array that grows by doubling along its first axis."""

    def __init__(self, dtype: Any, columns: int | None = None, capacity: int = 1024) -> None:
        self._shape = () if columns is None else (columns,)
        self.array = np.zeros((capacity, *self._shape), dtype)
        self.used = 0

    def take(self, rows: int) -> int:
        """Reserve rows at the end; returns the first."""
        first = self.used
        self.used += rows
        if self.used > len(self.array):
            grown = np.zeros((max(2 * len(self.array), self.used), *self._shape), self.array.dtype)
            grown[:first] = self.array[:first]
            self.array = grown
        return first


class Encoder:
    """Arrays for one search. Node and outcome objects carry their place in `code`."""

    def __init__(self, tables: Tables, layout: Layout) -> None:
        self.tables = tables
        self.layout = layout
        self.nodes = Growing(np.int32, 4)
        self.children = Growing(np.int32, None, 4096)
        self.projections = Growing(np.int32)
        self.outcomes = Growing(np.int32, 3)
        self.keep = Growing(np.uint64, layout.words)
        self.value = Growing(np.uint64, layout.words)
        self.fork_arms = 0
        self._reads: list[Read] = []
        self._outcomes: list[Outcome] = []
        self._projected: dict[int, tuple[int, int, int]] = {}
        self.outcomes.take(len(SHARED_OUTCOMES))
        self.outcomes.array[-SHARED_OUTCOMES[2].code - 1] = (0, 0, FINISHED)
        for tree in tables.step_trees:
            self._encode(tree)
        self._constraint_places = [self._root_place(tree.root) for tree in tables.constraints]
        self._invariant_places = {tree.index: self._root_place(tree.root) for tree in tables.invariants}

    def invariant_places(self) -> Any:
        """int32 places of the roots of the invariants that must be looked at in every new state."""
        return np.array([self._invariant_places[tree.index] for tree in self.tables.walked], np.int32)

    def constraint_places(self) -> Any:
        """int32 places of the roots of the constraints."""
        return np.array(self._constraint_places, np.int32)

    def _root_place(self, root: dict[int, Any]) -> int:
        place = self.children.take(1)
        if root:
            reference = self._encode(root[0])
            self.children.array[place] = reference
        return place

    # --- trees

    def _encode(self, node: Any) -> int:
        """Encode a whole subtree; returns its reference."""
        if node is None:
            return 0
        if type(node) is Outcome:
            return self._encode_outcome(node)
        if type(node) is Fork:
            self._start_fork(node)
            for arm, child in enumerate(node.arms):
                reference = self._encode(child)
                self.children.array[self.nodes.array[node.code - 1, 1] + arm] = reference
            return node.code
        self._start_read(node)
        for key, child in node.children.items():
            self._set_child(node, key, self._encode(child))
        return int(node.code)

    def update(self, node: Any, ids: Callable[[int], int]) -> int:
        """Encode what is new along the path of one state; returns the node's reference."""
        if node is None:
            return 0
        if type(node) is Outcome:
            return node.code or self._encode_outcome(node)
        if node.code == 0:
            return self._encode(node)
        if type(node) is Fork:
            base = self.nodes.array[node.code - 1, 1]
            for arm, child in enumerate(node.arms):
                reference = self.update(child, ids)
                self.children.array[base + arm] = reference
            return node.code
        key = ids(node.field)
        reference = self.update(node.children.get(key), ids)
        self._set_child(node, key, reference)
        return int(node.code)

    def update_conjunct(self, root: dict[int, Any], place: int, ids: Callable[[int], int]) -> None:
        """Encode what is new in a conjunct's tree along the path of one state."""
        reference = self.update(root.get(0), ids)
        self.children.array[place] = reference

    def place_of_invariant(self, index: int) -> int:
        """The place of an invariant's root."""
        return self._invariant_places[index]

    def place_of_constraint(self, index: int) -> int:
        """The place of a constraint's root."""
        return self._constraint_places[index]

    def _start_read(self, node: Read) -> None:
        row = self.nodes.take(1)
        node.code = row + 1
        self._reads.append(node)
        capacity = self._capacity(node)
        base = self.children.take(capacity)
        self.nodes.array[row] = (self._meta(node.field), base, capacity, -1)
        if node.projection is not None:
            self._project(node.field)
            self.nodes.array[row, 3] = self._projected[node.field][0]

    def _start_fork(self, node: Fork) -> None:
        row = self.nodes.take(1)
        node.code = row + 1
        arms = len(node.arms)
        self.fork_arms += arms
        base = self.children.take(arms)
        self.nodes.array[row] = (FORK << 24, base, arms, -1)

    def _capacity(self, node: Read) -> int:
        slot, _ = self.tables.system.fields[node.field]
        values = len(self.tables.values[slot]) if node.projection is None else 1 + max(node.projection, default=0)
        return int(max(4, values + values // 2))

    def _set_child(self, node: Read, key: int, reference: int) -> None:
        row = node.code - 1
        capacity = int(self.nodes.array[row, 2])
        if key >= capacity:
            wider = max(2 * capacity, self._capacity(node), key + 1)
            base = self.children.take(wider)
            old = int(self.nodes.array[row, 1])
            self.children.array[base : base + capacity] = self.children.array[old : old + capacity]
            self.nodes.array[row, 1] = base
            self.nodes.array[row, 2] = wider
        self.children.array[self.nodes.array[row, 1] + key] = reference

    def _encode_outcome(self, outcome: Outcome) -> int:
        if outcome.code == 0:
            row = self.outcomes.take(1)
            outcome.code = -row - 1
            self._outcomes.append(outcome)
            first = self.keep.take(len(outcome.leaves))
            self.value.take(len(outcome.leaves))
            self.outcomes.array[row] = (first, len(outcome.leaves), outcome.kind)
            self._encode_leaves(outcome, first)
        return outcome.code

    def _encode_leaves(self, outcome: Outcome, first: int) -> None:
        words = self.layout.words
        for row, leaf in enumerate(outcome.leaves, start=first):
            keep, value = [FULL_WORD] * words, [0] * words
            for slot, index in leaf:
                word, shift, width = self.layout.fields[slot]
                keep[word] &= ~(((1 << width) - 1) << shift)
                value[word] |= index << shift
            self.keep.array[row] = keep
            self.value.array[row] = value

    def refresh_kinds(self) -> None:
        """Take over kinds of outcomes that changed."""
        for outcome in self._outcomes:
            self.outcomes.array[-outcome.code - 1, 2] = outcome.kind

    # --- projections and layout

    def _project(self, field: int) -> None:
        """Bring the array of a projection up to date with its list."""
        source = self.tables.projections[field]
        base, capacity, filled = self._projected.get(field, (-1, 0, 0))
        if len(source) > capacity:
            capacity = max(16, 2 * len(source))
            base, filled = self.projections.take(capacity), 0
            for node in self._reads:
                if node.field == field:
                    self.nodes.array[node.code - 1, 3] = base
        self.projections.array[base + filled : base + len(source)] = source[filled:]
        self._projected[field] = (base, capacity, len(source))

    def refresh_projections(self) -> None:
        """Take over projections of new values; needed after every fill of a step."""
        for field, (_, _, filled) in list(self._projected.items()):
            if filled < len(self.tables.projections[field]):
                self._project(field)

    def _meta(self, field: int) -> int:
        slot, _ = self.tables.system.fields[field]
        word, shift, width = self.layout.fields[slot]
        return word | shift << 8 | width << 16 | READ << 24

    def change_layout(self, layout: Layout) -> None:
        """Write everything that depends on the layout again."""
        self.layout = layout
        used = self.keep.used
        self.keep = Growing(np.uint64, layout.words, max(1024, len(self.keep.array)))
        self.value = Growing(np.uint64, layout.words, max(1024, len(self.value.array)))
        self.keep.used = self.value.used = used
        for node in self._reads:
            self.nodes.array[node.code - 1, 0] = self._meta(node.field)
        for outcome in self._outcomes:
            self._encode_leaves(outcome, int(self.outcomes.array[-outcome.code - 1, 0]))
