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
