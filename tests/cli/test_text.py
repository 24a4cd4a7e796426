"""Results as text and as JSON, from results made by hand."""

from __future__ import annotations

import dataclasses
import re

import pytest

from tracefix.checker import TRUE, CheckResult, Coverage, ModelValue, State, Stats, Step, TraceState, Verdict, Violation, make_function
from tracefix.diagnostics import Diagnostic
from tracefix.render.diagnostics import diagnostics_text
from tracefix.render.text import check_text, verify_text
from tracefix.tlc import VerifyResult

A, FREE = ModelValue("A"), ModelValue("FREE")
FIRST = State({"L": FREE, "q": ()}, {"A": "a1", "LONG": "x"}, {"A": {"msg": ""}})
SECOND = State({"L": A, "q": ("hi",)}, {"A": "a2", "LONG": "x"}, {"A": {"msg": "hi"}})
THIRD = State({"L": A, "q": ("hi",)}, {"A": "a2", "LONG": "Done"}, {"A": {"msg": "hi"}})
TRACE = (
    TraceState(1, None, FIRST),
    TraceState(2, Step("A", "a1", 7, 3), SECOND, ("pc", "L", "q", "A.msg")),
    TraceState(3, Step("LONG", "x_step", 12, 5), THIRD, ("pc",)),
)
STATS = Stats(generated=1234, distinct=1, depth=3, seconds=0.5)
FAILED = Violation("Assertion", "the assertion fails", TRACE, shortest=False, failing=Step("A", "a2", 9, 5), line=10, column=7)
VIOLATED = CheckResult(Verdict.VIOLATED, "native", ("Assertion",), (FAILED,), STATS)

VIOLATED_TEXT = """\
violated: Assertion

Assertion: the assertion fails
  at line 10, column 7
  1  initial state          L = FREE, q = <<>>
  2  A     a1      line 7   L = A, q = <<"hi">>, A.msg = "hi"
  3  LONG  x_step  line 12  -> Done
  !  A     a2      line 9   this step fails
  this trace is not proven to be a shortest one

1 distinct state, 1,234 generated, depth 3, 0.500 s
"""


def test_a_violation_is_shown_step_by_step() -> None:
    assert check_text(VIOLATED) == VIOLATED_TEXT


def test_colour_adds_nothing_but_colour() -> None:
    colored = check_text(VIOLATED, color=True)
    assert "\x1b[1;31mviolated\x1b[0m: Assertion" in colored
    assert [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", colored).splitlines()] == VIOLATED_TEXT.splitlines()


def test_a_verdict_that_rests_on_less_than_everything_says_so() -> None:
    stats = Stats(2000, 1000, 9, 1.25, reduction="safe", threads=4, granularity="op")
    coverage = Coverage(unreached_labels=("A.a7",), never_sent=("q.bye",), untaken_branches=("A.a1 branch 2",), never_contended=("L", "M"))
    result = CheckResult(Verdict.HOLDS, "native", ("Deadlock", "Mine"), (), stats, coverage, notes=("CONSTRAINT Small was never reached",))
    assert check_text(result) == (
        "holds: Deadlock, Mine\n"
        "\n"
        "1,000 distinct states, 2,000 generated, depth 9, 1.250 s, reduction safe, granularity op, 4 threads\n"
        "label never reached: A.a7\n"
        "message never sent: q.bye\n"
        "branch never taken: A.a1 branch 2\n"
        "never contended: L, M\n"
        "note: CONSTRAINT Small was never reached\n"
    )


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ("max-states", "--max-states"),
        ("max-memory", "--max-memory"),
        ("timeout", "--timeout"),
        ("interrupted", "an interrupt"),
        (None, "a limit"),
    ],
)
def test_an_incomplete_search_names_its_limit_and_depth(limit: str | None, words: str) -> None:
    result = CheckResult(Verdict.INCOMPLETE, "native", (), stats=STATS, limit=limit)
    assert check_text(result).splitlines()[0] == f"incomplete: stopped by {words}; nothing found in the first 3 levels"


def test_a_violation_from_an_unfinished_search_says_that_there_may_be_more() -> None:
    text = check_text(dataclasses.replace(VIOLATED, limit="timeout"))
    assert "the search was stopped by --timeout: there may be more violations\n" in text


def test_a_message_that_starts_with_its_property_does_not_repeat_it() -> None:
    violation = Violation("Mine", "Mine is false: x = 1", (TRACE[0],))
    text = check_text(CheckResult(Verdict.VIOLATED, "native", ("Mine",), (violation,)))
    assert text.splitlines()[2] == "Mine is false: x = 1"


def test_a_disagreement_lists_every_difference() -> None:
    tlc = CheckResult(Verdict.HOLDS, "tlc", ("Deadlock",), stats=STATS, version="2.15")
    native = CheckResult(Verdict.HOLDS, "native", ("Deadlock",), stats=STATS)
    differences = ("distinct states: 1 native, 2 TLC", "depth: 3 native, 4 TLC")
    text = verify_text(VerifyResult(Verdict.HOLDS, False, native, tlc, None, differences, ("a remark",)))
    assert text == (
        "holds: Deadlock\n\n1 distinct state, 1,234 generated, depth 3, 0.500 s\n\n"
        "TLC 2.15: holds: Deadlock\n  1 distinct state, 1,234 generated, depth 3, 0.500 s\n"
        "the native checker and TLC disagree:\n  distinct states: 1 native, 2 TLC\n  depth: 3 native, 4 TLC\n"
        "note: a remark\n"
    )


