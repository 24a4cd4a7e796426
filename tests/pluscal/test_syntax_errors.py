"""Malformed modules and the messages each deserves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from show import algorithm, p_protocol, protocol
from test_modules import STATEMENTS_C, STATEMENTS_P

from tracefix.errors import InvalidInput
from tracefix.pluscal import codes, parse_module
from tracefix.source import Source

HEAD = "---- MODULE M ----\nEXTENDS Integers\n"
ALGORITHM = "(* --algorithm M { process (P = 1) { a: skip; } } *)\n"

MALFORMED: list[tuple[str, list[str]]] = [
    (protocol("a: x = 1;"), ["6:6 TF216 '=' does not assign"]),
    (protocol("a: x == 1;"), ["6:6 TF216 '==' does not assign"]),
    (protocol("a: x <- 1;"), ["6:6 TF216 '<-' does not assign"]),
    (protocol("a: x += 1;"), ["6:6 TF216 '+=' does not assign"]),
    (protocol("a: x++;"), ["6:5 TF214 '++' is not an operator here: there is no increment"]),
    (protocol("a: x' := 1;"), ["6:5 TF216 an assignment names the variable without '"]),
    (protocol("a: f(1) := 2;"), ["6:9 TF215 only a variable, x[i] or x.f can be assigned to"]),
    (protocol("a: await x == 1;"), ["6:12 TF215 '==' defines an operator"]),
    (protocol("a: if (x := 1) { y := 2; };"), ["6:10 TF215 ':=' assigns, which is not possible here"]),
    (protocol("a: skip;", "w := 0;"), ["4:53 TF215 ':=' assigns, which is not possible here"]),
    (protocol("a: x := 1\n   y := 2;"), ["6:10 TF221 missing ';'"]),
    (protocol("a: await x = 1\nb: y := 2;"), ["6:15 TF221 missing ';'"]),
    (
        protocol("a: if (x = 1) { y := 2; }\n   y := 3;"),
        ["6:26 TF221 missing ';'", "7:4 TF301 this step has already assigned to y: the second assignment needs a label"],
    ),
    (protocol("a: await x = 0 { y := 1; }"), ["6:15 TF221 missing ';'"]),
    (protocol("a: await x != 1;"), ["6:12 TF214 '!=' is not an operator here: not equal is # or /="]),
    (protocol("a: await x = 1 && y = 2;"), ["6:16 TF214 '&&' is not an operator here: conjunction is /\\"]),
    (protocol("a: await x = 1 || y = 2;"), ["6:16 TF214 '||' is not an operator here: disjunction is \\/"]),
    (protocol("a: await !(x = 1);"), ["6:10 TF214 '!' is not an operator here: negation is ~"]),
    (protocol("a: await x <- 1;"), ["6:12 TF214 '<-' is not an operator here"]),
    (
        protocol("a: x := if x = 1 then 2 else 3;"),
        [
            "6:9 TF217 'if' must be written IF in an expression",
            "6:18 TF217 'then' must be written THEN in an expression",
            "6:25 TF217 'else' must be written ELSE in an expression",
        ],
    ),
    (protocol("a: x := IF x = 1 then 2 ELSE 3;"), ["6:18 TF217 'then' must be written THEN in an expression"]),
    (protocol("a: IF (x = 1) { y := 2; };"), ["6:4 TF217 'IF' must be written if"]),
    (protocol("a: While (x = 1) { y := 2; };"), ["6:4 TF217 'While' must be written while"]),
    (protocol("a: AWAIT x = 1;"), ["6:4 TF217 'AWAIT' must be written await"]),
    (protocol("a: Goto a;"), ["6:4 TF217 'Goto' must be written goto"]),
    (protocol("a: x := IF x = 1 2 ELSE 3;"), ["6:9 TF219 this IF has no THEN"]),
    (protocol("a: x := IF x = 1 THEN 2;"), ["6:9 TF219 this IF has no ELSE"]),
    (protocol("a: if x = 1 { y := 2; };"), ["6:7 TF218 if needs parentheses here"]),
    (protocol("a: while TRUE { y := 2; };"), ["6:10 TF218 while needs parentheses here"]),
    (protocol("a: with q \\in {1} { y := 2; };"), ["6:9 TF218 with needs parentheses here"]),
    (protocol("a: x := (1 + 2;\nb: y := 3;"), ["6:9 TF220 this '(' is never closed"]),
    (protocol("a: x := f[1;\nb: y := 3;"), ["6:10 TF220 this '[' is never closed"]),
    (protocol("a: x := {1, 2;\nb: y := 3;"), ["6:9 TF220 this '{' is never closed"]),
    (protocol("a: x := <<1, 2;\nb: y := 3;"), ["6:9 TF220 this '<<' is never closed"]),
    (protocol("a: x := (1 + 2));\nb: y := 3;"), ["6:16 TF220 this ')' closes nothing"]),
    (protocol("a: x := f[1);\nb: y := 3;"), ["6:10 TF220 this '[' is never closed"]),
    (protocol("a: while (TRUE) {\n  b: x := 1;\n  if (x = 1) {\n    y := 2;\n};"), ["8:14 TF220 this '{' is never closed"]),
    (protocol("a: x := ;"), ["6:9 TF210 expected an expression after ':=', found ';'"]),
    (protocol("a: await ;"), ["6:10 TF210 expected an expression after 'await', found ';'"]),
    (protocol("a: x := 1 + ;"), ["6:13 TF210 expected an expression after '+', found ';'"]),
    (protocol("a: x := 1;; y := 2;"), ["6:11 TF225 there is no statement before this ';'"]),
    (protocol("a: b: x := 1;"), ["6:1 TF222 a statement has one label only"]),
    (protocol("a: { b: x := 1; };"), ["6:1 TF222 this statement has two labels, a and b"]),
    (protocol("a: x := 1; b:"), ["7:1 TF225 there is no statement after this label"]),
    (protocol("a: if (x = 1) { skip; } elsif (x = 2) { skip; };"), ["6:25 TF218 elsif belongs to the syntax with begin and end"]),
    (protocol("a: if (x = 1) then y := 2;"), ["6:15 TF218 'then' belongs to the syntax with begin and end"]),
    (protocol('a: goto "a";'), ["6:9 TF218 expected a label after goto, not '\"a\"'"]),
    (protocol("a: skip; else x := 1;"), ["6:10 TF218 this else belongs to no if"]),
    (protocol("a: x := 1; or x := 2;"), ["6:12 TF218 this or belongs to no either"]),
    (protocol("a: either { skip; };"), ["6:4 TF223 this either has no 'or'"]),
    (protocol("a: {}"), ["6:5 TF224 this block is empty"]),
    (protocol("a: call Foo(1);"), ["6:4 TF206 call is not supported (Foo)"]),
    (protocol("a: return;"), ["6:4 TF206 return is not supported"]),
    (protocol("a: skip;", "procedure Foo(q) { b: return; }"), ["4:51 TF206 procedures are not supported (Foo)"]),
    (protocol("a: await [](x = 1);"), ["6:10 TF206 [] is not supported in an expression"]),
    (protocol("a: x := LAMBDA q : q;"), ["6:9 TF206 LAMBDA is not supported in an expression"]),
    (protocol('a: x := "abc;\nb: y := 3;'), ["6:9 TF204 this string has no closing quote"]),
    (protocol("a: x := 1 € 2;"), ["6:11 TF205 unexpected character '€'"]),
    (protocol("a: skip;", "end = 1;"), ["4:51 TF228 'end' is a reserved word"]),
    (protocol("a: skip;", "macro m() { skip; }\ndefine { D == 1 }"), ["5:1 TF227 define stands in the wrong place"]),
    (
        protocol("a: skip;", "define { D == 1 +\n E == 2 }"),
        ["4:68 TF210 expected an expression after '+', found the end of the definition"],
    ),
    (protocol("a: f := [f EXCEPT [1] = 2];"), ["6:19 TF210 unexpected '['"]),
    (protocol("a: f := [q = 1, w = 2];"), ["6:22 TF210 expected '|->' or ':' before ']'"]),
    (protocol("a: for (i \\in 1..3) { skip; };"), ["6:4 TF229 PlusCal has no for loop"]),
    (
        protocol("a: x = 1;\nb: await y == 2;\nc: y := ;\nd: await x != 3;\ne: x := 2;"),
        [
            "6:6 TF216 '=' does not assign",
            "7:12 TF215 '==' defines an operator",
            "8:9 TF210 expected an expression after ':=', found ';'",
            "9:12 TF214 '!=' is not an operator here: not equal is # or /=",
        ],
    ),
    (
        protocol("a: await /\\ x = 1\n         /\\ y =\n   2;"),
        ["7:16 TF210 expected an expression after '=', found the end of the list item"],
    ),
    (p_protocol("a: if x = 1 then\n     y := 2;\nb: x := 3;"), ["6:4 TF220 this if has no 'end if'"]),
    (p_protocol("a: if x = 1\n     y := 2;\n   end if;"), ["7:6 TF210 unexpected 'y'"]),
    (p_protocol("a: while TRUE\n     y := 2;\n   end while;"), ["7:6 TF210 unexpected 'y'"]),
    (p_protocol("a: while TRUE do\n     y := 2;\n   end if;"), ["6:4 TF220 this while has no 'end while'"]),
    (p_protocol("a: with q \\in {1} do\n     y := q;"), ["6:4 TF220 this with has no 'end with'"]),
    (p_protocol("a: if (x = 1) { y := 2; };"), ["6:15 TF218 braces do not mark blocks in this algorithm"]),
    (p_protocol("a: if x = 1 then y := 1; elseif x = 2 then y := 2; end if;"), ["6:26 TF217 'elseif' must be written elsif"]),
    (p_protocol("a: if x = 1 then y := 1; endif;"), ["6:26 TF217 'endif' must be written end if"]),
    (p_protocol("a: x := 1\n   y := 2;"), ["6:10 TF221 missing ';'"]),
    (p_protocol("a: if x = 1 then end if;"), ["6:4 TF224 this if has an empty branch or body"]),
    (p_protocol("a: while x = 1 do end while;"), ["6:4 TF224 this while has an empty branch or body"]),
    (p_protocol("a: either or skip; end either;"), ["6:4 TF224 this either has an empty branch or body"]),
    (p_protocol(""), ["5:9 TF224 this process has an empty branch or body"]),
    (algorithm("{\nprocess P = 1 { a: skip; }\n}"), ["4:9 TF218 process needs parentheses here"]),
    (algorithm("{ }"), ["3:20 TF210 the algorithm has no process and no body"]),
    (algorithm("{ process (P = 1) { a: skip; }"), ["3:18 TF220 this '{' is never closed"]),
    (algorithm("{\nprocess (P = 1) {\n  a: skip;\nprocess (Q = 2) { b: skip; }\n}"), ["4:17 TF220 this '{' is never closed"]),
    (
        algorithm("{\nprocess (P = 1) { a: skip; } }\nprocess (Q = 2) { b: skip; }\n}"),
        ["5:1 TF226 'process' stands after the end of the algorithm, where it is ignored"],
    ),
    (algorithm("\nprocess P = 1\na: skip;\nend process;\nend algorithm;"), ["5:1 TF210 unexpected 'a'"]),
    (algorithm("{ process (P = 1) { a: skip; } macro m() { skip; } }"), ["3:49 TF227 a macro must stand before the processes"]),
    (HEAD + "A == IF TRUE 1 ELSE 2\n" + ALGORITHM + "====\n", ["3:6 TF219 this IF has no THEN"]),
    (
        HEAD + "A == 1 && 2\nB == 1 != 2\n" + ALGORITHM + "====\n",
        ["3:8 TF214 '&&' is not an operator here: conjunction is /\\", "4:8 TF214 '!=' is not an operator here: not equal is # or /="],
    ),
    (HEAD + "A == {1, 2\nB == 2\n" + ALGORITHM + "====\n", ["3:6 TF220 this '{' is never closed"]),
    (HEAD + "A == if TRUE then 1 else 2\n" + ALGORITHM + "====\n", ["3:6 TF217 'if' must be written IF in an expression"]),
    (HEAD + "A == 1 *)\n" + ALGORITHM + "====\n", ["3:8 TF202 *) closes no comment"]),
    (HEAD + "A ==\nB == 2\n" + ALGORITHM + "====\n", ["3:5 TF210 expected an expression after '==', found the end of the definition"]),
    (HEAD + "A = 1\n" + ALGORITHM + "====\n", ["3:1 TF215 a definition is written with '=='"]),
    (HEAD + "A == 1\nB = 2\n" + ALGORITHM + "====\n", ["4:1 TF215 a definition is written with '=='"]),
    (
        HEAD + "\n" + ALGORITHM + "Inv == /\\ TRUE\n       /\\ TRUE => \n====\n",
        ["6:18 TF210 expected an expression after '=>', found the end of the list item"],
    ),
    (HEAD + "(* --algorithm M { process (P = 1) { a: skip; } }\n====\n", ["3:1 TF201 this comment is never closed"]),
    (HEAD + "(* --algorithm M { (* a comment\nprocess (P = 1) { a: skip; } } *)\n====\n", ["3:1 TF201 this comment is never closed"]),
    ("variables x\n", ["1:1 TF231 this is not a TLA+ module: it has no MODULE line"]),
    (HEAD + "A == 1\n====\n", ["1:1 TF232 the module has no algorithm"]),
    (HEAD + "--algorithm M { { skip; } }\n====\n", ["3:1 TF233 the algorithm must stand inside a comment (* ... *)"]),
    (HEAD + "\n" + ALGORITHM + "\\* BEGIN TRANSLATION\n====\n", ["5:1 TF203 BEGIN TRANSLATION has no END TRANSLATION"]),
]


@pytest.mark.parametrize(("text", "expected"), MALFORMED)
def test_a_malformed_module_gets_exactly_these_messages(problems: Callable[[str], list[str]], text: str, expected: list[str]) -> None:
    assert problems(text) == expected


def test_the_table_of_codes_names_the_codes_in_use_and_no_others() -> None:
    folder = Path(codes.__file__).parent
    used = {
        code
        for path in folder.glob("*.py")
        if path.name != "codes.py"
        for code in re.findall(r'"(TF\d{3})"', path.read_text(encoding="utf-8"))
    }
    assert used == set(codes.TITLES)


@pytest.mark.parametrize("text", [protocol(STATEMENTS_C, "macro m(q) { x := q }"), p_protocol(STATEMENTS_P)])
def test_a_module_without_any_one_of_its_tokens_is_read_or_refused_with_a_place(text: str) -> None:
    refused = []
    for token in re.finditer(r"\w+|[^\w\s]+", text):
        try:
            parse_module(Source("M.tla", text[: token.start()] + text[token.end() :]))
        except InvalidInput as error:
            refused.append(error.diagnostics)
    assert len(refused) > 100
    assert all(found and all(d.line and d.column for d in found) for found in refused)


def test_a_diagnostic_carries_its_line_and_a_hint() -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_module(Source("M.tla", protocol("a: x = 1;")))
    (found,) = caught.value.diagnostics
    assert (found.file, found.excerpt, found.end_column, found.hint) == ("M.tla", "a: x = 1;", 7, "write := to assign")


def test_columns_count_characters_with_tabs_and_carriage_returns(tmp_path: Path) -> None:
    path = tmp_path / "M.tla"
    path.write_bytes(protocol('\ta: skip; (* \u00fc\u00e4 *) b: x = "u";').replace("\n", "\r\n").encode())
    with pytest.raises(InvalidInput) as caught:
        parse_module(Source.read(path))
    (found,) = caught.value.diagnostics
    assert (found.line, found.column, found.code) == (6, 25, "TF216")
