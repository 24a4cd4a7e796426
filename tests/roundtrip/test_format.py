"""Layout of algorithms: what changes, and what does not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from corpus_cases import Case, corpus_cases, example_cases
from layouts import algorithm_of, another_layout, comments_of, concrete_of, module_of

from tracefix.checker import check
from tracefix.errors import InvalidInput
from tracefix.pluscal.format import format_source
from tracefix.pluscal.module import read_module
from tracefix.pluscal.shape import shape
from tracefix.source import Source
from tracefix.tlc import check_with_tlc
from tracefix.topology import Topology, scaffold
from tracefix.workspace import load

FORMATTING = Path(__file__).resolve().parents[2] / "docs" / "formatting.md"
VALID = [*corpus_cases("holds", "deadlock", "violated", "livelock"), *example_cases()]
READABLE = [
    case
    for case in [*VALID, *corpus_cases("invalid")]
    if not (parts := read_module(Source.read(case.protocol))).diagnostics and parts.algorithm
]


def formatted(algorithm: str) -> list[str]:
    """The lines of an algorithm after formatting; formatting them again changes nothing."""
    text = format_source(module_of(algorithm))
    assert format_source(Source("M.tla", text)) == text
    return text.split("(*\n", 1)[1].rsplit("\n*)", 1)[0].split("\n")


def statements(body: str) -> list[str]:
    """The lines of a process body in C-syntax, without the twelve columns before them."""
    lines = formatted(f"--algorithm M {{\n process (p = 1) {{\n l: {body}\n }}\n}}")
    return [line[12:] if line.startswith(" " * 12) else line for line in lines[4:-2]]


# What must not change


@pytest.mark.parametrize("case", READABLE, ids=str)
def test_formatting_keeps_tokens_comments_and_tree_and_is_done_after_once(case: Case) -> None:
    source = Source.read(case.protocol)
    text = format_source(source)
    new = Source(source.name, text)
    assert [token.text for token in concrete_of(new).tokens] == [token.text for token in concrete_of(source).tokens]
    assert comments_of(new) == comments_of(source)
    assert shape(algorithm_of(new)) == shape(algorithm_of(source))
    assert format_source(new) == text
    assert new.text[: algorithm_of(new).span.start] == source.text[: algorithm_of(source).span.start]
    assert new.text[algorithm_of(new).span.end :] == source.text[algorithm_of(source).span.end :]


def test_any_layout_of_a_protocol_is_formatted_without_loss_and_once_is_enough() -> None:
    tried = 0
    for seed in range(150):
        random = Random(seed)
        source = another_layout(Source.read(random.choice(READABLE).protocol), random)
        if read_module(source).diagnostics:  # A comment cut an aligned list, or ended where one must not.
            continue
        tried += 1
        new = Source("M.tla", format_source(source))
        assert shape(algorithm_of(new)) == shape(algorithm_of(source)), seed
        assert comments_of(new) == comments_of(source), seed
        assert format_source(new) == new.text, seed
    assert tried > 120


@pytest.mark.parametrize("case", example_cases(), ids=str)
def test_the_examples_are_formatted(case: Case) -> None:
    source = Source.read(case.protocol)
    assert format_source(source) == source.text


def test_the_example_in_the_documentation_is_formatted() -> None:
    algorithm = FORMATTING.read_text(encoding="utf-8").split("```\n")[1].rstrip("\n")
    assert algorithm.startswith("--algorithm Protocol {")
    assert formatted(algorithm) == algorithm.split("\n")


@pytest.mark.parametrize("case", example_cases(), ids=str)
def test_a_scaffold_is_formatted(case: Case) -> None:
    assert case.topology is not None
    protocol, _ = scaffold(Topology.load(case.topology))
    assert format_source(Source("Protocol.tla", protocol)) == protocol


def formatted_workspace(case: Case, folder: Path) -> Path:
    """A copy of a case with its protocol formatted."""
    for path in case.folder.iterdir():
        if path.is_file():
            (folder / path.name).write_bytes(path.read_bytes())
    (folder / "Protocol.tla").write_text(format_source(Source.read(case.protocol)), encoding="utf-8")
    return folder


@pytest.mark.parametrize("case", VALID, ids=str)
def test_formatting_changes_no_verdict_and_no_count(case: Case, tmp_path: Path) -> None:
    result = check(formatted_workspace(case, tmp_path), engine="python", reduce="none", all=True)
    assert result.stats is not None
    if case.expected["distinct"] is not None:
        counts = (case.expected["distinct"], case.expected["generated"], case.expected["depth"])
        assert (result.stats.distinct, result.stats.generated, result.stats.depth) == counts
    first = result.violations[0] if result.violations else None
    assert (first.property if first else None) == case.expected["property"]
    assert (len(first.trace) if first else None) == case.expected["trace_length"]


@pytest.mark.parametrize("name", ["holds/junction_lists", "holds/elsif_chain", "holds/comments_and_layout", "holds/with_bindings"])
def test_tlc_counts_the_same_states_after_formatting(name: str, tmp_path: Path) -> None:
    case = next(case for case in VALID if case.name == name)
    stats = check_with_tlc(load(formatted_workspace(case, tmp_path))).stats
    assert stats is not None
    counts = (case.expected["distinct"], case.expected["generated"], case.expected["depth"])
    assert (stats.distinct, stats.generated, stats.depth) == counts


# What the layout is


def test_c_syntax_is_laid_out_as_the_scaffold_is() -> None:
    text = """--fair   algorithm M{variables x=0,
y \\in {1,2} ;
define{ A==x
B(n) ==n+1
}
macro m(a,b){await a=0;a:=b;}
macro n(){
if(x=1){skip;}
else
{ goto   l; }
}
fair + process(p \\in {1}) variable z; { l :+ while(TRUE){ x:=1||y:=2; k: either skip; or { goto k } } }
process (q=2){ l2: skip }
}"""
    assert formatted(text) == [
        "--fair   algorithm M {",
        "    variables",
        "        x = 0,",
        "        y \\in {1, 2};",
        "    define {",
        "        A == x",
        "        B(n) == n + 1",
        "    }",
        "    macro m(a, b) { await a = 0; a := b; }",
        "    macro n() {",
        "        if (x = 1) { skip; }",
        "        else { goto l; }",
        "    }",
        "    fair+ process (p \\in {1})",
        "        variable z;",
        "    {",
        "        l:+",
        "            while (TRUE) {",
        "                x := 1 || y := 2;",
        "        k:",
        "                either skip; or { goto k }",
        "            }",
        "    }",
        "    process (q = 2)",
        "    {",
        "        l2:",
        "            skip",
        "    }",
        "}",
    ]


def test_p_syntax_is_laid_out_from_the_margin() -> None:
    text = """--algorithm M variables x=0; macro m(a) begin a:=1; end macro;
  process p=1 variables y=1; begin l: while x=0 do either m(x); or skip; end either; if x=1 then skip;
  elsif x=2 then k: with z \\in {1},w=z do y:=z; end with;
  else x:=2; end if; end while; end   process ; end algorithm"""
    assert formatted(text) == [
        "--algorithm M",
        "variables x = 0;",
        "macro m(a) begin a := 1; end macro;",
        "process p = 1",
        "variables y = 1;",
        "begin",
        "    l:",
        "        while x = 0 do",
        "            either m(x); or skip; end either;",
        "            if x = 1 then",
        "                skip;",
        "            elsif x = 2 then",
        "    k:",
        "                with z \\in {1}, w = z do y := z; end with;",
        "            else",
        "                x := 2;",
        "            end if;",
        "        end while;",
        "end process;",
        "end algorithm",
    ]


def test_a_body_without_labels_stands_where_labels_would() -> None:
    assert formatted("--algorithm M { variables x = 0; { x := 1;\n\n\n x := 2 } }") == [
        "--algorithm M {",
        "    variables x = 0;",
        "    {",
        "        x := 1;",
        "",
        "        x := 2",
        "    }",
        "}",
    ]


def test_operators_get_spaces_and_brackets_none() -> None:
    assert statements("x:=-1+f [ 2 ]*y-(  ~ a)+<< 1,2 >>[1] ;") == ["x := -1 + f[2] * y - (~a) + <<1, 2>>[1];"]
    assert statements("x:=[ f EXCEPT ! [1] .a=@+1,!.b = {  } ];") == ["x := [f EXCEPT ![1].a = @ + 1, !.b = {}];"]
    assert statements("x := [ a|->1 ].a + Len( <<>> ) ;") == ["x := [a |-> 1].a + Len(<<>>);"]
    assert statements("f [1].a:=SUBSET(S) \\cup DOMAIN( f );") == ["f[1].a := SUBSET (S) \\cup DOMAIN (f);"]
    assert statements("await \\A i,j \\in 1..3:i#j=>\\E<<a,b>> \\in S:a=b;") == [
        "await \\A i, j \\in 1..3 : i # j => \\E <<a, b>> \\in S : a = b;"
    ]


def test_a_range_keeps_its_spaces_when_it_has_any() -> None:
    assert statements("x := 0 ..n - 1;") == ["x := 0 .. n - 1;"]
    assert statements("x := 0..9;") == ["x := 0..9;"]


def test_an_aligned_list_moves_as_a_whole() -> None:
    assert statements("await   /\\ x=1\n            /\\ \\/ y = 2\n               \\/ z=3;") == [
        "await /\\ x=1",
        "      /\\ \\/ y = 2",
        "         \\/ z=3;",
    ]


def test_a_list_that_reaches_under_its_statement_moves_to_a_line_of_its_own() -> None:
    far = " " * 40
    assert statements(f"x := {far}IF a\n THEN /\\ b\n      /\\ c\n ELSE d;") == [
        "x :=",
        " " * (len(far) + 12) + "IF a",
        "    THEN /\\ b",
        "         /\\ c",
        "    ELSE d;",
    ]


def test_a_line_that_is_not_part_of_a_list_is_indented_further_than_its_statement() -> None:
    assert statements("x := a +\nb;") == ["x := a +", "    b;"]
    assert statements("send(\n c,\n 1\n);") == ["send(", "    c,", "    1", ");"]


def test_tabs_count_eight_columns_and_become_spaces() -> None:
    assert statements("\n\tawait\t/\\ x = 1\n\t\t/\\ y = 2;") == ["await /\\ x = 1", "      /\\ y = 2;"]


def test_comments_stay_behind_what_they_follow_and_above_what_comes_next() -> None:
    body = """  \\* behind the label
    x := 1;    (* behind *) y := 2;
  \\* above, in two lines

  (* and a block
     of two *)
 if (x = 1 (* inside *)) { \\* behind the brace
 skip;
   \\* at the end
 } \\* before else
 else skip;"""
    assert formatted(f"--algorithm M {{\n process (p = 1) {{\n l: {body}\n }}\n}}")[3:] == [
        "        l:   \\* behind the label",
        "            x := 1;    (* behind *)",
        "            y := 2;",
        "            \\* above, in two lines",
        "",
        "            (* and a block",
        "               of two *)",
        "            if (x = 1 (* inside *)) { \\* behind the brace",
        "                skip;",
        "                \\* at the end",
        "            } \\* before else",
        "            else skip;",
        "    }",
        "}",
    ]


def test_else_follows_its_brace_and_or_stands_under_its_either() -> None:
    assert statements("if (a) { skip;\n skip; }\n else\n if (b) { skip; }\n else { l2: skip };")[:6] == [
        "if (a) {",
        "    skip;",
        "    skip;",
        "} else if (b) { skip; }",
        "else {",
        "        l2:",
    ]
    assert statements("either { skip; }\n or { goto l; };") == ["either { skip; }", "or     { goto l; };"]
    assert statements("either { skip; } or { goto l; };") == ["either { skip; } or { goto l; };"]
    assert statements("either { skip; }\n or { goto l;\n skip };") == ["either { skip; }", "or {", "    goto l;", "    skip", "};"]


def test_a_branch_without_braces_keeps_its_line_or_is_indented() -> None:
    assert statements("if (a) goto l; else\n skip;") == ["if (a) goto l; else", "    skip;"]
    assert statements("while (a)\n x := 1;") == ["while (a)", "    x := 1;"]


def test_definitions_that_only_tlc_can_read_keep_their_spaces() -> None:
    lines = formatted('--algorithm M { define {\n  Live==<>(pc[1]="Done")\n  A ==x\'=1 } { skip } }')
    assert lines[1:5] == ["    define {", '        Live==<>(pc[1]="Done")', "        A ==x'=1", "    }"]


def test_only_blanks_at_line_ends_go_outside_the_algorithm_and_none_in_a_translation() -> None:
    translation = '\\* BEGIN TRANSLATION (chksum(pcal) = "1")  \nVARIABLE x  \n\\* END TRANSLATION  '
    before = "---- MODULE M ----  \nA   ==  1\t\n(* before  \n"
    text = f"{before}--algorithm M {{ {{ skip }} }}   \n after  *)  \n{translation}\n  B == 2   \n====  \n"
    algorithm = "--algorithm M {\n    {\n        skip\n    }\n}"
    assert format_source(Source("M.tla", text)) == (
        f"---- MODULE M ----\nA   ==  1\n(* before\n{algorithm}\n after  *)\n{translation}\n  B == 2\n====\n"
    )


def test_a_module_that_cannot_be_read_is_refused_with_its_problems() -> None:
    with pytest.raises(InvalidInput) as refusal:
        format_source(module_of("--algorithm M { { x := ; } }"))
    assert [diagnostic.line for diagnostic in refusal.value.diagnostics] == [4]
