"""A chain of states to a trace that the interpreter accepts, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..errors import InternalError
from .interpreter import Interpreter
from .results import Step, TraceState
from .system import AbstractState, TransitionSystem, changed


def replay(system: TransitionSystem, chain: Sequence[AbstractState]) -> tuple[TraceState, ...]:
    """The trace of a chain of states. Raises InternalError when a state is not initial or not a successor of the one before."""
    interpreter = Interpreter(system)
    if chain[0] not in system.initial:
        raise InternalError("a trace starts in a state that is not initial")
    before = system.public(chain[0])
    trace = [TraceState(1, None, before)]
    for index, (source, target) in enumerate(pairwise(chain), start=2):
        after = system.public(target)
        trace.append(TraceState(index, _step(system, interpreter, source, target), after, changed(before, after)))
        before = after
    return tuple(trace)


def _step(system: TransitionSystem, interpreter: Interpreter, source: AbstractState, target: AbstractState) -> Step:
    """The step between two states, a process that moves first among those that could have made it."""
    moved = [process.index for process in system.processes if source[process.index] != target[process.index]]
    for process in moved or [process.index for process in system.processes]:
        expansion = interpreter.process_successors(source, process)
        if any(successor == target for _, successor in expansion.successors):
            return system.step(process, source[process][0])
    raise InternalError("a state of a trace is not a successor of the one before it")
