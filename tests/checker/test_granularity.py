"""Labels cut into single operations: which statements begin one, and what that does to a protocol."""

from __future__ import annotations

from pathlib import Path

import pytest
from protocol_texts import workspace

from tracefix.checker import check, lower
from tracefix.checker.checking import atomic_labels

VARIABLES = "variables x = 0, y = 0, q = <<>>, f = [n \\in 1..2 |-> 0], r = [a |-> 0, b |-> 0];\n"
MACROS = "macro both(v) { await v = 0; v := 1; }\nmacro look(v) { await v = 0; }\nmacro two() { x := 1; y := 1; }\n"
DEFINE = "define { Sum == x + y  Big(n) == n > 3 }\n"

# name: (body after the label `s:`, the hidden labels it is cut into)
CUTS = {
    "one assignment": ("x := 1;", []),
    "one object after another": ("x := 1; y := 1;", ["s.2"]),
    "a condition and its object are two operations when written apart": ("await x = 0; y := 1;", ["s.2"]),
    "statements on one object, written one by one, are one operation": ("await x = 0; x := 1;", []),
    "reading another object begins another operation": ("x := 1; y := x;", ["s.2"]),
    "one statement is one operation, whatever it looks at": ("x := x + y;", []),
    "assignments joined by || are one operation": ("x := y || y := x;", []),
    "local variables belong to the operation before them": ("x := 1; i := 2; j := i;", []),
    "local variables alone are nothing to cut": ("i := 1; x := 2;", []),
    "a macro call is one operation": ("both(x);", []),
    "a macro call after another on the same object is another": ("look(x); both(x);", ["s.2"]),
    "a macro call after a statement on the same object is another": ("await x = 0; both(x);", ["s.2"]),
    "a macro that touches two objects is two": ("two();", ["s.2"]),
    "components of a function are objects of their own": ("f[1] := 1; y := f[2];", ["s.2"]),
    "the same component is the same object": ("await f[1] = 0; f[1] := 1;", []),
    "fields of a record are objects of their own": ("await r.a = 0; r.b := 1;", ["s.2"]),
    "a definition is what it looks at": ("await Sum = 0; x := 1;", []),
    "a definition that looks elsewhere begins an operation": ("q := <<>>; await Sum = 0;", ["s.2"]),
    "an operator looks at its arguments": ("await Big(x); y := 1;", ["s.2"]),
    "a condition looks at its objects": ("y := 1; if (x = 0) { skip; };", ["s.2"]),
    "an arm on another object is cut, an arm on the same is not": ("if (x = 0) { x := 1; } else { y := 1; };", ["s.2"]),
    "what follows a cut condition begins an operation": ("if (x = 0) { y := 1; }; i := 1;", ["s.2", "s.3"]),
    "a choice is made when a branch can go": ("x := 1; either { y := 1; } or { q := <<>>; };", ["s.2"]),
    "a choice among branches without operations is none": ("x := 1; either { i := 1; } or { skip; };", []),
    "a choice at the beginning is no cut": ("either { x := 1; } or { y := 1; };", []),
    "a goto ends the operation": ("x := 1; goto s;", []),
    "the body of a loop goes on from its condition": ("while (x = 0) { x := 1; y := 1; };", ["s.2"]),
    "a with of one operation stays whole": ("with (n \\in 1..2) { x := n; };", []),
    "a with of two operations is opened": ("with (n \\in 1..2) { x := n; y := n; };", ["s.2"]),
    "a with whose set is an operation is opened": ("with (n \\in 0..x) { y := n; };", ["s.2"]),
}


@pytest.mark.parametrize(("body", "expected"), CUTS.values(), ids=CUTS)
def test_a_label_is_cut_before_each_operation(body: str, expected: list[str], tmp_path: Path) -> None:
    algorithm = f"{VARIABLES}{DEFINE}{MACROS}process (p = 1) variables i = 0, j = 0; {{ s: {body} }}"
    space = workspace(tmp_path, algorithm)
    found = lower(space, "op").split_labels
    assert sorted(found) == expected
    assert set(found.values()) <= {"s"}
    assert lower(space).split_labels == {}


