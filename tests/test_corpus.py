"""Every engine on every protocol of the corpus and the examples: what must come out is in their `expected.json`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pytest
from corpus_cases import KINDS, Case, corpus_cases, example_cases

from tracefix.checker import CheckResult, Verdict, check, lower, reference_search
from tracefix.errors import InvalidInput
from tracefix.tlc import check_with_tlc
from tracefix.workspace import load

VALID = [*corpus_cases("holds", "deadlock", "violated", "livelock"), *example_cases()]
COUNTED = [case for case in VALID if case.expected["distinct"] is not None]
STEP_FAILURES = [case for case in VALID if "failing" in case.expected]
EVALUATED = [case for case in corpus_cases("invalid") if case.expected["stage"] == "evaluation"]
REFUSED = [case for case in corpus_cases("invalid") if case.expected["stage"] != "evaluation"]


@dataclass(frozen=True)
class Outcome:
    """What an engine says: the first violated property, the states of its trace, and distinct, generated and depth.

    There are no counts when TLC stops at an initial state.
    """

    property: str | None
    trace_length: int | None
    counts: tuple[int, int, int] | None


def of_result(result: CheckResult) -> Outcome:
    stats = result.stats
    counts = None if stats is None else (stats.distinct, stats.generated, stats.depth)
    if not result.violations:
        assert result.verdict is Verdict.HOLDS
        return Outcome(None, None, counts)
    assert result.verdict is Verdict.VIOLATED
    first = result.violations[0]
    return Outcome(first.property, len(first.trace), counts)


def by_reference(case: Case) -> Outcome:
    system = lower(load(case.folder), "label")
    result = reference_search(system, check_deadlock="Deadlock" in system.properties, completion="CompletionReachable" in system.properties)
    assert result is not None
    return Outcome(result.property, len(result.trace) or None, (result.distinct, result.generated, result.depth))


def by_native(engine: str, case: Case) -> Outcome:
    return of_result(check(case.folder, engine=engine, reduce="none"))


ENGINES: dict[str, Callable[[Case], Outcome]] = {
    "reference": by_reference,
    "python": partial(by_native, "python"),
    "kernel": partial(by_native, "kernel"),
}
native_engines = pytest.mark.parametrize("engine", ["python", "kernel"])


def expected_outcome(case: Case) -> tuple[str | None, int | None]:
    return case.expected["property"], case.expected["trace_length"]


def expected_counts(case: Case) -> tuple[int, int, int]:
    return case.expected["distinct"], case.expected["generated"], case.expected["depth"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", VALID, ids=str)
def test_each_engine_finds_the_first_violation_by_a_shortest_trace(case: Case, engine: str) -> None:
    outcome = ENGINES[engine](case)
    assert (outcome.property, outcome.trace_length) == expected_outcome(case)
    if case.expected["verdict"] == "holds":
        assert outcome.counts == expected_counts(case)


@pytest.mark.parametrize("case", VALID, ids=str)
def test_tlc_through_its_room_says_what_the_corpus_expects(case: Case) -> None:
    outcome = of_result(check_with_tlc(load(case.folder)))
    if case.expected["property"] == "CompletionReachable":  # which TLC does not check
        assert outcome.property is None
    else:
        assert (outcome.property, outcome.trace_length) == expected_outcome(case)
    if outcome.property is None:
        assert outcome.counts == expected_counts(case)


@native_engines
@pytest.mark.parametrize("case", COUNTED, ids=str)
def test_a_search_for_all_violations_visits_exactly_the_states_of_tlc(case: Case, engine: str) -> None:
    result = check(case.folder, engine=engine, reduce="none", all=True)
    assert of_result(result).counts == expected_counts(case)
    lengths = {violation.property: len(violation.trace) for violation in result.violations}
    wanted = dict(case.expected["also"])
    if case.expected["property"] is not None:
        wanted[case.expected["property"]] = case.expected["trace_length"]
    if case.expected["completion_trace_length"] is not None:
        wanted["CompletionReachable"] = case.expected["completion_trace_length"]
    assert lengths == wanted


@native_engines
@pytest.mark.parametrize("case", STEP_FAILURES, ids=str)
def test_a_failing_step_is_named_with_its_line(case: Case, engine: str) -> None:
    violation = check(case.folder, engine=engine).violations[0]
    assert violation.failing is not None
    assert violation.failing.label == case.expected["failing"].rpartition(".")[2]
    assert violation.line == case.expected["line"]


@pytest.mark.parametrize("case", VALID, ids=str)
def test_the_python_loop_and_the_kernel_return_the_same_trace(case: Case) -> None:
    traces = []
    for engine in ("python", "kernel"):
        result = check(case.folder, engine=engine, reduce="none")
        traces.append([[(entry.step, entry.state) for entry in violation.trace] for violation in result.violations])
    assert traces[0] == traces[1]


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_malformed_input_is_refused_with_every_problem_and_its_place(case: Case) -> None:
    with pytest.raises(InvalidInput) as refusal:
        lower(load(case.folder))
    assert [_place(diagnostic.to_json()) for diagnostic in refusal.value.diagnostics] == [
        (item["code"], item["file"], item.get("line") if "pointer" not in item else None, item.get("pointer"))
        for item in case.expected["diagnostics"]
    ]


@native_engines
@pytest.mark.parametrize("case", EVALUATED, ids=str)
def test_an_expression_without_a_value_makes_the_protocol_invalid(case: Case, engine: str) -> None:
    result = check(case.folder, engine=engine)
    assert result.verdict is Verdict.INVALID
    assert [(item.code, item.line) for item in result.diagnostics] == [
        (item["code"], item["line"]) for item in case.expected["diagnostics"]
    ]


def _place(diagnostic: dict[str, object]) -> tuple[object, ...]:
    file = str(diagnostic["file"]).replace("\\", "/").rpartition("/")[2]
    pointer = diagnostic.get("pointer")
    return diagnostic["code"], file, diagnostic.get("line") if pointer is None else None, pointer


def test_every_folder_of_the_corpus_is_a_case_of_its_kind() -> None:
    for kind in KINDS:
        cases = corpus_cases(kind)
        assert cases
        folders = {path.name for path in cases[0].folder.parent.iterdir() if path.is_dir()}
        assert {case.folder.name for case in cases} == folders
        verdict = {"holds": "holds", "invalid": "invalid"}.get(kind, "violated")
        assert {case.expected["verdict"] for case in cases} == {verdict}


def test_every_story_stands_in_the_corpus_broken_and_repaired() -> None:
    stories = [case for case in corpus_cases() if "scenario" in case.expected]
    broken = sorted(case.expected["scenario"] for case in stories if case.expected["verdict"] == "violated")
    repaired = sorted(case.expected["scenario"] for case in stories if case.expected["verdict"] == "holds")
    assert len(broken) == 19
    assert repaired == ["K1", "K2", *broken]
