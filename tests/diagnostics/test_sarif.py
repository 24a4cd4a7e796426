"""SARIF 2.1.0: its required structure, and that models made from the official schema take it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from tracefix.checker import check
from tracefix.cli.app import cli
from tracefix.diagnostics import Diagnostic
from tracefix.explain import page
from tracefix.render.sarif import sarif_log, sarif_verify
from tracefix.tlc import VerifyResult
from tracefix.workspace import load

MODULE = """---- MODULE Protocol ----
EXTENDS Sequences, TLC
CONSTANTS FREE, A, B
(* --algorithm Protocol {
  variables L = FREE, A_B = <<>>;
  process (a = A) {
    take: await L = FREE;
          L := A;
    send: A_B := Append(A_B, "go");
    give: await A_B = <<>>;
          L := FREE;
  }
  process (b = B) {
    work: await L = FREE;
          L := B;
    read: await A_B # <<>>;
          A_B := Tail(A_B) || L := FREE;
  }
} *)
====
"""
TOPOLOGY = """{"agents": [{"id": "A"}, {"id": "B"}],
 "resources": [{"id": "L", "type": "Lock"}],
 "channels": [{"id": "A_B", "from": "A", "to": "B", "labels": ["go"]}]}
"""


@pytest.fixture
def sarif(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes files, runs a command in their folder, and returns its status and its log, which follows the schema."""

    def run(files: dict[str, str], *arguments: str) -> tuple[int, dict[str, Any]]:
        monkeypatch.chdir(tmp_path)
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        done = CliRunner().invoke(cli, [*arguments, "--format", "sarif"], standalone_mode=False)
        assert done.exception is None, done.exception
        log: dict[str, Any] = json.loads(done.stdout)
        Sarif.model_validate(log)
        return int(done.return_value), log

    return run


def only_run(log: dict[str, Any]) -> dict[str, Any]:
    """The run of a log."""
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("/sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert run["tool"]["driver"]["name"] == "tracefix"
    assert run["columnKind"] == "unicodeCodePoints"
    return dict(run)


def test_a_valid_protocol_has_a_log_without_results(sarif: Any) -> None:
    status, log = sarif({"Protocol.tla": "---- MODULE Protocol ----\n(* --algorithm P { { a: skip; } } *)\n====\n"}, "validate", ".")
    run = only_run(log)
    assert (status, run["results"], run["tool"]["driver"]["rules"]) == (0, [], [])
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_an_error_is_a_result_with_region_context_and_fix(sarif: Any) -> None:
    status, log = sarif({"Protocol.tla": MODULE.replace("L := A;", "L = A;")}, "validate", ".")
    run = only_run(log)
    assert status == 150
    assert run["results"] == [
        {
            "ruleId": "TF216",
            "level": "error",
            "message": {"text": "'=' does not assign\nwrite := to assign"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": "Protocol.tla"},
                        "region": {"startLine": 8, "startColumn": 13, "endLine": 8, "endColumn": 14},
                        "contextRegion": {"startLine": 8, "snippet": {"text": "          L = A;"}},
                    }
                }
            ],
            "fixes": [
                {
                    "description": {"text": "replace '=' by ':='"},
                    "artifactChanges": [
                        {
                            "artifactLocation": {"uri": "Protocol.tla"},
                            "replacements": [
                                {
                                    "deletedRegion": {"startLine": 8, "startColumn": 13, "endLine": 8, "endColumn": 14},
                                    "insertedContent": {"text": ":="},
                                }
                            ],
                        }
                    ],
                }
            ],
            "ruleIndex": 0,
        }
    ]


def test_a_rule_has_the_page_of_its_code(sarif: Any) -> None:
    _, log = sarif({"Protocol.tla": MODULE.replace("L := A;", "L = A;").replace("L := B;", "L = B;")}, "validate", ".")
    found = page("TF216")
    assert only_run(log)["tool"]["driver"]["rules"] == [
        {
            "id": "TF216",
            "shortDescription": {"text": "An assignment that is not written with :="},
            "fullDescription": {"text": " ".join(found.meaning.split())},
            "help": {"text": found.text, "markdown": found.text},
            "defaultConfiguration": {"level": "error"},
        }
    ]
    assert [result["ruleIndex"] for result in log["runs"][0]["results"]] == [0, 0]


