"""Where labels must and must not stand. The same rules are compared with pcal.trans in test_agreement.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from show import algorithm, p_protocol, protocol

from tracefix.pluscal import parse_module
from tracefix.pluscal.labels import walk
from tracefix.source import Source

Problems = Callable[[str], list[str]]

WITH_HINT = "the body of a with is one step"

BROKEN = {
    "first statement": ("x := 1;", "6:1 TF301 the first statement of process P needs a label"),
    "while": ("a: x := 1; while (x < 3) x := x + 1;", "6:12 TF301 a while needs a label: it is where each round begins"),
    "after a goto": ("a: goto a; x := 1;", "6:12 TF301 the statement after a goto needs a label"),
    "after an if with a goto": ("a: if (x = 1) goto a; x := 1;", "6:23 TF301 the statement after an if that contains a goto needs a label"),
    "after an if with a label": (
        "a: if (x = 1) { b: x := 2 }; x := 1;",
        "6:30 TF301 the statement after an if that contains a label needs a label",
    ),
    "after a nested if with a label": (
        "a: if (x = 1) { if (y = 1) { b: x := 2 } }; x := 1;",
        "6:45 TF301 the statement after an if that contains a label needs a label",
    ),
    "after an either with a goto": (
        "a: either goto a; or skip; x := 1;",
        "6:28 TF301 the statement after an either that contains a goto needs a label",
    ),
    "after a with with a goto": (
        "a: with (q \\in {1}) { goto a }; x := 1;",
        "6:33 TF301 the statement after a with that contains a goto needs a label",
    ),
    "two assignments": ("a: x := 1; x := 2;", "6:12 TF301 this step has already assigned to x: the second assignment needs a label"),
    "two elements in two statements": (
        "a: f[1] := 1; f[2] := 2;",
        "6:15 TF301 this step has already assigned to f: the second assignment needs a label",
    ),
    "assigned in a branch": (
        "a: if (x = 1) x := 1; else y := 2; x := 3;",
        "6:36 TF301 this step has already assigned to x: the second assignment needs a label",
    ),
    "assigned before a branch": (
        "a: x := 1; either y := 1; or { y := 2; x := 2 };",
        "6:40 TF301 this step has already assigned to x: the second assignment needs a label",
    ),
    "assigned before a with": (
        "a: x := 1; with (q = 1) { x := q };",
        "6:12 TF301 this step has already assigned to x: this with needs a label",
    ),
    "assigned in a with and after it": (
        "a: with (q = 1) { x := q }; x := 2;",
        "6:29 TF301 this step has already assigned to x: the second assignment needs a label",
    ),
    "assigned before and after a with": (
        "a: x := 1; with (q = 1) { y := q }; x := 2;",
        "6:37 TF301 this step has already assigned to x: the second assignment needs a label",
    ),
    "assigned before the branch of a with, past a label": (
        "a: x := 1; if (y = 1) { b: skip; with (q = 1) { x := q } };",
        "6:34 TF301 x is assigned before this branch: this with needs a label",
    ),
    "twice in one statement": ("a: x := 1 || x := 2;", "6:4 TF307 x is assigned twice in one statement"),
    "the whole and an element": ("a: f[1] := 1 || f := 2;", "6:4 TF307 f is assigned twice in one statement"),
    "twice in a with": ("a: with (q = 1) { x := 1; x := 2 };", "6:27 TF303 x is assigned twice inside a with"),
    "a label in a with": ("a: with (q = 1) { b: x := 1; };", "6:22 TF303 the label b stands inside a with"),
    "a while in a with": ("a: with (q = 1) { while (TRUE) x := 1; };", "6:19 TF303 a while cannot stand inside a with"),
    "after a goto in a with": ("a: with (q = 1) { goto a; x := 1 };", "6:27 TF303 nothing can follow a goto inside a with"),
    "Done": ("Done: x := 1;", "6:1 TF304 Done is a reserved label"),
    "Error": ("Error: x := 1;", "6:1 TF304 Error is a reserved label"),
    "a label twice": ("a: x := 1; a: x := 2;", "6:12 TF305 the label a stands twice in process P"),
    "goto nowhere": ("a: goto zz;", "6:4 TF306 process P has no label zz"),
    "goto Error": ("a: goto Error;", "6:4 TF306 process P has no label Error"),
}

ACCEPTED = {
    "branches may assign the same": "a: if (x = 1) x := 1; else x := 2; y := 1;",
    "elements of one variable in one statement": "a: f[1] := 1 || f[2] := 2;",
    "the same element twice in one statement": "a: f[1] := 1 || f[1] := 2;",
    "a with may assign what was assigned before its branch, at a label": "a: x := 1; if (y = 1) { b: with (q = 1) { x := q } };",
    "any other statement may, past a label": "a: x := 1; if (y = 1) { b: skip; x := 2 };",
    "a with may in the round of a while": "a: x := 1; if (y = 1) { b: while (TRUE) { skip; with (q = 1) { x := q } } };",
    "goto Done": "a: goto Done;",
    "goto at the end of a with": "a: with (q = 1) { goto a; };",
    "nothing is needed after a while": "a: while (x < 3) { x := x + 1 }; x := 0;",
    "labels with fairness": "a:+ x := 1; b:- x := 2; c: + x := 3;",
    "a label before a block": "a: { x := 1; y := 2 }; b: skip;",
    "a label named like a variable": "x: y := 1;",
}


@pytest.mark.parametrize(("body", "problem"), BROKEN.values(), ids=BROKEN.keys())
def test_a_label_rule_is_broken(problems: Problems, body: str, problem: str) -> None:
    assert problems(protocol(body)) == [problem]


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_no_label_rule_is_broken(problems: Problems, body: str) -> None:
    assert problems(protocol(body)) == []


def test_all_violations_come_at_once(problems: Problems) -> None:
    text = protocol("x := 1; x := 2;\nwhile (x < 3) { goto b; x := 1; };\ngoto nowhere; x := 4;")
    assert [line.split(" ", 2)[:2] for line in problems(text)] == [
        ["6:1", "TF301"],
        ["6:9", "TF301"],
        ["7:1", "TF301"],
        ["7:17", "TF306"],
        ["7:25", "TF301"],
        ["8:1", "TF306"],
        ["8:15", "TF301"],
    ]


def test_a_label_inside_a_macro_is_refused(problems: Problems) -> None:
    assert problems(protocol("a: m();", "macro m() { l: x := 1; }")) == ["4:63 TF302 the macro m contains the label l"]


def test_assignments_of_a_macro_count_and_are_reported_at_the_call(problems: Problems) -> None:
    text = protocol("a: m(); m();", "macro m() { x := 1; }")
    assert problems(text) == ["6:9 TF301 this step has already assigned to x: the second assignment needs a label (in the macro m)"]


def test_a_while_may_begin_a_macro_that_is_called_with_a_label(problems: Problems) -> None:
    macro = "macro m() { while (x < 3) { x := x + 1; } }"
    assert problems(protocol("a: m();", macro)) == []
    assert problems(protocol("a: skip; m();", macro)) == [
        "6:10 TF301 a while needs a label: it is where each round begins (in the macro m)"
    ]


def test_goto_to_a_label_of_another_process_is_refused(problems: Problems) -> None:
    text = algorithm("{ process (P = 1) { a: skip } process (Q = 2) { b: goto a; } }")
    assert problems(text) == ["3:69 TF306 process Q has no label a"]


def test_two_processes_may_share_a_label_with_a_warning() -> None:
    text = algorithm("{ process (P = 1) { a: skip } process (Q = 2) { a: skip; } }")
    (warning,) = parse_module(Source("M.tla", text)).warnings
    assert (warning.code, warning.severity, warning.column) == ("TF308", "warning", 66)
    assert warning.message == "the label a is used by the processes P and Q"


def _labels(text: str) -> list[str | None]:
    found = parse_module(Source("M.tla", text)).algorithm
    bodies = [process.body for process in found.processes] or [found.body]
    return [s.label.name if s.label else None for body in bodies for s in walk(body)]


def test_a_uniprocess_algorithm_without_labels_gets_them() -> None:
    text = algorithm("{ variables x = 0; { x := 1; x := 2; while (x > 0) { x := x - 1; if (x = 1) x := 0; else skip; }; x := 3 } }")
    assert _labels(text) == ["Lbl_1", "Lbl_2", "Lbl_3", None, None, "Lbl_4", None, None]


def test_added_labels_avoid_those_in_use() -> None:
    text = algorithm("{ variables x = 0; process (P = 1) { Lbl_1: x := 1; x := 2; } }", before="(* PlusCal options (-label) *)\n")
    assert _labels(text) == ["Lbl_1", "Lbl_2"]


def test_a_uniprocess_algorithm_with_one_label_gets_no_others(problems: Problems) -> None:
    assert problems(algorithm("{ variables x = 0; { x := 1; a: x := 2; } }")) == [
        "3:39 TF301 the first statement of the algorithm needs a label"
    ]


def test_labels_are_not_added_where_pcal_trans_forgets_them(problems: Problems) -> None:
    text = algorithm("{ variables x = 0; { x := 1; with (q = 2) { x := q } } }")
    assert problems(text) == ["3:47 TF307 this step has already assigned to x, and pcal.trans does not add a label here"]
    text = algorithm("{ variables x = 0, y = 0; { x := 1; with (q = 2) { y := q }; x := 3 } }")
    assert problems(text) == ["3:79 TF307 this step has already assigned to x, and pcal.trans does not add a label here"]


def test_the_rules_are_the_same_in_p_syntax(problems: Problems) -> None:
    assert problems(p_protocol("a: if x = 1 then goto a; end if; x := 1; b: while TRUE do skip; end while;")) == [
        "6:34 TF301 the statement after an if that contains a goto needs a label"
    ]


@pytest.mark.parametrize(
    ("branch", "accepted"),
    [
        ("skip;", False), ("await x = 2;", False), ("print x;", False), ("with q \\in {1} do skip; end with;", False),
        ("if x = 3 then skip; end if;", False), ("look();", False),
        ("x := 2;", True), ("if x = 3 then x := 2; end if;", True), ("with q \\in {1} do x := q; end with;", True), ("set();", True),
        ("goto a;", True), ("b: skip;", True),
    ],
)  # fmt: skip
def test_an_empty_then_needs_a_branch_that_changes_something(problems: Callable[[str], list[str]], branch: str, accepted: bool) -> None:
    """Judged by pcal.trans and SANY: otherwise nothing stands behind THEN in the translation."""
    macros = "macro set() begin x := 3; end macro; macro look() begin await x = 3; end macro;"
    text = p_protocol(f"a: if x = 1 then else {branch} end if;", macros)
    assert [line.split(" ", 1)[1] for line in problems(text)] == ([] if accepted else ["TF224 this if has an empty branch"])
