"""What a description must not say."""

from __future__ import annotations

import pytest

from tracefix.source import Source
from tracefix.suite import load_task
from tracefix.suite.descriptions import check_description

from .conftest import SAMPLE

TASK = load_task(SAMPLE)
FILLER = "\n".join(f"Line {number}." for number in range(15))


def found(text: str) -> list[str]:
    source = Source("description.md", f"{text}\n{FILLER}\n")
    return [f"{each.code} {each.line}:{each.column} {each.message}" for each in check_description(source, TASK.topology, TASK.workspace)]


@pytest.mark.parametrize(
    "word",
    [
        "label", "Labels", "labelled", "await", "awaits", "acquire", "Acquired", "acquiring", "deadlock", "dead-locks", "livelock", "mutex",
        "semaphore", "goto",
        "PlusCal", "TLA+", "TLC", "macro", "invariant", "interleavings", "handshake", "hand-shakes", "critical section",
        "atomically", "lock order", "order of the locks", "busy waiting", "while loop", "model checking",
    ],
)  # fmt: skip
def test_a_word_of_the_solution_is_found(word: str) -> None:
    assert found(f"They do it, {word} and all.") == [f'TF817 1:13 "{word}" is a word of the solution']


@pytest.mark.parametrize(
    "text",
    [
        "The oven is released for cleaning. Unlabelled, they said, and in the waiting room.",
        "Whoever needs the OVEN and the WORKTOP cleans both.",
        "The OVEN is cleaned before the WORKTOP.",
        "A pie needs the OVEN. Before that, dough is made at the WORKTOP.",
        "Then they take the WORKTOP.",
        "A wait is over when somebody says so. The orders of guests come in any order.",
        "The dish_washer is not a step here.",
    ],
)
def test_plain_words_pass(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("label", ["bake_pie", "warm_up", "c_oven", "b_away", "w_wait"])
def test_a_label_of_the_protocol_is_found(label: str) -> None:
    assert found(f"Use {label}(x).") == [f"TF817 1:5 {label} is a label of the protocol"]


@pytest.mark.parametrize("word", ["serve", "knead", "apologise"])
def test_a_label_that_is_an_ordinary_word_may_stand(word: str) -> None:
    assert found(f"They {word} it.") == []


@pytest.mark.parametrize(
    ("text", "column", "names"),
    [
        ("The OVEN is taken before the WORKTOP.", 5, "OVEN and WORKTOP"),
        ("First they hold the WORKTOP, then the OVEN.", 21, "WORKTOP and OVEN"),
        ("Take OVEN after WORKTOP!", 6, "OVEN and WORKTOP"),
        ("Whoever locks the OVEN must have the WORKTOP\nfirst and leave the OVEN last.", 19, "OVEN and WORKTOP"),
    ],
)
def test_an_order_in_which_locks_are_taken_is_found(text: str, column: int, names: str) -> None:
    assert found(text) == [f"TF817 1:{column} this sentence says in which order {names} are taken"]


@pytest.mark.parametrize(("lines", "fine"), [(14, False), (15, True), (40, True), (41, False)])
def test_a_description_has_15_to_40_lines_with_text(lines: int, fine: bool) -> None:
    source = Source("description.md", "\n\n".join("Text." for _ in range(lines)) + "\n\n\n")
    message = f"a description has 15 to 40 lines with text, not {lines}"
    problems = check_description(source, TASK.topology, TASK.workspace)
    assert [(each.code, each.message) for each in problems] == ([] if fine else [("TF807", message)])


def test_what_is_found_comes_in_the_order_of_the_text() -> None:
    assert [text.split()[1] for text in found("Go to c_oven.\nNo deadlock.\nThe OVEN is taken after the WORKTOP. Use b_away.")] == [
        "1:7", "2:4", "3:5", "3:42",
    ]  # fmt: skip
