"""When the events that a task speaks of happen: as predicates over single moves of a protocol.

What a step does to a lock, counter or channel is seen from the values before and after it, whatever text has done it.
"""

from __future__ import annotations

from collections.abc import Callable

from ..checker import Move
from ..topology import Topology
from .models import Acquired, Event, Finished, Outcomes, Received, Released, Sent, Task, ToolRan
from .steps import Steps

Happens = Callable[[Move], bool]
"""Whether a move is an event."""


class Events:
    """The events of a task, in its reference."""

    def __init__(self, task: Task, topology: Topology, steps: Steps) -> None:
        self._task = task
        self._steps = steps
        self._locks = frozenset(lock.id for lock in topology.locks)
        self._outcomes = {body.tool: body for each in task.checklist if isinstance(body := each.body, Outcomes)}

    def happens(self, event: Event) -> Happens:
        """The predicate of an event whose names exist."""
        match event:
            case ToolRan(tool=tool, outcome=outcome):
                return self.tool(tool, outcome)
            case Sent(sent=channel, label=label):
                return lambda move: channel in move.assigned() and label in _added(move.before(channel), move.after(channel))
            case Received(received=channel, label=label):
                return lambda move: channel in move.assigned() and label in _added(move.after(channel), move.before(channel), at_end=False)
            case Acquired(acquired=resource, by=agent):
                return self._moved(agent, resource, taken=True)
            case Released(released=resource, by=agent):
                return self._moved(agent, resource, taken=False)
            case Finished(done=agent):
                return lambda move: move.agent == agent and move.target == "Done"

    def tool(self, name: str, outcome: str) -> Happens:
        """A tool has run: its agent leaves one of its labels. An outcome is known when the agent comes to one of the outcome's labels,
        from the tool's label or from the one after it.
        """
        agent = name.partition(".")[0]
        labels = frozenset(self._task.labels(name))
        tool = self._task.tool(name)
        if outcome == "any" or tool is None or not tool.may_fail:
            return lambda move: move.agent == agent and move.label in labels
        body = self._outcomes.get(name)
        targets = frozenset(() if body is None else body.ok if outcome == "ok" else body.failed)
        sources = labels.union(*(self._steps.following(agent, label) for label in labels))
        return lambda move: move.target in targets and move.agent == agent and move.label in sources

    def _moved(self, agent: str, resource: str, taken: bool) -> Happens:
        if resource in self._locks:

            def lock(move: Move) -> bool:
                if move.agent != agent or resource not in move.assigned():
                    return False
                held = move.before(resource) == move.identity, move.after(resource) == move.identity
                return held == ((False, True) if taken else (True, False))

            return lock
        return lambda move: move.agent == agent and ((units_taken(move, resource) > 0) if taken else (units_taken(move, resource) < 0))


def units_taken(move: Move, counter: str) -> int:
    """How many units of a counter a move takes; negative when it gives some back."""
    if counter not in move.assigned():
        return 0
    change: int = move.before(counter) - move.after(counter)
    return change


def _added(shorter: object, longer: object, *, at_end: bool = True) -> tuple[object, ...]:
    """What one queue has more than another at its end, or at its front."""
    if not isinstance(shorter, tuple) or not isinstance(longer, tuple) or len(longer) <= len(shorter):
        return ()
    cut = len(shorter) if at_end else len(longer) - len(shorter)
    same, added = (longer[:cut], longer[cut:]) if at_end else (longer[cut:], longer[:cut])
    return added if same == shorter else ()


def text(event: Event) -> str:
    """An event in words."""
    match event:
        case ToolRan(tool=tool, outcome=outcome):
            return {"ok": f"{tool} works", "failed": f"{tool} fails", "any": f"{tool} runs"}[outcome]
        case Sent(sent=channel, label=label):
            return f"{label} is sent on {channel}"
        case Received(received=channel, label=label):
            return f"{label} is received from {channel}"
        case Acquired(acquired=resource, by=agent):
            return f"{agent} acquires {resource}"
        case Released(released=resource, by=agent):
            return f"{agent} releases {resource}"
        case Finished(done=agent):
            return f"{agent} is done"
