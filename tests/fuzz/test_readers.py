"""Whatever is in a file: its reader returns or raises InvalidInput, in work that grows with the size of the file.

Work is counted in calls of functions, Python's and built-in ones, so that no clock is asked.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from inputs import HEADS, KINDS, READERS, TAILS, WORDS, crash, growing

from tracefix.errors import InvalidInput
from tracefix.source import MAX_BYTES, Source
from tracefix.workspace import load

FUZZ = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
SMALL, FACTOR = 250, 4

SUPERLINEAR = {
    "lists in lists": 2, "macros that add to their argument": 2, "macros in ifs": 3, "macros that call one": 2,
    "macros that call two": 0, "macros that double their argument": 0,
}  # fmt: skip
"""Inputs whose size is not proportional to their number: what it grows like. With 0 it is not a matter of size at all."""

GROWING = [(kind, name) for kind in READERS for name in growing(kind) if name not in SUPERLINEAR]


def _read(kind: str, text: str) -> list[str]:
    try:
        READERS[kind](Source("M.tla", text))
    except InvalidInput as error:
        return [diagnostic.code for diagnostic in error.diagnostics]
    return []


def _calls(kind: str, text: str) -> int:
    """How many functions are called to read a text."""
    count = 0

    def tick(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        _read(kind, text)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("kind", READERS)
def test_random_input_is_read_or_refused(kind: str, make: Callable[[str, Random], bytes], tmp_path: Path) -> None:
    random = Random(f"{kind} {make.__name__}")
    assert [problem for problem in (crash(kind, make(kind, random), tmp_path) for _ in range(150)) if problem] == []


@pytest.mark.parametrize("kind", READERS)
def test_any_text_is_read_or_refused(kind: str, tmp_path: Path) -> None:
    @FUZZ
    @given(st.sampled_from(HEADS[kind]), st.text(max_size=60), st.sampled_from(TAILS[kind]))
    def check(head: str, text: str, tail: str) -> None:
        assert crash(kind, (head + text + tail).encode("utf-8", "surrogatepass"), tmp_path) is None

    check()


@pytest.mark.parametrize("kind", READERS)
def test_any_words_are_read_or_refused(kind: str, tmp_path: Path) -> None:
    @FUZZ
    @given(st.sampled_from(HEADS[kind]), st.lists(st.sampled_from(WORDS[kind]), max_size=25), st.sampled_from(TAILS[kind]))
    def check(head: str, words: list[str], tail: str) -> None:
        assert crash(kind, (head + " ".join(words) + tail).encode(), tmp_path) is None

    check()


@pytest.mark.parametrize(("kind", "name"), GROWING, ids=lambda value: value)
def test_work_grows_with_the_input(kind: str, name: str) -> None:
    make = growing(kind)[name]
    # What is loaded and compiled at the first use does not count.
    _read(kind, make(3))
    small, large = make(SMALL), make(FACTOR * SMALL)
    growth = max(FACTOR, len(large) / len(small))
    assert _calls(kind, large) <= 1.3 * growth * _calls(kind, small) + 2000


@pytest.mark.parametrize(("kind", "name"), [("module", "statements"), ("module", "errors"), ("topology", "agents"), ("cfg", "constants")])
def test_memory_grows_with_the_input(kind: str, name: str) -> None:
    text = growing(kind)[name](2000)
    _read(kind, growing(kind)[name](3))
    tracemalloc.start()
    try:
        _read(kind, text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 500 * len(text) + 2_000_000


@pytest.mark.parametrize("number", [1, 40, 400, 5000])
@pytest.mark.parametrize("name", ["parentheses", "ifs", "else ifs", "eithers", "lists in lists", "lets", "quantifiers", "macro calls"])
def test_deep_nesting_is_read_or_refused_by_name(name: str, number: int) -> None:
    if name == "lists in lists" and number > 400:
        number = 400
    assert set(_read("module", growing("module")[name](number))) <= {"TF005", "TF207", "TF210", "TF211"}


@pytest.mark.parametrize("name", ["macros that call two", "macros that double their argument"])
def test_a_macro_that_doubles_again_and_again_is_refused(name: str) -> None:
    assert _read("module", growing("module")[name](40)) == ["TF207"]


@pytest.mark.parametrize("name", ["macros that call one", "macros that add to their argument", "macros in ifs"])
def test_a_chain_of_macros_is_read_or_refused_by_name(name: str) -> None:
    make = growing("module")[name]
    assert [_read("module", make(number)) for number in (1, 60, 300, 3000)] == [[], [], ["TF207"], ["TF207"]]


@pytest.mark.parametrize("name", ["Protocol.tla", "Protocol.cfg", "topology.json"])
def test_ten_megabytes_are_refused_by_size(name: str, tmp_path: Path) -> None:
    (tmp_path / "Protocol.tla").write_text("---- MODULE Protocol ----\n(* --algorithm Protocol { { a: skip } } *)\n====\n")
    (tmp_path / name).write_bytes(b"x" * 10_000_000)
    with pytest.raises(InvalidInput) as caught:
        load(tmp_path)
    assert [(d.code, d.message, d.file) for d in caught.value.diagnostics if d.code == "TF004"] == [
        ("TF004", "the file is larger than 2 MiB", str(tmp_path / name))
    ]


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * MAX_BYTES)
    assert len(Source.read(path).text) == MAX_BYTES
    path.write_bytes(b"x" * (MAX_BYTES + 1))
    with pytest.raises(InvalidInput):
        Source.read(path)
