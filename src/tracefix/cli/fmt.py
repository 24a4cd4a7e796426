"""`tracefix fmt`."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import click

from .exits import Exit
from .options import path_argument
from .output import check_output, note, write


@click.command("fmt")
@path_argument()
@click.option("--check", is_flag=True, help="write nothing; status 1 when the file is not formatted")
@click.option("--diff", is_flag=True, help="print what changes as a unified diff instead of the text")
@click.option("-w", "--write", "in_place", is_flag=True, help="change the file")
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="write the text to FILE")
def command(path: str, check: bool, diff: bool, in_place: bool, output: str | None) -> int:
    """Lay out the algorithm in PATH, a folder with Protocol.tla or a .tla file, and print the text.

    Only white space changes, and outside the algorithm only blanks at the ends of lines: no verdict and no count can.
    """
    if sum([check, in_place, output is not None]) > 1:
        raise click.UsageError("use one of --check, --write and --output")
    from ..pluscal.file_text import FileText
    from ..pluscal.format import format_source

    protocol = _protocol(Path(path))
    if output is not None and Path(output).resolve() != protocol.resolve():
        check_output(output, path)
    file = FileText.read(protocol)
    before = file.source.text
    after = format_source(file.source)
    changed = before != after
    if changed and "BEGIN TRANSLATION" in after and not check:
        note("the translation in the file is left as it is: line numbers in it are those of the old layout")
    if diff:
        write("".join(unified_diff(before.splitlines(True), after.splitlines(True), str(protocol), str(protocol))))
    if check:
        note(f"{'not formatted' if changed else 'formatted'}: {protocol}")
        return Exit.UNFORMATTED if changed else Exit.OK
    if in_place or output is not None:
        _store(Path(output) if output is not None else protocol, file.encode(after))
    elif not diff:
        write(after)
    return Exit.OK


def _protocol(path: Path) -> Path:
    """The module of a workspace folder, or the file itself."""
    from ..workspace import PROTOCOL_FILES

    if not path.is_dir():
        return path
    modules = sorted(path.glob("*.tla"))
    named = [module for name in PROTOCOL_FILES for module in modules if module.name == name]
    return modules[0] if len(modules) == 1 else named[0] if named else path / PROTOCOL_FILES[0]


def _store(path: Path, data: bytes) -> None:
    """Write a file, unless it says the same already."""
    from .fixing import replace_file

    # A link stays one.
    target = path.resolve()
    if target.exists() and target.read_bytes() == data:
        note(f"unchanged: {path}")
        return
    replace_file(target, data)
    note(f"wrote {path}")
