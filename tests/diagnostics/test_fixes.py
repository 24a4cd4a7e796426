"""Fixes: where they are proposed, what they write, and that files change only when told to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tracefix import explain
from tracefix.cli.app import cli
from tracefix.diagnostics import Diagnostic, Fix
from tracefix.errors import InvalidInput
from tracefix.explain import COMMAND, page
from tracefix.fixes import apply_fixes
from tracefix.pluscal import parse_module
from tracefix.render.diagnostics import diagnostics_text
from tracefix.source import Source, Span

HEAD = "---- MODULE Protocol ----\nEXTENDS Integers, Sequences\n(* --algorithm Protocol {\n  variables x = 0, queue = <<>>;\n"
MACRO = "  macro set(v) { x := v; }\n"

OTHERWISE = {"TF235"}
"""Pages whose right example is not what the fix makes: it has no space left over."""

STATEMENTS = [
    ("a: x == 1;", "a: x := 1;"),
    ("a: x <- 1;", "a: x := 1;"),
    ("a: x' = 1;", "a: x := 1;"),
    ("a: x' := 1;", "a: x := 1;"),
    ("a: x += 1;", "a: x := x + 1;"),
    ("a: x++;", "a: x := x + 1;"),
    ("a: await x != 1;", "a: await x # 1;"),
    ("a: await x = 1 || x = 2;", "a: await x = 1 \\/ x = 2;"),
    ("a: await x = 1|x = 2;", "a: await x = 1\\/ x = 2;"),
    ("a: await !(x = 1);", "a: await ~(x = 1);"),
    ("a: x := 4/2;", "a: x := 4\\div 2;"),
    ("a: x := 2 ** 2;", "a: x := 2 ^ 2;"),
    ("a: x := IF x = 1 then 2 ELSE 3;", "a: x := IF x = 1 THEN 2 ELSE 3;"),
    ("a: Skip;", "a: skip;"),
    ("a: await True;", "a: await TRUE;"),
    ("a: x := 1 b: x := 2;", "a: x := 1; b: x := 2;"),
    ("a: x := 1; b: ", "a: x := 1; b: skip; "),
    ("x := 1;", "Lbl_1: x := 1;"),
    ("set(1);", "Lbl_1: set(1);"),
    ("a: set(1); set(2);", "a: set(1); Lbl_1: set(2);"),
    ("Lbl_1: x := 1; x := 2; x := 3;", "Lbl_1: x := 1; Lbl_2: x := 2; Lbl_3: x := 3;"),
    ("a: while (x < 3) x := x + 1; while (x > 0) x := x - 1;", "a: while (x < 3) x := x + 1; Lbl_1: while (x > 0) x := x - 1;"),
    ("again: goto agian;", "again: goto again;"),
    ("a: gotto a;", "a: goto a;"),
    ("a: quue := Append(queu, x);", "a: queue := Append(queue, x);"),
    ("a: sett(1);", "a: set(1);"),
]

NOT_MECHANICAL = [
    "a: x -= 1 - 1;",
    "a: queue[1] += 1;",
    "a: await x ? 1 : 2;",
    "a: x := unheard_of;",
    "a: with (n = 1) { b: x := 1; };",
]


def module(statements: str) -> str:
    """A module whose one process has these statements."""
    return f'{HEAD}{MACRO}  process (A = "A") {{\n    {statements}}}\n}} *)\n====\n'


def repaired(text: str) -> str:
    """The text with all fixes in it, as often as there are some."""
    for _ in range(5):
        try:
            parse_module(Source("Protocol.tla", text))
        except InvalidInput as error:
            text, _ = apply_fixes(text, [each.fix for each in error.diagnostics if each.fix is not None])
        else:
            return text
    raise AssertionError(f"not repaired: {text}")


def validate(path: Path, *options: str) -> tuple[int, dict[str, Any], str]:
    """Status, JSON and standard error of `tracefix validate`."""
    done = CliRunner().invoke(cli, ["validate", str(path), "--json", *options], standalone_mode=False)
    assert done.exception is None, done.exception
    return int(done.return_value), json.loads(done.stdout), done.stderr


@pytest.mark.parametrize(("wrong", "right"), STATEMENTS)
def test_a_statement_is_repaired_to_what_was_meant(wrong: str, right: str) -> None:
    assert repaired(module(wrong)) == module(right)


@pytest.mark.parametrize("statement", NOT_MECHANICAL)
def test_where_there_is_a_choice_no_fix_is_proposed(statement: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_module(Source("Protocol.tla", module(statement)))
    assert [each.fix for each in caught.value.diagnostics] == [None]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("EXTENDS Integers\n", "EXTENDS Integers, Sequences\n"),
        ("", "\nEXTENDS Sequences"),
    ],
)
def test_a_missing_module_is_added_to_extends(before: str, after: str) -> None:
    rest = "\n(* --algorithm P { variables q = <<>>; { a: q := Append(q, Len(q)); } } *)\n====\n"
    fixed = f"---- MODULE P ----{after}{rest}" if not before else f"---- MODULE P ----\n{after}{rest}"
    text = f"---- MODULE P ----{rest}" if not before else f"---- MODULE P ----\n{before}{rest}"
    assert repaired(text) == fixed


def test_a_definition_written_with_one_equals_sign_gets_the_second() -> None:
    rest = "(* --algorithm P { { a: skip; } } *)\n====\n"
    assert repaired(f"---- MODULE P ----\nA = 1\nB = 2\n{rest}") == f"---- MODULE P ----\nA == 1\nB == 2\n{rest}"


PAGES = sorted(path.stem for path in Path(explain.__file__).parent.glob("TF*.md"))
PLAIN = [code for code in PAGES if page(code).not_run is None and page(code).part_of is None and COMMAND not in page(code).wrong]
"""The codes whose examples 'validate' runs on."""

FIXABLE = ["TF105", "TF205", "TF208", "TF209", "TF214", "TF215", "TF216", "TF217", "TF221", "TF224", "TF225", "TF234", "TF235", "TF313"]
"""The codes whose wrong example has a fix that leaves no choice."""

GUESSED = ["TF120", "TF132", "TF218", "TF301", "TF306", "TF310", "TF318", "TF334", "TF401", "TF410", "TF413", "TF603"]
"""The codes whose wrong example has a fix that somebody has to confirm."""


@pytest.mark.parametrize("code", PLAIN)
def test_fix_makes_the_right_example_of_a_page_from_the_wrong_one(code: str, tmp_path: Path) -> None:
    found = page(code)
    for name, text in found.wrong.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    target = tmp_path if "Protocol.tla" in found.wrong else tmp_path / "topology.json"
    status, result, _ = validate(target, "--fix")
    after = {name: (tmp_path / name).read_text(encoding="utf-8") for name in found.wrong}
    if code not in FIXABLE:
        assert (after, result["fixed"]) == (found.wrong, {})
        return
    assert (status, result["valid"], result["diagnostics"]) == (0, True, [])
    assert list(result["fixed"]) == [str(tmp_path / name) for name in after if after[name] != found.wrong[name]]
    assert code in OTHERWISE or after == found.right


@pytest.mark.parametrize("code", PLAIN)
def test_the_pages_with_a_fix_to_confirm_are_these(code: str, tmp_path: Path) -> None:
    found = page(code)
    for name, text in found.wrong.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    _, result, err = validate(tmp_path if "Protocol.tla" in found.wrong else tmp_path / "topology.json")
    certain = [each["fix"]["certain"] for each in result["diagnostics"] if "fix" in each]
    assert set(certain) == ({False} if code in GUESSED else {True} if code in FIXABLE else set())
    assert ("  possible fix: " in err) == (code in GUESSED)


def test_without_being_told_to_validate_changes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "Protocol.tla"
    path.write_text(module("a: x = 1;"), encoding="utf-8")
    status, result, err = validate(path)
    assert path.read_text(encoding="utf-8") == module("a: x = 1;")
    assert status == 150
    assert "fixed" not in result
    assert result["diagnostics"][0]["fix"] == {
        "message": "replace '=' by ':='", "replacement": ":=", "file": str(path), "line": 7, "column": 10, "end_line": 7, "end_column": 11,
        "certain": True,
    }  # fmt: skip
    assert err.endswith("\n\ninvalid: 1 error; --fix puts in 1 fix\n")


def test_fix_keeps_line_ends_byte_order_mark_and_mode(tmp_path: Path) -> None:
    path = tmp_path / "Protocol.tla"
    path.write_bytes(b"\xef\xbb\xbf" + module("a: x = 1;\n    while (x < 2) x := 2;").replace("\n", "\r\n").encode())
    path.chmod(0o640)
    status, result, err = validate(path, "--fix")
    assert path.read_bytes() == b"\xef\xbb\xbf" + module("a: x := 1;\n    Lbl_1: while (x < 2) x := 2;").replace("\n", "\r\n").encode()
    assert (status, result["fixed"]) == (0, {str(path): 2})
    assert path.stat().st_mode & 0o777 == 0o640
    assert err == f"fixed: 2 places in {path}\n"
    assert [each.name for each in tmp_path.iterdir()] == ["Protocol.tla"]


def test_fix_reports_what_it_cannot_fix(tmp_path: Path) -> None:
    path = tmp_path / "Protocol.tla"
    path.write_text(module("a: x = unheard_of;"), encoding="utf-8")
    status, result, err = validate(path, "--fix")
    assert (status, [each["code"] for each in result["diagnostics"]], result["fixed"]) == (150, ["TF310"], {str(path): 1})
    assert err.endswith("\ninvalid: 1 error\n")


def test_all_errors_of_all_files_come_in_one_pass(tmp_path: Path) -> None:
    (tmp_path / "Protocol.tla").write_text(module("a: x = 1;\n    b: await x != 2;\n    c: x := (1;"), encoding="utf-8")
    (tmp_path / "topology.json").write_text('{"agents": [{"id": "A"}, {"id": "A"}], "locks": []}', encoding="utf-8")
    (tmp_path / "Protocol.cfg").write_text("INVARANT Small\nCHECK_DEADLOCK maybe\n", encoding="utf-8")
    _, result, _ = validate(tmp_path)
    assert [(Path(each["file"]).name, each["line"], each["code"]) for each in result["diagnostics"]] == [
        ("topology.json", 1, "TF112"),
        ("topology.json", 1, "TF103"),
        ("Protocol.tla", 7, "TF216"),
        ("Protocol.tla", 8, "TF214"),
        ("Protocol.tla", 9, "TF220"),
        ("Protocol.cfg", 1, "TF401"),
        ("Protocol.cfg", 2, "TF403"),
        ("Protocol.cfg", 2, "TF401"),
    ]


@pytest.mark.parametrize(
    ("text", "edits", "expected", "count"),
    [
        ("a = b", [(2, 3, ":=")], "a := b", 1),
        ("a = b\r\nc = d\r\n", [(8, 9, ":="), (2, 3, ":=")], "a := b\r\nc := d\r\n", 2),
        ("a\r\nb", [(1, 1, "\nx")], "a\r\nx\r\nb", 1),
        ("ab", [(1, 1, "-"), (1, 1, "-")], "a-b", 1),
        ("ab", [(1, 1, "-"), (1, 1, "+")], "a+b", 1),
        ("abcd", [(0, 2, "x"), (1, 3, "y"), (3, 4, "z")], "xcz", 2),
        ("", [(0, 0, "x\n")], "x\n", 1),
    ],
)
def test_fixes_are_put_in_once_and_only_where_they_do_not_touch(
    text: str, edits: list[tuple[int, int, str]], expected: str, count: int
) -> None:
    source = Source("a", text.replace("\r\n", "\n"))
    fixes = [source.fix(Span(start, end), replacement) for start, end, replacement in edits]
    assert apply_fixes(text, fixes) == (expected, count)


@pytest.mark.parametrize(
    ("start", "end", "replacement", "message"),
    [(2, 3, ":=", "replace '=' by ':='"), (5, 5, ";", "insert ';'"), (2, 3, "", "remove '='"), (5, 5, "\n====", "insert '===='")],
)
def test_a_fix_says_what_it_does(start: int, end: int, replacement: str, message: str) -> None:
    assert Source("a", "x = 1").fix(Span(start, end), replacement).message == message


def test_a_fix_is_a_line_of_the_text() -> None:
    fix = Fix("insert ';'", ";", "a.tla", 1, 6, 1, 6)
    diagnostic = Diagnostic("TF221", "missing ';'", file="a.tla", line=1, column=6, hint="put a ';' before 'y'", fix=fix)
    assert diagnostics_text([diagnostic]) == "a.tla:1:6: error TF221: missing ';'\n  hint: put a ';' before 'y'\n  fix: insert ';'\n"


def test_a_file_that_cannot_be_written_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "Protocol.tla"
    path.write_text(module("a: x = 1;"), encoding="utf-8")

    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    done = CliRunner().invoke(cli, ["validate", str(path), "--fix"], standalone_mode=False)
    assert isinstance(done.exception, InvalidInput)
    assert str(done.exception) == f"{path}: error TF001: cannot write the file: permission denied"
    assert [each.name for each in tmp_path.iterdir()] == ["Protocol.tla"]
    assert path.read_text(encoding="utf-8") == module("a: x = 1;")


BODIES = {
    "a goto whose label is missing, and one like it": ("a: x := 1; goto c_end; c_send: x := 2; goto a; x := 3;", []),
    "a goto whose label is missing at the beginning": ("x := 1; goto c_end; c_send: x := 2; goto a; x := 3;", []),
    "a goto to a label that was doubled": ("c_send: x := 1; b: x := 3; b: x := 2; goto c_end;", []),
    "a goto to a label inside a macro": ("a: x := 1; goto c_end; c_send: labelled();", []),
    "a goto out of the process": ("a: x := 1; goto there;", []),
    "a second assignment, which may be meant as one step": ("a: x := 1; y := 2; x := 3;", []),
    "a second round": ("a: x := 1; while (x < 2) { x := 2; };", ["Lbl_1: "]),
    "what follows a goto, and is never reached": ("a: goto b; x := 1; b: skip;", []),
    "what follows a branch with a goto": ("a: if (x = 1) goto b; x := 1; b: skip;", ["Lbl_1: "]),
    "a label that has slipped": ("x := 1; if (x = 3) { y := 2; a: };", []),
    "a label before nothing": ("a: x := 1; b: ", ["skip; "]),
    "a condition without its await": ("a: x = 1 /\\ y = 2;", []),
    "a misspelt variable": ("a: queu := <<>>;", []),
    "a message that goes to nobody": ("a: queue <- 1;", []),
    "a division": ("a: x := x / 2;", []),
    "a word that is nearly a keyword": ("a: gotto a;", []),
}


@pytest.mark.parametrize("name", BODIES)
def test_only_a_fix_that_leaves_no_choice_is_put_in(name: str) -> None:
    body, expected = BODIES[name]
    macro = "  macro labelled() { c_end: x := 1; }\n" if "labelled" in body else ""
    text = f'{HEAD.replace("x = 0", "x = 0, y = 0")}{MACRO}{macro}  process (A = "A") {{\n    {body}}}\n}} *)\n====\n'
    with pytest.raises(InvalidInput) as caught:
        parse_module(Source("Protocol.tla", text))
    assert [each.fix.replacement for each in caught.value.diagnostics if each.fix is not None and each.fix.certain] == expected


@pytest.mark.parametrize(
    ("body", "hints"),
    [
        (
            "a: x := 1; goto c_end; c_send: x := 2; goto a; x := 3;",
            [
                "write c_end: before the statement it leads to; the one at line 7 has no label",
                "write a label and a colon before it; is it c_end, where the goto at line 7 leads?",
            ],
        ),
        ("a: x := 1; goto c_end; c_send: x := 2;", ["did you mean c_send?"]),
        ("c_send: x := 1; b: x := 3; b: x := 2; goto c_end;", ["rename one of them", "the labels here are b, c_send, and Done"]),
        (
            "a: goto there; b: goto here; x := 3;",
            [
                "write there: before the statement it leads to; the one at line 7 has no label",
                "write here: before the statement it leads to; the one at line 7 has no label",
                "write a label and a colon before it; is it one of here, there, to which a goto leads?",
            ],
        ),
    ],
)
def test_where_labels_are_missing_a_goto_is_not_bent_to_another(body: str, hints: list[str]) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_module(Source("Protocol.tla", module(body)))
    assert [each.hint for each in caught.value.diagnostics] == hints
    assert all(each.fix is None or not each.fix.certain for each in caught.value.diagnostics)
    assert [each.fix for each in caught.value.diagnostics if each.fix is not None] == [] or hints == ["did you mean c_send?"]


def test_a_constant_gets_a_model_value_by_itself_only_when_it_is_an_agent_or_FREE(tmp_path: Path) -> None:
    (tmp_path / "topology.json").write_text('{"agents": [{"id": "A"}]}', encoding="utf-8")
    text = "---- MODULE Protocol ----\nCONSTANTS A, Limit\n(* --algorithm P { process (a \\in {A}) { a1: skip; } } *)\n====\n"
    (tmp_path / "Protocol.tla").write_text(text, encoding="utf-8")
    (tmp_path / "Protocol.cfg").write_text("SPECIFICATION Spec\n", encoding="utf-8")
    status, result, _ = validate(tmp_path, "--fix")
    assert (tmp_path / "Protocol.cfg").read_text(encoding="utf-8") == "SPECIFICATION Spec\nCONSTANT A = A\n"
    assert (status, [each["message"] for each in result["diagnostics"]]) == (150, ["the constant Limit has no value"])
