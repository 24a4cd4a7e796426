"""Expressions to text and back."""

from __future__ import annotations

import pytest
from corpus_cases import Case, corpus_cases, example_cases
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import expressions, expressions_in

from tracefix.pluscal import ast, parse_expression, parse_module
from tracefix.pluscal.expression_printer import print_definition
from tracefix.pluscal.printer import print_expression
from tracefix.pluscal.shape import shape
from tracefix.source import Source, Span

NOWHERE = Span(0, 0)
VALID = [*corpus_cases("holds", "deadlock", "violated", "livelock"), *example_cases()]


def read_back(text: str, column: int) -> object:
    return shape(parse_expression(Source("expression", " " * column + text)))


@settings(max_examples=400, deadline=None)
@given(expressions(), st.integers(0, 9), st.sampled_from([1, 25, 60, 200]))
def test_a_printed_expression_reads_back_as_the_same_tree(expr: ast.Expr, column: int, width: int) -> None:
    assert read_back(print_expression(expr, column, width), column) == shape(expr)


@pytest.mark.parametrize("case", VALID, ids=str)
def test_every_expression_of_the_corpus_reads_back_from_one_line_and_from_many(case: Case) -> None:
    module = parse_module(Source.read(case.protocol))
    found = [*expressions_in(module.written), *expressions_in(tuple(module.definitions.values()))]
    assert found
    for expr in found:
        for column, width in ((0, 1000), (12, 30)):
            assert read_back(print_expression(expr, column, width), column) == shape(expr)


AS_WRITTEN = [
    # Precedence: only the parentheses that are needed.
    "a + b * c",
    "(a + b) * c",
    "a - b - c",
    "a - (b - c)",
    "a /\\ b => c",
    "a /\\ (b \\/ c)",
    "a /\\ (b /\\ c)",
    "a = b /\\ c # d",
    "~(a /\\ b)",
    "~a /\\ b",
    "~~a",
    "- -x",
    "-x + 1",
    "a \\X b \\X c",
    "a \\X (b \\X c)",
    "x \\in SUBSET S \\cup T",
    "DOMAIN f \\ {1}",
    "(a => b) => c",
    "a => (b => c)",
    "1..n",
    "0 .. n - 1",
    "a :> 1 @@ b :> 2",
    # What takes everything after it stands bare at the end only.
    "(\\E x \\in S : x > 1) /\\ b",
    "b /\\ \\E x \\in S : x > 1",
    "IF a THEN b ELSE c",
    "(IF a THEN 1 ELSE 2) + 1",
    "1 + IF a THEN 1 ELSE 2",
    "CASE a -> (CASE b -> 1 [] c -> 2) [] OTHER -> 3",
    "LET f(x) == x + 1 IN f(2)",
    "CHOOSE x \\in S : TRUE",
    # Shapes.
    "{x \\in S : x > 1}",
    "{(x \\in S) : y \\in T}",
    "{x + y : x, y \\in S, <<z, w>> \\in T}",
    "[x \\in S, y \\in T |-> x]",
    "[S -> T]",
    '[a |-> 1, b |-> "x"]',
    "[a : S, b : T]",
    "[f EXCEPT ![1, 2].a = @ + 1, ![3] = 0]",
    "(f \\o g)[1].a[2]",
    '"quote \\" backslash \\\\ line\\n"',
    "<<>>",
    "{}",
]


@pytest.mark.parametrize("text", AS_WRITTEN)
def test_an_expression_is_printed_as_it_is_best_written(text: str) -> None:
    assert print_expression(parse_expression(text)) == text


def printed(text: str, width: int) -> list[str]:
    return print_expression(parse_expression(text), 2, width).split("\n")


def test_a_long_conjunction_becomes_an_aligned_list() -> None:
    assert printed("first = 1 /\\ (second = 2 \\/ third = 3 \\/ fourth = 4) /\\ \\E x \\in S : x", 30) == [
        "/\\ first = 1",
        "  /\\ \\/ second = 2",
        "     \\/ third = 3",
        "     \\/ fourth = 4",
        "  /\\ \\E x \\in S : x",
    ]


def test_the_premise_of_a_long_implication_stays_on_its_line() -> None:
    assert printed("Done => first = 1 /\\ second = 2 /\\ third = 3", 30) == [
        "Done =>",
        "      /\\ first = 1",
        "      /\\ second = 2",
        "      /\\ third = 3",
    ]


def test_a_long_if_has_a_line_for_each_part() -> None:
    assert printed("IF first = 1 /\\ second = 2 THEN <<first, second>> ELSE f[1]", 30) == [
        "IF first = 1 /\\ second = 2",
        "  THEN <<first, second>>",
        "  ELSE f[1]",
    ]


def test_definitions_in_a_let_have_a_line_each() -> None:
    assert printed("LET a == 1 b(x) == x IN b(a)", 100) == ["LET a == 1", "      b(x) == x", "  IN  b(a)"]


def test_long_brackets_are_broken_between_their_parts() -> None:
    assert printed("Append(first_name, <<second_name, third_name>>)", 32) == [
        "Append(first_name,",
        "         <<second_name,",
        "           third_name>>)",
    ]


def test_a_definition_is_printed_with_its_parameters() -> None:
    body = parse_expression("a + b")
    assert print_definition(ast.Definition("Sum", ("a", "b"), body, NOWHERE, NOWHERE)) == "Sum(a, b) == a + b"
    many = parse_expression("\\A x \\in S : " + " /\\ ".join(f"x # {n}" for n in range(6)))
    assert print_definition(ast.Definition("All", (), many, NOWHERE, NOWHERE), 4, 40).split("\n")[:3] == [
        "All ==",
        "        \\A x \\in S :",
        "            /\\ x # 0",
    ]
