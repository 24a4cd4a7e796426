"""A trace followed again in a protocol that may have changed since: does it still lead to the violation?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..checker import AbstractState, EvaluationError, Interpreter, StepFailure, TransitionSystem, lower
from ..workspace import Workspace, load
from .no_return import MOST_STATES, can_complete


@dataclass(frozen=True, slots=True)
class Followed:
    """The outcome: whether the steps lead to the violation, and one line that says how far they go."""

    violated: bool
    message: str


def follow(target: str | Path | Workspace, steps: Iterable[tuple[str, str]], property_name: str, granularity: str = "label") -> Followed:
    """Follow steps, as (agent, label), in every way that the protocol allows, and look whether the property is violated at their end.

    A step that is not possible any more ends the trace: then nothing is violated. The violation may also be the last step itself, one
    that breaks the property. Raises InvalidInput for a protocol that cannot be read.
    """
    system = lower(target if isinstance(target, Workspace) else load(target), granularity)
    interpreter = Interpreter(system)
    processes = {process.agent: process.index for process in system.processes}
    states = list(system.initial)
    for number, (agent, label) in enumerate(steps, start=2):
        process = processes.get(agent)
        following: dict[AbstractState, None] = {}
        for state in states if process is not None else []:
            assert process is not None
            if system.label_of(state[process][0]) != label:
                continue
            expansion = interpreter.process_successors(state, process)
            if any(isinstance(failure, StepFailure) and failure.property == property_name for _, failure in expansion.failures):
                return Followed(True, f"step {number}, {agent} at {label}, violates {property_name}")
            following.update(dict.fromkeys(successor for _, successor in expansion.successors))
        if not following:
            return Followed(False, f"step {number}, {agent} at {label}, is not possible any more")
        states = list(following)
    if any(_violates(system, interpreter, state, property_name) for state in states):
        return Followed(True, f"the steps still lead to a violation of {property_name}")
    return Followed(False, f"the steps are possible and do not violate {property_name}")


def _violates(system: TransitionSystem, interpreter: Interpreter, state: AbstractState, name: str) -> bool:
    if name == "Deadlock":
        expansion = interpreter.expand(state)
        return not expansion.successors and not expansion.failures and not system.is_complete(state)
    if name == "CompletionReachable":
        return can_complete(system, state, MOST_STATES) is False
    try:
        return not all(interpreter.holds(conjunct, state) for conjunct in system.invariants if conjunct.property == name)
    except EvaluationError:
        return True
