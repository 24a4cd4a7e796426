"""The point of no return: from which state of a trace on the violation could not be avoided.

A state is *safe* when some run from it ends every agent without violating the property. (When no run of the whole protocol does,
because it is not meant to end, a state is safe when some run from it goes on for ever without violating the property.) Once a state
is not safe, no later one is, so the first unsafe state of the trace is found by halving. Exact: a state is called safe because
such a run was walked, and unsafe because every state that it can come to was looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..checker import AbstractState, Conjunct, EvaluationError, Interpreter, StepFailure, TransitionSystem
from .model import NoReturn
from .scene import Scene

MOST_STATES = 20_000
"""States that are looked at unless the caller says otherwise."""


class _TooMany(Exception):
    """The limit on states was reached before there was an answer."""


def point_of_no_return(scene: Scene, max_states: int) -> NoReturn:
    """The point of no return of a violation; not computed when more than `max_states` states would have to be looked at."""
    walk = _Walk(scene.system, scene.conjuncts, max_states, endless=False)
    try:
        if not walk.is_safe(scene.chain[0]) and scene.violation.property != "CompletionReachable":
            states = walk.looked_at
            walk = _Walk(scene.system, scene.conjuncts, max_states, endless=True)
            walk.looked_at = states
        last = len(scene.chain)
        if scene.violation.failing is not None and walk.is_safe(scene.last):
            return NoReturn(last + 1, walk.looked_at)
        low, high = 0, last - 1
        if not walk.is_safe(scene.chain[0]):
            return NoReturn(1, walk.looked_at)
        while high - low > 1:
            middle = (low + high) // 2
            if walk.is_safe(scene.chain[middle]):
                low = middle
            else:
                high = middle
        return NoReturn(high + 1, walk.looked_at)
    except _TooMany:
        return NoReturn(None, walk.looked_at, f"more than {max_states:,} states would have to be looked at")
    except EvaluationError as error:
        return NoReturn(None, walk.looked_at, f"a state after the trace cannot be evaluated: {error}")


def can_complete(system: TransitionSystem, state: AbstractState, max_states: int) -> bool | None:
    """Whether some run from a state ends every agent; None when that takes more than `max_states` states to say."""
    try:
        return _Walk(system, (), max_states, endless=False).is_safe(state)
    except (_TooMany, EvaluationError):
        return None


class _Walk:
    """Depth-first walks over the states that do not violate the property. `endless` accepts a circle as an end."""

    def __init__(self, system: TransitionSystem, conjuncts: Sequence[Conjunct], max_states: int, *, endless: bool) -> None:
        self._system = system
        self._interpreter = Interpreter(system)
        self._conjuncts = conjuncts
        self._endless = endless
        self._limit = max_states
        self._answers: dict[AbstractState, bool] = {}
        self.looked_at = 0

    def is_safe(self, start: AbstractState) -> bool:
        """Whether some run from a state avoids the violation."""
        answers = self._answers
        if start in answers:
            return answers[start]
        if not self._allowed(start):
            answers[start] = False
            return False
        path = [(start, iter(self._successors(start)))]
        on_path = {start}
        seen = {start}
        while path:
            state, successors = path[-1]
            following = next(successors, None)
            if self._system.is_complete(state) or answers.get(state):
                return self._safe([state for state, _ in path])
            if following is None:
                path.pop()
                on_path.discard(state)
            elif following in on_path:
                if self._endless:
                    return self._safe([state for state, _ in path])
            elif answers.get(following):
                return self._safe([state for state, _ in path])
            elif following not in seen and following not in answers:
                seen.add(following)
                on_path.add(following)
                path.append((following, iter(self._successors(following))))
        # Everything that can be come to was looked at, and none of it is an end.
        answers.update(dict.fromkeys(seen, False))
        return False

    def _safe(self, path: list[AbstractState]) -> bool:
        self._answers.update(dict.fromkeys(path, True))
        return True

    def _successors(self, state: AbstractState) -> list[AbstractState]:
        self.looked_at += 1
        if self.looked_at > self._limit:
            raise _TooMany
        expansion = self._interpreter.expand(state)
        for _, failure in expansion.failures:
            if not isinstance(failure, StepFailure):
                raise failure
        found = dict.fromkeys(successor for _, successor in expansion.successors)
        return [successor for successor in found if successor in self._answers or self._allowed(successor)]

    def _allowed(self, state: AbstractState) -> bool:
        return all(self._interpreter.holds(conjunct, state) for conjunct in self._conjuncts)
