"""pcal.trans on private copies: its complaints, and the names it gives."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest

from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_module
from tracefix.pluscal.model import Module
from tracefix.source import Source
from tracefix.tlc.renaming import renaming
from tracefix.tlc.toolchain import Toolchain
from tracefix.tlc.translate import Translation, author_column, translate

VALID = "variables x = 0;\nprocess (Q = 1) { a: x := 1; }"


def source(algorithm: str, *, after: str = "", extends: str = "Integers, Sequences") -> Source:
    lines = ["---- MODULE P ----", f"EXTENDS {extends}", "(* --algorithm p {", algorithm, "} *)", after, "====", ""]
    return Source("P.tla", "\n".join(lines))


def run(tools: Toolchain, tmp_path: Path, text: Source, siblings: Path | None = None) -> Translation:
    folder = tmp_path / "private"
    folder.mkdir()
    return translate(tools, parse_module(text), siblings or tmp_path, folder)


def complaints(tools: Toolchain, tmp_path: Path, algorithm: str) -> list[tuple[str, str, int | None, int | None]]:
    """What pcal.trans says to a text that our own parser would refuse: the module is a valid one with its text exchanged."""
    valid = parse_module(source(VALID))
    broken = Module(source(algorithm), "P", (), (), valid.definitions, valid.algorithm, valid.written, ())
    folder = tmp_path / "private"
    folder.mkdir()
    with pytest.raises(InvalidInput) as caught:
        translate(tools, broken, tmp_path, folder)
    return [(each.code, each.message, each.line, each.column) for each in caught.value.diagnostics]


def test_each_missing_label_is_a_diagnostic(tools: Toolchain, tmp_path: Path) -> None:
    algorithm = "variables x = 0;\nprocess (Q = 1) { x := 1; x := 2; if (x = 1) { b: skip; }; x := 3 }"
    assert complaints(tools, tmp_path, algorithm) == [
        ("TF711", "pcal.trans: a label is missing here", 5, 19),
        ("TF711", "pcal.trans: a label is missing here", 5, 27),
        ("TF711", "pcal.trans: a label is missing here", 5, 60),
    ]


def test_a_single_missing_label_behind_a_macro_is_placed_in_the_macro(tools: Toolchain, tmp_path: Path) -> None:
    algorithm = "variables x = 0;\nmacro two() { x := 1; }\nprocess (Q = 1) { a: x := 2; two(); }"
    found = complaints(tools, tmp_path, algorithm)
    assert [code for code, _, _, _ in found] == ["TF711"]
    assert found[0][2] == 5


@pytest.mark.parametrize(
    ("algorithm", "expected"),
    [
        ("variables x = 0;\n{ a: x := ; }", ("TF710", "pcal.trans: Empty right-hand side of assignment", 5, 8)),
        (
            "variables x = 0;\nprocess (Q = 1) { a: x := 1; goto nowhere; }",
            ("TF710", "pcal.trans: goto to non-existent label `nowhere'", 5, 30),
        ),
        (
            "variables x = 0;\nprocess (Q = 1) { a: x := (1 + ; b: skip; }",
            ("TF710", "pcal.trans: Expression with an unmatched (, [, {, or << followed by `;'", 5, 32),
        ),
    ],
)
def test_a_complaint_is_placed_in_the_authors_file(
    tools: Toolchain, tmp_path: Path, algorithm: str, expected: tuple[str, str, int, int]
) -> None:
    assert complaints(tools, tmp_path, algorithm) == [expected]


def test_several_complaints_at_once_become_several_diagnostics(tools: Toolchain, tmp_path: Path) -> None:
    algorithm = "variables x = 0;\nprocess (Q = 1) variables x = 1; { a: x := 1; a: skip; }"
    assert complaints(tools, tmp_path, algorithm) == [
        ("TF710", "pcal.trans: Process variable x redefined", 5, 27),
        ("TF710", "pcal.trans: Label a redefined", 5, 50),
    ]


def test_columns_behind_tabs_are_counted_as_the_author_does(tools: Toolchain, tmp_path: Path) -> None:
    algorithm = "variables x = 0;\nprocess (Q = 1) {\ta:\tx := 1; goto nowhere; }"
    text = source(algorithm).text.split("\n")[4]
    found = complaints(tools, tmp_path, algorithm)
    assert found[0][2:] == (5, text.index("goto") + 1)


def test_author_column_counts_a_tab_as_one() -> None:
    text = Source("P.tla", "\tab\tc\n")
    assert [author_column(text, 1, column) for column in (1, 9, 10, 17)] == [1, 2, 3, 5]


def test_an_unknown_option_in_the_file_is_a_diagnostic(tools: Toolchain, tmp_path: Path) -> None:
    text = source(VALID)
    text = Source(text.name, text.text.replace("(* --algorithm", "(* PlusCal options (-foo) *)\n(* --algorithm"))
    with pytest.raises(InvalidInput) as caught:
        run(tools, tmp_path, text)
    assert [each.code for each in caught.value.diagnostics] == ["TF712"]
    assert caught.value.diagnostics[0].message == "pcal.trans: Command-line error: Unknown or illegal option in options statement: -foo"


def test_a_known_option_in_the_file_applies(tools: Toolchain, tmp_path: Path) -> None:
    text = source(VALID)
    text = Source(text.name, text.text.replace("(* --algorithm", "(* PlusCal options (-wf) *)\n(* --algorithm"))
    assert "WF_vars(" in run(tools, tmp_path, text).text


def test_an_existing_translation_is_replaced_and_lines_behind_it_are_found(tools: Toolchain, tmp_path: Path) -> None:
    after = "\\* BEGIN TRANSLATION\nStale == TRUE\n\n\n\\* END TRANSLATION\nLater == x = 0"
    text = source(VALID, after=after)
    translation = run(tools, tmp_path, text)
    assert "Stale" not in translation.text
    lines = translation.text.split("\n")
    assert lines[translation.begin - 1].startswith("\\* BEGIN TRANSLATION")
    assert lines[translation.end - 1].startswith("\\* END TRANSLATION")
    later = next(number for number, line in enumerate(lines, start=1) if line.startswith("Later"))
    assert text.line_text(translation.author_line(later) or 0) == "Later == x = 0"
    assert translation.author_line(translation.begin + 1) is None
    assert translation.author_line(3) == 3


def test_variables_are_listed_and_the_default_value_is_noticed(tools: Toolchain, tmp_path: Path) -> None:
    translation = run(tools, tmp_path, source("variables x, y = 1;\nprocess (Q = 1) variables z = 2; { a: x := 1; }"))
    assert translation.variables == ("x", "y", "pc", "z")
    assert translation.uses_default


def test_modules_that_lie_beside_the_protocol_are_copied_with_what_they_need(tools: Toolchain, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "Helper.tla").write_text("---- MODULE Helper ----\nEXTENDS Naturals,\n  Deeper\nTwo == One + 1\n====\n")
    (home / "Deeper.tla").write_text("---- MODULE Deeper ----\nOne == 1\nInner == INSTANCE Innermost\n====\n")
    (home / "Innermost.tla").write_text("---- MODULE Innermost ----\nZero == 0\n====\n")
    (home / "Unrelated.tla").write_text("---- MODULE Unrelated ----\n====\n")
    text = source(VALID, extends="Integers, Helper")
    run(tools, tmp_path, Source(str(home / "P.tla"), text.text), home)
    assert sorted(path.name for path in (tmp_path / "private").glob("*.tla")) == ["Deeper.tla", "Helper.tla", "Innermost.tla", "P.tla"]
    assert sorted(path.name for path in home.iterdir()) == ["Deeper.tla", "Helper.tla", "Innermost.tla", "Unrelated.tla"]


RENAMED = {
    "two labels": "process (P = 1) { lbl: skip; } process (Q = 2) { lbl: skip; }",
    "three labels": "process (P = 1) { lbl: skip; } process (Q = 2) { lbl: skip; } process (R = 3) { lbl: skip; }",
    "long common prefixes": "process (Abc = 1) { l: skip; } process (Abd = 2) { l: skip; } process (Ab = 3) { l: skip; } "
    "process (X = 4) { l: skip; }",
    "label like a process": "process (P = 1) { Q: skip; } process (Q = 2) { P: skip; }",
    "label like a variable": "variables x = 1; process (P = 1) { x: x := 2; }",
    "label like its own process": "process (P = 1) { P: skip; }",
    "label that looks renamed": "process (P = 1) { l: skip; l_: skip; } process (Q = 2) { l: skip; l_Q: skip; }",
    "two locals": "process (P = 1) variables msg = 0; { a: msg := 1; } process (Q \\in {2, 3}) variables msg = 0; { b: msg := 1; }",
    "three locals": "process (D = 1) variables m = 0; { a: m := 1; } process (E = 2) variables m = 0; { b: m := 1; } "
    "process (F \\in {3}) variables m = 0; { c: m := 1; }",
    "local like a label elsewhere": "process (P = 1) variables b = 0; { a: b := 1; } process (Q = 2) { b: skip; }",
    "local like a process": "process (P = 1) variables Q = 0; { a: Q := 1; } process (Q = 2) { b: skip; }",
    "local and label of one process name": "process (P = 1) variables l = 0; { a: l := 1; } process (l = 2) { l: skip; }",
    "used up": "process (P = 1) { l: skip; l_: skip; l_P: skip; } process (Q = 2) { l: skip; l_: skip; l_P: skip; }",
    "labels in branches": "process (P = 1) { a: either { b: skip; } or { c: skip; }; d: if (TRUE) { e: skip; } else { f: skip; } } "
    "process (Q = 2) { a: while (TRUE) { b: skip; c: skip; d: skip; e: skip; f: goto a; } }",
    "uniprocess": "variables a = 0;\n{ a: a := 1; b: skip; }",
}


@pytest.mark.parametrize("name", RENAMED)
def test_names_are_changed_as_the_translator_changes_them(tools: Toolchain, tmp_path: Path, name: str) -> None:
    text = source(RENAMED[name])
    module = parse_module(text)
    translation = run(tools, tmp_path, text)
    names = renaming(module.algorithm)
    said = re.findall(
        r"^\\\* (Label|Process variable|Process) (\w+)(?: of process (\w+))? at line \d+ col \d+ changed to (\w+)", translation.text, re.M
    )
    computed = [
        *(("Label", label, process, used) for used, (process, label) in names.labels.items() if used != label),
        *(("Process", process, "", used) for used, process in names.processes.items() if used != process),
        *(("Process variable", variable, process, used) for used, (process, variable) in names.locals.items() if used != variable),
    ]
    assert sorted(computed) == sorted(said)
    shared = {variable.name for variable in module.algorithm.variables}
    assert set(translation.variables) - {"pc"} == shared | set(names.locals)
    assert set(re.findall(r'pc(?:\[\w+\])? = "(\w+)"', translation.text)) - {"Done"} == set(names.labels)


def test_translations_side_by_side_do_not_meet(tools: Toolchain, tmp_path: Path) -> None:
    module = parse_module(source(VALID))
    found: list[str] = []

    def one(index: int) -> None:
        folder = tmp_path / f"run {index}"
        folder.mkdir()
        found.append(translate(tools, module, tmp_path, folder).text)

    threads = [threading.Thread(target=one, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1
