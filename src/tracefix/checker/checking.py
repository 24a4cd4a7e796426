"""`check`: a workspace to a verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..lint import topology_errors
from ..source import Source
from ..workspace import Workspace, load
from .costs import slow_invariants
from .coverage import coverage
from .independence import Independence
from .interpreter import Interpreter
from .kernel_cache import kernels_loaded
from .loop import PythonSearch
from .lowering import lower
from .machine import processors
from .operators import EvaluationError
from .reduction import dead_variables
from .replay import replay
from .results import CheckResult, Coverage, Growth, Origin, Stats, Step, Verdict, Violation
from .search import COMPILING, Event, LimitReached, Limits, Progress, ProgressCallback, Search
from .statements import StepFailure
from .system import DONE, AbstractState, TransitionSystem, shape_value
from .tables import Tables
from .values import to_tla

HANDOVER_STATES = 12_000
"""States after which the kernel takes over: about what the Python loop does while numba would be imported."""
LOADED_HANDOVER = 1_500
"""The same in a process that has the kernels loaded: about what the Python loop does while the kernel's arrays are made."""

LIMITS = ("max-states", "max-memory", "timeout", "disk", "interrupted")
"""Names of limits that a search can meet by being large."""
DEFAULT_BOUND = 3
REDUCTIONS = ("none", "safe", "full")
GRANULARITIES = ("label", "op")


def check(
    target: str | Path | Workspace,
    *,
    reduce: str | None = None,
    granularity: str = "label",
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    all: bool = False,
    bound: int | None = None,
    properties: Iterable[str] | None = None,
    progress: ProgressCallback | None = None,
    engine: str = "auto",
    tmpdir: str | None = None,
) -> CheckResult:
    """Explore every interleaving of a protocol.

    `reduce` is `none`, `safe` (the default: dead local variables do not tell states apart) or `full` (and steps that nothing else can
    matter to go first; a violation is then searched for again with `safe`, for a shortest trace). `threads` is how many threads may
    search, by default one for each processor; the result does not depend on it. `max_memory` is in bytes, `timeout` in seconds; both
    hold for everything that the check does. When memory gets scarce, the states go into a file in `tmpdir` (TRACEFIX_TMPDIR, else the
    system's folder for temporary files). `all` goes on after the first violation and returns a shortest trace for each violated
    property. `properties` restricts the check to those names. `engine` is `auto`, `python` (never loads the kernel) or `kernel` (from
    the first state). Raises InvalidInput for a target that cannot be read and for operations that the topology does not allow,
    ValueError for options that do not exist; a protocol that cannot be evaluated gives the verdict `invalid`.
    """
    begin = time.monotonic()
    if reduce is not None and reduce not in REDUCTIONS:
        raise ValueError(f"reduce must be one of {', '.join(REDUCTIONS)}")
    if granularity not in GRANULARITIES:
        raise ValueError(f"granularity must be one of {', '.join(GRANULARITIES)}")
    if threads is not None and threads < 1:
        raise ValueError("threads must be at least 1")
    workspace = target if isinstance(target, Workspace) else load(target, bound=bound)
    if errors := topology_errors(workspace):
        raise InvalidInput(errors)
    system = lower(workspace, granularity)
    if properties is not None:
        system = _restrict(system, tuple(properties))

    def run(reduction: str) -> CheckResult:
        limits = Limits(max_states, max_memory, None if timeout is None else begin + timeout, tmpdir)
        return _Check(workspace, system, limits, all, engine, progress, threads, reduction).result(begin, granularity)

    result = run(reduce or "safe")
    return _with_shortest_traces(result, run) if reduce == "full" and result.violations else result


def _with_shortest_traces(result: CheckResult, run: Callable[[str], CheckResult]) -> CheckResult:
    """What a search finds that keeps shortest traces, after one that does not; the result itself when that search reaches a limit."""
    exact = run("safe")
    if {violation.property for violation in exact.violations} >= {violation.property for violation in result.violations[:1]}:
        return replace(exact, notes=(*exact.notes, "found with --reduce full; traces and counts are those of --reduce safe"))
    violations = tuple(replace(violation, shortest=False) for violation in result.violations)
    note = "the traces are not shown to be shortest: the search with --reduce safe reached a limit"
    return replace(result, violations=violations, notes=(*result.notes, note))


