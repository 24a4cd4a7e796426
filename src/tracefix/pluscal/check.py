"""From the parts of a module to a Module: macros expanded, labels and names checked."""

from __future__ import annotations

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..source import Source
from .expand import expand
from .labels import check_labels
from .model import Module
from .module import read_module
from .names import check_names
from .problems import TooMany


def check_module(source: Source) -> Module:
    """See `tracefix.pluscal.parse_module`."""
    try:
        return _check(source)
    except TooMany as error:
        raise InvalidInput(in_order(error.problems)) from None


def _check(source: Source) -> Module:
    parts = read_module(source)
    written = parts.algorithm
    if parts.diagnostics or written is None:
        raise InvalidInput(in_order(parts.diagnostics))
    diagnostics = parts.diagnostics
    warnings: list[Diagnostic] = []
    algorithm = expand(written, source, diagnostics)
    algorithm = check_labels(algorithm, source, diagnostics, warnings, add=parts.add_labels)
    check_names(parts, algorithm, source, diagnostics, warnings)
    if diagnostics:
        raise InvalidInput(in_order(diagnostics))
    return Module(
        source=source,
        name=parts.name,
        extends=parts.extends,
        constants=tuple(parts.constants),
        definitions=parts.definitions,
        algorithm=algorithm,
        written=written,
        warnings=in_order(warnings),
    )


def in_order(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By place, each problem once: a macro's text is looked at once per call."""
    unique = {(d.line or 0, d.column or 0, d.code, d.message): d for d in reversed(diagnostics)}
    return tuple(unique[key] for key in sorted(unique))
