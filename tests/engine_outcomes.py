"""What each engine says about one protocol, in a form that can be compared, and where they differ."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path

from tracefix.checker import CheckResult, Interpreter, TransitionSystem, Verdict, check, lower, reference_search
from tracefix.checker.operators import EvaluationError
from tracefix.checker.statements import StepFailure
from tracefix.checker.system import AbstractState
from tracefix.workspace import Workspace, load

EVALUATION = "Evaluation"
"""Stands for the property when an expression has no value."""


@dataclass(frozen=True)
class Outcome:
    """Verdict, first violated property, states of its trace, and the counts at that moment."""

    verdict: str
    property: str | None
    trace_length: int | None
    distinct: int
    generated: int
    depth: int


def by_reference(workspace: Workspace, granularity: str, max_states: int) -> Outcome | None:
    """The interpreter alone; None when there are more than `max_states`."""
    system = lower(workspace, granularity)
    found = reference_search(
        system,
        check_deadlock="Deadlock" in system.properties,
        completion="CompletionReachable" in system.properties,
        max_states=max_states,
    )
    if found is None:
        return None
    verdict = {None: "holds", EVALUATION: "invalid"}.get(found.property, "violated")
    return Outcome(verdict, found.property, len(found.trace) or None, found.distinct, found.generated, found.depth)


def by_check(workspace: Workspace, engine: str, granularity: str) -> Outcome:
    """`check` with one of its engines."""
    result = check(workspace, engine=engine, granularity=granularity, reduce="none")
    stats = result.stats
    assert stats is not None
    name, length = _first(result)
    return Outcome(result.verdict.value, name, length, stats.distinct, stats.generated, stats.depth)


def _first(result: CheckResult) -> tuple[str | None, int | None]:
    if result.verdict is Verdict.INVALID:
        # The trace to an expression without a value is told in the hint, `A.a1 -> B.b1`.
        hint = result.diagnostics[-1].hint or ""
        return EVALUATION, 1 if hint.endswith("the initial state") else 2 + hint.count(" -> ")
    if not result.violations:
        return None, None
    return result.violations[0].property, len(result.violations[0].trace)


def all_by_check(workspace: Workspace, engine: str) -> dict[str, int]:
    """Every violated property with the states of its trace, by `check(all=True)`."""
    result = check(workspace, engine=engine, reduce="none", all=True)
    if result.verdict is Verdict.INVALID:
        name, length = _first(result)
        assert name is not None
        assert length is not None
        return {name: length}
    return {violation.property: len(violation.trace) for violation in result.violations}


def all_by_reference(workspace: Workspace, max_states: int) -> dict[str, int] | None:
    """Every violated property with the number of states of a shortest trace, by exploring the graph of all steps that do not fail.

    None with more than `max_states`. An evaluation error anywhere ends the search there and stands alone.
    """
    system = lower(workspace)
    interpreter = Interpreter(system)
    found: dict[str, int] = {}
    levels: dict[AbstractState, int] = {}
    outside: set[AbstractState] = set()
    edges: dict[AbstractState, list[AbstractState | None]] = {}
    queue: deque[AbstractState] = deque()

    def add(state: AbstractState, level: int) -> bool:
        """Store a new state and check its invariants; False at an evaluation error."""
        if state in levels:
            return True
        try:
            if interpreter.inside(state):
                levels[state] = level
                queue.append(state)
            else:
                outside.add(state)
            for conjunct in system.invariants:
                if conjunct.property not in found and not interpreter.holds(conjunct, state):
                    found[conjunct.property] = level
        except EvaluationError:
            return False
        return True

    for state in system.initial:
        if not add(state, 1):
            return {EVALUATION: 1}
    while queue:
        if len(levels) > max_states:
            return None
        state = queue.popleft()
        level = levels[state]
        expansion = interpreter.expand(state)
        for _, failure in expansion.failures:
            if not isinstance(failure, StepFailure):
                return {EVALUATION: level}
            found.setdefault(failure.property, level)
        for _, successor in expansion.successors:
            if not add(successor, level + 1):
                return {EVALUATION: level + 1}
        edges[state] = [successor if successor in levels else None for _, successor in expansion.successors]
        if not expansion.successors and not expansion.failures and not system.is_complete(state):
            found.setdefault("Deadlock", level)
    stuck = _cannot_complete(system, levels, edges)
    if stuck is not None:
        found["CompletionReachable"] = stuck
    return {name: length for name, length in found.items() if name in system.properties}


def _cannot_complete(
    system: TransitionSystem, levels: dict[AbstractState, int], edges: dict[AbstractState, list[AbstractState | None]]
) -> int | None:
    """The level of the first state from which no completed state and no state outside the constraint can be reached."""
    predecessors: dict[AbstractState, list[AbstractState]] = {}
    work = []
    for state, targets in edges.items():
        if system.is_complete(state) or None in targets:
            work.append(state)
        for target in targets:
            if target is not None:
                predecessors.setdefault(target, []).append(state)
    ends = set(work)
    while work:
        for state in predecessors.get(work.pop(), ()):
            if state not in ends:
                ends.add(state)
                work.append(state)
    return min((level for state, level in levels.items() if state not in ends), default=None)


def differences(folder: Path, max_states: int) -> list[str] | None:
    """What the engines do not agree on; None when the protocol has more than `max_states`."""
    workspace = load(folder)
    found = []
    for granularity in ("label", "op"):
        reference = by_reference(workspace, granularity, max_states)
        if reference is None:
            return None
        for engine in ("python", "kernel"):
            outcome = by_check(workspace, engine, granularity)
            if outcome != reference:
                found.append(f"{granularity} granularity: the interpreter says {reference}, the {engine} engine {outcome}")
    everything = all_by_reference(workspace, max_states)
    if everything is None:
        return None
    for engine in ("python", "kernel"):
        listed = all_by_check(workspace, engine)
        if listed != everything:
            found.append(f"all violations: the interpreter says {everything}, the {engine} engine {listed}")
    return found
