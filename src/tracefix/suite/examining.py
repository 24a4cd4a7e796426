"""`examine`: everything that can be known of a task, with what was found before taken over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from .. import __version__
from ..checker import Coverage
from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from . import table
from .checklist import Broken, broken_statements
from .diagnosing import diagnose, load_task
from .expected import compare
from .folder import PROTOCOL, TaskFolder
from .outcomes import Run, TaskResult
from .running import Options, Tell, as_expected, run_attempt, run_reference

EVERYTHING = Options()

VACUOUS = (
    ("unreached_labels", "the label {} is never reached"),
    ("never_sent", "{} is never sent"),
    ("untaken_branches", "{} is never taken"),
)
"""What a reference must not have, and how it is said."""


def examine(target: str, options: Options = EVERYTHING, kept: TaskResult | None = None, tell: Tell = lambda text: None) -> TaskResult:
    """Check a task: its text, its checklist, its reference and attempts under the engines that the options name.

    `kept` is an earlier result: what it has for the same files and version is not done again. `tell` hears what is going on. Raises
    InvalidInput for a target that is no task at all, ToolMissing and ToolFailed.
    """
    static = diagnose(target)
    try:
        task = load_task(target)
    except InvalidInput:
        return TaskResult(target, "", __version__, {}, problems=static)
    digest = task.digest()
    topology = task.topology
    result = TaskResult(task.id, digest, __version__, {kind: len(getattr(topology, kind)) for kind in table.KINDS})
    if kept is not None and (kept.digest, kept.version) == (digest, __version__):
        result = replace(kept, problems=())
    found: list[Diagnostic] = [*static]
    if options.references:
        _checklist(task, result, tell)
        found += result.broken
        if result.reference is None or (options.tlc and result.reference.tlc is None):
            result.reference, coverage = run_reference(task.workspace, options, lambda text: tell(f"reference: {text}"))
            result.broken = (*(each for each in result.broken if each.code != "TF822"), *_vacuous(task, coverage))
            found = [*static, *result.broken]
        found += _reference(task, result.reference)
    if options.attempts:
        for name in task.task.attempts:
            run = result.attempts.get(name)
            if run is None or (options.tlc and run.tlc is None):
                run = run_attempt(task, name, options, lambda text, name=name: tell(f"{name}: {text}"))  # type: ignore[misc]
                run = replace(run, kind=task.task.attempts[name].kind)
                result.attempts[name] = run
            found += _attempt(task, name, run)
    found += compare(task.path, result, options)
    result.problems = tuple(found)
    return result


def _checklist(task: TaskFolder, result: TaskResult, tell: Tell) -> None:
    """Evaluate the checklist, unless that was done."""
    if result.statements is not None:
        return
    tell("checklist")
    begin = time.monotonic()
    broken = broken_statements(task)
    result.checklist_seconds = round(time.monotonic() - begin, 3)
    result.statements = len(task.task.checklist)
    result.broken = tuple(_broken(task, each) for each in broken)


def _broken(task: TaskFolder, broken: Broken) -> Diagnostic:
    steps = " -> ".join(f"{entry.step.agent}.{entry.step.label}" for entry in broken.trace if entry.step is not None)
    return task.document.diagnostic("TF820", broken.path, broken.message, f"reached by {steps}" if steps else None, key=True)


def _vacuous(task: TaskFolder, coverage: Coverage) -> Iterator[Diagnostic]:
    for kind, words in VACUOUS:
        for name in getattr(coverage, kind):
            yield Diagnostic("TF822", words.format(name), file=str(task.path / PROTOCOL))


def _reference(task: TaskFolder, run: Run) -> Iterator[Diagnostic]:
    file = str(task.path / PROTOCOL)
    for words, outcome in (("", run.native), (" with single operations as steps", run.op), (" in TLC", run.tlc)):
        if outcome is not None and outcome.verdict != "holds":
            detail = ", ".join(outcome.properties) or outcome.limit or ""
            yield Diagnostic("TF821", f"the reference does not hold{words}: {outcome.verdict} {detail}".rstrip(), file=file)
    for difference in run.differences:
        yield Diagnostic("TF825", f"the engines differ: {difference}", file=file)


def _attempt(task: TaskFolder, name: str, run: Run) -> Iterator[Diagnostic]:
    attempt = task.task.attempts[name]
    for words, outcome in (("", run.native), (" in TLC", run.tlc)):
        if outcome is not None and (problem := as_expected(attempt, outcome)) is not None:
            yield task.document.diagnostic("TF824", ("attempts", name), f"{name}{words}: {problem}", key=True)
    if attempt.cause is not None and run.cause is not None and attempt.cause != run.cause:
        yield task.document.diagnostic("TF824", ("attempts", name, "cause"), f"{name}: the cause found is {run.cause}, not {attempt.cause}")
    if attempt.grows is not None and run.native.verdict == "incomplete":
        # A local variable may be named without its agent.
        if attempt.grows not in (*run.drives, *(drive.partition(".")[2] for drive in run.drives)):
            found = ", ".join(run.drives) or "nothing"
            yield task.document.diagnostic(
                "TF824", ("attempts", name, "grows"), f"{name}: what makes it large is {found}, not {attempt.grows}"
            )
    for difference in run.differences:
        yield task.document.diagnostic("TF825", ("attempts", name), f"{name}: the engines differ: {difference}", key=True)
