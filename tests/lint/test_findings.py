"""What is found in the corpus and the examples, and that nothing is found where nothing is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from corpus_cases import Case, corpus_cases, example_cases

import tracefix
from tracefix.explain import page
from tracefix.lint import lint
from tracefix.lint.codes import TITLES

CASES = [*corpus_cases("holds", "deadlock", "violated", "livelock"), *example_cases()]

BROKEN = {
    "deadlock/dining_philosophers": [("TF612", 31)],
    "deadlock/either_commits_too_early": [("TF610", 13), ("TF610", 13)],
    "deadlock/s02_lock_order_inversion": [("TF612", 21)],
    "deadlock/s05_barrier_with_silent_member": [("TF622", 15)],
    "deadlock/s10_holder_dies": [("TF614", 13)],
    "deadlock/s14_join_waits_for_skipped_branch": [("TF622", 17), ("TF622", 22)],
    "deadlock/s26_slot_leaks_on_abort": [("TF616", 13), ("TF616", 21)],
    "deadlock/s32_lease_held_across_human_gate": [("TF611", 17)],
    "deadlock/s34_lock_taken_twice_by_self": [("TF613", 14)],
    "violated/release_by_another": [("TF615", 21)],
    "violated/release_when_free": [("TF615", 29)],
    "violated/s11_error_path_keeps_lock": [("TF614", 13)],
    "examples/research_team/broken": [("TF610", 86), ("TF610", 86)],
    "examples/two_phase_commit/broken": [("TF611", 92), ("TF611", 116), ("TF611", 140)],
}
"""What goes wrong there and shows in the text. The other broken protocols need the search."""

TRUE_WARNINGS = {
    # Both agents take two locks in one step, in opposite orders: it holds only because the step is one.
    "holds/macros_in_macros": [("TF630", 26), ("TF630", 33)],
}
"""What is found in protocols that hold, and why it is true."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_corpus_has_exactly_these_findings(case: Case) -> None:
    expected = {**BROKEN, **TRUE_WARNINGS}.get(str(case), [])
    assert [(finding.code, finding.line) for finding in lint(case.folder)] == expected


def test_what_holds_has_no_findings_but_those_that_are_listed_as_true() -> None:
    holding = {str(case) for case in CASES if case.expected["verdict"] == "holds"}
    assert not holding & set(BROKEN)
    assert holding >= set(TRUE_WARNINGS)


@pytest.mark.parametrize("code", TITLES)
def test_the_right_example_of_a_page_holds(code: str, tmp_path: Path) -> None:
    for name, text in page(code).right.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert tracefix.check(tmp_path, engine="python").verdict is tracefix.Verdict.HOLDS


HARMLESS_WHEN_WRONG = {"TF620", "TF621", "TF630", "TF631"}
"""What these warn about is odd, but breaks no property by itself."""


@pytest.mark.parametrize("code", sorted(set(TITLES) - HARMLESS_WHEN_WRONG))
def test_the_wrong_example_of_a_page_is_refused_or_violates_something(code: str, tmp_path: Path) -> None:
    for name, text in page(code).wrong.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    try:
        verdict = tracefix.check(tmp_path, engine="python").verdict.value
    except tracefix.InvalidInput as refusal:
        verdict = {finding.severity for finding in refusal.diagnostics}.pop()
    assert verdict == ("error" if code < "TF610" else "violated")


def test_the_package_hands_out_lint_whatever_was_loaded_before() -> None:
    from tracefix import lint as function

    assert function is lint
    assert tracefix.lint is lint


def test_a_loaded_workspace_and_its_path_give_the_same_findings() -> None:
    case = next(case for case in CASES if str(case) == "deadlock/s02_lock_order_inversion")
    assert lint(tracefix.load(case.folder)) == lint(str(case.folder))


def test_a_finding_says_what_where_and_what_to_do() -> None:
    case = next(case for case in CASES if str(case) == "deadlock/s32_lease_held_across_human_gate")
    (finding,) = lint(case.folder)
    assert json.loads(json.dumps(finding.to_json())) == {
        "code": "TF611",
        "severity": "warning",
        "message": "LaneA holds R while it waits on ok for a message that may not come before LaneB had R",
        "file": str(case.protocol),
        "line": 17,
        "column": 13,
        "end_line": 17,
        "end_column": 24,
        "hint": "release R before this wait, and acquire it again afterwards if it is still needed",
    }
