"""A trace as what the agents did: took a lock, sent a message, gave a slot back, instead of how variables changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..checker import DONE, Step, to_tla
from ..lint.operations import CHANNEL, COUNTER, LOCK
from .scene import Scene, Slot


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a step does.

    `kind` is `acquire`, `release`, `hand` (a lock to another owner), `take`, `give` (slots of a counter), `send`, `receive`, `set`,
    `go` (only to another label), `end` or `fail`. `name` is the shared object, the variable (`agent.name` for a local one), or the label
    gone to. `value` is a message, a new value or a new owner as TLA+ text, for a counter what is left. `amount` counts slots. `into` is the
    local variable that a message was put into.
    """

    kind: str
    name: str = ""
    value: str = ""
    amount: int = 1
    into: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """One state of a trace, or the failing step after it: the step that led to it and what it did.

    `index` counts as in the trace. The initial state has no step, and `set` actions for what is not empty, free or at its start.
    """

    index: int
    step: Step | None
    actions: tuple[Action, ...]


def told(scene: Scene) -> tuple[Told, ...]:
    """The whole trace in words, the failing step last when there is one."""
    violation = scene.violation
    rows = [Told(1, None, tuple(_initial(scene)))]
    for position, entry in enumerate(violation.trace[1:]):
        rows.append(Told(entry.index, entry.step, tuple(_actions(scene, position))))
    if violation.failing is not None:
        rows.append(Told(len(rows) + 1, violation.failing, (Action("fail"),)))
    return tuple(rows)


def _initial(scene: Scene) -> Iterator[Action]:
    state = scene.chain[0]
    for slot in scene.slots.values():
        value = state[slot.index]
        if (slot.sort == CHANNEL and value == ()) or (slot.sort == LOCK and value == scene.free(slot.index)):
            continue
        yield Action("set", slot.name, to_tla(value))


def _actions(scene: Scene, position: int) -> Iterator[Action]:
    before, after = scene.chain[position], scene.chain[position + 1]
    process = scene.movers[position]
    locals_before, locals_after = before[process], after[process]
    names = scene.system.processes[process].locals
    moved = {name: locals_after[place] for name, place in names.items() if locals_before[place] != locals_after[place] and "@" not in name}
    found = 0
    for slot in scene.slots.values():
        if before[slot.index] != after[slot.index]:
            for action in _shared(scene, slot, before[slot.index], after[slot.index], process, moved):
                found += 1
                yield action
    for name, value in moved.items():
        found += 1
        yield Action("set", f"{scene.agent(process)}.{name}", to_tla(value))
    if locals_after[0] == DONE:
        yield Action("end")
    elif not found:
        yield Action("go", scene.label(process, after))


def _shared(scene: Scene, slot: Slot, old: Any, new: Any, process: int, moved: dict[str, Any]) -> Iterator[Action]:
    """What a change of one shared slot means. A local variable that only took the message is taken out of `moved`."""
    if slot.sort == LOCK:
        free = scene.free(slot.index)
        owner = scene.system.names.by_identity.get(new)
        if new == free:
            yield Action("release", slot.name)
        elif old == free and owner == process:
            yield Action("acquire", slot.name)
        else:
            yield Action("hand", slot.name, to_tla(new))
    elif slot.sort == COUNTER and type(old) is int and type(new) is int:
        yield Action("take" if new < old else "give", slot.name, to_tla(new), abs(new - old))
    elif slot.sort == CHANNEL and isinstance(old, tuple) and isinstance(new, tuple):
        gone = next(count for count in range(len(old) + 1) if old[count:] == new[: len(old) - count])
        for message in old[:gone]:
            into = next((name for name, value in moved.items() if value == message), "")
            moved.pop(into, None)
            yield Action("receive", slot.name, to_tla(message), into=into)
        for message in new[len(old) - gone :]:
            yield Action("send", slot.name, to_tla(message))
    else:
        yield Action("set", slot.name, to_tla(new))
