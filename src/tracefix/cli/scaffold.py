"""`tracefix scaffold`."""

from __future__ import annotations

from pathlib import Path

import click

from ..source import Source
from .options import UserPath
from .output import CannotWrite, note, write, write_json


@click.command("scaffold")
@click.argument("path", metavar="TOPOLOGY", type=UserPath(), required=False)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False), metavar="DIR", help="write Protocol.tla, Protocol.cfg and topology.json there"
)
@click.option("--force", is_flag=True, help="overwrite files that exist")
@click.option("--schema", is_flag=True, help="print the JSON schema of topologies instead")
def command(path: str | None, output: str | None, force: bool, schema: bool) -> int:
    """Print the skeleton of a protocol for a topology: variables, macros, properties, and a process for each agent."""
    from ..topology import Topology, scaffold, topology_schema

    if schema:
        write_json(topology_schema())
        return 0
    if path is None:
        raise click.UsageError("name a topology file, or use --schema")
    source = Source.read(_topology_file(Path(path)))
    protocol, configuration = scaffold(Topology.parse(source))
    if output is None:
        write(protocol)
        note("Protocol.cfg belongs to it: use -o DIR to write both files")
        return 0
    files = {"Protocol.tla": protocol, "Protocol.cfg": configuration, "topology.json": source.text}
    _write(Path(output), files, force)
    return 0


def _topology_file(path: Path) -> Path:
    return path / "topology.json" if path.is_dir() else path


def _write(folder: Path, files: dict[str, str], force: bool) -> None:
    """Write all files or none. A file that already says the same is left alone."""
    changed = {folder / name: text for name, text in files.items() if _content(folder / name) != text}
    existing = [str(path) for path in changed if path.exists()]
    if existing and not force:
        raise click.UsageError(f"{', '.join(existing)} would be overwritten; use --force to allow it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in changed.items():
            path.write_text(text, encoding="utf-8", newline="\n")
            note(f"wrote {path}")
    except OSError as error:
        raise CannotWrite(error.filename, error) from None


def _content(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
