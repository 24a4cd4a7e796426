"""The compiled search where it has to grow, to walk wide trees, or to go on with what the Python loop began."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from corpus_cases import Case, corpus_cases
from protocol_texts import workspace

from tracefix.checker import CheckResult, check, checking, chunks, explorer, lower
from tracefix.checker.loop import PythonSearch
from tracefix.checker.search import Limits
from tracefix.checker.tables import Tables
from tracefix.workspace import Workspace

VALID = corpus_cases("holds", "deadlock", "violated", "livelock")
EVALUATED = [case for case in corpus_cases("invalid") if case.expected["stage"] == "evaluation"]


def counts(result: CheckResult) -> tuple[int, int, int]:
    assert result.stats is not None
    return result.stats.distinct, result.stats.generated, result.stats.depth


def lasting(result: CheckResult) -> CheckResult:
    """The result without what may differ from run to run: time, threads, and memory, which differs between the searches."""
    assert result.stats is not None
    return replace(result, stats=replace(result.stats, seconds=0.0, bytes_per_state=0.0, threads=1))


def kernel_search(space: Workspace) -> Any:
    tables = Tables(lower(space))
    return explorer.KernelSearch(tables, Limits(), PythonSearch(tables, Limits(), None, True))


def three_counters(folder: Path, top: int) -> Workspace:
    processes = "\n".join(f"process (p{i} = {i}) {{ a{i}: while (c{i} < {top}) {{ c{i} := c{i} + 1; }} }}" for i in (1, 2, 3))
    return workspace(folder, f"variables c1 = 0, c2 = 0, c3 = 0;\n{processes}")


@pytest.mark.parametrize("top", [1, 7, 40])
def test_counters_that_outgrow_their_fields_are_counted_exactly(top: int, tmp_path: Path) -> None:
    found = check(three_counters(tmp_path, top), engine="kernel")
    each = top + 2
    assert found.verdict == "holds"
    assert counts(found) == (each**3, 1 + 3 * (top + 1) * each**2 + 1, 3 * (top + 1) + 1)


def test_the_layout_grows_while_the_search_runs(tmp_path: Path) -> None:
    search = kernel_search(three_counters(tmp_path, 40))
    before = search.layout
    assert search.run().kind == "finished"
    widths = [width for _, _, width in search.layout.fields]
    assert widths[3:] >= [6, 6, 6]
    assert [width for _, _, width in before.fields][3:] == [0, 0, 0]


def long_array(folder: Path, slots: int, top: int) -> Workspace:
    """One process that counts up each of many components: few states of many words."""
    return workspace(
        folder,
        f"variables f = [n \\in 1..{slots} |-> 0], at = 1;\n"
        f"process (p = 0) {{ a: while (at <= {slots}) {{ if (f[at] < {top}) {{ f[at] := f[at] + 1; }} else {{ at := at + 1; }} }} }}",
    )


@pytest.mark.parametrize(("slots", "top", "words"), [(30, 4, 2), (80, 9, 6), (100, 12, 8)])
def test_states_of_several_words_are_moved_when_a_word_is_added(slots: int, top: int, words: int, tmp_path: Path) -> None:
    space = long_array(tmp_path, slots, top)
    search = kernel_search(space)
    assert search.layout.words == 1
    assert search.run().kind == "finished"
    assert search.layout.words >= words // 2
    steps = slots * (top + 1) + 1
    result = check(space, engine="kernel")
    assert counts(result) == (steps + 1, steps + 2, steps + 1)
    assert result.verdict == "holds"


def test_a_trace_across_several_layouts_is_replayed(tmp_path: Path) -> None:
    space = workspace(
        tmp_path,
        "variables x = 0, y = 0;\n"
        "process (p = 1) { a: while (x < 300) { x := x + 1; }; b: assert y < 40; }\n"
        "process (q = 2) { c: while (y < 40) { await x = 300; y := y + 1; } }",
    )
    found = check(space, engine="kernel")
    (violation,) = found.violations
    assert violation.property == "Assertion"
    assert len(violation.trace) == 300 + 1 + 40 + 1
    assert violation.trace[-1].state.globals == {"x": 300, "y": 40}


def test_more_successors_than_the_buffer_holds_enlarge_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resize = chunks.Chunk.resize
    space = workspace(tmp_path, "variables x = 0;\nprocess (p = 1) { a: with (n \\in 1..3000) { x := n; } }")
    made = []
    monkeypatch.setattr(chunks.Chunk, "resize", lambda chunk, words, block: (made.append(block), resize(chunk, words, block))[1])
    assert kernel_search(space).run().kind == "finished"
    assert sorted(set(made)) == [chunks.BLOCK, 2 * chunks.BLOCK, 4 * chunks.BLOCK]
    assert 2 * chunks.BLOCK <= 3000 < 4 * chunks.BLOCK
    assert counts(check(space, engine="kernel")) == (3001, 1 + 3000 + 3000, 2)


def test_more_initial_states_than_the_buffer_holds_are_all_stored(tmp_path: Path) -> None:
    space = workspace(tmp_path, "variables x \\in 1..2500;\nprocess (p = 1) { a: x := 0; }")
    assert counts(check(space, engine="kernel")) == (2501, 2500 + 2500 + 1, 2)


def wide_fork(folder: Path, arms: int) -> Workspace:
    """Each arm of a wide choice looks at a component of its own."""
    return workspace(
        folder,
        f"variables f = [n \\in 1..{arms} |-> 0], a = 0, b = 0, t = 0;\n"
        f"process (p = 0) {{ s: while (t < 2) {{ with (n \\in 1..{arms}) {{ await f[n] = 0 /\\ a = b; f[n] := 1; t := t + 1; }} }} }}",
    )


@pytest.mark.parametrize("arms", [3, 20, 120])
def test_a_choice_among_arms_that_look_at_different_variables_is_walked(arms: int, tmp_path: Path) -> None:
    found = check(wide_fork(tmp_path, arms), engine="kernel")
    pairs = comb(arms, 2)
    generated = 1 + arms + arms * (arms - 1) + pairs + 1 * pairs
    assert found.verdict == "holds"
    assert counts(found) == (1 + arms + pairs + pairs, generated, 4)


def test_an_arm_that_fails_is_told_apart_from_its_neighbours(tmp_path: Path) -> None:
    algorithm = (
        "variables f = [n \\in 1..40 |-> n % 7], t = 0;\n"
        "process (p = 0) { s: while (t < 3) { with (n \\in 1..40) { await f[n] < 3; assert f[n] # 2 \\/ t < 2; t := t + 1; } } }"
    )
    space = workspace(tmp_path, algorithm)
    python, kernel = (lasting(check(space, engine=engine, all=True)) for engine in ("python", "kernel"))
    assert kernel == python
    assert [(violation.property, len(violation.trace)) for violation in kernel.violations] == [("Assertion", 3)]


def test_ids_that_do_not_fit_the_python_loop_go_to_the_kernel(tmp_path: Path) -> None:
    space = workspace(tmp_path, "variables x \\in 1..66000;\nprocess (p = 1) { a: x := 0; }")
    assert counts(check(space, engine="python")) == (66001, 66000 + 66000 + 1, 2)


@pytest.mark.parametrize("states", [1, 2, 3, 10, 100])
@pytest.mark.parametrize("find_all", [False, True])
def test_the_kernel_goes_on_wherever_the_python_loop_stops(states: int, find_all: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    handed_over = 0
    original = checking._Check._hand_over

    def counted(self: Any) -> None:
        nonlocal handed_over
        handed_over += 1
        original(self)

    monkeypatch.setattr(checking, "HANDOVER_STATES", states)
    monkeypatch.setattr(checking._Check, "_hand_over", counted)
    for case in [*VALID, *EVALUATED]:
        assert lasting(check(case.folder, all=find_all)) == lasting(check(case.folder, all=find_all, engine="python")), case
    assert handed_over >= {1: 70, 2: 60, 3: 60, 10: 45, 100: 3}[states]


@pytest.mark.parametrize("case", [*VALID, *EVALUATED], ids=str)
def test_kernel_and_python_loop_give_the_same_result_from_the_start(case: Case) -> None:
    for options in ({}, {"all": True}, {"granularity": "op"}):
        python, kernel = (lasting(check(case.folder, engine=engine, **options)) for engine in ("python", "kernel"))
        assert kernel == python, options


def grid(folder: Path, size: int, door: str) -> Workspace:
    """Two walkers on a line each, back and forth; both may stop at 0 only. `door` is what closes behind them."""
    walk = (
        "{{ {p}1: while (TRUE) {{ either {{ await {v} < {size}; {v} := {v} + 1; }} or {{ await {v} > 0 /\\ {door}; {v} := {v} - 1; }}"
        " or {{ await {v} = 0; goto Done; }} }} }}"
    )
    processes = "\n".join(
        f"process (proc_{p} = {number}) " + walk.format(p=p, v=v, size=size, door=door.format(v=v))
        for number, (p, v) in enumerate((("a", "x"), ("b", "y")), start=1)
    )
    return workspace(folder, f"variables x = 0, y = 0;\n{processes}")


@pytest.mark.parametrize("size", [3, 60, 120])
def test_completion_is_found_reachable_from_everywhere(size: int, tmp_path: Path) -> None:
    found = check(grid(tmp_path, size, "TRUE"), engine="kernel")
    assert found.verdict == "holds"
    assert counts(found)[0] == (size + 2) ** 2


@pytest.mark.parametrize(("size", "door"), [(3, 2), (60, 1), (60, 59), (120, 90)])
def test_the_first_state_behind_a_door_that_closes_cannot_complete(size: int, door: int, tmp_path: Path) -> None:
    space = grid(tmp_path, size, f"{{v}} # {door}")
    found = check(space, engine="kernel")
    (violation,) = found.violations
    assert violation.property == "CompletionReachable"
    assert len(violation.trace) == door + 1
    assert lasting(found) == lasting(check(space, engine="python"))


def test_states_that_leave_the_constraint_may_complete_outside(tmp_path: Path) -> None:
    algorithm = "variables x = 0;\nprocess (p = 1) { a: while (TRUE) { x := x + 1; } }"
    inside = workspace(tmp_path / "cut", algorithm, config="CONSTRAINT Low", after="Low == x < 50")
    cycle = workspace(tmp_path / "cycle", algorithm.replace("x + 1", "(x + 1) % 50"), config="CONSTRAINT Low", after="Low == x < 50")
    for engine in ("python", "kernel"):
        assert check(inside, engine=engine).verdict == "holds"
        assert [violation.property for violation in check(cycle, engine=engine).violations] == ["CompletionReachable"]


def test_the_log_is_address_space_and_not_memory() -> None:
    from tracefix.checker.memory import reserve

    area = reserve(np.uint64, (1 << 28, 2))
    assert area.shape == (1 << 28, 2)
    assert not area[: 1 << 10].any()
    area[-1] = 7
    assert area[-1].tolist() == [7, 7]


@pytest.mark.parametrize("case", VALID, ids=str)
def test_the_result_is_the_same_with_any_number_of_threads(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of a few states make the threads meet at every turn: missing entries, new layouts, a growing table, violations."""
    expected = lasting(check(case.folder, engine="kernel", all=True))
    monkeypatch.setattr(explorer, "CHUNK", 3)
    for threads in (2, 4):
        assert lasting(check(case.folder, engine="kernel", all=True, threads=threads)) == expected


@pytest.mark.parametrize("arms", [3, 60])
def test_wide_choices_are_the_same_with_any_number_of_threads(arms: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    space = wide_fork(tmp_path, arms)
    expected = lasting(check(space, engine="kernel"))
    monkeypatch.setattr(explorer, "CHUNK", 5)
    for threads in (2, 3):
        assert lasting(check(space, engine="kernel", threads=threads)) == expected
