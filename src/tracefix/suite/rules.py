"""The rules between the parts of a task: names, counts, tools, checklist, attempts, bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..diagnosis import Cause
from ..diagnostics import Diagnostic
from ..topology import DEFAULT_BOUND, Topology
from . import table
from .descriptions import check_description
from .document import Document
from .folder import ATTEMPTS, Parts
from .models import Decision, Failure, Flow, Order, Outcomes, Task, Uses
from .naming import Naming, Path
from .steps import Steps

FEWEST_STATEMENTS, FEWEST_FAULTS, CHECKPOINTS = 8, 2, (3, 8)

PROPERTY_OF = {"either-early": "Deadlock", "hub-leaves": "Deadlock", "deadlock": "Deadlock", "undrained": "ChannelsDrained"}
"""What each kind of attempt violates; the other kinds violate nothing."""


def check_rules(parts: Parts) -> list[Diagnostic]:
    """Every breach of a rule by what of a task could be read, in the order of the files."""
    found: list[Diagnostic] = []
    if parts.task is not None and parts.document is not None:
        rules = _Rules(parts, parts.document, parts.task)
        rules.check()
        found += sorted(rules.problems, key=lambda problem: (problem.line or 0, problem.column or 0))
        found += _missing_attempts(parts, parts.task)
    if parts.description is not None:
        found += check_description(parts.description, parts.topology, parts.workspace)
    return found


@dataclass
class _Rules:
    parts: Parts
    document: Document
    task: Task
    problems: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, path: Sequence[str | int], message: str, hint: str | None = None, *, key: bool = False) -> None:
        self.problems.append(self.document.diagnostic(code, path, message, hint, key=key))

    def check(self) -> None:
        """Report every breach."""
        self._identity()
        self._sizes()
        self._unique()
        topology = self.parts.topology
        if topology is None:
            return
        self._counts(topology)
        naming = Naming(self.task, topology, self.report)
        self._agents(naming)
        self._bounds(topology, naming)
        for index, checkpoint in enumerate(self.task.checkpoints):
            naming.predicate(checkpoint.when, ("checkpoints", index, "when"))
        for index, fault in enumerate(self.task.fault_points):
            path: Path = ("fault_points", index)
            if naming.tool(fault.tool, (*path, "tool")) and fault.fault == "fails":
                naming.outcome(fault.tool, (*path, "tool"))
        steps = None if self.parts.workspace is None else Steps(self.parts.workspace)
        self._checklist(naming, steps)
        self._complete(topology)
        if steps is not None:
            self._tools(steps)
        self._attempts()

    def _identity(self) -> None:
        found = table.split(self.task.id)
        folder = self.parts.path.resolve().name
        if found is None:
            self.report("TF802", ("id",), f"{self.task.id} is not in the table", "families 1 to 16, each with E, M and H: 10E")
            return
        if folder != self.task.id:
            self.report("TF802", ("id",), f"the task {self.task.id} lies in the folder {folder}", "the folder has the name of the task")
        if self.task.family != found[0].name:
            self.report("TF802", ("family",), f"family {found[0].number} is called {found[0].name}, not {self.task.family}")

    def _sizes(self) -> None:
        task = self.task
        low, high = CHECKPOINTS
        if not low <= len(task.checkpoints) <= high:
            self.report("TF807", ("checkpoints",), f"a task has {low} to {high} checkpoints, not {len(task.checkpoints)}", key=True)
        for key, entries, least in (("fault_points", task.fault_points, FEWEST_FAULTS), ("checklist", task.checklist, FEWEST_STATEMENTS)):
            if len(entries) < least:
                self.report("TF807", (key,), f"{key} needs at least {least} entries, not {len(entries)}", key=True)

    def _unique(self) -> None:
        """Tools, checkpoints and fault points are named once in a task, statements stand once."""
        places: list[tuple[str, Path]] = [
            (tool, ("agents", agent, "tools", tool)) for agent, who in self.task.agents.items() for tool in who.tools
        ]
        self._once("tool", places, key=True)
        self._once("checkpoint", [(each.id, ("checkpoints", index, "id")) for index, each in enumerate(self.task.checkpoints)])
        self._once("fault point", [(each.id, ("fault_points", index, "id")) for index, each in enumerate(self.task.fault_points)])
        seen: set[str] = set()
        for index, statement in enumerate(self.task.checklist):
            text = statement.model_dump_json()
            if text in seen:
                self.report("TF808", ("checklist", index), "this statement stands twice", key=True)
            seen.add(text)

    def _once(self, kind: str, places: Iterable[tuple[str, Path]], key: bool = False) -> None:
        seen: set[str] = set()
        for name, path in places:
            if name in seen:
                self.report("TF808", path, f"a second {kind} is called {name}", key=key)
            seen.add(name)

    def _counts(self, topology: Topology) -> None:
        found = table.split(self.task.id)
        if found is None:
            return
        family, level = found
        for kind in table.KINDS:
            low, high = family.allowed(kind, level)
            count = len(getattr(topology, kind))
            if not low <= count <= high:
                wanted = f"{low}" if low == high else f"{low} to {high}"
                self.report("TF803", ("id",), f"{self.task.id} has {count} {kind}, the table says {wanted}", "change topology.json")

    def _agents(self, naming: Naming) -> None:
        for agent, participant in self.task.agents.items():
            if not naming.agent(agent, ("agents", agent)):
                continue
            for tool, spec in participant.tools.items():
                for index, resource in enumerate(spec.needs):
                    naming.resource(resource, ("agents", agent, "tools", tool, "needs", index))
        for agent in naming.agents:
            if agent not in self.task.agents:
                self.report("TF810", ("agents",), f"the agent {agent} of topology.json is missing", key=True)

    def _bounds(self, topology: Topology, naming: Naming) -> None:
        other = {channel.id: channel.bound for channel in topology.channels if channel.bound != DEFAULT_BOUND}
        for name in self.task.bounds:
            if naming.known("channel", name, naming.channels, ("bounds", name)) and name not in other:
                self.report(
                    "TF816", ("bounds", name), f"the bound of {name} is {DEFAULT_BOUND}, as everywhere: it needs no reason", key=True
                )
        for name, bound in other.items():
            if name not in self.task.bounds:
                hint = f"say why under 'bounds: {{{name}: ...}}'"
                self.report("TF816", ("bounds",), f"the bound of {name} is {bound}, and task.yaml gives no reason", hint, key=True)

    def _checklist(self, naming: Naming, steps: Steps | None) -> None:
        for index, statement in enumerate(self.task.checklist):
            path: Path = ("checklist", index, statement.kind)
            match statement.body:
                case Uses(tool=tool, resource=resource):
                    both = naming.tool(tool, (*path, "tool")) & naming.resource(resource, (*path, "resource"))
                    spec = self.task.tool(tool)
                    if both and spec is not None and resource not in spec.needs:
                        hint = f"add {resource} to the needs of {tool}, or take this statement out"
                        self.report("TF812", (*path, "resource"), f"{tool} does not need {resource}", hint)
                case Flow(channel=channel, label=label):
                    naming.message(channel, label, path, "channel")
                case Outcomes():
                    self._outcomes(statement.body, path, naming, steps)
                case Order(first=first, then=then):
                    both = naming.event(first, (*path, "first")) & naming.event(then, (*path, "then"))
                    if both and first == then:
                        self.report("TF810", (*path, "then"), "an event has no order with itself")
                case Decision(agent=agent, options=options):
                    known = naming.agent(agent, (*path, "agent"))
                    for number, option in enumerate(options):
                        place = (*path, "options", number)
                        if naming.event(option, place) and known and not naming.may_do(agent, option):
                            self.report("TF810", place, f"this is nothing that {agent} does")
                case Failure(tool=tool, leads_to=event):
                    if naming.tool(tool, (*path, "tool")):
                        naming.outcome(tool, (*path, "tool"))
                    naming.event(event, (*path, "leads_to"))

    def _outcomes(self, body: Outcomes, path: Path, naming: Naming, steps: Steps | None) -> None:
        if not naming.tool(body.tool, (*path, "tool")):
            return
        spec = self.task.tool(body.tool)
        if spec is not None and not spec.may_fail:
            message = f"{body.tool} cannot fail and has no outcomes"
            self.report("TF814", (*path, "tool"), message, "say 'may_fail: true' at the tool, or take this statement out")
        agent = body.tool.partition(".")[0]
        for key, labels in (("ok", body.ok), ("failed", body.failed)):
            for label in labels if steps is not None else ():
                assert steps is not None
                if agent in steps.agents:
                    naming.known(f"label of {agent}", label, steps.labels(agent), (*path, key))
        for label in set(body.ok) & set(body.failed):
            self.report(
                "TF814", (*path, "failed"), f"{label} stands for both outcomes", "name labels that only one of the outcomes leads to"
            )

    def _complete(self, topology: Topology) -> None:
        """Every need has its `uses`, every message its `flow`, every tool that may fail its `outcomes`."""
        bodies = [statement.body for statement in self.task.checklist]
        used = {(body.tool, body.resource) for body in bodies if isinstance(body, Uses)}
        flows = {(body.channel, body.label) for body in bodies if isinstance(body, Flow)}
        settled = Counter(body.tool for body in bodies if isinstance(body, Outcomes))
        for agent, participant in self.task.agents.items():
            for name, tool in participant.tools.items():
                path: Path = ("agents", agent, "tools", name)
                for index, resource in enumerate(tool.needs):
                    if (f"{agent}.{name}", resource) not in used:
                        hint = f"add '- uses: {{tool: {agent}.{name}, resource: {resource}}}'"
                        self.report("TF812", (*path, "needs", index), f"no statement says that {name} uses {resource}", hint)
                if tool.may_fail and not settled[f"{agent}.{name}"]:
                    hint = f"add '- outcomes: {{tool: {agent}.{name}, ok: LABEL, failed: LABEL}}'"
                    self.report("TF814", (*path, "may_fail"), f"no statement names the outcomes of {name}", hint)
        for tool_name, count in settled.items():
            if count > 1:
                index = max(i for i, body in enumerate(bodies) if isinstance(body, Outcomes) and body.tool == tool_name)
                self.report(
                    "TF814", ("checklist", index, "outcomes"), f"the outcomes of {tool_name} stand twice", "ok and failed may be lists"
                )
        for channel in topology.channels:
            for label in channel.labels:
                if (channel.id, label) not in flows:
                    hint = f"add '- flow: {{channel: {channel.id}, label: {label}}}'"
                    self.report("TF813", ("checklist",), f"no statement speaks of {label} on {channel.id}", hint, key=True)

    def _tools(self, steps: Steps) -> None:
        owner: dict[tuple[str, str], str] = {}
        for agent, participant in self.task.agents.items():
            for name, tool in participant.tools.items() if agent in steps.agents else ():
                path: Path = ("agents", agent, "tools", name)
                for index, label in enumerate(self.task.labels(f"{agent}.{name}")):
                    place = (*path, "labels", index) if tool.labels else path
                    problem = steps.work(agent, label, tool.call)
                    if problem is not None:
                        self.report("TF811", place, *problem, key=not tool.labels)
                    elif (other := owner.setdefault((agent, label), name)) != name:
                        self.report("TF811", place, f"{label} is the label of {other} already", key=not tool.labels)

    def _attempts(self) -> None:
        for name, attempt in self.task.attempts.items():
            path: Path = ("attempts", name)
            if name not in self.parts.attempts:
                self.report("TF815", path, f"there is no file {ATTEMPTS}/{name}.tla", key=True)
            wanted = PROPERTY_OF.get(attempt.kind)
            if attempt.property is not None and wanted is None:
                self.report("TF806", (*path, "property"), f"an attempt that is {attempt.kind} violates no property")
            elif attempt.property != wanted:
                given = attempt.property or "nothing"
                self.report("TF806", (*path, "property"), f"an attempt of the kind {attempt.kind} violates {wanted}, not {given}")
            if attempt.kind == "too-large":
                if attempt.grows is None:
                    self.report("TF805", path, 'the key "grows" is missing', "name the variable or agent that makes it large", key=True)
            elif attempt.grows is not None:
                self.report("TF806", (*path, "grows"), "only an attempt that is too-large grows")
            elif wanted is not None and attempt.cause not in list(Cause):
                given = attempt.cause or "missing"
                self.report("TF806", (*path, "cause"), f"the cause is {given}", f"causes: {', '.join(Cause)}")


def _missing_attempts(parts: Parts, task: Task) -> list[Diagnostic]:
    """Files of attempts that task.yaml does not know."""
    return [
        Diagnostic("TF815", f"task.yaml says nothing about the attempt {name}", file=str(path), hint="add it under 'attempts'")
        for name, path in parts.attempts.items()
        if name not in task.attempts
    ]
