"""`tracefix validate`."""

from __future__ import annotations

from pathlib import Path

import click

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from .exits import Exit
from .options import json_option, path_argument
from .output import note, show_diagnostics, show_invalid, write_json

SCHEMA = "tracefix.validate/1"


@click.command("validate")
@path_argument()
@json_option("the diagnostics")
def command(path: str, as_json: bool) -> int:
    """Check the files in PATH without running them: a folder, a .tla file, or a topology alone (.json)."""
    try:
        warnings = _topology(path) if Path(path).suffix == ".json" else _workspace(path)
    except InvalidInput as error:
        show_invalid(error.diagnostics)
        if as_json:
            _write(False, error.diagnostics)
        return Exit.INVALID
    show_diagnostics(warnings)
    if as_json:
        _write(True, warnings)
    else:
        note(f"valid: {path}" if not warnings else f"\nvalid, with warnings: {path}")
    return Exit.OK


def _write(valid: bool, diagnostics: tuple[Diagnostic, ...]) -> None:
    write_json({"schema": SCHEMA, "valid": valid, "diagnostics": [diagnostic.to_json() for diagnostic in diagnostics]})


def _topology(path: str) -> tuple[Diagnostic, ...]:
    from ..topology import Topology

    Topology.load(path)
    return ()


def _workspace(path: str) -> tuple[Diagnostic, ...]:
    from ..checker import lower
    from ..workspace import load

    workspace = load(path)
    lower(workspace, "label")
    return workspace.module.warnings
