"""Whole runs of the real tools: verdicts, traces in the author's names, and what the runs leave alone."""

from __future__ import annotations

import os
import shutil
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tracefix.checker import Fn, ModelValue, Step, Verdict, lower
from tracefix.errors import InvalidInput, ToolFailed, ToolMissing
from tracefix.source import Source
from tracefix.tlc import check_with_tlc
from tracefix.tlc.toolchain import Toolchain
from tracefix.tlc.verifying import first_refused
from tracefix.workspace import Workspace, load

from .conftest import WriteWorkspace, steps

LOCKS = """variables L = FREE, M = FREE;
macro acquire(lock) { await lock = FREE; lock := self; }
macro release(lock) { assert lock = self; lock := FREE; }
"""
AB = {"agents": [{"id": "A"}, {"id": "B"}], "resources": [{"id": "L", "type": "Lock"}, {"id": "M", "type": "Lock"}]}
AB_CONSTANTS = "CONSTANTS A = A\nB = B\nFREE = FREE"
ENDLESS = "variables n = 0;\n{ a: while (TRUE) { n := n + 1; } }"


def with_text(workspace: Workspace, text: str) -> Workspace:
    """A workspace whose text our own parser would refuse: TLC gets it all the same."""
    return replace(workspace, module=replace(workspace.module, source=Source("Protocol.tla", text)))