def test_a_label_that_only_works_atomically_is_shown_with_its_trace() -> None:
    native = CheckResult(Verdict.HOLDS, "native", ("Assertion",))
    op = dataclasses.replace(VIOLATED, violations=(dataclasses.replace(FAILED, failing=None, line=None, shortest=True),))
    lines = verify_text(VerifyResult(Verdict.HOLDS, True, native, native, op, (), ())).splitlines()
    assert lines[3] == "operation by operation: violated: Assertion"
    assert lines[4] == "  1 distinct state, 1,234 generated, depth 3, 0.500 s"
    assert lines[5:7] == ["  Assertion: the assertion fails", "    1  initial state          L = FREE, q = <<>>"]
    assert lines[-1] == "the native checker and TLC agree"


def test_engines_that_did_not_both_finish_are_not_said_to_agree() -> None:
    native = CheckResult(Verdict.HOLDS, "native", ("Deadlock",))
    tlc = CheckResult(Verdict.INCOMPLETE, "tlc", ("Deadlock",), limit="timeout")
    text = verify_text(VerifyResult(Verdict.INCOMPLETE, True, native, tlc, None, (), ("nothing is compared",)))
    assert text == "holds: Deadlock\n\nTLC: incomplete: stopped by --timeout\nnote: nothing is compared\n"


def test_the_json_of_a_result_has_locals_by_agent_and_the_failing_step() -> None:
    data = VIOLATED.to_json()
    (violation,) = data["violations"]
    assert violation["failing"] == {"agent": "A", "label": "a2", "line": 9, "column": 5}
    assert (violation["line"], violation["column"], violation["shortest"]) == (10, 7, False)
    assert violation["trace"][1]["state"] == {"pc": {"A": "a2", "LONG": "x"}, "L": "A", "q": ["hi"], "A.msg": "hi"}
    assert violation["trace"][1]["changed"] == ["pc", "L", "q", "A.msg"]
    assert "changed" not in violation["trace"][0]
    assert "limit" not in data
    assert "version" not in data


def test_values_are_written_as_the_contract_says() -> None:
    values = {"s": frozenset({2, 1}), "r": make_function({"a": TRUE}), "f": make_function({3: "x"}), "t": (1, (2,))}
    entry = TraceState(1, None, State(values, {}, {}))
    result = CheckResult(Verdict.VIOLATED, "tlc", (), (Violation("P", "", (entry,)),), limit="timeout", version="2.15")
    data = result.to_json()
    state = data["violations"][0]["trace"][0]["state"]
    assert state == {"pc": {}, "s": {"#set": [1, 2]}, "r": {"a": True}, "f": {"#map": [[3, "x"]]}, "t": [1, [2]]}
    assert (data["stats"], data["limit"], data["version"]) == (None, "timeout", "2.15")


def diagnostic(**changes: object) -> Diagnostic:
    values = {"file": "p.tla", "line": 12, "column": 5, "end_line": 12, "end_column": 8, "excerpt": "ab: foo := 1;"}
    return Diagnostic("TF310", "foo is not declared", **{**values, **changes})  # type: ignore[arg-type]


def test_a_diagnostic_marks_its_place_in_the_source() -> None:
    assert diagnostics_text([diagnostic(hint="declare it")]) == (
        "p.tla:12:5: error TF310: foo is not declared\n  12 | ab: foo := 1;\n     |     ^^^\n  hint: declare it\n"
    )


def test_diagnostics_are_apart_by_an_empty_line() -> None:
    plain = diagnostic(excerpt=None, severity="warning")
    line = "p.tla:12:5: warning TF310: foo is not declared\n"
    assert diagnostics_text([plain, plain]) == f"{line}\n{line}"
    assert diagnostics_text([]) == ""


def test_a_diagnostic_without_a_place_is_a_line() -> None:
    assert diagnostics_text([Diagnostic("TF001", "no")]) == "error TF001: no\n"
    assert diagnostics_text([Diagnostic("TF120", "no", pointer="/a")]) == "/a: error TF120: no\n"


def test_a_place_that_ends_on_another_line_is_marked_to_the_end_of_its_line() -> None:
    assert diagnostics_text([diagnostic(end_line=14, end_column=2)]).splitlines()[2] == "     |     ^^^^^^^^^"


def test_a_long_line_is_cut_around_the_place() -> None:
    excerpt = "x" * 200 + "foo" + "y" * 200
    _, shown, marked = diagnostics_text([diagnostic(excerpt=excerpt, column=201, end_column=204)]).splitlines()
    assert shown == "  12 | ..." + "x" * 36 + "foo" + "y" * 71 + "..."
    assert marked.index("^^^") == shown.index("foo")


def test_control_characters_of_a_file_do_not_reach_the_terminal() -> None:
    text = diagnostics_text([diagnostic(excerpt="\tab\x1b[31m")])
    assert text.splitlines()[1] == "  12 |  ab\ufffd[31m"
