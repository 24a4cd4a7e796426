"""`verify` on the corpus: the native checker and the real TLC agree state for state."""

from __future__ import annotations

from typing import Any

import pytest
from corpus_cases import Case, corpus_cases

import tracefix
from tracefix.checker import Verdict
from tracefix.errors import InvalidInput, ToolMissing
from tracefix.tlc import verifying
from tracefix.tlc.verifying import first_refused
from tracefix.workspace import load

from .conftest import WriteWorkspace, steps


@pytest.mark.parametrize("case", corpus_cases("holds", "deadlock", "violated", "livelock"), ids=str)
def test_both_engines_agree_on_the_corpus(case: Case) -> None:
    result = tracefix.verify(case.folder)
    assert result.differences == ()
    assert result.agree
    assert result.verdict.value == case.expected["verdict"]
    assert result.tlc is not None
    if result.native.verdict is Verdict.HOLDS:
        assert result.tlc.stats is not None
        counts = (result.tlc.stats.distinct, result.tlc.stats.generated, result.tlc.stats.depth)
        assert counts == (case.expected["distinct"], case.expected["generated"], case.expected["depth"])


@pytest.mark.parametrize("name", ["compared_types", "head_of_empty"])
def test_what_cannot_be_evaluated_is_invalid_for_both(name: str) -> None:
    case = next(case for case in corpus_cases("invalid") if case.name == f"invalid/{name}")
    result = tracefix.verify(case.folder)
    assert (result.verdict, result.agree) == (Verdict.INVALID, True)
    assert result.tlc is not None
    assert [each.code for each in result.tlc.diagnostics] == ["TF720"]


def test_invalid_input_is_raised_with_its_diagnostics() -> None:
    case = next(case for case in corpus_cases("invalid") if case.name == "invalid/goto_nowhere")
    with pytest.raises(InvalidInput):
        tracefix.verify(case.folder)


@pytest.mark.parametrize("name", ["deadlock/s02_lock_order_inversion", "violated/release_by_another", "violated/initial_state"])
def test_the_traces_of_both_engines_say_the_same_in_the_same_form(name: str) -> None:
    case = next(case for case in corpus_cases("deadlock", "violated") if case.name == name)
    result = tracefix.verify(case.folder)
    assert result.tlc is not None
    native, tlc = result.native.violations[0], result.tlc.violations[0]
    assert sorted(steps(native.trace)) == sorted(steps(tlc.trace))
    assert native.trace[-1].state == tlc.trace[-1].state
    assert (native.failing, native.line, native.column) == (tlc.failing, tlc.line, tlc.column)


def test_the_json_has_both_results() -> None:
    case = next(case for case in corpus_cases("deadlock") if case.name == "deadlock/s01_mutual_wait")
    data = tracefix.verify(case.folder).to_json()
    assert data["schema"] == "tracefix.verify/1"
    assert (data["verdict"], data["agree"], data["differences"], data["op"]) == ("violated", True, [], None)
    assert data["native"]["engine"] == "native"
    assert data["tlc"]["engine"] == "tlc"
    assert data["tlc"]["version"] == "2.15 (rev: d5b5a7f)"
    assert data["native_only"] == ["CompletionReachable", "coverage", "op"]


def test_a_label_that_only_works_as_one_step_is_named(write_workspace: WriteWorkspace) -> None:
    algorithm = (
        "variables owner = 0, effects = 0;\ndefine { Once == effects < 2 }\n"
        "process (W \\in {1, 2}) { claim: if (owner = 0) { effects := effects + 1; owner := self; } }"
    )
    result = tracefix.verify(write_workspace(algorithm, "INVARIANT Once"))
    assert result.verdict is Verdict.HOLDS
    assert result.agree
    assert result.op is not None
    assert result.op.violations[0].property == "Once"
    assert "Once holds only while each label is one atomic step: claim only works as one step" in result.notes


def test_tlc_out_of_time_makes_the_verdict_incomplete(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x = 0;\n{ a: x := 1; }")
    result = tracefix.verify(workspace, tlc_timeout=0.01)
    assert (result.verdict, result.agree) == (Verdict.INCOMPLETE, True)
    assert result.native.verdict is Verdict.HOLDS
    assert "TLC did not finish (timeout): nothing is compared" in result.notes


def test_a_disagreement_is_reported(write_workspace: WriteWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more round in what TLC is given: every number differs, and no result may hide that."""
    small = write_workspace("variables x = 0;\n{ a: while (x < 2) { x := x + 1; } }")
    large = write_workspace("variables x = 0;\n{ a: while (x < 3) { x := x + 1; } }", folder="large")
    real = verifying.check_with_tlc
    monkeypatch.setattr(verifying, "check_with_tlc", lambda workspace, **options: real(large, **options))
    result = tracefix.verify(small)
    assert not result.agree
    assert result.differences == ("distinct: native 4, TLC 5", "generated: native 5, TLC 6", "depth: native 4, TLC 5")


def test_a_trace_that_the_native_semantics_does_not_allow_is_found(write_workspace: WriteWorkspace) -> None:
    allowed = write_workspace("variables x = 0;\ndefine { Low == x < 2 }\n{ a: x := 1; b: x := 2; }", "INVARIANT Low")
    other = write_workspace("variables x = 0;\ndefine { Low == x < 2 }\n{ a: x := 1; b: x := 3; }", "INVARIANT Low", folder="other")
    result = tracefix.verify(allowed)
    assert result.tlc is not None
    trace = result.tlc.violations[0].trace
    assert first_refused(allowed, trace) is None
    assert first_refused(other, trace) == 3


def test_missing_tools_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    case = corpus_cases("holds")[0]
    monkeypatch.setenv("TRACEFIX_TLA2TOOLS", str(tmp_path / "gone.jar"))
    with pytest.raises(ToolMissing):
        tracefix.verify(load(case.folder))


def test_several_workers_find_the_same_states(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x = 0;\nprocess (Q \\in 1..3) { a: x := x + 1; b: x := x - 1; }")
    result = tracefix.verify(workspace, workers=2)
    assert result.agree
    assert result.tlc is not None
    assert result.tlc.stats is not None
    assert (result.tlc.stats.threads, result.tlc.stats.distinct, result.tlc.stats.generated) == (2, 27, 56)
