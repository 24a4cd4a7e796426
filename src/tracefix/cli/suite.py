"""`tracefix suite`: list, show, check, schema."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .exits import Exit
from .options import Seconds, json_option
from .output import CannotWrite, note, show_diagnostics, write, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..suite import Options, TaskResult

SCHEMA = "tracefix.suite/1"


@click.group("suite", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """The suite of coordination tasks: references that hold, attempts that fail."""


@command.command("list")
@json_option("the tasks")
def list_tasks(as_json: bool) -> int:
    """Name the tasks of the suite."""
    from ..suite import known_ids, load_task, overview

    tasks = [load_task(name) for name in known_ids()]
    if as_json:
        write_json({"schema": SCHEMA, "tasks": [overview(task) for task in tasks]})
    else:
        width = max((len(task.task.family) for task in tasks), default=0)
        for task in tasks:
            write(f"{task.id:<4} {task.task.family:<{width}}  {task.task.title}\n")
    return Exit.OK


@command.command("show")
@click.argument("task", metavar="ID|PATH")
@json_option("the task")
def show(task: str, as_json: bool) -> int:
    """Show a task: its description, its agents with their tools, and where its files are."""
    from ..suite import load_task, overview, task_text

    found = load_task(task)
    if as_json:
        write_json({"schema": SCHEMA, **overview(found), "task_yaml": found.task.model_dump(mode="json", exclude_none=True)})
    else:
        write(task_text(found))
    return Exit.OK


@command.command("check")
@click.argument("tasks", metavar="[ID|PATH]...", nargs=-1)
@click.option("--static", is_flag=True, help="only what shows without a search: files, rules between them, findings about the reference")
@click.option("--native-only", is_flag=True, help="do not run TLC")
@click.option("--references", "only", flag_value="references", help="only checklists and references")
@click.option("--attempts", "only", flag_value="attempts", help="only attempts")
@click.option("--results", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="keep results there, and go on from them")
@click.option("--tlc-timeout", type=Seconds(), metavar="S", help="end TLC after S seconds (60 for an attempt that is too large)")
@click.option("--max-states", type=click.IntRange(min=1), metavar="N", help="an attempt is too large after N states (2,000,000)")
@json_option("the results")
def check(
    tasks: tuple[str, ...],
    static: bool,
    native_only: bool,
    only: str | None,
    results: Path | None,
    tlc_timeout: float | None,
    max_states: int | None,
    as_json: bool,
) -> int:
    """Check tasks of the suite by id, or folders that have the form of one; without any, all of the suite.

    References and attempts run on both engines. The table has a line for each: states, seconds of the native checker and of TLC, how many
    times as long TLC took, and whether the engines agree.
    """
    from ..suite import Options, known_ids

    names = tasks or known_ids()
    if static:
        return _static(names, as_json)
    options = Options(not native_only, only != "attempts", only != "references", tlc_timeout)
    if max_states is not None:
        options = replace(options, max_states=max_states)
    return _check(names, options, results, as_json)


@command.command("schema")
def schema() -> int:
    """Print the JSON schema of task.yaml."""
    from ..suite import task_schema

    write_json(task_schema())
    return Exit.OK


def _static(names: Iterable[str], as_json: bool) -> int:
    from ..suite import diagnose

    found: list[dict[str, Any]] = []
    for name in names:
        problems = diagnose(name)
        show_diagnostics(problems)
        errors = sum(problem.severity == "error" for problem in problems)
        note(f"{name}: {_count(errors, 'error')}, {_count(len(problems) - errors, 'warning')}")
        found.append({"task": name, "valid": not errors, "diagnostics": [problem.to_json() for problem in problems]})
    if as_json:
        write_json({"schema": SCHEMA, "tasks": found})
    return Exit.OK if all(task["valid"] for task in found) else Exit.INVALID


def _check(names: tuple[str, ...], options: Options, file: Path | None, as_json: bool) -> int:
    from ..suite import examine, read_results, results_document, summary, text_table, write_results
    from .bar import Bar

    kept = read_results(file) if file is not None else {}
    found: dict[str, TaskResult] = {}
    with Bar(len(names)) as bar:
        for name in names:
            bar.start(name)
            result = examine(name, options, kept.get(Path(name).name), bar.tell)
            found[result.task] = kept[result.task] = result
            if file is not None:
                _store(lambda: write_results(file, kept), file)
            bar.done()
    shown = list(found.values())
    show_diagnostics([problem for result in shown for problem in result.problems])
    if as_json:
        write_json(results_document(found))
    else:
        write(text_table(shown))
    note(summary(shown))
    if any(problem.code == "TF825" for result in shown for problem in result.problems):
        return Exit.DISAGREE
    return Exit.OK if all(result.valid for result in shown) else Exit.INVALID


def _store(action: Any, file: Path) -> None:
    try:
        action()
    except OSError as error:
        raise CannotWrite(file, error) from None


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
