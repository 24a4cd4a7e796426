"""The cause of each violation: the corpus states one for every broken protocol, and each cause has a protocol here."""

from __future__ import annotations

import json

import pytest
from corpus_cases import CORPUS, Case, corpus_cases, example_cases
from protocol_builder import Build

from tracefix import check
from tracefix.checker import CheckResult
from tracefix.diagnosis import Cause, Diagnosis, diagnose, diagnosis_of

TABLE = json.loads((CORPUS / "causes.json").read_text(encoding="utf-8"))
BROKEN = [case for case in [*corpus_cases("deadlock", "violated", "livelock"), *example_cases()] if case.expected["verdict"] == "violated"]

CROSSED = {
    "A": "a1: acquire(L); a2: acquire(M); a3: release(M); a4: release(L);",
    "B": "b1: acquire(M); b2: acquire(L); b3: release(L); b4: release(M);",
}


def first(result: CheckResult) -> Diagnosis:
    found = diagnosis_of(result.violations[0])
    assert found is not None
    return found


@pytest.mark.parametrize("engine", ["python", "kernel"])
@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_the_cause_is_the_one_that_the_description_states(case: Case, engine: str) -> None:
    result = check(case.folder, all=True, engine=engine)
    found = {v.property: d.cause.value for v in result.violations if (d := diagnosis_of(v)) is not None}
    # Completion is lost on the way to any deadlock, too.
    assert found == {
        **({"CompletionReachable": "completion-unreachable"} if "CompletionReachable" in found else {}),
        **TABLE[case.name]["causes"],
    }


def test_the_table_of_causes_has_every_broken_protocol_and_states_why() -> None:
    assert set(TABLE) == {case.name for case in BROKEN}
    assert all(entry["stated"] for entry in TABLE.values())
    assert {cause for entry in TABLE.values() for cause in entry["causes"].values()} <= {cause.value for cause in Cause}


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_operation_by_operation_a_violation_has_a_diagnosis_too(case: Case) -> None:
    for violation in check(case.folder, all=True, granularity="op").violations:
        found = diagnosis_of(violation)
        assert found is not None
        assert found.summary
        assert found.hint
        assert all(1 < index <= len(violation.trace) for index in found.story)


def test_a_trace_without_its_states_is_followed_again(build: Build) -> None:
    workspace = build(CROSSED, locks=["L", "M"])
    result = check(workspace)
    violation = result.violations[0]
    bare = type(violation)(violation.property, violation.message, violation.trace)
    assert diagnose(bare, workspace).to_json() == first(result).to_json()


def test_a_lock_that_is_held_makes_a_circle_with_the_holder_named(build: Build) -> None:
    workspace = build(CROSSED, locks=["L", "M"])
    found = first(check(workspace))
    assert found.cause is Cause.CIRCULAR_WAIT
    assert found.summary == "A waits for lock M held by B; B waits for lock L held by A"
    assert found.hint == "let A and B take M and L in one and the same order"
    assert [(wait["agent"], wait["for"], wait["held_by"]) for wait in found.to_json()["waits"]] == [
        ("A", "lock M", "B"),
        ("B", "lock L", "A"),
    ]


def test_a_wait_on_ones_own_lock_is_a_self_wait(build: Build) -> None:
    found = first(check(build({"A": "a1: acquire(L); a2: acquire(L);", "B": "b1: skip;"}, locks=["L"])))
    assert (found.cause, found.summary) == (Cause.SELF_WAIT, "A waits for lock L held by A itself")


def test_a_label_that_no_text_sends_is_never_sent(build: Build) -> None:
    bodies = {
        "A": 'a1: await ba # <<>> /\\ Head(ba) = "yes"; ba := Tail(ba);',
        "B": 'b1: await ab # <<>>; ab := Tail(ab); b2: send(ba, "no");',
    }
    workspace = build(bodies, channels={"ab": ("A", "B", ["go"]), "ba": ("B", "A", ["yes", "no"])})
    found = first(check(workspace))
    assert found.cause is Cause.MESSAGE_NEVER_SENT
    assert found.summary == 'A waits for "yes" on ba, which nobody else sends'


def test_a_channel_that_nobody_sends_on_is_never_sent_to(build: Build) -> None:
    found = first(check(build({"A": "a1: receive(ba);", "B": "b1: skip;"}, channels={"ba": ("B", "A", ["go"])})))
    assert (found.cause, found.summary) == (Cause.MESSAGE_NEVER_SENT, "A waits for a message on ba, which nobody else sends")


