"""What an incomplete search says about its size."""

from __future__ import annotations

from pathlib import Path

import pytest
from protocol_texts import workspace

from tracefix.checker import CheckResult, Growth, Step, check
from tracefix.checker.growth import measure
from tracefix.checker.levels import KEPT, LevelHistory
from tracefix.checker.values import make_function
from tracefix.render.text import check_text
from tracefix.workspace import Workspace

engines = pytest.mark.parametrize("engine", ["python", "kernel"])

COUNTER = "variables x = 0, y = 0;\nprocess (p = 1) {\n  a: while (TRUE) {\n    b: x := x + 1;\n    c: y := 1 - y; } }"
TOKENS = """
variables ch = <<>>;
macro send(c, m) { c := Append(c, m); }
macro receive(c, v) { await Len(c) > 0; v := Head(c); c := Tail(c); }
process (p = "P") { a: while (TRUE) { send(ch, "x"); } }
process (q = "Q") variables m = ""; { e: while (TRUE) { receive(ch, m); } }
"""
WIDE = """
variables x = [i \\in 1..5 |-> 0];
process (big = "BIG") variables s = 0, t = 0; { a: while (TRUE) { s := (s + 1) % 5; b: either { t := 1; } or { t := 2; } } }
process (p \\in 1..5) variables n = 0; { c: while (n < 3) { n := n + 1; d: x[self] := 1 - x[self]; } }
"""


def incomplete(space: Workspace, engine: str, states: int) -> tuple[CheckResult, Growth]:
    result = check(space, engine=engine, max_states=states)
    assert result.verdict == "incomplete"
    assert result.growth is not None
    return result, result.growth


@engines
def test_a_counter_in_a_loop_is_named_with_the_label_that_makes_it_grow(engine: str, tmp_path: Path) -> None:
    result, growth = incomplete(workspace(tmp_path, COUNTER), engine, 999)
    assert growth.kind == "endless"
    assert growth.message == "x (0 to 333) grows for ever, made by 1 at b (line 8)"
    counter, other = growth.variables
    assert (counter.name, counter.line, counter.values, counter.extent, counter.growth) == ("x", 5, 334, "0 to 333", "endless")
    assert counter.step == Step("1", "b", 8, 5)
    assert (other.name, other.values, other.growth, other.step) == ("y", 2, "none", None)
    assert f"\ngrowth: {growth.message}\n" in check_text(result)


def test_growth_is_part_of_the_json_of_an_incomplete_check_only(tmp_path: Path) -> None:
    space = workspace(tmp_path, COUNTER)
    data = check(space, max_states=99).to_json()
    assert data["growth"] == {
        "kind": "endless",
        "message": "x (0 to 33) grows for ever, made by 1 at b (line 8)",
        "variables": [
            {
                "name": "x", "line": 5, "values": 34, "extent": "0 to 33", "growth": "endless",
                "step": {"agent": "1", "label": "b", "line": 8, "column": 5},
            },
            {"name": "y", "line": 5, "values": 2, "extent": "0 to 1", "growth": "none", "step": None},
        ],
        "agents": [{"agent": "1", "local_states": 3, "recent": 0, "share": 1.0}],
    }  # fmt: skip
    finished = check(workspace(tmp_path / "ends", "process (p = 1) { a: skip; }"))
    assert "growth" not in finished.to_json()


@engines
def test_a_history_that_only_gets_longer_is_named(engine: str, tmp_path: Path) -> None:
    algorithm = "process (p = 1) variables log = <<>>, t = 0; { a: while (TRUE) { t := 1 - t; b: log := Append(log, t); } }"
    _, growth = incomplete(workspace(tmp_path, algorithm), engine, 400)
    assert growth.message == "1.log (0 to 200 long) grows for ever, made by 1 at b (line 5)"


@engines
def test_a_channel_that_is_filled_faster_than_it_is_read_grows_for_ever(engine: str, tmp_path: Path) -> None:
    _, growth = incomplete(workspace(tmp_path, TOKENS), engine, 600)
    assert (growth.kind, growth.variables[0].name) == ("endless", "ch")
    assert growth.variables[0].step == Step("P", "a", 9, 21)


