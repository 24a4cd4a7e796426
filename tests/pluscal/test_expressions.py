"""TLA+ expressions: shapes, precedence, and what cannot be read."""

from __future__ import annotations

import pytest
from show import show

from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_definitions, parse_expression

SHAPES = {
    "x": "x",
    "42": "42",
    "TRUE": "TRUE",
    '"a\\"b\\\\"': '"a"b\\"',
    "<<>>": "TupleExpr(<>)",
    "<<1, x>>": "TupleExpr(<1, x>)",
    "{}": "SetEnum(<>)",
    "{1, {2}}": "SetEnum(<1, SetEnum(<2>)>)",
    "Op(1, x)": "Op(1, x)",
    "f[1]": "Apply(f, <1>)",
    "f[1, 2][3].a": "Field(Apply(Apply(f, <1, 2>), <3>), a)",
    "{y \\in S : y > 1}": "SetFilter(Bound(<y>, S, FALSE), (y > 1))",
    "{<<y, z>> \\in S : y = z}": "SetFilter(Bound(<y, z>, S, TRUE), (y = z))",
    "{y + z : y \\in S, z \\in T}": "SetMap((y + z), <Bound(<y>, S, FALSE), Bound(<z>, T, FALSE)>)",
    "{y : y, z \\in S}": "SetMap(y, <Bound(<y, z>, S, FALSE)>)",
    "[y \\in S |-> y]": "Function(<Bound(<y>, S, FALSE)>, y)",
    "[y, z \\in S, w \\in T |-> y]": "Function(<Bound(<y, z>, S, FALSE), Bound(<w>, T, FALSE)>, y)",
    "[S -> T]": "FunctionSet(S, T)",
    "[a |-> 1, b |-> x]": "Record(<<a, 1>, <b, x>>)",
    "[a : S, b : T]": "RecordSet(<<a, S>, <b, T>>)",
    "[f EXCEPT ![1] = @ + 1, ![2].a[3, 4] = 5]": "Except(f, <<<<1>>, (At() + 1)>, <<<2>, a, <3, 4>>, 5>>)",
    "IF a THEN 1 ELSE 2": "If(a, 1, 2)",
    "CASE a -> 1 [] b -> 2": "Case(<<a, 1>, <b, 2>>, None)",
    "CASE a -> 1 [] OTHER -> 2": "Case(<<a, 1>>, 2)",
    "CASE a -> CASE b -> 1 [] c -> 2": "Case(<<a, Case(<<b, 1>, <c, 2>>, None)>>, None)",
    "LET q == 1 Op(w) == w g[v \\in S] == v IN q": (
        "Let(<Definition(q, <>, 1), Definition(Op, <w>, w), Definition(g, <>, Function(<Bound(<v>, S, FALSE)>, v))>, q)"
    ),
    "\\A y, z \\in S, <<v, w>> \\in T : TRUE": "Quantifier(\\A, <Bound(<y, z>, S, FALSE), Bound(<v, w>, T, TRUE)>, TRUE)",
    "\\E y \\in S : \\A z \\in T : y = z": "Quantifier(\\E, <Bound(<y>, S, FALSE)>, Quantifier(\\A, <Bound(<z>, T, FALSE)>, (y = z)))",
    "CHOOSE y \\in S : TRUE": "Choose(Bound(<y>, S, FALSE), TRUE)",
    "DOMAIN f \\cup SUBSET S": "((DOMAIN f) \\cup (SUBSET S))",
}

PRECEDENCE = {
    "a => b /\\ c": "(a => /\\[b, c])",
    "~a /\\ b": "/\\[(~ a), b]",
    "~x \\in S": "(~ (x \\in S))",
    "a = ~b": "(a = (~ b))",
    "a = ~b = c": "(a = (~ (b = c)))",
    "a /\\ b /\\ c": "/\\[a, b, c]",
    "(a /\\ b) /\\ c": "/\\[/\\[a, b], c]",
    "i + j - k": "(i + (j - k))",
    "i - j + k": "((i - j) + k)",
    "i - j - k": "((i - j) - k)",
    "i + j * k": "(i + (j * k))",
    "-i + j": "((-. i) + j)",
    "-i * j": "(-. (i * j))",
    "i - -j": "(i - (-. j))",
    "i .. j + k": "(i .. (j + k))",
    "x \\in S \\cup T": "(x \\in (S \\cup T))",
    "x \\in 1..n /\\ y": "/\\[(x \\in (1 .. n)), y]",
    "SUBSET S \\cup T": "((SUBSET S) \\cup T)",
    "S \\X T \\X U": "((S \\X T) \\X U)",
    "1 :> 2 @@ 3 :> 4": "((1 :> 2) @@ (3 :> 4))",
    "s \\o t = u": "((s \\o t) = u)",
    "a /\\ \\E y \\in S : b /\\ c": "/\\[a, Quantifier(\\E, <Bound(<y>, S, FALSE)>, /\\[b, c])]",
    "i + IF a THEN 1 ELSE 2 + 3": "(i + If(a, 1, (2 + 3)))",
    "i % j = 0": "((i % j) = 0)",
    "-f[1] ^ 2": "(-. (Apply(f, <1>) ^ 2))",
}

