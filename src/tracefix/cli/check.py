"""`tracefix check`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InvalidInput
from .exits import Exit, exit_of
from .options import check_options, format_option, path_argument, topology_option
from .output import (
    check_output,
    findings,
    note,
    show_diagnostics,
    show_invalid,
    show_suspects,
    wants_color,
    write,
    write_file,
    write_json,
)
from .progress import ProgressLine

if TYPE_CHECKING:
    from ..checker import CheckResult
    from ..workspace import Workspace


@click.command("check")
@path_argument()
@topology_option()
@format_option("the result", "prompt", "itf", "mermaid")
@check_options(reduce="safe")
@click.option("--explain", is_flag=True, help="also find from which step on a violation could not be avoided")
@click.option("--full-trace", is_flag=True, help="show every step of a long trace")
@click.option(
    "--regression", type=click.Path(dir_okay=False), metavar="FILE", help="write a pytest file that expects the violation repaired"
)
def command(
    path: str,
    topology: str | None,
    form: str,
    all_violations: bool,
    explain: bool,
    full_trace: bool,
    regression: str | None,
    **options: Any,
) -> int:
    """Explore every interleaving of the protocol in PATH: a folder with Protocol.tla, or a .tla file."""
    from ..checker import CheckResult, Verdict
    from ..diagnosis import check, diagnosis_of
    from ..workspace import load

    if regression is not None:
        check_output(regression, path, topology)
    try:
        # Loaded by the check itself where it can be: its time is that of the whole.
        target = load(path, options["bound"], topology) if form == "sarif" or topology is not None else path
        with ProgressLine() as progress:
            result = check(target, all=all_violations, progress=progress, **options)
    except InvalidInput as error:
        show_invalid(error.diagnostics)
        if form == "json":
            write_json(CheckResult(Verdict.INVALID, "native", (), diagnostics=error.diagnostics).to_json())
        elif form == "sarif":
            from ..render.sarif import sarif_log

            write_json(sarif_log(error.diagnostics))
        return Exit.INVALID
    if explain or form == "prompt":
        for violation in result.violations:
            if (diagnosis := diagnosis_of(violation)) is not None:
                diagnosis.find_no_return()
    if form != "text":
        show_diagnostics(result.diagnostics)
    _show(result, form, target, full_trace)
    if regression is not None:
        _write_regression(result, regression, options["granularity"], topology)
    return exit_of(result)


def _show(result: CheckResult, form: str, target: str | Workspace, full_trace: bool) -> None:
    """The result in one of the forms, on standard output."""
    if form == "json":
        write_json(result.to_json())
    elif form == "sarif" and not isinstance(target, str):
        from ..render.sarif import sarif_check

        write_json(sarif_check(result, target, findings(target)))
    elif form == "prompt":
        from ..render.prompt import check_prompt

        write(check_prompt(result))
    elif form in ("itf", "mermaid"):
        _show_trace(result, form)
    else:
        from ..render.text import check_text

        write(check_text(result, color=wants_color(sys.stdout), full=full_trace))
        if result.violations:
            show_suspects(target)


def _show_trace(result: CheckResult, form: str) -> None:
    """The trace of the first violation in a form that holds one."""
    from ..diagnosis import diagnosis_of

    diagnosis = diagnosis_of(result.violations[0]) if result.violations else None
    if diagnosis is None:
        note(f"{result.verdict.value}: there is no trace to show")
        return
    if len(result.violations) > 1:
        others = ", ".join(violation.property for violation in result.violations[1:])
        note(f"the trace to {result.violations[0].property}; also violated: {others}")
    if form == "itf":
        from ..render.itf import itf_trace

        write_json(itf_trace(diagnosis))
    else:
        from ..render.mermaid import mermaid_diagram

        write(mermaid_diagram(diagnosis))


def _write_regression(result: CheckResult, file: str, granularity: str, topology: str | None) -> None:
    from ..diagnosis import diagnosis_of

    diagnosis = diagnosis_of(result.violations[0]) if result.violations else None
    if diagnosis is None:
        note(f"{result.verdict.value}: there is no violation, and {file} was not written")
        return
    from ..render.regression import regression_test

    protocol = diagnosis.workspace.path
    target = protocol.parent if protocol.name == "Protocol.tla" else protocol
    path, elsewhere = (None if each is None else _from(file, each) for each in (target, topology))
    assert path is not None
    write_file(file, regression_test(diagnosis, path, granularity, elsewhere))


def _from(file: str, target: str | Path) -> str:
    """The way from the folder of one file to another one."""
    return Path(os.path.relpath(Path(target).resolve(), Path(file).resolve().parent)).as_posix()
