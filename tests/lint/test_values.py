"""What expressions are known to be; where something is known, the interpreter says the same."""

from __future__ import annotations

import pytest

from tracefix.lint.values import UNKNOWN, Evaluator, Value, same, text
from tracefix.pluscal import parse_definitions, parse_expression
from tracefix.pluscal.model import ModelValueName

DEFINITIONS = parse_definitions("Two == 2\nPlus(a, b) == a + b\nNot(p) == ~p")
KNOWN: dict[str, Value] = {"n": 3, "flag": True, "word": "go", "A": ModelValueName("A"), "B": ModelValueName("B"), "list": (1, 2)}


def value(expression: str) -> Value:
    return Evaluator(DEFINITIONS).value(parse_expression(expression), lambda name: KNOWN.get(name, UNKNOWN))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("n + 2 * n - 1", 8),
        ("(-7) \\div 2", -4),
        ("-7 % 2", 1),
        ("n \\div 0", UNKNOWN),
        ("n > 2 /\\ flag", True),
        ("x /\\ ~flag", False),
        ("flag \\/ x", True),
        ("x \\/ ~flag", UNKNOWN),
        ("~flag => x", True),
        ("x => flag", True),
        ("x = x", UNKNOWN),
        ("A = A", True),
        ("A # B", True),
        ('A = "A"', False),
        ('n = "3"', UNKNOWN),
        ("n \\in 1..3", True),
        ("n \\notin {1, 2}", True),
        ("x \\in {}", UNKNOWN),
        ("{1, 2} \\cup {2, 3}", frozenset([1, 2, 3])),
        ("{1, 2} \\ {2}", frozenset([1])),
        ("1..100000", UNKNOWN),
        ("IF x THEN n ELSE 3", 3),
        ("IF x THEN 1 ELSE 2", UNKNOWN),
        ('IF word = "go" THEN 1 ELSE x', 1),
        ("Len(Append(list, 5))", 3),
        ("Head(Tail(list))", 2),
        ("Head(<<>>)", UNKNOWN),
        ("list[2]", 2),
        ("list[3]", UNKNOWN),
        ("<<n, word>>", (3, "go")),
        ("<<n, x>>", UNKNOWN),
        ("Plus(Two, n)", 5),
        ("Not(flag)", False),
        ("[k \\in {1} |-> 1]", UNKNOWN),
    ],
)
def test_an_expression_is_evaluated_as_far_as_it_is_known(expression: str, expected: Value) -> None:
    found = value(expression)
    assert (type(found), found) == (type(expected), expected)


def test_values_of_different_types_cannot_be_compared_unless_one_is_a_model_value() -> None:
    assert same(1, True) is UNKNOWN
    assert same(ModelValueName("A"), 1) is False
    assert same(UNKNOWN, UNKNOWN) is UNKNOWN


@pytest.mark.parametrize("tla", ["A", '"go"', "TRUE", "-3", '<<1, "x">>', "{1, 2}"])
def test_a_value_is_written_as_tla(tla: str) -> None:
    assert text(value(tla)) == tla
