"""`verify`: the native checker and TLC on one protocol, and whether they agree."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checker import (
    AbstractState,
    CheckResult,
    EvaluationError,
    Interpreter,
    Progress,
    State,
    TraceState,
    Verdict,
    Violation,
    atomic_labels,
    check,
    lower,
    processors,
)
from ..display import Shown
from ..workspace import Workspace, load
from .asserting import assertions
from .comparing import NATIVE_ONLY, compare, needs_everything
from .distributed import Distribution
from .engine import SMALL_STATES, check_with_tlc
from .toolchain import Toolchain, find_toolchain

SCHEMA = "tracefix.verify/1"
OPERATION_STATES = 2_000_000
"""How far the operation-level search goes when nobody sets a limit: it can be many times larger than the label-level one."""

LEAST_HEAP = 64 << 20
"""Bytes of heap that Java gets at least: with less, TLC does not start."""
_INTERRUPTED = "interrupted: TLC has not finished and nothing is compared"


@dataclass(frozen=True, slots=True)
class VerifyResult(Shown):
    """What both engines say about one protocol.

    `native` is the native search at label granularity without reductions, `op` the native search with every operation as a step of its
    own (None unless `native` holds), `tlc` TLC's result. `agree` says that `differences` is empty; `notes` are remarks about what was
    compared. `verdict` is the common one; `incomplete` when an engine did not finish; the native one when they disagree.
    """

    verdict: Verdict
    agree: bool
    native: CheckResult
    tlc: CheckResult | None
    op: CheckResult | None
    differences: tuple[str, ...]
    notes: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The object of schema `tracefix.verify/1`."""
        return {
            "schema": SCHEMA,
            "verdict": self.verdict.value,
            "agree": self.agree,
            "native": self.native.to_json(),
            "tlc": None if self.tlc is None else self.tlc.to_json(),
            "op": None if self.op is None else self.op.to_json(),
            "differences": list(self.differences),
            "notes": list(self.notes),
            "native_only": [*NATIVE_ONLY, "coverage", "op"],
        }


def verify(
    target: str | Path | Workspace,
    *,
    bound: int | None = None,
    reduce: str | None = None,
    granularity: str = "label",
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    all: bool = False,
    progress: Any = None,
    workers: int | None = None,
    tlc_timeout: float | None = None,
    tlc_memory: str | None = None,
    toolchain: Toolchain | None = None,
    tmpdir: str | None = None,
    distribution: Distribution | None = None,
) -> VerifyResult:
    """Check a protocol natively, let TLC check it, and compare verdict, property, trace and counts.

    The native searches run without reduction whatever `reduce` says, since only then counts can be compared, and both granularities are
    checked whatever `granularity` says. `timeout` (seconds) holds for everything together, `tlc_timeout` for TLC besides. `max_memory`
    (bytes) holds for each search; for TLC it is Java's heap limit unless `tlc_memory` (`4g`) is. An interrupt ends the verification with
    what is known. `workers` are TLC's threads: by default one where traces matter or the state space is small, else all processors.
    With a `distribution` TLC runs as a server with workers (`tlc.distributed`). Raises InvalidInput, ToolMissing and ToolFailed.
    """
    begin = time.monotonic()

    def left() -> float | None:
        return None if timeout is None else max(0.0, begin + timeout - time.monotonic())

    def poll(seconds: float) -> None:
        if progress is not None:
            progress(Progress(0, 0, 0, 0, seconds, "TLC is running"))

    tools = toolchain or find_toolchain()
    workspace = target if isinstance(target, Workspace) else load(target, bound=bound)
    limits: dict[str, Any] = {"threads": threads, "max_memory": max_memory, "tmpdir": tmpdir, "progress": progress}
    native = check(workspace, reduce="none", all=all, max_states=max_states, timeout=left(), **limits)
    if native.limit == "interrupted":
        # The interrupt was meant for the whole command, and TLC would only begin now.
        return VerifyResult(Verdict.INCOMPLETE, True, native, None, None, (), (_INTERRUPTED,))
    states = native.stats.distinct if native.stats is not None else 0
    if distribution is not None:
        workers = distribution.workers
    elif workers is None:
        single = native.verdict in (Verdict.VIOLATED, Verdict.INVALID) or (native.verdict is Verdict.HOLDS and states <= SMALL_STATES)
        workers = 1 if single else processors()
    if tlc_memory is None and max_memory is not None:
        tlc_memory = str(max(max_memory, LEAST_HEAP))
    try:
        tlc = check_with_tlc(
            workspace,
            workers=workers,
            timeout=min((each for each in (left(), tlc_timeout) if each is not None), default=None),
            memory=tlc_memory,
            expected_states=states if native.verdict is Verdict.HOLDS else None,
            toolchain=tools,
            poll=poll,
            distribution=distribution,
        )
    except KeyboardInterrupt:
        return VerifyResult(Verdict.INCOMPLETE, True, native, None, None, (), (_INTERRUPTED,))
    asserted = frozenset(each.place for each in assertions(workspace))
    everything = None
    if needs_everything(native, tlc, asserted) and not all:
        everything = check(workspace, reduce="none", all=True, max_states=max_states, timeout=left(), **limits)
    confirmed = native.verdict is Verdict.INVALID and any(confirms(workspace, each) for each in tlc.violations)
    comparison = compare(native, tlc, asserted, everything, confirmed=confirmed, distributed=distribution is not None)
    differences = [*comparison.differences, *_refused_traces(workspace, tlc)]
    notes = list(comparison.notes)
    if reduce not in (None, "none"):
        notes.append(f"--reduce {reduce} is not used: both engines explore every state")
    op = None
    if native.verdict is Verdict.HOLDS:
        op_states = max_states or max(OPERATION_STATES, 4 * states)
        op = check(workspace, reduce="none", granularity="op", max_states=op_states, timeout=left(), **limits)
        notes += _operation_notes(workspace, op, op_states, left())
    return VerifyResult(_verdict(native, tlc), not differences, native, tlc, op, tuple(differences), tuple(notes))


