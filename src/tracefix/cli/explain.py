"""`tracefix explain`."""

from __future__ import annotations

from difflib import get_close_matches

import click

from .exits import Exit
from .output import write


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False)
def command(code: str | None) -> int:
    """Print what a diagnostic code such as TF301 means, with a wrong and a right example, or a property such as Deadlock; without CODE,
    list all of them."""
    from ..explain import page, titles
    from ..explain.properties import PROPERTIES, property_text

    known = titles()
    if code is None:
        width = max(len(name) for name in PROPERTIES)
        write("".join(f"{name}  {title}\n" for name, title in known.items()))
        write("".join(f"{name:{width}}  {says}\n" for name, (says, _) in PROPERTIES.items()))
        return Exit.OK
    if not code:
        raise click.BadParameter("the code is empty; 'tracefix explain' lists all codes", param_hint="CODE")
    named = next((name for name in PROPERTIES if name.lower() == code.lower()), None)
    if named is not None:
        write(property_text(named))
        return Exit.OK
    wanted = code.upper()
    if wanted not in known:
        beginning = [name for name in known if name.startswith((wanted, f"TF{wanted}"))]
        close = beginning[:3] or get_close_matches(wanted, known, 1) or get_close_matches(code, PROPERTIES, 1)
        guess = f"did you mean {' or '.join(close)}?" if close else "'tracefix explain' lists all codes"
        raise click.BadParameter(f"there is no code {code}; {guess}", param_hint="CODE")
    write(page(wanted).text)
    return Exit.OK
