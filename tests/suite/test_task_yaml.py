"""Reading task.yaml: what is wrong with its text and form, and where."""

from __future__ import annotations

import json

import pytest

from tracefix.diagnostics import Diagnostic
from tracefix.errors import InvalidInput
from tracefix.source import Source
from tracefix.suite import task_schema
from tracefix.suite.document import Document
from tracefix.suite.models import Received, Task, ToolRan
from tracefix.suite.yaml_text import parse_yaml

from .conftest import SAMPLE

NO_EVENT = "one of the keys tool, sent, received, acquired, released or done is missing"
NO_KIND = "a statement has exactly one of uses, flow, outcomes, order, decision, failure"
TEXT = (SAMPLE / "task.yaml").read_text(encoding="utf-8")


def plain(text: str) -> object:
    return parse_yaml(Source("task.yaml", text)).plain()


def problems(text: str) -> list[Diagnostic]:
    with pytest.raises(InvalidInput) as caught:
        Document.read(Source("task.yaml", text)).task()
    return list(caught.value.diagnostics)


def said(text: str) -> list[tuple[str, int | None, int | None, str]]:
    return [(each.code, each.line, each.column, each.message) for each in problems(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1\nb: -2\nc: 2.5\nd: 1e3\ne: '1'", {"a": 1, "b": -2, "c": 2.5, "d": 1000.0, "e": "1"}),
        ("a: true\nb: False\nc: yes\nd: no\ne: on\nf: y", {"a": True, "b": False, "c": "yes", "d": "no", "e": "on", "f": "y"}),
        ("a: null\nb: ~\nc:\nd: ''", {"a": None, "b": None, "c": None, "d": ""}),
        ("id: 10E\nother: 1_000\ndate: 2020-01-01\ntime: 1:30", {"id": "10E", "other": "1_000", "date": "2020-01-01", "time": "1:30"}),
        ("a: [x, {b: c}]\nd:\n  - e\n  - f: g", {"a": ["x", {"b": "c"}], "d": ["e", {"f": "g"}]}),
        ("1: a", {"1": "a"}),
    ],
)
def test_words_are_read_as_yaml_1_2_reads_them(text: str, value: object) -> None:
    assert plain(text) == value


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a: b: c", 1, 5, "mapping values are not allowed here"),
        ("a: [1, 2", 1, 9, "expected ',' or ']', but got '<stream end>'"),
        ("a: 1\na: 2", 2, 1, 'the key "a" stands twice'),
        ("a: &x 1\nb: *x", 1, 4, "anchors and aliases are not used here"),
        ("a: !!str 1", 1, 4, "tags are not used here"),
        ("[a]: 1", 1, 1, "a key must be a word"),
        ("a: \x07", 1, 4, "the character 7 cannot stand in YAML"),
        ("", 1, 1, "the file is empty"),
        ("a: 1\n---\nb: 2", 2, 1, "but found another document"),
        ("[" * 100 + "]" * 100, 1, 66, "the text is nested too deeply"),
        ("[" * 30_000, 1, 1, "the text is nested too deeply"),
    ],
)
def test_text_that_is_not_yaml_has_a_place_and_a_reason(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_yaml(Source("task.yaml", text))
    assert [(each.code, each.line, each.column, each.message) for each in caught.value.diagnostics] == [("TF804", line, column, message)]


def test_the_sample_is_read() -> None:
    task = Document.read(Source("task.yaml", TEXT)).task()
    assert task.tool("BAKER.warm_up") == task.agents["BAKER"].tools["warm_up"]
    assert (task.tool("BAKER.sleep"), task.tool("NOBODY.knead")) == (None, None)
    assert (task.labels("BAKER.knead"), task.labels("BAKER.warm_up"), task.labels("BAKER.sleep")) == (("knead",), ("warm_up",), ())
    assert task.agents["BAKER"].tools["warm_up"].duration == 2.5
    assert [statement.kind for statement in task.checklist[7:]] == ["flow", "outcomes", "order", "decision", "failure", "failure"]
    assert task.checklist[8].outcomes is not None
    assert task.checklist[8].outcomes.ok == ("c_good",)
    assert task.checklist[9].order is not None
    assert task.checklist[9].order.first == ToolRan(tool="BAKER.knead")


def test_events_compare_by_what_they_say() -> None:
    assert len({Received(received="c", label="x"), Received(received="c", label="x"), Received(received="c", label="y")}) == 2


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("id: 12E\n", "^id: 12E\n^colour: red\n", "TF805", 'there is no key "colour" here'),
        ("duration: 4,", "duration: ^long,", "TF806", '"duration" must be a number, not a string'),
        ("duration: 4,", "duration: ^0,", "TF806", '"duration" must be more than 0'),
        ("needs: [WORKTOP]}", "needs: ^WORKTOP}", "TF806", '"needs" must be a list, not a string'),
        ("{what: string}, duration: 4", "{what: ^text}, duration: 4", "TF806", '"what" must be string, integer, boolean or list'),
        ("      knead: {", "      ^Knead: {", "TF806", '"Knead" must be a name in small letters, like run_tests'),
        ("id: kneaded,", "id: ^The dough,", "TF806", '"The dough" must be a name in small letters, like run_tests'),
        ("fault: slow", "fault: ^late", "TF806", '"fault" must be fails, slow or crash_after'),
        ("may_fail: true", "may_fail: ^often", "TF806", '"may_fail" must be true or false, not a string'),
        ("when: {tool: BAKER.knead}", "^when: {toll: BAKER.knead}", "TF805", NO_EVENT),
        ("label: dish}\n", "label: dish, ^to: WAITER}\n", "TF805", 'there is no key "to" here'),
        ("failed: c_burnt", "^failed: []", "TF806", '"failed" must not be empty'),
        (", {tool: WAITER.apologise}]}\n  - f", "^]}\n  - f", "TF806", '"options" must have at least 2 entries'),
        ("flow: {channel: waiter_to_cook, label: order}", "^{}", "TF805", NO_KIND),
        ("outcome: any}}", "outcome: ^perhaps}}", "TF806", '"outcome" must be ok, failed or any'),
        ("{kind: syntax,", "{kind: ^typo,", "TF806", '"kind" must be either-early, hub-leaves, deadlock, too-large, syntax or undrained'),
    ],
)
def test_a_wrong_form_has_a_code_a_place_and_one_line(old: str, new: str, code: str, message: str) -> None:
    assert TEXT.count(old) == 1
    text = TEXT.replace(old, new.replace("^", ""))
    line, column = Source("task.yaml", text).position(TEXT.index(old) + new.rindex("^") - (new.count("^") - 1))
    if "options" in message:
        # A list is marked at its key.
        column = text.split("\n")[line - 1].index("options") + 1
    assert said(text) == [(code, line, column, message)]