def test_a_message_of_another_kind_in_front_is_the_wrong_message_at_the_head(build: Build) -> None:
    bodies = {"A": 'a1: await ba # <<>> /\\ Head(ba) = "yes"; ba := Tail(ba);', "B": 'b1: send(ba, "no"); b2: send(ba, "yes");'}
    found = first(check(build(bodies, channels={"ba": ("B", "A", ["yes", "no"])})))
    assert found.cause is Cause.WRONG_MESSAGE_AT_HEAD
    assert found.summary == 'A waits for "yes" on ba, whose first message is "no"'


def test_an_assertion_about_the_first_message_is_about_the_head(build: Build) -> None:
    bodies = {"A": 'a1: await ba # <<>>; a2: assert Head(ba) = "yes"; ba := Tail(ba);', "B": 'b1: send(ba, "no");'}
    found = first(check(build(bodies, channels={"ba": ("B", "A", ["yes", "no"])})))
    assert found.cause is Cause.WRONG_MESSAGE_AT_HEAD


def test_a_full_channel_whose_reader_has_ended_is_a_finished_receiver(build: Build) -> None:
    bodies = {
        "A": 'a1: await Len(ab) < 1; send(ab, "go"); a2: await Len(ab) < 1; send(ab, "go");',
        "B": "b1: either { receive(ab); } or { skip; };",
    }
    found = first(check(build(bodies, channels={"ab": ("A", "B", ["go"])}), properties=["Deadlock"]))
    assert found.cause is Cause.RECEIVER_FINISHED
    assert found.summary == "A waits for room in ab, which only B could read, and B has ended"


def test_a_flag_that_only_an_ended_agent_sets_is_a_finished_sender(build: Build) -> None:
    bodies = {"A": "a1: await door;", "B": "b1: either { door := TRUE; } or { skip; };"}
    found = first(check(build(bodies, variables="door = FALSE")))
    assert found.cause is Cause.SENDER_FINISHED
    assert found.summary == "A waits for door (door = FALSE), which only B could change, and B has ended"
    assert found.waits[0].to_json()["for"] == "condition on door"


def test_flags_that_are_waited_for_both_ways_make_a_circle(build: Build) -> None:
    bodies = {"A": "a1: await right; a2: left := TRUE;", "B": "b1: await left; b2: right := TRUE;"}
    found = first(check(build(bodies, variables="left = FALSE, right = FALSE")))
    assert found.cause is Cause.CIRCULAR_WAIT


def test_a_counter_with_one_holder_makes_a_circle_like_a_lock(build: Build) -> None:
    bodies = {"A": "a1: take(N); a2: take(M); a3: give(M); a4: give(N);", "B": "b1: take(M); b2: take(N); b3: give(N); b4: give(M);"}
    found = first(check(build(bodies, counters={"N": 1, "M": 1})))
    assert found.cause is Cause.CIRCULAR_WAIT
    assert found.waits[0].to_json()["taken_by"] == {"B": 1}


def test_two_things_needed_at_once_are_both_named(build: Build) -> None:
    bodies = {"A": "a1: await L = FREE /\\ ba # <<>>; ba := Tail(ba);", "B": 'b1: acquire(L); b2: receive(ab); b3: send(ba, "go");'}
    found = first(check(build(bodies, locks=["L"], channels={"ab": ("A", "B", ["go"]), "ba": ("B", "A", ["go"])})))
    assert [(wait.agent, wait.kind.value, wait.name, wait.together) for wait in found.waits] == [
        ("A", "lock", "L", True),
        ("A", "message", "ba", True),
        ("B", "message", "ab", False),
    ]


def test_a_choice_with_a_wait_in_each_branch_is_not_committed_early(build: Build) -> None:
    bodies = {
        "A": "a1: either { receive(ba); } or { receive(bb); };",
        "B": 'b1: either { skip; } or { send(ba, "go"); };',
        "C": "c1: skip;",
    }
    found = first(check(build(bodies, channels={"ba": ("B", "A", ["go"]), "bb": ("C", "A", ["go"])})))
    assert found.cause is Cause.SENDER_FINISHED


def test_a_branch_to_a_lock_is_not_a_choice_between_messages(build: Build) -> None:
    bodies = {
        "A": "a0: either { goto a1; } or { goto Done; }; a1: acquire(L); a2: acquire(M); a3: release(M); a4: release(L);",
        "B": "b1: acquire(M); b2: acquire(L); b3: release(L); b4: release(M);",
    }
    assert first(check(build(bodies, locks=["L", "M"]))).cause is Cause.CIRCULAR_WAIT


def test_a_taken_lock_that_is_seized_is_out_of_order(build: Build) -> None:
    bodies = {"A": "a1: acquire(L); a2: release(L);", "B": "b1: L := self; b2: release(L);"}
    result = check(build(bodies, locks=["L"]))
    assert result.violations[0].property == "MutualExclusion"
    assert first(result).cause is Cause.OUT_OF_ORDER
