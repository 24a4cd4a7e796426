"""`tracefix verify`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import click

from ..errors import InvalidInput
from .exits import Exit, exit_of_both
from .options import Seconds, check_options, format_option, path_argument, topology_option
from .output import findings, note, show_diagnostics, show_invalid, show_suspects, wants_color, write, write_json
from .progress import ProgressLine


@click.command("verify")
@path_argument()
@topology_option()
@format_option("both results")
@check_options(reduce="none")
@click.option("--tlc-timeout", type=Seconds(), metavar="S", help="end TLC after S seconds")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="TLC's threads, with --distributed its worker processes here (2)")
@click.option("--distributed", is_flag=True, help="let TLC run as a server with workers")
@click.option("--address", metavar="ADDRESS", help="with --distributed: where workers on other hosts reach this one")
def command(
    path: str,
    topology: str | None,
    form: str,
    all_violations: bool,
    workers: int | None,
    distributed: bool,
    address: str | None,
    **options: Any,
) -> int:
    """Check the protocol in PATH, then let TLC check it, and compare both. Both engines explore every state."""
    from ..checker import CheckResult, Verdict
    from ..diagnosis import diagnosed
    from ..tlc import Distribution, VerifyResult, verify
    from ..workspace import load

    if address is not None and not distributed:
        raise click.UsageError("--address belongs to --distributed")
    distribution = None
    if distributed:
        distribution = Distribution(workers or 2) if address is None else Distribution(workers or 2, address, _announce)
    try:
        target = load(path, options["bound"], topology)
        with ProgressLine() as progress:
            result = verify(target, all=all_violations, progress=progress, workers=workers, distribution=distribution, **options)
        result = replace(result, native=diagnosed(result.native), op=None if result.op is None else diagnosed(result.op))
    except InvalidInput as error:
        show_invalid(error.diagnostics)
        if form == "json":
            native = CheckResult(Verdict.INVALID, "native", (), diagnostics=error.diagnostics)
            write_json(VerifyResult(Verdict.INVALID, True, native, None, None, (), ()).to_json())
        elif form == "sarif":
            from ..render.sarif import sarif_log

            write_json(sarif_log(error.diagnostics))
        return Exit.INVALID
    if form != "text":
        show_diagnostics(result.native.diagnostics)
    if form == "json":
        write_json(result.to_json())
    elif form == "sarif":
        from ..render.sarif import sarif_verify

        write_json(sarif_verify(result, target, findings(target)))
    else:
        from ..render.text import verify_text

        write(verify_text(result, color=wants_color(sys.stdout)))
        if result.native.verdict is Verdict.VIOLATED:
            show_suspects(target)
    return exit_of_both(result)


def _announce(command: str) -> None:
    note(f"to let another host join: {command}")
