"""One protocol of a task under both engines."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ..checker import CheckResult, Coverage, Growth, Progress, check
from ..diagnosis import diagnose
from ..errors import InvalidInput
from ..tlc import refused_by, verify
from ..workspace import Workspace
from .folder import TaskFolder
from .models import Attempt
from .outcomes import Outcome, Run
from .survey import MOST_SECONDS, MOST_STATES

MAX_STATES = 2_000_000
"""Distinct states after which an attempt is too large."""

TLC_MOST_SECONDS = 3600.0
"""Time for TLC on a reference, unless another one is given."""

TLC_SECONDS = 60.0
"""Time for TLC on an attempt that is too large, unless another one is given."""

Tell = Callable[[str], None]
"""Hears what is being done."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a check of a task does: `tlc` runs TLC too, `references` and `attempts` say which protocols are checked.

    `tlc_timeout` is in seconds; None stands for `TLC_MOST_SECONDS` on references and `TLC_SECONDS` on attempts that are too large.
    `max_states` is the limit for attempts.
    """

    tlc: bool = True
    references: bool = True
    attempts: bool = True
    tlc_timeout: float | None = None
    max_states: int = MAX_STATES


def run_reference(workspace: Workspace, options: Options, tell: Tell) -> tuple[Run, Coverage]:
    """A reference: natively by labels and by operations, and in TLC."""
    progress = _progress(tell)
    if not options.tlc:
        native = check(workspace, reduce="none", threads=1, max_states=MOST_STATES, timeout=MOST_SECONDS, progress=progress)
        op = check(workspace, reduce="none", granularity="op", max_states=MOST_STATES, timeout=MOST_SECONDS, progress=progress)
        return Run(Outcome.of(native), Outcome.of(op)), native.coverage
    seconds = TLC_MOST_SECONDS if options.tlc_timeout is None else options.tlc_timeout
    result = verify(workspace, workers=1, threads=1, max_states=MOST_STATES, timeout=MOST_SECONDS, tlc_timeout=seconds, progress=progress)
    return _run(result.native, result.op, result.tlc, result.differences), result.native.coverage


def run_attempt(task: TaskFolder, name: str, options: Options, tell: Tell) -> Run:
    """An attempt: it may not even parse, and a large one is stopped."""
    attempt, path = task.task.attempts[name], task.attempts[name]
    try:
        begin = time.monotonic()
        workspace = task.attempt(name)
    except InvalidInput:
        return _refused(path, options, time.monotonic() - begin)
    progress = _progress(tell)
    if attempt.kind == "too-large":
        return _large(workspace, options, tell)
    if not options.tlc:
        return _run(check(workspace, reduce="none", threads=1, max_states=options.max_states, progress=progress), None, None, ())
    result = verify(workspace, workers=1, threads=1, max_states=options.max_states, tlc_timeout=options.tlc_timeout, progress=progress)
    return _run(result.native, None, result.tlc, result.differences)


def _refused(path: Path, options: Options, seconds: float) -> Run:
    """A protocol that the native reader refuses; the tools of TLC must refuse it too."""
    native = Outcome("invalid", round(seconds, 3))
    if not options.tlc:
        return Run(native)
    begin = time.monotonic()
    by = refused_by(path)
    tlc = Outcome("invalid" if by is not None else "holds", round(time.monotonic() - begin, 3), limit=by)
    return Run(native, None, tlc, () if by is not None else ("pcal.trans and SANY take what the native reader refuses",))


def _large(workspace: Workspace, options: Options, tell: Tell) -> Run:
    """A protocol that is expected to have no end: a limit for each engine."""
    native = check(workspace, reduce="none", threads=1, max_states=options.max_states, progress=_progress(tell))
    tlc = None
    if options.tlc:
        from ..tlc import check_with_tlc

        seconds = TLC_SECONDS if options.tlc_timeout is None else options.tlc_timeout
        begin = time.monotonic()
        tlc = Outcome.of(check_with_tlc(workspace, workers=1, timeout=seconds, expected_states=options.max_states))
        tlc = replace(tlc, seconds=round(time.monotonic() - begin, 3))
    return Run(Outcome.of(native), None, tlc, drives=drivers(native.growth))


def _run(native: CheckResult, op: CheckResult | None, tlc: CheckResult | None, differences: tuple[str, ...]) -> Run:
    cause = None
    if native.violations and native.origin is not None:
        cause = diagnose(native.violations[0], native.origin).cause.value
    by_operation = None if op is None else Outcome.of(op)
    return Run(Outcome.of(native), by_operation, None if tlc is None else Outcome.of(tlc), differences, cause=cause)


def drivers(growth: Growth | None) -> tuple[str, ...]:
    """What makes a search large: the variables that grow, those that have as many values, and the agent with most local states."""
    if growth is None:
        return ()
    most = growth.variables[0].values if growth.variables else 0
    variables = [variable.name for variable in growth.variables if variable.growth != "none" or variable.values >= most]
    return (*variables, *(agent.agent for agent in growth.agents[:1]))


def _progress(tell: Tell) -> Callable[[Progress], None]:
    return lambda moment: tell(f"{moment.distinct:,} states")


def as_expected(attempt: Attempt, outcome: Outcome) -> str | None:
    """What is wrong with how an attempt ended; None when it ended as it should."""
    if attempt.kind == "syntax":
        return None if outcome.verdict == "invalid" else f"it should not parse, and the verdict is {said(outcome)}"
    if attempt.kind == "too-large":
        return None if outcome.verdict == "incomplete" else f"it should be too large, and the verdict is {said(outcome)}"
    if outcome.verdict == "violated" and outcome.properties[0] == attempt.property:
        return None
    return f"it should violate {attempt.property}, and the verdict is {said(outcome)}"


def said(outcome: Outcome) -> str:
    """A verdict with what belongs to it."""
    if outcome.verdict == "violated":
        return f"violated: {', '.join(outcome.properties)}"
    return f"incomplete ({outcome.limit})" if outcome.limit is not None and outcome.verdict == "incomplete" else outcome.verdict
