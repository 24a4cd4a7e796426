"""A violation as a Mermaid sequence diagram, which pull requests and wikis show.

Agents, locks and counters are participants. A message is an arrow from its sender to its receivers when it is sent, and a note over
the receiver when it is taken out; taking and giving back are arrows to and from the lock or counter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnosis import Action, Diagnosis, Told
from ..topology import Topology
from .story import Fold, action_words, folded, lines_of, no_return_words, step_words, verdict_words

_ENTITIES = str.maketrans({"#": "#35;", ";": "#59;", "<": "#lt;", ">": "#gt;"})


def mermaid_diagram(diagnosis: Diagnosis) -> str:
    """The diagram's text, ending with a line break."""
    return "\n".join(_lines(diagnosis)) + "\n"


def topology_diagram(topology: Topology) -> str:
    """A topology as a Mermaid flowchart, ending with a line break."""
    ids = {agent.id: f"a{number}" for number, agent in enumerate(topology.agents)}
    lines = ["flowchart LR"]
    lines += [f'    {ids[agent.id]}(["{_text(agent.id)}"])' for agent in topology.agents]
    for number, resource in enumerate(topology.resources):
        what = "lock" if resource.type == "Lock" else f"{resource.initial} slots"
        lines.append(f'    r{number}["{_text(resource.id)}: {what}"]')
    for channel in topology.channels:
        for sender in channel.senders:
            lines += [f'    {ids[sender]} -- "{_text(channel.id)}" --> {ids[receiver]}' for receiver in channel.receivers]
    return "\n".join(lines) + "\n"


def _lines(diagnosis: Diagnosis) -> Iterator[str]:
    violation = diagnosis.violation
    agents = list(violation.trace[0].state.pc)
    objects = [name for name, sort in diagnosis.sorts.items() if sort in ("lock", "counter")]
    ids = {name: f"p{number}" for number, name in enumerate([*agents, *objects])}
    yield "sequenceDiagram"
    yield f"    %% {_plain(verdict_words(violation))}"
    for agent in agents:
        yield f"    participant {ids[agent]} as {_text(agent)}"
    for name in objects:
        yield f"    participant {ids[name]} as {diagnosis.sorts[name]} {_text(name)}"
    everyone = f"{ids[agents[0]]},{ids[agents[-1]]}" if len(agents) > 1 else ids[agents[0]]
    receivers = _receivers(diagnosis)
    for row in folded(diagnosis):
        if isinstance(row, Fold):
            yield f"    Note over {everyone}: {_text(str(row))}"
        elif row.step is None:
            if row.actions:
                yield f"    Note over {everyone}: {_text(step_words(row))}"
        else:
            for action in row.actions:
                yield f"    {_action(action, row, ids, receivers)}"
            if diagnosis.no_return is not None and diagnosis.no_return.index == row.index:
                yield f"    Note over {everyone}: {_text('point of no return: ' + (no_return_words(diagnosis) or ''))}"
    yield f"    Note over {everyone}: {_text(verdict_words(violation))}"
    for wait in dict.fromkeys(diagnosis.agents):
        roles = [f"{place.role} (line {line})" for line, places in lines_of(diagnosis).items() for place in places if place.agent == wait]
        if wait in ids and roles:
            yield f"    Note over {ids[wait]}: {_text('; '.join(dict.fromkeys(roles)))}"
    yield f"    Note over {everyone}: {_text(diagnosis.cause.value + ': ' + diagnosis.summary)}"


def _action(action: Action, told: Told, ids: dict[str, str], receivers: dict[str, list[str]]) -> str:
    assert told.step is not None
    agent, label = ids[told.step.agent], f"{told.index} {told.step.label}"
    words = action_words(action).removeprefix(f"{told.step.agent}.")
    text = _text(f"{label}: {words}")
    if action.kind in ("acquire", "take", "hand") and action.name in ids:
        return f"{agent}->>{ids[action.name]}: {text}"
    if action.kind in ("release", "give") and action.name in ids:
        return f"{ids[action.name]}-->>{agent}: {text}"
    if action.kind == "send" and len(found := receivers.get(action.name, [])) == 1 and found[0] in ids:
        return f"{agent}-){ids[found[0]]}: {text}"
    return f"Note over {agent}: {text}"


def _receivers(diagnosis: Diagnosis) -> dict[str, list[str]]:
    topology = diagnosis.workspace.topology
    return {} if topology is None else {channel.id: list(channel.receivers) for channel in topology.channels}


def _text(text: str) -> str:
    """Text that ends neither the line nor the statement: `;` and `#` begin something else in Mermaid."""
    return _plain(text).translate(_ENTITIES)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)
