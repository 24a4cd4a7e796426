"""Reductions: which states a search may take for one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InternalError
from ..pluscal import ast
from .deciding import names
from .interpreter import Interpreter
from .liveness import live_variables
from .system import DONE, AbstractState, TransitionSystem

Local = tuple[Any, ...]
"""The local state of a process: `(pc, local, local, ...)`."""


@dataclass(frozen=True, slots=True)
class DeadVariables:
    """Per process and label the places of the local variables that are dead there, and the values they are given.

    `settle` is a bisimulation: a state and its settled form have the same successors up to settling and satisfy the same properties, so
    verdicts, shortest traces and coverage are the same, and only states are counted differently.
    """

    dead: tuple[Mapping[str, tuple[int, ...]], ...]
    rest: tuple[Local, ...]

    def settle(self, process: int, local: Local) -> Local:
        """The local state with dead variables at rest."""
        places = self.dead[process].get(local[0])
        if not places:
            return local
        settled = list(local)
        for place in places:
            settled[place] = self.rest[process][place]
        return tuple(settled)

    def settled(self, state: AbstractState) -> AbstractState:
        """The state with the dead variables of every process at rest."""
        count = len(self.rest)
        return (*(self.settle(process, local) for process, local in enumerate(state[:count])), *state[count:])

    def unfold(self, system: TransitionSystem, chain: Sequence[AbstractState]) -> list[AbstractState]:
        """The states that a chain of settled states stands for, made by the interpreter. Raises InternalError when it refuses."""
        interpreter = Interpreter(system)
        state = next((state for state in system.initial if self.settled(state) == chain[0]), None)
        found = [] if state is None else [state]
        for target in chain[1:]:
            state = None if state is None else self._follow(interpreter, state, target)
            if state is not None:
                found.append(state)
        if state is None:
            raise InternalError("a trace with dead variables at rest cannot be followed")
        return found

    def _follow(self, interpreter: Interpreter, state: AbstractState, target: AbstractState) -> AbstractState | None:
        count = len(self.rest)
        before = self.settled(state)
        moved = [process for process in range(count) if before[process] != target[process]]
        for process in moved or range(count):
            for _, successor in interpreter.process_successors(state, process).successors:
                if self.settled(successor) == target:
                    return successor
        return None


def dead_variables(system: TransitionSystem) -> DeadVariables:
    """The dead variables of each process. What a definition mentions, an invariant may read at any time."""
    definitions = system.names.definitions.values()
    mentioned = frozenset(names(tuple(each.body for each in definitions if isinstance(each, ast.Definition))))
    dead: list[Mapping[str, tuple[int, ...]]] = []
    for process, body in zip(system.processes, system.bodies, strict=True):
        places = {name: place for name, place in process.locals.items() if name not in mentioned}
        live = {**live_variables(body, places.keys()), DONE: frozenset[str]()}
        dead.append({label: tuple(place for name, place in places.items() if name not in reads) for label, reads in live.items()})
    return DeadVariables(tuple(dead), tuple(system.initial[0][process.index] for process in system.processes))
