"""The cause of a false invariant or a failing step, found by asking what would make it true.

As for waits, no expression is read: one shared slot at a time gets another value, or the step happens at another moment, and the
interpreter says whether the property holds then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from ..checker import AbstractState, ModelValue, to_tla
from ..lint.operations import CHANNEL, COUNTER, LOCK
from .model import Cause, Findings, Place
from .scene import Scene, Slot
from .stuck import step_place
from .words import listed

MOST_STATES = 400
"""How far the others are let go ahead when it is asked whether a step came too early."""


def explain_invariant(scene: Scene) -> Findings:
    """The findings about a false invariant."""
    slots = _read(scene)
    return (
        _left_over(scene, slots)
        or _gift(scene, slots)
        or _undeclared(scene, slots)
        or _bound(scene, slots)
        or _order(scene)
        or _nothing(scene)
    )


def explain_failure(scene: Scene) -> Findings:
    """The findings about a step that breaks a property by itself."""
    failing = scene.violation.failing
    assert failing is not None
    process = next(p.index for p in scene.system.processes if p.agent == failing.agent)
    slots = [scene.slots[slot] for slot in scene.interpreter.looked_at(scene.last, process) if slot in scene.slots]
    place = Place(failing.line, failing.column, failing.agent, failing.label, "fails here")
    story = _moves(scene, [process])

    def found(cause: Cause, summary: str, hint: str, others: Iterable[Place] = (), more: Iterable[int] = ()) -> Findings:
        agents = tuple(dict.fromkeys([failing.agent, *(other.agent for other in others)]))
        return Findings(cause, summary, hint, (), agents, (place, *others), tuple(sorted({*story, *more})))

    identity = scene.system.processes[process].identity
    for slot in slots:
        if slot.sort == LOCK and not scene.fails(process, scene.changed({slot.index: identity})):
            holder = scene.holder(slot.index)
            changed = scene.last_change(slot.index)
            who = "nobody holds" if holder is None else f"{scene.agent(holder)} holds"
            role = "gave it back here" if holder is None else "took it here"
            others = [] if changed is None else [step_place(scene, changed, role)]
            hint = f"let {failing.agent} release {slot.name} only where it holds it, and each agent only what it took"
            return found(Cause.RELEASE_BY_ANOTHER, f"{failing.agent} releases {slot.name}, which {who}", hint, others, _given(changed))
    for slot in slots:
        value = scene.last[slot.index]
        if slot.sort == CHANNEL and value:
            fine = [m for m in scene.messages(slot.index) if not scene.fails(process, scene.changed({slot.index: (m, *value[1:])}))]
            if fine:
                sent = scene.last_change(slot.index)
                others = [] if sent is None else [step_place(scene, sent, "sent here")]
                wanted = listed((f'"{message}"' for message in fine), "or")
                summary = f"{failing.agent} takes the first message of {slot.name} = {scene.show(slot.index)} for {wanted}"
                hint = f"let {failing.agent} accept every message that may come first here, or send them in the order that it expects"
                return found(Cause.WRONG_MESSAGE_AT_HEAD, summary, hint, others, _given(sent))
    moment = _moment(scene, process, scene.last, lambda state: _passes(scene, process, state))
    if moment is not None:
        before, ahead = moment
        summary = f"{failing.agent} comes to {failing.label} {'after' if before else 'before'} {_steps(ahead)}"
        others = [step_place(scene, index, "came in between") for index in before]
        return found(Cause.OUT_OF_ORDER, summary, _order_hint(failing.agent, failing.label, ahead, bool(before)), others, before)
    summary = f"{failing.agent} fails at {failing.label} whatever the others have done"
    return found(Cause.OTHER, summary, f"look at what the step {failing.label} of {failing.agent} relies on")


# --- invariants


def _read(scene: Scene) -> list[Slot]:
    """The shared slots that the false parts of the invariant look at."""
    false = [conjunct for conjunct in scene.conjuncts if not scene.interpreter.holds(conjunct, scene.last)]
    found = dict.fromkeys(slot for conjunct in false for slot in scene.interpreter.read_by(conjunct, scene.last))
    return [scene.slots[slot] for slot in found if slot in scene.slots]


def _left_over(scene: Scene, slots: list[Slot]) -> Findings | None:
    """Something is left at the end: a lock held, a slot not given back, a message not read."""
    held = [slot for slot in slots if slot.sort == LOCK and (holder := scene.holder(slot.index)) is not None and scene.done(holder)]
    if held and _helps(scene, {slot.index: scene.free(slot.index) for slot in held}):
        holders = {slot.name: scene.holder(slot.index) for slot in held}
        clauses = [
            f"{name} is still held by {scene.agent(holder)}, which has ended" for name, holder in holders.items() if holder is not None
        ]
        agents = [holder for holder in holders.values() if holder is not None]
        hint = f"let {listed(dict.fromkeys(map(scene.agent, agents)))} release {listed(holders)} on every way to the end"
        return _of_slots(scene, Cause.LOCK_NEVER_RELEASED, clauses, hint, held, "took {} here", agents)
    first = scene.chain[0]
    low = [slot for slot in slots if slot.sort == COUNTER and _less(scene.last[slot.index], first[slot.index])]
    if low and scene.system.is_complete(scene.last) and _helps(scene, {slot.index: first[slot.index] for slot in low}):
        takers = [taker for slot in low for taker, amount in scene.taken(slot.index).items() if amount > 0]
        who = listed(dict.fromkeys(map(scene.agent, takers)))
        clauses = [
            f"{slot.name} ends as {scene.show(slot.index)}, not {scene.show(slot.index, first)}: {who} gave nothing back" for slot in low
        ]
        hint = f"let {who} give {listed(slot.name for slot in low)} back on every way to the end"
        return _of_slots(scene, Cause.COUNTER_EXHAUSTED, clauses, hint, low, "took {} here", takers)
    full = [slot for slot in slots if slot.sort == CHANNEL and scene.last[slot.index] and _readers_done(scene, slot)]
    if full and _helps(scene, {slot.index: () for slot in full}):
        readers = [reader for slot in full for reader in _readers(scene, slot)]
        clauses = [f"{slot.name} still holds {scene.show(slot.index)}{_reader_words(scene, slot)}" for slot in full]
        who = listed(dict.fromkeys(map(scene.agent, readers))) if readers else "somebody"
        hint = (
            f"let {who} read {listed(slot.name for slot in full)} until its senders have ended, or do not send when nobody reads any more"
        )
        return _of_slots(scene, Cause.RECEIVER_FINISHED, clauses, hint, full, "sent into {} here", readers)
    return None


def _of_slots(scene: Scene, cause: Cause, clauses: list[str], hint: str, slots: list[Slot], role: str, processes: list[int]) -> Findings:
    changes = [(slot.name, index) for slot in slots for index in _made(scene, slot)]
    ends = {index: process for process in dict.fromkeys(processes) if (index := scene.last_move(process)) is not None}
    places = [step_place(scene, index, role.format(name)) for name, index in changes]
    places += [step_place(scene, index, "ended here") for index, process in ends.items() if scene.done(process)]
    agents = dict.fromkeys([*(scene.agent(process) for process in processes), *(place.agent for place in places)])
    story = sorted({*(index for _, index in changes), *ends, len(scene.chain)})
    return Findings(cause, "; ".join(clauses), hint, (), tuple(agents), tuple(dict.fromkeys(places)), tuple(i for i in story if i > 1))


def _made(scene: Scene, slot: Slot) -> list[int]:
    """The steps that made what is left: those that sent the messages still there, that took from a counter, that took a lock last."""
    pairs = [(before[slot.index], after[slot.index]) for before, after in pairwise(scene.chain)]
    if slot.sort == CHANNEL:
        sequences = [
            (index, old, new) for index, (old, new) in enumerate(pairs, start=2) if isinstance(old, tuple) and isinstance(new, tuple)
        ]
        return [index for index, old, new in sequences if len(new) > len(old)][-len(scene.last[slot.index]) :]
    if slot.sort == COUNTER:
        return [index for index, (old, new) in enumerate(pairs, start=2) if new < old][-1:]
    return list(_given(scene.last_change(slot.index)))


def _gift(scene: Scene, slots: list[Slot]) -> Findings | None:
    """A counter rose above where it began because an agent gave back what it had not taken."""
    for slot in slots:
        first, value = scene.chain[0][slot.index], scene.last[slot.index]
        if slot.sort == COUNTER and _less(first, value) and _helps(scene, {slot.index: first}):
            for giver, amount in scene.taken(slot.index).items():
                index = scene.last_change_by(slot.index, giver)
                if amount < 0 and index is not None:
                    place = step_place(scene, index, f"gave {slot.name} back here")
                    summary = (
                        f"{place.agent} gives a slot of {slot.name} back that it had not taken: {slot.name} = {value}, at first {first}"
                    )
                    hint = f"let {place.agent} give {slot.name} back only on the ways on which it took a slot"
                    story = {index, len(scene.chain), *_moves(scene, [giver])}
                    return Findings(Cause.RELEASE_BY_ANOTHER, summary, hint, (), (place.agent,), (place,), tuple(sorted(story)))
    return None


def _undeclared(scene: Scene, slots: list[Slot]) -> Findings | None:
    """A message that the topology does not declare."""
    topology = scene.workspace.topology
    declared = {channel.id: channel.labels for channel in topology.channels} if topology is not None else {}
    for slot in slots:
        value, labels = scene.last[slot.index], declared.get(slot.variable)
        wrong = [message for message in value if message not in labels] if labels is not None and isinstance(value, tuple) else []
        sent = _made(scene, slot) if wrong else []
        if sent and _helps(scene, {slot.index: ()}):
            place = step_place(scene, sent[-1], f"sent into {slot.name} here")
            known = listed(map(to_tla, labels or ()), "or")
            summary = f"{place.agent} sends {to_tla(wrong[0])} on {slot.name}, which carries only {known}"
            hint = f"let {place.agent} send one of the declared messages, or declare this one in the topology"
            return Findings(Cause.OTHER, summary, hint, (), (place.agent,), (place,), (sent[-1],))
    return None


def _bound(scene: Scene, slots: list[Slot]) -> Findings | None:
    """The last step made a number, or the length of a sequence, larger or smaller than the invariant allows."""
    if len(scene.chain) < 2:
        return None
    before = scene.chain[-2]
    for slot in slots:
        old, new = before[slot.index], scene.last[slot.index]
        if old == new or not _helps(scene, {slot.index: old}):
            continue
        number = type(old) is int and type(new) is int
        grown = type(new) in (tuple, frozenset) and type(old) is type(new) and len(new) > len(old)
        # Other elements in the same number: if they do not help, it is the number that is wrong.
        if number or (grown and not any(_helps(scene, {slot.index: other}) for other in _alike(scene, slot, new))):
            place = step_place(scene, len(scene.chain), f"changes {slot.name} here")
            shown = f"from {old} to {new}" if number else f"to {len(new)} {'messages' if slot.sort == CHANNEL else 'elements'}"
            moves = "raises" if grown or new > old else "lowers"
            summary = f"{place.agent} {moves} {slot.name} {shown} at {place.label}, which {scene.violation.property} does not allow"
            if slot.sort == CHANNEL:
                hint = f"let {place.agent} wait for room in {slot.name} before it sends, or give the channel a larger bound in the topology"
            else:
                hint = f"let {place.agent} look at {slot.name} and change it in one and the same step, or wait until the change is allowed"
            indices = [
                index + 2 for index in range(len(scene.movers)) if scene.chain[index][slot.index] != scene.chain[index + 1][slot.index]
            ]
            others = [step_place(scene, index, f"changed {slot.name} before") for index in indices[:-1]]
            agents = tuple(dict.fromkeys([place.agent, *(other.agent for other in others)]))
            story = {*indices, *_moves(scene, {scene.movers[index - 2] for index in indices})}
            return Findings(Cause.BOUND_EXCEEDED, summary, hint, (), agents, tuple(dict.fromkeys((place, *others))), tuple(sorted(story)))
    return None


def _order(scene: Scene) -> Findings | None:
    """The last step would have been right at another moment."""
    if len(scene.chain) < 2:
        return None
    process, after = scene.movers[-1], scene.last[scene.movers[-1]]

    def right(state: AbstractState) -> bool:
        successors = scene.interpreter.process_successors(state, process).successors
        return any(successor[process] == after and scene.satisfies(successor) for _, successor in successors)

    # When the same step could also have gone right at once, it is what it does that is wrong, not when.
    moment = None if right(scene.chain[-2]) else _moment(scene, process, scene.chain[-2], right)
    if moment is None:
        return None
    before, ahead = moment
    place = step_place(scene, len(scene.chain), "comes at the wrong moment")
    others = [step_place(scene, index, "came in between") for index in before]
    summary = f"{place.agent} does {place.label} {'after' if before else 'before'} {_steps(ahead)}"
    agents = tuple(dict.fromkeys([place.agent, *(agent for agent, _ in ahead)]))
    story = {len(scene.chain), *before, *_moves(scene, [process])}
    hint = _order_hint(place.agent, place.label, ahead, bool(before))
    return Findings(Cause.OUT_OF_ORDER, summary, hint, (), agents, (place, *dict.fromkeys(others)), tuple(sorted(story)))


def _nothing(scene: Scene) -> Findings:
    if len(scene.chain) < 2:
        summary = f"{scene.violation.property} is false in an initial state"
        return Findings(Cause.OTHER, summary, "look at the first values of the variables that it names", (), (), (), ())
    place = step_place(scene, len(scene.chain), "makes it false")
    summary = f"{place.agent} makes {scene.violation.property} false at {place.label}"
    hint = f"look at what the step {place.label} of {place.agent} changes"
    return Findings(Cause.OTHER, summary, hint, (), (place.agent,), (place,), (len(scene.chain),))


# --- what would help


def _helps(scene: Scene, changes: Mapping[int, Any]) -> bool:
    return scene.satisfies(scene.changed(changes))


def _less(one: Any, other: Any) -> bool:
    return type(one) is int and type(other) is int and one < other


def _alike(scene: Scene, slot: Slot, value: Any) -> Iterator[Any]:
    """Sequences or sets with as many elements as a value has, but other ones: like no other, and of one message each."""
    made = [ModelValue(f"some element {number}") for number in range(len(value))]
    yield tuple(made) if isinstance(value, tuple) else frozenset(made)
    if slot.sort == CHANNEL and isinstance(value, tuple):
        yield from ((message,) * len(value) for message in scene.messages(slot.index))


def _readers(scene: Scene, slot: Slot) -> list[int]:
    topology = scene.workspace.topology
    for channel in () if topology is None else topology.channels:
        if channel.id == slot.variable:
            return [process.index for process in scene.system.processes if process.agent in channel.receivers]
    processes = range(len(scene.system.processes))
    return [p for p in processes if any(effect.removes and slot.index in effect.slots for effect in scene.effects.of(p))]


def _readers_done(scene: Scene, slot: Slot) -> bool:
    return all(map(scene.done, _readers(scene, slot)))


def _reader_words(scene: Scene, slot: Slot) -> str:
    readers = list(map(scene.agent, _readers(scene, slot)))
    return f"; {listed(readers)} {'has' if len(readers) == 1 else 'have'} ended" if readers else "; nobody reads it"


Steps = tuple[tuple[str, str], ...]


def _moment(scene: Scene, process: int, state: AbstractState, right: Any) -> tuple[tuple[int, ...], Steps] | None:
    """Another moment at which a step is right.

    Either an earlier one of the trace: then the indices of the steps that came in between; or a later one, when others go first: then
    no indices. With it the steps as (agent, label).
    """
    for position in range(len(scene.chain) - 1, -1, -1):
        earlier = scene.chain[position]
        if earlier is not state and earlier[process] == state[process] and right(earlier):
            between = tuple(index + 2 for index in range(position, len(scene.movers)) if scene.movers[index] != process)
            steps = [scene.violation.trace[index - 1].step for index in between]
            return between, tuple((step.agent, step.label) for step in steps if step is not None)
    ways: dict[AbstractState, Steps] = {state: ()}
    waiting = [state]
    for current in waiting:
        for other in scene.system.processes:
            if other.index == process:
                continue
            for _, successor in scene.interpreter.process_successors(current, other.index).successors:
                if successor not in ways and len(ways) < MOST_STATES:
                    ways[successor] = (*ways[current], (other.agent, scene.label(other.index, current)))
                    if right(successor):
                        return (), ways[successor]
                    waiting.append(successor)
    return None


def _passes(scene: Scene, process: int, state: AbstractState) -> bool:
    expansion = scene.interpreter.process_successors(state, process)
    return bool(expansion.successors) and not expansion.failures


def _steps(steps: Steps) -> str:
    return listed(f"{agent}'s {label}" for agent, label in dict.fromkeys(steps))


def _order_hint(agent: str, label: str, steps: Steps, late: bool) -> str:
    others = listed(dict.fromkeys(name for name, _ in steps))
    if late:
        return f"keep {others} out until {agent} has done {label}: with a lock around these steps, or in one step with the one before"
    return f"let {agent} wait before {label} until {others} {'has' if ' and ' not in others else 'have'} come so far"


def _given(index: int | None) -> tuple[int, ...]:
    return () if index is None else (index,)


def _moves(scene: Scene, processes: Iterable[int]) -> set[int]:
    """The indices of the last steps of some processes."""
    return {index for process in processes if (index := scene.last_move(process)) is not None}
