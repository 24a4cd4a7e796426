"""Edits of statements in the text and in the tree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from corpus_cases import corpus_cases, example_cases
from edits import random_edit
from layouts import algorithm_of, another_layout, comments_of, module_of

from tracefix.pluscal.ast import Algorithm, Await, Goto, IfStmt, Label, Name, Skip, Stmt
from tracefix.pluscal.edit import (
    Delete,
    Edit,
    EditRefused,
    InsertAfter,
    InsertBefore,
    Replace,
    apply_edits,
    delete,
    edit_tree,
    insert_after,
    insert_before,
    replace_statements,
)
from tracefix.pluscal.format import format_source
from tracefix.pluscal.labels import walk
from tracefix.pluscal.module import read_module
from tracefix.pluscal.shape import shape
from tracefix.source import Source, Span

NOWHERE = Span(0, 0)
SKIP = Skip(NOWHERE)
WAIT = Await(Name("q", NOWHERE), NOWHERE)
BRANCH = IfStmt(Name("q", NOWHERE), (SKIP,), (), NOWHERE)
CASES = [*corpus_cases("holds", "deadlock", "violated", "livelock"), *example_cases()]


def labelled(statement: Stmt, name: str) -> Stmt:
    return replace(statement, label=Label(name, NOWHERE))


def c_source(body: str) -> Source:
    return module_of(f"--algorithm M {{\n    process (p = 1)\n    {{\n{body}\n    }}\n}}")


def p_source(body: str) -> Source:
    return module_of(f"--algorithm M\nprocess p = 1\nbegin\n{body}\nend process;\nend algorithm")


def place(source: Source, text: str) -> Span:
    """The statement that begins with a text, which is in the source once."""
    assert source.text.count(text) == 1
    start = source.text.index(text)
    return next(s.span for s in walk(algorithm_of(source).processes[0].body) if s.span.start == start)


def body_of(source: Source) -> str:
    """The text between the braces or `begin` and `end` of the process."""
    text = source.text
    if "\nbegin\n" in text:
        return text[text.index("\nbegin\n") + 7 : text.index("\nend process")]
    return text[text.index("    {\n") + 6 : text.rindex("\n    }\n}")]


def after(source: Source, *edits: Edit) -> str:
    """The body after some edits."""
    return body_of(apply_edits(source, algorithm_of(source), edits).source)


OWN_LINES = """\
        one:   \\* first
            x := 1;
            y := 2;    \\* behind y
        \\* above two
        two:
            if (x = 1) { goto one; };
        three:
            skip"""

SAME_LINES = """\
    one: x := 1; \\* first
        y := 2;
    two: if x = 1 then
            goto one;
        elsif x = 2 then
            skip;
        end if;
    three: skip"""


def test_a_statement_is_replaced_and_its_label_and_comments_stay() -> None:
    source = c_source(OWN_LINES)
    assert after(source, Replace(place(source, "x := 1"), (WAIT, SKIP))) == OWN_LINES.replace(
        "            x := 1;", "            await q;\n            skip;"
    )


def test_a_new_label_replaces_the_old_one() -> None:
    source = c_source(OWN_LINES)
    assert after(source, Replace(place(source, "x := 1"), (labelled(WAIT, "uno"),))) == OWN_LINES.replace(
        "        one:   \\* first\n            x := 1;", "        uno:   \\* first\n            await q;"
    )
    same = p_source(SAME_LINES)
    assert after(same, Replace(place(same, "x := 1"), (labelled(BRANCH, "uno_"),))).split("\n")[:4] == [
        "    uno_: if q then",
        "              skip;",
        "          end if; \\* first",
        "        y := 2;",
    ]


def test_statements_go_before_a_label_with_its_comments_or_behind_it() -> None:
    source = c_source(OWN_LINES)
    two = place(source, "if (x = 1)")
    assert after(source, InsertBefore(two, (WAIT,))) == OWN_LINES.replace(
        "        \\* above two", "            await q;\n        \\* above two"
    )
    assert after(source, InsertBefore(two, (WAIT,), take_label=True)) == OWN_LINES.replace("two:\n", "two:\n            await q;\n")


def test_statements_go_behind_the_comment_of_the_line() -> None:
    source = c_source(OWN_LINES)
    new = (labelled(WAIT, "new"), SKIP)
    assert after(source, InsertAfter(place(source, "y := 2"), new)) == OWN_LINES.replace(
        "\\* behind y\n", "\\* behind y\n        new:\n            await q;\n            skip;\n"
    )


def test_a_missing_semicolon_is_put_in() -> None:
    source = c_source(OWN_LINES)
    assert after(source, InsertAfter(place(source, "skip"), (WAIT,))) == OWN_LINES + ";\n            await q;"


def test_a_deleted_statement_takes_its_line_and_leaves_comments_and_label() -> None:
    source = c_source(OWN_LINES)
    assert after(source, Delete(place(source, "y := 2"))) == OWN_LINES.replace("y := 2;    ", "")
    assert after(source, Delete(place(source, "x := 1"))) == OWN_LINES.replace("            x := 1;\n", "")
    assert after(source, Delete(place(source, "skip"))) == OWN_LINES[: OWN_LINES.index("\n        three")]


def test_the_label_of_a_deleted_statement_goes_when_the_next_has_its_own() -> None:
    source = c_source(OWN_LINES)
    both = place(source, "x := 1").to(place(source, "y := 2"))
    assert after(source, Delete(both)) == "\n".join(["        \\* first", "            \\* behind y", *OWN_LINES.split("\n")[3:]])


def test_a_label_goes_with_its_statement_when_told_to() -> None:
    source = c_source(OWN_LINES)
    assert after(source, Delete(place(source, "if (x = 1)"), keep_label=False)) == OWN_LINES.replace(
        "        two:\n            if (x = 1) { goto one; };\n", ""
    )


def test_a_block_that_would_be_empty_gets_a_skip() -> None:
    source = c_source(OWN_LINES)
    assert after(source, Delete(place(source, "goto one"))) == OWN_LINES.replace("{ goto one; }", "{ skip; }")


def test_what_stands_on_one_line_stays_there() -> None:
    body = "        one:\n            either { await a; x := 1 } or { skip; };"
    source = c_source(body)
    edits = [
        InsertBefore(place(source, "await a"), (SKIP,)),
        Replace(place(source, "x := 1"), (WAIT,)),
        InsertAfter(place(source, "skip;"), (WAIT, SKIP)),
    ]
    assert after(source, *edits) == body.replace("await a; x := 1", "skip; await a; await q;").replace(
        "skip; };", "skip; await q; skip; };"
    )
    assert after(source, Delete(place(source, "await a"))) == body.replace("await a; ", "")


def test_edits_at_one_place_keep_their_order() -> None:
    body = "        one:\n            if (a) { x := 1; y := 2; };"
    source = c_source(body)
    x, y = place(source, "x := 1"), place(source, "y := 2")
    assert after(source, InsertBefore(y, (SKIP,)), InsertAfter(x, (WAIT,))) == body.replace("y", "await q; skip; y")
    assert after(source, Delete(y), InsertBefore(y, (SKIP,)), InsertAfter(y, (WAIT,))) == body.replace("y := 2;", "skip; await q;")
    whole = place(source, "if (a)")
    edits = [Delete(whole), InsertBefore(whole, (labelled(SKIP, "zero"),)), InsertBefore(whole, (WAIT,), take_label=True)]
    assert after(source, *edits) == "        zero:\n            skip;\n        one:\n            await q;"


def test_what_does_not_fit_on_one_line_breaks_it() -> None:
    source = c_source("        one:\n            either { await a; x := 1; } or { skip; };")
    assert after(source, InsertAfter(place(source, "await a"), (BRANCH,))).split("\n")[1:] == [
        "            either { await a;",
        "                if (q) {",
        "                    skip;",
        "                };",
        "                x := 1; } or { skip; };",
    ]


def test_a_statement_without_braces_gets_them_when_it_has_company() -> None:
    body = "        one:\n            if (a) goto one; else skip;\n            x := 1;"
    source = c_source(body)
    assert after(source, Replace(place(source, "goto one"), (WAIT,))) == body.replace("goto one", "await q")
    assert after(source, InsertAfter(place(source, "goto one"), (WAIT,))) == body.replace(
        "goto one;", "{\n                goto one;\n                await q;\n            }"
    )
    assert after(source, Replace(place(source, "skip"), (WAIT, SKIP))) == body.replace(
        "skip;", "{\n                await q;\n                skip;\n            };"
    )


def test_p_syntax_keeps_its_way_with_labels() -> None:
    source = p_source(SAME_LINES)
    new = (labelled(WAIT, "new"), SKIP)
    assert after(source, InsertAfter(place(source, "y := 2"), new)) == SAME_LINES.replace(
        "y := 2;\n", "y := 2;\n    new: await q;\n        skip;\n"
    )
    assert after(source, InsertBefore(place(source, "x := 1"), (WAIT,), take_label=True)) == SAME_LINES.replace("one: ", "one: await q; ")


def test_an_elsif_is_replaced_by_another_or_by_an_else() -> None:
    source = p_source(SAME_LINES)
    span = place(source, "elsif")
    assert after(source, Replace(span, (BRANCH,))) == SAME_LINES.replace("elsif x = 2", "elsif q")
    assert after(source, Replace(span, (WAIT, SKIP))) == SAME_LINES.replace(
        "elsif x = 2 then\n            skip;", "else\n            await q;\n            skip;"
    )
    with pytest.raises(EditRefused, match="nothing can stand beside an elsif; edit the whole if"):
        after(source, InsertAfter(span, (SKIP,)))


def test_comments_inside_what_is_replaced_stand_above_what_comes() -> None:
    source = c_source("        one:\n            if (x = 1) { \\* why\n                skip; (* so *)\n            };\n            x := 2;")
    assert after(source, Replace(place(source, "if (x"), (WAIT,))).split("\n")[1:] == [
        "            \\* why",
        "            (* so *)",
        "            await q;",
        "            x := 2;",
    ]
    assert after(source, Delete(place(source, "if (x"))).split("\n")[1:] == [
        "            \\* why",
        "            (* so *)",
        "            x := 2;",
    ]


def test_several_edits_are_made_at_once_and_shown_as_one_difference() -> None:
    source = c_source(OWN_LINES)
    edits = [
        Replace(place(source, "skip"), (WAIT,)),
        Delete(place(source, "y := 2")),
        InsertBefore(place(source, "x := 1"), (labelled(SKIP, "zero"),)),
    ]
    edited = apply_edits(source, algorithm_of(source), edits)
    assert edited.diff.split("\n") == [
        "--- M.tla",
        "+++ M.tla",
        "@@ -4,14 +4,16 @@",
        " --algorithm M {",
        "     process (p = 1)",
        "     {",
        "+        zero:",
        "+            skip;",
        "         one:   \\* first",
        "             x := 1;",
        "-            y := 2;    \\* behind y",
        "+            \\* behind y",
        "         \\* above two",
        "         two:",
        "             if (x = 1) { goto one; };",
        "         three:",
        "-            skip",
        "+            await q;",
        "     }",
        " }",
        " *)",
        "",
    ]
    assert shape(edited.algorithm) == shape(edit_tree(algorithm_of(source), edits))


def test_the_functions_for_one_edit_do_what_the_edits_do() -> None:
    source = c_source(OWN_LINES)
    algorithm = algorithm_of(source)
    span = place(source, "y := 2")
    pairs = [
        (replace_statements(source, algorithm, span, [WAIT]), Replace(span, (WAIT,))),
        (insert_before(source, algorithm, span, [WAIT]), InsertBefore(span, (WAIT,))),
        (insert_after(source, algorithm, span, [WAIT]), InsertAfter(span, (WAIT,))),
        (delete(source, algorithm, span), Delete(span)),
    ]
    for edited, edit in pairs:
        assert edited == apply_edits(source, algorithm, [edit])
    assert len({edited.source.text for edited, _ in pairs}) == 4


def test_a_span_may_hold_the_label_and_the_semicolon() -> None:
    source = c_source(OWN_LINES)
    span = place(source, "x := 1")
    wide = Span(source.text.index("one:"), span.end + 1)
    assert after(source, Replace(wide, (WAIT,))) == after(source, Replace(span, (WAIT,)))


def refusal(source: Source, *edits: Edit) -> str:
    with pytest.raises(EditRefused) as refused:
        apply_edits(source, algorithm_of(source), edits)
    return str(refused.value)


def test_edits_that_cannot_be_made_are_refused() -> None:
    source = c_source(OWN_LINES)
    one, two = place(source, "x := 1"), place(source, "y := 2")
    assert refusal(source, Delete(Span(one.start, one.end - 1))) == "no statements of one block stand exactly here"
    assert refusal(source, Delete(one.to(place(source, "goto one")))) == "no statements of one block stand exactly here"
    assert refusal(source, Delete(one), Delete(one.to(two))) == "two edits overlap"
    assert refusal(source, Delete(one.to(two)), InsertAfter(one, (SKIP,))) == "statements are put in where others are replaced"
    assert (
        refusal(source, InsertBefore(one, (labelled(SKIP, "l"),), take_label=True))
        == "a statement that takes over a label must have none of its own"
    )


def test_braces_of_their_own_are_kept_together() -> None:
    body = "        one: { x := 1; y := 2; };\n            skip;"
    source = c_source(body)
    x, y = place(source, "x := 1"), place(source, "y := 2")
    assert after(source, Delete(x)) == body.replace("x := 1; ", "")
    assert after(source, InsertBefore(x, (WAIT,))) == "            await q;\n" + body
    assert after(source, Delete(x.to(y))) == "        one:\n            skip;"
    assert refusal(source, Delete(y.to(place(source, "skip")))) == "the statements stand in different braces"


@pytest.mark.parametrize("layout", ["as written", "formatted", "another"])
def test_random_edits_read_back_as_the_intended_tree_and_lose_no_comment(layout: str) -> None:
    made = 0
    refusals: list[str] = []
    for seed in range(120):
        random = Random(f"{layout} {seed}")
        source = Source.read(random.choice(CASES).protocol)
        if layout == "formatted":
            source = Source(source.name, format_source(source))
        elif layout == "another":
            source = another_layout(source, random)
        if read_module(source).diagnostics:
            continue
        algorithm = algorithm_of(source)
        edits = [random_edit(random, algorithm) for _ in range(random.choice([1, 1, 2, 3]))]
        try:
            intended = edit_tree(algorithm, edits)
        except EditRefused:  # Two of them overlap.
            continue
        try:
            edited = apply_edits(source, algorithm, edits)
        except EditRefused as refused:
            refusals.append(str(refused))
            continue
        made += 1
        assert shape(algorithm_of(edited.source)) == shape(intended), seed
        assert Counter(map(tuple, comments_of(edited.source))) == Counter(map(tuple, comments_of(source))), seed
    assert made > 80
    assert [refusal for refusal in refusals if "elsif" not in refusal] == []


def test_everything_outside_the_edited_statements_stays_byte_for_byte() -> None:
    made = 0
    for seed in range(60):
        random = Random(seed)
        source = Source.read(random.choice(CASES).protocol)
        algorithm = algorithm_of(source)
        edit = random_edit(random, algorithm)
        text = apply_edits(source, algorithm, [edit]).source.text
        above = _line_start(source.text, _first_touched(algorithm, source, edit))
        below = source.text.find("\n", edit.span.end)
        assert text.startswith(source.text[:above]), seed
        assert text.endswith(source.text[below:]), seed
        made += 1
    assert made == 60


def _first_touched(algorithm: Algorithm, source: Source, edit: Edit) -> int:
    """The offset of the edited statement's label or of the comments above it, else its own."""
    bodies = [algorithm.body, *(part.body for part in (*algorithm.macros, *algorithm.processes))]
    statement = next(s for body in bodies for s in walk(body) if s.span.start == edit.span.start)
    offset = statement.label.span.start if statement.label is not None else statement.span.start
    lines = source.text[:offset].split("\n")
    while len(lines) > 1 and lines[-2].lstrip().startswith(("\\*", "(*")):
        lines.pop()
        offset = len("\n".join(lines))
    return offset


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def test_a_goto_to_a_label_that_went_is_left_to_the_label_rules() -> None:
    source = c_source("        one:\n            goto two;\n        two:\n            skip;")
    edited = delete(source, algorithm_of(source), place(source, "skip"))
    assert body_of(edited.source) == "        one:\n            goto two;"
    assert isinstance(edited.algorithm.processes[0].body[0], Goto)
