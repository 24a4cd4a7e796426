"""The oracle behind the corpus: reading TLC's state graphs."""

from __future__ import annotations

from pathlib import Path

import pytest

from raw_tlc import Graph, labels_of

DOT = r"""strict digraph DiskGraph {
1 [label="/\\ n = 0\n/\\ pc = (A :> \"a1\" @@ B :> \"b1\")",style = filled]
1 -> 2 [label="a1",color="black",fontcolor="black"];
2 [label="/\\ n = 1\n/\\ pc = (A :> \"Done\" @@ B :> \"b1\")"];
1 -> -3 [label="b1",color="black",fontcolor="black"];
-3 [label="/\\ n = 2\n/\\ pc = (A :> \"a1\" @@ B :> \"Done\")"];
2 -> 4 [label="b1",color="black",fontcolor="black"];
4 [label="/\\ n = 3\n/\\ pc = (A :> \"Done\" @@ B :> \"Done\")"];
}
"""


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    file = tmp_path / "graph.dot"
    file.write_text(DOT)
    return Graph(file)


@pytest.mark.parametrize(
    ("state", "labels"),
    [
        ('/\\ pc = (A :> "a1" @@ B_2 :> "Done")\n/\\ x = 1', {"A": "a1", "B_2": "Done"}),
        ('/\\ x = <<"a">>\n/\\ pc = [ann |-> "w1", bob |-> "w2"]', {"ann": "w1", "bob": "w2"}),
        ('/\\ pc = <<"w1",\n  "Done">>', {"1": "w1", "2": "Done"}),
        ('/\\ pc = (-1 :> "c1" @@ 1 :> "w1")', {"-1": "c1", "1": "w1"}),
        ('/\\ n = 1\n/\\ pc = "loop"', {"": "loop"}),
    ],
)
def test_labels_are_read_from_every_shape_of_pc(state: str, labels: dict[str, str]) -> None:
    assert labels_of(state) == labels


def test_states_from_which_no_completed_state_is_reachable_are_stuck(graph: Graph) -> None:
    assert graph.stuck() == {"-3"}
    assert graph.distance(graph.stuck()) == 2


def test_a_trace_is_followed_by_agent_and_label(graph: Graph) -> None:
    assert graph.follow(["A.a1", "B.b1"]) == {"4"}
    assert graph.follow(["B.a1"]) == set()
    assert graph.follow(["B.b1", "A.a1"]) == set()
