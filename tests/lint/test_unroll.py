"""Agents unrolled by what their variables and locks are known to be, and what must have happened before."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus_cases import Case, corpus_cases, example_cases
from protocol_texts import workspace

from tracefix.checker import Interpreter, State, lower, to_tla
from tracefix.lint import unroll as unrolling
from tracefix.lint.history import MOST, History
from tracefix.lint.operations import LOCK, Kind, Place
from tracefix.lint.protocol import read_protocol
from tracefix.lint.unroll import Unrolled
from tracefix.lint.values import text
from tracefix.workspace import load

HEAD = """variables L = FREE, ab = <<>>, ba = <<>>, flag = FALSE;
macro acquire(lock) { await lock = FREE; lock := self; }
macro release(lock) { assert lock = self; lock := FREE; }
macro send(channel, label) { channel := Append(channel, label); }
macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }
"""


def history(folder: Path, a: str, b: str = "b1: skip;") -> History:
    algorithm = f"""{HEAD}
        process (p_a \\in {{A}}) variables n = 0, v = "", w \\in {{1, 2}}; {{ {a} }}
        process (p_b \\in {{B}}) variables m = ""; {{ {b} }}"""
    return History(read_protocol(workspace(folder, algorithm, constants="A, B, FREE")))


def rests(graph: Unrolled) -> list[tuple[str, dict[str, object], list[str]]]:
    """The states in front of labels: label, what is known, locks held."""
    return [
        (graph.node(index).label, dict(state.known), sorted(map(str, state.held)))
        for index, state in enumerate(graph.states)
        if graph.node(index).rests
    ]


def test_a_loop_that_counts_is_unrolled_exactly(tmp_path: Path) -> None:
    graph = history(tmp_path, "a1: while (n < 2) { n := n + 1; }; a2: skip;").agents[0]
    assert rests(graph) == [("a1", {"n": 0}, []), ("a1", {"n": 1}, []), ("a1", {"n": 2}, []), ("a2", {}, []), ("Done", {}, [])]


def test_a_value_that_is_not_read_any_more_is_forgotten(tmp_path: Path) -> None:
    graph = history(tmp_path, "a1: n := 5; a2: v := n; a3: print v; a4: skip;").agents[0]
    assert rests(graph) == [("a1", {}, []), ("a2", {"n": 5}, []), ("a3", {"v": 5}, []), ("a4", {}, []), ("Done", {}, [])]


def test_an_initial_set_starts_several_times(tmp_path: Path) -> None:
    graph = history(tmp_path, "a1: if (w = 1) { goto a2; }; a3: goto Done; a2: skip;").agents[0]
    assert graph.starts == 2
    assert [label for label, _, _ in rests(graph)].count("a1") == 2
    assert {label for label, _, _ in rests(graph)} == {"a1", "a2", "a3", "Done"}


def test_a_message_is_each_of_the_labels_that_are_sent(tmp_path: Path) -> None:
    both = 'b1: either { send(ba, "x"); } or { send(ba, "y"); };'
    graph = history(tmp_path, 'a1: receive(ba, v); a2: if (v = "x") { goto Done; }; a3: print v;', both).agents[0]
    assert [known for label, known, _ in rests(graph) if label == "a2"] == [{"v": "x"}, {"v": "y"}]
    assert [known for label, known, _ in rests(graph) if label == "a3"] == [{"v": "y"}]


def test_locks_are_known_at_every_state(tmp_path: Path) -> None:
    graph = history(
        tmp_path, "a1: acquire(L); a2: either { release(L); } or { skip; }; a3: skip;", "b1: acquire(L); b2: release(L);"
    ).agents[0]
    assert [(label, held) for label, _, held in rests(graph)] == [
        ("a1", []),
        ("a2", ["L"]),
        ("a3", ["L"]),
        ("a3", []),
        ("Done", ["L"]),
        ("Done", []),
    ]


def test_variables_without_a_bound_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unrolling, "MOST_STATES", 50)
    graph = history(tmp_path, "a1: while (n # -1) { n := n + 1; }; a2: skip;").agents[0]
    assert (graph.exact, graph.complete) == (False, True)
    assert rests(graph) == [("a1", {}, []), ("a2", {}, []), ("Done", {}, [])]


def test_an_agent_with_too_many_states_is_incomplete_and_nothing_is_concluded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unrolling, "MOST_STATES", 2)
    found = history(tmp_path, "a1: acquire(L); a2: acquire(L); a3: release(L);", "b1: acquire(L); b2: release(L);")
    assert not found.agents[0].complete
    assert not found.regular(Place("L"))


def test_what_has_been_sent_is_known_through_messages_of_others(tmp_path: Path) -> None:
    found = history(
        tmp_path,
        'a1: send(ab, "1"); a2: send(ab, "2"); a3: receive(ba, v);',
        'b1: receive(ab, m); b2: receive(ab, m); b3: send(ba, "ok");',
    )
    graph = found.agents[0]
    end = next(iter(graph.ends))
    assert found.past(0, end) == {(1, Place("ba")): 1, (0, Place("ab")): 2}
    assert found.past(0, 0) == {}
    assert found.fewest(0, (Kind.SEND, Place("ab")))[end] == 2


def test_counts_end_at_a_limit(tmp_path: Path) -> None:
    found = history(tmp_path, 'a1: while (flag) { send(ab, "x"); };', "b1: while (flag) { receive(ab, m); }; b2: flag := TRUE;")
    end = next(iter(found.agents[0].ends))
    assert found.fewest(0, (Kind.SEND, Place("ab")))[end] == 0
    assert found.most(0, (Kind.SEND, Place("ab")))[end] == MOST


@pytest.mark.parametrize("case", [*corpus_cases("holds", "deadlock"), *example_cases()], ids=str)
def test_every_state_that_the_interpreter_reaches_is_among_the_states_of_each_agent(case: Case) -> None:
    """All that the findings conclude rests on this: nothing that an agent can do is missing."""
    target = load(case.folder)
    found = History(read_protocol(target))
    system = lower(target, "label")
    interpreter = Interpreter(system)
    seen, waiting = set(system.initial), list(system.initial)
    while waiting and len(seen) < 300:
        for _, successor in interpreter.expand(waiting.pop()).successors:
            if successor not in seen:
                seen.add(successor)
                waiting.append(successor)
    assert [process.agent for process in system.processes] == [graph.agent.name for graph in found.agents]
    for state in map(system.public, seen):
        for graph in found.agents:
            assert any(_describes(found, graph, index, state) for index in range(len(graph.states)))


def _describes(found: History, graph: Unrolled, index: int, state: State) -> bool:
    """Whether a state of an agent by itself is what it is in a state of the protocol."""
    agent, here = graph.agent, graph.states[index]
    if not graph.node(index).rests or graph.node(index).label != state.pc[agent.name]:
        return False
    actual = {**state.globals, **state.locals.get(agent.name, {})}
    locks = {name for name, shared in found.protocol.shared.items() if shared.sort == LOCK and name not in found.odd}
    owned = {name for name in locks if to_tla(state.globals[name]) == agent.name}
    return owned == {place.name for place in here.held} & locks and all(to_tla(actual[name]) == text(value) for name, value in here.known)
