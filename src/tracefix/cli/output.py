"""Where output goes: data to standard output, everything else to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from ..diagnostics import Diagnostic
from .exits import Exit

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


class CannotWrite(click.ClickException):
    """A file cannot be written; the message says which and why."""

    exit_code = Exit.OUTPUT

    def __init__(self, file: object, error: OSError) -> None:
        super().__init__(f"cannot write {file}: {(error.strerror or str(error)).lower()}")


def check_output(file: str, path: str, *more: str | None) -> None:
    """Refuse to write where a file of the protocol lies, or where no file can be made, before the work is done.

    `path` is the protocol's folder or file and `more` further inputs. Raises UsageError or CannotWrite.
    """
    if file == "-":
        raise click.UsageError("- is not the name of a file")
    target, source = Path(file), Path(path)
    existed = target.exists()
    folder = source if source.is_dir() else source.parent
    if existed and target.suffix in (".tla", ".cfg", ".json"):
        inputs = [source, *folder.glob("*"), *(Path(each) for each in more if each is not None)]
        if any(target.samefile(each) for each in inputs if each.is_file()):
            raise click.UsageError(f"{file} is a file of the protocol and would be overwritten; choose another name")
    try:
        target.open("ab").close()
        if not existed:
            target.unlink()
    except OSError as error:
        raise CannotWrite(file, error) from None


def write_file(file: str, text: str) -> None:
    """A text to a file, and a remark that it was written. Raises CannotWrite."""
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotWrite(file, error) from None
    note(f"wrote {file}")


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
