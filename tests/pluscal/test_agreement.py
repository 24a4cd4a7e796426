"""The same verdict, accepted or refused, as the real pcal.trans and SANY. Skipped without Java and the TLA+ tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from show import algorithm, p_protocol, protocol
from test_aligned_lists import BROKEN as BROKEN_LISTS
from test_aligned_lists import LISTS
from test_expressions import PRECEDENCE, SHAPES, SPELLINGS

from judge import Opinion, opinions
from tracefix.errors import InvalidInput, ToolMissing
from tracefix.pluscal import parse_expression
from tracefix.tlc import find_toolchain

Problems = Callable[[str], list[str]]

MACRO = "macro m() { x := 1; }"

ALGORITHMS = {
    # Labels
    "first statement": protocol("x := 1;"),
    "uniprocess without labels": algorithm("{ variables x = 0; { x := 1; x := 2; while (x > 2) { skip } } }"),
    "uniprocess with some labels": algorithm("{ variables x = 0; { a: x := 1; x := 2; } }"),
    "no labels around a with": algorithm("{ variables x = 0; { x := 1; with (q = 2) { x := q } } }"),
    "no labels after a with": algorithm("{ variables x = 0, y = 0; { x := 1; with (q = 2) { y := q }; x := 3 } }"),
    "the option -label": algorithm("{ variables x = 0; process (P = 1) { x := 1; x := 2; } }", before="(* PlusCal options (-label) *)\n"),
    "while": protocol("a: x := 1; while (x < 3) x := x + 1;"),
    "nothing after while": protocol("a: while (x < 3) { x := x + 1 }; x := 0;"),
    "after goto": protocol("a: goto a; x := 1;"),
    "after an if with a goto": protocol("a: if (x = 1) goto a; x := 1;"),
    "after an if with a label": protocol("a: if (x = 1) { b: x := 2 }; x := 1;"),
    "after an either with a goto": protocol("a: either goto a; or skip; x := 1;"),
    "two assignments": protocol("a: x := 1; x := 2;"),
    "two elements": protocol("a: f[1] := 1; f[2] := 2;"),
    "two elements at once": protocol("a: f[1] := 1 || f[2] := 2;"),
    "the same element at once": protocol("a: f[1] := 1 || f[1] := 2;"),
    "the whole twice at once": protocol("a: x := 1 || x := 2;"),
    "whole and element at once": protocol("a: f[1] := 1 || f := 2;"),
    "branches": protocol("a: if (x = 1) x := 1; else x := 2; y := 1;"),
    "after branches": protocol("a: if (x = 1) x := 1; else y := 2; x := 3;"),
    "with after assignment": protocol("a: x := 1; with (q = 1) { x := q };"),
    "twice in with": protocol("a: with (q = 1) { x := 1; x := 2 };"),
    "label in with": protocol("a: with (q = 1) { b: x := 1; };"),
    "while in with": protocol("a: with (q = 1) { while (TRUE) x := 1; };"),
    "goto in with": protocol("a: with (q = 1) { goto a; };"),
    "statement after goto in with": protocol("a: with (q = 1) { goto a; x := 1 };"),
    "label Done": protocol("Done: x := 1;"),
    "label Error": protocol("Error: x := 1;"),
    "label twice": protocol("a: x := 1; a: x := 2;"),
    "goto nowhere": protocol("a: goto zz;"),
    "goto Done": protocol("a: goto Done;"),
    "goto Error": protocol("a: goto Error;"),
    "goto to another process": algorithm("{ process (P = 1) { a: skip } process (Q = 2) { b: goto a; } }"),
    "label of two processes": algorithm("{ process (P = 1) { a: skip } process (Q = 2) { a: skip; } }"),
    # Macros
    "label in macro": protocol("a: m();", "macro m() { l: x := 1; }"),
    "while first in macro": protocol("a: m();", "macro m() { while (x < 3) { x := x + 1; } }"),
    "macro twice in a step": protocol("a: m(); m();", MACRO),
    "macro unknown": protocol("a: n();", MACRO),
    "macro arity": protocol("a: m(1);", MACRO),
    "macro before its definition": protocol("a: n();", "macro n() { m(); } " + MACRO),
    "macro in a macro": protocol("a: n();", MACRO + " macro n() { m(); }"),
    "macro twice": protocol("a: m();", MACRO + " " + MACRO),
    "macro assigns to a number": protocol("a: w(3);", "macro w(q) { q := 1 }"),
    "macro assigns to an element": protocol("a: w(f[1]);", "macro w(q) { q[2] := 1 }"),
    # Semicolons and braces
    "no semicolon after a block": protocol("a: if (x = 1) { y := 1 } z := 2;"),
    "no semicolon between statements": protocol("a: skip b: y := 2;"),
    "no semicolon before a brace": protocol("a: x := 1"),
    "semicolon before else": protocol("a: if (x = 1) { x := 2 }; else y := 3;"),
    "expression before a brace": protocol("a: await x = 0 { y := 1 }"),
    "two semicolons": protocol("a: x := 1;; y := 2;"),
    "empty block": protocol("a: {}"),
    "two labels": protocol("a: b: x := 1;"),
    "two labels around a brace": protocol("a: { b: x := 1; y := 2 }"),
    "trailing comma in with": protocol("a: with (q = 1,) { x := 1 }"),
    "with without parentheses": protocol("a: with q = 1 { x := 1 }"),
    "variables without semicolon": algorithm("{ variables x = 0 process (P = 1) { a: skip } }"),
    "words after the algorithm": algorithm("{ process (P = 1) { a: skip } } some 'words here"),
    "macro after process": algorithm("{ process (P = 1) { a: skip } macro m() { skip } }"),
    "define after macro": algorithm("{ macro m() { skip } define { D == 1 } process (P = 1) { a: m() } }"),
    "define before variables": algorithm("{ define { D == 1 } variables x; process (P = 1) { a: skip } }"),
    "reserved words as fields": protocol("a: x := [end |-> 1, process |-> 2].process;"),
    "p-syntax": p_protocol("a: if x = 1 then y := 1; elsif x = 2 then y := 2 else skip end if; b: while x < 2 do x := x + 1 end while"),
    "no semicolon after end if": p_protocol("a: if x = 1 then y := 1 end if x := 2;"),
    "empty then with else": p_protocol("a: if x = 1 then else y := 1; end if;"),
    "empty if": p_protocol("a: if x = 1 then end if;"),
    "empty while": p_protocol("a: while x = 1 do end while;"),
    "wrong end": p_protocol("a: if x = 1 then skip; end while;"),
}

REFUSED_BY_SANY = {
    "no separator between variables": algorithm("{ variables x = 0 y = 1; { a: skip } }"),
    "with over a variable": protocol("a: with (x = 1) { y := x };"),
    "with in with": protocol("a: with (q = 1) { with (q = 2) { y := q } };"),
    "with over an earlier label": protocol("b: skip; a: with (b = 1) { x := b };"),
    "capture by a macro": protocol("a: with (w = 2) { m(w) };", "macro m(q) { with (w \\in {1}) { x := q; } }"),
    "self in a single process": protocol("a: x := self;"),
    "wrong arity": protocol("a: x := Len(f, 1);"),
    "define uses a local": algorithm("{ variables x; define { D == z } process (P = 1) variables z = 0; { a: x := D } }"),
    "label named like a constant": algorithm("{ process (P = 1) { a: skip } }", before="CONSTANT a\n"),
    "variable named vars": algorithm("{ variables vars = 0; { a: skip } }"),
    "definition uses a later one": algorithm("{ { a: skip } }", before="A == B\nB == 1\n"),
    "empty process": p_protocol(""),
}


CONFLICTS = ["a /\\ b \\/ c", "a => b => c", "i = j = k", "i * -j", "S \\cup T \\cap U", "S \\ T \\ U", "i .. j .. k", "i \\div j * k"]
BROKEN = [*CONFLICTS, *(text for text, _ in BROKEN_LISTS.values())]


def _module(expressions: list[str]) -> str:
    names = "a, b, c, d, e, g, f, i, j, k, n, q, r, s, t, u, w, x, S, T, U"
    bodies = "".join(f"X{number} ==\n{expression}\n" for number, expression in enumerate(expressions))
    return f"---- MODULE M ----\nEXTENDS Integers, Sequences, TLC\nCONSTANTS {names}, Op(_, _)\n{bodies}====\n"


EXPRESSIONS = _module([*SHAPES, *PRECEDENCE, *SPELLINGS, *(text for text, _ in LISTS.values())])


@pytest.fixture(scope="module")
def judged() -> Mapping[str, Opinion]:
    """What the tools say about every text of this file."""
    texts = [*ALGORITHMS.values(), *REFUSED_BY_SANY.values(), EXPRESSIONS, *(_module([text]) for text in BROKEN)]
    try:
        return dict(zip(texts, opinions(find_toolchain(), texts), strict=True))
    except ToolMissing as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("text", ALGORITHMS.values(), ids=ALGORITHMS.keys())
def test_an_algorithm_is_judged_as_by_pcal_trans(judged: Mapping[str, Opinion], problems: Problems, text: str) -> None:
    assert (problems(text) == []) is judged[text].translated


@pytest.mark.parametrize("text", REFUSED_BY_SANY.values(), ids=REFUSED_BY_SANY.keys())
def test_what_sany_refuses_in_the_translation_is_refused(judged: Mapping[str, Opinion], problems: Problems, text: str) -> None:
    assert problems(text) != []
    assert judged[text].refused_by == "SANY"


def test_every_expression_of_these_tests_is_good_tla(judged: Mapping[str, Opinion]) -> None:
    assert judged[EXPRESSIONS].parsed


@pytest.mark.parametrize("text", BROKEN)
def test_an_expression_that_is_refused_is_refused_by_sany(judged: Mapping[str, Opinion], text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_expression(text)
    assert not judged[_module([text])].parsed
