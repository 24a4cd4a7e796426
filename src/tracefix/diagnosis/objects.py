"""What agents share in a protocol, and who uses it: with a topology as it declares, without one as the text does."""

from __future__ import annotations

from dataclasses import dataclass

from ..checker import Origin, to_tla
from ..lint.operations import CHANNEL, COUNTER, LOCK
from ..lint.protocol import read_protocol
from .effects import Effects
from .words import listed


@dataclass(frozen=True, slots=True)
class SharedObject:
    """A lock, counter, channel or variable.

    `senders` and `receivers` are those of a channel, `users` the agents whose text assigns to another object. `labels` and `bound`
    are declared by the topology. `initial` is the first value as TLA+ text.
    """

    name: str
    sort: str
    senders: tuple[str, ...] = ()
    receivers: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    bound: int | None = None
    initial: str = ""

    @property
    def words(self) -> str:
        """What it is, in one line."""
        if self.sort != CHANNEL:
            start = {LOCK: "", COUNTER: f" of {self.initial}"}.get(self.sort, f" that starts as {self.initial}")
            return f"{self.sort}{start}" + (f", used by {listed(self.users)}" if self.users else "")
        ends = [listed(agents, "or") if agents else "nobody" for agents in (self.senders, self.receivers)]
        carries = f", carries {listed(self.labels, 'or')}" if self.labels else ""
        return f"channel from {ends[0]} to {ends[1]}{carries}" + (f", at most {self.bound}" if self.bound is not None else "")


def shared_objects(origin: Origin) -> tuple[SharedObject, ...]:
    """Every shared object of a protocol, in the order of its variables."""
    system, workspace = origin.system, origin.workspace
    protocol = read_protocol(workspace)
    effects = Effects(protocol, system)
    channels = {} if workspace.topology is None else {channel.id: channel for channel in workspace.topology.channels}
    found = []
    for slot, variable, name in system.shared_slots():
        shared = protocol.shared.get(variable)
        initial = to_tla(system.initial[0][slot])
        if channel := channels.get(variable):
            bound = channel.bound if workspace.bound is None else workspace.bound
            found.append(SharedObject(name, CHANNEL, channel.senders, channel.receivers, (), channel.labels, bound, initial))
            continue
        of = {process.agent: [effect for effect in effects.of(process.index) if slot in effect.slots] for process in system.processes}
        if shared is not None and shared.sort == CHANNEL:
            senders = tuple(agent for agent, own in of.items() if any(effect.appends for effect in own))
            receivers = tuple(agent for agent, own in of.items() if any(effect.removes for effect in own))
            found.append(SharedObject(name, CHANNEL, senders, receivers, initial=initial))
        else:
            sort = "variable" if shared is None else shared.sort
            found.append(SharedObject(name, sort, users=tuple(agent for agent, own in of.items() if own), initial=initial))
    return tuple(found)
