"""Operations are recognised by their shape, in macros and written out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from protocol_texts import workspace

from tracefix.lint.operations import CHANNEL, COUNTER, LOCK
from tracefix.lint.plain import plain_operations
from tracefix.lint.protocol import Protocol, read_protocol
from tracefix.pluscal.model import ModelValueName

TOPOLOGY: dict[str, Any] = {
    "agents": [{"id": "A"}, {"id": "B"}],
    "resources": [{"id": "L", "type": "Lock"}, {"id": "C", "type": "Counter", "config": {"initial": 2}}],
    "channels": [{"id": "ab", "from": "A", "to": "B", "labels": ["x", "y"]}],
}


def protocol(folder: Path, body: str) -> Protocol:
    algorithm = f"""
        variables L = FREE, C = 2, ab = <<>>, box = [i \\in {{A, B}} |-> <<>>], flag = FALSE, lone = 0;
        define {{
            Ready(ch) == ch # <<>>
            Both == L = FREE /\\ C > 0
        }}
        process (a \\in {{A}}) variables v = "", n = 0; {{ {body} }}
        process (b = B) variables w = ""; {{
            b1: flag := TRUE;
            b2: box[B] := Append(box[B], 1);
            b3: box[B] := Tail(box[B]) || L := A || C := 1 || ab := <<>>;
        }}"""
    return read_protocol(workspace(folder, algorithm, constants="A, B, FREE", topology=TOPOLOGY))


def operations(folder: Path, statements: str) -> list[str]:
    """The operations of A, each as its kind, its place, and what more there is."""
    found = []
    for agent, _, operation in plain_operations(protocol(folder, f"a1: {statements}")):
        if agent.name == "A":
            labels = None if operation.labels is None else ",".join(sorted(operation.labels))
            more = [str(operation.count) if operation.count > 1 else None, labels, operation.variable]
            found.append(" ".join(part for part in (operation.kind.name, operation.place and str(operation.place), *more) if part))
    return found


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("await L = FREE; L := self;", ["FREE L", "ACQUIRE L"]),
        ("when FREE = L; L := A;", ["FREE L", "ACQUIRE L"]),
        ("assert L = self; L := FREE;", ["OWNED L", "RELEASE L"]),
        ("assert A = L;", ["OWNED L"]),
        ("L := B;", ["SEIZE L"]),
        ("await Both;", ["FREE L", "SLOT C"]),
        ("await C > 0; C := C - 1;", ["SLOT C", "TAKE C"]),
        ("await 1 <= C; C := C + 1;", ["SLOT C", "GIVE C"]),
        ("C := 2;", ["REWRITE C"]),
        ('ab := Append(ab, "x");', ["SEND ab x"]),
        ('ab := ab \\o <<"x", "z">>;', ["SEND ab x", "SEND ab z"]),
        ('ab := Append(ab, IF flag THEN "x" ELSE "y");', ["SEND ab x,y"]),
        ('ab := Append(ab, CASE flag -> "x" [] OTHER -> v);', ["SEND ab"]),
        ("ab := Append(ab, v);", ["SEND ab"]),
        ("await ab # <<>>; v := Head(ab); ab := Tail(ab);", ["ARRIVED ab", "READ ab v", "RECEIVE ab"]),
        ("await <<>> # ab; v := ab[1]; ab := SubSeq(ab, 2, Len(ab));", ["ARRIVED ab", "READ ab v", "RECEIVE ab"]),
        ("await ~(ab = <<>>); with (m = Head(ab)) { ab := Tail(ab); };", ["ARRIVED ab", "READ ab m", "RECEIVE ab"]),
        ("await Ready(ab); ab := Tail(ab);", ["ARRIVED ab", "RECEIVE ab"]),
        ("await Len(ab) > 0;", ["ARRIVED ab"]),
        ("await 0 < Len(ab);", ["ARRIVED ab"]),
        ("await Len(ab) = 2; ab := <<>>;", ["ARRIVED ab 2", "CLEAR ab"]),
        ("await Len(ab) < 2;", ["WAIT"]),
        ("await Len(ab) >= 0;", ["WAIT"]),
        ("ab := Tail(Tail(ab));", ["REWRITE ab"]),
        ("await ab # <<>> /\\ flag; ab := Tail(ab) || L := FREE;", ["ARRIVED ab", "WAIT", "RECEIVE ab", "RELEASE L"]),
        ("await ab # <<>> \\/ flag;", ["WAIT"]),
        ("await TRUE;", []),
        ("flag := FALSE;", ["WRITE"]),
        ("lone := 1; v := 2;", []),
        ("box[B] := Append(box[B], 1);", ["SEND box[B]"]),
        ("box := [box EXCEPT ![B] = Append(@, v)];", ["SEND box[B]"]),
        ("box[self] := Tail(box[self]);", ["RECEIVE box[A]"]),
        ("await Len(box[n]) > 0;", ["ARRIVED box[...]"]),
    ],
)
def test_statements_are_operations_by_their_shape(tmp_path: Path, statements: str, expected: list[str]) -> None:
    assert operations(tmp_path, statements) == expected


def sorts(folder: Path, algorithm: str) -> dict[str, str]:
    shared = read_protocol(workspace(folder, algorithm, constants="A, B, FREE, NONE")).shared
    return {name: variable.sort for name, variable in shared.items()}


def test_without_a_topology_variables_are_what_they_are_used_as(tmp_path: Path) -> None:
    algorithm = """
        variables lock = NONE, owner = NONE, slots = 2, number = 0, queue = <<"go">>, log = <<>>, boxes = [i \\in {A, B} |-> <<>>];
        process (a = A) {
            a1: await lock = NONE; lock := A;
            a2: lock := NONE; log := Append(log, "a");
            a3: if (owner = NONE) { owner := A; };
            a4: await slots > 0; slots := slots - 1; number := number + 1;
            a5: await queue # <<>>; queue := Tail(queue); boxes[B] := Append(boxes[B], 1);
        }
        process (b = B) {
            b1: await boxes[B] # <<>>; boxes[B] := Tail(boxes[B]); queue := Append(queue, "on");
        }"""
    assert sorts(tmp_path, algorithm) == {"lock": LOCK, "slots": COUNTER, "queue": CHANNEL, "boxes": CHANNEL}
    shared = read_protocol(workspace(tmp_path, algorithm, constants="A, B, FREE, NONE")).shared
    assert (shared["lock"].free, shared["queue"].holds, shared["boxes"].holds) == (ModelValueName("NONE"), 1, 0)


def test_agents_are_the_elements_of_process_sets(tmp_path: Path) -> None:
    algorithm = """
        variables x = 0, y = 0;
        process (w \\in 1..2) { w1: x := 1; }
        process (one = "eve") { o1: y := 1; }
        process (many \\in {i \\in 5..6 : TRUE}) { m1: skip; }"""
    found = read_protocol(workspace(tmp_path, algorithm))
    assert [(agent.name, agent.alone, sorted(agent.private)) for agent in found.agents] == [
        ("1", False, []),
        ("2", False, []),
        ("eve", True, ["y"]),
        ("many", False, []),
    ]
