"""Where a protocol ends up that can no longer complete: a round that it never leaves, or a state in which nothing moves.

The states that can be reached from one state fall into strongly connected components, and whoever goes on long enough comes into one
that nothing leads out of. Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972) completes such a component
first, so the walk ends there and has seen little else.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..checker import AbstractState, Interpreter, Step
from .scene import Scene

MOST_STATES = 1_000
"""States that are looked at before the question is given up."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """A part of the state space that is never left. `steps` are those within it, one per agent and label, `state` one of its states."""

    state: AbstractState
    steps: tuple[Step, ...]


def rounds_from(scene: Scene, start: AbstractState) -> Rounds | None:
    """A part that is never left and can be reached from `start`; None when that takes more than MOST_STATES states to find."""
    interpreter = Interpreter(scene.system)
    number: dict[AbstractState, int] = {start: 0}
    lowest = {start: 0}
    path = [start]
    moves = {start: _moves(interpreter, scene, start)}
    work = [(start, iter(moves[start]))]
    while work:
        state, rest = work[-1]
        for _, following in rest:
            if following not in number:
                if len(number) >= MOST_STATES:
                    return None
                number[following] = lowest[following] = len(number)
                path.append(following)
                moves[following] = _moves(interpreter, scene, following)
                work.append((following, iter(moves[following])))
                break
            lowest[state] = min(lowest[state], number[following])
        else:
            work.pop()
            if lowest[state] == number[state]:
                inside = path[path.index(state) :]
                pairs = {(process, each[process][0]) for each in inside for process, _ in moves[each]}
                return Rounds(state, tuple(scene.system.step(process, pc) for process, pc in sorted(pairs)))
            lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[state])
    return None


def _moves(interpreter: Interpreter, scene: Scene, state: AbstractState) -> list[tuple[int, AbstractState]]:
    return [move for process in scene.system.processes for move in interpreter.process_successors(state, process.index).successors]
