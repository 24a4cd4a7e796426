"""The suite as a whole: which tasks there are, what their attempts are, how large their references are, and what is stored of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import suite_report
from tracefix.lint import lint
from tracefix.suite import TaskFolder, TaskResult, known_ids, load_task, read_results
from tracefix.suite.expected import compare
from tracefix.suite.folder import TASKS
from tracefix.suite.running import Options
from tracefix.suite.table import FAMILIES, ids

STORED: dict[str, TaskResult] = read_results(suite_report.RESULTS)


@pytest.fixture(scope="module")
def tasks() -> dict[str, TaskFolder]:
    return {name: load_task(name) for name in known_ids()}


def expected(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((TASKS / name / "expected.json").read_text(encoding="utf-8"))
    return data


def test_there_are_forty_eight_tasks_and_nothing_else() -> None:
    assert known_ids() == tuple(ids())
    assert sorted(path.name for path in TASKS.iterdir()) == sorted(ids())


def test_every_task_has_the_files_of_a_task_and_no_others() -> None:
    known = {"description.md", "topology.json", "protocol.tla", "protocol.cfg", "task.yaml", "expected.json"}
    for name in ids():
        files = {path.relative_to(TASKS / name) for path in (TASKS / name).rglob("*") if path.is_file()}
        others = {path for path in files if path.name not in known}
        assert all(path.parent.name == "attempts" and path.suffix in (".tla", ".cfg") for path in others), name


def test_the_tasks_of_a_family_grow(tasks: dict[str, TaskFolder]) -> None:
    for number in FAMILIES:
        sizes = [
            [len(getattr(tasks[f"{number}{level}"].topology, kind)) for kind in ("agents", "locks", "channels", "counters")]
            for level in "EMH"
        ]
        assert all(easy <= medium <= hard for easy, medium, hard in zip(*sizes, strict=True)), number


def test_every_task_tells_another_story(tasks: dict[str, TaskFolder]) -> None:
    titles = [task.task.title for task in tasks.values()]
    assert len(set(titles)) == 48
    descriptions = [task.description.text for task in tasks.values()]
    assert len(set(descriptions)) == 48


def test_there_are_twenty_nine_attempts_with_this_mix(tasks: dict[str, TaskFolder]) -> None:
    attempts = [(task.id, attempt) for task in tasks.values() for attempt in task.task.attempts.values()]
    assert len(attempts) == 29
    assert len({task for task, _ in attempts}) == 18
    kinds = Counter(attempt.kind for _, attempt in attempts)
    assert sum(kinds[kind] for kind in ("either-early", "hub-leaves", "deadlock")) == 20
    assert {kind: count for kind, count in kinds.items() if kind != "deadlock"} == {
        "either-early": 7, "hub-leaves": 6, "too-large": 5, "syntax": 3, "undrained": 1,
    }  # fmt: skip
    assert not {task for task, _ in attempts if task[:-1] in ("1", "2", "9")}


def test_references_span_five_orders_of_magnitude() -> None:
    counts = {name: expected(name)["reference"]["tlc"]["distinct"] for name in ids()}
    assert max(counts.values()) >= 100_000 * min(counts.values())
    hard = [count for name, count in counts.items() if name.endswith("H")]
    assert sum(count > 1_000_000 for count in hard) >= 5
    assert sum(count > 5_000_000 for count in hard) >= 1


def test_every_reference_holds_with_the_same_counts_in_both_engines() -> None:
    for name in ids():
        reference = expected(name)["reference"]
        assert reference["verdict"] == "holds"
        assert reference["native"] == reference["tlc"], name
        assert reference["op"]["distinct"] >= reference["native"]["distinct"], name


def test_what_is_stored_was_measured_of_these_files(tasks: dict[str, TaskFolder]) -> None:
    assert list(STORED) == list(ids())
    for name, task in tasks.items():
        assert STORED[name].digest == task.digest(), f"{name} has changed: run 'make suite'"
        assert STORED[name].broken == ()
        assert list(STORED[name].attempts) == list(task.task.attempts)
        assert list(compare(task.path, STORED[name], Options())) == []


def test_the_engines_agreed_about_everything_that_both_finished() -> None:
    for name, result in STORED.items():
        assert result.reference is not None
        assert result.reference.agree is True, name
        for run in result.attempts.values():
            assert run.agree is (None if run.kind == "too-large" else True), name


def test_the_document_shows_what_is_stored() -> None:
    measured_on = json.loads(suite_report.RESULTS.read_text(encoding="utf-8"))["measured_on"]
    text = suite_report.DOCUMENT.read_text(encoding="utf-8")
    assert suite_report.render(text, list(STORED.values()), measured_on) == text
    for plot in suite_report.PLOTS.values():
        assert plot.is_file()


@pytest.mark.parametrize("name", [name for name in ids() if name.endswith("E")])
def test_the_easy_references_have_no_findings(name: str) -> None:
    assert lint(TASKS / name) == ()


def test_the_stored_results_name_no_folder_of_this_machine() -> None:
    text = Path(suite_report.RESULTS).read_text(encoding="utf-8")
    assert "/home/" not in text
    assert "/tmp/" not in text
