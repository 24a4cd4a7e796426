"""TLC's messages, out of streams that `tools/record_tlc.py` recorded from real runs."""

from __future__ import annotations

import pytest

from tracefix.tlc.messages import Code, Transcript, read_messages

from .conftest import STREAMS


def read(name: str) -> Transcript:
    return read_messages((STREAMS / f"{name}.txt").read_text(encoding="utf-8").split("\n"))


@pytest.mark.parametrize("name", ["holds", "constraint", "deadlock_off", "no_initial_state"])
def test_a_run_that_says_so_succeeded(name: str) -> None:
    assert read(name).succeeded


@pytest.mark.parametrize("name", sorted(path.stem for path in STREAMS.glob("*.txt")))
def test_no_other_run_succeeded(name: str) -> None:
    assert read(name).succeeded == (name in {"holds", "constraint", "deadlock_off", "no_initial_state"})


@pytest.mark.parametrize(
    ("name", "counts", "depth"),
    [("holds", (17, 11, 0), 4), ("constraint", (3, 2, 0), 2), ("deadlock", (5, 4, 0), 3), ("no_initial_state", (0, 0, 0), 1)],
)
def test_counts_and_depth_are_read(name: str, counts: tuple[int, int, int], depth: int) -> None:
    transcript = read(name)
    assert transcript.counts == counts
    assert transcript.depth == depth


def test_the_depth_of_a_failing_step_comes_from_the_last_progress_report() -> None:
    assert read("assertion").first(Code.DEPTH) is None
    assert read("assertion").depth == 2


def test_the_version_is_read() -> None:
    assert read("holds").version == "2.15 (rev: d5b5a7f)"


def test_the_collision_probability_is_read() -> None:
    assert read("holds").collision_probability == "3.6E-18"


def test_the_states_of_a_deadlock_come_in_order_with_their_actions() -> None:
    states = read("deadlock").states
    assert [state.number for state in states] == [1, 2, 3]
    assert [state.action for state in states] == [None, "b", "b"]
    assert states[0].header == "Initial predicate"
    assert states[2].text.split() == ["/\\", "x", "=", "2", "/\\", "pc", "=", '<<"a",', '"Done",', '"Done">>']
    assert read("deadlock").first(Code.DEADLOCK) is not None


def test_a_violated_invariant_is_named() -> None:
    transcript = read("invariant")
    assert transcript.violated_invariant == "Low"
    assert len(transcript.states) == 3


def test_a_violated_initial_state_is_a_behaviour_of_one_state() -> None:
    transcript = read("invariant_initial")
    assert transcript.violated_invariant == "Low"
    assert [state.text.split() for state in transcript.states] == [["/\\", "x", "=", "5", "/\\", "pc", "=", '"a"']]
    assert transcript.counts is None


def test_a_failed_assertion_is_found_inside_the_exception_that_carries_it() -> None:
    transcript = read("assertion")
    assert transcript.failed_assertion == "Failure of assertion at line 7, column 14 of macro called at line 7, column 46."
    assert [message.code for message in transcript.errors] == [Code.GENERAL]
    assert transcript.positions[0][4] == "P"
    assert transcript.states == ()


def test_an_evaluation_error_is_no_assertion() -> None:
    transcript = read("evaluation")
    assert transcript.failed_assertion is None
    assert transcript.violated_invariant is None
    assert transcript.errors[0].nested[0].text == "Attempted to apply Head to the empty sequence."


def test_an_invariant_without_a_value_is_not_a_violated_one() -> None:
    transcript = read("invariant_evaluation")
    assert transcript.failed_invariant == "Bad"
    assert transcript.violated_invariant is None


def test_the_end_of_an_endless_behaviour_is_read() -> None:
    assert read("stuttering").ending == "stuttering"
    assert read("back_to_state").ending == "back to state 1"
    assert read("deadlock").ending is None


def test_a_print_statement_cannot_pass_for_a_message() -> None:
    transcript = read("prints")
    assert transcript.first(Code.SUCCESS) is None
    assert '"@!@!@STARTMSG 2193:0 @!@!@"' in transcript.printed
    assert len(transcript.states) == 2


def test_a_stream_that_breaks_off_is_not_complete_and_keeps_what_was_said() -> None:
    whole = (STREAMS / "holds.txt").read_text(encoding="utf-8")
    cut = read_messages(whole[: whole.index("ENDMSG 2193")].split("\n"))
    assert read("holds").complete
    assert not cut.complete
    assert cut.version == "2.15 (rev: d5b5a7f)"
    assert cut.counts is None


def test_a_progress_report_gives_counts_when_there_is_nothing_better() -> None:
    lines = [
        "@!@!@STARTMSG 2200:0 @!@!@",
        "Progress(12) at 2000-01-01 00:00:00: 1,234,567 states generated (9,626 s/min), 98,765 distinct states found (7,516 ds/min), "
        "4,321 states left on queue.",
        "@!@!@ENDMSG 2200 @!@!@",
    ]
    transcript = read_messages(lines)
    assert transcript.counts == (1234567, 98765, 4321)
    assert transcript.depth == 12


def test_the_argument_of_an_action_is_part_of_its_name() -> None:
    lines = [
        "@!@!@STARTMSG 2217:4 @!@!@",
        '2: <lbl("w1") line 94, col 14 to line 98, col 64 of module P>',
        "x = 1",
        "@!@!@ENDMSG 2217 @!@!@",
    ]
    state = read_messages(lines).states[0]
    assert (state.number, state.action, state.line) == (2, 'lbl("w1")', 94)
