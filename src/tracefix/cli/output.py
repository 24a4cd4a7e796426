"""Where output goes: data to standard output, everything else to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

from ..diagnostics import Diagnostic

if TYPE_CHECKING:
    from ..workspace import Workspace


def wants_color(stream: TextIO) -> bool:
    """Whether a stream is a terminal that shows colour and nobody asked for none (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write(text: str) -> None:
    """Text to standard output."""
    sys.stdout.write(text)


def write_json(data: Any) -> None:
    """One JSON object to standard output."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def note(text: str) -> None:
    """A remark to standard error."""
    print(text, file=sys.stderr)


def show_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Diagnostics as text to standard error."""
    from ..render.diagnostics import diagnostics_text

    sys.stderr.write(diagnostics_text(diagnostics, color=wants_color(sys.stderr)))


def findings(workspace: Workspace) -> tuple[Diagnostic, ...]:
    """What the text of a protocol shows without a search."""
    from ..lint import lint

    return lint(workspace)


def show_suspects(target: str | Workspace) -> None:
    """What the text of a violated protocol shows without a search: often the reason of the violation."""
    from ..lint import lint

    if found := lint(target):
        note("")
        show_diagnostics(found)


def show_invalid(diagnostics: Iterable[Diagnostic], *, fixable: bool = False) -> None:
    """The diagnostics of an input that cannot be used, how many there are, and with `fixable` how many have a certain fix."""
    found = tuple(diagnostics)
    show_diagnostics(found)
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    fixes = sum(diagnostic.fix is not None and diagnostic.fix.certain for diagnostic in found) if fixable else 0
    more = f"; --fix puts in {fixes} {'fix' if fixes == 1 else 'fixes'}" if fixes else ""
    note(f"\ninvalid: {errors} {'error' if errors == 1 else 'errors'}{more}")
