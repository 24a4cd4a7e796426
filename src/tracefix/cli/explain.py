"""`tracefix explain`."""

from __future__ import annotations

from difflib import get_close_matches

import click

from .exits import Exit
from .output import write


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False)
def command(code: str | None) -> int:
    """Print what a diagnostic code such as TF301 means, with a wrong and a right example; without CODE, list all codes."""
    from ..explain import page, titles

    known = titles()
    if code is None:
        write("".join(f"{name}  {title}\n" for name, title in known.items()))
        return Exit.OK
    wanted = code.upper()
    if wanted not in known:
        beginning = [name for name in known if name.startswith((wanted, f"TF{wanted}"))]
        close = beginning[:3] or get_close_matches(wanted, known, 1)
        guess = f"did you mean {' or '.join(close)}?" if close else "'tracefix explain' lists all codes"
        raise click.BadParameter(f"there is no code {code}; {guess}", param_hint="CODE")
    write(page(wanted).text)
    return Exit.OK
