"""Each finding at its borders: the same mistake written in other ways, and what looks like it and is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from protocol_texts import workspace

from tracefix.lint import lint

MACROS = """
    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }
    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }
    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }
"""

LOCKS = {"resources": [{"id": "S", "type": "Lock"}, {"id": "T", "type": "Lock"}, {"id": "G", "type": "Lock"}]}
LOCK_VARIABLES = "S = FREE, T = FREE, G = FREE"


def channels(**ends: str) -> dict[str, Any]:
    """`ab="go stop"` is a channel from A to B with two labels."""
    found = [{"id": name, "from": name[0].upper(), "to": name[1].upper(), "labels": labels.split()} for name, labels in ends.items()]
    return {"channels": found}


def codes(folder: Path, variables: str, *bodies: str, **topology: Any) -> list[str]:
    """The codes of what is found when agents A, B, C have these bodies; each has a local variable `msg`."""
    names = "ABC"[: len(bodies)]
    processes = [
        f'process (p_{name} \\in {{{name}}}) variables msg = "", n = 0; {{\n{body}\n}}' for name, body in zip(names, bodies, strict=True)
    ]
    algorithm = "\n".join([f"variables {variables};", MACROS, *processes])
    declared = {"agents": [{"id": name} for name in names], **topology} if topology else None
    found = lint(workspace(folder, algorithm, constants=f"FREE, {', '.join(names)}", topology=declared))
    assert all(finding.severity == ("error" if finding.code < "TF610" else "warning") for finding in found)
    assert all(finding.hint and finding.line for finding in found)
    return [finding.code for finding in found]


NESTED = "{x}1: acquire({first}); {x}2: acquire({second}); {x}3: release({second}); {x}4: release({first});"


def nested(x: str, first: str, second: str) -> str:
    return NESTED.format(x=x, first=first, second=second)


def test_opposite_orders_of_nested_locks_disagree(tmp_path: Path) -> None:
    assert codes(tmp_path, LOCK_VARIABLES, nested("a", "S", "T"), nested("b", "T", "S"), **LOCKS) == ["TF612"]


def test_the_same_orders_without_macros_and_without_a_topology_disagree(tmp_path: Path) -> None:
    first = "a1: await S = FREE; S := self; a2: when FREE = T; T := A; a3: S := FREE; T := FREE;"
    second = "b1: await T = FREE; T := self; b2: await S = FREE /\\ n = n; S := self; b3: S := FREE || T := FREE;"
    assert codes(tmp_path, "S = FREE, T = FREE", first, second) == ["TF612"]


def test_orders_behind_one_common_lock_do_not_disagree(tmp_path: Path) -> None:
    first = f"a0: acquire(G); {nested('a', 'S', 'T')} a5: release(G);"
    second = f"b0: acquire(G); {nested('b', 'T', 'S')} b5: release(G);"
    assert codes(tmp_path, LOCK_VARIABLES, first, second, **LOCKS) == []


def test_orders_of_agents_that_run_one_after_the_other_do_not_disagree(tmp_path: Path) -> None:
    first = f'{nested("a", "S", "T")} a5: send(ab, "go");'
    second = f"b0: receive(ab, msg); {nested('b', 'T', 'S')}"
    assert codes(tmp_path, f"{LOCK_VARIABLES}, ab = <<>>", first, second, **LOCKS, **channels(ab="go")) == []


def test_a_wait_with_another_way_out_does_not_disagree(tmp_path: Path) -> None:
    second = "b1: acquire(T); b2: either { acquire(S); b3: release(S); } or { skip; }; b4: release(T);"
    assert codes(tmp_path, LOCK_VARIABLES, nested("a", "S", "T"), second, **LOCKS) == []


def test_three_agents_of_one_process_in_a_circle_of_function_elements_disagree(tmp_path: Path) -> None:
    algorithm = """
        variables fork = [i \\in 0..2 |-> FREE];
        process (p \\in 0..2) {
            p1: await fork[self] = FREE; fork[self] := self;
            p2: await fork[(self + 1) % 3] = FREE; fork[(self + 1) % 3] := self;
            p3: fork[self] := FREE || fork[(self + 1) % 3] := FREE;
        }"""
    (finding,) = lint(workspace(tmp_path, algorithm, constants="FREE"))
    assert finding.code == "TF612"
    assert finding.message == (
        "the order of locks disagrees: 0 holds fork[0] and waits for fork[1], 1 holds fork[1] and waits for fork[2], "
        "2 holds fork[2] and waits for fork[0]"
    )


def test_a_lock_taken_again_in_a_loop_that_does_not_release_is_taken_twice(tmp_path: Path) -> None:
    body = "a1: while (n < 2) { acquire(S); n := n + 1; }; a2: release(S);"
    assert codes(tmp_path, LOCK_VARIABLES, body, "b1: skip;", **LOCKS) == ["TF613"]


def test_a_lock_taken_once_by_a_loop_that_runs_once_is_not(tmp_path: Path) -> None:
    body = "a1: while (n < 1) { acquire(S); n := n + 1; }; a2: release(S);"
    assert codes(tmp_path, LOCK_VARIABLES, body, "b1: skip;", **LOCKS) == []


def test_conditions_on_one_message_belong_together(tmp_path: Path) -> None:
    body = """
        a1: receive(ba, msg);
        a2: if (msg = "lock") { acquire(S); };
        a3: skip;
        a4: if (msg = "lock") { release(S); };"""
    sender = 'b1: either { send(ba, "lock"); } or { send(ba, "skip"); };'
    assert codes(tmp_path, f"{LOCK_VARIABLES}, ba = <<>>", body, sender, **LOCKS, **channels(ba="lock skip")) == []


def test_a_lock_that_is_never_released_and_one_that_is_kept_on_one_way(tmp_path: Path) -> None:
    some = "a1: acquire(S); a2: either { release(S); } or { skip; };"
    assert codes(tmp_path, LOCK_VARIABLES, some, "b1: acquire(T);", **LOCKS) == ["TF614", "TF614"]


def test_a_lock_that_a_supervisor_frees_is_not_kept(tmp_path: Path) -> None:
    some = "a1: acquire(S); a2: either { release(S); } or { skip; };"
    assert codes(tmp_path, LOCK_VARIABLES, some, "b1: await S = A; S := FREE;", **LOCKS) == []


def test_a_lock_that_is_handed_over_is_not_kept(tmp_path: Path) -> None:
    assert codes(tmp_path, LOCK_VARIABLES, "a1: acquire(S); a2: S := B;", "b1: await S = B; b2: release(S);", **LOCKS) == []


def test_a_release_that_may_be_right_is_not_reported(tmp_path: Path) -> None:
    body = "a1: either { acquire(S); n := 1; } or { skip; }; a2: if (n = 1) { release(S); };"
    assert codes(tmp_path, LOCK_VARIABLES, body, "b1: skip;", **LOCKS) == []
    assert codes(tmp_path, LOCK_VARIABLES, body.replace("n = 1)", "n = 0)"), "b1: skip;", **LOCKS) == ["TF614", "TF615"]


SLOTS = {"resources": [{"id": "SLOTS", "type": "Counter", "config": {"initial": 1}}]}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a1: take(SLOTS); a2: either { give(SLOTS); } or { skip; };", ["TF616"]),
        ("a1: take(SLOTS); a2: either { skip; } or { goto Done; }; a3: give(SLOTS);", ["TF616"]),
        ("a1: take(SLOTS);", []),
        ("a1: while (n < 2) { take(SLOTS); a2: give(SLOTS); n := n + 1; };", []),
        ("a1: either { take(SLOTS); n := 1; } or { skip; }; a2: if (n = 1) { give(SLOTS); };", []),
    ],
)
def test_slots_are_lost_where_only_some_ways_give_them_back(tmp_path: Path, body: str, expected: list[str]) -> None:
    assert codes(tmp_path, "SLOTS = 1", body, "b1: take(SLOTS); b2: give(SLOTS);", **SLOTS) == expected


GATE = {**LOCKS, **channels(ab="go", ba="done")}
GATE_VARIABLES = f"{LOCK_VARIABLES}, ab = <<>>, ba = <<>>"
WAITS = 'a1: acquire(S); a2: send(ab, "go"); a3: receive(ba, msg); a4: release(S);'


@pytest.mark.parametrize(
    ("sender", "expected"),
    [
        ('b1: receive(ab, msg); b2: acquire(S); b3: release(S); b4: send(ba, "done");', ["TF611"]),
        ('b1: receive(ab, msg); b2: acquire(S); send(ba, "done"); b3: release(S);', ["TF611"]),
        ('b1: receive(ab, msg); b2: send(ba, "done"); b3: acquire(S); b4: release(S);', []),
        ('b1: receive(ab, msg); b2: acquire(T); b3: release(T); b4: send(ba, "done");', []),
        ('b1: receive(ab, msg); b2: either { acquire(S); b3: release(S); } or { skip; }; b4: send(ba, "done");', []),
    ],
)
def test_a_lock_is_held_across_a_receive_when_the_sender_needs_it_first(tmp_path: Path, sender: str, expected: list[str]) -> None:
    assert codes(tmp_path, GATE_VARIABLES, WAITS, sender, **GATE) == expected


def test_a_sender_that_has_had_the_lock_before_does_not_need_it(tmp_path: Path) -> None:
    waits = "a1: receive(ba, msg); a2: acquire(S); a3: receive(ba, msg); a4: release(S);"
    sender = 'b1: acquire(S); b2: release(S); b3: send(ba, "done"); b4: send(ba, "done");'
    assert codes(tmp_path, GATE_VARIABLES, waits, sender, **LOCKS, **channels(ba="done")) == []
    again = 'b1: acquire(S); b2: release(S); b3: send(ba, "done"); b4: acquire(S); b5: release(S); b6: send(ba, "done");'
    assert codes(tmp_path, GATE_VARIABLES, waits, again, **LOCKS, **channels(ba="done")) == ["TF611"]


def test_a_third_agent_that_has_had_the_lock_is_known_through_messages(tmp_path: Path) -> None:
    ends = channels(ca="done", bc="done", ba="go")
    variables = f"{LOCK_VARIABLES}, ca = <<>>, bc = <<>>, ba = <<>>"
    helper = 'b1: acquire(S); b2: release(S); b3: send(bc, "done"); b4: send(ba, "go");'
    sender = 'c1: receive(bc, msg); c2: send(ca, "done");'
    early = "a1: acquire(S); a2: receive(ca, msg); a3: release(S); a4: receive(ba, msg);"
    late = "a1: receive(ba, msg); a2: acquire(S); a3: receive(ca, msg); a4: release(S);"
    assert codes(tmp_path, variables, early, helper, sender, **LOCKS, **ends) == ["TF611"]
    assert codes(tmp_path, variables, late, helper, sender, **LOCKS, **ends) == []


CHOICE = {**channels(ba="go", ca="go")}
GUESTS = ('b1: either { send(ba, "go"); } or { skip; };', 'c1: either { send(ca, "go"); } or { skip; };')


@pytest.mark.parametrize(
    ("hub", "expected"),
    [
        ("a1: either { goto x; } or { goto y; }; x: receive(ba, msg); goto Done; y: receive(ca, msg);", ["TF610", "TF610"]),
        ("a1: either { n := 1; } or { n := 2; }; a2: if (n = 1) { receive(ba, msg); } else { receive(ca, msg); };", ["TF610", "TF610"]),
        ("a1: either { goto x; } or { goto Done; }; x: receive(ba, msg);", ["TF610"]),
        ("a1: either { receive(ba, msg); } or { receive(ca, msg); };", []),
        ("a1: either { skip; } or { n := 1; }; x: receive(ba, msg);", ["TF622"]),
        (
            "a1: either { goto x; } or { goto y; }; x: receive(ba, msg); x2: receive(ca, msg); goto Done; "
            "y: receive(ca, msg); y2: receive(ba, msg);",
            ["TF622", "TF622"],
        ),
    ],
)
def test_a_branch_commits_too_early_when_only_its_own_message_can_save_it(tmp_path: Path, hub: str, expected: list[str]) -> None:
    variables = "ba = <<>>, ca = <<>>"
    assert codes(tmp_path, variables, hub, *GUESTS, **CHOICE) == expected


def test_a_branch_that_says_what_it_waits_for_does_not_commit_too_early(tmp_path: Path) -> None:
    hub = 'a1: either { send(ab, "go"); } or { send(ac, "go"); n := 1; }; a2: if (n = 0) { receive(ba, msg); } else { receive(ca, msg); };'
    hub += " a3: over := TRUE;"
    guests = [f'{x}1: either {{ receive(a{x}, msg); {x}2: send({x}a, "go"); }} or {{ await over; }};' for x in "bc"]
    variables = "ab = <<>>, ac = <<>>, ba = <<>>, ca = <<>>, over = FALSE"
    assert codes(tmp_path, variables, hub, *guests, **channels(ab="go", ac="go", ba="go", ca="go")) == []


SENDS = 'a1: either { send(ab, "x"); } or { send(ab, "y"); } or { send(ab, "z"); };'


@pytest.mark.parametrize(
    ("receiver", "expected"),
    [
        ('b2: if (msg = "x") { n := 1; } else if (msg = "y") { n := 2; };', ["TF620"]),
        ('b2: if (msg = "x") { n := 1; };', ["TF620", "TF620"]),
        ('b2: if (msg \\in {"x", "y"}) { n := 1; };', ["TF620"]),
        ('b2: if (msg = "x") { n := 1; } else { n := 2; };', []),
        ('b2: if (msg = "x") { n := 1; } else if (msg = "y") { n := 2; } else { n := 3; };', []),
        ('b2: if (msg = "x") { goto Done; }; b3: n := 1;', []),
        ('b2: n := IF msg = "x" THEN 1 ELSE 2;', []),
        ('b2: if (msg # "x") { n := 1; };', []),
        ("b2: n := Len(msg);", []),
    ],
)
def test_a_label_is_untested_when_no_branch_is_for_it(tmp_path: Path, receiver: str, expected: list[str]) -> None:
    assert codes(tmp_path, "ab = <<>>", SENDS, f"b1: receive(ab, msg); {receiver}", **channels(ab="x y z")) == expected


def test_one_of_two_labels_is_known_by_the_other(tmp_path: Path) -> None:
    sends = 'a1: either { send(ab, "yes"); } or { send(ab, "no"); };'
    receives = 'b1: receive(ab, msg); b2: if (msg = "no") { n := 1; };'
    assert codes(tmp_path, "ab = <<>>", sends, receives, **channels(ab="yes no")) == []


@pytest.mark.parametrize(
    ("labels", "receiver", "expected"),
    [
        ("x y z", "b1: receive(ab, msg);", ["TF621"]),
        ("x y z", "b1: await Len(ab) >= 1; msg := ab[1]; ab := SubSeq(ab, 2, Len(ab));", ["TF621"]),
        ("x y z", "b1: await ab # <<>>; with (m = Head(ab)) { ab := Tail(ab); };", ["TF621"]),
        ("x y z", "b1: await ab # <<>>; ab := Tail(ab);", []),
        ("x y z", "b1: receive(ab, msg); b2: print msg;", []),
    ],
)
def test_a_message_is_unread_when_its_variable_is_read_nowhere(tmp_path: Path, labels: str, receiver: str, expected: list[str]) -> None:
    assert codes(tmp_path, "ab = <<>>", SENDS, receiver, **channels(ab=labels)) == expected


def test_a_message_of_the_only_label_need_not_be_read(tmp_path: Path) -> None:
    assert codes(tmp_path, "ab = <<>>", 'a1: send(ab, "x");', "b1: receive(ab, msg);", **channels(ab="x")) == []


@pytest.mark.parametrize(
    ("sender", "receiver", "expected"),
    [
        ('either { send(ab, "x"); } or { skip; };', "receive(ab, msg);", ["TF622"]),
        ('send(ab, "x"); a2: either { send(ab, "x"); } or { skip; };', "receive(ab, msg); b2: receive(ab, msg);", ["TF622"]),
        ('send(ab, "x"); a2: either { send(ab, "x"); } or { skip; };', "receive(ab, msg);", []),
        ('either { send(ab, "x"); } or { skip; };', "either { receive(ab, msg); } or { skip; };", []),
        # What a condition decides is not the sender's own choice.
        ('if (turn) { send(ab, "x"); };', "receive(ab, msg);", []),
        ('while (n < 2) { send(ab, "x"); n := n + 1; };', "receive(ab, msg); b2: receive(ab, msg);", []),
        ('while (n < 1) { send(ab, "x"); n := n + 1; };', "receive(ab, msg); b2: receive(ab, msg);", ["TF622"]),
    ],
)
def test_a_message_may_never_come_when_the_sender_is_free_to_leave_it_out(
    tmp_path: Path, sender: str, receiver: str, expected: list[str]
) -> None:
    variables = "ab = <<>>, turn = FALSE"
    third = "c1: turn := TRUE;"
    assert codes(tmp_path, variables, f"a1: {sender}", f"b1: {receiver}", third, **channels(ab="x")) == expected


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("acquire(S); acquire(T); a2: release(S); release(T);", ["TF630"]),
        ("acquire(S); receive(ba, msg); a2: release(S);", ["TF630"]),
        ("await S = FREE /\\ ba # <<>>; S := self || ba := Tail(ba); a2: release(S);", ["TF630"]),
        ("either { acquire(S); n := 1; } or { receive(ba, msg); }; a2: if (n = 1) { release(S); };", []),
        ('receive(ba, msg); await msg # ""; a2: skip;', []),
        ("acquire(S); a2: release(S); a3: acquire(T); a4: release(T);", []),
    ],
)
def test_a_step_waits_twice_when_one_way_through_it_does_two_operations(tmp_path: Path, step: str, expected: list[str]) -> None:
    variables = f"{LOCK_VARIABLES}, ba = <<>>"
    assert codes(tmp_path, variables, f"a1: {step}", 'b1: send(ba, "x");', **LOCKS, **channels(ba="x")) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a1: goto Done; a2: skip; a3: skip;", ["TF631"]),
        ("a1: goto a3; a2: skip; a3: skip;", ["TF631"]),
        ("a1: goto a3; a2: goto Done; a3: goto a2;", []),
        ("a1: while (TRUE) { a2: goto Done; }; a3: skip;", ["TF631"]),
        ("a1: if (FALSE) { a2: skip; }; a3: skip;", ["TF631"]),
        ("a1: while (TRUE) { skip; };", ["TF632"]),
        ("a1: while (TRUE) { either { skip; } or { goto Done; }; };", []),
        # A number without a bound is given up, and then nothing is known about the condition.
        ("a1: while (n < 2) { n := n - 1; };", []),
        ("a1: while (n < 2) { n := n + 1; };", []),
        ("a1: goto a1;", ["TF632"]),
    ],
)
def test_control_that_goes_nowhere(tmp_path: Path, body: str, expected: list[str]) -> None:
    assert codes(tmp_path, "unused = 0", body) == expected


def test_agents_and_free_may_be_strings(tmp_path: Path) -> None:
    algorithm = """
        variables S = "free", T = "free";
        process (a = "A") { a1: await S = "free"; S := "A"; a2: await T = "free"; T := "A"; a3: S := "free" || T := "free"; }
        process (b \\in {"B"}) { b1: await T = "free"; T := self; b2: await S = "free"; S := self; b3: S := "free" || T := "free"; }"""
    topology = {"agents": [{"id": "A"}, {"id": "B"}], "resources": LOCKS["resources"][:2]}
    (finding,) = lint(workspace(tmp_path, algorithm, topology=topology))
    assert (finding.code, finding.message) == (
        "TF612",
        "the order of locks disagrees: A holds S and waits for T, B holds T and waits for S",
    )