def test_a_problem_of_a_topology_has_its_pointer(sarif: Any) -> None:
    _, log = sarif({"topology.json": TOPOLOGY.replace('"to": "B"', '"to": "C"')}, "validate", "topology.json")
    (result,) = only_run(log)["results"]
    (location,) = result["locations"]
    assert result["ruleId"] == "TF120"
    assert location["logicalLocations"] == [{"fullyQualifiedName": "/channels/0/to", "kind": "member"}]


def test_a_warning_is_a_result_of_its_level(sarif: Any) -> None:
    text = '--algorithm P { process (A = "A") { w: skip; } process (B = "B") { w: skip; } }'
    status, log = sarif({"Protocol.tla": f"---- MODULE Protocol ----\n(* {text} *)\n====\n"}, "validate", ".")
    run = only_run(log)
    assert (status, [(each["ruleId"], each["level"]) for each in run["results"]]) == (0, [("TF308", "warning")])
    assert run["tool"]["driver"]["rules"][0]["defaultConfiguration"] == {"level": "warning"}


def test_a_deadlock_is_a_result_at_its_last_step_with_the_trace_as_code_flow(sarif: Any) -> None:
    status, log = sarif({"Protocol.tla": MODULE, "topology.json": TOPOLOGY}, "check", ".")
    run = only_run(log)
    result, *findings = run["results"]
    assert status == 11
    assert (result["ruleId"], result["level"]) == ("Deadlock", "error")
    assert result["message"]["text"].startswith("Deadlock: no agent can move: A at take")
    (flow,) = result["codeFlows"]
    steps = [entry["location"] for entry in flow["threadFlows"][0]["locations"]]
    assert [step["message"]["text"] for step in steps] == ["B at work: L = B"]
    place = {"artifactLocation": {"uri": "Protocol.tla"}, "region": {"startLine": 14, "startColumn": 5, "endColumn": 9}}
    assert steps[-1]["physicalLocation"] == place
    assert result["locations"] == [{"physicalLocation": place}]
    assert run["tool"]["driver"]["rules"][0]["id"] == "Deadlock"
    assert [finding["ruleId"] for finding in findings] == ["TF611"]


def test_a_failing_step_is_a_result_at_its_statement(sarif: Any) -> None:
    text = MODULE.replace("L := A;", "assert L # FREE;")
    status, log = sarif({"Protocol.tla": text, "topology.json": TOPOLOGY}, "check", ".")
    (result,) = only_run(log)["results"]
    assert (status, result["ruleId"]) == (14, "Assertion")
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 8, "startColumn": 11}
    (flow,) = result["codeFlows"]
    assert [entry["location"]["message"]["text"] for entry in flow["threadFlows"][0]["locations"]] == ["A at take: this step fails"]


def test_an_initial_state_to_blame_is_a_result_at_the_algorithm(sarif: Any) -> None:
    files = {"Protocol.tla": "---- MODULE Protocol ----\n(* --algorithm P {\n variables x = 1;\n { a: skip; } } *)\nZero == x = 0\n====\n"}
    status, log = sarif({**files, "Protocol.cfg": "INVARIANT Zero"}, "check", ".")
    (result,) = only_run(log)["results"]
    assert (status, result["ruleId"]) == (12, "Zero")
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 4}
    assert "codeFlows" not in result
    assert log["runs"][0]["tool"]["driver"]["rules"][0]["fullDescription"]["text"] == (
        "The invariant Zero of the protocol holds in every state that can be reached."
    )


def test_a_search_that_was_stopped_is_no_successful_execution(sarif: Any) -> None:
    status, log = sarif({"Protocol.tla": MODULE, "topology.json": TOPOLOGY}, "check", ".", "--max-states", "1")
    (invocation,) = only_run(log)["invocations"]
    assert status == 20
    assert invocation["executionSuccessful"] is False
    first = invocation["toolExecutionNotifications"][0]
    assert first == {"level": "error", "message": {"text": "the search was stopped by its limit: max-states"}}


