"""What the description of a task must not say: words of the solution, labels of the protocol, orders of taking."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..lint.flow import bodies
from ..pluscal.labels import walk
from ..source import Source, Span
from ..topology import Topology
from ..workspace import Workspace

LINES = (15, 40)
"""How many lines with text a description has."""

_TERMS = re.compile(
    r"\b(?:pluscal|tla\+?|tlc|label(?:s|led)?|await(?:s|ed|ing)?|acqui(?:re|res|red|ring)|dead-?locks?|live-?locks?|mutex(?:es)?|semaphores?|"
    r"goto|macros?|invariants?|interleavings?|hand-?shak(?:e|es|ing)|critical sections?|atomic(?:ally)?|model check(?:er|ing)|"
    r"lock(?:ing)? order|order of (?:the )?locks?|busy[- ]wait(?:s|ing)?|while loops?|for loops?)(?!\w)",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?:before|after|first|then|last|order)\b", re.IGNORECASE)
_TAKING = re.compile(
    r"\b(?:tak(?:e|es|en|ing)|lock(?:s|ed|ing)?|hold(?:s|ing)?|grab(?:s|bed|bing)?|get(?:s|ting)?|seiz(?:e|es|ed|ing))\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"[^.;:!?]+(?:[.;:!?](?!\s|$)[^.;:!?]*)*")


def check_description(description: Source, topology: Topology | None, workspace: Workspace | None) -> list[Diagnostic]:
    """Every word that gives something away (TF817), and a length out of bounds (TF807), in the order of the text."""
    found = [*_terms(description)]
    if workspace is not None:
        found += _labels(description, workspace)
    if topology is not None:
        found += _orders(description, [lock.id for lock in topology.locks])
    found.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
    lines = sum(bool(line.strip()) for line in description.text.split("\n"))
    low, high = LINES
    if not low <= lines <= high:
        message = f"a description has {low} to {high} lines with text, not {lines}"
        found.append(description.diagnostic("TF807", message, Span(0, 0)))
    return found


def _terms(description: Source) -> Iterator[Diagnostic]:
    for match in _TERMS.finditer(description.text):
        message = f'"{match.group()}" is a word of the solution'
        yield description.diagnostic(
            "TF817", message, Span(*match.span()), hint="say in plain words what people do, not how a protocol does it"
        )


def _labels(description: Source, workspace: Workspace) -> Iterator[Diagnostic]:
    algorithm = workspace.module.algorithm
    labels = {each.label.name for _, body in bodies(algorithm) for each in walk(body) if each.label is not None}
    for match in re.finditer(r"(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+", description.text):
        if match.group() in labels:
            yield description.diagnostic("TF817", f"{match.group()} is a label of the protocol", Span(*match.span()))


def _orders(description: Source, locks: list[str]) -> Iterator[Diagnostic]:
    """Sentences that name two locks and say in which order they are taken."""
    if len(locks) < 2:
        return
    names = re.compile(r"\b(?:" + "|".join(map(re.escape, locks)) + r")\b")
    for sentence in _SENTENCE.finditer(description.text):
        places = list(names.finditer(sentence.group()))
        if len({place.group() for place in places}) < 2:
            continue
        between = sentence.group()[places[0].end() : places[-1].start()]
        if _ORDER.search(between) and _TAKING.search(sentence.group()):
            start = sentence.start() + places[0].start()
            other = next(place.group() for place in reversed(places) if place.group() != places[0].group())
            message = f"this sentence says in which order {places[0].group()} and {other} are taken"
            yield description.diagnostic("TF817", message, Span(start, start + len(places[0].group())))
