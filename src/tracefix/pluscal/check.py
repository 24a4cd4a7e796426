"""From the parts of a module to a Module: macros expanded, labels and names checked."""

from __future__ import annotations

from ..errors import InvalidInput
from ..source import Source
from .expand import expand
from .model import Module
from .module import read_module


def check_module(source: Source) -> Module:
    """See `tracefix.pluscal.parse_module`."""
    parts = read_module(source)
    written = parts.algorithm
    if parts.diagnostics or written is None:
        raise InvalidInput(parts.diagnostics)
    diagnostics = parts.diagnostics
    algorithm = expand(written, source, diagnostics)
    if diagnostics:
        raise InvalidInput(diagnostics)
    return Module(
        source=source,
        name=parts.name,
        extends=parts.extends,
        constants=tuple(parts.constants),
        definitions=parts.definitions,
        algorithm=algorithm,
        written=written,
        warnings=(),
    )
