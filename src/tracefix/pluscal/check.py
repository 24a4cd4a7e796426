"""From the parts of a module to a Module: macros expanded, labels and names checked."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..source import Source, Span
from .ast import Algorithm, Process
from .expand import expand
from .labels import check_labels
from .model import Module
from .module import read_module
from .names import check_names
from .problems import Problems, TooMany, and_more
from .unknown import Expected

_UNCLEAR = frozenset(["TF201", "TF202", "TF203", "TF204", "TF207", "TF226", "TF227", "TF228", "TF231", "TF232", "TF233"])
"""Problems after which a text may mean something else than it seems to."""


_UNREAD = frozenset(["TF206", "TF210", "TF211", "TF212", "TF213"])
"""Problems after which the names on their line may mean something else."""


def check_module(source: Source, expected: Expected | None = None) -> Module:
    """See `tracefix.pluscal.parse_module`."""
    try:
        return _check(source, expected or Expected())
    except TooMany as error:
        raise InvalidInput(and_more(error.problems, in_order(error.problems), source.name)) from None


def _check(source: Source, expected: Expected) -> Module:
    parts = read_module(source)
    written = parts.algorithm
    overfull = isinstance(parts.diagnostics, Problems) and parts.diagnostics.more > 0
    if written is None or parts.broken or overfull or any(diagnostic.code in _UNCLEAR for diagnostic in parts.diagnostics):
        raise InvalidInput(and_more(parts.diagnostics, in_order(_doubtful(parts.diagnostics)), source.name))
    damaged = [process for process in written.processes if any(_inside(place, process) for place in parts.damaged)]
    if any(all(not _inside(place, process) for process in damaged) for place in parts.damaged):
        # What was dropped belongs to everything: nothing can be said about what uses it.
        raise InvalidInput(and_more(parts.diagnostics, in_order(parts.diagnostics), source.name))
    diagnostics = parts.diagnostics
    syntax = len(diagnostics)
    unread = {diagnostic.line for diagnostic in diagnostics if diagnostic.code in _UNREAD}
    warnings: list[Diagnostic] = []
    readable = replace(written, processes=tuple(replace(p, body=()) if p in damaged else p for p in written.processes))
    algorithm = expand(readable, source, diagnostics)
    foreign = [process for process in written.processes if any(_is_foreign(each, source, process.span) for each in diagnostics)]
    expanded = len(diagnostics)
    algorithm = check_labels(algorithm, source, diagnostics, warnings, add=parts.add_labels)
    check_names(parts, algorithm, source, diagnostics, warnings, expected)
    if unread:
        diagnostics[syntax:] = [each for each in diagnostics[syntax:] if each.line not in unread]
    for process in foreign:
        # The block of a loop that PlusCal has not may use what the loop would declare.
        lines = range(source.position(process.span.start)[0], source.position(process.span.end)[0] + 1)
        diagnostics[expanded:] = [each for each in diagnostics[expanded:] if each.line not in lines]
    if diagnostics:
        diagnostics[:] = _labels_in_doubt(diagnostics, written, source)
        raise InvalidInput(and_more(diagnostics, in_order(diagnostics), source.name))
    return Module(
        source=source,
        name=parts.name,
        extends=parts.extends,
        constants=tuple(parts.constants),
        definitions=parts.definitions,
        algorithm=algorithm,
        written=written,
        warnings=in_order(warnings),
        assumptions=tuple(parts.assumed),
    )


def _inside(place: int, process: Process) -> bool:
    return process.identity.span.end <= place <= process.span.end


def _is_foreign(diagnostic: Diagnostic, source: Source, span: Span) -> bool:
    place = (diagnostic.line or 0, diagnostic.column or 0)
    return diagnostic.code == "TF229" and source.position(span.start) <= place <= source.position(span.end)


_MISPLACED = frozenset(["TF222", "TF224", "TF225", "TF305", "TF306"])


def _labels_in_doubt(diagnostics: list[Diagnostic], written: Algorithm, source: Source) -> list[Diagnostic]:
    """Where a label is missing and another one stands before nothing, it has most likely slipped: then no fix of either is certain."""
    spans = [(source.position(p.span.start), source.position(p.span.end)) for p in written.processes]
    for start, end in spans or [((1, 1), source.position(len(source.text)))]:
        inside = [d for d in diagnostics if start <= (d.line or 0, d.column or 0) <= end]
        codes = {diagnostic.code for diagnostic in inside}
        if "TF301" in codes and codes & _MISPLACED:
            doubtful = [d for d in inside if d.code == "TF301" or d.code in _MISPLACED]
            diagnostics = [_doubtful([d])[0] if d in doubtful else d for d in diagnostics]
    return diagnostics


def _doubtful(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Where it is not clear what belongs to what, no fix is certain."""
    return [d if d.fix is None else replace(d, fix=replace(d.fix, certain=False)) for d in diagnostics]


def in_order(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By place, each problem once: a macro's text is looked at once per call."""
    unique = {(d.line or 0, d.column or 0, d.code, d.message): d for d in reversed(diagnostics)}
    return tuple(unique[key] for key in sorted(unique))