SPELLINGS = {
    "i =< j": "(i <= j)",
    "i \\leq j": "(i <= j)",
    "i \\geq j": "(i >= j)",
    "i /= j": "(i # j)",
    "a \\land b": "/\\[a, b]",
    "a \\lor b": "\\/[a, b]",
    "\\lnot a": "(~ a)",
    "\\neg a": "(~ a)",
    "a \\equiv b": "(a <=> b)",
    "S \\union T": "(S \\cup T)",
    "S \\intersect T": "(S \\cap T)",
    "S \\times T": "(S \\X T)",
    "s \\circ t": "(s \\o t)",
    "\\forall y \\in S : a": "Quantifier(\\A, <Bound(<y>, S, FALSE)>, a)",
    "\\exists y \\in S : a": "Quantifier(\\E, <Bound(<y>, S, FALSE)>, a)",
}

REFUSED = {
    "a /\\ b \\/ c": "1:8 TF211 /\\ and \\/ need parentheses here: neither binds more tightly",
    "a => b => c": "1:8 TF211 => cannot be chained",
    "a <=> b <=> c": "1:9 TF211 <=> cannot be chained",
    "i = j = k": "1:7 TF211 = cannot be chained",
    "i < j < k": "1:7 TF211 < cannot be chained",
    "i \\div j * k": "1:10 TF211 \\div and * need parentheses here: neither binds more tightly",
    "i * -j": "1:5 TF211 * and - need parentheses here: neither binds more tightly",
    "S \\cup T \\cap U": "1:10 TF211 \\cup and \\cap need parentheses here: neither binds more tightly",
    "S \\ T \\ U": "1:7 TF211 \\ cannot be chained",
    "i .. j .. k": "1:8 TF211 .. cannot be chained",
    "(S \\X T) \\X U": "1:1 TF206 (A \\X B) \\X C, a set of pairs with a pair in each, is not supported",
    "\\E y : y = 1": "1:4 TF206 y has no domain: unbounded quantification is not supported",
    "{x \\in S, y \\in T : x}": "1:2 TF212 expected one expression before ':'",
    "CHOOSE x, y \\in S : TRUE": "1:8 TF212 CHOOSE takes one identifier",
    "\\A x + 1 : TRUE": "1:4 TF212 expected a bound such as x \\in S",
    "[x + 1 |-> 2]": "1:2 TF212 expected a bound such as x \\in S",
    "[x + 1 : S]": "1:2 TF212 expected a field name before ':'",
    "x'": "1:2 TF206 ' is not supported in an expression",
    "[]a": "1:1 TF206 [] is not supported in an expression",
    "ENABLED a": "1:1 TF206 ENABLED is not supported in an expression",
    "1.5": "1:1 TF206 decimal numbers are not supported",
    "": "1:1 TF210 expected an expression, found the end of the expression",
    "1 2": "1:3 TF210 unexpected '2'",
    "f[": "1:2 TF220 this '[' is never closed",
    "f[1)": "1:2 TF220 this '[' is never closed",
    "1)": "1:2 TF220 this ')' closes nothing",
    "IF a 1 ELSE 2": "1:1 TF219 this IF has no THEN",
    "IF a THEN 1": "1:1 TF219 this IF has no ELSE",
    "LET q == 1": "1:1 TF219 this LET has no IN",
    "[f EXCEPT [1] = 2]": "1:11 TF210 unexpected '['",
    "(" * 101 + "1" + ")" * 101: "1:101 TF207 more than 100 brackets are open here",
    "~" * 151 + "a": "1:1 TF207 more than 150 operators in one expression",
    "IF a THEN 1 ELSE " * 200 + "2": "1:2041 TF207 this is nested too deeply",
    "r" + ".a" * 151: "1:1 TF207 more than 150 indices or fields in a row",
}


@pytest.mark.parametrize(("text", "tree"), [*SHAPES.items(), *PRECEDENCE.items(), *SPELLINGS.items()])
def test_an_expression_has_this_tree(text: str, tree: str) -> None:
    assert show(parse_expression(text)) == tree


@pytest.mark.parametrize(("text", "problem"), REFUSED.items())
def test_an_expression_is_refused_with_this_message(text: str, problem: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_expression(text)
    first = caught.value.diagnostics[0]
    assert f"{first.line}:{first.column} {first.code} {first.message}" == problem


def test_a_flat_conjunction_may_be_as_long_as_it_likes() -> None:
    tree = parse_expression(" /\\ ".join(f"x{i} = {i}" for i in range(3000)))
    assert show(tree).count("=") == 3000


def test_spans_cover_the_text_of_each_node() -> None:
    text = "x + (y * 2) => f[1].a"
    tree = parse_expression(text)
    pieces = [tree, tree.left, tree.left.right, tree.right, tree.right.record]  # type: ignore[union-attr]
    assert [text[p.span.start : p.span.end] for p in pieces] == [text, "x + (y * 2)", "y * 2", "f[1].a", "f[1]"]


def test_comments_nest_and_vanish() -> None:
    assert show(parse_expression("1 (* a (* b *) c *) + \\* d\n2")) == "(1 + 2)"


def test_definitions_are_read_in_order() -> None:
    found = parse_definitions("A == 1\nB(x, y) == x + y\nf[q \\in S] == q\n")
    assert [(d.name, d.params, show(d.body)) for d in found.values()] == [
        ("A", (), "1"),
        ("B", ("x", "y"), "(x + y)"),
        ("f", (), "Function(<Bound(<q>, S, FALSE)>, q)"),
    ]


def test_every_broken_definition_is_reported() -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_definitions("A == 1 +\nB == 2\nC == 1 && 2\nD == {1, 2\nE == [](x)\n")
    assert [(d.line, d.code) for d in caught.value.diagnostics] == [(1, "TF210"), (3, "TF214"), (4, "TF220"), (5, "TF206")]
