"""Partial-order reduction: steps that the search may take first, because nothing another process does can matter to them.

A step of a process in a state is *stable* when every way it goes (a) reads and writes nothing that another process could change or
notice, but for uses that commute (`roles`), (b) cannot make a violated invariant hold again, and (c) leads forward in the body. All
successors of the state but those of such a step are left out: a persistent set of one process (Godefroid, Partial-Order Methods, LNCS 1032,
chapter 4). docs/reductions.md has the argument that deadlocks, violated properties and CompletionReachable are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .names import slots_of
from .roles import COUNTER, LOCK, QUEUE, find_roles, mentioned_by
from .system import DONE, AbstractState, TransitionSystem

TOPOLOGY_PROPERTIES = frozenset({"NoOrphanLocks", "ChannelsDrained", "ChannelBound", "TypeInvariant"})


class Independence:
    """Decides which ways of a step are stable."""

    def __init__(self, system: TransitionSystem) -> None:
        names = system.names
        self._system = system
        self._roles = roles = find_roles(system.processes, system.bodies, frozenset(names.globals), names.definitions)
        self._order = [{label: place for place, label in enumerate(steps)} for steps in system.steps]
        self._variables = {slot: name for name, shape in names.globals.items() for slot in slots_of(shape)}
        trusted = TOPOLOGY_PROPERTIES.intersection(names.generated)
        own = [each.property for each in system.invariants if each.property not in trusted]
        self._visible = mentioned_by(own, names.definitions)
        blind = roles.pc or bool(system.constraints) or "pc" in self._visible
        self._able = [not blind and self._visible.isdisjoint(process.locals) for process in system.processes]
        self._bounded = "ChannelBound" in system.properties

    def stable(
        self, process: int, state: AbstractState, events: Sequence[int], written: Mapping[int, Any] | None, label: str | None
    ) -> bool:
        """Whether one way of a step is stable in `state`.

        `events` are the fields it looked at (>= 0), `written` the new values of the shared slots and `label` where it leads; both are
        None for a way that is blocked.
        """
        if not self._able[process]:
            return False
        order = self._order[process]
        if label is not None and label != DONE and order[label] <= order[state[process][0]]:
            return False
        fields = self._system.fields
        looked_at = {fields[event][0] for event in events if event >= 0}
        new = written or {}
        return all(
            slot == process
            if slot < len(self._order)
            else self._commutes(process, slot, state[slot], new.get(slot, state[slot]), slot in new)
            for slot in looked_at.union(new)
        )

    def _commutes(self, process: int, slot: int, value: Any, new: Any, written: bool) -> bool:
        """Whether a use of a slot commutes with everything that other processes may do to it before this one moves."""
        name, roles = self._variables[slot], self._roles
        if written and name in self._visible:
            return False
        if roles.users(name) <= {process}:
            return True
        if roles.only(name, QUEUE):
            if process in roles.who(name, "append"):
                return (
                    roles.users(name) - roles.who(name, "pop", "peek") == {process} and roles.who(name, "append") == {process} and written
                )
            # A message that is there stays at the head while only its receiver takes it; but taking it early could hide a full queue.
            return roles.who(name, "pop", "peek") == {process} and bool(value) and not self._bounded
        if name in self._system.locks and roles.only(name, LOCK):
            return bool(value == self._system.processes[process].identity)
        return roles.only(name, COUNTER) and written and bool(new == value + 1)