def _verdict(native: CheckResult, tlc: CheckResult) -> Verdict:
    if native.verdict is Verdict.INVALID:
        return Verdict.INVALID
    if tlc.verdict is Verdict.INCOMPLETE:
        return Verdict.INCOMPLETE
    if native.verdict is Verdict.INCOMPLETE and tlc.verdict is Verdict.VIOLATED:
        return Verdict.VIOLATED
    return native.verdict


def _refused_traces(workspace: Workspace, tlc: CheckResult) -> list[str]:
    """Where TLC's traces go a way that the reference interpreter does not."""
    refused = []
    for violation in tlc.violations:
        at = first_refused(workspace, violation.trace)
        if at is not None:
            refused.append(f"the native semantics does not allow state {at} of TLC's trace to {violation.property}")
    return refused


def first_refused(workspace: Workspace, trace: tuple[TraceState, ...]) -> int | None:
    """The index of the first state of a trace that is no initial state, or no successor of the one before; None when all are.

    Where a step takes or frees a lock wrongly, the native search does not go on: such a step, and what follows it, is not refused.
    """
    return _follow(Interpreter(lower(workspace)), trace)[0]


def confirms(workspace: Workspace, violation: Violation) -> bool:
    """Whether the native semantics finds a violation of the same property in the last state of its trace."""
    interpreter = Interpreter(lower(workspace))
    system = interpreter.system
    _, state = _follow(interpreter, violation.trace)
    if state is None:
        return False
    if violation.property in ("Assertion", "MutualExclusion"):
        return any(getattr(failure, "property", None) == violation.property for _, failure in interpreter.expand(state).failures)
    if violation.property == "Deadlock":
        expansion = interpreter.expand(state)
        return not (expansion.successors or expansion.failures or system.is_complete(state))
    try:
        return not all(interpreter.holds(each, state) for each in system.invariants if each.property == violation.property)
    except EvaluationError:
        return False


def _follow(interpreter: Interpreter, trace: tuple[TraceState, ...]) -> tuple[int | None, AbstractState | None]:
    """The index of the first state of a trace that is refused, and the last state when the whole trace was followed."""
    system = interpreter.system
    if not trace:
        return None, None
    # States that look alike to the author are alike here too, so one of each is enough.
    current = next((state for state in system.initial if _equal(system.public(state), trace[0].state)), None)
    if current is None:
        return trace[0].index, None
    for entry in trace[1:]:
        expansion = interpreter.expand(current)
        reached = [state for _, state in expansion.successors if _equal(system.public(state), entry.state)]
        if not reached:
            beyond = any(getattr(failure, "property", None) == "MutualExclusion" for _, failure in expansion.failures)
            return (None if beyond else entry.index), None
        current = reached[0]
    return None, current


def _equal(one: State, other: State) -> bool:
    return one.globals == other.globals and one.pc == other.pc and one.locals == other.locals


def _operation_notes(workspace: Workspace, op: CheckResult, max_states: int, timeout: float | None) -> list[str]:
    if op.verdict is Verdict.INCOMPLETE:
        return [f"the search with single operations as steps did not finish ({op.limit})"]
    if op.verdict is Verdict.INVALID:
        reasons = "; ".join(each.message for each in op.diagnostics if each.severity == "error")
        return [f"with single operations as steps the protocol cannot be evaluated: {reasons}"]
    if op.verdict is not Verdict.VIOLATED:
        return []
    try:
        labels = atomic_labels(workspace, max_states=max_states, timeout=timeout)
    except (TimeoutError, KeyboardInterrupt):
        return [f"{violation.property} holds only while each label is one atomic step" for violation in op.violations]
    cause = f"{' and '.join(labels)} only work{'s' if len(labels) == 1 else ''} as one step" if labels else "no single label is to blame"
    return [f"{violation.property} holds only while each label is one atomic step: {cause}" for violation in op.violations]