def test_a_missing_key_is_missed_where_its_owner_begins() -> None:
    assert said(TEXT.replace("title: A pie for one guest\n", "")) == [("TF805", 1, 1, 'the key "title" is missing')]


def test_all_problems_of_form_come_at_once_in_the_order_of_the_text() -> None:
    text = TEXT.replace("title:", "titel:").replace("duration: 4,", "duration: -4,").replace("fault: slow", "fault: late")
    assert [(each.code, each.line) for each in problems(text)] == [("TF805", 1), ("TF805", 3), ("TF806", 12), ("TF806", 32)]
    assert problems(text)[1].hint == "did you mean title?"


def test_a_statement_of_two_kinds_is_refused() -> None:
    text = TEXT.replace(
        "  - flow: {channel: waiter_to_cook, label: order}",
        "  - flow: {channel: waiter_to_cook, label: order}\n    uses: {tool: BAKER.knead, resource: WORKTOP}",
    )
    assert [(each.code, each.line) for each in problems(text)] == [("TF805", 38)]


def test_the_schema_says_what_the_model_says() -> None:
    schema = task_schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert sorted(schema["required"]) == ["agents", "checklist", "checkpoints", "family", "fault_points", "id", "title"]
    assert set(schema["properties"]) == set(Task.model_fields)
    assert json.dumps(schema).count('"uses"') >= 1
