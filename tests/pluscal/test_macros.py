"""Macro expansion."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from show import p_protocol, protocol, show

from tracefix.pluscal import parse_module
from tracefix.pluscal.ast import Assign, Await, MacroCall, Stmt
from tracefix.source import Source

Problems = Callable[[str], list[str]]


def _body(text: str) -> tuple[Stmt, ...]:
    return parse_module(Source("M.tla", text)).algorithm.processes[0].body


def _assignments(text: str) -> list[str]:
    return [f"{t.name}{show(t.path)} := {show(e)}" for s in _body(text) if isinstance(s, Assign) for t, e in s.assignments]


@pytest.mark.parametrize(
    ("macro", "call", "expected"),
    [
        ("macro m(q) { q := 1 }", "m(x)", ["x<> := 1"]),
        ("macro m(q) { q := q + 1 }", "m(f[y])", ["f<<y>> := (Apply(f, <y>) + 1)"]),
        ("macro m(q) { q[2].a := 1 }", "m(f[1])", ["f<<1>, <2>, a> := 1"]),
        ("macro m(q) { f[q] := q }", "m(x + 1)", ["f<<(x + 1)>> := (x + 1)"]),
        ("macro m(q, w) { q := 1 || w := 2 }", "m(x, y)", ["x<> := 1", "y<> := 2"]),
        ("macro m(q) { x := q(<<1>>) }", "m(Len)", ["x<> := Len(TupleExpr(<1>))"]),
        ("macro m(q) { x := [q |-> q].q }", "m(y)", ["x<> := Field(Record(<<q, y>>), q)"]),
        ("macro n(w) { x := w } macro m(q) { n(q + 1) }", "m(y)", ["x<> := (y + 1)"]),
    ],
)
def test_arguments_are_put_in(macro: str, call: str, expected: list[str]) -> None:
    assert _assignments(protocol(f"a: {call};", macro)) == expected


def test_substitution_keeps_the_grouping_of_the_argument() -> None:
    assert _assignments(protocol("a: m(1 + 2);", "macro m(q) { x := q * 3 }")) == ["x<> := ((1 + 2) * 3)"]


def test_the_label_of_a_call_goes_to_the_first_statement() -> None:
    body = _body(protocol("a: m();", "macro m() { await x = 0; x := 1; }"))
    assert [s.label.name if s.label else None for s in body] == ["a", None]
    assert [type(s) for s in body] == [Await, Assign]


def test_statements_name_the_calls_they_came_from() -> None:
    text = protocol("a: outer(1);", "macro inner(w) { x := w } macro outer(q) { inner(q) }")
    (statement,) = _body(text)
    inner = statement.origin
    assert isinstance(inner, MacroCall)
    assert inner.origin is not None
    assert (inner.name, inner.origin.name, inner.origin.origin) == ("inner", "outer", None)
    assert text[inner.origin.span.start : inner.origin.span.end] == "outer(1)"
    assert text[statement.span.start : statement.span.end] == "x := w"


def test_the_written_algorithm_keeps_its_calls() -> None:
    module = parse_module(Source("M.tla", protocol("a: m();", "macro m() { x := 1 }")))
    assert isinstance(module.written.processes[0].body[0], MacroCall)
    assert not isinstance(module.algorithm.processes[0].body[0], MacroCall)


def test_macros_expand_inside_every_kind_of_statement() -> None:
    body = "a: if (x = 0) m(); else { either m(); or with (q = 1) { m() }; };\nb: while (TRUE) { m(); }"
    assert "MacroCall" not in {type(s).__name__ for s in _body(protocol(body, "macro m() { x := 1 }"))}
    shown = show(_body(protocol(body, "macro m() { x := 1 }")))
    assert shown.count("Assign(") == 4


def test_an_empty_macro_is_refused(problems: Problems) -> None:
    assert problems(p_protocol("a: skip; m(); skip;", "macro m() begin end macro;")) == ["4:57 TF224 the macro m is empty"]


BROKEN = {
    "unknown": ("a: mm(1);", "macro m(q) { skip }", "6:4 TF334 there is no macro mm"),
    "wrong number of arguments": ("a: m(1, 2);", "macro m(q) { skip }", "6:4 TF335 the macro m takes 1 argument, not 2"),
    "called before it is defined": (
        "a: n();",
        "macro n() { m(); } macro m() { skip }",
        "4:63 TF334 the macro m is called before it is defined",
    ),
    "recursion": ("a: n();", "macro n() { n(); }", "4:63 TF334 the macro n is called before it is defined"),
    "twice": ("a: m();", "macro m() { skip } macro m() { skip }", "4:70 TF332 the macro m is defined twice"),
    "parameters of one name": ("a: m(1, 2);", "macro m(q, q) { skip }", "4:51 TF333 the macro m has two parameters called q"),
    "a number as a target": (
        "a: m(3);",
        "macro m(q) { q := 1 }",
        "6:6 TF336 the macro m assigns to its parameter q, so this argument must be a variable",
    ),
    "a sum as a target": (
        "a: m(x + y);",
        "macro m(q) { q := 1 }",
        "6:6 TF336 the macro m assigns to its parameter q, so this argument must be a variable",
    ),
    "a parameter bound again": (
        "a: m(y);",
        "macro m(q) { await \\E q \\in {1} : q = 1 }",
        "4:73 TF333 the macro m binds its own parameter q again",
    ),
    "a capture": ("a: with (w = 2) { m(w) };", "macro m(q) { with (w \\in {1}) { x := q; } }", "4:70 TF337 w is already bound by a with"),
    "goto with a parameter": ("a: m(a);", "macro m(l) { goto l }", "6:4 TF306 process P has no label l (in the macro m)"),
}


@pytest.mark.parametrize(("body", "macros", "problem"), BROKEN.values(), ids=BROKEN.keys())
def test_a_macro_is_used_wrongly(problems: Problems, body: str, macros: str, problem: str) -> None:
    assert problems(protocol(body, macros)) == [problem]
