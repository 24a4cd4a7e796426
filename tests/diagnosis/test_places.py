"""Which lines a diagnosis points at."""

from __future__ import annotations

from protocol_builder import Build

from tracefix import check
from tracefix.diagnosis import diagnosis_of


def test_a_message_that_is_left_is_told_of_those_who_sent_it_not_of_who_read_before(build: Build) -> None:
    """The reader makes the last change of the queue: it waits for all three messages, reads one and leaves two."""
    space = build(
        {
            "A": 'a1: send(ab, "one"); a2: send(ab, "two"); a3: send(ab, "two");',
            "B": "b1: await Len(ab) = 3; b2: receive(ab);",
        },
        channels={"ab": ("A", "B", ["one", "two"])},
    )
    (violation,) = check(space).violations
    found = diagnosis_of(violation)
    assert violation.property == "ChannelsDrained"
    assert found is not None
    assert [(place.agent, place.label) for place in found.places if "sent into" in place.role] == [("A", "a2"), ("A", "a3")]


def test_a_round_that_never_ends_is_named_with_its_agents_and_labels(build: Build) -> None:
    """A bystander that ends by itself is not blamed."""
    space = build(
        {
            "A": "a1: acquire(L); a2: while (TRUE) { a3: skip; };",
            "B": "b1: acquire(L); b2: release(L);",
            "C": "c1: skip;",
        },
        locks=["L"],
    )
    (violation,) = check(space).violations
    found = diagnosis_of(violation)
    assert violation.property == "CompletionReachable"
    assert found is not None
    assert found.summary.startswith("A goes round at a2 and a3 for ever, and nothing that can still happen ends that")
    assert [(place.agent, place.label) for place in found.places if place.role == "goes round here"] == [("A", "a2"), ("A", "a3")]


def test_a_run_that_ends_in_a_deadlock_later_is_not_called_a_round(build: Build) -> None:
    space = build({"A": "a1: acquire(L); a2: skip; a3: skip;", "B": "b1: acquire(L);"}, locks=["L"])
    violation = next(each for each in check(space, all=True).violations if each.property == "CompletionReachable")
    found = diagnosis_of(violation)
    assert found is not None
    assert "can go on, but in the end no agent can move" in found.summary
    assert "goes round here" not in {place.role for place in found.places}
