"""`tracefix check`."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..errors import InvalidInput
from .exits import Exit, exit_of
from .options import check_options, format_option, path_argument, topology_option
from .output import show_diagnostics, show_invalid, show_suspects, wants_color, write, write_json
from .progress import ProgressLine


@click.command("check")
@path_argument()
@topology_option()
@format_option("the result")
@check_options(reduce="safe")
def command(path: str, topology: str | None, form: str, all_violations: bool, **options: Any) -> int:
    """Explore every interleaving of the protocol in PATH: a folder with Protocol.tla, or a .tla file."""
    from ..checker import CheckResult, Verdict
    from ..diagnosis import check
    from ..workspace import load

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
    if form == "json":
        show_diagnostics(result.diagnostics)
        write_json(result.to_json())
    elif form == "sarif" and not isinstance(target, str):
        from ..render.sarif import sarif_check

        show_diagnostics(result.diagnostics)
        write_json(sarif_check(result, target))
    else:
        from ..render.text import check_text

        write(check_text(result, color=wants_color(sys.stdout)))
        if result.verdict is Verdict.VIOLATED:
            show_suspects(target)
    return exit_of(result)
