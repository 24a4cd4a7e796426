"""Searches whose moves are watched: what a watcher sees, forbids and remembers, and claims about states."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracefix.checker import ENOUGH, Claim, Move, Verdict, check, enough, watch
from tracefix.workspace import Workspace, load

TOPOLOGY = """{"agents": [{"id": "A"}, {"id": "B"}],
 "resources": [{"id": "L", "type": "Lock"}, {"id": "S", "type": "Counter", "config": {"initial": 2}}],
 "channels": [{"id": "c", "from": "A", "to": "B", "labels": ["yes", "no"]}]}"""

PROTOCOL = r"""---- MODULE Protocol ----
EXTENDS Integers, Sequences, TLC
CONSTANTS A, B, FREE
(*
--algorithm Protocol {
    variables L = FREE, S = 2, c = <<>>;
    process (a \in {A}) variables n = 0; {
        a1: await L = FREE; L := self;
        a2: either { c := Append(c, "yes"); } or { c := Append(c, "no"); n := 1; };
        a3: L := FREE;
    }
    process (b \in {B}) variables m = ""; {
        b1: await S > 0; S := S - 1;
        b2: await c # <<>>; m := Head(c); c := Tail(c);
        b3: S := S + 1;
    }
}
*)
====
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "topology.json").write_text(TOPOLOGY, encoding="utf-8")
    (tmp_path / "Protocol.tla").write_text(PROTOCOL, encoding="utf-8")
    return load(tmp_path)


@pytest.mark.parametrize("engine", ["python", "kernel"])
def test_a_watcher_sees_every_way_through_every_step(workspace: Workspace, engine: str) -> None:
    seen: set[tuple[object, ...]] = set()

    def look(move: Move) -> bool:
        names = tuple(move.assigned())
        seen.add((move.agent, move.label, move.target, tuple((name, move.before(name), move.after(name)) for name in names if name != "L")))
        assert all(move.before(name) != move.after(name) for name in names)
        return True

    result = watch(workspace, look, engine=engine)
    assert (result.verdict, result.properties) == (Verdict.HOLDS, ())
    assert seen == {
        ("A", "a1", "a2", ()),
        ("A", "a2", "a3", (("c", (), ("yes",)),)),
        ("A", "a2", "a3", (("c", (), ("no",)),)),
        ("A", "a3", "Done", ()),
        ("B", "b1", "b2", (("S", 2, 1),)),
        ("B", "b2", "b3", (("c", ("yes",), ()),)),
        ("B", "b2", "b3", (("c", ("no",), ()),)),
        ("B", "b3", "Done", (("S", 1, 2),)),
    }


def test_a_watcher_sees_the_local_variables_and_a_state_in_which_the_move_is_made(workspace: Workspace) -> None:
    moves = []

    def look(move: Move) -> bool:
        if move.label == "a2":
            moves.append((move.local(), move.state))
        return True

    watch(workspace, look)
    assert sorted(local for local, _ in moves) == [(("a2", 0), ("a3", 0)), (("a2", 0), ("a3", 1))]
    assert all(state[0] == ("a2", 0) for _, state in moves)


@pytest.mark.parametrize("engine", ["python", "kernel"])
def test_what_comes_after_a_forbidden_move_alone_is_not_reached(workspace: Workspace, engine: str) -> None:
    labels = set()

    def look(move: Move) -> bool:
        labels.add(move.label)
        return "c" not in move.assigned() or move.after("c") != ("yes",)

    watch(workspace, look, engine=engine)
    assert labels == {"a1", "a2", "a3", "b1", "b2", "b3"}
    labels.clear()

    def stop(move: Move) -> bool:
        labels.add(move.label)
        return move.label != "a2"

    watch(workspace, stop, engine=engine)
    assert labels == {"a1", "a2", "b1"}


@pytest.mark.parametrize("engine", ["python", "kernel"])
def test_a_false_claim_has_a_shortest_trace_and_the_others_go_on(workspace: Workspace, engine: str) -> None:
    claims = [
        Claim("held", "A holds L at a2", lambda glance: glance.label("A") != "a2" or glance.value("L") is not None),
        Claim("quiet", "nothing is sent", lambda glance: glance.value("c") == ()),
        Claim("busy", "somebody is not done", lambda glance: not glance.complete()),
    ]
    result = watch(workspace, lambda move: True, claims=claims, engine=engine)
    assert {violation.property: len(violation.trace) for violation in result.violations} == {"quiet": 3, "busy": 7}
    assert [entry.step.label for entry in result.violations[0].trace[1:] if entry.step] == ["a1", "a2"]
    assert result.violations[0].message == "quiet is false: nothing is sent"


@pytest.mark.parametrize("engine", ["python", "kernel"])
def test_what_is_remembered_is_part_of_the_state(workspace: Workspace, engine: str) -> None:
    def look(move: Move) -> bool:
        if move.label == "b1":
            move.remember(("B", move.memory[1] + 1))
        return True

    claim = Claim("never", "B does not begin", lambda glance: glance.memory == ("nobody", 0))
    result = watch(workspace, look, start=("nobody", 0), claims=[claim], engine=engine)
    trace = result.violations[0].trace
    assert [entry.state.globals["tf_memory"] for entry in trace] == [("nobody", 0), ("B", 1)]


def test_a_search_may_begin_in_a_state_that_another_one_saw(workspace: Workspace) -> None:
    states = []

    def look(move: Move) -> bool:
        if move.label == "a3":
            states.append(move.state)
        return True

    watch(workspace, look)
    labels = set()

    def note(move: Move) -> bool:
        labels.add(move.label)
        return True

    watch(workspace, note, initial=states[0])
    assert "a1" not in labels
    assert "a3" in labels


def test_a_watcher_may_end_the_search(workspace: Workspace) -> None:
    def look(move: Move) -> bool:
        if move.label == "a2":
            enough()
        return True

    result = watch(workspace, look)
    assert (result.verdict, result.limit) == (Verdict.INCOMPLETE, ENOUGH)


def test_a_watched_search_has_the_states_of_a_check_and_its_limit(workspace: Workspace) -> None:
    plain = check(workspace, reduce="none")
    assert plain.stats is not None
    assert plain.stats.distinct == 20
    assert watch(workspace, lambda move: True, max_states=20).verdict is Verdict.HOLDS
    result = watch(workspace, lambda move: True, max_states=19)
    assert (result.verdict, result.limit) == (Verdict.INCOMPLETE, "max-states")
