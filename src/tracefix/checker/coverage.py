"""What a verdict would be vacuous about: labels, messages, branches and locks that never came into play."""

from __future__ import annotations

from typing import Any

from ..workspace import Workspace
from .names import Plain, Shape
from .results import Coverage
from .system import DONE, TransitionSystem
from .tables import Tables


def coverage(workspace: Workspace, system: TransitionSystem, tables: Tables, *, interleaved: bool = True) -> Coverage:
    """Coverage of a finished search: whatever was ever interned was reached.

    `interleaved` says that every interleaving was visited. Otherwise nothing is said about contention, which may have been passed by.
    """
    unreached = []
    for process, steps in zip(system.processes, system.steps, strict=True):
        reached = {value[0] for value in tables.values[process.index]}
        labels = dict.fromkeys(system.label_of(label) for label in steps)
        seen = {system.label_of(label) for label in reached}
        unreached += [f"{process.agent}.{label}" for label in labels if label not in seen]
        if DONE not in reached:
            unreached.append(f"{process.agent}.{DONE}")
    never_sent: list[str] = []
    bound_reached: list[str] = []
    if workspace.topology is not None:
        for channel in workspace.topology.channels:
            contents = _contents(system.names.globals[channel.id], tables)
            sent = {message for content in contents if isinstance(content, tuple) for message in content}
            never_sent += [f"{channel.id}.{label}" for label in channel.labels if label not in sent]
            if any(isinstance(content, tuple) and len(content) >= (workspace.bound or channel.bound) for content in contents):
                bound_reached.append(channel.id)
    untaken = [branch.name for index, branch in enumerate(system.branches) if index not in tables.branches_taken]
    quiet = [name for name, slot in system.locks.items() if interleaved and slot not in tables.contended]
    return Coverage(tuple(unreached), tuple(never_sent), tuple(untaken), tuple(quiet), tuple(bound_reached))


def _contents(shape: Shape, tables: Tables) -> list[Any]:
    if isinstance(shape, Plain):
        return tables.values[shape.slot]
    return [value for part in shape.parts.values() for value in _contents(part, tables)]
