"""`tracefix suite`: list, show, check, schema; results that are kept."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tracefix.cli.app import cli
from tracefix.suite import Options, TaskResult, examine, known_ids, read_results, write_results

from .conftest import SAMPLE, Edit

QUICK = ("--native-only", "--max-states", "2000")


def suite(*arguments: str) -> tuple[int, str, str]:
    """Status, standard output and standard error."""
    done = CliRunner().invoke(cli, ["suite", *arguments], standalone_mode=False)
    assert done.exception is None, done.exception
    return int(done.return_value), done.stdout, done.stderr


def without_seconds(text: str) -> str:
    return re.sub(r"\d+\.\d\d", "0.00", text)


def test_check_prints_one_table_and_says_that_nothing_is_wrong() -> None:
    status, out, err = suite("check", str(SAMPLE), *QUICK)
    assert (status, err) == (0, "1 task, 1 reference, 4 attempts: no problems\n")
    assert without_seconds(out) == (
        "task             agents  locks  channels  counters  outcome                   states  native s\n"
        "12E                   3      2         3         0  holds                         46      0.00\n"
        "12E oven_first                                      Deadlock in 6                 23      0.00\n"
        "12E order_again                                     ChannelsDrained in 23         47      0.00\n"
        "12E half_a_line                                     invalid                               0.00\n"
        "12E counts_pies                                     incomplete: COOK.c_tries   2,001      0.00\n"
    )


def test_check_runs_both_engines_and_compares_them(edited: Edit) -> None:
    # TLC would take its whole time for an attempt that has no end.
    endless = "  counts_pies: {kind: too-large, grows: COOK.c_tries, text: The cook counts burnt pies for ever}\n"
    folder = edited(yaml=(endless, ""))
    (folder / "attempts" / "counts_pies.tla").unlink()
    (folder / "expected.json").unlink()
    status, out, err = suite("check", str(folder), "--json")
    assert status == 150
    assert "error TF823: there is no expected.json" in err
    assert err.endswith("1 task, 1 reference, 3 attempts: problems in 12E\n")
    [task] = json.loads(out)["tasks"]
    runs = {"reference": task["reference"], **task["attempts"]}
    assert [run["agree"] for run in runs.values()] == [True, True, True, True]
    assert {name: (run["tlc"]["verdict"], run["tlc"]["distinct"]) for name, run in runs.items()} == {
        "reference": ("holds", 46), "oven_first": ("violated", 23), "order_again": ("violated", 47), "half_a_line": ("invalid", None),
    }  # fmt: skip
    assert runs["half_a_line"]["tlc"]["limit"] == "pcal.trans"


@pytest.mark.parametrize(("option", "lines"), [("--references", ["12E"]), ("--attempts", ["12E", "12E", "12E", "12E"])])
def test_check_may_run_one_kind_of_protocols(option: str, lines: list[str]) -> None:
    status, out, _ = suite("check", str(SAMPLE), option, *QUICK)
    assert (status, [line.split()[0] for line in out.splitlines()[1:]]) == (0, lines)


def test_check_in_json_has_all_numbers() -> None:
    status, out, _ = suite("check", str(SAMPLE), "--json", *QUICK)
    data = json.loads(out)
    [task] = data["tasks"]
    assert (status, data["schema"], task["task"], task["valid"], task["statements"]) == (0, "tracefix.suite/1", "12E", True, 13)
    assert task["sizes"] == {"agents": 3, "locks": 2, "channels": 3, "counters": 0}
    native = {key: task["reference"]["native"][key] for key in ("verdict", "distinct", "generated", "depth")}
    assert native == {"verdict": "holds", "distinct": 46, "generated": 63, "depth": 22}
    assert task["attempts"]["oven_first"]["cause"] == "circular-wait"
    assert task["attempts"]["counts_pies"]["drives"] == ["COOK.c_tries", "COOK"]
    assert (task["broken"], task["diagnostics"]) == ([], [])


def test_a_statement_that_does_not_hold_is_shown_with_place_and_way(edited: Edit) -> None:
    folder = edited(
        yaml=(
            "order: {first: {tool: BAKER.knead}, then: {tool: COOK.bake_pie, outcome: any}}",
            "order: {first: {done: COOK}, then: {done: BAKER}}",
        )
    )
    status, out, err = suite("check", str(folder), *QUICK)
    assert status == 150
    assert out.splitlines()[1].startswith("12E ")
    line = (folder / "task.yaml").read_text(encoding="utf-8").split("\n").index("  - order: {first: {done: COOK}, then: {done: BAKER}}") + 1
    assert f"task.yaml:{line}:5: error TF820: BAKER is done before COOK is done" in err
    assert "hint: reached by BAKER.b_worktop -> BAKER.knead -> BAKER.b_oven -> BAKER.warm_up -> BAKER.b_away -> BAKER.b_clear" in err
    assert err.endswith("1 task, 1 reference, 4 attempts: problems in 12E\n")


def test_an_attempt_that_ends_otherwise_is_shown_at_its_place(edited: Edit) -> None:
    folder = edited(yaml=("cause: circular-wait", "cause: sender-finished"))
    status, _, err = suite("check", str(folder), "--attempts", *QUICK)
    assert status == 150
    assert "error TF824: oven_first: the cause found is circular-wait, not sender-finished" in err
    folder = edited(yaml=("grows: COOK.c_tries", "grows: WAITER.w_msg"))
    _, _, err = suite("check", str(folder), "--attempts", *QUICK)
    assert "error TF824: counts_pies: what makes it large is COOK.c_tries, COOK, not WAITER.w_msg" in err


def test_an_attempt_that_is_not_too_large_or_parses_is_wrong(edited: Edit) -> None:
    folder = edited()
    text = (folder / "protocol.tla").read_text(encoding="utf-8")
    for name in ("counts_pies", "half_a_line", "oven_first"):
        (folder / "attempts" / f"{name}.tla").write_text(text.replace("MODULE protocol", f"MODULE {name}"), encoding="utf-8")
    _, _, err = suite("check", str(folder), "--attempts", *QUICK)
    assert "counts_pies: it should be too large, and the verdict is holds" in err
    assert "half_a_line: it should not parse, and the verdict is holds" in err
    assert "oven_first: it should violate Deadlock, and the verdict is holds" in err


def test_expected_counts_are_compared(edited: Edit) -> None:
    folder = edited()
    expected = folder / "expected.json"
    data = json.loads(expected.read_text(encoding="utf-8"))
    data["reference"]["native"]["distinct"] = 45
    data["attempts"]["order_again"]["trace"] = 22
    data["attempts"]["gone"] = {"verdict": "invalid"}
    expected.write_text(json.dumps(data), encoding="utf-8")
    messages = [problem.message for problem in examine(str(folder), Options(tlc=False, max_states=2000)).problems]
    assert messages == [
        "distinct of the reference, native: 45 expected, 46 found",
        f"attempt order_again: {data['attempts']['order_again']} expected, {data['attempts']['order_again'] | {'trace': 23}} found",
        "there is no attempt gone",
    ]
    for text in ("{}", "nothing", "[]"):
        expected.write_text(text, encoding="utf-8")
        problems = examine(str(folder), Options(tlc=False, attempts=False)).problems
        assert [(problem.code, problem.message) for problem in problems] == [("TF823", "expected.json cannot be read")]
    expected.unlink()
    problems = examine(str(folder), Options(tlc=False, attempts=False)).problems
    assert [(problem.code, problem.message) for problem in problems] == [("TF823", "there is no expected.json")]


def test_kept_results_are_not_measured_again(edited: Edit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, file = edited(), tmp_path / "kept" / "results.json"
    first = suite("check", str(folder), "--results", str(file), *QUICK)
    assert first[0] == 0
    kept = file.read_text(encoding="utf-8")

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("something is searched again")

    import tracefix.suite.examining as examining

    for name in ("run_reference", "run_attempt", "broken_statements"):
        monkeypatch.setattr(examining, name, refuse)
    assert suite("check", str(folder), "--results", str(file), *QUICK) == first
    assert file.read_text(encoding="utf-8") == kept
    monkeypatch.undo()
    # A change of the folder makes what is kept worthless.
    edited(markdown=("A small kitchen", "A tiny kitchen"))
    assert suite("check", str(folder), "--results", str(file), *QUICK)[0] == 0
    assert file.read_text(encoding="utf-8") != kept


def test_a_stopped_run_goes_on_where_it_was(edited: Edit, tmp_path: Path) -> None:
    folder, file = edited(), tmp_path / "results.json"
    suite("check", str(folder), "--references", "--results", str(file), *QUICK)
    half = read_results(file)["12E"]
    assert (half.reference is not None, half.attempts) == (True, {})
    suite("check", str(folder), "--results", str(file), *QUICK)
    whole = read_results(file)["12E"]
    assert (whole.reference, list(whole.attempts)) == (half.reference, ["oven_first", "order_again", "half_a_line", "counts_pies"])


def test_results_come_back_from_their_file_as_they_were(tmp_path: Path) -> None:
    result = examine(str(SAMPLE), Options(tlc=False, max_states=2000))
    write_results(tmp_path / "a.json", {"12E": result})
    assert read_results(tmp_path / "a.json") == {"12E": result}
    assert read_results(tmp_path / "none.json") == {}
    assert isinstance(result, TaskResult)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"schema": "tracefix.check/1"}', '{"schema": "tracefix.suite/1", "tasks": [{}]}'])
def test_a_file_that_holds_no_results_is_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(cli, ["suite", "check", str(SAMPLE), "--results", str(file)], standalone_mode=False)
    assert str(done.exception) == f"{file}: error TF806: this is no file of results of the suite"
    assert file.read_text(encoding="utf-8") == text


def test_results_that_cannot_be_written_have_a_status_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tracefix.suite.store.os.replace", refuse)
    file = tmp_path / "results.json"
    done = CliRunner().invoke(cli, ["suite", "check", str(SAMPLE), "--references", "--results", str(file), *QUICK])
    assert (done.exit_code, file.exists()) == (74, False)
    assert f"cannot write {file}: permission denied" in done.stderr


def test_static_checks_search_nothing(edited: Edit) -> None:
    assert suite("check", str(SAMPLE), "--static") == (0, "", f"{SAMPLE}: 0 errors, 0 warnings\n")
    folder = edited(yaml=("fault: slow", "fault: late"))
    status, out, err = suite("check", str(folder), "--static", "--json")
    assert (status, json.loads(out)["tasks"][0]["valid"]) == (150, False)
    assert [each["code"] for each in json.loads(out)["tasks"][0]["diagnostics"]] == ["TF806"]
    assert err.endswith(f"{folder}: 1 error, 0 warnings\n")


def test_an_invalid_task_is_not_searched(edited: Edit) -> None:
    folder = edited(yaml=("fault: slow", "fault: late"))
    status, out, err = suite("check", str(folder), *QUICK)
    assert (status, out) == (150, "")
    assert "error TF806" in err


def test_show_prints_description_tools_objectives_and_attempts() -> None:
    status, out, err = suite("show", str(SAMPLE))
    assert (status, err) == (0, "")
    assert out.startswith(f"12E  Collaborative kitchen\n{SAMPLE}\n\n# A pie for one guest\n")
    assert 'BAKER: makes the dough and heats the oven\n  knead(what="dough"): 4 s, needs WORKTOP\n  heat(degrees=200): 2.5 s, needs' in out
    assert 'COOK: bakes the pie\n  bake(what="pie"): 9 s, needs OVEN, may fail\n' in out
    assert "objectives\n  The dough is kneaded\n" in out
    assert out.endswith("  counts_pies (too-large): The cook counts burnt pies for ever\n")
    data = json.loads(suite("show", str(SAMPLE), "--json")[1])
    assert (data["id"], data["task_yaml"]["agents"]["COOK"]["tools"]["bake_pie"]["needs"]) == ("12E", ["OVEN"])


def test_list_names_every_task_in_the_order_of_the_table() -> None:
    status, out, err = suite("list")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(known_ids())
    tasks = json.loads(suite("list", "--json")[1])["tasks"]
    assert [task["id"] for task in tasks] == list(known_ids())
    assert all(task["sizes"]["agents"] >= 3 for task in tasks)


def test_schema_prints_the_json_schema() -> None:
    status, out, _ = suite("schema")
    assert (status, json.loads(out)["title"]) == (0, "Task")


def test_what_is_no_task_has_a_diagnostic_and_a_status() -> None:
    status, out, err = suite("check", "17E")
    assert (status, out) == (150, "")
    assert "error TF802: 17E is no task of the suite" in err


def test_the_progress_bar_alone_loads_rich() -> None:
    code = f"""
import sys
from click.testing import CliRunner
from tracefix.cli.app import cli
CliRunner().invoke(cli, ["suite", "check", {str(SAMPLE)!r}, "--references", "--native-only"])
assert "rich" not in sys.modules
from tracefix.cli.bar import Bar
class Terminal:
    def isatty(self): return True
    def write(self, text): return len(text)
    def flush(self): pass
sys.stderr = Terminal()
with Bar(2) as bar:
    bar.start("12E")
    bar.tell("reference: 46 states")
    bar.done()
print("rich" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
