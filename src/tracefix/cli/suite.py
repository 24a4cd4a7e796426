"""`tracefix suite`: list, show, check."""

from __future__ import annotations

from typing import Any

import click

from .exits import Exit
from .options import json_option
from .output import note, show_diagnostics, write_json

SCHEMA = "tracefix.suite/1"


@click.group("suite", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """The suite of coordination tasks: references that hold, attempts that fail."""


@command.command("check")
@click.argument("tasks", metavar="[ID|PATH]...", nargs=-1)
@click.option("--static", is_flag=True, help="only what shows without a search: files, rules between them, findings about the reference")
@json_option("the results")
def check(tasks: tuple[str, ...], static: bool, as_json: bool) -> int:
    """Check tasks of the suite, by id, or folders that have the form of one; without any, all of the suite."""
    from ..suite import diagnose, known_ids

    results: list[dict[str, Any]] = []
    for name in tasks or known_ids():
        found = diagnose(name)
        show_diagnostics(found)
        errors = sum(problem.severity == "error" for problem in found)
        note(f"{name}: {_count(errors, 'error')}, {_count(len(found) - errors, 'warning')}")
        results.append({"task": name, "valid": not errors, "diagnostics": [problem.to_json() for problem in found]})
    if as_json:
        write_json({"schema": SCHEMA, "tasks": results})
    return Exit.OK if all(result["valid"] for result in results) else Exit.INVALID


@command.command("schema")
def schema() -> int:
    """Print the JSON schema of task.yaml."""
    from ..suite import task_schema

    write_json(task_schema())
    return Exit.OK


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
