"""Every rule of a topology file: the code, place, message and hint of each breach."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tracefix.diagnostics import Diagnostic
from tracefix.errors import InvalidInput
from tracefix.source import Source
from tracefix.topology import Topology
from tracefix.topology.codes import TITLES


def problems(data: Any) -> list[tuple[str | None, str, str, str | None]]:
    """(pointer, code, message, hint) of everything that is wrong with a topology."""
    return [(found.pointer, found.code, found.message, found.hint) for found in diagnostics(data)]


def diagnostics(data: Any) -> tuple[Diagnostic, ...]:
    text = data if isinstance(data, str) else json.dumps(data)
    try:
        Topology.parse(Source("topology.json", text))
    except InvalidInput as error:
        return error.diagnostics
    return ()


def with_channel(**changes: Any) -> dict[str, Any]:
    """A correct topology of A, B and C, with one channel changed."""
    channel = {"id": "ab", "from": "A", "to": "B", "labels": ["x"], **changes}
    return {"agents": [{"id": "A"}, {"id": "B"}, {"id": "C"}], "channels": [channel]}


def with_resource(**resource: Any) -> dict[str, Any]:
    return {"agents": [{"id": "A"}], "resources": [resource]}


CASES: list[tuple[str, Any, list[tuple[str | None, str, str, str | None]]]] = [
    ("a list is not a topology", [], [("", "TF105", "a topology is an object, not a list", None)]),
    ("agents are missing", {}, [("", "TF104", 'the key "agents" is missing', None)]),
    ("no agents", {"agents": []}, [("/agents", "TF107", "a topology needs at least one agent", None)]),
    ("agents that are no list", {"agents": {}}, [("/agents", "TF105", '"agents" must be a list, not an object', None)]),
    ("an agent that is no object", {"agents": ["A"]}, [("/agents/0", "TF105", "entry 1 must be an object, not a string", None)]),
    (
        "a misspelt key",
        {"agents": [{"id": "A"}], "chanels": []},
        [("/chanels", "TF103", 'there is no key "chanels" here', 'did you mean "channels"?')],
    ),
    (
        "a key that has another name here",
        with_channel(capacity=2),
        [("/channels/0/capacity", "TF103", 'there is no key "capacity" here', 'did you mean "bound"?')],
    ),
    (
        "a key that is like no other",
        with_resource(id="L", type="Lock", zzz=1),
        [("/resources/0/zzz", "TF103", 'there is no key "zzz" here', "known keys: id, type, config")],
    ),
    (
        "a misspelt key inside config",
        with_resource(id="S", type="Counter", config={"initial": 1, "growz": True}),
        [("/resources/0/config/growz", "TF103", 'there is no key "growz" here', 'did you mean "grows"?')],
    ),
    ("a missing key", with_resource(id="L"), [("/resources/0", "TF104", 'the key "type" is missing', None)]),
    ("an unknown type", with_resource(id="L", type="Mutex"), [("/resources/0/type", "TF105", '"type" must be "Lock" or "Counter"', None)]),
    ("a number as id", {"agents": [{"id": 5}]}, [("/agents/0/id", "TF105", '"id" must be a string, not a whole number', None)]),
    ("an empty id", {"agents": [{"id": ""}]}, [("/agents/0/id", "TF107", '"id" must not be empty', None)]),
    (
        "an end that is neither a name nor a list",
        with_channel(to=7),
        [("/channels/0/to", "TF105", '"to" must be a string or a list of strings, not a whole number', None)],
    ),
    ("no end", with_channel(to=[]), [("/channels/0/to", "TF107", '"to" must not be empty', None)]),
    ("no labels", with_channel(labels=[]), [("/channels/0/labels", "TF107", '"labels" must not be empty', None)]),
    ("an empty label", with_channel(labels=[""]), [("/channels/0/labels/0", "TF107", "entry 1 must not be empty", None)]),
    ("labels that are no list", with_channel(labels="x"), [("/channels/0/labels", "TF105", '"labels" must be a list, not a string', None)]),
    ("a bound of zero", with_channel(bound=0), [("/channels/0/bound", "TF106", '"bound" must be at least 1', None)]),
    (
        "a bound past TLC's integers",
        with_channel(bound=2**31),
        [("/channels/0/bound", "TF106", '"bound" must be at most 2147483647', None)],
    ),
    (
        "true is not a number",
        with_channel(bound=True),
        [("/channels/0/bound", "TF105", '"bound" must be a whole number, not true or false', None)],
    ),
    (
        "a negative counter",
        with_resource(id="S", type="Counter", config={"initial": -1}),
        [("/resources/0/config/initial", "TF106", '"initial" must be at least 0', None)],
    ),
    (
        "a decimal counter",
        with_resource(id="S", type="Counter", config={"initial": 1.0}),
        [("/resources/0/config/initial", "TF105", '"initial" must be a whole number, not a decimal number', None)],
    ),
    (
        "a hyphen in an id",
        {"agents": [{"id": "dev-1"}]},
        [("/agents/0/id", "TF110", 'the id "dev-1" is not an identifier: a letter, then letters, digits and _', 'for example "dev_1"')],
    ),
    (
        "two ids that would become the same",
        {"agents": [{"id": "dev-1"}, {"id": "dev_1"}, {"id": "dev 1"}]},
        [
            ("/agents/0/id", "TF110", 'the id "dev-1" is not an identifier: a letter, then letters, digits and _', 'for example "dev_1_2"'),
            ("/agents/2/id", "TF110", 'the id "dev 1" is not an identifier: a letter, then letters, digits and _', 'for example "dev_1_3"'),
        ],
    ),
    (
        "an id that starts with a digit",
        {"agents": [{"id": "1st"}]},
        [("/agents/0/id", "TF110", 'the id "1st" is not an identifier: a letter, then letters, digits and _', 'for example "agent_1st"')],
    ),
    (
        "an id without a letter",
        {"agents": [{"id": "???"}]},
        [("/agents/0/id", "TF110", 'the id "???" is not an identifier: a letter, then letters, digits and _', 'for example "agent"')],
    ),
    (
        "a Counter without a value",
        with_resource(id="S", type="Counter"),
        [("/resources/0", "TF140", 'the Counter "S" has no initial value', 'add "config": {"initial": 1}')],
    ),
    (
        "a Counter with an empty config",
        with_resource(id="S", type="Counter", config={}),
        [("/resources/0/config", "TF140", 'the Counter "S" has no initial value', 'add "config": {"initial": 1}')],
    ),
    (
        "a Lock with a value",
        with_resource(id="L", type="Lock", config={"initial": 1, "grows": True}),
        [
            ("/resources/0/config/initial", "TF141", 'the Lock "L" has an initial value', "only a Counter has one"),
            ("/resources/0/config/grows", "TF141", 'the Lock "L" cannot grow', "only a Counter can"),
        ],
    ),
    (
        "an unknown end, near to a known one",
        {"agents": [{"id": "DEVELOPER"}, {"id": "CI"}], "channels": [{"id": "c", "from": "Developr", "to": "CI", "labels": ["x"]}]},
        [("/channels/0/from", "TF120", 'there is no agent "Developr"', 'did you mean "DEVELOPER"?')],
    ),
    ("an unknown end in a list", with_channel(to=["B", "Z"]), [("/channels/0/to/1", "TF120", 'there is no agent "Z"', "agents: A, B, C")]),
    ("an end named twice", with_channel(to=["B", "B"]), [("/channels/0/to/1", "TF123", '"B" stands twice in "to"', None)]),
    (
        "a channel to oneself",
        with_channel(to=["B", "A"]),
        [("/channels/0", "TF121", 'the channel "ab" leads from "A" to itself', "an agent can remember things in a variable")],
    ),
    (
        "a second channel between two agents",
        {
            **with_channel(),
            "channels": [
                {"id": "ab", "from": "A", "to": "B", "labels": ["x"]},
                {"id": "q", "from": ["C", "A"], "to": "B", "labels": ["y"]},
            ],
        },
        [("/channels/1", "TF122", 'the channel "q" leads from "A" to "B", as "ab" does', 'add its labels to "ab"')],
    ),
    ("a label named twice", with_channel(labels=["x", "x"]), [("/channels/0/labels/1", "TF130", 'the label "x" stands twice', None)]),
    (
        "a content label that is none",
        with_channel(labels=["draft"], content_labels=["drafts"]),
        [("/channels/0/content_labels/0", "TF132", 'the channel "ab" has no label "drafts"', 'did you mean "draft"?')],
    ),
    (
        "a content label named twice",
        with_channel(content_labels=["x", "x"]),
        [("/channels/0/content_labels/1", "TF130", 'the content label "x" stands twice', None)],
    ),
]


@pytest.mark.parametrize(("data", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_breach_is_reported(data: Any, expected: list[tuple[str | None, str, str, str | None]]) -> None:
    assert problems(data) == expected


def test_the_codes_of_all_breaches_are_documented() -> None:
    assert {code for _, _, found in CASES for _, code, _, _ in found} <= set(TITLES)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("FREE", "the value of a lock that nobody holds"),
        ("CHOOSE", "a word of TLA+"),
        ("either", "a word of PlusCal"),
        ("pc", "a name that the PlusCal translation defines"),
        ("self", "a word of PlusCal"),
        ("Head", "a name of the standard modules"),
        ("INVARIANTS", "a word of TLC configuration files"),
        ("AllDone", "a name that the scaffold defines"),
        ("acquire", "a name that the scaffold defines"),
        ("WF_x", "the start of a fairness formula of TLA+"),
        ("tf_x", "kept for names that tracefix generates"),
    ],
)
def test_an_id_that_means_something_else_is_refused(name: str, reason: str) -> None:
    hint = f'for example "resource_{name}"'
    expected = [("/resources/0/id", "TF111", f'the id "{name}" cannot be used: it is {reason}', hint)]
    assert problems(with_resource(id=name, type="Lock")) == expected


@pytest.mark.parametrize("label", ['say "hi"', "back\\slash", "two\nlines", "naïve", "(* x", "x *)"])
def test_a_label_that_a_protocol_cannot_hold_is_refused(label: str) -> None:
    ((where, code, message, _),) = problems(with_channel(labels=[label]))
    assert (where, code, message) == ("/channels/0/labels/0", "TF131", f"the label {label!r} cannot be written in a protocol")


def test_ids_are_distinct_across_kinds() -> None:
    data = {**with_channel(), "resources": [{"id": "A", "type": "Lock"}]}
    hint = "ids are distinct across agents, resources and channels"
    assert problems(data) == [("/resources/0/id", "TF112", 'the id "A" is already the id of agent 1', hint)]


def test_everything_is_reported_at_once_in_the_order_of_the_text() -> None:
    text = """{
 "agents": [{"id": "A"}, {"id": "B"}, {"id": "B"}],
 "extra": 1,
 "channels": [
  {"id": "ab", "from": "A", "to": "Z", "labels": ["x"]},
  {"id": "ba", "from": "B", "to": "A", "labels": [1]}],
 "resources": [{"id": "pc", "type": "Lock"}]
}"""
    found = [(problem.line, problem.column, problem.code) for problem in diagnostics(text)]
    assert found == [(2, 46, "TF112"), (3, 2, "TF103"), (5, 35, "TF120"), (6, 51, "TF105"), (7, 23, "TF111")]


def test_an_agent_of_the_wrong_shape_is_still_known_to_the_channels() -> None:
    data = with_channel()
    data["agents"][1]["role"] = "tester"
    assert [code for _, code, _, _ in problems(data)] == ["TF103"]


def test_a_diagnostic_shows_the_line_it_is_about() -> None:
    (found,) = diagnostics('{"agents": [\n  {"id": "A b"}\n]}')
    assert (found.excerpt, found.line, found.column, found.end_column) == ('  {"id": "A b"}', 2, 10, 15)
