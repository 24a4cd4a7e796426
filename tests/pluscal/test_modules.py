"""Whole modules: their parts, both syntaxes, statements and places."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from show import algorithm, p_protocol, protocol, show

from tracefix.pluscal import parse_module
from tracefix.pluscal.ast import Definition
from tracefix.pluscal.model import Module
from tracefix.source import Source


def _module(text: str) -> Module:
    return parse_module(Source("M.tla", text))


def test_a_module_has_these_parts() -> None:
    text = """A line before the module.
---- MODULE Proto ----
EXTENDS Integers, Sequences,
        TLC
CONSTANTS FREE, N
CONSTANT Op(_)
ASSUME N > 0
LOCAL Before(a, b) == a + b
-----
(* words --algorithm Proto {
variables x = 0, y \\in {1, 2}; z;
define { Inside == x }
macro m(a) { x := a }
fair process (P = 1) variables v = 1, w; { a: m(2); }
fair+ process (Q \\in 2..3) { b:+ skip; }
} and "more" words' *)
\\* BEGIN TRANSLATION - the hash
VARIABLES nonsense that nobody reads == [][
\\* END TRANSLATION
After == x = 0 /\\ Inside = 0
THEOREM Spec => []After
====
Words after the module == 1
"""
    module = _module(text)
    found = module.algorithm
    assert (module.name, module.extends) == ("Proto", ("Integers", "Sequences", "TLC"))
    assert [name for name, _ in module.constants] == ["FREE", "N", "Op"]
    assert [(name, type(d)) for name, d in module.definitions.items()] == [(n, Definition) for n in ("Before", "Inside", "After")]
    assert (found.name, found.syntax, found.fair, found.body) == ("Proto", "c", False, ())
    assert [(v.name, v.kind, show(v.value)) for v in found.variables] == [
        ("x", "=", "0"),
        ("y", "\\in", "SetEnum(<1, 2>)"),
        ("z", "", "None"),
    ]
    assert [d.name for d in found.definitions] == ["Inside"]
    assert [(m.name, m.params) for m in found.macros] == [("m", ("a",))]
    assert [(p.name, p.kind, show(p.identity), p.fairness) for p in found.processes] == [
        ("P", "=", "1", "fair"),
        ("Q", "\\in", "(2 .. 3)", "fair+"),
    ]
    assert [v.name for v in found.processes[0].variables] == ["v", "w"]
    assert text[found.span.start : found.span.end].split() == text[text.index("--algorithm") : text.index(" and ")].split()


STATEMENTS_C = """a: x := 1 || f[2] := x;
b: if (x = 1) y := 1; else if (x = 2) { y := 2; } else y := 3;
c: either { skip; } or await x = 0; or when x = 1;
d: while (x < 3) { x := x + 1; };
e: with (q \\in {1, 2}, r = q) { y := r };
g: assert x = 1; print <<x>>; goto Done;"""

STATEMENTS_P = """a: x := 1 || f[2] := x;
b: if x = 1 then y := 1; elsif x = 2 then y := 2; else y := 3; end if;
c: either skip; or await x = 0; or when x = 1; end either;
d: while x < 3 do x := x + 1; end while;
e: with q \\in {1, 2}; r = q do y := r; end with;
g: assert x = 1; print <<x>>; goto Done;"""


def test_both_syntaxes_give_the_same_tree() -> None:
    c, p = _module(protocol(STATEMENTS_C)), _module(p_protocol(STATEMENTS_P))
    assert (c.algorithm.syntax, p.algorithm.syntax) == ("c", "p")
    assert show(c.algorithm.processes[0].body) == show(p.algorithm.processes[0].body)
    assert show(c.algorithm.processes[0].body[1]) == (
        "IfStmt((x = 1), <Assign(<<Target(y, <>), 1>>, None, None)>, <IfStmt((x = 2), <Assign(<<Target(y, <>), 2>>, None, None)>, "
        "<Assign(<<Target(y, <>), 3>>, None, None)>, None, None)>, Label(b, ), None)"
    )


def test_statements_know_their_places() -> None:
    text = protocol(STATEMENTS_C)
    body = _module(text).algorithm.processes[0].body
    pieces = [text[s.span.start : s.span.end] for s in body]
    assert pieces[0] == "x := 1 || f[2] := x"
    assert pieces[2] == "either { skip; } or await x = 0; or when x = 1;"
    assert pieces[5:] == ["assert x = 1", "print <<x>>", "goto Done"]
    assert [text[s.label.span.start : s.label.span.end] for s in body if s.label] == list("abcdeg")


def test_semicolons_may_be_missing_where_pcal_trans_allows_it() -> None:
    assert (
        len(_module(protocol("a: if (x = 1) { x := 2 } else { x := 3 }; b: either { skip } or { skip }")).algorithm.processes[0].body) == 2
    )
    assert (
        len(_module(p_protocol("a: if x = 1 then x := 2 else x := 3 end if; b: while TRUE do skip end while")).algorithm.processes[0].body)
        == 2
    )
    module = _module(algorithm("{ variables x macro m() { skip }; process (P = 1) { a: m() }; }"))
    assert module.algorithm.macros[0].name == "m"


def test_a_uniprocess_algorithm_has_a_body() -> None:
    c, p = _module(algorithm("{ { a: skip; } }")), _module(algorithm("begin a: skip; end algorithm"))
    assert (c.algorithm.processes, len(c.algorithm.body), len(p.algorithm.body)) == ((), 1, 1)


def test_a_fair_algorithm_is_read() -> None:
    assert _module("---- MODULE M ----\n(* --fair algorithm M { { a: skip } } *)\n====\n").algorithm.fair


def test_a_module_of_five_thousand_lines_is_read() -> None:
    lines = "\n".join(f"l{i}: if (x = {i}) {{ y := y + 1 }} else {{ x := IF y > {i} /\\ x # 2 THEN {i} ELSE f[1] }};" for i in range(5000))
    assert len(_module(protocol(lines)).algorithm.processes[0].body) == 5000


@pytest.mark.parametrize("inner", ["if (x = 0) " * 300 + "skip;", "{" * 300 + "skip;" + "}" * 300, "x := " + "(" * 300 + "1"])
def test_deep_nesting_is_a_message_and_not_a_crash(problems: Callable[[str], list[str]], inner: str) -> None:
    assert {line.split()[1] for line in problems(protocol("a: " + inner))} == {"TF207"}


def test_nothing_heavy_is_imported_to_parse(tmp_path: Path) -> None:
    path = tmp_path / "M.tla"
    path.write_text(protocol("a: x := 1;"), encoding="utf-8")
    code = (
        "import sys, tracefix.pluscal as p\n"
        "assert 'tracefix.pluscal.module' not in sys.modules\n"
        "from tracefix.source import Source\n"
        f"p.parse_module(Source.read({str(path)!r}))\n"
        "print([m for m in ('lark', 'numpy', 'numba', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


REFUSED = {
    "no end": ("---- MODULE M ----\n(* --algorithm M { { a: skip } } *)\n", "2:36 TF234 the module has no end"),
    "the end inside the comment": ("---- MODULE M ----\n(* --algorithm M { { a: skip } }\n====\n*)\n", "4:3 TF234 the module has no end"),
    "after the end": (
        "---- MODULE M ----\n====\n(* --algorithm M { { a: skip } } *)\n",
        "3:1 TF235 the algorithm stands after the end of the module, where its translation would be ignored",
    ),
    "text behind the comment": (
        "---- MODULE M ----\n(* --algorithm M { { a: skip } } *) D == 1\n====\n",
        "2:37 TF235 nothing may follow the algorithm's comment on its last line: the translation goes there",
    ),
    "EXTENDS too late": (
        "---- MODULE M ----\nD == 1\nEXTENDS Integers\n(* --algorithm M { { a: skip } } *)\n====\n",
        "3:1 TF210 EXTENDS must stand first in the module, and once",
    ),
    "a module inside": (
        "---- MODULE M ----\n---- MODULE N ----\n(* --algorithm M { { a: skip } } *)\n====\n",
        "2:6 TF206 a module inside a module is not supported",
    ),
    "an unknown module": (
        "---- MODULE M ----\nEXTENDS Integer\n(* --algorithm M { { a: skip } } *)\n====\n",
        "2:9 TF318 there is no module Integer",
    ),
    "a module named like a standard one": (
        "---- MODULE TLC ----\nEXTENDS Naturals\n(* --algorithm M { { a: skip } } *)\n====\n",
        "1:13 TF337 the module has the name of a standard module, TLC",
    ),
    "a comma too many": (
        "---- MODULE M ----\nCONSTANTS A, , B\n(* --algorithm M { { a: skip } } *)\n====\n",
        "2:14 TF210 expected a name after ',', found ','",
    ),
    "a comma at the end": (
        "---- MODULE M ----\nCONSTANTS A,\n(* --algorithm M { { a: skip } } *)\n====\n",
        "2:12 TF210 expected a name after ','",
    ),
    "a name without a letter": (algorithm("{ { _: skip } }"), "3:22 TF210 '_' is not a name: it has no letter"),
    "an open bracket in a temporal formula": (
        algorithm("{ { a: skip } }", after="P == [](TRUE\n"),
        "4:8 TF220 this '(' is never closed",
    ),
    "a statement in a theorem": (algorithm("{ { a: skip } }", after="THEOREM []TRUE; x\n"), "4:15 TF210 unexpected ';'"),
    "a theorem of an undefined form": (algorithm("{ { a: skip } }", after="THEOREM TRUE 1\n"), "4:14 TF210 unexpected '1'"),
    "a constant named like the translation": (
        algorithm("{ { a: skip } }", before="CONSTANT Next\n"),
        "3:10 TF337 Next cannot be a constant: the translation uses the name",
    ),
    "an assumption about nothing": (algorithm("{ { a: skip } }", before="ASSUME N > 0\n"), "3:8 TF310 N is not declared"),
    "an escape that does not exist": (algorithm('{ { a: print "\\x" } }'), "3:32 TF205 a string cannot contain '\\\\x'"),
    "a letter that pcal.trans does not read": (algorithm('{ { a: print "\u00e9" } }'), "3:32 TF205 a string cannot contain '\u00e9'"),
    "an open string after the algorithm": (algorithm('{ { a: skip } } say "hello'), "3:38 TF204 this string has no closing quote"),
    "define of the other syntax": (
        algorithm("{ variables x = 0; define D == 1 end define; { a: skip } }"),
        "3:37 TF227 define stands in the wrong place",
    ),
    "define inside an initial value": (
        algorithm("{ variables x = define { D == 1 } 0; { a: skip } }"),
        "3:34 TF227 define stands in the wrong place",
    ),
    "define among statements": (
        algorithm("{ variables x = 0; { a: x := 1 define { D == 1 }; } }"),
        "3:37 TF220 this '{' is never closed",
    ),
    "no head of a definition": (algorithm("{ { a: skip } }", after="----\nD TRUE == 1\n"), "5:1 TF210 unexpected 'D'"),
    "no head of a definition below a temporal one": (
        algorithm("{ { a: skip } }", after="C == []TRUE\nD TRUE == 1\n"),
        "5:8 TF210 unexpected '=='",
    ),
    "macro after an expression": (
        algorithm("{ variables x = 0 macro m() { skip } { a: skip } }"),
        "3:35 TF221 missing ';'",
    ),
    "define inside a declaration": (
        algorithm("{ variables x define { D == 1 } = 0; { a: skip } }"),
        "3:32 TF227 define stands in the wrong place",
    ),
    "digits without end": (
        algorithm("{ { a: print " + "9" * 400 + " } }"),
        "3:31 TF230 a number of 400 digits is beyond the integers of 32 bits",
    ),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_a_module_that_the_tools_refuse_is_refused(problems: Callable[[str], list[str]], text: str, message: str) -> None:
    assert problems(text)[0] == message


def test_a_constant_that_is_declared_twice_is_a_warning() -> None:
    text = algorithm("{ { a: skip } }", before="CONSTANTS A, B\nCONSTANT A\n")
    (warning,) = parse_module(Source("M.tla", text)).warnings
    assert (warning.code, warning.line, warning.message) == ("TF337", 4, "the constant A is declared twice")


def test_text_behind_the_comment_is_no_problem_when_a_translation_is_there() -> None:
    text = "---- MODULE M ----\n(* --algorithm M { { a: skip } } *) D == 1\n\\* BEGIN TRANSLATION\n\\* END TRANSLATION\n====\n"
    assert list(parse_module(Source("M.tla", text)).definitions) == ["D"]


def test_a_module_beside_this_one_may_be_extended(tmp_path: Path) -> None:
    (tmp_path / "Mine.tla").write_text("---- MODULE Mine ----\n====\n")
    text = "---- MODULE M ----\nEXTENDS Mine\n(* --algorithm M { { a: skip } } *)\n====\n"
    module = parse_module(Source(str(tmp_path / "M.tla"), text))
    assert [(w.code, w.line) for w in module.warnings] == [("TF317", 2)]


def test_at_most_two_hundred_problems_are_collected(problems: Callable[[str], list[str]]) -> None:
    found = problems(protocol("\n".join(f"s{i}: x := y{i};" for i in range(300))))
    assert len(found) == 201
    assert found[-2:] == ["205:12 TF310 y199 is not declared", "None:None TF005 100 more problems are not shown"]


@pytest.mark.parametrize(
    ("number", "last"),
    [
        (200, "206:9 TF215 '==' defines an operator"),
        (201, "None:None TF005 1 more problem is not shown"),
        (4000, "None:None TF005 at least 2,000 more problems are not shown"),
    ],
)
def test_what_is_beyond_the_limit_is_counted(problems: Callable[[str], list[str]], number: int, last: str) -> None:
    assert problems(protocol("a: skip;\n" + "await x == 1;\n" * number))[-1] == last


@pytest.mark.parametrize("text", ['a "quote', "a \u20ac sign", "(* a comment", "*)", "4294967296", "skip; // done", "---- MODULE N ----"])
def test_what_stands_below_the_end_is_no_part_of_the_module(problems: Callable[[str], list[str]], text: str) -> None:
    assert problems(algorithm("{ { a: skip } }") + f"{text}\n") == []


@pytest.mark.parametrize("text", ["2147483648", "-2147483648", "00002147483648", "99999999999999999999999999"])
def test_a_number_of_more_than_32_bits_is_refused_wherever_it_stands(problems: Callable[[str], list[str]], text: str) -> None:
    number = text.removeprefix("-")
    shown = number.lstrip("0") if len(number) <= 20 else f"a number of {len(number)} digits"
    message = f"TF230 {shown} is beyond the integers of 32 bits"
    assert [line.split(" ", 1)[1] for line in problems(algorithm(f"{{ variables x = {text}; {{ a: x := {text} }} }}"))] == [
        message,
        message,
    ]
    assert [line.split(" ", 1)[1] for line in problems(algorithm("{ { a: skip } }", before=f"Large == {text}\n"))] == [message]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "ASSUME x = 0\n", ["4:8 TF319 an assumption is about constants, and x is a variable"]),
        ("", "Zero == x = 0\nASSUME Zero\n", ["5:8 TF319 an assumption is about constants, and x is a variable"]),
        ("", 'ASSUME \\A p \\in {1} : pc = "a"\n', ["4:8 TF319 an assumption is about constants, and pc is a variable"]),
        ("", "ASSUME Named == x = 0\n", ["4:17 TF319 an assumption is about constants, and x is a variable"]),
        ("CONSTANT N\nASSUME N > 1\n", "ASSUMPTION \\A n \\in 1..N : n < 9\nAXIOM N = 1\n", []),
    ],
)
def test_an_assumption_is_about_constants(problems: Callable[[str], list[str]], before: str, after: str, expected: list[str]) -> None:
    text = f"---- MODULE M ----\nEXTENDS Integers\n{before}(* --algorithm M {{ variables x = 0; {{ a: x := 1 }} }} *)\n{after}====\n"
    assert problems(text) == expected


def test_the_assumptions_of_a_module_are_kept_but_for_those_that_only_TLC_can_read() -> None:
    text = (
        "---- MODULE M ----\nEXTENDS Integers\nASSUME 1 < 2\nF[n \\in Nat] == F[n]\nASSUME F[1] = 1\nASSUME Named == 2 < 3\n"
        "AXIOM 3 < 4\n(* --algorithm M { { a: skip } } *)\nASSUMPTION 4 < 5\n====\n"
    )
    module = parse_module(Source("M.tla", text))
    assert [text[each.span.start : each.span.end] for each in module.assumptions] == ["1 < 2", "2 < 3", "4 < 5"]
    assert [(each.code, each.line) for each in module.warnings] == [("TF340", 5)]