def test_only_some_labels_are_cut_on_request(tmp_path: Path) -> None:
    space = workspace(tmp_path, f"{VARIABLES}process (p = 1) {{ s: x := 1; y := 1; t: x := 2; y := 2; }}")
    assert sorted(lower(space, "op").split_labels) == ["s.2", "t.2"]
    assert sorted(lower(space, "op", frozenset({"t"})).split_labels) == ["t.2"]


def test_a_cut_label_is_shown_as_the_authors(tmp_path: Path) -> None:
    space = workspace(tmp_path, f"{VARIABLES}process (p = 1) {{ s: x := 1; y := 1; t: assert FALSE; }}")
    (violation,) = check(space, granularity="op").violations
    assert [(entry.step.label, entry.state.pc) for entry in violation.trace if entry.step] == [("s", {"1": "s"}), ("s", {"1": "t"})]


LOST_UPDATE = """
variables x = 0;
process (p \\in 1..2) variables i = 0; { s: i := x; x := i + 1; }
"""


@pytest.mark.parametrize("engine", ["python", "kernel"])
def test_an_increment_of_one_object_is_one_operation(engine: str, tmp_path: Path) -> None:
    config, after = "INVARIANT Two", 'Two == (\\A n \\in 1..2 : pc[n] = "Done") => x = 2'
    result = check(workspace(tmp_path, LOST_UPDATE, config=config, after=after), granularity="op", engine=engine)
    assert result.verdict == "holds"
    assert result.stats is not None
    assert result.stats.granularity == "op"


CHECK_THEN_ACT = """
variables free = TRUE, owner = 0;
process (p \\in 1..2) { s: await free; owner := self; free := FALSE; }
"""


@pytest.mark.parametrize("engine", ["python", "kernel"])
def test_a_protocol_that_needs_its_labels_fails_without_them(engine: str, tmp_path: Path) -> None:
    config = "INVARIANT One\nCHECK_DEADLOCK FALSE"
    space = workspace(tmp_path, CHECK_THEN_ACT, config=config, after='One == \\E n \\in 1..2 : pc[n] # "Done"')
    whole = check(space, engine=engine, properties=("One",))
    assert whole.verdict == "holds"
    (violation,) = check(space, granularity="op", engine=engine, properties=("One",)).violations
    assert len(violation.trace) == 7
    assert {entry.step.label for entry in violation.trace if entry.step} == {"s"}


def test_the_labels_to_blame_are_named(tmp_path: Path) -> None:
    algorithm = CHECK_THEN_ACT.replace("}", "t: owner := 0; free := TRUE; }").replace("s:", "r: skip; s:")
    after = 'One == ~(\\A n \\in 1..2 : pc[n] = "t")'
    space = workspace(tmp_path, algorithm, config="INVARIANT One", after=after)
    assert check(space).verdict == "holds"
    assert check(space, granularity="op").verdict == "violated"
    assert atomic_labels(space) == ("s",)


def test_nothing_is_to_blame_where_every_cut_is_harmless(tmp_path: Path) -> None:
    space = workspace(tmp_path, "variables x = 0, y = 0;\nprocess (p = 1) { s: x := 1; y := 1; t: x := 2; y := 2; }")
    assert check(space, granularity="op").verdict == "holds"
    assert atomic_labels(space) == ()


def test_the_values_of_an_opened_with_are_taken_once_and_forgotten(tmp_path: Path) -> None:
    algorithm = "variables x = 0, y = 0;\nprocess (p = 1) { s: with (n \\in 1..2) { x := n; y := n; }; t: assert x = y; }"
    result = check(workspace(tmp_path, algorithm), granularity="op")
    assert result.verdict == "holds"
    assert result.stats is not None
    # The start, two values in x, two in both, two at the end.
    assert (result.stats.distinct, result.stats.generated, result.stats.depth) == (7, 9, 4)
