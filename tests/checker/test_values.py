"""Values have one representation each, one order, and one text."""

from __future__ import annotations

import pickle
from itertools import pairwise, permutations
from typing import Any

import pytest

from tracefix.checker import FALSE, TRUE, Bool, Fn, ModelValue, boolean, make_function, order_key, to_json, to_tla


def test_truth_is_not_one() -> None:
    assert TRUE != 1
    assert FALSE != 0
    assert frozenset([TRUE, 1]) != frozenset([1])
    assert len({TRUE, 1, FALSE, 0}) == 4
    assert (TRUE,) != (1,)
    assert bool(TRUE)
    assert not bool(FALSE)
    assert boolean(3 > 2) is TRUE


def test_there_are_two_truth_values_and_no_more() -> None:
    with pytest.raises(TypeError, match="use TRUE and FALSE"):
        Bool()
    assert pickle.loads(pickle.dumps(TRUE)) is TRUE
    assert pickle.loads(pickle.dumps((FALSE, TRUE))) == (FALSE, TRUE)


def test_a_model_value_is_itself_and_nothing_else() -> None:
    assert ModelValue("A") is ModelValue("A")
    assert ModelValue("A") != "A"
    assert pickle.loads(pickle.dumps(ModelValue("A"))) is ModelValue("A")


@pytest.mark.parametrize(
    ("items", "value"),
    [
        ({}, ()),
        ({1: "a"}, ("a",)),
        ({2: "b", 1: "a"}, ("a", "b")),
        ({0: "a", 1: "b"}, Fn({0: "a", 1: "b"})),
        ({2: "a"}, Fn({2: "a"})),
        ({1: "a", 3: "b"}, Fn({1: "a", 3: "b"})),
        ({TRUE: 1}, Fn({TRUE: 1})),
        ({"1": 1}, Fn({"1": 1})),
    ],
)
def test_a_function_over_one_to_n_is_the_sequence(items: dict[Any, Any], value: Any) -> None:
    found = make_function(items)
    assert found == value
    assert type(found) is type(value)
    assert hash(found) == hash(value)


def test_functions_are_equal_whatever_the_order_of_their_arguments() -> None:
    one, other = Fn({"a": 1, "b": 2}), Fn({"b": 2, "a": 1})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Fn({"a": 1})
    assert one != {"a": 1, "b": 2}
    assert to_tla(one) == to_tla(other) == repr(one) == "[a |-> 1, b |-> 2]"


ORDERED: list[Any] = [
    ModelValue("A"), ModelValue("B"), FALSE, TRUE, -3, 0, 12, "", "a", "b", (), (5,), (1, 2), (1, 3), frozenset(), frozenset([9]),
    frozenset([1, 2]), Fn({"a": 2}), Fn({"b": 1}), Fn({"a": 1, "b": 2}),
]  # fmt: skip


def test_the_order_of_values_is_total_and_strict() -> None:
    for one, other in pairwise(ORDERED):
        assert order_key(one) < order_key(other)
    for values in permutations(ORDERED[:5]):
        assert sorted(values, key=order_key) == ORDERED[:5]
    assert sorted(set(ORDERED), key=order_key) == ORDERED


@pytest.mark.parametrize(
    ("value", "text", "json"),
    [
        (TRUE, "TRUE", True),
        (-3, "-3", -3),
        ('say "hi"\\', '"say \\"hi\\"\\\\"', 'say "hi"\\'),
        (ModelValue("FREE"), "FREE", "FREE"),
        ((), "<<>>", []),
        ((1, ("a", TRUE)), '<<1, <<"a", TRUE>>>>', [1, ["a", True]]),
        (frozenset([3, 1, 2]), "{1, 2, 3}", {"#set": [1, 2, 3]}),
        (frozenset(), "{}", {"#set": []}),
        (Fn({"b": 1, "a": frozenset([2])}), "[a |-> {2}, b |-> 1]", {"a": {"#set": [2]}, "b": 1}),
        (Fn({ModelValue("B"): 1, ModelValue("A"): 2}), "(A :> 2 @@ B :> 1)", {"A": 2, "B": 1}),
        (Fn({0: "x", 5: "y"}), '(0 :> "x" @@ 5 :> "y")', {"#map": [[0, "x"], [5, "y"]]}),
        (Fn({"A": 1, ModelValue("A"): 2}), '(A :> 2 @@ "A" :> 1)', {"#map": [["A", 2], ["A", 1]]}),
        (Fn({(1, 2): TRUE}), "(<<1, 2>> :> TRUE)", {"#map": [[[1, 2], True]]}),
    ],
)
def test_values_as_text_and_as_json(value: Any, text: str, json: Any) -> None:
    assert to_tla(value) == text
    assert to_json(value) == json
