"""A diagnosed violation as text: one line per step, then verdict, who waits for whom, cause, hint and the lines that take part."""

from __future__ import annotations

from collections.abc import Iterator

from ..checker import Step
from ..diagnosis import Diagnosis, Told
from .story import Fold, folded, lines_of, no_return_words, others_waiting, step_words, verdict_words
from .style import Style, printable, wrapped

LINE_WIDTH = 120
"""Columns of a trace; what a step does goes on in further lines."""

EXCERPT_WIDTH = 110
"""Longest piece of a source line that is shown."""


def violation_lines(diagnosis: Diagnosis, style: Style, *, full: bool = False) -> Iterator[str]:
    """The lines of one violation; `full` shows every step of a long trace."""
    violation = diagnosis.violation
    yield from _trace(diagnosis, style, full)
    if not violation.shortest:
        yield "  this trace is not proven to be a shortest one"
    yield ""
    name, _, message = printable(verdict_words(violation)).partition(violation.property)
    yield f"{name}{style(violation.property, 'bold')}{message}"
    yield f"  {printable(diagnosis.summary)}"
    if others := others_waiting(diagnosis):
        yield f"  also waiting: {', '.join(others)}"
    yield f"  cause: {style(diagnosis.cause.value, 'bold')}"
    words = no_return_words(diagnosis)
    if words is not None:
        yield f"  point of no return: {printable(words)}"
    yield f"  hint: {printable(diagnosis.hint)}"
    if diagnosis.places:
        yield ""
        yield from _excerpt(diagnosis, style)


def _trace(diagnosis: Diagnosis, style: Style, full: bool) -> Iterator[str]:
    rows = list(folded(diagnosis, full=full))
    steps = [row.step for row in rows if isinstance(row, Told) and row.step is not None]
    agents = max((len(step.agent) for step in steps), default=0)
    labels = max((len(step.label) for step in steps), default=0)
    numbers = len(str(len(diagnosis.steps)))
    width = max([len("initial state"), *(len(_step(step, agents, labels)) for step in steps)])
    margin = " " * (numbers + width + 6)
    for row in rows:
        if isinstance(row, Fold):
            yield style(f"  {'...':>{numbers}}  {printable(str(row))}", "dim")
            continue
        step = "initial state" if row.step is None else _step(row.step, agents, labels)
        number = "!" if row.index > len(diagnosis.violation.trace) else str(row.index)
        first, *rest = wrapped(printable(step_words(row)), max(40, LINE_WIDTH - len(margin)))
        yield f"  {number:>{numbers}}  {style(f'{step:<{width}}', 'cyan')}  {first}"
        yield from (margin + line for line in rest)
    if any(isinstance(row, Fold) for row in rows):
        yield style(f"  {'':>{numbers}}  --full-trace shows every step", "dim")


def _step(step: Step, agents: int, labels: int) -> str:
    return f"{step.agent:<{agents}}  {step.label:<{labels}}  line {step.line}"


def _excerpt(diagnosis: Diagnosis, style: Style) -> Iterator[str]:
    source = diagnosis.source
    found = lines_of(diagnosis)
    width = len(str(max(found)))
    yield f"  {printable(source.name)}"
    for line, places in found.items():
        text = source.line_text(line)
        shown = printable(text[:EXCERPT_WIDTH]) + ("..." if len(text) > EXCERPT_WIDTH else "")
        yield f"  {style(f'{line:>{width}} |', 'dim')} {shown}".rstrip()
        roles: dict[tuple[int, str], list[str]] = {}
        for place in places:
            roles.setdefault((place.column, place.role), []).append(place.agent)
        for (column, role), agents in roles.items():
            pad = " " * (min(column, EXCERPT_WIDTH) - 1)
            yield f"  {style(f'{chr(32):>{width}} |', 'dim')} {pad}{style('^', 'bold', 'red')} {', '.join(dict.fromkeys(agents))} {role}"
