"""Reductions find what the search of every state finds: the argument is docs/reductions.md, this is the evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus_cases import Case, corpus_cases, example_cases
from protocol_generator import sample
from protocol_texts import workspace
from reduction_outcomes import reduction_differences

from tracefix.checker import check, lower
from tracefix.checker.independence import Independence
from tracefix.checker.liveness import live_variables
from tracefix.checker.reduction import dead_variables
from tracefix.workspace import Workspace

CASES = [*corpus_cases("holds", "deadlock", "violated", "livelock"), *example_cases()]
PER_SEED = 50


@pytest.mark.parametrize("case", CASES, ids=str)
def test_reductions_find_the_same_in_the_corpus(case: Case) -> None:
    assert not reduction_differences(case.folder, 3_000)


@pytest.mark.parametrize("seed", range(6))
def test_reductions_find_the_same_in_random_protocols(seed: int, tmp_path: Path) -> None:
    compared = 0
    for index, protocol in enumerate(sample(PER_SEED, 500 + seed)):
        problems = reduction_differences(protocol.write(tmp_path / str(index)), 2_000)
        assert not problems, f"{problems}\n{protocol!r}"
        compared += problems is not None
    assert compared > PER_SEED // 2


def live(space: Workspace) -> dict[str, frozenset[str]]:
    system = lower(space)
    return dict(live_variables(system.bodies[0], system.processes[0].locals.keys()))


def test_a_variable_is_live_from_its_writing_to_its_last_reading(tmp_path: Path) -> None:
    space = workspace(
        tmp_path,
        "variables x = 0;\n"
        "process (p = 1) variables i = 0, j = 0; { a: i := x; b: j := i; c: while (j < 2) { d: j := j + 1; }; e: if (x = 0) { goto b; } }",
    )
    none, i, j = frozenset[str](), frozenset({"i"}), frozenset({"j"})
    assert live(space) == {"a": none, "b": i, "c": i | j, "d": i | j, "e": i}


def test_right_sides_are_read_before_anything_is_written(tmp_path: Path) -> None:
    space = workspace(tmp_path, "process (p = 1) variables i = 0, j = 1; { a: i := j || j := i; b: print i; }")
    assert live(space) == {"a": frozenset({"i", "j"}), "b": frozenset({"i"})}


def test_a_component_that_is_written_keeps_the_rest_alive(tmp_path: Path) -> None:
    space = workspace(tmp_path, "process (p = 1) variables f = <<1, 2>>; { a: f[1] := 3; b: print f[2]; }")
    assert live(space) == {"a": frozenset({"f"}), "b": frozenset({"f"})}


def test_a_local_variable_that_an_invariant_reads_never_rests(tmp_path: Path) -> None:
    text = "process (p = 1) variables i = 0; { a: i := 1; b: skip; }"
    assert dead_variables(lower(workspace(tmp_path / "without", text))).dead[0] == {"a": (1,), "b": (1,), "Done": (1,)}
    space = workspace(tmp_path / "with", text, config="INVARIANT Small", after="Small == i < 1")
    assert not any(dead_variables(lower(space)).dead[0].values())
    found = check(space, reduce="full")
    assert [violation.property for violation in found.violations] == ["Small"]


def test_a_trace_shows_the_true_values_of_dead_variables(tmp_path: Path) -> None:
    space = workspace(tmp_path, "process (p = 1) variables i = 0; { a: i := 7; b: await FALSE; }")
    (violation,) = check(space, reduce="safe").violations
    assert [entry.state.locals["1"]["i"] for entry in violation.trace] == [0, 7]


def test_local_steps_of_one_agent_are_not_interleaved_with_those_of_others(tmp_path: Path) -> None:
    steps = " ".join(f"{{0}}{number}: skip;" for number in range(5))
    space = workspace(tmp_path, "\n".join(f"process (p{i} = {i}) {{ {steps.replace('{0}', f'l{i}_')} }}" for i in (1, 2, 3)))
    none, full = (check(space, reduce=reduction).stats for reduction in ("none", "full"))
    assert none is not None
    assert full is not None
    assert (none.distinct, full.distinct) == (6**3, 3 * 5 + 1)


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a test for an empty queue", "await q # <<>> \\/ q = <<>>;"),
        ("a test for room in a queue", "await Len(q) < 2;"),
        ("a look at the program counter", 'await pc[1] = "Done" \\/ q = <<>>;'),
        ("another sender", "q := Append(q, 2);"),
    ],
)
def test_a_send_that_others_may_notice_is_not_taken_first(what: str, text: str, tmp_path: Path) -> None:
    space = workspace(tmp_path, f"variables q = <<>>;\nprocess (s = 1) {{ a: q := Append(q, 1); }}\nprocess (r = 2) {{ b: {text} }}")
    system = lower(space)
    sent = {2: (1,)}
    assert not Independence(system).stable(0, system.initial[0], [2], sent, "Done"), what


def test_a_send_to_a_receiver_that_waits_is_taken_first(tmp_path: Path) -> None:
    text = "await q # <<>>; q := Tail(q);"
    space = workspace(tmp_path, f"variables q = <<>>;\nprocess (s = 1) {{ a: q := Append(q, 1); }}\nprocess (r = 2) {{ b: {text} }}")
    system = lower(space)
    assert Independence(system).stable(0, system.initial[0], [2], {2: (1,)}, "Done")
    assert not Independence(system).stable(1, system.initial[0], [2], None, None)


def test_a_step_backwards_is_never_taken_first(tmp_path: Path) -> None:
    """Two agents that go round on their own would otherwise hide each other."""
    space = workspace(
        tmp_path, "variables x = 0;\nprocess (p = 1) { a: skip; b: goto a; }\nprocess (q = 2) { c: x := 1; d: assert x = 0; }"
    )
    assert [violation.property for violation in check(space, reduce="full").violations] == ["Assertion"]
