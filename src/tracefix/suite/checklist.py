"""The checklist of a task, evaluated exactly on the transition system of its reference, label by label.

One search answers what happens at all and which locks are held at the labels of tools. How many units of a counter an agent holds is
counted along, in a search for each agent and counter, between the counter's first value and as many below zero: more than there are
nobody holds, though others may give back what it took. An order is decided by forbidding its first event: the
second one must not happen any more. A decision needs a state after which each option may be the first of them. What follows a failure is
decided by remembering the failure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..checker import Move, lower
from .document import Path
from .events import Events, Happens, text, units_taken
from .folder import TaskFolder
from .models import AllOf, AnyOf, Body, Decision, Event, Failure, Flow, Order, Outcomes, Predicate, Received, Sent, ToolRan, Uses
from .steps import Steps
from .survey import Reached, Surveyor, Trace, Undecided


@dataclass(frozen=True, slots=True)
class Broken:
    """A statement that does not hold, or a checkpoint that is never met: where it stands, why, and a shortest trace where there is one."""

    path: Path
    message: str
    trace: Trace = ()


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
        try:
            absent, unheld = self._first_search(frozenset(self._wanted()))
            unheld |= self._counters()
        except Undecided as reason:
            yield Broken(("checklist",), f"nothing of this can be decided: a search was stopped by {reason}")
            return
        for index, events in enumerate(self.checkpoints):
            if not _possible(self.task.checkpoints[index].when, absent):
                what = ", ".join(text(event) for event in events if event in absent)
                yield Broken(("checkpoints", index, "when"), f"this checkpoint is never met: never {what}")
        for index, statement in enumerate(self.task.checklist):
            path: Path = ("checklist", index, statement.kind)
            never = [event for event in _needed(statement.body) if event in absent]
            if never:
                yield Broken(path, f"never {', never '.join(text(event) for event in never)}")
                continue
            if index in unheld:
                trace = unheld[index]
                at = trace[-1].state.pc[_agent(statement.body)]
                yield Broken(path, f"{_agent(statement.body)} does not hold {_resource(statement.body)} at {at}", trace)
            try:
                yield from self._statement(statement.body, path)
            except Undecided as reason:
                yield Broken(path, f"this cannot be decided: a search was stopped by {reason}")

    def _statement(self, body: Body, path: Path) -> Iterator[Broken]:
        """What does not hold of a statement whose events all happen somewhere."""
        match body:
            case Order(first=first, then=then):
                if then in self.surveyor.without([first], self._thens(first)).happened:
                    yield Broken(path, f"{text(then)} before {text(first)}", self.surveyor.trace_without(first, then))
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

    def _uses(self) -> dict[int, Uses]:
        """The statements about what is held, by their place."""
        return {index: body for index, each in enumerate(self.task.checklist) if isinstance(body := each.body, Uses)}

    def _first_search(self, wanted: frozenset[Event]) -> tuple[frozenset[Event], dict[int, Trace]]:
        """The wanted events that never happen, and per statement about a lock that is not held a trace to where it is not."""
        identities = {process.agent: process.identity for process in lower(self.workspace).processes}
        tests = {event: self.events.happens(event) for event in wanted}
        happened: set[Event] = set()

        def look(move: Move) -> bool:
            happened.update(event for event, happens in tests.items() if happens(move))
            return True

        def held(body: Uses) -> Reached:
            agent, labels, lock = _agent(body), self._labels(body), body.resource
            return lambda glance: glance.label(agent) not in labels or glance.value(lock) == identities[agent]

        locks = {lock.id for lock in self.topology.locks}
        claims = {index: held(body) for index, body in self._uses().items() if body.resource in locks}
        unheld = self.surveyor.broken_claims(look, claims)
        return wanted - happened, unheld

    def _counters(self) -> dict[int, Trace]:
        """Per statement about a counter of which nothing is held a trace to where it is so."""
        unheld: dict[int, Trace] = {}
        for counter in self.topology.counters:
            groups: dict[str, dict[int, Uses]] = {}
            for index, body in self._uses().items():
                if body.resource == counter.id:
                    groups.setdefault(_agent(body), {})[index] = body
            for agent, bodies in groups.items():
                claims = {index: self._some_held(body) for index, body in bodies.items()}
                unheld |= self.surveyor.broken_claims(_counting(agent, counter.id, counter.initial), claims, start=0)
        return unheld

    def _some_held(self, body: Uses) -> Reached:
        agent, labels = _agent(body), self._labels(body)
        return lambda glance: glance.label(agent) not in labels or glance.memory > 0

    def _labels(self, body: Uses) -> frozenset[str]:
        return frozenset(self.task.labels(body.tool))

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


def _agent(body: Body) -> str:
    """The agent of the tool that a statement is about."""
    return body.tool.partition(".")[0] if isinstance(body, (Uses, Outcomes, Failure)) else ""


def _resource(body: Body) -> str:
    return body.resource if isinstance(body, Uses) else ""


def _counting(agent: str, counter: str, most: int) -> Happens:
    """Remembers how many units an agent has taken more than it gave back."""

    def look(move: Move) -> bool:
        if move.agent == agent and (taken := units_taken(move, counter)):
            move.remember(max(-most, min(most, move.memory + taken)))
        return True

    return look


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


def _needed(body: Body) -> Iterator[Event]:
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
