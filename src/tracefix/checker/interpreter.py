"""The reference semantics of a transition system: plain, slow, and the judge of the fast searches.

Nothing here knows tables, ids or packed words. Every trace that is shown was re-executed here.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field

from ..source import Span
from .context import OUTSIDE, Context, advance
from .operators import EvaluationError, as_boolean
from .statements import Blocked, StepFailure
from .system import DONE, AbstractState, Conjunct, TransitionSystem


@dataclass(frozen=True, slots=True)
class Expansion:
    """Everything a state can do: (process, successor) in order, duplicates included, and steps that fail."""

    successors: tuple[tuple[int, AbstractState], ...]
    failures: tuple[tuple[int, StepFailure | EvaluationError], ...]


class Interpreter:
    """Runs the steps and properties of a system on ordinary values."""

    def __init__(self, system: TransitionSystem) -> None:
        self.system = system
        self._context = Context(system.fields)

    def process_successors(self, state: AbstractState, process: int) -> Expansion:
        """What one process can do in a state."""
        label = state[process][0]
        found: list[tuple[int, AbstractState]] = []
        failures: list[tuple[int, StepFailure | EvaluationError]] = []
        if label != DONE:
            step = self.system.steps[process][label]
            context = self._context
            choices: list[int] = []
            widths: list[int] = []
            while True:
                context.reset(state, process, choices, widths)
                try:
                    step.run(context)
                    values = list(context.values)
                    values[process] = tuple(context.locals)
                    found.append((process, tuple(values)))
                except Blocked:
                    pass
                except (StepFailure, EvaluationError) as failure:
                    failures.append((process, failure))
                if not advance(choices, widths):
                    break
        return Expansion(tuple(found), tuple(failures))

    def looked_at(self, state: AbstractState, process: int) -> tuple[int, ...]:
        """The shared slots that a process's step looks at in a state, in order; in a deadlock these are what it waits for."""
        label = state[process][0]
        seen: dict[int, None] = {}
        if label != DONE:
            context = self._context
            choices: list[int] = []
            widths: list[int] = []
            while True:
                context.reset(state, process, choices, widths)
                with suppress(Blocked, StepFailure, EvaluationError):
                    self.system.steps[process][label].run(context)
                shared = range(len(self.system.processes), self.system.slots)
                seen.update(dict.fromkeys(event for event in context.events if event in shared))
                if not advance(choices, widths):
                    break
        return tuple(seen)

    def blocked_at(self, state: AbstractState, process: int) -> tuple[Span, ...]:
        """Where in the author's text the ways through a process's step wait in a state, in order and each place once."""
        label = state[process][0]
        found: dict[Span, None] = {}
        if label != DONE:
            choices: list[int] = []
            widths: list[int] = []
            while True:
                self._context.reset(state, process, choices, widths)
                try:
                    self.system.steps[process][label].run(self._context)
                except Blocked as blocked:
                    found[blocked.span] = None
                except (StepFailure, EvaluationError):
                    pass
                if not advance(choices, widths):
                    break
        return tuple(found)

    def expand(self, state: AbstractState) -> Expansion:
        """What all processes can do in a state."""
        parts = [self.process_successors(state, process.index) for process in self.system.processes]
        return Expansion(
            tuple(pair for part in parts for pair in part.successors),
            tuple(pair for part in parts for pair in part.failures),
        )

    def holds(self, conjunct: Conjunct, state: AbstractState) -> bool:
        """The value of a conjunct in a state. Raises EvaluationError when it has none."""
        self._context.reset(state, OUTSIDE, [], [])
        return as_boolean(conjunct.evaluate(self._context, conjunct.env))

    def read_by(self, conjunct: Conjunct, state: AbstractState) -> tuple[int, ...]:
        """The slots that a conjunct looks at in a state, in order."""
        with suppress(EvaluationError):
            self.holds(conjunct, state)
        return tuple(dict.fromkeys(self.system.fields[event][0] for event in self._context.events if event >= 0))

    def inside(self, state: AbstractState) -> bool:
        """Whether a state satisfies every constraint."""
        return all(self.holds(conjunct, state) for conjunct in self.system.constraints)

    def violated(self, state: AbstractState) -> str | None:
        """The first invariant that a state violates."""
        return next((conjunct.property for conjunct in self.system.invariants if not self.holds(conjunct, state)), None)


@dataclass(slots=True)
class ReferenceResult:
    """The outcome of a reference search. `property` is the first violation or None, `trace` the states to it.

    `depth` is the level of the last state that was expanded, or the length of the trace when that is more.
    """

    property: str | None
    generated: int
    distinct: int
    depth: int
    trace: list[AbstractState] = field(default_factory=list)


def reference_search(
    system: TransitionSystem, *, check_deadlock: bool, completion: bool, max_states: int | None = None
) -> ReferenceResult | None:
    """Breadth-first search by the interpreter alone; None when `max_states` is exceeded. An oracle for tests.

    Events are taken in the order that the fast searches promise: a failing step of a state, then invariants of its new
    successors, then deadlock; completion after everything else.
    """
    interpreter = Interpreter(system)
    parents: dict[AbstractState, AbstractState | None] = {}
    levels: dict[AbstractState, int] = {}
    edges: dict[AbstractState, list[AbstractState | None]] = {}
    queue: deque[AbstractState] = deque()
    result = ReferenceResult(None, system.initial_generated, 0, 1)

    def finish(name: str, state: AbstractState, parent: AbstractState | None = None) -> ReferenceResult:
        trace = [state]
        current = parent if state not in parents else parents[state]
        while current is not None:
            trace.append(current)
            current = parents[current]
        result.property, result.trace, result.distinct = name, trace[::-1], len(parents)
        result.depth = max(result.depth, len(trace))
        return result

    def add(state: AbstractState, parent: AbstractState | None) -> ReferenceResult | None:
        if state in parents:
            return None
        try:
            if interpreter.inside(state):
                parents[state] = parent
                levels[state] = 1 if parent is None else levels[parent] + 1
                queue.append(state)
            name = interpreter.violated(state)
        except EvaluationError:
            name = "Evaluation"
        return None if name is None else finish(name, state, parent)

    for state in system.initial:
        ended = add(state, None)
        if ended is not None:
            return ended
    while queue:
        if max_states is not None and len(parents) > max_states:
            return None
        state = queue.popleft()
        result.depth = levels[state]
        expansion = interpreter.expand(state)
        if expansion.failures:
            failure = expansion.failures[0][1]
            return finish(failure.property if isinstance(failure, StepFailure) else "Evaluation", state)
        for _, successor in expansion.successors:
            result.generated += 1
            ended = add(successor, state)
            if ended is not None:
                return ended
        edges[state] = [successor if successor in parents else None for _, successor in expansion.successors]
        if not expansion.successors:
            if system.is_complete(state):
                result.generated += 1
            elif check_deadlock:
                return finish("Deadlock", state)
    result.distinct = len(parents)
    if completion:
        can_end: set[AbstractState | None] = {None, *(state for state in parents if system.is_complete(state))}
        growing = True
        while growing:
            growing = False
            for state, targets in edges.items():
                if state not in can_end and any(target in can_end for target in targets):
                    can_end.add(state)
                    growing = True
        stuck = next((state for state in parents if state not in can_end), None)
        if stuck is not None:
            return finish("CompletionReachable", stuck)
    return result
