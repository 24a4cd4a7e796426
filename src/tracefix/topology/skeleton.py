"""A PlusCal module and its configuration for a topology: everything but what the agents do."""

from __future__ import annotations

from collections.abc import Iterable

from .models import Channel, Topology
from .names import fresh
from .properties import PROPERTY_NAMES, property_conjuncts

_MACROS = """\
    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }
""", """\
    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }
""", """\
    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }
"""  # fmt: skip


def scaffold(topology: Topology) -> tuple[str, str]:
    """The texts of `Protocol.tla` and `Protocol.cfg`.

    The module has a variable for each lock, counter and channel, macros to use them, the properties of the topology, and a process
    for each agent that does nothing yet. It is accepted by pcal.trans and holds as it stands.
    """
    return _module(topology), _configuration(topology)


def _module(topology: Topology) -> str:
    constants = _constants(topology)
    taken = topology.ids
    processes = []
    for agent in topology.agents:
        process = fresh(agent.id.lower(), taken)
        label = fresh(f"{process}_start", taken | {process})
        taken = taken | {process, label}
        processes.append((agent.id, process, label))
    message = fresh("msg", taken)
    lines = [
        "---- MODULE Protocol ----",
        "EXTENDS Integers, Sequences, FiniteSets, TLC",
        "",
        f"CONSTANTS {', '.join(constants)}",
        "",
        "(*",
        "--algorithm Protocol {",
    ]
    variables = _variables(topology)
    if variables:
        lines.append("    variables")
        lines += [f"        {name} = {value}{',' if index < len(variables) else ';'}" for index, (name, value) in enumerate(variables, 1)]
        lines.append("")
    lines.append("    define {")
    lines += _definitions(topology)
    lines += ["    }", ""]
    used = (bool(topology.locks), bool(topology.counters), bool(topology.channels))
    macros = "\n".join(text for text, wanted in zip(_MACROS, used, strict=True) if wanted)
    lines += [*macros.splitlines(), ""] if macros else []
    for agent_id, process, label in processes:
        lines += _process(topology, agent_id, process, label, message)
    lines[-1:] = ["}", "*)", "====", ""]
    return "\n".join(lines)


def _constants(topology: Topology) -> list[str]:
    return [*(["FREE"] if topology.locks else []), *(agent.id for agent in topology.agents)]


def _variables(topology: Topology) -> list[tuple[str, str]]:
    return [
        *((lock.id, "FREE") for lock in topology.locks),
        *((counter.id, str(counter.initial)) for counter in topology.counters),
        *((channel.id, "<<>>") for channel in topology.channels),
    ]


def _definitions(topology: Topology) -> list[str]:
    # ProcSet is defined below the define block of the translation, so the agents are listed.
    agents = ", ".join(agent.id for agent in topology.agents)
    lines = [f'        AllDone == \\A tf_agent \\in {{{agents}}} : pc[tf_agent] = "Done"']
    for name in PROPERTY_NAMES:
        conjuncts = property_conjuncts(topology, None, "AllDone")[name]
        if conjuncts:
            lines += ["", f"        {name} ==", *(f"            /\\ {conjunct}" for conjunct in conjuncts)]
        else:
            lines += ["", f"        {name} == TRUE"]
    return lines


def _process(topology: Topology, agent: str, process: str, label: str, message: str) -> list[str]:
    # `self` is only defined in processes of a set, also for a set of one: pcal.trans leaves it unbound in `process (p = A)`.
    lines = [f"    process ({process} \\in {{{agent}}})"]
    if topology.received_by(agent):
        lines.append(f'        variables {message} = "";')
    lines += [
        "    {",
        *(f"        \\* {note}" for note in _notes(topology, agent, message)),
        f"        {label}:",
        "            skip;",
        "    }",
        "",
    ]
    return lines


def _notes(topology: Topology, agent: str, message: str) -> Iterable[str]:
    """What an agent may use, one line each."""
    for lock in topology.locks:
        yield f"acquire({lock.id}); release({lock.id});"
    for counter in topology.counters:
        yield f"take({counter.id}); give({counter.id});"
    for channel in topology.sent_by(agent):
        yield f"send({channel.id}, LABEL); to {_names(channel.receivers)}: {_labels(channel)}"
    for channel in topology.received_by(agent):
        yield f"receive({channel.id}, {message}); from {_names(channel.senders)}: {_labels(channel)}"


def _names(agents: tuple[str, ...]) -> str:
    return " or ".join(agents)


def _labels(channel: Channel) -> str:
    return ", ".join(f'"{label}"' for label in channel.labels)


def _configuration(topology: Topology) -> str:
    lines = ["SPECIFICATION Spec", "CONSTANTS", *(f"    {name} = {name}" for name in _constants(topology))]
    return "\n".join([*lines, "INVARIANTS", *(f"    {name}" for name in PROPERTY_NAMES), ""])
