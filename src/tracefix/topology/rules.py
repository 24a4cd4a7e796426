"""The rules between the parts of a topology: distinct legal ids, known endpoints, sensible labels and settings.

The rules are those of `docs/contract.md`, section Files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..similar import similar
from .models import Agent, Channel, Resource
from .names import is_identifier, meaning, suggest

Path = tuple[str | int, ...]


class Report(Protocol):
    """Takes one problem at a path of keys and indices; `fix` is the text to put in the place of the value or key."""

    def __call__(
        self, code: str, path: Sequence[str | int], message: str, hint: str | None = None, *, key: bool = False, fix: str | None = None
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Found:
    """What has the right shape, each with its path; `agent_ids` also holds the ids of agents that have not."""

    agents: Sequence[tuple[Path, Agent]]
    resources: Sequence[tuple[Path, Resource]]
    channels: Sequence[tuple[Path, Channel]]
    agent_ids: frozenset[str]


def check_rules(found: Found, report: Report) -> None:
    """Report every breach of a rule."""
    _check_ids(found, report)
    for path, resource in found.resources:
        _check_settings(path, resource, report)
    for path, channel in found.channels:
        _check_ends(path, channel, found.agent_ids, report)
        _check_labels(path, channel, report)
    _check_pairs(found.channels, report)


def _check_ids(found: Found, report: Report) -> None:
    kinds: tuple[tuple[str, Sequence[tuple[Path, Agent | Resource | Channel]]], ...] = (
        ("agent", found.agents),
        ("resource", found.resources),
        ("channel", found.channels),
    )
    everything = [(kind, path, item.id) for kind, items in kinds for path, item in items]
    taken = {name for _, _, name in everything}
    first: dict[str, tuple[str, Path]] = {}
    for kind, path, name in everything:
        here = (*path, "id")
        if name in first:
            other_kind, other = first[name]
            which = f"{other_kind} {int(other[1]) + 1}"
            report("TF112", here, f'the id "{name}" is already the id of {which}', "ids are distinct across agents, resources and channels")
            continue
        first[name] = (kind, path)
        if not is_identifier(name):
            legal = suggest(name, taken, kind)
            taken.add(legal)
            message = f'the id "{name}" is not an identifier: a letter, then letters, digits and _'
            report("TF110", here, message, f'for example "{legal}"')
        elif (reason := meaning(name)) is not None:
            legal = suggest(name, taken, kind)
            taken.add(legal)
            report("TF111", here, f'the id "{name}" cannot be used: it is {reason}', f'for example "{legal}"')


def _check_settings(path: Path, resource: Resource, report: Report) -> None:
    config = resource.config
    if resource.type == "Counter":
        if config is None or config.initial is None:
            where = path if config is None else (*path, "config")
            report("TF140", where, f'the Counter "{resource.id}" has no initial value', 'add "config": {"initial": 1}')
        return
    if config is not None and config.initial is not None:
        report("TF141", (*path, "config", "initial"), f'the Lock "{resource.id}" has an initial value', "only a Counter has one", key=True)
    if config is not None and config.grows:
        report("TF141", (*path, "config", "grows"), f'the Lock "{resource.id}" cannot grow', "only a Counter can", key=True)


def _check_ends(path: Path, channel: Channel, agents: frozenset[str], report: Report) -> None:
    for end, names in (("from", channel.senders), ("to", channel.receivers)):
        for index, name in enumerate(names):
            here: Path = (*path, end, index) if len(names) > 1 else (*path, end)
            if name in names[:index]:
                report("TF123", here, f'"{name}" stands twice in "{end}"')
            elif name not in agents:
                close = _closest(name, agents)
                known = f"agents: {', '.join(sorted(agents))}" if agents else None
                hint = f'did you mean "{close}"?' if close else known
                report("TF120", here, f'there is no agent "{name}"', hint, fix=f'"{close}"' if close else None)
    for name in dict.fromkeys(channel.receivers):
        if name in channel.senders:
            report(
                "TF121",
                path,
                f'the channel "{channel.id}" leads from "{name}" to itself',
                "an agent can remember things in a variable",
            )


def _closest(name: str, agents: Iterable[str]) -> str | None:
    by_lower = {agent.lower(): agent for agent in agents}
    close = similar(name.lower(), by_lower, 0.5)
    return by_lower[close[0]] if close else None


def _check_labels(path: Path, channel: Channel, report: Report) -> None:
    known: set[str] = set()
    for index, label in enumerate(channel.labels):
        here = (*path, "labels", index)
        if label in known:
            report("TF130", here, f'the label "{label}" stands twice')
        elif not _is_tla_string(label):
            hint = "use ASCII letters, digits, spaces and punctuation, but no quote, backslash or comment bracket"
            report("TF131", here, f"the label {label!r} cannot be written in a protocol", hint)
        known.add(label)
    seen: set[str] = set()
    for index, label in enumerate(channel.content_labels):
        here = (*path, "content_labels", index)
        if label not in known:
            close = similar(label, channel.labels)
            hint = f'did you mean "{close[0]}"?' if close else f"labels: {', '.join(channel.labels)}"
            fix = json.dumps(close[0]) if close else None
            report("TF132", here, f'the channel "{channel.id}" has no label "{label}"', hint, fix=fix)
        elif label in seen:
            report("TF130", here, f'the content label "{label}" stands twice')
        seen.add(label)


def _is_tla_string(label: str) -> bool:
    """Whether a label reads the same in a protocol; a comment bracket would nest in the comment that holds the algorithm."""
    plain = all(" " <= character <= "~" and character not in '"\\' for character in label)
    return plain and "(*" not in label and "*)" not in label


def _check_pairs(channels: Sequence[tuple[Path, Channel]], report: Report) -> None:
    """One channel per directed pair: two would let messages overtake each other between the same agents."""
    first: dict[tuple[str, str], str] = {}
    for path, channel in channels:
        pairs = {(sender, receiver): None for sender in channel.senders for receiver in channel.receivers if sender != receiver}
        for pair in pairs:
            other = first.setdefault(pair, channel.id)
            if other != channel.id:
                message = f'the channel "{channel.id}" leads from "{pair[0]}" to "{pair[1]}", as "{other}" does'
                report("TF122", path, message, f'add its labels to "{other}"')
                break
