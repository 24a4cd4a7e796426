"""The properties that a topology implies, as TLA+ text.

They are made from the topology alone, so a protocol that defines an operator of the same name cannot weaken them. Every text is
a chain of parenthesised conjuncts, one per lock, counter or channel: it can be cut at the top and reads the same in any
column. Bound names start with `tf_`, which no id may.
"""

from __future__ import annotations

from collections.abc import Iterable

from .models import Channel, Resource, Topology

PROPERTY_NAMES = ("TypeInvariant", "ChannelBound", "NoOrphanLocks", "ChannelsDrained")
"""The properties that come from a topology, in the order in which they are listed."""

ALL_DONE = '(\\A tf_agent \\in ProcSet : pc[tf_agent] = "Done")'


def property_definitions(topology: Topology, bound: int | None = None) -> dict[str, str]:
    """Each property's name and its expression; `bound` replaces every channel bound.

    An expression uses Integers, Sequences, the protocol's variables, its `pc` and `ProcSet`, the agents' constants and FREE
    (FREE only when there is a lock). A property about something that the topology has not is `TRUE`.
    """
    return {name: _join(conjuncts) for name, conjuncts in property_conjuncts(topology, bound, ALL_DONE).items()}


def property_conjuncts(topology: Topology, bound: int | None, all_done: str) -> dict[str, list[str]]:
    """Each property's conjuncts; `all_done` is the text that says that every agent has finished."""
    return {
        "TypeInvariant": [
            *(lock_values(topology, lock) for lock in topology.locks),
            *(counter_values(counter) for counter in topology.counters),
            *(channel_values(channel) for channel in topology.channels),
        ],
        "ChannelBound": [f"Len({channel.id}) <= {channel.bound if bound is None else bound}" for channel in topology.channels],
        "NoOrphanLocks": [f"{all_done} => {lock.id} = FREE" for lock in topology.locks],
        "ChannelsDrained": [f"{all_done} => {channel.id} = <<>>" for channel in topology.channels],
    }


def lock_values(topology: Topology, lock: Resource) -> str:
    """A lock is free or held by an agent."""
    return f"{lock.id} \\in {{{', '.join(('FREE', *(agent.id for agent in topology.agents)))}}}"


def counter_values(counter: Resource) -> str:
    """A counter lies between 0 and its initial value, or is only not negative when it may grow."""
    return f"{counter.id} \\in Nat" if counter.grows else f"{counter.id} \\in 0..{counter.initial}"


def channel_values(channel: Channel) -> str:
    """A channel holds only its labels."""
    labels = ", ".join(f'"{label}"' for label in channel.labels)
    return f"{channel.id} \\in Seq({{{labels}}})"


def _join(conjuncts: Iterable[str]) -> str:
    return " /\\ ".join(f"({conjunct})" for conjunct in conjuncts) or "TRUE"
