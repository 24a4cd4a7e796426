"""Results of tasks as one table, for people and for `docs/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from . import table
from .outcomes import Run, TaskResult

HEAD = ("task", "agents", "locks", "channels", "counters", "outcome", "states", "native s", "TLC s", "ratio", "engines")
"""The columns. The first and those in `WORDS` are words, the others numbers."""

WORDS = ("task", "outcome", "engines")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; `attempt` says that it is not about a reference."""

    cells: tuple[str, ...]
    attempt: bool


def rows(results: Iterable[TaskResult]) -> Iterator[Row]:
    """A row per reference and per attempt that was run."""
    for result in results:
        sizes = tuple(str(result.sizes.get(kind, "")) for kind in table.KINDS)
        if result.reference is not None:
            yield Row((result.task, *sizes, *_cells(result.reference)), False)
        for name, run in result.attempts.items():
            yield Row((f"{result.task} {name}", *[""] * len(sizes), *_cells(run)), True)


def _cells(run: Run) -> tuple[str, ...]:
    native, tlc = run.native, run.tlc
    states = "" if native.distinct is None else f"{native.distinct:,}"
    seconds = "" if tlc is None else f"{tlc.seconds:.2f}"
    ratio = ""
    if tlc is not None and native.verdict == tlc.verdict != "incomplete" and native.verdict != "invalid" and native.seconds > 0:
        ratio = f"{tlc.seconds / native.seconds:.1f}"
    word = {True: "agree", False: "differ", None: "" if tlc is None else "not compared"}[run.agree]
    return outcome_text(run), states, f"{native.seconds:.2f}", seconds, ratio, word


def outcome_text(run: Run) -> str:
    """How the native search ended, in a few words: `holds`, `Deadlock in 12`, `incomplete: round`, `invalid`."""
    outcome = run.native
    if outcome.verdict == "incomplete" and run.drives:
        return f"incomplete: {run.drives[0]}"
    if outcome.verdict == "violated":
        return f"{outcome.properties[0]} in {outcome.trace}"
    return outcome.verdict


def text_table(results: Iterable[TaskResult]) -> str:
    """The table with aligned columns, ending with a line break; empty without a row."""
    lines = [HEAD, *(row.cells for row in rows(results))]
    if len(lines) == 1:
        return ""
    # Columns without any content, such as those of TLC when it was not run, are left out.
    shown = [index for index in range(len(HEAD)) if any(line[index] for line in lines[1:])]
    widths = [max(len(line[index]) for line in lines) for index in shown]
    return "".join(_aligned([line[index] for index in shown], [HEAD[index] for index in shown], widths) for line in lines)


def _aligned(cells: Sequence[str], names: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell.ljust(width) if name in WORDS else cell.rjust(width) for cell, name, width in zip(cells, names, widths, strict=True)]
    return "  ".join(padded).rstrip() + "\n"


def markdown_table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; columns that are not in `WORDS` are aligned to the right."""
    marks = ["---" if name in WORDS else "--:" for name in head]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, marks, *lines))


def summary(results: Sequence[TaskResult]) -> str:
    """One line: how many tasks, references, attempts, and what is wrong."""
    references = sum(result.reference is not None for result in results)
    attempts = sum(len(result.attempts) for result in results)
    wrong = [result.task for result in results if not result.valid]
    tail = f"problems in {', '.join(wrong)}" if wrong else "no problems"
    return f"{_count(len(results), 'task')}, {_count(references, 'reference')}, {_count(attempts, 'attempt')}: {tail}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
