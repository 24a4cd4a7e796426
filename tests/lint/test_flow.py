"""The control flow graph of a process."""

from __future__ import annotations

from pathlib import Path

import pytest
from protocol_texts import workspace

from tracefix.lint.flow import Flow, bodies, flow_of
from tracefix.pluscal.ast import Assign, Either, Goto, IfStmt, Skip, While, With


def flow(folder: Path, body: str) -> Flow:
    """The graph of one process with this body; x and y are variables."""
    protocol = workspace(folder, f"variables x = 0, y = 0;\nmacro twice() {{ x := 1; y := 2; }}\nprocess (p = 1) {{ {body} }}")
    ((process, statements),) = bodies(protocol.module.algorithm)
    assert process is not None
    assert process.name == "p"
    return flow_of(statements)


def edges(graph: Flow) -> list[tuple[int, int, str, int]]:
    return [(node.index, edge.target, edge.kind, edge.branch) for node in graph.nodes for edge in node.edges]


def test_statements_follow_each_other_to_the_end(tmp_path: Path) -> None:
    graph = flow(tmp_path, "a: x := 1; b: twice();")
    assert [(type(node.statement), node.label, node.rests) for node in graph.nodes] == [
        (Assign, "a", True),
        (Assign, "b", True),
        (Assign, "b", False),
        (type(None), "Done", True),
    ]
    assert edges(graph) == [(0, 1, "next", 0), (1, 2, "next", 0), (2, 3, "next", 0)]
    assert (graph.start, graph.end, graph.labels) == (0, 3, {"a": 0, "b": 1, "Done": 3})


def test_an_if_without_else_goes_past_its_block(tmp_path: Path) -> None:
    graph = flow(tmp_path, "a: if (x = 0) { y := 1; }; b: skip;")
    assert edges(graph) == [(0, 1, "then", 0), (0, 2, "else", 0), (1, 2, "next", 0), (2, 3, "next", 0)]


def test_branches_are_counted_and_join_behind_the_either(tmp_path: Path) -> None:
    graph = flow(tmp_path, "a: either { x := 1; } or { goto a; } or { skip; }; b: skip;")
    assert [type(node.statement) for node in graph.nodes[:-1]] == [Either, Assign, Goto, Skip, Skip]
    assert edges(graph) == [
        (0, 1, "branch", 0),
        (0, 2, "branch", 1),
        (0, 3, "branch", 2),
        (1, 4, "next", 0),
        (2, 0, "goto", 0),
        (3, 4, "next", 0),
        (4, 5, "next", 0),
    ]


def test_a_while_returns_to_its_condition_and_what_follows_belongs_to_its_step(tmp_path: Path) -> None:
    graph = flow(tmp_path, "a: while (x < 2) { x := x + 1; b: skip; }; y := 1; c: goto Done;")
    assert [(type(node.statement), node.label) for node in graph.nodes[:-1]] == [
        (While, "a"),
        (Assign, "a"),
        (Skip, "b"),
        (Assign, "a"),
        (Goto, "c"),
    ]
    assert edges(graph) == [
        (0, 1, "body", 0),
        (0, 3, "leave", 0),
        (1, 2, "next", 0),
        (2, 0, "next", 0),
        (3, 4, "next", 0),
        (4, 5, "goto", 0),
    ]
    assert graph.step("a") == (0, 1, 3)
    assert graph.following("a") == ("b", "c")
    assert graph.following("b") == ("a",)
    assert graph.following("c") == ("Done",)


def test_a_with_enters_its_body(tmp_path: Path) -> None:
    graph = flow(tmp_path, "a: with (v \\in {1, 2}) { x := v; if (v = 1) { goto a; }; }; b: skip;")
    assert [type(node.statement) for node in graph.nodes[:-1]] == [With, Assign, IfStmt, Goto, Skip]
    assert edges(graph) == [
        (0, 1, "body", 0),
        (1, 2, "next", 0),
        (2, 3, "then", 0),
        (2, 4, "else", 0),
        (3, 0, "goto", 0),
        (4, 5, "next", 0),
    ]


@pytest.mark.parametrize(
    ("body", "unreached"),
    [
        ("a: goto c; b: skip; c: skip;", ["b"]),
        ("a: while (TRUE) { skip; }; b: skip;", ["b", "Done"]),
        ("a: while (FALSE) { b: skip; }; c: skip;", ["b"]),
        ("a: if (TRUE) { b: skip; } else { c: skip; }; d: skip;", ["c"]),
        ("a: if (FALSE) { b: goto c; } else { skip; }; c: skip;", ["b"]),
        ("a: if (x = 0) { goto Done; } else { goto b; }; b: skip;", []),
    ],
)
def test_only_conditions_that_are_written_as_constants_cut_control_off(tmp_path: Path, body: str, unreached: list[str]) -> None:
    graph = flow(tmp_path, body)
    assert [label for label, node in graph.labels.items() if node not in graph.reachable()] == unreached


def test_a_uniprocess_algorithm_has_one_body_and_no_process(tmp_path: Path) -> None:
    protocol = workspace(tmp_path, "variables x = 0;\n{ a: x := 1; }")
    assert [(process, len(body)) for process, body in bodies(protocol.module.algorithm)] == [(None, 1)]
