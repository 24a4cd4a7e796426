"""Searches of a reference in which the events of its task are looked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..checker import ENOUGH, AbstractState, CheckResult, Claim, Glance, Move, TraceState, Verdict, enough, watch
from ..workspace import Workspace
from .events import Events, Happens
from .models import Event

SEEN = "seen"

Reached = Callable[[Glance], bool]
Trace = tuple[TraceState, ...]

MOST_STATES, MOST_SECONDS = 60_000_000, 900.0
"""After so much a search of a reference is given up: none is meant to be so large."""


class Undecided(Exception):
    """A search was given up, so that nothing follows from what it has not seen."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a search has seen: events of moves that were allowed, and of moves that were not."""

    happened: frozenset[Event]
    stopped: frozenset[Event]


@dataclass
class Surveyor:
    """Makes surveys of one reference; those without a memory are kept."""

    workspace: Workspace
    events: Events
    kept: dict[tuple[frozenset[Event], frozenset[Event]], Survey] = field(default_factory=dict)

    def without(self, forbidden: Iterable[Event], wanted: Iterable[Event]) -> Survey:
        """Which of the wanted events happen when moves that are forbidden events are not made."""
        key = frozenset(forbidden), frozenset(wanted)
        if key not in self.kept:
            tests = {event: self.events.happens(event) for event in key[1]}
            stops = [self.events.happens(event) for event in key[0]]
            happened: set[Event] = set()
            stopped: set[Event] = set()

            def look(move: Move) -> bool:
                allowed = not any(stop(move) for stop in stops)
                (happened if allowed else stopped).update(event for event, happens in tests.items() if happens(move))
                return allowed

            self._watch(look)
            self.kept[key] = Survey(frozenset(happened), frozenset(stopped))
        return self.kept[key]

    def trace_without(self, forbidden: Event, wanted: Event) -> Trace:
        """A shortest trace to an event on which a forbidden one does not happen; empty when there is none."""
        stop, happens = self.events.happens(forbidden), self.events.happens(wanted)

        def look(move: Move) -> bool:
            if stop(move):
                return False
            if happens(move):
                move.remember(1)
            return True

        return self._to_memory(look, lambda glance: glance.memory == 1)

    def after(self, first: Happens, wanted: Collection[Event]) -> frozenset[Event]:
        """Which of the wanted events may happen in a later move than `first` has."""
        tests = {event: self.events.happens(event) for event in wanted}
        seen: set[Event] = set()

        def look(move: Move) -> bool:
            # What is read must be the same each time, so nothing may depend on what was seen before.
            now = [event for event, happens in tests.items() if happens(move)]
            if now and move.memory == 1:
                seen.update(now)
                if len(seen) == len(tests):
                    enough()
            if first(move):
                move.remember(1)
            return True

        self._watch(look, start=0)
        return frozenset(seen)

    def completed_without(self, first: Happens, event: Event) -> Trace:
        """A shortest trace to the end of every agent on which `first` has happened and the event not afterwards; empty without one."""
        happens = self.events.happens(event)

        def look(move: Move) -> bool:
            if move.memory == 1 and happens(move):
                return False
            if first(move):
                move.remember(1)
            return True

        return self._to_memory(look, lambda glance: glance.memory == 1 and glance.complete())

    def choices(self, agent: str, options: Sequence[Event]) -> bool:
        """Whether there is a reachable state from which each of the options may be the first of them to happen.

        The options are the agent's own. A state is only looked at when the agent's steps, taken for themselves, lead from where it
        stands there to each of the options first.
        """
        tests = [self.events.happens(option) for option in options]
        edges: dict[AbstractState, set[AbstractState]] = {}
        doing: list[set[AbstractState]] = [set() for _ in options]
        states: dict[AbstractState, list[AbstractState]] = {}

        def look(move: Move) -> bool:
            if move.agent == agent:
                before, after = move.local()
                now = [index for index, happens in enumerate(tests) if happens(move)]
                for index in now:
                    doing[index].add(before)
                if not now:
                    edges.setdefault(after, set()).add(before)
                states.setdefault(before, []).append(move.state)
            return True

        self._watch(look)
        places = set.intersection(*(_closure(begin, edges) for begin in doing))
        return any(self._all_first(state, tests) for place in states if place in places for state in states[place])

    def _all_first(self, state: AbstractState, tests: Sequence[Happens]) -> bool:
        """Whether each of some events may be the first of them after a state."""
        seen: set[int] = set()

        def look(move: Move) -> bool:
            now = [index for index, happens in enumerate(tests) if happens(move)]
            seen.update(now)
            if len(seen) == len(tests):
                enough()
            return not now

        self._watch(look, initial=state)
        return len(seen) == len(tests)

    def broken_claims(self, look: Happens, claims: Mapping[int, Reached], start: Hashable = None) -> dict[int, Trace]:
        """Per claim that is not true of every reachable state a shortest trace to one of which it is not."""
        said = [Claim(str(index), "held", holds) for index, holds in claims.items()]
        result = self._watch(look, start=start, claims=said)
        return {int(violation.property): violation.trace for violation in result.violations}

    def _to_memory(self, look: Happens, reached: Reached) -> Trace:
        found = self._watch(look, start=0, claims=[Claim(SEEN, "this does not happen", lambda glance: not reached(glance))])
        return found.violations[0].trace if found.violations else ()

    def _watch(self, look: Happens, **options: Any) -> CheckResult:
        result = watch(self.workspace, look, max_states=MOST_STATES, timeout=MOST_SECONDS, **options)
        if result.verdict is Verdict.INVALID or (result.verdict is Verdict.INCOMPLETE and result.limit != ENOUGH):
            raise Undecided(result.limit or result.verdict.value)
        return result


def _closure(begin: set[AbstractState], edges: Mapping[AbstractState, set[AbstractState]]) -> set[AbstractState]:
    """Everything from which edges lead to `begin`; `edges` maps the end of edges to their beginnings."""
    found, waiting = set(begin), list(begin)
    while waiting:
        new = edges.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found
