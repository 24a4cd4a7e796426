"""Operations that the topology does not allow are errors, and stop everything that would run the protocol."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from protocol_texts import workspace

import tracefix
from tracefix.cli.app import cli
from tracefix.errors import InvalidInput
from tracefix.lint import topology_errors
from tracefix.workspace import Workspace

TOPOLOGY: dict[str, Any] = {
    "agents": [{"id": "A"}, {"id": "B"}, {"id": "C"}],
    "channels": [
        {"id": "ab", "from": "A", "to": "B", "labels": ["go", "stop"]},
        {"id": "xc", "from": ["A", "B"], "to": "C", "labels": ["done"]},
    ],
}

HEAD = """variables ab = <<>>, xc = <<>>;
macro send(channel, label) { channel := Append(channel, label); }
macro receive(channel) { await channel # <<>>; channel := Tail(channel); }
"""


def protocol(folder: Path, a: str, b: str = "b1: skip;", c: str = "c1: skip;") -> Workspace:
    bodies = "\n".join(f"process (p_{name} \\in {{{name}}}) {{ {body} }}" for name, body in zip("ABC", (a, b, c), strict=True))
    return workspace(folder, HEAD + bodies, constants="A, B, C", topology=TOPOLOGY)


def errors(target: Workspace) -> list[tuple[str, str, str | None]]:
    found = topology_errors(target)
    assert all(finding.severity == "error" for finding in found)
    return [(finding.code, finding.message, finding.hint) for finding in found]


def test_a_wrong_sender_is_named_with_those_who_may(tmp_path: Path) -> None:
    assert errors(protocol(tmp_path, "a1: skip;", c='c1: send(xc, "done");')) == [
        (
            "TF601",
            "C sends on xc, which the topology does not allow",
            'only A and B may: use a channel of C, or add C to the "from" of xc in the topology',
        )
    ]


@pytest.mark.parametrize("operation", ["receive(ab);", "ab := <<>>;", "await Len(ab) > 0; ab := SubSeq(ab, 2, Len(ab));"])
def test_a_wrong_receiver_is_named_with_those_who_may(tmp_path: Path, operation: str) -> None:
    assert errors(protocol(tmp_path, "a1: skip;", c=f"c1: {operation}")) == [
        (
            "TF602",
            "C receives from ab, which the topology does not allow",
            'only B may: use a channel of C, or add C to the "to" of ab in the topology',
        )
    ]


@pytest.mark.parametrize(
    ("message", "headline", "hint"),
    [
        ('"stopp"', 'the channel ab has no label "stopp"', 'did you mean "stop"? its labels are go, stop'),
        ('"x"', 'the channel ab has no label "x"', "its labels are go, stop; add it in the topology if it is meant"),
        ("3", "a message on ab must be one of its labels", "its labels are go, stop, as strings"),
        ('[kind |-> "go"]', "a message on ab must be one of its labels", "its labels are go, stop, as strings"),
    ],
)
def test_a_message_that_is_no_label_is_an_error(tmp_path: Path, message: str, headline: str, hint: str) -> None:
    assert errors(protocol(tmp_path, f"a1: send(ab, {message});")) == [("TF603", headline, hint)]


def test_a_label_that_is_nearly_right_has_a_fix(tmp_path: Path) -> None:
    (finding,) = topology_errors(protocol(tmp_path, 'a1: send(ab, "stopp");'))
    assert finding.fix is not None
    assert (finding.fix.message, finding.fix.replacement) == ("replace '\"stopp\"' by '\"stop\"'", '"stop"')
    (finding,) = topology_errors(protocol(tmp_path, 'a1: send(ab, "x");'))
    assert finding.fix is None


@pytest.mark.parametrize(
    "statement",
    [
        'send(ab, "go");',
        # Looking is no receive.
        "await Len(ab) < 2;",
        # What a variable holds, and which arm is taken, is for the search to say.
        'with (m \\in {"go", "x"}) { send(ab, m); };',
        'send(ab, IF Len(ab) = 0 THEN "go" ELSE "x");',
        # Nobody comes here.
        'goto Done; a2: send(xc, "x");',
    ],
)
def test_what_is_allowed_or_not_certain_is_no_error(tmp_path: Path, statement: str) -> None:
    assert errors(protocol(tmp_path, f"a1: {statement}")) == []


def test_agents_of_one_process_are_told_apart_by_conditions_on_self(tmp_path: Path) -> None:
    both = 'process (p \\in {A, B}) { p1: if (self = A) { send(ab, "go"); } else { receive(ab); }; }\nprocess (q = C) { c1: skip; }'
    assert errors(workspace(tmp_path, HEAD + both, constants="A, B, C", topology=TOPOLOGY)) == []
    swapped = both.replace("self = A", "self = B")
    assert [error[:2] for error in errors(workspace(tmp_path, HEAD + swapped, constants="A, B, C", topology=TOPOLOGY))] == [
        ("TF601", "B sends on ab, which the topology does not allow"),
        ("TF602", "A receives from ab, which the topology does not allow"),
    ]


def test_all_errors_come_at_once_in_the_order_of_the_text(tmp_path: Path) -> None:
    target = protocol(tmp_path, 'a1: receive(ab); a2: send(ab, "x");', 'b1: send(ab, "y");')
    assert [(finding.code, finding.column) for finding in topology_errors(target)] == [
        ("TF602", 29),
        ("TF603", 46),
        ("TF601", 29),
        ("TF603", 29),
    ]


def test_a_protocol_without_a_topology_has_none(tmp_path: Path) -> None:
    body = "process (p = A) { a1: send(ab, 3); a2: receive(ab); xc := <<>>; }"
    assert topology_errors(workspace(tmp_path, HEAD + body, constants="A, B, C")) == ()


def test_check_and_verify_refuse_what_the_topology_does_not_allow(tmp_path: Path) -> None:
    target = protocol(tmp_path, 'a1: send(ab, "x");')
    for function in (tracefix.check, tracefix.verify):
        with pytest.raises(InvalidInput) as refusal:
            function(target)
        assert [finding.code for finding in refusal.value.diagnostics] == ["TF603"]


@pytest.mark.parametrize("command", ["validate", "check", "verify"])
def test_the_commands_end_with_150(tmp_path: Path, command: str) -> None:
    protocol(tmp_path, 'a1: send(ab, "x");')
    done = CliRunner().invoke(cli, [command, str(tmp_path)], standalone_mode=False)
    assert done.return_value == 150
    assert 'error TF603: the channel ab has no label "x"' in done.stderr


def test_validate_lists_warnings_and_ends_with_0(tmp_path: Path) -> None:
    protocol(tmp_path, 'a1: either { send(ab, "go"); } or { skip; };', "b1: receive(ab);")
    done = CliRunner().invoke(cli, ["validate", str(tmp_path), "--json"], standalone_mode=False)
    data = json.loads(done.stdout)
    assert done.return_value == 0
    assert (data["valid"], [(finding["code"], finding["severity"]) for finding in data["diagnostics"]]) == (True, [("TF622", "warning")])


KINDS: dict[str, Any] = {
    "agents": [{"id": "A"}, {"id": "B"}],
    "resources": [{"id": "L", "type": "Lock"}, {"id": "S", "type": "Counter", "config": {"initial": 2}}],
    "channels": [{"id": "ab", "from": "A", "to": "B", "labels": ["go"]}, {"id": "ba", "from": "B", "to": "A", "labels": ["go"]}],
}

EVERYTHING = """variables L = FREE, S = 2, ab = <<>>, ba = <<>>;
macro acquire(lock) { await lock = FREE; lock := self; }
macro release(lock) { assert lock = self; lock := FREE; }
macro take(counter) { await counter > 0; counter := counter - 1; }
macro give(counter) { counter := counter + 1; }
macro send(channel, label) { channel := Append(channel, label); }
macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }
"""


@pytest.mark.parametrize(
    ("statement", "message", "hint"),
    [
        ("release(S);", "S is a counter, and release frees it like a lock", "use give(S)"),
        ("acquire(S);", "S is a counter, and acquire takes it like a lock", "use take(S)"),
        ("S := A;", "S is a counter, and this takes it like a lock", "use take(S)"),
        ("take(L);", "L is a lock, and take lowers it like a counter", "use acquire(L)"),
        ("give(L);", "L is a lock, and give raises it like a counter", "use release(L)"),
        ('send(L, "go");', "L is a lock, and send sends to it like a channel", "the operations of a lock are acquire and release"),
        ("receive(ba, L);", "L is a lock, and receive stores a message in it", "store the message in a variable of the process"),
        ("receive(ba, S);", "S is a counter, and receive stores a message in it", "store the message in a variable of the process"),
        ("receive(ba, ab);", "ab is a channel, and receive stores a message in it", "store the message in a variable of the process"),
        ("receive(S, m);", "S is a counter, and receive receives from it like a channel", "the operations of a counter are take and give"),
        ("release(ab);", "ab is a channel, and release frees it like a lock", "the operations of a channel are send and receive"),
        ("take(ab);", "ab is a channel, and take lowers it like a counter", "the operations of a channel are send and receive"),
        ("L := <<>>;", "L is a lock, and this receives from it like a channel", "the operations of a lock are acquire and release"),
    ],
)
def test_an_operation_on_an_object_of_another_kind_is_an_error_at_the_call(tmp_path: Path, statement: str, message: str, hint: str) -> None:
    text = EVERYTHING + f"process (p_a \\in {{A}}) variables m = 0; {{ a1: {statement} }} process (p_b \\in {{B}}) {{ b1: skip; }}"
    target = workspace(tmp_path, text, constants="FREE, A, B", topology=KINDS)
    assert errors(target) == [("TF604", message, hint)]
    assert [finding.excerpt[finding.column - 1 :].split(" }")[0] for finding in topology_errors(target)] == [statement]  # type: ignore[index, operator]


@pytest.mark.parametrize("statement", ["acquire(L);", "take(S);", "give(S);", 'send(ab, "go");', "receive(ba, m);", "S := 1;", "ab := ba;"])
def test_an_operation_on_an_object_of_its_kind_is_no_error(tmp_path: Path, statement: str) -> None:
    text = EVERYTHING + f"process (p_a \\in {{A}}) variables m = 0; {{ a1: {statement} }} process (p_b \\in {{B}}) {{ b1: skip; }}"
    assert errors(workspace(tmp_path, text, constants="FREE, A, B", topology=KINDS)) == []


def test_without_the_macro_of_the_scaffold_the_operation_is_written_out(tmp_path: Path) -> None:
    variables = "variables L = FREE, S = 2, ab = <<>>, ba = <<>>;"
    text = f"{variables} process (p_a \\in {{A}}) {{ a1: S := FREE; }} process (p_b \\in {{B}}) {{ b1: L := L - 1; }}"
    assert errors(workspace(tmp_path, text, constants="FREE, A, B", topology=KINDS)) == [
        ("TF604", "S is a counter, and this frees it like a lock", "write S := S + 1"),
        ("TF604", "L is a lock, and this lowers it like a counter", "write await L = FREE; L := self"),
    ]
