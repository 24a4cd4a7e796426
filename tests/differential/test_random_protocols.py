"""The interpreter, the Python loop, the kernel and TLC on random protocols."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from engine_outcomes import by_reference, differences
from protocol_generator import Protocol, sample, shrink

from tracefix.tlc import verify
from tracefix.workspace import load

MAX_STATES = 800
CHUNK = 50
TLC_PROTOCOLS = 32
TLC_SEED = 1000


@cache
def chosen_for_tlc() -> tuple[Protocol, ...]:
    """Protocols of a size that TLC is done with at once; every other one without properties, so that counts are compared."""
    found = sample(3 * TLC_PROTOCOLS, TLC_SEED)
    return tuple(protocol.exploring() if index % 2 else protocol for index, protocol in enumerate(found[::3]))


def fail_with_the_smallest(protocol: Protocol, number: int, problems: list[str], fails: Callable[[Protocol], bool]) -> None:
    small = shrink(protocol, CHUNK, number, fails)
    pytest.fail("\n".join([*problems, "The smallest protocol for which something differs:", repr(small)]))


@pytest.mark.parametrize("number", range(8))
def test_interpreter_python_loop_and_kernel_agree_on_random_protocols(number: int, tmp_path: Path) -> None:
    compared = 0
    smaller = tmp_path / "smaller"
    for index, protocol in enumerate(sample(CHUNK, number)):
        found = differences(protocol.write(tmp_path / str(index)), MAX_STATES)
        if found:
            fail_with_the_smallest(protocol, number, found, lambda candidate: bool(differences(candidate.write(smaller), MAX_STATES)))
        compared += found is not None
    assert compared > CHUNK // 2


@pytest.mark.parametrize("index", range(TLC_PROTOCOLS))
def test_tlc_agrees_on_a_random_protocol(index: int, tmp_path: Path) -> None:
    protocol = chosen_for_tlc()[index]
    result = verify(protocol.write(tmp_path), max_states=100_000, tlc_timeout=300.0)
    assert result.differences == (), repr(protocol)


def test_the_protocols_for_tlc_end_in_many_ways(tmp_path: Path) -> None:
    ends = {}
    for index, protocol in enumerate(chosen_for_tlc()):
        outcome = by_reference(load(protocol.write(tmp_path / str(index))), "label", 100_000)
        assert outcome is not None
        ends[outcome.property] = ends.get(outcome.property, 0) + 1
    assert {None, "Deadlock", "CompletionReachable", "Assertion", "Evaluation"} <= ends.keys()


def test_a_seed_always_gives_the_same_protocols() -> None:
    first = sample(20, 7)
    assert first == sample(20, 7)
    assert first != sample(20, 8)
    assert len(set(first)) == 20


def test_random_protocols_use_the_whole_language(tmp_path: Path) -> None:
    protocols = sample(120, 3)
    texts = [protocol.module for protocol in protocols]
    for word in (
        "either", "while", "goto", "with ", " \\in {", "elsif", "else", "||", "assert", "await", "when", "skip", "macro", "define", "self",
        "\\E ", "\\A ", "CHOOSE", "LET", "CASE", "IF", "EXCEPT", "DOMAIN", "Append", "Head", "Tail", "Cardinality", "\\cup", "\\cap",
        " \\ ", "|->", "=>", "<=>", "process (", "begin", "CONSTANTS", "BOOLEAN", "FREE == 0", 'FREE == "free"',
    ):  # fmt: skip
        assert any(word in text for text in texts), word
    for word in ("INVARIANT", "CONSTRAINT", "CHECK_DEADLOCK FALSE", "CONSTANTS"):
        assert any(word in protocol.config for protocol in protocols), word
    assert any(protocol.topology for protocol in protocols)
    for index, protocol in enumerate(protocols):
        load(protocol.write(tmp_path / str(index)))


def test_a_failing_protocol_is_made_smaller() -> None:
    protocol = next(each for each in sample(10, 5) if "await" in each.module and "int_2" in each.module)
    small = shrink(protocol, 10, 5, lambda candidate: "int_2" in candidate.module)
    assert "int_2" in small.module
    assert len(small.module) < len(protocol.module)
