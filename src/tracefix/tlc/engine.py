"""`check_with_tlc`: a workspace to a verdict, by TLC."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from ..checker import CheckResult, EvaluationError, Fn, Interpreter, Stats, Step, Value, Verdict, Violation, lower
from ..diagnostics import Diagnostic
from ..errors import InvalidInput, ToolFailed
from ..workspace import Workspace
from .asserting import (
    assertions,
    find_assertion,
    printed_failure,
    printing_definitions,
    unreached,
)
from .distributed import Distribution, run_distributed, version_of, wrong_in
from .failures import MEMORY, action_at, invalid
from .folder import private_folder
from .mapping import Mapper, read_state
from .messages import Code, PrintedState
from .run import TlcRun, run_tlc
from .toolchain import Toolchain, find_toolchain
from .translate import Translation, TranslationTimeout, translate
from .values import UnreadableValue, parse_prefix
from .wrapper import WRAPPER, wrap

TARGET = "TracefixTarget"
SMALL_STATES = 200_000
"""Up to about so many states the fast-starting virtual machine wins."""


def check_with_tlc(
    workspace: Workspace,
    *,
    workers: int | None = None,
    timeout: float | None = None,
    memory: str | None = None,
    expected_states: int | None = None,
    toolchain: Toolchain | None = None,
    poll: Callable[[float], None] | None = None,
    distribution: Distribution | None = None,
) -> CheckResult:
    """Translate a protocol with pcal.trans and check it with TLC, in a private folder; nothing is written elsewhere.

    TLC checks deadlock, assertions, the topology's properties (from the topology, whatever the file defines under their names) and the
    invariants of the configuration, and stops at the first violation. `workers` is 1 unless given: only then is a trace
    sure to be a shortest one and the depth exact. `timeout` is in seconds for everything, `memory` Java's heap limit (`4g`),
    `expected_states` helps to choose how Java is started, `poll` is called with TLC's seconds so far.
    With a `distribution` TLC runs as a server with workers: a violation then has no trace, and of the counts only `distinct` means the
    same as elsewhere. What pcal.trans or TLC refuse gives
    the verdict `invalid`. Raises ToolMissing without Java or the jar, ToolFailed when a tool breaks off, InvalidInput when the native
    lowering refuses the protocol.
    """
    tools = toolchain or find_toolchain()
    with private_folder() as folder:
        return _Engine(workspace, tools, folder, workers or 1, timeout, memory, expected_states, poll, distribution).check()


class _Engine:
    def __init__(
        self,
        workspace: Workspace,
        tools: Toolchain,
        folder: Path,
        workers: int,
        timeout: float | None,
        memory: str | None,
        expected_states: int | None,
        poll: Callable[[float], None] | None = None,
        distribution: Distribution | None = None,
    ) -> None:
        self.workspace = workspace
        self.tools = tools
        self.folder = folder
        self.workers = workers
        self.begin = time.monotonic()
        self.deadline = None if timeout is None else self.begin + timeout
        self.memory = memory
        self.poll = poll
        self.distribution = distribution
        self.small = expected_states is None or expected_states <= SMALL_STATES
        self.mapper = Mapper(workspace)
        self.asserted = assertions(workspace)

    def check(self) -> CheckResult:
        """Translate, run, and read what TLC said."""
        workspace = self.workspace
        try:
            translation = translate(self.tools, workspace.module, workspace.path.parent, self._fresh("main"), self._left())
        except TranslationTimeout:
            return CheckResult(Verdict.INCOMPLETE, "tlc", self.properties, limit="timeout")
        except InvalidInput as error:
            return CheckResult(Verdict.INVALID, "tlc", self.properties, diagnostics=error.diagnostics)
        wrapper = wrap(workspace, translation)
        wrapper.write(self.folder / "main")
        run = self._run("main", workspace.config.check_deadlock, self.workers)
        transcript = run.transcript
        if run.passed and transcript.counts is not None and transcript.counts[0] > 0:
            return self._result(Verdict.HOLDS, run)
        if self.distribution is not None and not run.timed_out and transcript.first(*MEMORY) is None:
            if transcript.states:
                return self._found_by_worker(run)
            # What the server itself does not like shows before any worker has begun, and TLC alone explains it.
            self.distribution = None
            run = self._run("main", workspace.config.check_deadlock, 1)
            transcript = run.transcript
        if transcript.failed_assertion is not None:
            return self._result(Verdict.VIOLATED, run, self._assertion(translation, run))
        if transcript.violated_invariant is not None:
            name = wrapper.invariants.get(transcript.violated_invariant, transcript.violated_invariant)
            trace = self.mapper.trace(transcript.states)
            return self._result(Verdict.VIOLATED, run, Violation(name, f"{name} is false", trace, self.workers == 1))
        if transcript.first(Code.DEADLOCK) is not None:
            trace = self.mapper.trace(transcript.states)
            waiting = ", ".join(f"{agent} at {label}" for agent, label in trace[-1].state.pc.items() if label != "Done")
            return self._result(Verdict.VIOLATED, run, Violation("Deadlock", f"no agent can move: {waiting}", trace, self.workers == 1))
        if run.timed_out:
            return self._result(Verdict.INCOMPLETE, run, limit="timeout")
        if transcript.first(*MEMORY) is not None or "java.lang.OutOfMemoryError" in run.output:
            return self._result(Verdict.INCOMPLETE, run, limit="memory")
        problems = invalid(transcript, run.status, translation, self.mapper)
        if problems:
            result = self._result(Verdict.INVALID, run)
            return replace(result, diagnostics=tuple(problems))
        raise ToolFailed(f"TLC ended with status {run.status} and without a verdict", run.output[-4000:])

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of the properties that TLC checks here."""
        config = self.workspace.config
        found = ["Deadlock"] if config.check_deadlock else []
        found += ["MutualExclusion"] if any(each.lock for each in self.asserted) else []
        found += ["Assertion"] if any(not each.lock for each in self.asserted) else []
        return tuple(dict.fromkeys([*found, *self.workspace.properties, *config.invariants]))

    def _fresh(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir()
        return folder

    def _left(self) -> float | None:
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def _run(self, name: str, check_deadlock: bool, workers: int) -> TlcRun:
        if self.distribution is not None:
            return run_distributed(
                self.tools,
                self.folder / name,
                WRAPPER,
                self.distribution,
                check_deadlock=check_deadlock,
                timeout=self._left(),
                memory=self.memory,
                poll=self.poll,
            )
        return run_tlc(
            self.tools,
            self.folder / name,
            WRAPPER,
            workers=workers,
            check_deadlock=check_deadlock,
            timeout=self._left(),
            memory=self.memory,
            small=self.small,
            poll=self.poll,
        )

    def _found_by_worker(self, run: TlcRun) -> CheckResult:
        """The result for the last state that a distributed server has printed."""
        state = self.mapper.state(read_state(run.transcript.states[-1].text))
        wrong = wrong_in(Interpreter(lower(self.workspace)), state)
        if isinstance(wrong, EvaluationError):
            result = self._result(Verdict.INVALID, run)
            return replace(result, diagnostics=(Diagnostic("TF720", f"TLC cannot evaluate an expression: {wrong}"),))
        name, message = wrong or ("an error", "TLC stops at a state in which the native semantics finds nothing wrong")
        return self._result(Verdict.VIOLATED, run, Violation(name, message, (), shortest=False))

    def _result(self, verdict: Verdict, run: TlcRun, violation: Violation | None = None, limit: str | None = None) -> CheckResult:
        transcript = run.transcript
        counts, depth = transcript.counts, transcript.depth
        stats = None
        if counts is not None and depth is not None:
            stats = Stats(counts[0], counts[1], depth, time.monotonic() - self.begin, threads=self.workers)
        notes = []
        if transcript.collision_probability is not None:
            notes.append(f"TLC keeps 64-bit fingerprints of states: probability of a collision {transcript.collision_probability}")
        violations = () if violation is None else (violation,)
        version = transcript.version or version_of(run)
        return CheckResult(verdict, "tlc", self.properties, violations, stats, notes=tuple(notes), limit=limit, version=version)

    def _assertion(self, translation: Translation, run: TlcRun) -> Violation:
        """The violation behind a failed assertion, its trace fetched in further runs when TLC printed none."""
        text = run.transcript.failed_assertion or ""
        positions = run.transcript.positions
        states = _whole(run.transcript.states, translation)
        if not states:
            found = self._fetch(translation)
            if found is not None:
                text, states, positions = found
        trace = self.mapper.trace(states) if states else ()
        actions = [action_at(translation, line) for line, _, _, _, where in positions if where == self.workspace.module.name]
        used = self.mapper.action_label(actions[0]) if actions and actions[0] else None
        process = self.mapper.label(used)[0] if used else ""
        asserted = find_assertion(text, process, self.asserted, self.workspace.module.source)
        failing = self._failing(read_state(states[-1].text), used, asserted.lock if asserted else None) if states and used else None
        agent = failing.agent if failing else f"a process {process}" if process else "a process"
        shortest = self.workers == 1
        if asserted is None:
            return Violation("Assertion", f"an assertion fails: {text}", trace, shortest, failing)
        line, column = asserted.place
        if asserted.lock:
            message = f"{agent} releases {asserted.lock} without holding it"
            return Violation("MutualExclusion", message, trace, shortest, failing, line, column)
        message = f"the assertion at line {line}, column {column} fails in {agent}"
        return Violation("Assertion", message, trace, shortest, failing, line, column)

    def _failing(self, values: Mapping[str, Value], used: str, lock: str | None) -> Step | None:
        """The step that fails; None when TLC leaves open which of several agents takes it."""
        agents = self.mapper.standing_at(values, used)
        if lock is not None:
            agents = tuple(agent for agent in agents if values.get(lock) != agent.identity)
        return self.mapper.step_of(agents[0], used) if len(agents) == 1 else None

    def _fetch(self, translation: Translation) -> tuple[str, tuple[PrintedState, ...], tuple[tuple[int, int, int, int, str], ...]] | None:
        """Text, trace and positions of a failing assertion. None when the time is up before they are known."""
        main = self.folder / "main"
        printing = wrap(
            self.workspace,
            translation,
            definitions=printing_definitions(translation.variables),
            overrides={"Assert": "TracefixAssert"},
            only_invariants=(),
        )
        printing.write(main)
        first = self._run("main", False, 1)
        if first.timed_out:
            return None
        for printed in printed_failure(first.transcript.printed):
            state, text = _failing_state(printed)
            invariant, named = unreached(state)
            target = wrap(self.workspace, translation, definitions={TARGET: invariant}, only_invariants=(TARGET,), model_values=named)
            target.write(main)
            second = self._run("main", False, 1)
            states = second.transcript.states
            if second.timed_out:
                return None
            if second.transcript.violated_invariant == TARGET:
                return text, states, first.transcript.positions
        raise ToolFailed("TLC did not find the state in which an assertion fails again", first.output[-2000:])


def _failing_state(printed: str) -> tuple[dict[str, Value], str]:
    """The state and the assertion's text out of what the printing Assert wrote."""
    try:
        value = parse_prefix(printed)
    except UnreadableValue as error:
        raise ToolFailed(f"TLC printed a state that cannot be read: {error}", printed[:2000]) from None
    if not isinstance(value, tuple) or len(value) != 3 or not isinstance(value[1], Fn):
        raise ToolFailed("TLC printed something else than a failing state", printed[:2000])
    return dict(value[1]), str(value[2])


def _whole(states: tuple[PrintedState, ...], translation: Translation) -> tuple[PrintedState, ...]:
    """The states of a behaviour up to one that TLC could not complete: newer versions print the half-built successor."""
    whole = []
    for state in states:
        try:
            if set(read_state(state.text)) != set(translation.variables) or "null" in state.text:
                break
        except ToolFailed:
            break
        whole.append(state)
    return tuple(whole)
