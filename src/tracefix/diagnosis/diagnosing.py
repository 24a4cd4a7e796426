"""The diagnosis of a violation: one object whose parts are computed when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, wraps
from typing import Any, ParamSpec

from ..checker import DONE, CheckResult, Origin, Value, Violation, lower
from ..checker import check as native_check
from ..lint.operations import LOCK
from ..source import Source
from ..workspace import Workspace
from .broken import explain_failure, explain_invariant
from .model import Cause, Findings, NoReturn, Place, Wait
from .no_return import MOST_STATES, point_of_no_return
from .scene import Scene
from .stuck import explain_livelock, explain_stuck
from .telling import Told, told

P = ParamSpec("P")


class Diagnosis:
    """Why a property is violated.

    The findings cost about as much as replaying the trace. The point of no return explores states and is computed only when
    `find_no_return` is called; `no_return` is None before.
    """

    def __init__(self, violation: Violation, origin: Origin) -> None:
        self._violation = violation
        self._origin = origin
        self.no_return: NoReturn | None = None

    @cached_property
    def _scene(self) -> Scene:
        return Scene(self._violation, self._origin)

    @cached_property
    def findings(self) -> Findings:
        """Everything but the point of no return."""
        if self._violation.property == "Deadlock":
            return explain_stuck(self._scene)
        if self._violation.property == "CompletionReachable":
            return explain_livelock(self._scene)
        return explain_invariant(self._scene) if self._violation.failing is None else explain_failure(self._scene)

    @property
    def cause(self) -> Cause:
        """The cause, one of a closed list."""
        return self.findings.cause

    @property
    def summary(self) -> str:
        """The one line that says it."""
        return self.findings.summary

    @property
    def hint(self) -> str:
        """What usually helps against this cause."""
        return self.findings.hint

    @property
    def waits(self) -> tuple[Wait, ...]:
        """What each agent waits for in the last state."""
        return self.findings.waits

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents that take part."""
        return self.findings.agents

    @property
    def places(self) -> tuple[Place, ...]:
        """The places in the author's file that take part."""
        return self.findings.places

    @property
    def story(self) -> tuple[int, ...]:
        """The indices of the states of the trace that the steps of the story lead to."""
        return self.findings.story

    @property
    def violation(self) -> Violation:
        """The violation that is diagnosed."""
        return self._violation

    @property
    def workspace(self) -> Workspace:
        """The protocol that it is a violation of."""
        return self._origin.workspace

    @property
    def source(self) -> Source:
        """The author's file, which the places are in."""
        return self._origin.workspace.source

    @cached_property
    def steps(self) -> tuple[Told, ...]:
        """The trace as what the agents did, the failing step last when there is one."""
        return told(self._scene)

    @cached_property
    def sorts(self) -> Mapping[str, str]:
        """What each shared object is used as: `lock`, `counter`, `channel` or `variable`."""
        return {slot.name: slot.sort for slot in self._scene.slots.values()}

    @cached_property
    def states(self) -> tuple[Mapping[str, Value], ...]:
        """The value of each shared object in each state of the trace."""
        slots = self._scene.slots.values()
        return tuple({slot.name: state[slot.index] for slot in slots} for state in self._scene.chain)

    @cached_property
    def lines(self) -> tuple[Mapping[str, int], ...]:
        """The line of the author's file that each agent stands at in each state of the trace; none for agents that have ended."""
        system = self._origin.system
        return tuple(
            {process.agent: system.step(process.index, pc).line for process in system.processes if (pc := state[process.index][0]) != DONE}
            for state in self._scene.chain
        )

    @cached_property
    def holders(self) -> tuple[Mapping[str, str], ...]:
        """The agent that holds each lock in each state of the trace; none for locks that are free."""
        locks = [slot for slot in self._scene.slots.values() if slot.sort == LOCK]
        return tuple(
            {slot.name: self._scene.agent(holder) for slot in locks if (holder := self._scene.holder(slot.index, state)) is not None}
            for state in self._scene.chain
        )

    def find_no_return(self, max_states: int = MOST_STATES) -> NoReturn:
        """Explore until it is known from where on the violation could not be avoided, looking at no more than `max_states` states."""
        if self.no_return is None or (self.no_return.index is None and max_states > self.no_return.states):
            self.no_return = point_of_no_return(self._scene, max_states)
        return self.no_return

    def to_json(self) -> dict[str, Any]:
        """The member `diagnosis` of a violation; `point_of_no_return` is there when it was asked for."""
        data: dict[str, Any] = {
            "cause": self.cause.value,
            "summary": self.summary,
            "hint": self.hint,
            "waits": [wait.to_json() for wait in self.waits],
            "agents": list(self.agents),
            "places": [place.to_json() for place in self.places],
            "story": list(self.story),
        }
        if self.no_return is not None:
            data["point_of_no_return"] = self.no_return.to_json()
        return data


def diagnose(violation: Violation, origin: Origin | Workspace, granularity: str = "label") -> Diagnosis:
    """The diagnosis of a violation of a protocol.

    `origin` is the `origin` of its result. For a trace of another engine, which has none, it is the workspace, with the granularity of
    the trace.
    """
    if isinstance(origin, Workspace):
        origin = Origin(origin, lower(origin, granularity))
    return Diagnosis(violation, origin)


def diagnosed(result: CheckResult, workspace: Workspace | None = None) -> CheckResult:
    """The same result, each violation with its diagnosis. A result without an origin needs the workspace."""
    origin = result.origin
    if not result.violations or (origin is None and workspace is None):
        return result
    if origin is None:
        assert workspace is not None
        origin = Origin(workspace, lower(workspace, result.stats.granularity if result.stats is not None else "label"))
    return replace(result, violations=tuple(replace(v, diagnosis=v.diagnosis or Diagnosis(v, origin)) for v in result.violations))


def diagnosis_of(violation: Violation) -> Diagnosis | None:
    """The diagnosis that a violation carries."""
    return violation.diagnosis if isinstance(violation.diagnosis, Diagnosis) else None


def _with_diagnosis(search: Callable[P, CheckResult]) -> Callable[P, CheckResult]:
    @wraps(search)
    def run(*arguments: P.args, **options: P.kwargs) -> CheckResult:
        return diagnosed(search(*arguments, **options))

    return run


check = _with_diagnosis(native_check)
"""`tracefix.checker.check`, each violation with its diagnosis, which is computed when it is looked at."""
