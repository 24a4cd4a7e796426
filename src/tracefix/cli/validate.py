"""`tracefix validate`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from .exits import Exit
from .options import format_option, path_argument, topology_option
from .output import note, show_diagnostics, show_invalid, write_json

SCHEMA = "tracefix.validate/1"


@click.command("validate")
@path_argument()
@topology_option()
@format_option("the diagnostics")
@click.option("--fix", is_flag=True, help="put the fixes that leave no choice into the files")
def command(path: str, topology: str | None, form: str, fix: bool) -> int:
    """Check the files in PATH without running them: a folder, a .tla file, or a topology alone (.json)."""
    fixed: Mapping[str, int] | None = None
    if fix:
        from .fixing import fix_files

        diagnostics, fixed = fix_files(lambda: _diagnose(path, topology))
        for file, count in fixed.items():
            note(f"fixed: {count} {'place' if count == 1 else 'places'} in {file}")
    else:
        diagnostics = _diagnose(path, topology)
    valid = all(diagnostic.severity != "error" for diagnostic in diagnostics)
    if valid:
        show_diagnostics(diagnostics)
    else:
        show_invalid(diagnostics, fixable=not fix)
    if form == "json":
        found: dict[str, Any] = {"schema": SCHEMA, "valid": valid, "diagnostics": [diagnostic.to_json() for diagnostic in diagnostics]}
        write_json(found if fixed is None else {**found, "fixed": fixed})
    elif form == "sarif":
        from ..render.sarif import sarif_log

        write_json(sarif_log(diagnostics))
    elif valid:
        note(f"valid: {path}" if not diagnostics else f"\nvalid, with warnings: {path}")
    return Exit.OK if valid else Exit.INVALID


def _diagnose(path: str, topology: str | None) -> tuple[Diagnostic, ...]:
    """Every error of the files; when they can be read, every finding about the protocol."""
    try:
        return _topology(path) if Path(path).suffix == ".json" else _workspace(path, topology)
    except InvalidInput as error:
        return error.diagnostics


def _topology(path: str) -> tuple[Diagnostic, ...]:
    from ..topology import Topology

    Topology.load(path)
    return ()


def _workspace(path: str, topology: str | None) -> tuple[Diagnostic, ...]:
    from ..checker import lower
    from ..lint import lint
    from ..workspace import load

    workspace = load(path, topology=topology)
    lower(workspace, "label")
    return (*workspace.module.warnings, *lint(workspace))
