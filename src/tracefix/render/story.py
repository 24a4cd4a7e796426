"""What every rendering of a violation says, in words: one place, so that all of them tell the same story."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..checker import Violation
from ..diagnosis import Action, Diagnosis, Place, Told, listed

LONG = 24
"""States of a trace from which on steps that are not part of the story are folded."""

SHORTEST_FOLD = 3
"""Fewer steps than this in a row are shown: a line that says that they are left out would not be shorter."""


def action_words(action: Action) -> str:
    """What one action is: `takes REPO`, `sends "change" on a_to_reviewer`."""
    name, value = action.name, action.value
    match action.kind:
        case "acquire":
            return f"takes {name}"
        case "release":
            return f"releases {name}"
        case "hand":
            return f"gives {name} to {value}"
        case "take" | "give":
            slots = "a slot" if action.amount == 1 else f"{action.amount} slots"
            return f"takes {slots} of {name} ({value} left)" if action.kind == "take" else f"gives back {slots} of {name} ({value} left)"
        case "send":
            return f"sends {value} on {name}"
        case "receive":
            return f"receives {value} from {name}" + (f" into {action.into}" if action.into else "")
        case "set":
            return f"{name} = {value}"
        case "go":
            return f"goes on to {name}"
        case "end":
            return "ends"
    return "this step fails"


def step_words(told: Told) -> str:
    """What a step does, or what is not empty, free or at zero in the initial state."""
    agent = "" if told.step is None else f"{told.step.agent}."
    words = ", ".join(action_words(action).removeprefix(agent) for action in told.actions)
    return words or "nothing is taken, nothing is on its way"


@dataclass(frozen=True, slots=True)
class Fold:
    """Steps that are left out: their number and agents."""

    count: int
    agents: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.count} steps of {listed(self.agents)} that are not part of this story"


def folded(diagnosis: Diagnosis, *, full: bool = False, long: int = LONG) -> Iterator[Told | Fold]:
    """The trace; of a long one, what is not part of the story is folded."""
    steps = diagnosis.steps
    kept = {1, len(steps), *diagnosis.story}
    if diagnosis.no_return is not None and diagnosis.no_return.index is not None:
        kept.add(diagnosis.no_return.index)
    waiting: list[Told] = []
    for told in steps:
        if full or len(steps) <= long or told.index in kept:
            yield from _run(waiting)
            waiting = []
            yield told
        else:
            waiting.append(told)


def _run(steps: list[Told]) -> Iterator[Told | Fold]:
    if len(steps) < SHORTEST_FOLD:
        yield from steps
    else:
        yield Fold(len(steps), tuple(dict.fromkeys(told.step.agent for told in steps if told.step is not None)))


def verdict_words(violation: Violation) -> str:
    """The violated property and what is wrong, in one line: `Deadlock: no agent can move`."""
    if violation.property == "Deadlock":
        return "Deadlock: no agent can move"
    repeats = violation.message.startswith(f"{violation.property} ")
    return violation.message if repeats else f"{violation.property}: {violation.message}"


def others_waiting(diagnosis: Diagnosis) -> tuple[str, ...]:
    """Agents that wait and are not part of the summary."""
    return tuple(dict.fromkeys(wait.agent for wait in diagnosis.waits if wait.agent not in diagnosis.agents))


def no_return_words(diagnosis: Diagnosis) -> str | None:
    """The point of no return in one line; None when it was not asked for."""
    found = diagnosis.no_return
    if found is None:
        return None
    if found.index is None:
        return f"not computed: {found.reason}"
    if found.index == 1:
        return "none: every run violates it, from the initial state on"
    told = diagnosis.steps[found.index - 1]
    assert told.step is not None
    what = "the failing step itself" if told.index > len(diagnosis.violation.trace) else f"step {told.index}"
    return f"{what}, {told.step.agent} at {told.step.label}: before it the violation could still be avoided, after it not any more"


def lines_of(diagnosis: Diagnosis) -> dict[int, list[Place]]:
    """The places that take part by line, in the order of the text."""
    found: dict[int, list[Place]] = {}
    for place in sorted(diagnosis.places, key=lambda place: (place.line, place.column)):
        found.setdefault(place.line, []).append(place)
    return found
