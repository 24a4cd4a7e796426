"""Names: declared, once, before their use, and used as what they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from show import algorithm, protocol

from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_module
from tracefix.pluscal.model import Unsupported
from tracefix.source import Source

Problems = Callable[[str], list[str]]

IN_STATEMENTS = {
    "undeclared variable": ("a: x := q;", "6:9 TF310 q is not declared"),
    "undeclared operator": ("a: x := Foo(1);", "6:9 TF310 Foo is not declared"),
    "undeclared target": ("a: q := 1;", "6:4 TF310 q is not declared"),
    "too many arguments": ("a: x := Len(f, 1);", "6:9 TF312 Len takes 1 argument, not 2"),
    "an operator without arguments": ("a: x := Len;", "6:9 TF312 Len takes 1 argument, not 0"),
    "a variable with arguments": ("a: x := y(1);", "6:9 TF312 y is a global variable and takes no arguments"),
    "a target bound by a with": ("a: with (q = 1) { q := 2 };", "6:19 TF311 q is bound by a with and cannot be assigned"),
    "pc as a target": ("a: pc := 2;", "6:4 TF311 pc is the program counter and cannot be assigned"),
    "self in a single process": ("a: x := self;", "6:9 TF315 self only has a meaning in a process that is declared with \\in"),
    "a with over a global": ("a: with (x = 1) { y := x };", "6:10 TF337 x is already a global variable"),
    "a with over a local": ("a: with (z = 1) { y := z };", "6:10 TF337 z is already a local variable"),
    "a with in a with": ("a: with (q = 1) { with (q = 2) { y := q } };", "6:25 TF337 q is already bound by a with"),
    "a quantifier over a variable": ("a: await \\E x \\in {1} : x = 1;", "6:13 TF337 x is already a global variable"),
    "a quantifier in a quantifier": ("a: await \\E q \\in {1} : \\E q \\in {2} : TRUE;", "6:28 TF337 q is already bound here"),
    "a bound name called like an operator": ("a: x := {Len : Len \\in {1}};", "6:16 TF337 Len is already an operator of Sequences"),
    "a LET over a variable": ("a: await LET x == 1 IN x = 1;", "6:14 TF337 x is already a global variable"),
    "a bound name in its own domain": ("a: await \\A q \\in {1}, r \\in {q} : TRUE;", "6:31 TF310 q is not declared"),
    "a field twice": ("a: x := [q |-> 1, q |-> 2];", "6:9 TF338 the field q stands twice in one record"),
    "a higher-order operator": ("a: x := SelectSeq(<<1>>, 2);", "6:9 TF314 SelectSeq cannot be used: it takes an operator as an argument"),
    "a with over an earlier label": (
        "b: skip; a: with (b = 1) { x := b };",
        "6:19 TF337 b is already the name of a label",
    ),
    "a label called like an operator": (
        "Len: skip;",
        "6:1 TF309 the label Len has the name of an operator of Sequences: the translation would define it twice",
    ),
    "a label called like the translation": ("Init: skip;", "6:1 TF309 Init cannot name a label: the translation uses the name"),
}

ACCEPTED = {
    "with later bindings that see earlier ones": "a: with (q \\in {1}; r \\in {q}) { x := r };",
    "pc": 'a: await pc[1] = "a";',
    "a field called like a variable": "a: x := [x |-> 1].x;",
    "fields called like PlusCal words": "a: x := [end |-> 1, process |-> 2].process;",
    "the same bound name one after the other": "a: x := {q : q \\in {q \\in {1} : q > 0}};",
    "an operator's name as a later label": "c: with (a = 1) { x := a }; a: skip;",
}


@pytest.mark.parametrize(("body", "problem"), IN_STATEMENTS.values(), ids=IN_STATEMENTS.keys())
def test_a_name_is_used_wrongly_in_a_statement(problems: Problems, body: str, problem: str) -> None:
    assert problems(protocol(body)) == [problem]


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_names_are_used_rightly(problems: Problems, body: str) -> None:
    assert problems(protocol(body)) == []


MODULES = {
    "a global twice": (algorithm("{ variables x = 0, x = 1; { a: skip } }"), "3:37 TF337 x is already a global variable"),
    "a local like a global": (
        algorithm("{ variables x = 0; process (P = 1) variables x = 0; { a: skip } }"),
        "3:63 TF337 x is already a global variable",
    ),
    "a local twice": (
        algorithm("{ process (P = 1) variables z = 0, z = 1; { a: skip } }"),
        "3:53 TF337 z is already a local variable of process P",
    ),
    "two processes of one name": (
        algorithm("{ process (P = 1) { a: skip } process (P = 2) { b: skip; } }"),
        "3:57 TF337 there are two processes called P",
    ),
    "a variable of the translation": (
        algorithm("{ variables vars = 0; { a: skip } }"),
        "3:30 TF337 vars cannot be a variable: the translation uses the name",
    ),
    "a variable like an operator": (algorithm("{ variables Len = 0; { a: skip } }"), "3:30 TF337 Len is already an operator of Sequences"),
    "a variable like a constant": (
        algorithm("{ variables x = 0; { a: skip } }", before="CONSTANT x\n"),
        "4:30 TF337 x is already a constant",
    ),
    "a definition like a variable": (
        algorithm("{ variables x = 0; define { x == 1 } { a: skip } }"),
        "3:46 TF337 x is already a global variable",
    ),
    "a definition like an operator": (
        algorithm("{ { a: skip } }", before="Cardinality(s) == 1\n"),
        "3:1 TF337 Cardinality is already an operator of FiniteSets",
    ),
    "a label like a constant": (
        algorithm("{ process (P = 1) { a: skip } }", before="CONSTANT a\n"),
        "4:38 TF309 the label a has the name of a constant: the translation would define it twice",
    ),
    "a process like a definition": (
        algorithm("{ process (P = 1) { a: skip } }", before="P == 1\n"),
        "4:29 TF309 the process P has the name of a definition: the translation would define it twice",
    ),
    "a definition like a label": (
        algorithm("{ process (P = 1) { a: skip } }", after="a == 1\n"),
        "4:1 TF337 a is already the name of a label",
    ),
    "a definition that uses a later one": (
        algorithm("{ { a: skip } }", before="A == B\nB == 1\n"),
        "3:6 TF310 B is defined further down",
    ),
    "a definition before the algorithm that uses a variable": (
        algorithm("{ variables x = 0; { a: skip } }", before="A == x\n"),
        "3:6 TF310 x is a variable, declared by the algorithm further down",
    ),
    "a define block that uses a local": (
        algorithm("{ variables x = 0; define { D == z } process (P = 1) variables z = 0; { a: x := D } }"),
        "3:51 TF310 z is a variable, declared by the algorithm further down",
    ),
    "a define block that uses ProcSet": (
        algorithm("{ define { D == ProcSet } process (P = 1) { a: skip } }"),
        "3:34 TF310 ProcSet is defined by the translation, after this place",
    ),
    "a parameter like a constant": (
        algorithm("{ { a: skip } }", before="CONSTANT N\nA(N) == N\n"),
        "4:1 TF337 N is already a constant",
    ),
    "a definition twice": (algorithm("{ { a: skip } }", before="A == 1\nA == 2\n"), "4:1 TF331 A is defined twice"),
    "a local of another process as a target": (
        algorithm("{ process (P = 1) variables v = 0; { a: skip } process (R = 3) { c: v := 1 } }"),
        "3:86 TF316 v is a local variable of process P and cannot be assigned here",
    ),
    "a local of two processes in a third": (
        algorithm(
            "{ variables x; process (P = 1) variables v = 0; { a: skip }\n"
            "process (Q = 2) variables v = 0; { b: skip }\nprocess (R = 3) { c: x := v } }"
        ),
        "5:27 TF314 v cannot be used: it is a local variable of P and Q, and pcal.trans renames one of them",
    ),
    "a variable outside the algorithm": (
        algorithm("{ { a: skip } }", before="VARIABLE q\n"),
        "3:10 TF206 the variable q is declared outside the algorithm, which gives it no value",
    ),
    "self in a uniprocess algorithm": (
        algorithm("{ variables x = 0; { a: x := self } }"),
        "3:47 TF315 self only has a meaning in a process that is declared with \\in",
    ),
}


@pytest.mark.parametrize(("text", "problem"), MODULES.values(), ids=MODULES.keys())
def test_a_name_is_used_wrongly_in_a_module(problems: Problems, text: str, problem: str) -> None:
    assert problems(text) == [problem]


NOT_EXTENDED = {
    "Len": ("x = Len(<<>>)", "Len needs EXTENDS Sequences"),
    "+": ("x = 1 + 2", "+ needs EXTENDS Naturals"),
    "a sign": ("x = -1", "- as a sign needs EXTENDS Integers"),
    "..": ("x \\in 1..2", ".. needs EXTENDS Naturals"),
    "Nat": ("x = Nat", "Nat needs EXTENDS Naturals"),
    "@@": ("x = (1 :> 2)", ":> needs EXTENDS TLC"),
    "Cardinality": ("x = Cardinality({})", "Cardinality needs EXTENDS FiniteSets"),
}


@pytest.mark.parametrize(("declaration", "message"), NOT_EXTENDED.values(), ids=NOT_EXTENDED.keys())
def test_a_module_is_not_extended(problems: Problems, declaration: str, message: str) -> None:
    text = f"---- MODULE M ----\n(* --algorithm M {{ variables {declaration}; {{ a: skip }} }} *)\n====\n"
    assert [line.split(" ", 2)[2] for line in problems(text)] == [message]


@pytest.mark.parametrize("word", ["assert", "print"])
def test_assert_and_print_need_the_module_tlc(problems: Problems, word: str) -> None:
    text = f"---- MODULE M ----\n(* --algorithm M {{ {{ a: {word} TRUE }} }} *)\n====\n"
    assert problems(text) == [f"2:25 TF313 {word} needs EXTENDS TLC"]


def test_integers_bring_naturals_along(problems: Problems) -> None:
    text = "---- MODULE M ----\nEXTENDS Integers\n(* --algorithm M { variables x = 1 + -2; { a: skip } } *)\n====\n"
    assert problems(text) == []


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ("a: z := lenght;", 'declare it under variables, or write "lenght" with quotes if it is a message'),
        ("a: x := FREE;", "declare it with CONSTANT FREE"),
        ("a: xx := 1;", "did you mean x?"),
        ("a: x := Lenn(<<>>);", "did you mean Len?"),
    ],
)
def test_close_names_are_suggested(body: str, hint: str | None) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_module(Source("M.tla", protocol(body)))
    assert [d.hint for d in caught.value.diagnostics] == [hint]


def test_self_is_known_in_a_process_set_and_its_initial_values(problems: Problems) -> None:
    assert problems(algorithm("{ variables x = 0; process (P \\in {1, 2}) variables v = self; { a: x := self } }")) == []


def test_definitions_after_the_algorithm_see_locals_and_pc(problems: Problems) -> None:
    text = algorithm(
        "{ variables x = 0; process (P \\in {1}) variables v = 0; { a: skip } }",
        after='Inv == \\A p \\in ProcSet : v[p] = 0 /\\ pc[p] \\in {"a", "Done"} /\\ x = 0\n',
    )
    assert problems(text) == []


def test_unsupported_definitions_are_no_error_until_they_are_used() -> None:
    after = "Live == <>(x = 1)\nAgain == Live\nStep == Next\nOp(q) == q\nSelect == SelectSeq(<<1>>, Op)\n"
    module = parse_module(Source("M.tla", algorithm("{ variables x = 0; { a: skip } }", after=after)))
    assert {name for name, d in module.definitions.items() if isinstance(d, Unsupported)} == {"Live", "Again", "Step", "Select"}
    assert module.definitions["Again"].diagnostic.message == "Live cannot be used: <> is not supported"  # type: ignore[union-attr]


def test_an_unsupported_definition_that_a_statement_uses_is_an_error(problems: Problems) -> None:
    text = algorithm(
        "{ variables x = 0; { a: await Good } }", before="RECURSIVE Sum(_)\nSum(n) == IF n = 0 THEN 0 ELSE Sum(n - 1)\nGood == Sum(3) = 0\n"
    )
    assert problems(text) == ["4:1 TF206 Sum cannot be used: recursive operators are not supported"]


UNREADABLE = {
    "temporal": "D == [](x = 1)",
    "prime": "D == x' = 1",
    "eventually": "D == <>(x = 1)",
    "leads to": "D == x = 1 ~> x = 2",
    "fairness": "D == WF_vars(Next)",
    "enabled": "D == ENABLED Next",
    "instance": "D == INSTANCE Naturals",
    "operator of an instance": "D == I!Op(1)",
    "lambda": "D == LAMBDA q : q",
    "higher order": "D(F(_)) == F(1)",
    "infix": "q ** w == q + w",
    "recursive function": "D[q \\in 0..3] == D[q]",
}


@pytest.mark.parametrize("definition", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_good_tla_that_cannot_be_checked_is_set_aside(definition: str) -> None:
    module = parse_module(Source("M.tla", algorithm("{ variables x = 0; { a: skip } }", after=definition + "\n")))
    assert [type(d).__name__ for d in module.definitions.values()] == ["Unsupported"]


def test_an_unknown_module_is_a_warning() -> None:
    text = "---- MODULE M ----\nEXTENDS Integers, Bags\n(* --algorithm M { { a: skip } } *)\n====\n"
    (warning,) = parse_module(Source("M.tla", text)).warnings
    assert (warning.code, warning.line, warning.column) == ("TF317", 2, 19)


def test_problems_in_a_macro_are_reported_once(problems: Problems) -> None:
    text = protocol("a: m(); b: m(); c: m();", "macro m() { x := missing; }")
    assert problems(text) == ["4:68 TF310 missing is not declared"]


@pytest.mark.parametrize("name", ["Next", "Init", "Spec", "vars", "Termination", "Terminating"])
def test_a_definition_cannot_have_a_name_that_the_translation_defines(problems: Problems, name: str) -> None:
    text = f"---- MODULE M ----\n{name} == 1\n(* --algorithm A {{\nvariables x = 0;\n{{ a: x := 1; }}\n}} *)\n====\n"
    assert problems(text) == [f"2:1 TF337 {name} cannot be defined: the translation defines the name"]