@engines
@pytest.mark.parametrize(
    "body",
    [
        "a: while (x < 5000) { x := x + 1; }",
        "a: while (TRUE) { await x # 5000; x := x + 1; }",
        "a: while (TRUE) { with (i = x) { x := i + 1; } }",
        "a: while (TRUE) { x := (x + 1) % 5000; }",
        "a: while (TRUE) { x := f[x]; }",
        "a: while (TRUE) { assert x < 5000; x := x + 1; }",
        "a: while (TRUE) { if (x = 5000) { x := 0; }; b: x := x + 1; }",
        "a: while (TRUE) { x := After(x); }",
    ],
)
def test_a_variable_that_decides_something_is_not_said_to_grow_for_ever(body: str, engine: str, tmp_path: Path) -> None:
    algorithm = f"variables x = 0, f = [i \\in 0..5000 |-> i + 1];\ndefine {{ After(i) == i + 1 }}\nprocess (p = 1) {{ {body} }}"
    _, growth = incomplete(workspace(tmp_path, algorithm), engine, 120)
    assert growth.kind == "steady"
    assert growth.message.startswith("x (0 to ")
    assert growth.message.endswith(f") has grown up to the end of the search, made by 1 at {'b' if ' b: ' in body else 'a'} (line 7)")


@engines
def test_two_variables_that_grow_in_one_loop_are_both_named(engine: str, tmp_path: Path) -> None:
    algorithm = "variables n = 0, log = <<>>;\nprocess (p = 1) { a: while (TRUE) { n := n + 1; b: log := Append(log, n); } }"
    _, growth = incomplete(workspace(tmp_path, algorithm), engine, 100)
    assert growth.message == "n (0 to 50) and log (0 to 50 long) grow for ever, made by 1 at a (line 6)"
    assert growth.variables[1].step == Step("1", "b", 6, 49)


@engines
def test_a_constraint_may_end_any_growth(engine: str, tmp_path: Path) -> None:
    space = workspace(tmp_path, COUNTER, config="CONSTRAINT Small", after="Small == x < 5000")
    assert incomplete(space, engine, 999)[1].kind == "steady"


@engines
def test_a_protocol_that_is_only_wide_names_the_agents_with_most_local_states(engine: str, tmp_path: Path) -> None:
    _, growth = incomplete(workspace(tmp_path, WIDE), engine, 4000)
    assert growth.kind == "wide"
    assert growth.message.startswith("no variable grows without end: 4,0")
    assert "states of 6 agents; most local states: BIG (" in growth.message
    assert growth.agents[0].agent == "BIG"
    assert [each.local_states for each in growth.agents] == sorted((each.local_states for each in growth.agents), reverse=True)
    assert sum(each.share for each in growth.agents) == pytest.approx(1.0)
    assert all(each.growth == "none" and each.step is None for each in growth.variables)


def test_hidden_variables_of_single_operations_are_not_named(tmp_path: Path) -> None:
    algorithm = "variables x = 0, y = 0;\nprocess (p = 1) { a: while (TRUE) { with (i = x) { y := i; x := i + 1; } } }"
    result = check(workspace(tmp_path, algorithm), granularity="op", max_states=200)
    assert result.growth is not None
    assert [each.name for each in result.growth.variables] == ["x", "y"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (-7, (0, 7)),
        ("text", (0, 0)),
        ((1, (2, 3)), (4, 3)),
        (frozenset({4, 5}), (0, 5)),
        (frozenset({"a", "b"}), (0, 0)),
        (make_function({"a": (1,), "b": 9}), (1, 9)),
    ],
)
def test_the_size_of_a_value_counts_elements_and_the_largest_integer(value: object, expected: tuple[int, int]) -> None:
    assert measure(value) == expected


def test_a_deep_search_keeps_evenly_spaced_levels() -> None:
    values: list[list[int]] = [[]]
    history = LevelHistory(values)
    for level in range(1, 3001):
        values[0].append(level)
        history.note(level, 2 * level)
    assert KEPT // 2 <= len(history.starts) <= KEPT
    assert [start.level for start in history.starts] == list(range(16, 3001, 16))
    start = history.before(1000)
    assert (start.level, start.states, start.sizes) == (992, 1984, (992,))
    assert history.before(3).sizes == (0,)
