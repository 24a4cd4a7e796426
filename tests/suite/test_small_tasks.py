"""The small protocols of the suite, on both engines: those that take less than two seconds natively and twenty in TLC.

What is small was measured (`docs/suite.json`), so that a slow machine runs the same tests. All others are run by `make suite`.
"""

from __future__ import annotations

import json

import pytest

import suite_report
from tracefix.suite import Options, Run, load_task, read_results
from tracefix.suite.checklist import broken_statements
from tracefix.suite.folder import TASKS
from tracefix.suite.running import as_expected, run_attempt, run_reference

NATIVE_SECONDS, TLC_SECONDS = 2.0, 20.0
STORED = read_results(suite_report.RESULTS)


def small(run: Run | None) -> bool:
    """Whether both engines were quick."""
    assert run is not None
    assert run.tlc is not None
    assert run.op is None or run.native.verdict == "holds"
    native = run.native.seconds + (run.op.seconds if run.op is not None else 0.0)
    return native < NATIVE_SECONDS and run.tlc.seconds < TLC_SECONDS


REFERENCES = [name for name, result in STORED.items() if small(result.reference)]
ATTEMPTS = [(name, attempt) for name, result in STORED.items() for attempt, run in result.attempts.items() if small(run)]
CHECKLISTS = [name for name, result in STORED.items() if (result.checklist_seconds or 0.0) < NATIVE_SECONDS]


def silent(text: str) -> None:
    """Hears what is being done."""


@pytest.mark.parametrize("name", REFERENCES)
def test_a_small_reference_holds_on_both_engines_with_the_counts_that_are_stored(name: str) -> None:
    run, _ = run_reference(load_task(name).workspace, Options(), silent)
    assert (run.native.verdict, run.agree) == ("holds", True)
    assert run.op is not None
    assert run.tlc is not None
    expected = json.loads((TASKS / name / "expected.json").read_text(encoding="utf-8"))["reference"]
    assert {"native": run.native.counts, "op": run.op.counts, "tlc": run.tlc.counts, "verdict": "holds"} == expected


@pytest.mark.parametrize(("name", "attempt"), ATTEMPTS)
def test_a_small_attempt_fails_on_both_engines_as_its_task_says(name: str, attempt: str) -> None:
    task = load_task(name)
    run = run_attempt(task, attempt, Options(), silent)
    said = task.task.attempts[attempt]
    assert run.tlc is not None
    assert [as_expected(said, outcome) for outcome in (run.native, run.tlc)] == [None, None]
    assert run.agree is True
    assert run.cause == said.cause


@pytest.mark.parametrize("name", CHECKLISTS)
def test_everything_that_a_small_task_says_holds(name: str) -> None:
    assert broken_statements(load_task(name)) == ()
