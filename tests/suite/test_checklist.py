"""The checklist evaluated on references: what holds, what does not, and the shortest way to where it does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tracefix.source import Source
from tracefix.suite import TaskFolder, load_task
from tracefix.suite.checklist import Broken, broken_statements
from tracefix.suite.document import Document
from tracefix.workspace import load

from .conftest import SAMPLE, Edit

ORDER = "  - order: {first: {tool: BAKER.knead}, then: {tool: COOK.bake_pie, outcome: any}}\n"
DECISION = "  - decision: {agent: WAITER, options: [{tool: WAITER.serve}, {tool: WAITER.apologise}]}\n"
FAILURE = "  - failure: {tool: COOK.bake_pie, leads_to: {released: OVEN, by: COOK}, always: true}\n"


def steps(broken: Broken) -> list[str]:
    return [entry.step.label for entry in broken.trace if entry.step is not None]


def found(folder: Path) -> list[tuple[str, list[str]]]:
    """Message and labels of the trace of everything that does not hold."""
    return [(broken.message, steps(broken)) for broken in broken_statements(load_task(folder))]


def test_everything_that_the_sample_says_holds() -> None:
    assert found(SAMPLE) == []


BEFORE_THE_PIE = ["b_worktop", "knead", "b_oven", "warm_up", "b_away", "b_clear", "b_dough", "w_order", "c_order", "c_dough", "c_oven"]

REFERENCES = [
    (
        "        bake_pie:   skip;",
        "        c_early:    release(OVEN);\n        bake_pie:   skip;",
        ["COOK does not hold OVEN at bake_pie"],
        12,
    ),
    (
        "        knead:      skip;",
        "        b_slip:     release(WORKTOP);\n        knead:      skip;",
        ["BAKER does not hold WORKTOP at knead", "BAKER does not hold WORKTOP at warm_up"],
        2,
    ),
]


@pytest.mark.parametrize(("old", "new", "messages", "length"), REFERENCES)
def test_a_lock_that_is_not_held_at_a_tool_has_a_shortest_way_there(
    edited: Edit, old: str, new: str, messages: list[str], length: int
) -> None:
    problems = found(edited(tla=(old, new)))
    held = [(message, len(way)) for message, way in problems if "does not hold" in message]
    assert [message for message, _ in held] == messages
    assert held[0][1] == length


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        (
            '        c_sorry:    send(cook_to_waiter, "sorry");',
            '        c_sorry:    send(cook_to_waiter, "dish");',
            [
                "never sorry is sent on cook_to_waiter, never sorry is received from cook_to_waiter",
                "never WAITER.apologise works",
                "never sorry is sent on cook_to_waiter",
            ],
        ),
    ],
)
def test_what_never_happens_is_named_in_every_statement_that_needs_it(edited: Edit, old: str, new: str, messages: list[str]) -> None:
    assert [message for message, _ in found(edited(tla=(old, new)))] == messages


@pytest.mark.parametrize(
    ("statement", "message", "way"),
    [
        (
            "order: {first: {tool: COOK.bake_pie, outcome: any}, then: {tool: BAKER.knead}}",
            "BAKER.knead works before COOK.bake_pie runs",
            ["b_worktop", "knead"],
        ),
        (
            "order: {first: {tool: COOK.bake_pie}, then: {sent: cook_to_waiter, label: sorry}}",
            "sorry is sent on cook_to_waiter before COOK.bake_pie works",
            [*BEFORE_THE_PIE, "bake_pie", "c_look", "c_burnt", "c_oven", "bake_pie", "c_look", "c_burnt", "c_sorry"],
        ),
        (
            "order: {first: {released: OVEN, by: BAKER}, then: {received: waiter_to_cook, label: order}}",
            "order is received from waiter_to_cook before BAKER releases OVEN",
            ["w_order", "c_order"],
        ),
        ("order: {first: {done: COOK}, then: {done: BAKER}}", "BAKER is done before COOK is done", BEFORE_THE_PIE[:7]),
        (
            "order: {first: {acquired: OVEN, by: COOK}, then: {acquired: OVEN, by: BAKER}}",
            "BAKER acquires OVEN before COOK acquires OVEN",
            ["b_worktop", "knead", "b_oven"],
        ),
    ],
)
def test_an_order_that_does_not_hold_has_a_shortest_way_around_it(edited: Edit, statement: str, message: str, way: list[str]) -> None:
    problems = found(edited(yaml=(ORDER, f"  - {statement}\n")))
    assert [problem[0] for problem in problems] == [message]
    assert len(problems[0][1]) == len(way)
    assert problems[0][1] == way


@pytest.mark.parametrize(
    "statement",
    [
        "order: {first: {acquired: OVEN, by: COOK}, then: {tool: COOK.bake_pie, outcome: any}}",
        "order: {first: {tool: COOK.bake_pie, outcome: failed}, then: {sent: cook_to_waiter, label: sorry}}",
        "order: {first: {sent: baker_to_cook, label: dough}, then: {received: baker_to_cook, label: dough}}",
        "order: {first: {done: BAKER}, then: {done: WAITER}}",
        "order: {first: {released: OVEN, by: BAKER}, then: {acquired: OVEN, by: COOK}}",
        "order: {first: {tool: COOK.bake_pie}, then: {tool: WAITER.serve}}",
    ],
)
def test_an_order_that_holds_on_every_behaviour_passes(edited: Edit, statement: str) -> None:
    assert found(edited(yaml=(ORDER, f"  - {statement}\n"))) == []


@pytest.mark.parametrize(
    "options",
    [
        "[{sent: cook_to_waiter, label: dish}, {sent: cook_to_waiter, label: sorry}]",
        # After the first failure alone: before it, the oven must be taken first.
        "[{tool: COOK.bake_pie, outcome: ok}, {tool: COOK.bake_pie, outcome: failed}]",
        "[{acquired: OVEN, by: COOK}, {sent: cook_to_waiter, label: dish}]",
    ],
)
def test_a_decision_needs_one_state_after_which_each_option_may_come_first(edited: Edit, options: str) -> None:
    assert found(edited(yaml=(DECISION, f"  - decision: {{agent: COOK, options: {options}}}\n"))) == []


@pytest.mark.parametrize(
    "options",
    [
        "[{received: waiter_to_cook, label: order}, {received: baker_to_cook, label: dough}]",
        "[{received: baker_to_cook, label: dough}, {sent: cook_to_waiter, label: sorry}]",
    ],
)
def test_what_always_comes_one_after_the_other_is_no_decision(edited: Edit, options: str) -> None:
    problems = found(edited(yaml=(DECISION, f"  - decision: {{agent: COOK, options: {options}}}\n")))
    assert problems == [("COOK never has all of these options at once", [])]


@pytest.mark.parametrize(
    ("event", "holds_sometimes", "holds_always"),
    [
        ("{sent: cook_to_waiter, label: dish}", True, False),
        ("{done: WAITER}", True, True),
        ("{tool: COOK.bake_pie, outcome: any}", True, True),
        ("{tool: BAKER.knead}", False, False),
        ("{received: baker_to_cook, label: dough}", False, False),
    ],
)
def test_what_follows_a_failure_sometimes_or_always(edited: Edit, event: str, holds_sometimes: bool, holds_always: bool) -> None:
    folder = edited(yaml=(FAILURE, f"  - failure: {{tool: COOK.bake_pie, leads_to: {event}}}\n"))
    sometimes = [message for message, _ in found(folder)]
    folder = edited(yaml=(f"leads_to: {event}}}\nattempts", f"leads_to: {event}, always: true}}\nattempts"))
    always = found(folder)
    assert (sometimes == [], always == []) == (holds_sometimes, holds_always)
    assert all(message.startswith("never ") and message.endswith(" after COOK.bake_pie fails") for message in sometimes)
    if holds_sometimes and not holds_always:
        (message, way) = always[0]
        assert message.startswith("not always ")
        assert "c_burnt" in way
        assert way[-1] in ("serve", "apologise")


def test_a_failure_that_is_forgotten_has_the_whole_way_to_the_end(edited: Edit) -> None:
    folder = edited(
        yaml=("leads_to: {sent: cook_to_waiter, label: sorry}}", "leads_to: {sent: cook_to_waiter, label: sorry}, always: true}")
    )
    [(message, way)] = found(folder)
    assert message == "not always sorry is sent on cook_to_waiter after COOK.bake_pie fails"
    assert (way.count("bake_pie"), way[-1], len(way)) == (2, "serve", 21)


def test_a_checkpoint_that_nothing_can_meet_is_found(edited: Edit) -> None:
    folder = edited(
        tla=('        c_sorry:    send(cook_to_waiter, "sorry");', '        c_sorry:    send(cook_to_waiter, "dish");'),
        yaml=("{any: [{tool: WAITER.serve}, {tool: WAITER.apologise}]}", "{any: [{tool: WAITER.apologise}]}"),
    )
    assert found(folder)[0] == ("this checkpoint is never met: never WAITER.apologise works", [])


COUNTED = r"""---- MODULE protocol ----
EXTENDS Integers, Sequences, TLC
CONSTANTS FREE, A, B
(*
--algorithm Slots {
    variables S = 2, c = <<>>;
    process (a \in {A}) variables n = 0; {
        a_take: await S > 0; S := S - 1;
        work:   skip;
        a_next: n := n + 1;
                if (n < 2) { goto a_take; };
        a_tell: c := Append(c, "done");
    }
    process (b \in {B}) {
        b_hear: await c # <<>>; c := Tail(c);
        rest:   skip;
        b_give: S := S + 1;
        b_more: S := S + 1;
        tidy:   skip;
    }
}
*)
====
"""
"""A takes two units that B gives back for it."""


def test_units_of_a_counter_are_counted_at_the_operations_of_their_agent(uses: Callable[[str, str], list[Broken]]) -> None:
    assert uses(COUNTED, "A.work") == []
    [broken] = uses(COUNTED, "B.rest")
    assert (broken.message, steps(broken)[-1]) == ("B does not hold S at rest", "b_hear")
    assert [broken.message for broken in uses(COUNTED, "B.tidy")] == ["B does not hold S at tidy"]


def test_an_agent_that_gives_a_unit_back_holds_one_less(uses: Callable[[str, str], list[Broken]]) -> None:
    given = COUNTED.replace("        work:   skip;", "        a_give: S := S + 1;\n        work:   skip;")
    [broken] = uses(given, "A.work")
    assert (broken.message, steps(broken)) == ("A does not hold S at work", ["a_take", "a_give"])


@pytest.fixture
def uses(tmp_path: Path) -> Callable[[str, str], list[Broken]]:
    """What does not hold of one `uses` statement about the counter S of a protocol of A and B."""
    (tmp_path / "topology.json").write_text(
        '{"agents": [{"id": "A"}, {"id": "B"}], "resources": [{"id": "S", "type": "Counter", "config": {"initial": 2}}],'
        ' "channels": [{"id": "c", "from": "A", "to": "B", "labels": ["done"]}]}',
        encoding="utf-8",
    )

    def run(protocol: str, tool: str) -> list[Broken]:
        (tmp_path / "protocol.tla").write_text(protocol, encoding="utf-8")
        agent, _, name = tool.partition(".")
        source = Source(
            "task.yaml",
            f"""{{id: 1E, family: x, title: x, checkpoints: [], fault_points: [],
            agents: {{{agent}: {{role: works, tools: {{{name}: {{call: work(), duration: 1, needs: [S]}}}}}}}},
            checklist: [uses: {{tool: {tool}, resource: S}}]}}""",
        )
        document = Document.read(source)
        return list(broken_statements(TaskFolder(tmp_path, document, document.task(), source, load(tmp_path), {})))

    return run
