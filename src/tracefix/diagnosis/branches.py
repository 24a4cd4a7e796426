"""Branches that were taken before anyone could know which message would come.

An agent is stuck in a branch. If it had taken another branch of the same choice, with every other agent doing the very same steps, it
could now go on, and it is a message that lets it: then the choice came too early. The other run is executed, not guessed.
"""

from __future__ import annotations

from operator import eq

from ..checker import AbstractState
from ..lint.operations import CHANNEL
from .scene import Scene


def committed_early(scene: Scene, process: int) -> tuple[int, str] | None:
    """The index in the trace of the choice, and the channel whose message another branch could take now; None when there is none."""
    shared = range(len(scene.system.processes), scene.system.slots)
    for position in range(len(scene.movers) - 1, -1, -1):
        if scene.movers[position] != process:
            continue
        before, after = scene.chain[position], scene.chain[position + 1]
        successors = scene.interpreter.process_successors(before, process).successors
        for _, other in successors if len(successors) > 1 else ():
            if other[process] == after[process]:
                continue
            end = _followed(scene, other, position + 1, process)
            channel = None if end is None else _lives_on(scene, end, process)
            if channel is not None:
                return position + 2, channel
        if any(before[slot] != after[slot] for slot in shared):
            return None
    return None


def _followed(scene: Scene, state: AbstractState, position: int, process: int) -> AbstractState | None:
    """The state after the other agents' steps from a position of the chain on; None when one of them is not possible."""
    for index in range(position, len(scene.movers)):
        mover = scene.movers[index]
        if mover == process:
            continue
        wanted = scene.chain[index + 1]
        successors = scene.interpreter.process_successors(state, mover).successors
        possible = [successor for _, successor in successors if successor[mover] == wanted[mover]]
        if not possible:
            return None
        # Of several choices with the same end, the one that changes what agents share as it was changed.
        state = max(possible, key=lambda successor: sum(map(eq, successor, wanted)))
    return state


def _lives_on(scene: Scene, state: AbstractState, process: int) -> str | None:
    """The channel without whose messages a process that can move in a state could not."""
    if not scene.can_move(process, state):
        return None
    looked_at = scene.interpreter.looked_at(state, process)
    channels = [slot for slot in looked_at if slot in scene.slots and scene.slots[slot].sort == CHANNEL and state[slot]]
    return next((scene.slots[slot].name for slot in channels if not scene.can_move(process, scene.changed({slot: ()}, state))), None)
