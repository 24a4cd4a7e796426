"""`tracefix check`."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..errors import InvalidInput
from .exits import Exit, exit_of
from .options import check_options, json_option, path_argument
from .output import show_diagnostics, show_invalid, wants_color, write, write_json
from .progress import ProgressLine


@click.command("check")
@path_argument()
@json_option("the result")
@check_options(reduce="safe")
def command(path: str, as_json: bool, all_violations: bool, **options: Any) -> int:
    """Explore every interleaving of the protocol in PATH: a folder with Protocol.tla, or a .tla file."""
    from ..checker import CheckResult, Verdict, check

    try:
        with ProgressLine() as progress:
            result = check(path, all=all_violations, progress=progress, **options)
    except InvalidInput as error:
        show_invalid(error.diagnostics)
        if as_json:
            write_json(CheckResult(Verdict.INVALID, "native", (), diagnostics=error.diagnostics).to_json())
        return Exit.INVALID
    if as_json:
        show_diagnostics(result.diagnostics)
        write_json(result.to_json())
    else:
        from ..render.text import check_text

        write(check_text(result, color=wants_color(sys.stdout)))
    return exit_of(result)
