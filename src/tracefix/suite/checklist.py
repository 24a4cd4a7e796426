"""The checklist of a task, evaluated exactly on the transition system of its reference, label by label.

One search answers what happens at all and what is held at the labels of tools. An order is decided by forbidding its first event: the
second one must not happen any more. A decision needs a state after which each option may be the first of them. What follows a failure is
decided by remembering the failure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..checker import Claim, Glance, Move, TraceState, lower, watch
from .document import Path
from .events import Events, text, units_taken
from .folder import TaskFolder
from .models import AllOf, AnyOf, Decision, Event, Failure, Flow, Order, Outcomes, Predicate, Received, Sent, ToolRan, Uses
from .steps import Steps
from .survey import Surveyor, trace_to


@dataclass(frozen=True, slots=True)
class Broken:
    """A statement that does not hold, or a checkpoint that is never met: where it stands, why, and a shortest trace where there is one."""

    path: Path
    message: str
    trace: tuple[TraceState, ...] = ()


def broken_statements(task: TaskFolder) -> tuple[Broken, ...]:
    """Everything that `task.yaml` says of the reference and that is not so, in the order of the text."""
    return tuple(_Checklist(task).run())


class _Checklist:
    def __init__(self, folder: TaskFolder) -> None:
        self.task = folder.task
        self.workspace = folder.workspace
        self.topology = folder.topology
        self.steps = Steps(folder.workspace)
        self.events = Events(self.task, self.topology, self.steps)
        self.surveyor = Surveyor(folder.workspace, self.events)
        self.checkpoints = [tuple(_events(checkpoint.when)) for checkpoint in self.task.checkpoints]
        self.after: dict[str, frozenset[Event]] = {}

    def run(self) -> Iterator[Broken]:
        """What does not hold."""
        uses = {index: body for index, each in enumerate(self.task.checklist) if isinstance(body := each.body, Uses)}
        wanted = frozenset(self._wanted())
        absent, held = self._first_search(uses, wanted)
        for index, events in enumerate(self.checkpoints):
            predicate = self.task.checkpoints[index].when
            if not _possible(predicate, absent):
                what = ", ".join(text(event) for event in events if event in absent)
                yield Broken(("checkpoints", index, "when"), f"this checkpoint is never met: never {what}")
        for index, statement in enumerate(self.task.checklist):
            path: Path = ("checklist", index, statement.kind)
            body = statement.body
            if index in held:
                yield Broken(path, *held[index])
            never = [event for event in _needed(body) if event in absent]
            if never:
                yield Broken(path, f"never {', never '.join(text(event) for event in never)}")
                continue
            match body:
                case Order(first=first, then=then):
                    if then in self.surveyor.without([first], self._thens(first)).happened:
                        trace = self.surveyor.trace_without(first, then)
                        yield Broken(path, f"{text(then)} before {text(first)}", trace)
                case Decision(agent=agent, options=options):
                    if not self.surveyor.choices(agent, options):
                        yield Broken(path, f"{agent} never has all of these options at once")
                case Failure():
                    yield from self._failure(body, path)

    def _wanted(self) -> Iterator[Event]:
        """Every event whose possibility is asked for."""
        for events in self.checkpoints:
            yield from events
        for statement in self.task.checklist:
            yield from _needed(statement.body)

    def _thens(self, first: Event) -> list[Event]:
        """What must not happen before an event: one search answers for all."""
        return [body.then for each in self.task.checklist if isinstance(body := each.body, Order) and body.first == first]

    # --- what happens, and what is held

    def _first_search(
        self, uses: dict[int, Uses], wanted: frozenset[Event]
    ) -> tuple[frozenset[Event], dict[int, tuple[str, tuple[TraceState, ...]]]]:
        """The wanted events that never happen, and per `uses` statement that does not hold its message and trace."""
        locks = {lock.id for lock in self.topology.locks}
        counted = sorted({(body.tool.partition(".")[0], body.resource) for body in uses.values() if body.resource not in locks})
        tests = {event: self.events.happens(event) for event in wanted}
        happened: set[Event] = set()

        def look(move: Move) -> bool:
            happened.update(event for event, happens in tests.items() if happens(move))
            changes = [units_taken(move, counter) if move.agent == agent else 0 for agent, counter in counted]
            if any(changes):
                move.remember(tuple(held + change for held, change in zip(move.memory, changes, strict=True)))
            return True

        claims = [self._claim(str(index), body, counted, locks) for index, body in uses.items()]
        start = (0,) * len(counted) if counted else None
        result = watch(self.workspace, look, start=start, claims=claims)
        broken = {}
        for index, body in uses.items():
            trace = trace_to(result, str(index))
            if trace:
                agent = body.tool.partition(".")[0]
                broken[index] = f"{agent} does not hold {body.resource} at {trace[-1].state.pc[agent]}", trace
        return wanted - happened, broken

    def _claim(self, name: str, body: Uses, counted: list[tuple[str, str]], locks: set[str]) -> Claim:
        agent = body.tool.partition(".")[0]
        labels = frozenset(self.task.labels(body.tool))
        words = f"{agent} holds {body.resource} at {' and '.join(sorted(labels))}"
        if body.resource in locks:
            identity = next(process.identity for process in lower(self.workspace).processes if process.agent == agent)
            return Claim(name, words, lambda glance: glance.label(agent) not in labels or glance.value(body.resource) == identity)
        place = counted.index((agent, body.resource))

        def holds(glance: Glance) -> bool:
            return glance.label(agent) not in labels or glance.memory[place] > 0

        return Claim(name, words, holds)

    # --- what follows a failure

    def _failure(self, body: Failure, path: Path) -> Iterator[Broken]:
        failed = self.events.tool(body.tool, "failed")
        others = [each.body.leads_to for each in self.task.checklist if isinstance(each.body, Failure) and each.body.tool == body.tool]
        if body.tool not in self.after:
            self.after[body.tool] = self.surveyor.after(failed, others)
        what = text(ToolRan(tool=body.tool, outcome="failed"))
        if body.leads_to not in self.after[body.tool]:
            yield Broken(path, f"never {text(body.leads_to)} after {what}")
        elif body.always and (trace := self.surveyor.completed_without(failed, body.leads_to)):
            yield Broken(path, f"not always {text(body.leads_to)} after {what}", trace)


def _events(predicate: Predicate) -> Iterator[Event]:
    """Every event of a predicate."""
    if isinstance(predicate, (AllOf, AnyOf)):
        for part in predicate.all if isinstance(predicate, AllOf) else predicate.any:
            yield from _events(part)
    else:
        yield predicate


def _possible(predicate: Predicate, never: Iterable[Event]) -> bool:
    """Whether a predicate may come true as far as single events show it."""
    never = frozenset(never)
    if isinstance(predicate, AllOf):
        return all(_possible(part, never) for part in predicate.all)
    if isinstance(predicate, AnyOf):
        return any(_possible(part, never) for part in predicate.any)
    return predicate not in never


def _needed(body: Uses | Flow | Outcomes | Order | Decision | Failure) -> Iterator[Event]:
    """The events that a statement takes for possible."""
    match body:
        case Uses(tool=tool):
            yield ToolRan(tool=tool, outcome="any")
        case Flow(channel=channel, label=label):
            yield Sent(sent=channel, label=label)
            yield Received(received=channel, label=label)
        case Outcomes(tool=tool):
            yield ToolRan(tool=tool, outcome="ok")
            yield ToolRan(tool=tool, outcome="failed")
        case Order(first=first, then=then):
            yield first
            yield then
        case Decision(options=options):
            yield from options
        case Failure(tool=tool, leads_to=event):
            yield ToolRan(tool=tool, outcome="failed")
            yield event
