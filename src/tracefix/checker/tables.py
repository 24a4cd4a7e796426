"""The tables of one search: interned values and decision trees, filled by the interpreter when first needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from .context import OUTSIDE, Context, ReadRefused
from .independence import Independence
from .levels import LevelHistory
from .operators import EvaluationError, as_boolean
from .reduction import DeadVariables
from .statements import Blocked, StepFailure
from .system import DONE, AbstractState, Conjunct, TransitionSystem
from .trees import FAILED, FALSE_OUTCOME, FINISHED_OUTCOME, NORMAL, TRUE_OUTCOME, Outcome, Read, insert, merge_forks, unknown_paths

FIELD_BITS = 16
FIELD_MASK = (1 << FIELD_BITS) - 1
"""In the Python loop a state is one integer with FIELD_BITS per slot."""


class ConjunctTree:
    """Conjuncts of one property that are looked at together, with their tree.

    `field` is the one field they look at, while only one was ever looked at. `fills` is how often they were evaluated, `fields` are those
    that they looked at when they looked at most.
    """

    __slots__ = ("active", "conjuncts", "field", "fields", "fills", "index", "property", "root")

    def __init__(self, index: int, conjuncts: Sequence[Conjunct]) -> None:
        self.index = index
        self.conjuncts = conjuncts
        self.property = conjuncts[0].property
        self.field: int | None = None
        self.active = True
        self.root: dict[int, Any] = {}
        self.fills = 0
        self.fields: frozenset[int] = frozenset()

    def holds(self, context: Context) -> bool:
        """Whether every conjunct is true. Raises EvaluationError when one before the first false one has no value."""
        return all(as_boolean(conjunct.evaluate(context, conjunct.env)) for conjunct in self.conjuncts)


def _grouped(conjuncts: Sequence[Conjunct]) -> list[ConjunctTree]:
    """One tree per conjunct, or per run of conjuncts of one property with the same guard."""
    runs = groupby(enumerate(conjuncts), lambda pair: (pair[1].property, pair[1].guard or pair[0]))
    return [ConjunctTree(index, [conjunct for _, conjunct in run]) for index, (_, run) in enumerate(runs)]


class Tables:
    """Values by slot, the step tree of each process, the tree of each conjunct, and what was covered while filling them.

    With `independence`, outcomes are marked that are stable. With `dead`, successors have their dead variables at rest, and so have
    the states in `initial`.
    """

    def __init__(self, system: TransitionSystem, *, dead: DeadVariables | None = None, independence: Independence | None = None) -> None:
        self.system = system
        self._independence = independence
        self._dead = dead
        self.initial = system.initial if dead is None else tuple(dict.fromkeys(map(dead.settled, system.initial)))
        self.values: list[list[Any]] = [[] for _ in range(system.slots)]
        self.ids: list[dict[Any, int]] = [{} for _ in range(system.slots)]
        self.levels = LevelHistory(self.values)
        self.projections: dict[int, list[int]] = {}
        self._projected_ids: dict[int, dict[Any, int]] = {}
        self._places: list[list[tuple[int, int]]] = [[] for _ in system.processes]
        for field in range(system.slots, len(system.fields)):
            slot, place = system.fields[field]
            assert place is not None
            self.projections[field] = []
            self._projected_ids[field] = {}
            self._places[slot].append((field, place))
        self.step_trees = [Read(process.index, FIELD_BITS * process.index, None) for process in system.processes]
        self.invariants = _grouped(system.invariants)
        self.constraints = _grouped(system.constraints)
        self._single: dict[int, list[ConjunctTree]] = {}
        self._context = Context(system.fields)
        self._probe = Context(system.fields)
        self._lock_slots = frozenset(system.locks.values())
        self.branches_taken: set[int] = set()
        self.contended: set[int] = set()
        self.fills = 0
        self.walk_changed = False
        self.walked: list[ConjunctTree] = []

    # --- values

    def intern(self, slot: int, value: Any) -> int:
        """The id of a value in a slot; a new value is checked against the conjuncts that look at this slot alone."""
        known = self.ids[slot]
        found = known.get(value)
        if found is None:
            found = len(known)
            known[value] = found
            self.values[slot].append(value)
            if slot < len(self._places):
                for field, place in self._places[slot]:
                    ids = self._projected_ids[field]
                    part = value[place]
                    before = len(ids)
                    self.projections[field].append(ids.setdefault(part, before))
                    if len(ids) > before:
                        self._check_value(field, slot, value)
            self._check_value(slot, slot, value)
        return found

    def _check_value(self, field: int, slot: int, value: Any) -> None:
        """Evaluate the conjuncts that were only ever seen to look at this field; those that fail or look further are walked."""
        for tree in self._single.get(field, ()):
            if tree.field == field and not self._holds_alone(tree, field, slot, value):
                tree.field = None
                self._walk(tree)

    def _holds_alone(self, tree: ConjunctTree, field: int, slot: int, value: Any) -> bool:
        state: list[Any] = [None] * self.system.slots
        state[slot] = value
        self._probe.reset(state, OUTSIDE, [], [])
        self._probe.allowed = frozenset({field})
        try:
            return tree.holds(self._probe)
        except (ReadRefused, EvaluationError):
            return False

    def _walk(self, tree: ConjunctTree) -> None:
        self.walked.append(tree)
        self.walked.sort(key=lambda item: item.index)
        self.walk_changed = True

    def start_walk(self, states: Sequence[AbstractState]) -> None:
        """Decide which invariants need a look at every new state: those that look at more than one field of the first state.

        The values of the initial states are interned before or after this call; both are checked.
        """
        context = self._context
        for tree in self.invariants:
            context.reset(states[0], OUTSIDE, [], [])
            try:
                holds = tree.holds(context)
            except EvaluationError:
                holds = False
            fields = [event for event in context.events if event >= 0]
            if not holds or len(fields) != 1:
                if fields or not holds:
                    self._walk(tree)
                continue
            field = fields[0]
            slot, _ = self.system.fields[field]
            seen = self.values[slot]
            if all(self._holds_alone(tree, field, slot, value) for value in seen):
                tree.field = field
                self._single.setdefault(field, []).append(tree)
            else:
                self._walk(tree)

    def drop_property(self, name: str) -> None:
        """Stop looking for violations of an invariant: one was found."""
        for tree in self.invariants:
            if tree.property == name:
                tree.active = False
                tree.field = None
        self.walked = [tree for tree in self.walked if tree.active]
        self.walk_changed = True

    # --- packing for the Python loop

    def pack(self, state: Sequence[Any]) -> int:
        """The state as one integer. Raises OverflowError when an id outgrows its field."""
        packed = 0
        for slot, value in enumerate(state):
            index = self.intern(slot, value)
            if index > FIELD_MASK:
                raise OverflowError
            packed |= index << (FIELD_BITS * slot)
        return packed

    def unpack(self, packed: int) -> tuple[int, ...]:
        """The ids of a packed state."""
        return tuple((packed >> (FIELD_BITS * slot)) & FIELD_MASK for slot in range(self.system.slots))

    def abstract(self, ids: Sequence[int]) -> AbstractState:
        """The state with these ids."""
        return tuple([values[index] for values, index in zip(self.values, ids, strict=True)])

    def pack_leaf(self, leaf: tuple[tuple[int, int], ...]) -> tuple[int, int]:
        """(keep mask, value) of a successor for the Python loop."""
        keep, value = -1, 0
        for slot, index in leaf:
            if index > FIELD_MASK:
                raise OverflowError
            keep &= ~(FIELD_MASK << (FIELD_BITS * slot))
            value |= index << (FIELD_BITS * slot)
        return keep, value

    # --- filling

    def reader(self, ids: Sequence[int]) -> Callable[[int], int]:
        """A function from a field to the id of its value in the state with these ids."""
        fields, projections, slots = self.system.fields, self.projections, self.system.slots

        def read(field: int) -> int:
            return ids[field] if field < slots else projections[field][ids[fields[field][0]]]

        return read

    def _make_read(self, field: int) -> Read:
        slot, _ = self.system.fields[field]
        return Read(field, FIELD_BITS * slot, self.projections.get(field))

    def fill_step(self, process: int, ids: Sequence[int]) -> None:
        """Add every path of a process's step in the state with these ids that is not in its tree yet."""
        self.fills += 1
        state = self.abstract(ids)
        root = self.step_trees[process]
        key = ids[process]
        label = state[process][0]
        if label == DONE:
            root.children[key] = FINISHED_OUTCOME
            return
        step = self.system.steps[process][label]
        context = self._context
        reader = self.reader(ids)
        for choices in unknown_paths(root.children, key, reader, ()):
            made = list(choices)
            context.reset(state, process, made, [])
            outcome = self._run(step.run, process, context)
            insert(root.children, key, context.events, made, reader, self._make_read, outcome)
        root.children[key] = merge_forks(root.children[key], reader)

    def _run(self, run: Callable[[Context], None], process: int, context: Context) -> Outcome:
        try:
            run(context)
        except Blocked:
            self._note_contention(process, context)
            return Outcome(NORMAL, stable=self._stable(process, context, None, None))
        except StepFailure as failure:
            return Outcome(FAILED, failure=failure)
        except EvaluationError as error:
            return Outcome(FAILED, failure=error)
        self.branches_taken.update(context.branches)
        local = tuple(context.locals)
        if self._dead is not None:
            local = self._dead.settle(process, local)
        leaf = [(process, self.intern(process, local))]
        leaf += [(slot, self.intern(slot, context.values[slot])) for slot in sorted(context.written)]
        written = {slot: context.values[slot] for slot in context.written}
        return Outcome(NORMAL, (tuple(leaf),), stable=self._stable(process, context, written, local[0]))

    def _stable(self, process: int, context: Context, written: dict[int, Any] | None, label: str | None) -> bool:
        if self._independence is None:
            return False
        return self._independence.stable(process, tuple(context.before), context.events, written, label)

    def _note_contention(self, process: int, context: Context) -> None:
        """A blocked step that looked at a lock somebody else holds is contention for it."""
        if self._lock_slots:
            mine = self.system.processes[process].identity
            for slot in self._lock_slots & context.known:
                holder = context.before[slot]
                if holder is not self.system.free and holder != mine:
                    self.contended.add(slot)

    def fill_conjunct(self, tree: ConjunctTree, ids: Sequence[int]) -> None:
        """Add the path of a conjunct in the state with these ids to its tree."""
        self.fills += 1
        context = self._context
        context.reset(self.abstract(ids), OUTSIDE, [], [])
        try:
            outcome = TRUE_OUTCOME if tree.holds(context) else FALSE_OUTCOME
        except EvaluationError as error:
            outcome = Outcome(FAILED, failure=error)
        tree.fills += 1
        if len(context.known) > len(tree.fields):
            tree.fields = frozenset(context.known)
        insert(tree.root, 0, context.events, (), self.reader(ids), self._make_read, outcome)
