"""Decision trees learnt from the interpreter, and the tables that hold them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from protocol_texts import workspace

from tracefix.checker import Interpreter, TransitionSystem, lower
from tracefix.checker.statements import LabelledStep, StepFailure
from tracefix.checker.tables import FIELD_MASK, Tables
from tracefix.checker.trees import (
    FAILED,
    FAILED_SEEN,
    FINISHED_OUTCOME,
    NORMAL,
    Fork,
    Outcome,
    Read,
    fields_of,
    insert,
    merge_forks,
    outcomes_of,
    silence,
)
from tracefix.errors import InternalError
from tracefix.source import Span

IDS = {5: 0, 6: 1, 7: 2}


def read(field: int) -> Read:
    return Read(field, 16 * field, None)


def end(number: int) -> Outcome:
    return Outcome(NORMAL, (((0, number),),))


def test_a_path_branches_on_the_ids_of_what_was_read() -> None:
    root: dict[int, Any] = {}
    outcome = end(1)
    insert(root, 0, [5, 6], [], IDS.__getitem__, read, outcome)
    assert (root[0].field, root[0].children[0].field) == (5, 6)
    assert root[0].children[0].children == {1: outcome}
    assert list(outcomes_of(root[0], IDS.__getitem__)) == [outcome]
    assert list(outcomes_of(root[0], {5: 0, 6: 9}.__getitem__)) == [None]
    assert fields_of(root[0]) == {5, 6}


def test_paths_with_a_common_beginning_share_it() -> None:
    root: dict[int, Any] = {}
    insert(root, 0, [5], [], {5: 0}.__getitem__, read, end(1))
    insert(root, 0, [5, 7], [], {5: 1, 7: 4}.__getitem__, read, end(2))
    assert sorted(root[0].children) == [0, 1]
    assert fields_of(root[0]) == {5, 7}


def test_an_outcome_that_is_known_stays() -> None:
    root: dict[int, Any] = {}
    first = end(1)
    insert(root, 0, [5], [], IDS.__getitem__, read, first)
    insert(root, 0, [5], [], IDS.__getitem__, read, end(2))
    assert list(outcomes_of(root[0], IDS.__getitem__)) == [first]


def choice(*arms: Any) -> dict[int, Any]:
    root: dict[int, Any] = {}
    for number, (events, outcome) in enumerate(arms):
        insert(root, 0, [5, -len(arms), *events], [number], IDS.__getitem__, read, outcome)
    return root


def test_a_choice_keeps_one_arm_for_each_alternative() -> None:
    first, second = end(1), end(2)
    root = choice(([], first), ([6], second))
    fork = root[0].children[0]
    assert type(fork) is Fork
    assert list(outcomes_of(root[0], IDS.__getitem__)) == [first, second]


def test_arms_that_end_at_once_are_joined_in_their_order() -> None:
    merged = merge_forks(choice(([], end(1)), ([], Outcome(NORMAL)), ([], end(3)))[0], IDS.__getitem__)
    joined = merged.children[0]
    assert type(joined) is Outcome
    assert joined.leaves == (((0, 1),), ((0, 3),))


@pytest.mark.parametrize("other", [([6], end(2)), ([], Outcome(FAILED, failure="broken"))], ids=["reads on", "fails"])
def test_arms_that_read_on_or_fail_stay_apart(other: Any) -> None:
    merged = merge_forks(choice(([], end(1)), other)[0], IDS.__getitem__)
    assert type(merged.children[0]) is Fork


def test_a_joined_choice_is_not_opened_again() -> None:
    root = choice(([], end(1)), ([], end(2)))
    root[0] = merge_forks(root[0], IDS.__getitem__)
    insert(root, 0, [5, -2], [1], IDS.__getitem__, read, end(9))
    assert [outcome.leaves for outcome in outcomes_of(root[0], IDS.__getitem__) if outcome] == [(((0, 1),), ((0, 2),))]


@pytest.mark.parametrize("events", [[6, 5], [5, 7, 6], [5, -2], [-2]])
def test_an_interpreter_that_looks_elsewhere_in_the_same_situation_is_a_bug(events: list[int]) -> None:
    root: dict[int, Any] = {}
    insert(root, 0, [5, 6], [], IDS.__getitem__, read, end(1))
    with pytest.raises(InternalError, match="in the same situation"):
        insert(root, 0, events, [0, 0], IDS.__getitem__, read, end(2))


def test_an_interpreter_that_has_other_choices_in_the_same_situation_is_a_bug() -> None:
    root = choice(([6], end(1)), ([], end(2)))
    with pytest.raises(InternalError, match="different choices in the same situation"):
        insert(root, 0, [5, -3], [0], IDS.__getitem__, read, end(3))


def test_silencing_a_property_leaves_other_failures_alone() -> None:
    failures = [Outcome(FAILED, failure=StepFailure(name, "", Span(0, 0))) for name in ("Assertion", "MutualExclusion")]
    root = choice(([], failures[0]), ([6], failures[1]))
    silence(root[0], "Assertion")
    assert [failure.kind for failure in failures] == [FAILED_SEEN, FAILED]


ALGORITHM = """
variables x = 0, y = 0;
process (p = 1) { a: await x = 0; x := 1; b: with (n \\in 1..2) { y := n; }; }
process (q = 2) { c: await y > 0; assert y = 1; }
"""


@pytest.fixture
def system(tmp_path: Path) -> TransitionSystem:
    return lower(workspace(tmp_path, ALGORITHM, config="INVARIANT Low\nINVARIANT Both", after="Low == x < 5\nBoth == x + y < 9"))


def test_values_get_ids_in_the_order_of_their_discovery(system: TransitionSystem) -> None:
    tables = Tables(system)
    assert [tables.intern(2, value) for value in (7, 8, 7, 9)] == [0, 1, 0, 2]
    assert tables.values[2] == [7, 8, 9]
    assert tables.projections[system.names.projections[0, 0]] == []
    assert [tables.intern(0, value) for value in (("a",), ("b",), ("Done",))] == [0, 1, 2]
    assert tables.projections[system.names.projections[0, 0]] == [0, 1, 2]


def test_a_packed_state_is_unpacked_to_the_same_state(system: TransitionSystem) -> None:
    tables = Tables(system)
    state = (("b",), ("Done",), 4, 2)
    assert tables.abstract(tables.unpack(tables.pack(state))) == state


def test_ids_beyond_a_field_of_the_python_loop_overflow(system: TransitionSystem) -> None:
    tables = Tables(system)
    for value in range(FIELD_MASK + 1):
        tables.intern(2, value)
    tables.pack((("a",), ("c",), FIELD_MASK, 0))
    with pytest.raises(OverflowError):
        tables.pack((("a",), ("c",), FIELD_MASK + 1, 0))


def test_a_filled_step_has_the_successors_of_the_interpreter(system: TransitionSystem) -> None:
    tables, interpreter = Tables(system), Interpreter(system)
    for state in ((("a",), ("c",), 0, 0), (("b",), ("c",), 1, 0), (("Done",), ("c",), 1, 1)):
        ids = tables.unpack(tables.pack(state))
        for process in (0, 1):
            tables.fill_step(process, ids)
            expansion = interpreter.process_successors(state, process)
            outcomes = [outcome for outcome in outcomes_of(tables.step_trees[process], tables.reader(ids)) if outcome]
            found = []
            for leaf in (leaf for outcome in outcomes for leaf in outcome.leaves):
                values = list(state)
                for slot, index in leaf:
                    values[slot] = tables.values[slot][index]
                found.append(tuple(values))
            assert found == [successor for _, successor in expansion.successors]


def test_a_process_that_is_done_has_an_outcome_of_its_own(system: TransitionSystem) -> None:
    tables = Tables(system)
    ids = tables.unpack(tables.pack((("Done",), ("c",), 1, 1)))
    tables.fill_step(0, ids)
    assert list(outcomes_of(tables.step_trees[0], tables.reader(ids))) == [FINISHED_OUTCOME]


def test_a_path_that_is_known_is_not_run_again(system: TransitionSystem) -> None:
    tables = Tables(system)
    ids = tables.unpack(tables.pack(system.initial[0]))
    tables.fill_step(0, ids)
    before = list(outcomes_of(tables.step_trees[0], tables.reader(ids)))

    def never(context: Any) -> None:
        pytest.fail("a known path was run")

    assert isinstance(system.steps[0], dict)
    system.steps[0]["a"] = LabelledStep("a", system.steps[0]["a"].span, never)
    tables.fill_step(0, ids)
    assert list(outcomes_of(tables.step_trees[0], tables.reader(ids))) == before


def test_a_step_whose_reads_change_between_two_runs_is_a_bug(system: TransitionSystem) -> None:
    tables = Tables(system)
    state = system.initial[0]
    ids = tables.unpack(tables.pack(state))
    tables.fill_step(0, ids)
    honest = system.steps[0]["a"]

    def looks_elsewhere(context: Any) -> None:
        context.read(3)
        honest.run(context)

    assert isinstance(system.steps[0], dict)
    system.steps[0]["a"] = LabelledStep("a", honest.span, looks_elsewhere)
    first = tables.step_trees[0].children[ids[0]].field
    other = [*state[:first], state[first] + 1, *state[first + 1 :]]
    with pytest.raises(InternalError, match="looked at different variables"):
        tables.fill_step(0, tables.unpack(tables.pack(other)))


def test_an_invariant_over_one_variable_is_looked_at_once_for_each_value(system: TransitionSystem) -> None:
    tables = Tables(system)
    for slot, value in enumerate(system.initial[0]):
        tables.intern(slot, value)
    tables.start_walk(system.initial)
    low, both = tables.invariants
    assert (low.field, both.field) == (2, None)
    assert tables.walked == [both]
    tables.intern(2, 4)
    assert tables.walked == [both]
    tables.intern(2, 5)
    assert tables.walked == [low, both]
    tables.drop_property("Low")
    assert tables.walked == [both]
