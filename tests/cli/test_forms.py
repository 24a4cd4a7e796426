"""The forms of `tracefix check` beside text, JSON and SARIF, and the files it writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from corpus_cases import CORPUS, EXAMPLES
from protocol_builder import build_in

BROKEN = CORPUS / "deadlock" / "s02_lock_order_inversion"
HOLDS = CORPUS / "holds" / "s02_lock_order_inversion_repaired"


def test_explain_names_the_point_of_no_return_in_text_and_json(tracefix: Any) -> None:
    line = "  point of no return: step 3, B at b1: before it the violation could still be avoided, after it not any more"
    assert line in tracefix("check", str(BROKEN), "--explain").out.splitlines()
    assert "point of no return" not in tracefix("check", str(BROKEN)).out
    data = json.loads(tracefix("check", str(BROKEN), "--explain", "--json").out)
    assert data["violations"][0]["diagnosis"]["point_of_no_return"]["index"] == 3


def test_an_itf_trace_and_a_diagram_go_to_standard_output(tracefix: Any) -> None:
    ran = tracefix("check", str(BROKEN), "--format", "itf")
    assert (ran.status, ran.err) == (11, "")
    assert [state["#meta"].get("action") for state in json.loads(ran.out)["states"]] == [None, "A.a1", "B.b1"]
    assert tracefix("check", str(BROKEN), "--format", "mermaid").out.startswith("sequenceDiagram\n")


@pytest.mark.parametrize("form", ["itf", "mermaid"])
def test_without_a_violation_there_is_no_trace_to_show(tracefix: Any, form: str) -> None:
    ran = tracefix("check", str(HOLDS), "--format", form)
    assert (ran.status, ran.out, ran.err) == (0, "", "holds: there is no trace to show\n")


def test_a_form_with_one_trace_names_the_other_violations(tracefix: Any) -> None:
    ran = tracefix("check", str(CORPUS / "deadlock" / "s10_holder_dies"), "--format", "itf", "--all")
    assert ran.err == "the trace to Deadlock; also violated: NoOrphanLocks, CompletionReachable\n"


def test_the_prompt_of_a_protocol_that_holds_says_what_it_says_nothing_about(tracefix: Any) -> None:
    ran = tracefix("check", str(EXAMPLES / "code_review" / "repaired"), "--format", "prompt")
    assert ran.status == 0
    assert ran.out.splitlines()[0].startswith("holds: Deadlock, MutualExclusion")


def test_a_regression_test_names_the_protocol_from_where_it_lies(tracefix: Any, tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    ran = tracefix("check", str(BROKEN), "--regression", str(file))
    assert ran.err.splitlines()[-1] == f"wrote {file}"
    namespace: dict[str, Any] = {"__file__": str(file)}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    assert namespace["protocol"]().path.resolve() == BROKEN / "Protocol.tla"
    assert [(agent, label) for agent, label, _ in namespace["TRACE"]] == [("A", "a1"), ("B", "b1")]


def test_nothing_is_written_when_nothing_is_violated(tracefix: Any, tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    ran = tracefix("check", str(HOLDS), "--regression", str(file))
    assert (ran.status, ran.err) == (0, f"holds: there is no violation, and {file} was not written\n")
    assert not file.exists()


def test_a_regression_test_that_cannot_be_written_is_refused_before_the_search(tracefix: Any, tmp_path: Path) -> None:
    file = tmp_path / "gone" / "test_it.py"
    ran = tracefix("check", str(BROKEN), "--regression", str(file))
    assert (ran.status, ran.out, ran.err) == (74, "", f"Error: cannot write {file}: no such file or directory\n")


def test_a_regression_test_checks_under_the_bound_and_topology_of_the_search(tracefix: Any, tmp_path: Path) -> None:
    folder = tmp_path / "protocol"
    folder.mkdir()
    build_in(
        folder,
        {"A": 'a1: send(ab, "go"); a2: send(ab, "go");', "B": "b1: receive(ab); b2: receive(ab);"},
        channels={"ab": ("A", "B", ["go"])},
    )
    (folder / "topology.json").rename(tmp_path / "elsewhere.json")
    file = tmp_path / "test_it.py"
    ran = tracefix("check", str(folder), "--topology", str(tmp_path / "elsewhere.json"), "--bound", "1", "--regression", str(file))
    assert ran.status == 12
    namespace: dict[str, Any] = {"__file__": str(file)}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    for name in ("test_channelbound_holds", "test_the_trace_to_channelbound_leads_to_no_violation"):
        with pytest.raises(AssertionError):
            namespace[name]()


@pytest.mark.parametrize("options", [["check", "--regression"], ["report", "-o"], ["fmt", "-o"]])
@pytest.mark.parametrize("name", ["topology.json", "Protocol.cfg"])
def test_a_file_of_the_protocol_is_never_overwritten(options: list[str], name: str, tracefix: Any, tmp_path: Path) -> None:
    for file in BROKEN.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    before = (tmp_path / name).read_bytes() if (tmp_path / name).exists() else None
    (tmp_path / name).write_bytes(before or b"")
    ran = tracefix(options[0], str(tmp_path), options[1], str(tmp_path / name))
    assert (ran.status, (tmp_path / name).read_bytes()) == (2, before or b"")
    assert "is a file of the protocol and would be overwritten" in ran.err
