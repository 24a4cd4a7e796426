"""The cause of a deadlock: a circle of waits, or a wait that nobody can end any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .branches import committed_early
from .model import Cause, Findings, Kind, Place, Wait
from .rounds import rounds_from
from .scene import Scene
from .waits import waits_of
from .words import listed, stuck_hint, wait_words

Waits = Mapping[str, tuple[Wait, ...]]

_ORDER = (
    Cause.WRONG_MESSAGE_AT_HEAD,
    Cause.LOCK_NEVER_RELEASED,
    Cause.SENDER_FINISHED,
    Cause.RECEIVER_FINISHED,
    Cause.COUNTER_EXHAUSTED,
    Cause.MESSAGE_NEVER_SENT,
    Cause.OTHER,
)
"""Which of several dead ends is told when as many agents depend on each."""


def wait_graph(scene: Scene) -> Waits:
    """What each agent waits for in the last state; agents that can move or have ended have no entry."""
    found = {process.agent: waits_of(scene, process.index) for process in scene.system.processes}
    return {agent: waits for agent, waits in found.items() if waits}


def explain_stuck(scene: Scene) -> Findings:
    """The findings about a state in which no agent can move."""
    graph = wait_graph(scene)
    cause, core, more = _classified(scene, graph)
    if cause is Cause.BRANCH_COMMITTED_EARLY:
        choice, channel = more
        chosen = step_place(scene, choice, "chose here")
        summary = f"{wait_words(core[0])}; it took this branch at {chosen.label}, and the message is in {channel}"
        places = (chosen, *_places(scene, core))
        story = {choice, *_story(scene, core)}
    else:
        summary = "; ".join(map(wait_words, core))
        places, story = _places(scene, core), _story(scene, core)
    waits = tuple(wait for waits in graph.values() for wait in waits)
    agents = tuple(dict.fromkeys([*(wait.agent for wait in core), *(p.agent for wait in core[:1] for p in wait.providers if p.done)]))
    return Findings(cause, summary, stuck_hint(cause, core), waits, agents, tuple(dict.fromkeys(places)), tuple(sorted(story)))


def explain_livelock(scene: Scene) -> Findings:
    """The findings about a state from which no continuation ends every agent: where it goes on for ever, or who waits in the end."""
    graph = wait_graph(scene)
    rounds = rounds_from(scene, scene.last)
    waits = tuple(wait for found in graph.values() for wait in found)
    still = [p for p in scene.system.processes if not scene.done(p.index)]
    moving = [p.agent for p in still if p.agent not in graph]
    clauses = [wait_words(found[0]) for found in graph.values()]
    names = listed((p.agent for p in still), "or")
    hint = f"give {names} a way out that does not depend on the others: a last message, or a limit on the rounds"
    if rounds is not None and rounds.steps:
        going, labels = (listed(dict.fromkeys(names)) for names in zip(*((step.agent, step.label) for step in rounds.steps), strict=True))
        clauses.insert(
            0, f"{going} {'go' if ' and ' in going else 'goes'} round at {labels} for ever, and nothing that can still happen ends that"
        )
        hint = f"let something that still happens end the round of {going} at {labels}: a last message, a flag, or a limit on the rounds"
    elif rounds is not None and moving:
        clauses.insert(0, f"{listed(moving)} can go on, but in the end no agent can move")
    elif moving:
        clauses.insert(0, f"{listed(moving)} can go on, but {'never' if len(moving) == 1 else 'not all'} to the end")
    places: list[Place] = []
    if len(scene.chain) > 1:
        places.append(step_place(scene, len(scene.chain), "after this step not all can end"))
    if rounds is not None:
        places += [Place(step.line, step.column, step.agent, step.label, "goes round here") for step in rounds.steps]
    places += [Place(wait.line, wait.column, wait.agent, wait.label, "waits here") for wait in waits]
    agents = tuple(p.agent for p in still)
    story = (len(scene.chain),) if len(scene.chain) > 1 else ()
    return Findings(Cause.COMPLETION_UNREACHABLE, "; ".join(clauses), hint, waits, agents, tuple(dict.fromkeys(places)), story)


def _classified(scene: Scene, graph: Waits) -> tuple[Cause, tuple[Wait, ...], tuple[int, str]]:
    """The cause, the waits that show it, and for a branch the index of the choice and the channel of the other branch."""
    nothing = 0, ""
    for waits in graph.values():
        own = [wait for wait in waits if wait.kind is Kind.LOCK and any(p.agent == wait.agent for p in wait.providers)]
        if own and (len(waits) == 1 or own[0].together):
            return Cause.SELF_WAIT, (own[0],), nothing
    for process in scene.system.processes:
        waits = graph.get(process.agent, ())
        if any(wait.kind in (Kind.MESSAGE, Kind.CONDITION) for wait in waits):
            early = committed_early(scene, process.index)
            if early is not None:
                return Cause.BRANCH_COMMITTED_EARLY, waits[:1], early
    edges = {agent: _edges(waits) for agent, waits in graph.items()}
    dead = {agent: cause for agent, waits in graph.items() if (cause := _dead_end(waits)) is not None}
    reach = {agent: _reach(edges, agent) for agent in graph}
    closed = {agent: edges[agent] for agent in graph if not reach[agent] & dead.keys() and agent not in dead}
    circle = _circle(closed, strict=True)
    if circle:
        return Cause.CIRCULAR_WAIT, circle, nothing
    circle = _circle(closed, strict=False)
    if circle:
        slot = next(wait for wait in circle if wait.kind is Kind.SLOT)
        return Cause.COUNTER_EXHAUSTED, (slot, *(graph[p.agent][0] for p in slot.providers)), nothing
    depending = {agent: sum(agent in reach[other] for other in graph) for agent in dead}
    root = min(dead, key=lambda agent: (-depending[agent], _ORDER.index(dead[agent])))
    first = next(wait for wait in graph[root] if _dead_need(wait) is dead[root])
    others = [
        wait
        for agent, cause in dead.items()
        if agent != root and cause is dead[root]
        for wait in graph[agent][:1]
        if {p.agent for p in wait.providers} == {p.agent for p in first.providers} != set()
    ]
    return dead[root], (first, *(others or _chain_to(edges, root))), nothing


def _edges(waits: tuple[Wait, ...]) -> dict[str, Wait]:
    """Who could end one of the waits, and which. Agents that have what would help behind them count only when there is no other."""
    for behind in (False, True):
        found = {p.agent: wait for wait in reversed(waits) for p in reversed(wait.providers) if not p.done and (p.later or behind)}
        if found:
            return dict(reversed(found.items()))
    return {}


def _dead_end(waits: tuple[Wait, ...]) -> Cause | None:
    """The cause of an agent's being stuck for ever, whatever the others do."""
    causes = [_dead_need(wait) for wait in waits]
    if waits[0].together:
        return next((cause for cause in causes if cause is not None), None)
    known = [cause for cause in causes if cause is not None]
    return min(known, key=_ORDER.index) if len(known) == len(causes) else None


