"""The steps of a reference by agent and label, and the work that they stand for."""

from __future__ import annotations

from ..lint.flow import Flow
from ..lint.protocol import read_protocol
from ..pluscal.ast import Skip
from ..workspace import Workspace

Problem = tuple[str, str | None]
"""A message and a hint."""


class Steps:
    """The labels of each agent and what stands at them."""

    def __init__(self, workspace: Workspace) -> None:
        self.source = workspace.source
        self.agents: dict[str, Flow] = {agent.name: agent.flow for agent in read_protocol(workspace).agents}

    def labels(self, agent: str) -> tuple[str, ...]:
        """The labels of an agent, `Done` among them."""
        return tuple(self.agents[agent].labels)

    def following(self, agent: str, label: str) -> tuple[str, ...]:
        """The labels that one step of an agent may lead to."""
        return self.agents[agent].following(label)

    def work(self, agent: str, label: str, call: str) -> Problem | None:
        """What is wrong with a label as the place of a tool: it must be a `skip` whose comment names the call."""
        flow = self.agents[agent]
        if label not in flow.labels:
            from ..similar import similar

            close = similar(label, flow.labels)
            return f"{agent} has no label {label}", f"did you mean {close[0]}?" if close else "name it with 'labels'"
        statement = flow.nodes[flow.labels[label]].statement
        if not isinstance(statement, Skip) or statement.label is None:
            return f"the step {label} is not a skip", "a tool works at a label of its own: label: skip;  \\* call"
        if _plain(call) not in _plain(self.comment(statement.label.span.start, statement.span.end)):
            return f"no comment at {label} contains the call {call}", f"write '{label}: skip;  \\* {call}'"
        return None

    def comment(self, start: int, end: int) -> str:
        """The comments at a statement: in its lines, and in lines of comments right above and below."""
        first, last = self.source.position(start)[0], self.source.position(end)[0]
        lines = [self.source.line_text(number) for number in range(first, last + 1)]
        for number, step in ((first - 1, -1), (last + 1, 1)):
            while _is_comment(text := self.source.line_text(number)):
                lines.append(text)
                number += step
        return " ".join(part for line in lines for mark in ("\\*", "(*") for part in [line.partition(mark)[2]])


def _is_comment(line: str) -> bool:
    stripped = line.strip()
    return stripped.startswith("\\*") or (stripped.startswith("(*") and stripped.endswith("*)"))


def _plain(text: str) -> str:
    return " ".join(text.split())
