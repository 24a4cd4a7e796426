"""Mistakes in a protocol with a topology: one message each, at the place where its author can act."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracefix.checker import lower
from tracefix.errors import InvalidInput
from tracefix.lint import lint
from tracefix.workspace import load

TOPOLOGY = """{"agents": [{"id": "WRITER"}, {"id": "EDITOR"}],
 "resources": [{"id": "DRAFT", "type": "Lock"}, {"id": "SLOTS", "type": "Counter", "config": {"initial": 2}}],
 "channels": [{"id": "to_editor", "from": "WRITER", "to": "EDITOR", "labels": ["ready"]},
              {"id": "to_writer", "from": "EDITOR", "to": "WRITER", "labels": ["accept", "revise"]}]}
"""
CONFIG = "SPECIFICATION Spec\nCONSTANTS\n    FREE = FREE\n    WRITER = WRITER\n    EDITOR = EDITOR\nINVARIANTS\n    Same\n"
PROTOCOL = r"""---- MODULE Protocol ----
EXTENDS Integers, Sequences, TLC
CONSTANTS FREE, WRITER, EDITOR
(* --algorithm Protocol {
  variables DRAFT = FREE, SLOTS = 2, to_editor = <<>>, to_writer = <<>>;
  define { Same == Len(to_writer) < 3 }
  macro acquire(lock) { await lock = FREE; lock := self; }
  macro release(lock) { assert lock = self; lock := FREE; }
  macro take(counter) { await counter > 0; counter := counter - 1; }
  macro send(channel, label) { channel := Append(channel, label); }
  macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }
  process (writer \in {WRITER})
    variables msg = "";
  {
    w_lock: acquire(DRAFT);
    w_ask: send(to_editor, "ready");
    w_unlock: release(DRAFT);
    w_wait: receive(to_writer, msg);
            if (msg = "revise") { goto w_lock; };
  }
  process (editor \in {EDITOR})
    variables order = "";
  {
    e_wait: receive(to_editor, order);
    e_lock: acquire(DRAFT);
    e_unlock: release(DRAFT);
    e_answer: send(to_writer, "accept");
  }
} *)
====
"""


def found(folder: Path, *changes: tuple[str, str]) -> list[str]:
    """What is said about the files after changes, as `line code message | hint | fix`."""
    files = {"Protocol.tla": PROTOCOL, "Protocol.cfg": CONFIG, "topology.json": TOPOLOGY}
    for old, new in changes:
        (name,) = [name for name, text in files.items() if old in text and name != "topology.json"]
        files[name] = files[name].replace(old, new, 1)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    try:
        diagnostics = lint(load(folder))
    except InvalidInput as error:
        diagnostics = error.diagnostics
    lines = []
    for each in diagnostics:
        fix = "" if each.fix is None else f"{'' if each.fix.certain else '? '}{each.fix.message}"
        lines.append(" | ".join(filter(None, [f"{each.line} {each.code} {each.message}", each.hint, fix])))
    return lines


def test_without_a_change_nothing_is_said(tmp_path: Path) -> None:
    assert found(tmp_path) == []


MISTAKES: list[tuple[str, str, list[str]]] = [
    ('"ready");', "ready);", ["16 TF310 ready is not declared | a message is a string: write \"ready\" | replace 'ready' by '\"ready\"'"]),
    ('"ready");', "w_lock);", [
        "16 TF314 w_lock cannot be used: it is a label or process, not a value | a message is a string: write \"w_lock\"",
    ]),
    ('"revise")', "revise)", [
        "19 TF310 revise is not declared | a message is a string: write \"revise\" | replace 'revise' by '\"revise\"'",
    ]),
    ("{EDITOR})", "{Editor})", ["21 TF310 Editor is not declared | did you mean EDITOR? | ? replace 'Editor' by 'EDITOR'"]),
    ("to_editor = <<>>, to_writer = <<>>;", "to_editor = <<>>;", [
        "6 TF310 to_writer is not declared | the topology has it: declare it under variables, as to_writer = <<>>",
    ]),
    ("DRAFT = FREE, SLOTS", "SLOTS", ["15 TF310 DRAFT is not declared | the topology has it: declare it under variables, as DRAFT = FREE"]),
    ("process (editor \\in {EDITOR})", "process editor \\in {EDITOR}", [
        "21 TF218 process needs parentheses here | write process (editor \\in {EDITOR}) | "
        "? replace 'editor \\in {EDITOR}' by '(editor \\in {EDITOR})'",
    ]),
    ("(editor \\in {EDITOR})", "(editor = EDITOR)", [
        "25 TF315 self only has a meaning in a process that is declared with \\in (in the macro acquire) | "
        "write the identity, or declare the process as process (editor \\in {EDITOR})",
    ]),
    ("goto w_lock", "goto e_lock", [
        "19 TF306 process writer has no label e_lock | process editor has it, but a goto cannot leave its process",
    ]),
    ('    variables order = "";\n', "", [
        '23 TF310 order is not declared | declare it under variables',
    ]),
    ("e_lock: acquire(DRAFT)", "e_lock: take(SLOT)", ["25 TF310 SLOT is not declared | did you mean SLOTS? | ? replace 'SLOT' by 'SLOTS'"]),
    ("receive(to_writer, msg);", "msg := receive(to_writer);", [
        "18 TF310 receive is not declared | it is a macro, which has no value: call it as a statement of its own, receive(channel, into);",
    ]),
    ("w_lock: acquire(DRAFT)", 'w_lock: acquire("DRAFT")', [
        "15 TF336 the macro acquire assigns to its parameter lock, so this argument must be a variable | write DRAFT without quotes | "
        "? replace '\"DRAFT\"' by 'DRAFT'",
    ]),
    ("INVARIANTS", "INVARIENTS", ["6 TF401 'INVARIENTS' does not begin a statement | did you mean INVARIANTS? | "
                                  "? replace 'INVARIENTS' by 'INVARIANTS'"]),
    ("EDITOR = EDITOR", "EDITR = EDITR", [
        "3 TF410 the constant EDITOR has no value | the .cfg sets EDITR | ? insert 'CONSTANT EDITOR = EDITOR'",
        "5 TF411 EDITR is not a constant of Protocol | did you mean EDITOR? | ? replace 'EDITR' by 'EDITOR'",
    ]),
    ("acquire(DRAFT);\n    e_unlock", "take(DRAFT);\n    e_unlock", [
        "25 TF604 DRAFT is a lock, and take lowers it like a counter | use acquire(DRAFT)",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "expected"), MISTAKES, ids=[new.strip() or old.strip() for old, new, _ in MISTAKES])
def test_a_mistake_has_one_message_where_its_author_can_act(old: str, new: str, expected: list[str], tmp_path: Path) -> None:
    assert found(tmp_path, (old, new)) == expected


def test_a_process_set_in_words_is_offered_in_words(tmp_path: Path) -> None:
    text = (
        "---- MODULE Protocol ----\n(* --algorithm Protocol\nvariables x = 0;\nprocess tester = 1\nbegin\n"
        "  a: x := self;\nend process;\nend algorithm; *)\n====\n"
    )
    (tmp_path / "Protocol.tla").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        load(tmp_path)
    assert [each.hint for each in caught.value.diagnostics] == ["write the identity, or declare the process as process tester \\in {1}"]


def test_errors_of_every_kind_come_in_one_pass(tmp_path: Path) -> None:
    changes = [
        ("w_lock: acquire(DRAFT)", "w_lock: acquire(DRFT)"), ('(msg = "revise")', '(msg == "revise")'),
        ("e_lock: acquire", "e_wait: acquire"), ("e_unlock: release(DRAFT);", "e_unlock: relase(DRAFT)"), ("INVARIANTS", "INVARIENTS"),
    ]  # fmt: skip
    assert [line.split(" | ")[0] for line in found(tmp_path, *changes)] == [
        "15 TF310 DRFT is not declared",
        "19 TF215 '==' defines an operator",
        "25 TF305 the label e_wait stands twice in process editor",
        "26 TF334 there is no macro relase",
        "26 TF221 missing ';'",
        "6 TF401 'INVARIENTS' does not begin a statement",
    ]


@pytest.mark.parametrize("word", ["process", "fair process", "fair+ process"])
def test_a_doubled_identity_is_reported_at_the_second_process(word: str, tmp_path: Path) -> None:
    text = (
        "---- MODULE Protocol ----\n(* --algorithm Protocol {\n  process (Reader = 1) { a: skip; } \\* the first process\n"
        f"  (* and another process *) {word} (Writer = 1) {{ b: skip; }}\n}} *)\n====\n"
    )
    (tmp_path / "Protocol.tla").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        lower(load(tmp_path))
    assert [(each.code, each.line, each.column) for each in caught.value.diagnostics] == [("TF506", 4, 29)]
