"""The JSON reader: the same values as the standard library's, and a place for everything."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracefix.errors import InvalidInput
from tracefix.source import Source
from tracefix.topology.json_text import parse_json, pointer

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)

MALFORMED = [
    ("", "1:1", "the file is empty", None),
    ("{", "1:2", "the text ends where a key in double quotes should stand", None),
    ("[1,\n 2\n", "3:1", 'the text ends where "," or "]" should stand', None),
    ("[1 2]", "1:4", '"," or "]" expected, found 2', None),
    ("[1,\n]", "1:3", 'a comma before "]"', "remove it"),
    ('{"a": 1,}', "1:8", 'a comma before "}"', "remove it"),
    ('{"a" 1}', "1:6", '":" after the key "a" expected, found 1', None),
    ("{'a': 1}", "1:2", "a key in double quotes expected, found '", "strings stand in double quotes"),
    ("{a: 1}", "1:2", "a key in double quotes expected, found a", None),
    ("[True]", "1:2", "True is not a value", "write true"),
    ("[None]", "1:2", "None is not a value", "null is written null"),
    ("[Lock]", "1:2", "Lock is not a value", "strings stand in double quotes"),
    ("[NaN]", "1:2", "NaN is not a value", "strings stand in double quotes"),
    ("[1, // one\n 2]", "1:5", "a value expected, found /", "JSON has no comments"),
    ('["ab', "1:2", "the string is not closed", None),
    ('["a\nb"]', "1:4", "invalid control character", None),
    (r'["\q"]', "1:3", r"invalid \escape", None),
    (r'["\ud800"]', "1:2", "half of a surrogate pair", "write the character itself"),
    ("1 2", "1:3", "text after the end of the document", None),
    ("[" * 100, "1:66", "nested deeper than 64 levels", None),
    ("9" * 301, "1:1", "the number is too long", None),
]


@pytest.mark.parametrize(("text", "place", "message", "hint"), MALFORMED, ids=[entry[2] for entry in MALFORMED])
def test_a_malformed_text_gets_one_message_at_the_place_of_the_mistake(text: str, place: str, message: str, hint: str | None) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_json(Source("t.json", text))
    (diagnostic,) = caught.value.diagnostics
    assert str(diagnostic) == f"t.json:{place}: error TF101: not JSON: {message}"
    assert diagnostic.hint == hint


@given(JSON_VALUES, st.sampled_from([None, 1]))
def test_any_json_value_is_read_as_the_standard_library_reads_it(value: object, indent: int | None) -> None:
    node, problems = parse_json(Source("t.json", json.dumps(value, indent=indent)))
    assert node.plain() == value
    assert problems == []


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_as_the_standard_library_does(text: str) -> None:
    def refuse(word: str) -> None:
        raise ValueError(word)  # NaN and the infinities are not JSON.

    try:
        expected = [json.loads(text, parse_constant=refuse)]
    except ValueError:
        expected = []
    try:
        found = [parse_json(Source("t.json", text))[0].plain()]
    except InvalidInput:
        found = []
    assert found == expected


def test_a_repeated_key_is_reported_and_the_first_value_kept() -> None:
    node, (problem,) = parse_json(Source("t.json", '{\n "a": 1,\n "a": 2\n}'))
    assert node.plain() == {"a": 1}
    assert (problem.code, problem.line, problem.column, problem.pointer) == ("TF102", 3, 2, "/a")
    assert problem.message == 'the key "a" stands twice'
    assert problem.hint == "the first one is on line 2"


def test_every_value_and_key_has_its_span() -> None:
    source = Source("t.json", '{"ab": [1, true]}')
    node, _ = parse_json(source)
    assert isinstance(node.value, dict)
    inner = node.value["ab"]
    assert isinstance(inner.value, list)
    spans = [node.keys["ab"], inner.span, *(item.span for item in inner.value)]
    assert [source.text[span.start : span.end] for span in spans] == ['"ab"', "[1, true]", "1", "true"]


def test_a_pointer_escapes_slashes_and_tildes() -> None:
    assert pointer("a/b", 0, "~c") == "/a~1b/0/~0c"
    assert pointer() == ""
