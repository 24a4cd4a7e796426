"""The point of no return against one computed from the whole state graph, by another method."""

from __future__ import annotations

import json

import pytest
from corpus_cases import CORPUS, Case, corpus_cases, example_cases
from no_return_oracle import by_the_whole_graph
from protocol_builder import Build

from tracefix import check
from tracefix.checker import CheckResult
from tracefix.diagnosis import Diagnosis, NoReturn, diagnosis_of

BROKEN = [case for case in [*corpus_cases("deadlock", "violated", "livelock"), *example_cases()] if case.expected["verdict"] == "violated"]


def diagnosis(result: CheckResult, name: str | None = None) -> Diagnosis:
    violation = next(v for v in result.violations if name in (None, v.property))
    found = diagnosis_of(violation)
    assert found is not None
    return found


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_the_point_of_no_return_is_the_one_of_the_whole_state_graph(case: Case) -> None:
    result = check(case.folder, all=True)
    for violation in result.violations:
        assert diagnosis(result, violation.property).find_no_return().index == by_the_whole_graph(result, violation.property)


STATED = {
    # The first step that looks, the one after which both have looked; the abort; the lock that the human waits for in the end.
    "violated/s07_check_then_claim": 3,
    "deadlock/s26_slot_leaks_on_abort": 3,
    "deadlock/s32_lease_held_across_human_gate": 2,
    "livelock/s22_review_ping_pong": 2,
    "deadlock/s34_lock_taken_twice_by_self": 1,
    "examples/code_review/broken": 5,
}


@pytest.mark.parametrize("case", [case for case in BROKEN if case.name in STATED], ids=str)
def test_the_point_of_no_return_is_where_the_story_says(case: Case) -> None:
    assert diagnosis(check(case.folder)).find_no_return().index == STATED[case.name]


def test_a_search_that_would_be_too_large_is_not_guessed_at() -> None:
    found = diagnosis(check(CORPUS.parent.parent / "examples" / "code_review" / "broken"))
    assert found.find_no_return(max_states=3) == NoReturn(None, 4, "more than 3 states would have to be looked at")
    assert found.to_json()["point_of_no_return"] == {"index": None, "reason": "more than 3 states would have to be looked at"}
    assert found.find_no_return().index == 5


def test_the_point_of_no_return_is_not_computed_unless_it_is_asked_for() -> None:
    found = diagnosis(check(CORPUS / "deadlock" / "s02_lock_order_inversion"))
    assert found.no_return is None
    assert "point_of_no_return" not in json.dumps(found.to_json())


def test_a_protocol_that_never_ends_is_safe_while_it_can_go_on(build: Build) -> None:
    bodies = {
        "A": "a1: while (TRUE) { acquire(L); a2: acquire(M); a3: release(M); a4: release(L); };",
        "B": "b1: while (TRUE) { acquire(M); b2: acquire(L); b3: release(L); b4: release(M); };",
    }
    result = check(build(bodies, locks=["L", "M"]), properties=["Deadlock"])
    assert len(result.violations[0].trace) == 3
    assert diagnosis(result).find_no_return().index == 3


def test_a_step_that_fails_can_be_the_point_of_no_return_itself(build: Build) -> None:
    bodies = {"A": "a1: skip; a2: assert n = 0;", "B": "b1: n := 1; b2: n := 0;"}
    result = check(build(bodies, variables="n = 0"))
    assert diagnosis(result).find_no_return().index == len(result.violations[0].trace) + 1