def test_a_protocol_that_holds_has_exact_counts(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x = 0;\nprocess (Q = 1) { a: x := 1; } process (R \\in {2, 3}) { b: x := 2; }")
    result = check_with_tlc(workspace)
    assert result.verdict == Verdict.HOLDS
    assert result.engine == "tlc"
    assert result.version == "2.15 (rev: d5b5a7f)"
    assert result.properties == ("Deadlock",)
    assert result.stats is not None
    assert (result.stats.generated, result.stats.distinct, result.stats.depth) == (17, 11, 4)
    assert result.notes == ("TLC keeps 64-bit fingerprints of states: probability of a collision 3.6E-18",)


def test_a_deadlock_has_a_trace_in_the_authors_names(write_workspace: WriteWorkspace) -> None:
    algorithm = LOCKS + (
        'process (P \\in {A}) variables msg = "none"; { l: acquire(L); two: acquire(M); l3: release(M); l4: release(L); }\n'
        "process (Q \\in {B}) variables msg = 0; { l: acquire(M); msg := 1; two: acquire(L); l5: release(L); l6: release(M); }"
    )
    result = check_with_tlc(write_workspace(algorithm, AB_CONSTANTS, topology=AB, constants="CONSTANTS A, B, FREE"))
    violation = result.violations[0]
    assert violation.property == "Deadlock"
    assert violation.message == "no agent can move: A at two, B at two"
    assert violation.shortest
    assert sorted(steps(violation.trace)) == ["A.l", "B.l"]
    last = violation.trace[-1].state
    assert last.globals == {"L": ModelValue("A"), "M": ModelValue("B")}
    assert last.pc == {"A": "two", "B": "two"}
    assert last.locals == {"A": {"msg": "none"}, "B": {"msg": 1}}
    by_agent = {entry.step.agent: entry for entry in violation.trace if entry.step}
    assert by_agent["A"].step == Step("A", "l", 8, 47)
    assert by_agent["A"].changed == ("pc", "L")
    assert by_agent["B"].changed == ("pc", "M", "B.msg")


def test_the_deadlock_check_can_be_switched_off(write_workspace: WriteWorkspace) -> None:
    algorithm = "variables x = 0;\nprocess (Q = 1) { a: await x = 1; }"
    assert check_with_tlc(write_workspace(algorithm)).violations[0].property == "Deadlock"
    assert check_with_tlc(write_workspace(algorithm, "CHECK_DEADLOCK FALSE")).verdict == Verdict.HOLDS


def test_a_definition_in_the_file_cannot_weaken_a_property(write_workspace: WriteWorkspace) -> None:
    algorithm = LOCKS.replace(";\nmacro acquire", ";\ndefine { NoOrphanLocks == TRUE }\nmacro acquire", 1) + (
        "process (P \\in {A}) { a: acquire(L); }\nprocess (Q \\in {B}) { b: skip; }"
    )
    config = AB_CONSTANTS + "\nINVARIANT NoOrphanLocks"
    result = check_with_tlc(write_workspace(algorithm, config, topology=AB, constants="CONSTANTS A, B, FREE"))
    assert result.violations[0].property == "NoOrphanLocks"
    assert result.properties.count("NoOrphanLocks") == 1
    assert sorted(steps(result.violations[0].trace)) == ["A.a", "B.b"]


def test_a_violated_initial_state_is_a_trace_of_one_state(write_workspace: WriteWorkspace) -> None:
    result = check_with_tlc(write_workspace("variables x \\in {1, 5};\ndefine { Low == x < 2 }\n{ a: x := 1; }", "INVARIANT Low"))
    violation = result.violations[0]
    assert violation.property == "Low"
    assert len(violation.trace) == 1
    assert violation.trace[0].state.globals == {"x": 5}
    assert violation.trace[0].state.pc == {"p": "a"}


def test_a_lock_given_back_by_another_violates_mutual_exclusion(write_workspace: WriteWorkspace) -> None:
    algorithm = (
        LOCKS + "process (P \\in {A}) { a: acquire(L); a2: release(L); }\nprocess (Q \\in {B}) { b: await L # FREE; b2: release(L); }"
    )
    config = AB_CONSTANTS + "\nCHECK_DEADLOCK FALSE"
    workspace = write_workspace(algorithm, config, topology=AB, constants="CONSTANTS A, B, FREE")
    violation = check_with_tlc(workspace).violations[0]
    assert violation.property == "MutualExclusion"
    assert violation.message == "B releases L without holding it"
    assert steps(violation.trace) == ["A.a", "B.b"]
    assert violation.failing == Step("B", "b2", 9, 42)
    assert (violation.line, violation.column) == (7, 23)
    assert first_refused(workspace, violation.trace) is None


def test_another_assertion_is_called_one_and_its_trace_is_fetched(write_workspace: WriteWorkspace) -> None:
    algorithm = (
        'variables s = <<>>, r = [a b |-> 1], t = "q\\"\\t\\\\";\n'.replace("[a b |-> 1]", '[k \\in {"a b", "IF"} |-> -k2]').replace(
            "-k2", "-2"
        )
        + "process (P \\in {1, 2}) variables f = {TRUE}; { a: s := Append(s, [who |-> self]); b: assert Len(s) < 2; }"
    )
    violation = check_with_tlc(write_workspace(algorithm)).violations[0]
    assert violation.property == "Assertion"
    assert sorted(steps(violation.trace)) == ["1.a", "2.a"]
    assert violation.trace[-1].state.globals["r"] == Fn({"a b": -2, "IF": -2})
    assert violation.trace[-1].state.globals["t"] == 'q"\t\\'
    assert (violation.line, violation.column) == (6, 86)
    # Both agents stand at b, and TLC does not say which of them failed.
    assert violation.failing is None
    assert violation.message == "the assertion at line 6, column 86 fails in a process P"


def test_an_evaluation_error_is_invalid_input_at_the_step(write_workspace: WriteWorkspace) -> None:
    result = check_with_tlc(write_workspace("variables s = <<>>, x = 0;\n{ a: x := 1; b: x := Head(s); }"))
    assert result.verdict == Verdict.INVALID
    diagnostic = result.diagnostics[0]
    assert (diagnostic.code, diagnostic.line, diagnostic.column) == ("TF720", 6, 14)
    assert diagnostic.message == "TLC cannot evaluate: Attempted to apply Head to the empty sequence"
    assert diagnostic.hint == "in the step at label b"


def test_an_invariant_without_a_value_is_placed_at_its_definition(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace('variables x = 0;\ndefine { Bad == x = 0 \\/ x = "one" }\n{ a: x := 1; }', "INVARIANT Bad")
    result = check_with_tlc(workspace)
    assert result.verdict == Verdict.INVALID
    assert [(each.code, each.line, each.column) for each in result.diagnostics] == [("TF720", 6, 10)]


def test_a_model_without_initial_states_is_not_a_passing_one(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x \\in {1};\n{ a: x := 1; }")
    result = check_with_tlc(with_text(workspace, workspace.source.text.replace("{1}", "{}")))
    assert result.verdict == Verdict.INVALID
    assert [each.code for each in result.diagnostics] == ["TF723"]


def test_what_sany_refuses_is_placed_in_the_authors_file(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x = 0;\n{ a: x := 1; }", after="Unused == 1 + 2")
    result = check_with_tlc(with_text(workspace, workspace.source.text.replace("1 + 2", "nowhere + nothing")))
    assert result.verdict == Verdict.INVALID
    assert [(each.code, each.line, each.column, each.message) for each in result.diagnostics] == [
        ("TF721", 8, 11, "TLC's parser: Unknown operator: `nowhere'"),
        ("TF721", 8, 21, "TLC's parser: Unknown operator: `nothing'"),
    ]


def test_what_pcal_trans_refuses_is_invalid_input(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x = 0;\n{ a: x := 1; }")
    result = check_with_tlc(with_text(workspace, workspace.source.text.replace("x := 1", "x := ")))
    assert result.verdict == Verdict.INVALID
    assert [(each.code, each.line) for each in result.diagnostics] == [("TF710", 6)]


def test_a_run_out_of_time_is_incomplete(write_workspace: WriteWorkspace) -> None:
    result = check_with_tlc(write_workspace(ENDLESS, "CHECK_DEADLOCK FALSE"), timeout=3)
    assert result.verdict == Verdict.INCOMPLETE
    assert result.limit == "timeout"
    assert result.violations == ()


def test_no_time_for_the_translation_is_incomplete_too(write_workspace: WriteWorkspace) -> None:
    result = check_with_tlc(write_workspace(ENDLESS), timeout=0)
    assert result.verdict == Verdict.INCOMPLETE
    assert result.stats is None


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_a_run_out_of_time_leaves_no_process_behind(write_workspace: WriteWorkspace, tools: Toolchain, tmp_path: Path) -> None:
    jar = tmp_path / "own.jar"
    shutil.copyfile(tools.jar, jar)
    own = Toolchain(tools.java, tools.java_origin, jar, "test", tools.sha256)
    check_with_tlc(write_workspace(ENDLESS), timeout=3, toolchain=own)
    assert not [line for line in command_lines() if str(jar) in line]


def command_lines() -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
            except OSError:
                continue
    return found


def test_too_little_memory_is_incomplete(write_workspace: WriteWorkspace) -> None:
    algorithm = "variables s = {};\n{ a: while (TRUE) { s := SUBSET (1..24); } }"
    result = check_with_tlc(write_workspace(algorithm), memory="16m")
    assert (result.verdict, result.limit) == (Verdict.INCOMPLETE, "memory")


def test_eight_checks_of_one_folder_at_once_agree_and_write_nothing_there(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x = 0;\nprocess (Q \\in 1..3) { a: x := x + 1; b: x := x - 1; }", folder="two words ü")
    folder = workspace.path.parent
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    results: list[Any] = []

    def one() -> None:
        result = check_with_tlc(workspace)
        assert result.stats is not None
        results.append((result.verdict, result.stats.generated, result.stats.distinct, result.stats.depth))

    threads = [threading.Thread(target=one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [(Verdict.HOLDS, 56, 27, 7)] * 8
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_nothing_is_left_in_the_temporary_folder(write_workspace: WriteWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch here"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    assert check_with_tlc(write_workspace("variables x = 0;\n{ a: x := 1; }")).verdict == Verdict.HOLDS
    assert list(scratch.iterdir()) == []


def test_a_module_may_have_another_name_than_the_file_and_a_translation_in_it(tmp_path: Path) -> None:
    text = "---- MODULE Named ----\nEXTENDS Integers, TLC\n(* --algorithm p {\nvariables x = 0;\n{ a: x := 1; }\n} *)\n"
    text += "\\* BEGIN TRANSLATION\nVARIABLES wrong\n\\* END TRANSLATION\n====\n"
    (tmp_path / "Protocol.tla").write_text(text)
    result = check_with_tlc(load(tmp_path))
    assert result.verdict == Verdict.HOLDS
    assert (tmp_path / "Protocol.tla").read_text() == text


def test_modules_beside_the_protocol_are_found(tmp_path: Path) -> None:
    (tmp_path / "Helper.tla").write_text("---- MODULE Helper ----\nEXTENDS Integers\nNext2(n) == n + 1\n====\n")
    (tmp_path / "Protocol.tla").write_text(
        "---- MODULE Protocol ----\nEXTENDS Integers, TLC, Helper\n(* --algorithm p {\nvariables x = 0;\n{ a: x := 1; }\n} *)\n====\n"
    )
    assert check_with_tlc(load(tmp_path)).verdict == Verdict.HOLDS


def test_endless_loops_without_pc_are_understood(write_workspace: WriteWorkspace) -> None:
    algorithm = (
        "variables L = FREE, M = FREE, n = 0;\n"
        "process (P \\in {A}) variables mine = 0; { a: while (TRUE) { await n < 2; n := n + 1; mine := n; } }\n"
        "process (Q \\in {B}) { b: while (TRUE) { assert n < 2; } }"
    )
    workspace = write_workspace(algorithm, AB_CONSTANTS, topology=AB, constants="CONSTANTS A, B, FREE")
    violation = check_with_tlc(workspace).violations[0]
    assert violation.property == "Assertion"
    assert steps(violation.trace) == ["A.a", "A.a"]
    assert violation.trace[-1].state.pc == {"A": "a", "B": "b"}
    assert violation.trace[-1].state.locals == {"A": {"mine": 2}}
    assert violation.failing == Step("B", "b", 7, 23)
    assert first_refused(workspace, violation.trace) is None


def test_a_step_that_leaves_pc_alone_is_given_to_the_agent_whose_locals_changed(write_workspace: WriteWorkspace) -> None:
    algorithm = (
        "variables n = 0;\ndefine { Low == n < 3 }\n"
        "process (P \\in 1..2) variables mine = 0; { a: while (TRUE) { await mine < self; mine := mine + 1; n := n + 1; }; b: skip; }"
    )
    workspace = write_workspace(algorithm, "INVARIANT Low")
    violation = check_with_tlc(workspace).violations[0]
    assert violation.property == "Low"
    assert sorted(steps(violation.trace)) == ["1.a", "2.a", "2.a"]
    assert first_refused(workspace, violation.trace) is None


def test_constants_of_every_kind_reach_tlc(write_workspace: WriteWorkspace) -> None:
    algorithm = "variables x = N, y = Name, z \\in Set, w = Other;\n{ a: x := x + 1; assert Yes; }"
    config = 'CONSTANTS N = 3\nName = "text"\nSet = {1, 2}\nYes = TRUE\nM = M\nOther <- Mine'
    result = check_with_tlc(write_workspace(algorithm, config, constants="CONSTANTS N, Name, Set, Yes, M, Other\nMine == M"))
    assert result.verdict == Verdict.HOLDS
    assert result.stats is not None
    assert result.stats.distinct == 4


def test_java_that_cannot_run_is_a_tool_failure(write_workspace: WriteWorkspace, tools: Toolchain, tmp_path: Path) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\necho no virtual machine today\nexit 3\n")
    java.chmod(0o755)
    own = Toolchain(java, "test", tools.jar, tools.jar_origin, tools.sha256)
    with pytest.raises(ToolFailed, match="no virtual machine today"):
        check_with_tlc(write_workspace("variables x = 0;\n{ a: x := 1; }"), toolchain=own)


def test_missing_tools_are_reported_before_anything_else(write_workspace: WriteWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = write_workspace("variables x = 0;\n{ a: x := 1; }")
    monkeypatch.setenv("TRACEFIX_JAVA", os.devnull)
    with pytest.raises(ToolMissing):
        check_with_tlc(workspace)


def test_what_tlc_refuses_in_the_configuration_is_said_in_its_words(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x = N;\n{ a: x := 1; }", "CONSTANT N = 1", constants="CONSTANT N")
    without = replace(workspace, config=replace(workspace.config, constants={**workspace.config.constants, "N": -1}))
    result = check_with_tlc(without)
    assert result.verdict == Verdict.INVALID
    assert [each.code for each in result.diagnostics] == ["TF722"]
    assert result.diagnostics[0].message.startswith("TLC refuses the configuration: TLC found an error in the configuration file")


def test_an_assumption_that_is_false_is_invalid_input(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x = 0;\n{ a: x := 1; }", after="Unused == 1 + 2")
    result = check_with_tlc(with_text(workspace, workspace.source.text.replace("Unused == 1 + 2", "ASSUME 1 = 2")))
    assert result.verdict == Verdict.INVALID
    assert [each.code for each in result.diagnostics] == ["TF724"]


def test_a_syntax_error_that_only_sany_sees_is_placed_in_the_authors_file(write_workspace: WriteWorkspace) -> None:
    workspace = write_workspace("variables x = 0;\n{ a: x := 1; }", after="Unused == 1 + 2")
    result = check_with_tlc(with_text(workspace, workspace.source.text.replace("1 + 2", "1 ++ ++ 2")))
    assert [(each.code, each.line) for each in result.diagnostics] == [("TF721", 8)]
    assert result.diagnostics[0].message.startswith("TLC's parser: Was expecting")


@pytest.mark.parametrize(
    ("unit", "codes"),
    [
        ("ASSUME 1 = 2", ["TF511"]),
        ("ASSUMPTION N > 2", ["TF511"]),
        ("ASSUME Named == N = 3", ["TF511"]),
        ('ASSUME N = "two"', ["TF511"]),
        ("ASSUME N = 2 /\\ \\A n \\in 1..N : n # 3", []),
        ("AXIOM N = 3", []),
        ("THEOREM N = 3", []),
    ],
)
def test_an_assumption_that_is_false_or_has_no_value_stops_both(write_workspace: WriteWorkspace, unit: str, codes: list[str]) -> None:
    algorithm = "variables x = 0;\nprocess (Q = 1) { a: x := 1; }"
    workspace = write_workspace(algorithm, "CONSTANT N = 2", constants=f"CONSTANT N\n{unit}")
    try:
        lower(workspace)
        found = []
    except InvalidInput as error:
        found = [diagnostic.code for diagnostic in error.diagnostics]
    assert found == codes
    unaware = replace(workspace, module=replace(workspace.module, assumptions=()))
    assert check_with_tlc(unaware).verdict is (Verdict.INVALID if codes else Verdict.HOLDS)