def test_an_invalid_input_of_check_is_the_log_of_its_diagnostics(sarif: Any) -> None:
    status, log = sarif({"Protocol.tla": MODULE.replace("L := A;", "L = A;")}, "check", ".")
    assert (status, [result["ruleId"] for result in only_run(log)["results"]]) == (150, ["TF216"])


@pytest.mark.parametrize(
    ("file", "uri"),
    [("a b/Protokoll é.tla", "a%20b/Protokoll%20%C3%A9.tla"), ("../Protocol.tla", "../Protocol.tla"), ("/a b.tla", "file:///a%20b.tla")],
)
def test_a_path_becomes_a_uri(file: str, uri: str) -> None:
    log = sarif_log([Diagnostic("TF001", "cannot read the file", file=file)])
    Sarif.model_validate(log)
    assert only_run(log)["results"][0]["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": uri}}}]


def test_a_region_of_several_lines_has_no_context_of_one() -> None:
    diagnostic = Diagnostic("TF220", "this is open", file="a.tla", line=1, column=2, end_line=3, end_column=4, excerpt="text")
    (result,) = only_run(sarif_log([diagnostic]))["results"]
    region = {"startLine": 1, "startColumn": 2, "endLine": 3, "endColumn": 4}
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "a.tla"}, "region": region}}]


def test_json_and_another_format_exclude_each_other() -> None:
    done = CliRunner().invoke(cli, ["check", ".", "--json", "--format", "sarif"])
    assert done.exit_code == 2
    assert done.stderr.endswith("Error: --json and --format sarif exclude each other\n")


def test_format_json_is_what_json_is(tmp_path: Path) -> None:
    (tmp_path / "topology.json").write_text(TOPOLOGY, encoding="utf-8")
    first, second = (
        CliRunner().invoke(cli, ["validate", str(tmp_path / "topology.json"), *form]) for form in (["--json"], ["--format", "json"])
    )
    assert first.stdout == second.stdout
    assert json.loads(first.stdout) == {"schema": "tracefix.validate/1", "valid": True, "diagnostics": []}


def test_findings_are_results_of_a_check_whatever_its_verdict(sarif: Any) -> None:
    status, log = sarif({"Protocol.tla": MODULE, "topology.json": TOPOLOGY}, "check", ".")
    levels = {result["ruleId"]: result["level"] for result in only_run(log)["results"]}
    assert (status, levels) == (11, {"Deadlock": "error", "TF611": "warning"})


def test_a_comparison_has_the_results_of_the_check_and_says_that_both_agree(sarif: Any) -> None:
    files = {"Protocol.tla": MODULE, "topology.json": TOPOLOGY}
    _, checked = sarif(files, "check", ".")
    status, log = sarif(files, "verify", ".")
    run = only_run(log)
    assert (status, run["results"]) == (11, only_run(checked)["results"])
    assert run["invocations"][0]["executionSuccessful"]


def test_an_invalid_input_of_verify_is_the_log_of_its_diagnostics(sarif: Any) -> None:
    status, log = sarif({"Protocol.tla": MODULE.replace("L := A;", "L = A;")}, "verify", ".")
    assert (status, [result["ruleId"] for result in only_run(log)["results"]]) == (150, ["TF216"])


def test_each_difference_between_the_engines_is_an_error_of_the_execution(tmp_path: Path) -> None:
    (tmp_path / "Protocol.tla").write_text(MODULE, encoding="utf-8")
    (tmp_path / "topology.json").write_text(TOPOLOGY, encoding="utf-8")
    workspace = load(tmp_path)
    native = check(workspace)
    result = VerifyResult(native.verdict, False, native, None, None, ("TLC finds 3 states",), ())
    invocation = only_run(sarif_verify(result, workspace))["invocations"][0]
    assert not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"][0] == {
        "level": "error", "message": {"text": "the native checker and TLC disagree: TLC finds 3 states"},
    }  # fmt: skip
