"""The verdict of tracefix about a module beside that of the tools."""

from __future__ import annotations

from deliberate import deliberate

from judge import Opinion
from tracefix.diagnostics import Diagnostic
from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_module
from tracefix.source import Source


def complaints(text: str) -> list[Diagnostic]:
    """The diagnostics of a module, none when it is accepted."""
    try:
        parse_module(Source("M.tla", text))
    except InvalidInput as error:
        return list(error.diagnostics)
    return []


def disagreement(found: list[Diagnostic], refused_by: str) -> str | None:
    """What is wrong with the verdict when the tools' is this; None when it is theirs, or differs on purpose."""
    if not found:
        return f"accepted here, refused by {refused_by}" if refused_by else None
    if refused_by or deliberate(found):
        return None
    return f"accepted by the tools, refused here: {found[0]}"


def place(found: list[Diagnostic], opinion: Opinion) -> str:
    """Where tracefix points compared with pcal.trans: `same` line, `earlier`, `later`, or `unknown`.

    `same` holds when any of the diagnostics stands there: pcal.trans stops at its first problem.
    """
    if opinion.refused_by != "pcal.trans" or not opinion.lines:
        return "unknown"
    if {d.line for d in found} & set(opinion.lines):
        return "same"
    return "earlier" if (found[0].line or 0) < min(opinion.lines) else "later"
