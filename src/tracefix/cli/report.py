"""`tracefix report`."""

from __future__ import annotations

from typing import Any

import click

from ..errors import InvalidInput
from .exits import Exit, exit_of
from .options import check_options, path_argument, topology_option
from .output import check_output, show_diagnostics, show_invalid, write_file
from .progress import ProgressLine


@click.command("report")
@path_argument()
@click.option("-o", "output", type=click.Path(dir_okay=False), default="report.html", show_default=True, metavar="FILE", help="the page")
@topology_option()
@check_options(reduce="safe", all_option=False)
def command(path: str, output: str, topology: str | None, **options: Any) -> int:
    """Check the protocol in PATH and write one HTML page: verdict, traces, diagnosis, source, topology, coverage.

    Every violated property is searched for. The status is that of `tracefix check --all`.
    """
    from ..diagnosis import check, diagnosis_of
    from ..workspace import load

    check_output(output, path, topology)
    try:
        workspace = load(path, options["bound"], topology)
        with ProgressLine() as progress:
            result = check(workspace, all=True, progress=progress, **options)
    except InvalidInput as error:
        show_invalid(error.diagnostics)
        return Exit.INVALID
    for violation in result.violations:
        if (diagnosis := diagnosis_of(violation)) is not None:
            diagnosis.find_no_return()
    from ..render.report import report_page

    assert result.origin is not None
    page = report_page(result, result.origin, path)
    show_diagnostics(result.diagnostics)
    write_file(output, page)
    return exit_of(result)
