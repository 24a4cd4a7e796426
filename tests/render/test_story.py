"""Every form of a violation tells the same story: text, prompt, JSON, ITF, Mermaid, the regression test."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import itf_py
import pytest
from corpus_cases import CORPUS, EXAMPLES, Case, corpus_cases, example_cases
from protocol_builder import build_in

import tracefix
from tracefix import check
from tracefix.checker import CheckResult, to_json
from tracefix.diagnosis import Diagnosis, diagnosis_of, follow
from tracefix.render.itf import itf_trace
from tracefix.render.mermaid import mermaid_diagram
from tracefix.render.prompt import check_prompt
from tracefix.render.regression import regression_test
from tracefix.render.text import check_text

BROKEN = [case for case in [*corpus_cases("deadlock", "violated", "livelock"), *example_cases()] if case.expected["verdict"] == "violated"]


def explained(result: CheckResult) -> Diagnosis:
    found = diagnosis_of(result.violations[0])
    assert found is not None
    found.find_no_return()
    return found


def decoded(mermaid: str) -> str:
    """A Mermaid text without its entities."""
    for entity, character in (("#59;", ";"), ("#lt;", "<"), ("#gt;", ">"), ("#35;", "#")):
        mermaid = mermaid.replace(entity, character)
    return mermaid


def steps_in(pattern: str, text: str) -> list[tuple[str, str]]:
    return [(match[1], match[2]) for match in re.finditer(pattern, text, re.MULTILINE)]


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_all_forms_name_the_same_steps_states_cause_and_reason(case: Case) -> None:
    result = check(case.folder)
    diagnosis = explained(result)
    violation = result.violations[0]
    data = json.loads(json.dumps(result.to_json()))["violations"][0]
    itf = json.loads(json.dumps(itf_trace(diagnosis)))
    text, prompt, mermaid = (
        check_text(result, full=True),
        check_prompt(result),
        decoded(mermaid_diagram(diagnosis)),
    )
    steps = [(entry["step"]["agent"], entry["step"]["label"]) for entry in data["trace"][1:]]
    failing = [(data["failing"]["agent"], data["failing"]["label"])] if "failing" in data else []

    assert steps_in(r"^ +[0-9!]+  (\S+) +(\S+) +line \d+  ", text) == steps + failing
    assert steps_in(r"^\d+ (\S+) (\S+): ", prompt) == steps + failing
    assert [tuple(state["#meta"]["action"].split(".")) for state in itf["states"][1:]] == steps
    assert ([tuple(itf["#meta"]["failing"].split("."))] if "failing" in itf["#meta"] else []) == failing
    names = dict(re.findall(r"participant (p\d+) as (.*)", mermaid))
    shown = re.findall(r"^    (?:Note over )?(p\d+)(?:-\)|->>|: ?|-->>(?=p))?(p\d+)?:? ?(\d+) (\S+?):", mermaid, re.MULTILINE)
    drawn = {(int(number), label) for _, _, number, label in shown}
    assert drawn == {(index, label) for index, (_, label) in enumerate(steps + failing, start=2)}
    assert list(names.values())[: len(violation.trace[0].state.pc)] == list(violation.trace[0].state.pc)

    for form in (text, prompt, mermaid, json.dumps(itf, ensure_ascii=False), json.dumps(data, ensure_ascii=False)):
        plain = form.replace('\\"', '"').replace("\\\\", "\\")
        assert violation.property in plain
        assert diagnosis.cause.value in plain
        assert diagnosis.summary in plain
    for form in (text, prompt):
        assert diagnosis.hint in form
        for place in diagnosis.places:
            assert f"{place.agent} {place.role}" in form or f", {place.agent} {place.role}" in form or place.role in form


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_an_itf_trace_is_read_by_another_program_and_has_the_states_of_the_json(case: Case) -> None:
    result = check(case.folder)
    made = itf_trace(explained(result))
    read = itf_py.trace_from_json(made)
    entries = result.violations[0].trace
    assert len(read.states) == len(entries)
    for state, entry in zip(made["states"], entries, strict=True):
        assert dict(state["pc"]["#map"]) == entry.state.pc
        assert set(state) == {"#meta", *made["vars"]}
        for name, value in entry.state.globals.items():
            assert _plain(state[name]) == _plain(to_json(value))


def _plain(value: object) -> object:
    """ITF and the contract's JSON write integers differently."""
    if isinstance(value, dict):
        return int(value["#bigint"]) if "#bigint" in value else {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def test_a_prompt_has_no_colour_and_fits_a_context() -> None:
    result = check(EXAMPLES / "code_review" / "broken")
    explained(result)
    prompt = check_prompt(result)
    assert "\x1b" not in prompt
    assert prompt.splitlines()[:4] == [
        "violated: Deadlock",
        "",
        "Deadlock: no agent can move",
        "cause: sender-finished",
    ]
    assert len(prompt) < 2000


LONG = {
    "A": "a1: while (n < 30) { n := n + 1; }; a2: acquire(L); a3: acquire(M); a4: release(M); a5: release(L);",
    "B": "b1: await n = 30; b2: acquire(M); b3: acquire(L); b4: release(L); b5: release(M);",
}


def test_a_long_trace_folds_what_is_not_part_of_the_story_and_says_so(tmp_path: Path) -> None:
    result = check(build_in(tmp_path, LONG, locks=["L", "M"], variables="n = 0"))
    explained(result)
    text = check_text(result)
    trace = text.split("\n\n")[1].splitlines()
    assert [line.split()[0] for line in trace] == ["1", "...", "33", "34", "35", "--full-trace"]
    assert trace[1].split("  ")[-1] == "31 steps of A that are not part of this story"
    full = check_text(result, full=True).split("\n\n")[1].splitlines()
    assert [line.split()[0] for line in full] == [str(number) for number in range(1, 36)]
    assert "31 steps of A" in check_prompt(result)


def test_the_regression_test_fails_before_the_repair_and_passes_after_it(tmp_path: Path) -> None:
    workspace = tmp_path / "protocol"
    workspace.mkdir()
    diagnosis = explained(check(EXAMPLES / "two_phase_commit" / "broken"))
    (tmp_path / "test_it.py").write_text(regression_test(diagnosis, "protocol", "label"), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(tracefix.__file__).parent.parent)}
    outcomes = []
    for form in ("broken", "repaired"):
        for file in (EXAMPLES / "two_phase_commit" / form).iterdir():
            (workspace / file.name).write_bytes(file.read_bytes())
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(tmp_path / "test_it.py")]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
        outcomes.append(done.stdout.splitlines()[-1].partition(" in ")[0])
    assert outcomes == ["2 failed", "2 passed"]


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_following_the_steps_of_a_trace_finds_its_violation_again(case: Case) -> None:
    diagnosis = explained(check(case.folder))
    steps = [(told.step.agent, told.step.label) for told in diagnosis.steps if told.step is not None]
    assert follow(case.folder, steps, diagnosis.violation.property).violated


def test_a_step_that_is_gone_ends_the_following() -> None:
    folder = CORPUS / "deadlock" / "s02_lock_order_inversion"
    assert follow(folder, [("A", "a1"), ("A", "gone")], "Deadlock").message == "step 3, A at gone, is not possible any more"
    assert follow(folder, [("A", "a1")], "Deadlock").message == "the steps are possible and do not violate Deadlock"
    assert not follow(folder, [("STRANGER", "a1")], "Deadlock").violated
