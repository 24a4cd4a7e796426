"""What a stuck agent waits for, found by asking what would let it go on.

No condition is read: one shared slot after another is given a value that another agent could give it (a lock becomes free, a counter
rises, a message arrives, a channel has room), and the interpreter says whether the agent's step is possible then. What helps is what
the agent waits for, however its condition is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..checker import to_tla
from ..lint.operations import CHANNEL, COUNTER, LOCK
from .effects import Effect
from .model import Kind, Provider, Wait
from .scene import ANYTHING, Scene, Slot

MOST_MESSAGES = 4
"""A wait for more messages than this at once is described by its condition."""


def waits_of(scene: Scene, process: int) -> tuple[Wait, ...]:
    """What would let a process that cannot move in the last state go on; nothing for one that can, or that has ended."""
    if scene.done(process) or (not scene.is_deadlock and scene.can_move(process, scene.last)):
        return ()
    slots = [scene.slots[index] for index in scene.interpreter.looked_at(scene.last, process) if index in scene.slots]
    found = [wait for slot in slots for wait in _alone(scene, process, slot)]
    return tuple(found or _together(scene, process, slots) or [_condition(scene, process, slots)])


def _alone(scene: Scene, process: int, slot: Slot) -> Iterator[Wait]:
    """The wait for one slot when another value there is enough."""
    value = scene.last[slot.index]

    def moves(changed: Any) -> bool:
        return scene.can_move(process, scene.changed({slot.index: changed}))

    if slot.sort == LOCK:
        free = scene.free(slot.index)
        if value != free and moves(free):
            yield _wait(scene, process, slot, Kind.LOCK, _holder(scene, slot.index))
    elif slot.sort == COUNTER:
        if type(value) is int and moves(value + 1):
            yield _wait(scene, process, slot, Kind.SLOT, _takers(scene, process, slot.index))
    elif slot.sort == CHANNEL and isinstance(value, tuple):
        yield from _message(scene, process, slot, value)


def _message(scene: Scene, process: int, slot: Slot, value: tuple[Any, ...]) -> Iterator[Wait]:
    index = slot.index

    def moves(changed: tuple[Any, ...]) -> bool:
        return scene.can_move(process, scene.changed({index: changed}))

    for count in range(1, MOST_MESSAGES + 1):
        labels = _that_do(scene, index, lambda message, count=count: moves((*value, *[message] * count)))
        if labels is not None:
            wait = _wait(scene, process, slot, Kind.MESSAGE, _senders(scene, process, index, labels))
            yield replace(wait, labels=tuple(map(_word, labels)), count=count)
            return
    if value:
        labels = _that_do(scene, index, lambda message: moves((message, *value[1:])))
        if labels is not None:
            wait = _wait(scene, process, slot, Kind.MESSAGE, _senders(scene, process, index, labels))
            yield replace(wait, labels=tuple(map(_word, labels)), wrong_head=True)
        elif any(moves(value[:length]) for length in range(len(value) - 1, -1, -1)):
            yield _wait(scene, process, slot, Kind.ROOM, _others(scene, process, {index}, "remove"))


def _that_do(scene: Scene, slot: int, works: Any) -> tuple[Any, ...] | None:
    """The messages that would let the agent go on: none when any would, None when no message would."""
    if works(ANYTHING):
        return ()
    return tuple(message for message in scene.messages(slot) if works(message)) or None


def _together(scene: Scene, process: int, slots: list[Slot]) -> list[Wait]:
    """The waits for several things at once: all of them changed are enough, and without any one of them the agent is stuck."""
    channels = [slot.index for slot in scene.slots.values() if slot.sort == CHANNEL]
    for message in (ANYTHING, *dict.fromkeys(message for slot in channels for message in scene.messages(slot))):
        changes = _enough(scene, process, slots, message)
        for index in list(changes):
            without = {other: value for other, value in changes.items() if other != index}
            if scene.can_move(process, scene.changed(without)):
                changes = without
        if changes:
            return [replace(_described(scene, process, scene.slots[index]), together=True) for index in changes]
    return []


def _enough(scene: Scene, process: int, slots: list[Slot], message: Any) -> dict[int, Any]:
    """Changes of what the agent looks at that let it go on, found one condition after the other; none when there are none."""
    changes: dict[int, Any] = {}
    while True:
        more = {slot.index: value for slot in slots if slot.index not in changes for value in _relaxed(scene, slot, message)}
        if not more:
            return {}
        changes |= more
        state = scene.changed(changes)
        if scene.can_move(process, state):
            return changes
        slots = [scene.slots[index] for index in scene.interpreter.looked_at(state, process) if index in scene.slots]


def _relaxed(scene: Scene, slot: Slot, message: Any) -> Iterator[Any]:
    value = scene.last[slot.index]
    if slot.sort == LOCK and value != scene.free(slot.index):
        yield scene.free(slot.index)
    elif slot.sort == COUNTER and type(value) is int:
        yield value + 1
    elif slot.sort == CHANNEL and value == ():
        yield (message,)


def _described(scene: Scene, process: int, slot: Slot) -> Wait:
    if slot.sort == LOCK:
        return _wait(scene, process, slot, Kind.LOCK, _holder(scene, slot.index))
    if slot.sort == COUNTER:
        return _wait(scene, process, slot, Kind.SLOT, _takers(scene, process, slot.index))
    return _wait(scene, process, slot, Kind.MESSAGE, _senders(scene, process, slot.index, ()))


def _condition(scene: Scene, process: int, slots: list[Slot]) -> Wait:
    """A wait for a condition that no lock, counter or channel alone can make true."""
    source = scene.system.names.source
    spans = scene.blocked_at(process)
    texts = [" ".join(source.text[span.start : span.end].split()).rstrip(";") for span in spans]
    named = ", ".join(slot.name for slot in slots) or "a condition of its own"
    values = ", ".join(f"{slot.name} = {scene.show(slot.index)}" for slot in slots)
    indices = {slot.index for slot in slots}
    line, column = _place(scene, process)
    return Wait(
        scene.agent(process), scene.label(process), Kind.CONDITION, named, values, line, column,
        _others(scene, process, indices), condition=" or ".join(texts),
    )  # fmt: skip


def _wait(scene: Scene, process: int, slot: Slot, kind: Kind, providers: tuple[Provider, ...]) -> Wait:
    line, column = _place(scene, process, {slot.index: ANYTHING} if kind is Kind.MESSAGE else None)
    return Wait(scene.agent(process), scene.label(process), kind, slot.name, scene.show(slot.index), line, column, providers)


def _place(scene: Scene, process: int, helped: Mapping[int, Any] | None = None) -> tuple[int, int]:
    """Where the wait is written: where the agent is stuck now and would not be with what helps; else where it is stuck."""
    now = scene.blocked_at(process)
    if len(now) > 1 and helped:
        then = scene.interpreter.blocked_at(scene.changed({slot: (value,) for slot, value in helped.items()}), process)
        now = tuple(span for span in now if span not in then) or now
    if now:
        return scene.system.names.source.position(now[0].start)
    step = scene.system.step(process, scene.last[process][0])
    return step.line, step.column


def _word(message: Any) -> str:
    return message if isinstance(message, str) else to_tla(message)


# --- who could end a wait


def _holder(scene: Scene, slot: int) -> tuple[Provider, ...]:
    holder = scene.holder(slot)
    return () if holder is None else (Provider(scene.agent(holder), scene.done(holder)),)


def _takers(scene: Scene, process: int, slot: int) -> tuple[Provider, ...]:
    """Who holds slots of a counter; when nobody does, who raises it."""
    taken = sorted(scene.taken(slot).items())
    takers = tuple(Provider(scene.agent(taker), scene.done(taker), amount=amount) for taker, amount in taken if amount > 0)
    return takers or tuple(replace(provider, amount=0) for provider in _others(scene, process, {slot}))


def _senders(scene: Scene, process: int, slot: int, labels: tuple[Any, ...]) -> tuple[Provider, ...]:
    """The agents whose text sends one of these messages, any message when there are none."""
    return _others(scene, process, {slot}, "append", frozenset(labels))


def _others(scene: Scene, process: int, slots: set[int], to: str = "assign", labels: frozenset[Any] = frozenset()) -> tuple[Provider, ...]:
    """The agents whose text assigns to one of the slots, or may append to it, or may remove from it."""
    effects = scene.effects

    def helps(effect: Effect) -> bool:
        kind = {"append": effect.appends, "remove": effect.removes}.get(to, True)
        return bool(kind and effect.slots & slots and (not labels or effect.labels is None or effect.labels & labels))

    found = []
    for other in range(len(scene.system.processes)):
        if any(helps(effect) for effect in effects.of(other)):
            label = scene.label(other)
            later = not scene.done(other) and any(helps(effect) for effect in effects.ahead(other, label))
            # The step where an agent is stuck may itself help another one, later; what it waits for it cannot give itself.
            if other != process:
                found.append(Provider(scene.agent(other), scene.done(other), later))
    return tuple(found)
