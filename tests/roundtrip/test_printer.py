"""Statements, processes and algorithms to text and back, in both syntaxes."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus_cases import Case, corpus_cases, example_cases
from layouts import algorithm_of, module_of

from tracefix.checker import check
from tracefix.pluscal.ast import Await, Either, IfStmt, Label, Macro, Name, Skip, With
from tracefix.pluscal.format import format_source
from tracefix.pluscal.printer import Labels, print_algorithm, print_macro, print_process, print_statement, print_statements
from tracefix.pluscal.shape import shape
from tracefix.source import Source, Span

NOWHERE = Span(0, 0)
X, Y = Name("x", NOWHERE), Name("y", NOWHERE)
SKIP = Skip(NOWHERE)
VALID = [*corpus_cases("holds", "deadlock", "violated", "livelock"), *example_cases()]


@pytest.mark.parametrize("syntax", ["c", "p"])
@pytest.mark.parametrize("case", VALID, ids=str)
def test_a_printed_algorithm_is_formatted_and_reads_back_as_the_same_tree_in_either_syntax(case: Case, syntax: str) -> None:
    written = algorithm_of(Source.read(case.protocol))
    source = module_of(print_algorithm(written, syntax))
    printed = algorithm_of(source)
    assert printed.syntax == syntax
    assert shape(printed)[1:8] == shape(written)[1:8]
    assert format_source(source) == source.text


@pytest.mark.parametrize("name", ["elsif_chain", "junction_lists", "with_bindings", "labels_inside_branches", "except_paths"])
def test_a_protocol_in_the_other_syntax_has_the_same_states(name: str, tmp_path: Path) -> None:
    case = next(case for case in VALID if case.name == f"holds/{name}")
    source = Source.read(case.protocol)
    algorithm = algorithm_of(source)
    other = print_algorithm(algorithm, "p" if algorithm.syntax == "c" else "c")
    text = source.text[: algorithm.span.start] + other + source.text[algorithm.span.end :]
    (tmp_path / "Protocol.tla").write_text(text, encoding="utf-8")
    (tmp_path / "Protocol.cfg").write_bytes(case.config.read_bytes())
    stats = check(tmp_path, engine="python", reduce="none").stats
    assert stats is not None
    assert (stats.distinct, stats.generated, stats.depth) == tuple(case.expected[key] for key in ("distinct", "generated", "depth"))


BRANCHES = Either(((SKIP,), (Await(X, NOWHERE, Label("b", NOWHERE)),)), NOWHERE, Label("a", NOWHERE, "+"))
CHAIN = IfStmt(X, (SKIP,), (IfStmt(Y, (SKIP,), (SKIP, SKIP), NOWHERE),), NOWHERE)


def test_statements_are_printed_as_the_scaffold_writes_them() -> None:
    assert print_statement(BRANCHES, "c", 12, Labels(column=8)).split("\n") == [
        "        a:+",
        "            either {",
        "                skip;",
        "            } or {",
        "        b:",
        "                await x;",
        "            };",
    ]
    assert print_statement(CHAIN, "p", 4).split("\n") == [
        "    if x then",
        "        skip;",
        "    elsif y then",
        "        skip;",
        "    else",
        "        skip;",
        "        skip;",
        "    end if;",
    ]
    assert print_statement(CHAIN, "c", 0).split("\n")[2:4] == ["} else if (y) {", "    skip;"]


def test_labels_can_stand_before_their_statements() -> None:
    assert print_statement(BRANCHES, "p", 4, Labels(own_line=False)).split("\n") == [
        "    a:+ either",
        "        skip;",
        "    or",
        "        b: await x;",
        "    end either;",
    ]


def test_an_if_with_a_label_is_not_an_elsif() -> None:
    inner = IfStmt(Y, (SKIP,), (), NOWHERE, Label("l", NOWHERE))
    assert print_statement(IfStmt(X, (SKIP,), (inner,), NOWHERE), "p", 0).split("\n")[2:5] == ["else", "l:", "    if y then"]


def test_a_branch_without_statements_is_skip_in_c_syntax() -> None:
    assert print_macro(Macro("m", (), (), NOWHERE), "c").split("\n") == ["    macro m() {", "        skip;", "    }"]
    assert print_macro(Macro("m", (), (), NOWHERE), "p").split("\n") == ["macro m() begin", "end macro;"]


def test_no_statements_are_no_text() -> None:
    assert print_statements([], "c", 4) == ""


def test_many_bindings_are_broken_between_them() -> None:
    bindings = tuple((f"binding_number_{n}", "\\in", Name("a_set_with_a_name", NOWHERE)) for n in range(4))
    assert print_statement(With(bindings, (SKIP,), NOWHERE), "c", 0).split("\n")[:2] == [
        "with (binding_number_0 \\in a_set_with_a_name, binding_number_1 \\in a_set_with_a_name,",
        "      binding_number_2 \\in a_set_with_a_name,",
    ]


def test_a_process_is_printed_with_its_variables() -> None:
    text = 'process (p \\in {A}) variables m = "", n; { a: skip }'
    process = algorithm_of(module_of(f"--algorithm M {{ fair+ {text} }}")).processes[0]
    assert print_process(process, "c").split("\n") == [
        "    fair+ process (p \\in {A})",
        '        variables m = "", n;',
        "    {",
        "        a:",
        "            skip;",
        "    }",
    ]
    assert print_process(process, "p").split("\n") == [
        "fair+ process p \\in {A}",
        'variables m = "", n;',
        "begin",
        "    a:",
        "        skip;",
        "end process;",
    ]
