"""Whether the names that a task uses exist: agents, tools, resources, channels with their labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..similar import similar
from ..topology import Topology
from .models import Acquired, AllOf, AnyOf, Event, Finished, Predicate, Received, Released, Sent, Task, ToolRan

Path = tuple[str | int, ...]


class Report(Protocol):
    """Takes one problem at a path of `task.yaml`."""

    def __call__(self, code: str, path: Sequence[str | int], message: str, hint: str | None = None, *, key: bool = False) -> None: ...


class Naming:
    """Looks names up and reports those that do not exist (TF810)."""

    def __init__(self, task: Task, topology: Topology, report: Report) -> None:
        self.task = task
        self.report = report
        self.agents = [agent.id for agent in topology.agents]
        self.resources = [resource.id for resource in topology.resources]
        self.channels = {channel.id: channel for channel in topology.channels}
        self.tools = [f"{agent}.{tool}" for agent, participant in task.agents.items() for tool in participant.tools]

    def known(self, kind: str, name: str, names: Iterable[str], path: Path) -> bool:
        """Whether a name is one of these."""
        names = list(names)
        if name in names:
            return True
        close = similar(name, names)
        known = f"known: {', '.join(names)}" if names else f"the task has no {kind}"
        self.report("TF810", path, f"there is no {kind} {name}", f"did you mean {close[0]}?" if close else known)
        return False

    def agent(self, name: str, path: Path) -> bool:
        """Whether it is an agent of the topology."""
        return self.known("agent", name, self.agents, path)

    def resource(self, name: str, path: Path) -> bool:
        """Whether it is a lock or counter of the topology."""
        return self.known("lock or counter", name, self.resources, path)

    def tool(self, name: str, path: Path) -> bool:
        """Whether it is `AGENT.tool` of a tool of the task."""
        return self.known("tool", name, self.tools, path)

    def message(self, channel: str, label: str, path: Path, key: str) -> bool:
        """Whether the topology has the channel and it carries the label; `key` is the one that names the channel."""
        if not self.known("channel", channel, self.channels, (*path, key)):
            return False
        return self.known(f"label of {channel}", label, self.channels[channel].labels, (*path, "label"))

    def outcome(self, tool: str, path: Path) -> bool:
        """Whether the tool may fail."""
        found = self.task.tool(tool)
        if found is None or found.may_fail:
            return True
        self.report("TF810", path, f"{tool} cannot fail: it has no other outcome than ok", "say 'may_fail: true' at the tool if it can")
        return False

    def event(self, event: Event, path: Path) -> bool:
        """Whether everything that an event names exists."""
        match event:
            case ToolRan(tool=tool, outcome=outcome):
                return self.tool(tool, (*path, "tool")) and (outcome != "failed" or self.outcome(tool, (*path, "outcome")))
            case Sent(sent=channel, label=label):
                return self.message(channel, label, path, "sent")
            case Received(received=channel, label=label):
                return self.message(channel, label, path, "received")
            case Acquired(acquired=resource, by=agent):
                return self.resource(resource, (*path, "acquired")) & self.agent(agent, (*path, "by"))
            case Released(released=resource, by=agent):
                return self.resource(resource, (*path, "released")) & self.agent(agent, (*path, "by"))
            case Finished(done=agent):
                return self.agent(agent, (*path, "done"))

    def predicate(self, predicate: Predicate, path: Path) -> None:
        """Look at every event of a predicate."""
        if isinstance(predicate, (AllOf, AnyOf)):
            key, parts = ("all", predicate.all) if isinstance(predicate, AllOf) else ("any", predicate.any)
            for index, part in enumerate(parts):
                self.predicate(part, (*path, key, index))
        else:
            self.event(predicate, path)

    def may_do(self, agent: str, event: Event) -> bool:
        """Whether an event is one that the agent makes happen."""
        match event:
            case ToolRan(tool=tool):
                return tool.partition(".")[0] == agent
            case Sent(sent=channel):
                return agent in self.channels[channel].senders
            case Received(received=channel):
                return agent in self.channels[channel].receivers
            case Acquired(by=by) | Released(by=by):
                return by == agent
            case Finished(done=done):
                return done == agent
