"""The tables as arrays for the kernel: a mirror of the decision trees, kept up to date after every fill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .layout import Layout
from .tables import Tables
from .trees import FINISHED, NORMAL, SHARED_OUTCOMES, Fork, Outcome, Read, fields_along, fields_of, outcomes_of

READ, FORK = 0, 1
OUTCOME_SIZE = 4
ROW_SIZE = 4
ROW_FIELDS = 3
WALK = 1
FIRST_FLAT = 2
FLAT_BITS = 14
"""A row whose fields have more bits together is walked as a tree: its flat table would mostly be empty."""

FULL_WORD = (1 << 64) - 1


class Growing:
    """A NumPy array that grows by doubling along its first axis. `moving` is called before it is replaced by a larger one."""

    def __init__(self, dtype: Any, columns: int | None = None, capacity: int = 1024, moving: Callable[[], None] | None = None) -> None:
        self._moving = moving
        self._shape = () if columns is None else (columns,)
        self.array = np.zeros((capacity, *self._shape), dtype)
        self.used = 0

    def take(self, rows: int) -> int:
        """Reserve rows at the end; returns the first."""
        first = self.used
        self.used += rows
        if self.used > len(self.array):
            if self._moving is not None:
                self._moving()
            grown = np.zeros((max(2 * len(self.array), self.used), *self._shape), self.array.dtype)
            grown[:first] = self.array[:first]
            self.array = grown
        return first


class Encoder:
    """Arrays for one search. Node and outcome objects carry their place in `code`.

    Other threads may read the arrays while something is added. What is added is complete before the reference to it is written;
    before anything that they may be reading is moved or cut in another way, `moving` is called, which waits for them.
    """

    def __init__(self, tables: Tables, layout: Layout, moving: Callable[[], None]) -> None:
        self.tables = tables
        self._moving = moving
        self.layout = layout
        self.nodes = Growing(np.int32, 4, moving=moving)
        self.children = Growing(np.int32, None, 4096, moving=moving)
        self.projections = Growing(np.int32, moving=moving)
        self.outcomes = Growing(np.int32, moving=moving)
        self.leaves = Growing(np.uint64, moving=moving)
        self.rows = Growing(np.uint64, moving=moving)
        self.flat = Growing(np.int32, None, 1 << 16, moving=moving)
        self.locals = np.zeros((2, len(tables.step_trees)), np.uint64)
        self.fork_arms = 0
        self._reads: list[Read] = []
        self._outcomes: list[Outcome] = []
        self._projected: dict[int, tuple[int, int, int]] = {}
        self._joined: dict[tuple[Any, ...], int] = {}
        self._row_fields: dict[tuple[int, int], set[int]] = {}
        self.outcomes.take(OUTCOME_SIZE * len(SHARED_OUTCOMES))
        self.outcomes.array[OUTCOME_SIZE * (-SHARED_OUTCOMES[2].code - 1) + 2] = FINISHED
        # Leaf 0 changes nothing: outcomes without leaves point at it.
        self.leaves.take(2 * layout.words)
        # The kernel expects the roots of the step trees at nodes 0..processes-1.
        for tree in tables.step_trees:
            self._start_read(tree)
        for tree in tables.step_trees:
            self._encode(tree)
        self._start_rows()
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
        if node.code == 0:
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
            self._moving()
            wider = max(2 * capacity, self._capacity(node), key + 1)
            base = self.children.take(wider)
            old = int(self.nodes.array[row, 1])
            self.children.array[base : base + capacity] = self.children.array[old : old + capacity]
            self.nodes.array[row, 1] = base
            self.nodes.array[row, 2] = wider
        self.children.array[self.nodes.array[row, 1] + key] = reference

    def _encode_outcome(self, outcome: Outcome) -> int:
        if outcome.code == 0:
            place = self.outcomes.take(OUTCOME_SIZE)
            outcome.code = -(place // OUTCOME_SIZE) - 1
            self._outcomes.append(outcome)
            first = 0
            if outcome.leaves:
                first = self.leaves.take(2 * self.layout.words * len(outcome.leaves)) // (2 * self.layout.words)
            self.outcomes.array[place : place + 4] = (first, len(outcome.leaves), outcome.kind, outcome.stable)
            self._encode_leaves(outcome, first)
        return outcome.code

    def _encode_leaves(self, outcome: Outcome, first: int) -> None:
        words = self.layout.words
        for number, leaf in enumerate(outcome.leaves, start=first):
            pairs = [FULL_WORD, 0] * words
            for slot, index in leaf:
                word, shift, width = self.layout.fields[slot]
                pairs[2 * word] &= ~(((1 << width) - 1) << shift)
                pairs[2 * word + 1] |= index << shift
            self.leaves.array[2 * words * number : 2 * words * (number + 1)] = pairs

    def refresh_kinds(self) -> None:
        """Take over kinds of outcomes that changed."""
        for outcome in self._outcomes:
            self.outcomes.array[OUTCOME_SIZE * (-outcome.code - 1) + 2] = outcome.kind

    # --- projections and layout

    def _project(self, field: int) -> None:
        """Bring the array of a projection up to date with its list."""
        source = self.tables.projections[field]
        base, capacity, filled = self._projected.get(field, (-1, 0, 0))
        if len(source) > capacity:
            self._moving()
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
        old_words, self.layout = self.layout.words, layout
        used = self.leaves.used // (2 * old_words)
        self.leaves = Growing(np.uint64, None, max(1024, len(self.leaves.array)), self._moving)
        self.leaves.take(2 * layout.words * used)
        for node in self._reads:
            self.nodes.array[node.code - 1, 0] = self._meta(node.field)
        for outcome in self._outcomes:
            self._encode_leaves(outcome, int(self.outcomes.array[OUTCOME_SIZE * (-outcome.code - 1)]))
        self._start_rows()

    # --- flat rows

    def _descriptor(self, slot: int, out: int) -> int:
        word, shift, width = self.layout.fields[slot]
        return word | shift << 8 | out << 16 | ((1 << width) - 1) << 32

    def _start_rows(self) -> None:
        """Forget all rows: they depend on the layout."""
        self.rows = Growing(np.uint64, None, 1024, self._moving)
        self.flat = Growing(np.int32, None, 1 << 16, self._moving)
        self.flat.take(FIRST_FLAT)
        self._row_fields = {}
        for process in range(len(self.tables.step_trees)):
            self.locals[0, process] = self._descriptor(process, 0)
            self.locals[1, process] = self.rows.take(ROW_SIZE << self.layout.fields[process][2])

    def update_row(self, process: int, ids: Sequence[int]) -> None:
        """Make the row of a process's local state fit its tree, and join the arms of forks for the state with these ids."""
        tables = self.tables
        local = ids[process]
        subtree = tables.step_trees[process].children[local]
        place = int(self.locals[1, process]) + ROW_SIZE * local
        known = self._row_fields.get((process, local))
        # Only the path of this state is new, so only there can fields be that the row does not have.
        seen = fields_of(subtree) if known is None else fields_along(subtree, tables.reader(ids))
        slots = {tables.system.fields[field][0] for field in seen} | (known or set())
        if known != slots:
            if known is not None:
                self._moving()
            self._row_fields[process, local] = slots
            self._start_row(place, sorted(slots))
        base = int(self.rows.array[place + 3])
        if base < FIRST_FLAT:
            return
        found = list(outcomes_of(subtree, tables.reader(ids)))
        if len(found) > 1:
            if all(outcome is not None and outcome.kind == NORMAL for outcome in found):
                leaves = tuple(leaf for outcome in found if outcome is not None for leaf in outcome.leaves)
                stable = all(outcome is not None and outcome.stable for outcome in found)
                self.flat.array[base + self._flat_index(slots, ids)] = self._join(leaves, stable)
            else:
                self.rows.array[place + 3] = WALK

    def _start_row(self, place: int, slots: list[int]) -> None:
        bits = sum(self.layout.fields[slot][2] for slot in slots)
        if len(slots) > ROW_FIELDS or bits > FLAT_BITS:
            self.rows.array[place + 3] = WALK
            return
        out = 0
        self.rows.array[place : place + ROW_FIELDS] = 0
        for number, slot in enumerate(slots):
            self.rows.array[place + number] = self._descriptor(slot, out)
            out += self.layout.fields[slot][2]
        base = self.flat.take(1 << bits)
        self.flat.array[base : base + (1 << bits)] = 0
        self.rows.array[place + 3] = base

    def _flat_index(self, slots: set[int], ids: Sequence[int]) -> int:
        index = out = 0
        for slot in sorted(slots):
            index |= ids[slot] << out
            out += self.layout.fields[slot][2]
        return index

    def _join(self, leaves: tuple[Any, ...], stable: bool) -> int:
        """The flat entry of an outcome with these leaves."""
        found = self._joined.get((leaves, stable))
        if found is None:
            found = self._joined[leaves, stable] = -self._encode_outcome(Outcome(NORMAL, leaves, stable=stable))
        return found