def atomic_labels(
    target: str | Path | Workspace, *, max_states: int | None = None, bound: int | None = None, timeout: float | None = None
) -> tuple[str, ...]:
    """The labels that only work as one atomic step: cutting that label alone into single operations violates something.

    Meant for a protocol that holds at label granularity and not at operation granularity. Empty when no single label is to
    blame. `max_states` bounds each of the checks, `timeout` (seconds) all of them. Raises TimeoutError, and KeyboardInterrupt.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    workspace = target if isinstance(target, Workspace) else load(target, bound=bound)
    candidates = dict.fromkeys(lower(workspace, "op").split_labels.values())
    guilty = []
    for label in candidates:
        system = lower(workspace, "op", frozenset({label}))
        result = _Check(workspace, system, Limits(max_states, None, deadline), False, "auto", None).run()
        if result.limit == "interrupted":
            raise KeyboardInterrupt
        if result.limit == "timeout":
            raise TimeoutError
        if result.verdict is Verdict.VIOLATED:
            guilty.append(label)
    return tuple(guilty)


def _restrict(system: TransitionSystem, wanted: tuple[str, ...]) -> TransitionSystem:
    unknown = [name for name in wanted if name not in system.properties]
    if unknown:
        raise ValueError(f"unknown property {', '.join(unknown)}; known: {', '.join(system.properties)}")
    return replace(
        system,
        properties=tuple(name for name in system.properties if name in wanted),
        invariants=tuple(conjunct for conjunct in system.invariants if conjunct.property in wanted),
    )


class _Check:
    """One run: drives a search from event to event and turns events into findings."""

    def __init__(
        self,
        workspace: Workspace,
        system: TransitionSystem,
        limits: Limits,
        find_all: bool,
        engine: str,
        progress: ProgressCallback | None,
        threads: int | None = None,
        reduction: str = "none",
    ) -> None:
        self.threads = threads
        self.reduction = reduction
        self.workspace = workspace
        self.system = system
        self._dead = None if reduction == "none" else dead_variables(system)
        self.tables = Tables(system, dead=self._dead, independence=Independence(system) if reduction == "full" else None)
        self.limits = limits
        self.find_all = find_all
        self.progress = progress
        self.violations: dict[str, Violation] = {}
        self.notes: list[str] = []
        python = PythonSearch(
            self.tables,
            limits,
            None if engine == "python" else min(HANDOVER_STATES, LOADED_HANDOVER) if kernels_loaded() else HANDOVER_STATES,
            "Deadlock" in system.properties,
            progress,
        )
        self._python = python
        self.search: Search = python
        self._begin = time.monotonic()
        self._from_the_first = engine == "kernel"
        if engine not in ("auto", "python", "kernel"):
            raise ValueError("engine must be auto, python or kernel")

    def _hand_over(self) -> None:
        from .preparing import prepare_kernels

        before = self.limits.meter.used()
        prepare_kernels(self._look)
        from .explorer import KernelSearch

        self.limits.meter.loaded(before)
        self.search = KernelSearch(self.tables, self.limits, self._python, self.progress, self.threads or processors())
        # Its states are in the kernel's log now, and take ten times the memory here.
        self._python.forget()

    def _look(self) -> None:
        """Hold the limits, and say what is going on, while the kernels are compiled. Raises LimitReached."""
        limit = self.limits.exceeded(self.search.distinct, 0)
        if limit is not None:
            raise LimitReached(limit)
        if self.progress is not None:
            search, seconds = self.search, time.monotonic() - self._begin
            self.progress(Progress(search.depth, search.distinct, search.generated, search.queue, seconds, COMPILING))

    def result(self, begin: float, granularity: str) -> CheckResult:
        """The verdict with statistics; `begin` is when the check began, in `time.monotonic()` seconds."""
        result = self.run()
        search = self.search
        stats = Stats(
            generated=search.generated,
            distinct=search.distinct,
            depth=max([search.depth, *(len(violation.trace) for violation in result.violations)]),
            seconds=time.monotonic() - begin,
            exact=self.reduction == "none",
            reduction=self.reduction,
            threads=search.threads,
            bytes_per_state=search.memory() / max(1, search.distinct),
            granularity=granularity,
        )
        return replace(result, stats=stats)

    def run(self) -> CheckResult:
        """The verdict, without statistics. An interrupt ends it like a limit."""
        try:
            return self._run()
        except KeyboardInterrupt:
            return self._limited("interrupted")
        except LimitReached as limit:
            return self._limited(str(limit))

    def _limited(self, limit: str) -> CheckResult:
        if self.violations:
            return self._result(Verdict.VIOLATED, limit=limit)
        result = self._result(Verdict.INCOMPLETE, limit=limit)
        return replace(result, growth=self._growth()) if limit in LIMITS else result

    def _growth(self) -> Growth | None:
        """What made the search large."""
        from .growth import growth_of

        return growth_of(self.workspace, self.system, self.tables, self.search) if self.search.settled else None

    def _run(self) -> CheckResult:
        if self._from_the_first:
            self._hand_over()
        while True:
            event = self.search.run()
            if event.kind == "handover":
                self._hand_over()
                continue
            if event.kind == "limit":
                return self._limited(event.detail)
            if event.kind == "finished":
                return self._finished()
            if event.kind == "evaluation" or (event.kind == "failure" and isinstance(event.detail, EvaluationError)):
                return self._evaluation(event)
            self._violation(event)
            if self.violations and not self.find_all:
                return self._result(Verdict.VIOLATED)

    def _finished(self) -> CheckResult:
        if "CompletionReachable" in self.system.properties:
            stuck = self.search.incompletable()
            if stuck is not None:
                chain = self._chain(Event("completion", index=stuck))
                message = "from the last state of this trace, no continuation ends every agent"
                self.violations["CompletionReachable"] = Violation(
                    "CompletionReachable", message, replay(self.system, chain), chain=tuple(chain)
                )
        cut = self.search.cut
        if self.system.constraints:
            what = f"cut off {cut:,} generated states" if cut else "was never reached"
            self.notes.append(f"CONSTRAINT {' '.join(dict.fromkeys(c.property for c in self.system.constraints))} {what}")
        if self.violations:
            return self._result(Verdict.VIOLATED, complete=True)
        return self._result(Verdict.HOLDS, complete=True)

    def _result(self, verdict: Verdict, limit: str | None = None, complete: bool = False) -> CheckResult:
        found = Coverage()
        if complete:
            found = coverage(self.workspace, self.system, self.tables, interleaved=self.reduction != "full")
        return CheckResult(
            verdict,
            "native",
            self.system.properties,
            tuple(self.violations.values()),
            coverage=found,
            diagnostics=self.workspace.module.warnings,
            notes=(*self.notes, *slow_invariants(self.tables, self.search.distinct)),
            limit=limit,
            origin=Origin(self.workspace, self.system),
        )

    def _chain(self, event: Event) -> list[AbstractState]:
        """The states from an initial one to the event's."""
        chain: list[AbstractState] = []
        index = event.index
        if index < 0:
            chain.append(self.tables.abstract(event.ids))
            index = event.parent
        while index >= 0:
            chain.append(self.tables.abstract(self.search.ids(index)))
            index = self.search.parent(index)
        chain.reverse()
        return chain if self._dead is None else self._dead.unfold(self.system, chain)

    def _violation(self, event: Event) -> None:
        system = self.system
        chain = self._chain(event)
        failing: Step | None = None
        line = column = None
        if event.kind == "deadlock":
            name = "Deadlock"
            interpreter = Interpreter(system)
            state = chain[-1]
            waiting = []
            for process in system.processes:
                if state[process.index][0] != DONE:
                    slots = interpreter.looked_at(state, process.index)
                    values = _shorten(", ".join(f"{system.slot_name(slot)} = {to_tla(state[slot])}" for slot in slots))
                    where = f"{process.agent} at {system.label_of(state[process.index][0])}"
                    waiting.append(f"{where} ({values})" if values else where)
            message = f"no agent can move: {', '.join(waiting)}"
        elif event.kind == "failure":
            failure: StepFailure = event.detail
            name, message = failure.property, str(failure)
            failing = system.step(event.process, chain[-1][event.process][0])
            line, column = system.names.source.position(failure.span.start)
            self.search.skip_failure(name)
        else:
            name = event.detail
            message = self._describe_invariant(name, chain[-1])
            self.tables.drop_property(name)
        if name in system.properties and name not in self.violations:
            trace = replay(system, chain)
            self.violations[name] = Violation(name, message, trace, failing=failing, line=line, column=column, chain=tuple(chain))

    def _describe_invariant(self, name: str, state: AbstractState) -> str:
        """The first conjunct that is false, and the variables it names."""
        interpreter = Interpreter(self.system)
        for conjunct in self.system.invariants:
            if conjunct.property == name and not interpreter.holds(conjunct, state):
                text = " ".join(conjunct.source.text[conjunct.span.start : conjunct.span.end].split())
                values = [
                    f"{variable} = {to_tla(shape_value(shape, state))}"
                    for variable, shape in self.system.names.globals.items()
                    if variable in _words(text)
                ]
                return f"{name} is false: {_shorten(text)}" + (f" with {_shorten(', '.join(values))}" if values else "")
        return f"{name} is false"

    def _evaluation(self, event: Event) -> CheckResult:
        """An expression without a value: the input is invalid, and the trace shows how to get there."""
        error: EvaluationError = event.detail
        chain = self._chain(event)
        trace = replay(self.system, chain)
        source = self.system.names.source
        steps = " -> ".join(f"{entry.step.agent}.{entry.step.label}" for entry in trace if entry.step) or "the initial state"
        hint = f"reached by {steps}"
        if error.span is not None:
            diagnostic = _at(source, error, hint)
        else:
            diagnostic = Diagnostic("TF520", f"cannot be evaluated: {error}", file=source.name, hint=hint)
        result = self._result(Verdict.INVALID)
        return replace(result, diagnostics=(*result.diagnostics, diagnostic))


def _at(source: Source, error: EvaluationError, hint: str) -> Diagnostic:
    assert error.span is not None
    return source.diagnostic("TF520", f"cannot be evaluated: {error}", error.span, hint=hint)


def _words(text: str) -> set[str]:
    return set("".join(character if character.isalnum() or character == "_" else " " for character in text).split())


def _shorten(text: str, limit: int = 100) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."
