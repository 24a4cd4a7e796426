"""When two results agree: results built by hand, one difference at a time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tracefix.checker import CheckResult, State, Stats, TraceState, Verdict, Violation
from tracefix.diagnostics import Diagnostic
from tracefix.tlc.comparing import compare, needs_everything

STATS = Stats(generated=18, distinct=15, depth=9, seconds=0.1)
NATIVE = CheckResult(Verdict.HOLDS, "native", ("Deadlock",), stats=STATS)
TLC = replace(NATIVE, engine="tlc")
ASSERTED = frozenset({(7, 23)})


def violation(name: str, length: int, *, shortest: bool = True, place: tuple[int, int] | None = None) -> Violation:
    state = State({}, {}, {})
    line, column = place or (None, None)
    trace = tuple(TraceState(index, None, state) for index in range(1, length + 1))
    return Violation(name, "message", trace, shortest, line=line, column=column)


def violated(base: CheckResult, *violations: Violation) -> CheckResult:
    return replace(base, verdict=Verdict.VIOLATED, violations=violations)


def test_equal_results_agree() -> None:
    assert compare(NATIVE, TLC).agree
    assert compare(NATIVE, TLC).notes == ()


@pytest.mark.parametrize("name", ["generated", "distinct", "depth"])
def test_each_count_is_compared(name: str) -> None:
    other = replace(TLC, stats=replace(STATS, **{name: 99}))
    assert compare(NATIVE, other).differences == (f"{name}: native {getattr(STATS, name)}, TLC 99",)


def test_depth_is_not_compared_when_tlc_had_several_workers() -> None:
    other = replace(TLC, stats=replace(STATS, depth=10, threads=2))
    comparison = compare(NATIVE, other)
    assert comparison.agree
    assert comparison.notes == ("depth is not compared: TLC ran with 2 workers, so its levels can overlap",)


def test_a_violation_that_tlc_does_not_find_is_a_difference() -> None:
    native = violated(NATIVE, violation("Deadlock", 3))
    assert compare(native, TLC).differences == ("the native checker finds Deadlock violated, TLC finds that everything holds",)


def test_a_violation_that_only_tlc_finds_is_a_difference() -> None:
    tlc = violated(TLC, violation("Deadlock", 3))
    differences = compare(NATIVE, tlc).differences
    assert differences == ("TLC finds Deadlock violated, the native checker finds no violation that TLC checks",)


def test_the_same_violation_with_traces_of_one_length_agrees() -> None:
    assert compare(violated(NATIVE, violation("Deadlock", 3)), violated(TLC, violation("Deadlock", 3))).agree


def test_traces_of_different_lengths_disagree() -> None:
    comparison = compare(violated(NATIVE, violation("Deadlock", 3)), violated(TLC, violation("Deadlock", 4)))
    assert comparison.differences == ("Deadlock: the native trace has 3 states, TLC's has 4",)


def test_a_longer_trace_of_several_workers_is_no_difference() -> None:
    assert compare(violated(NATIVE, violation("Deadlock", 3)), violated(TLC, violation("Deadlock", 4, shortest=False))).agree
    assert not compare(violated(NATIVE, violation("Deadlock", 4)), violated(TLC, violation("Deadlock", 3, shortest=False))).agree


def test_counts_of_stopped_searches_are_not_compared() -> None:
    tlc = replace(violated(TLC, violation("Deadlock", 3)), stats=replace(STATS, generated=99, distinct=98))
    assert compare(violated(NATIVE, violation("Deadlock", 3)), tlc).agree


def test_different_violations_need_the_native_list_of_all() -> None:
    native, tlc = violated(NATIVE, violation("Deadlock", 3)), violated(TLC, violation("NoOrphanLocks", 4))
    assert needs_everything(native, tlc, ASSERTED)
    assert not needs_everything(native, violated(TLC, violation("Deadlock", 3)), ASSERTED)
    assert not compare(native, tlc).agree
    everything = violated(NATIVE, violation("Deadlock", 3), violation("NoOrphanLocks", 4))
    comparison = compare(native, tlc, ASSERTED, everything)
    assert comparison.agree
    assert comparison.notes == ("the native checker met Deadlock first, TLC NoOrphanLocks: both orders are breadth-first",)
    longer = violated(NATIVE, violation("Deadlock", 3), violation("NoOrphanLocks", 5))
    assert not compare(native, tlc, ASSERTED, longer).agree


def test_tlc_may_not_pass_over_a_much_shorter_violation() -> None:
    native, tlc = violated(NATIVE, violation("Deadlock", 3)), violated(TLC, violation("NoOrphanLocks", 6))
    everything = violated(NATIVE, violation("Deadlock", 3), violation("NoOrphanLocks", 6))
    assert compare(native, tlc, ASSERTED, everything).differences == ("TLC passed over Deadlock, which takes 3 states",)


def test_unreachable_completion_stands_alone_and_counts_are_still_compared() -> None:
    native = violated(NATIVE, violation("CompletionReachable", 3))
    comparison = compare(native, TLC)
    assert comparison.agree
    assert comparison.notes == ("CompletionReachable is found by the native checker alone: TLC does not check it",)
    assert not compare(native, replace(TLC, stats=replace(STATS, generated=99))).agree
    assert not compare(native, violated(TLC, violation("Deadlock", 3))).agree


def test_mutual_exclusion_is_shared_at_an_assertion_only() -> None:
    at_assertion = violated(NATIVE, violation("MutualExclusion", 3, place=(7, 23)))
    assert not compare(at_assertion, TLC, ASSERTED).agree
    assert compare(at_assertion, violated(TLC, violation("MutualExclusion", 3, place=(7, 23))), ASSERTED).agree
    at_assignment = violated(NATIVE, violation("MutualExclusion", 3, place=(8, 5)))
    comparison = compare(at_assignment, TLC, ASSERTED)
    assert comparison.agree
    assert comparison.notes[-1] == "counts are not compared: the native search stopped at a violation that TLC does not check"


def test_past_a_step_that_only_the_native_checker_refuses_tlc_may_find_something_else() -> None:
    native = violated(NATIVE, violation("MutualExclusion", 3, place=(8, 5)))
    assert compare(native, violated(TLC, violation("NoOrphanLocks", 5)), ASSERTED, native).agree
    assert not compare(native, violated(TLC, violation("NoOrphanLocks", 2)), ASSERTED, native).agree


def test_of_two_misuses_of_locks_tlc_may_see_the_other_one() -> None:
    """The native list holds one violation of each property: here a direct assignment, which TLC passes over."""
    native = violated(NATIVE, violation("Assertion", 1, place=(9, 5)))
    everything = violated(NATIVE, violation("Assertion", 1, place=(9, 5)), violation("MutualExclusion", 1, place=(8, 1)))
    tlc = violated(TLC, violation("MutualExclusion", 1, place=(7, 23)))
    assert needs_everything(native, tlc, ASSERTED)
    assert compare(native, tlc, ASSERTED, everything).agree
    late = violated(NATIVE, violation("Assertion", 1, place=(9, 5)), violation("MutualExclusion", 2, place=(8, 1)))
    assert not compare(native, tlc, ASSERTED, late).agree


def test_an_unfinished_tlc_run_is_not_compared() -> None:
    tlc = CheckResult(Verdict.INCOMPLETE, "tlc", (), limit="timeout")
    comparison = compare(NATIVE, tlc)
    assert comparison.agree
    assert comparison.notes == ("TLC did not finish (timeout): nothing is compared",)


def test_an_unfinished_native_search_is_not_compared() -> None:
    native = replace(NATIVE, verdict=Verdict.INCOMPLETE, limit="max-states")
    assert compare(native, TLC).notes == ("the native checker did not finish (max-states): nothing is compared",)


def test_invalid_must_be_invalid_for_both() -> None:
    native = replace(NATIVE, verdict=Verdict.INVALID, diagnostics=(Diagnostic("TF520", "head of <<>>"),))
    tlc = replace(TLC, verdict=Verdict.INVALID, diagnostics=(Diagnostic("TF720", "Head of the empty sequence"),))
    assert compare(native, tlc).agree
    assert compare(native, TLC).differences == (
        "the native checker finds the protocol invalid (head of <<>>), the other engine says holds",
    )
    assert compare(NATIVE, tlc).differences == ("TLC finds the protocol invalid (Head of the empty sequence), the other engine says holds",)


def test_a_violation_and_an_expression_without_a_value_may_come_in_either_order() -> None:
    invalid = replace(NATIVE, verdict=Verdict.INVALID)
    native, tlc = violated(NATIVE, violation("Deadlock", 3)), replace(TLC, verdict=Verdict.INVALID)
    assert needs_everything(native, tlc, ASSERTED)
    assert compare(native, tlc, ASSERTED, invalid).notes == ("the native checker met Deadlock first, TLC an expression without a value",)
    assert not compare(native, tlc, ASSERTED, native).agree
    other = violated(TLC, violation("Deadlock", 3))
    assert compare(invalid, other, confirmed=True).notes == ("the native checker met an expression without a value first, TLC Deadlock",)
    assert not compare(invalid, other).agree
