"""Values as TLC prints them. The table's left sides are TLC's own output."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracefix.checker import FALSE, TRUE, Fn, ModelValue, Value
from tracefix.tlc.messages import read_messages
from tracefix.tlc.values import UnreadableValue, parse_prefix, parse_state, parse_value

from .conftest import STREAMS

A, B = ModelValue("A"), ModelValue("B")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("TRUE", TRUE),
        ("FALSE", FALSE),
        ("0", 0),
        ("-5", -5),
        ("FREE", ModelValue("FREE")),
        ('""', ""),
        ('"tab\\tnl\\nq\\"b\\\\e"', 'tab\tnl\nq"b\\e'),
        ('"\\\\n"', "\\n"),
        ("<<>>", ()),
        ("<< >>", ()),
        ('<<1, "a", <<TRUE>>>>', (1, "a", (TRUE,))),
        ("{}", frozenset()),
        ("{1, {2}}", frozenset({1, frozenset({2})})),
        ("1..3", frozenset({1, 2, 3})),
        ("-1..1", frozenset({-1, 0, 1})),
        ("3..1", frozenset()),
        ("[a |-> 1, b |-> [c |-> {}]]", Fn({"a": 1, "b": Fn({"c": frozenset()})})),
        ("[TRUE |-> 0, 1a |-> 0, _x |-> 0, IF |-> 0]", Fn({"TRUE": 0, "1a": 0, "_x": 0, "IF": 0})),
        ('(A :> 1 @@ "w1" :> 2)', Fn({A: 1, "w1": 2})),
        ("(0 :> 0 @@ 1 :> 1)", Fn({0: 0, 1: 1})),
        ("(1 :> TRUE @@ 2 :> FALSE)", (TRUE, FALSE)),
        ("(<<>> :> {<<>>} @@ <<1, 2>> :> {<<1, 2>>})", Fn({(): frozenset({()}), (1, 2): frozenset({(1, 2)})})),
        ("(FALSE :> FALSE @@ TRUE :> TRUE)", Fn({FALSE: FALSE, TRUE: TRUE})),
        ('<< "long",\n   "lines" >>', ("long", "lines")),
        ("{ <<1, 1>>,\n  <<1, 2>> }", frozenset({(1, 1), (1, 2)})),
    ],
)
def test_a_printed_value_is_read_back(text: str, value: Value) -> None:
    assert parse_value(text) == value


@pytest.mark.parametrize("text", ["", "<<1", "{1,", "[a |-> ]", "(1 :> )", "1 2", '"open', "1..A", "@@", "(1, 2)", "[1, 2]"])
def test_what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(UnreadableValue):
        parse_value(text)


def test_text_behind_a_value_is_left_alone() -> None:
    assert parse_prefix('<<"marker", {1}>> and more >>') == ("marker", frozenset({1}))


def test_a_state_of_one_variable_has_no_conjunction_sign() -> None:
    assert parse_state("x = 0\n\n") == {"x": 0}


def test_a_state_is_read_variable_by_variable() -> None:
    assert parse_state('/\\ x = -1\n/\\ pc = <<"a", "Done">>\n/\\ msg_ = (A :> "none")\n') == {
        "x": -1,
        "pc": ("a", "Done"),
        "msg_": Fn({A: "none"}),
    }


def test_every_value_of_a_recorded_state_is_what_the_model_says() -> None:
    stream = Path(STREAMS / "values.txt").read_text(encoding="utf-8")
    state = parse_state(read_messages(stream.split("\n")).states[0].text)
    assert state == {
        "powerset": frozenset({frozenset(), frozenset({1}), frozenset({2}), frozenset({1, 2})}),
        "functions": frozenset({(3, 3), (3, 4), (4, 3), (4, 4)}),
        "interval": frozenset({1, 2, 3}),
        "filtered": frozenset({3, 4, 5}),
        "product": frozenset({(1, 2)}),
        "records": frozenset({Fn({"a": 1, "b": TRUE})}),
        "noset": frozenset(),
        "nothing": (),
        "nofunction": (),
        "ofsequences": ((), ()),
        "spaced": Fn({"a b": 1, "c": 1}),
        "fields": Fn({"x": "x", "y": "y"}),
        "agents": Fn({A: 1, B: 2}),
        "bytuples": Fn({(1, 2): frozenset({(1, 2)}), (): frozenset({()})}),
        "escapes": 'tab\tnl\nq"b\\e',
        "empty": "",
        "backslash": "\\n",
        "negative": -5,
        "truth": TRUE,
        "long": ("abcdefghijklmnopqrstuvwxyz",) * 10,
        "deep": Fn({"a": Fn({"b": (1, frozenset({2}), Fn({"c": frozenset()}))})}),
        "fromzero": Fn({0: 0, 1: 1, 2: 2}),
        "bytruth": Fn({TRUE: TRUE, FALSE: FALSE}),
        "models": frozenset({ModelValue("m1"), ModelValue("m2")}),
        "words": Fn({"TRUE": 0, "1a": 0, "_x": 0, "IF": 0}),
        "dashed": Fn({"a-b": 0}),
        "bysets": Fn({frozenset({1, 2}): frozenset({1, 2}), frozenset(): frozenset()}),
        "looks": "/\\ x = 1 >> ) ]",
        "pc": "a",
    }
