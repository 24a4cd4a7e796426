"""Diagnostics as text: place and headline, the source line with a mark under the place, the hint and the fix."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic
from .style import Style, printable

WIDTH = 110
"""Longest piece of a source line that is shown."""

_COLORS = {"error": "red", "warning": "yellow"}


def diagnostics_text(diagnostics: Iterable[Diagnostic], *, color: bool = False) -> str:
    """Every diagnostic, in order, with an empty line between two; ends with a line break unless there is none."""
    blocks = [_one(diagnostic, Style(color)) for diagnostic in diagnostics]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _one(diagnostic: Diagnostic, style: Style) -> str:
    severity = style(f"{diagnostic.severity} {diagnostic.code}", "bold", _COLORS.get(diagnostic.severity, "cyan"))
    place = _place(diagnostic)
    lines = [
        f"{style(place, 'bold')}: {severity}: {printable(diagnostic.message)}" if place else f"{severity}: {printable(diagnostic.message)}"
    ]
    if diagnostic.excerpt is not None and diagnostic.line is not None and diagnostic.excerpt.strip():
        lines += _excerpt(diagnostic, diagnostic.excerpt, style)
    if diagnostic.hint is not None:
        lines.append(f"  hint: {printable(diagnostic.hint)}")
    if diagnostic.fix is not None:
        lines.append(f"  {'fix' if diagnostic.fix.certain else 'possible fix'}: {printable(diagnostic.fix.message)}")
    return "\n".join(lines)


def _place(diagnostic: Diagnostic) -> str:
    """`file:line:column (pointer)`, or what of it is known; unlike `Diagnostic.place`, both ways to find it."""
    numbers = [str(number) for number in (diagnostic.line, diagnostic.column) if number is not None]
    place = ":".join([*([printable(diagnostic.file)] if diagnostic.file else []), *numbers])
    if diagnostic.pointer:
        place = f"{place} ({printable(diagnostic.pointer)})" if place else printable(diagnostic.pointer)
    return place


def _excerpt(diagnostic: Diagnostic, excerpt: str, style: Style) -> list[str]:
    first = max(0, (diagnostic.column or 1) - 1)
    same_line = diagnostic.end_line in (None, diagnostic.line)
    last = (diagnostic.end_column or first + 2) - 1 if same_line else len(excerpt)
    start = 0 if len(excerpt) <= WIDTH else max(0, min(first - WIDTH // 3, len(excerpt) - WIDTH))
    shown = printable(excerpt[start : start + WIDTH])
    before, after = "..." if start else "", "..." if start + WIDTH < len(excerpt) else ""
    marks = max(1, min(last, start + WIDTH) - first)
    margin = f"  {diagnostic.line} | "
    blank = " " * (len(margin) - 2) + "| "
    pad = " " * (first - start + len(before))
    return [f"{style(margin, 'dim')}{before}{shown}{after}", f"{style(blank, 'dim')}{pad}{style('^' * marks, 'bold', 'red')}"]
