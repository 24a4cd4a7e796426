"""Results as text for people: the verdict first, then the trace, then what the verdict rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..checker import CheckResult, Coverage, Stats, Step, TraceState, Verdict, Violation, to_tla
from ..diagnosis import diagnosis_of
from .diagnostics import diagnostics_text
from .style import Style, printable, wrapped
from .violation import LINE_WIDTH, violation_lines

if TYPE_CHECKING:
    from ..tlc import VerifyResult

_VERDICT_COLORS = {Verdict.HOLDS: "green", Verdict.VIOLATED: "red", Verdict.INCOMPLETE: "yellow", Verdict.INVALID: "red"}
COVERAGE = (
    ("unreached_labels", "label never reached"),
    ("never_sent", "message never sent"),
    ("untaken_branches", "branch never taken"),
    ("never_contended", "never contended"),
    ("bound_reached", "channel filled to its bound"),
)
"""The members of Coverage, and what they say."""


def check_text(result: CheckResult, *, color: bool = False, full: bool = False) -> str:
    """The result of one engine, ending with a line break; `full` shows every step of a long trace."""
    style = Style(color)
    lines = [headline(result, style)]
    for violation in result.violations:
        lines += ["", *_violation(violation, style, full)]
    lines += ["", *footer(result)]
    warnings = diagnostics_text(result.diagnostics, color=color)
    if warnings:
        lines += ["", warnings.rstrip("\n")]
    return "\n".join(lines) + "\n"


def verify_text(result: VerifyResult, *, color: bool = False) -> str:
    """Both engines' results and whether they agree, ending with a line break."""
    style = Style(color)
    native, tlc = result.native, result.tlc
    lines = [check_text(native, color=color).rstrip("\n"), ""]
    if tlc is not None:
        lines.append(f"TLC {tlc.version or ''}".rstrip() + f": {headline(tlc, style)}")
        lines += [f"  {line}" for line in footer(tlc)]
    if result.op is not None:
        lines.append(f"operation by operation: {headline(result.op, style)}")
        lines += [f"  {counts(result.op.stats)}"] if result.op.stats is not None else []
        for violation in result.op.violations:
            lines += [f"  {line}" for line in _violation(violation, style)]
    if result.agree:
        if tlc is not None and Verdict.INCOMPLETE not in (native.verdict, tlc.verdict):
            lines.append(style("the native checker and TLC agree", "bold", "green"))
    else:
        lines.append(style("the native checker and TLC disagree:", "bold", "red"))
        lines += [f"  {printable(difference)}" for difference in result.differences]
    lines += [f"note: {printable(note)}" for note in result.notes]
    return "\n".join(lines) + "\n"


def headline(result: CheckResult, style: Style) -> str:
    """The verdict in one line."""
    word = style(result.verdict.value, "bold", _VERDICT_COLORS[result.verdict])
    if result.verdict is Verdict.HOLDS:
        return f"{word}: {', '.join(result.properties)}"
    if result.verdict is Verdict.VIOLATED:
        return f"{word}: {', '.join(violation.property for violation in result.violations)}"
    if result.verdict is Verdict.INCOMPLETE:
        depth = f"; nothing found in the first {_count(result.stats.depth, 'level')}" if result.stats is not None else ""
        return f"{word}: stopped by {_LIMITS.get(result.limit or '', result.limit or 'a limit')}{depth}"
    return f"{word}: the protocol cannot be checked"


_LIMITS = {
    "max-states": "--max-states",
    "max-memory": "--max-memory",
    "timeout": "--timeout",
    "interrupted": "an interrupt",
    "disk": "a full disk",
}


def footer(result: CheckResult) -> list[str]:
    """Counts, coverage and notes."""
    lines = []
    if result.stats is not None:
        lines.append(counts(result.stats))
    if result.limit is not None and result.verdict is not Verdict.INCOMPLETE:
        lines.append(f"the search was stopped by {_LIMITS.get(result.limit, result.limit)}: there may be more violations")
    if result.growth is not None:
        lines.append(f"growth: {printable(result.growth.message)}")
    lines += coverage_lines(result.coverage)
    lines += [f"note: {printable(note)}" for note in result.notes]
    return lines


def counts(stats: Stats) -> str:
    """`15 distinct states, 18 generated, depth 9, 0.004 s` and what is special about the search."""
    parts = [
        f"{_count(stats.distinct, 'distinct state')}",
        f"{stats.generated:,} generated",
        f"depth {stats.depth}",
        f"{stats.seconds:.3f} s",
    ]
    if stats.reduction != "none":
        parts.append(f"reduction {stats.reduction}")
    if stats.granularity != "label":
        parts.append(f"granularity {stats.granularity}")
    if stats.threads > 1:
        parts.append(f"{stats.threads} threads")
    return ", ".join(parts)


def coverage_lines(coverage: Coverage) -> list[str]:
    """One line per kind of thing that never happened."""
    lines = []
    for name, words in COVERAGE:
        names: tuple[str, ...] = getattr(coverage, name)
        if names:
            lines.append(f"{words}: {', '.join(names)}")
    return lines


def _violation(violation: Violation, style: Style, full: bool = False) -> Iterator[str]:
    diagnosis = diagnosis_of(violation)
    if diagnosis is not None:
        yield from violation_lines(diagnosis, style, full=full)
        return
    message, name = printable(violation.message), style(violation.property, "bold")
    repeats = message.startswith(f"{violation.property} ")
    yield name + message.removeprefix(violation.property) if repeats else f"{name}: {message}"
    if violation.line is not None:
        yield f"  at line {violation.line}, column {violation.column}"
    yield from trace_lines(violation, style)
    if not violation.shortest:
        yield "  this trace is not proven to be a shortest one"


def trace_lines(violation: Violation, style: Style) -> Iterator[str]:
    """One line per state: its number, the agent and label of the step that led to it, the label's line, what changed."""
    rows = [_row(entry.index, entry.step, changes(entry)) for entry in violation.trace]
    if violation.failing is not None:
        rows.append(_row("!", violation.failing, ["this step fails"]))
    agents = max(len(agent) for _, agent, _, _, _ in rows)
    labels = max(len(label) for _, _, label, _, _ in rows)
    steps = [f"{agent:<{agents}}  {label:<{labels}}  {line}".rstrip() if label else "initial state" for _, agent, label, line, _ in rows]
    width, numbers = max(map(len, steps)), max(len(row[0]) for row in rows)
    margin = " " * (numbers + width + 6)
    for row, step in zip(rows, steps, strict=True):
        first, *rest = wrapped(printable(row[4]), max(40, LINE_WIDTH - len(margin)))
        yield f"  {row[0]:>{numbers}}  {style(f'{step:<{width}}', 'cyan')}  {first}".rstrip()
        yield from (margin + line for line in rest)


def _row(index: int | str, step: Step | None, changes: Iterable[str]) -> tuple[str, str, str, str, str]:
    agent, label, line = ("", "", "") if step is None else (step.agent, step.label, f"line {step.line}")
    return str(index), agent, label, line, ", ".join(changes)


def changes(entry: TraceState) -> Iterator[str]:
    """The variables of an initial state, or what a step changed; where the agent stands only when nothing else did."""
    state = entry.state
    if entry.step is not None and set(entry.changed) <= {"pc"}:
        yield f"-> {state.pc[entry.step.agent]}"
    for name in entry.changed if entry.step is not None else state.globals:
        if name in state.globals:
            yield f"{name} = {to_tla(state.globals[name])}"
        elif name != "pc":
            agent, _, local = name.rpartition(".")
            yield f"{name} = {to_tla(state.locals[agent][local])}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