def _dead_need(wait: Wait) -> Cause | None:
    if wait.wrong_head:
        return Cause.WRONG_MESSAGE_AT_HEAD
    if any(not provider.done for provider in wait.providers):
        return None
    if wait.kind is Kind.CONDITION:
        return Cause.SENDER_FINISHED if wait.providers else Cause.OTHER
    if wait.kind is Kind.MESSAGE:
        return Cause.SENDER_FINISHED if wait.providers else Cause.MESSAGE_NEVER_SENT
    return {Kind.LOCK: Cause.LOCK_NEVER_RELEASED, Kind.SLOT: Cause.COUNTER_EXHAUSTED}.get(wait.kind, Cause.RECEIVER_FINISHED)


def _reach(edges: Mapping[str, Mapping[str, Wait]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for target in edges.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def _circle(edges: Mapping[str, Mapping[str, Wait]], *, strict: bool) -> tuple[Wait, ...]:
    """The waits of a shortest circle; a strict one has no wait for a counter that several agents hold slots of."""
    best: tuple[Wait, ...] = ()
    for start in edges:
        ways: dict[str, tuple[Wait, ...]] = {start: ()}
        waiting = [start]
        for agent in waiting:
            for target, wait in edges.get(agent, {}).items():
                if strict and wait.kind is Kind.SLOT and sum(not p.done for p in wait.providers) > 1:
                    continue
                if target == start:
                    way = (*ways[agent], wait)
                    best = way if not best or len(way) < len(best) else best
                elif target not in ways:
                    ways[target] = (*ways[agent], wait)
                    waiting.append(target)
    return best


def _chain_to(edges: Mapping[str, Mapping[str, Wait]], root: str) -> tuple[Wait, ...]:
    """Waits that lead to the root one after the other, nearest first."""
    chain: list[Wait] = []
    seen = {root}
    while True:
        found = next(((a, wait) for a, targets in edges.items() for t, wait in targets.items() if t == root and a not in seen), None)
        if found is None:
            return tuple(chain)
        root, wait = found
        seen.add(root)
        chain.append(wait)


# --- what takes part


def step_place(scene: Scene, index: int, role: str) -> Place:
    step = scene.violation.trace[index - 1].step
    assert step is not None
    return Place(step.line, step.column, step.agent, step.label, role)


def _places(scene: Scene, core: tuple[Wait, ...]) -> tuple[Place, ...]:
    waiting = [Place(wait.line, wait.column, wait.agent, wait.label, "waits here") for wait in core]
    return (*waiting, *(step_place(scene, index, role) for wait in core for index, role in _causes(scene, wait)))


def _story(scene: Scene, core: tuple[Wait, ...]) -> set[int]:
    indices = {process.agent: scene.last_move(process.index) for process in scene.system.processes}
    moved = {index for wait in core if (index := indices[wait.agent]) is not None}
    return moved | {index for wait in core for index, _ in _causes(scene, wait)}


def _causes(scene: Scene, wait: Wait) -> Iterator[tuple[int, str]]:
    """The steps that made a wait one that does not end: taking what is waited for, and the ends of those who could have helped."""
    slot = next((slot for slot in scene.slots.values() if slot.name == wait.name), None)
    by_agent = {process.agent: process.index for process in scene.system.processes}
    for provider in wait.providers:
        process = by_agent[provider.agent]
        if slot is not None and wait.kind in (Kind.LOCK, Kind.SLOT):
            taken = scene.last_change_by(slot.index, process)
            if taken is not None:
                yield taken, f"took {wait.name} here"
        if all(p.done for p in wait.providers) and (ended := scene.last_move(process)) is not None:
            yield ended, "ended here"
