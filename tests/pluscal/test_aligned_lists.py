"""Vertically aligned lists of /\\ and \\/, whose columns matter."""

from __future__ import annotations

import pytest
from show import show

from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_expression

LISTS = {
    "one item": ("/\\ a", "/\\[a]"),
    "two items": ("/\\ a\n/\\ b", "/\\[a, b]"),
    "a list in a list": ("/\\ a\n/\\ \\/ b\n   \\/ c\n/\\ d", "/\\[a, \\/[b, c], d]"),
    "two kinds of bullets": ("\\/ /\\ a\n   /\\ b\n\\/ c", "\\/[/\\[a, b], c]"),
    "infix in an item": ("/\\ a /\\ b\n/\\ c", "/\\[/\\[a, b], c]"),
    "another infix operator in an item": ("/\\ a \\/ b\n/\\ c", "/\\[\\/[a, b], c]"),
    "implication in an item": ("/\\ a\n/\\ b => c", "/\\[a, (b => c)]"),
    "implication after the list": ("/\\ a\n/\\ b\n=> c", "(/\\[a, b] => c)"),
    "a list in parentheses": ("(/\\ a\n /\\ b) => c", "(/\\[a, b] => c)"),
    "an item over two lines": ("/\\ i =\n   1\n/\\ b", "/\\[(i = 1), b]"),
    "a bullet further right is a list of its own": ("/\\ a =>\n   /\\ b\n   /\\ c\n/\\ d", "/\\[(a => /\\[b, c]), d]"),
    "a bullet further right after an operand is infix": ("/\\ a\n   /\\ b\n/\\ c", "/\\[/\\[a, b], c]"),
    "infix over two lines is no list": ("a\n/\\ b\n/\\ c", "/\\[a, b, c]"),
    "THEN and ELSE end lists": ("IF /\\ a /\\ b THEN /\\ c ELSE /\\ d", "If(/\\[/\\[a, b]], /\\[c], /\\[d])"),
    "IN ends a list": ("LET q == /\\ a\n         /\\ b\nIN q", "Let(<Definition(q, <>, /\\[a, b])>, q)"),
    "a bracket ends a list": ("{y \\in S : /\\ a\n           /\\ b}", "SetFilter(Bound(<y>, S, FALSE), /\\[a, b])"),
    "a comma ends a list": ("[q |-> /\\ a\n       /\\ b, w |-> c]", "Record(<<q, /\\[a, b]>, <w, c>>)"),
    "an arrow ends a list": ("CASE /\\ a\n     /\\ b -> c [] d -> e", "Case(<</\\[a, b], c>, <d, e>>, None)"),
    "a quantifier over a list": ("\\A y \\in S : /\\ a\n             /\\ b", "Quantifier(\\A, <Bound(<y>, S, FALSE)>, /\\[a, b])"),
    "a quantifier in an item": (
        "/\\ \\A y \\in S, z \\in T :\n     /\\ a\n     /\\ b\n/\\ c",
        "/\\[Quantifier(\\A, <Bound(<y>, S, FALSE), Bound(<z>, T, FALSE)>, /\\[a, b]), c]",
    ),
    "negation of a list": ("~ /\\ a\n  /\\ b", "(~ /\\[a, b])"),
    "tab stops every eight columns": ("\t/\\ a\n        /\\ b\n    \t/\\ c", "/\\[a, b, c]"),
    "comments do not count": ("/\\ a \\* one\n(* two *)\n/\\ b", "/\\[a, b]"),
    "brackets over several lines": ("/\\ f[\n   1]\n/\\ b", "/\\[Apply(f, <1>), b]"),
}


@pytest.mark.parametrize(("text", "tree"), LISTS.values(), ids=LISTS.keys())
def test_a_list_has_this_tree(text: str, tree: str) -> None:
    assert show(parse_expression(text)) == tree


BROKEN = {
    "words for bullets": ("\\land a\n\\land b", "1:1 TF210"),
    "the operand left of its bullet": ("  /\\\n a", "1:5 TF210"),
    "an operand under its bullet": ("/\\ i =\n1", "1:7 TF210"),
    "an argument under the bullet": ("/\\ Op(\n1)", "2:1 TF213"),
    "a closing bracket under the bullet": ("/\\ Op(1\n)", "2:1 TF213"),
    "ELSE under the bullet": ("/\\ IF a THEN b\nELSE c", "1:4 TF219"),
}


def test_a_conjunction_list_may_be_an_operand_of_a_disjunction_to_its_left() -> None:
    assert show(parse_expression("   /\\ a\n   /\\ b\n\\/ c")) == "\\/[/\\[a, b], c]"


@pytest.mark.parametrize(("text", "place"), BROKEN.values(), ids=BROKEN.keys())
def test_a_badly_indented_list_is_refused(text: str, place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_expression(text)
    first = caught.value.diagnostics[0]
    assert f"{first.line}:{first.column} {first.code}" == place
