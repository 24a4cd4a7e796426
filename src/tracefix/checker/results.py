"""What a check returns. The same objects serve the library, the CLI's text and the JSON of `docs/contract.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from ..diagnostics import Diagnostic
from ..display import Shown
from .values import Value

if TYPE_CHECKING:
    from ..workspace import Workspace
    from .system import AbstractState, TransitionSystem


class Explanation(Protocol):
    """What another room says about a violation."""

    def to_json(self) -> dict[str, Any]:
        """The member `diagnosis` of a violation."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a result was computed from."""

    workspace: Workspace
    system: TransitionSystem


class Verdict(StrEnum):
    """`holds` means the frontier is empty and nothing was violated."""

    HOLDS = "holds"
    VIOLATED = "violated"
    INCOMPLETE = "incomplete"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class State:
    """One state by source names.

    `globals` maps each global variable to its value. `pc` maps each agent to its label, `locals` each agent to its
    local variables. Agents are named by the text of their process identity (`A`, `w1`, `3`).
    """

    globals: Mapping[str, Value]
    pc: Mapping[str, str]
    locals: Mapping[str, Mapping[str, Value]]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the agent, the PlusCal label, and the label's place in the author's file (from 1)."""

    agent: str
    label: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TraceState:
    """A state of a trace and the step that led to it (None for the initial state); `index` counts from 1.

    `changed` names what differs from the state before: `pc`, globals by name, locals as `agent.name`.
    """

    index: int
    step: Step | None
    state: State
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation(Shown):
    """A property and a trace that violates it.

    When a step itself fails (an assertion, a release by another), the trace ends in the state before it and `failing` is
    that step. `chain` holds the states of the trace as the interpreter sees them; it is empty for a trace of another engine.
    `diagnosis` is there when the room of that name was asked (`tracefix.check` asks).
    """

    property: str
    message: str
    trace: tuple[TraceState, ...]
    shortest: bool = True
    failing: Step | None = None
    line: int | None = None
    column: int | None = None
    chain: tuple[AbstractState, ...] = field(default=(), compare=False, repr=False)
    diagnosis: Explanation | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts in TLC's sense; `depth` of an initial state is 1. `seconds` is wall time of the whole check."""

    generated: int
    distinct: int
    depth: int
    seconds: float
    exact: bool = True
    reduction: str = "none"
    threads: int = 1
    bytes_per_state: float = 0.0
    granularity: str = "label"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a `holds` would be vacuous about: names as `agent.label`, `channel.label`, `agent.label branch N`."""

    unreached_labels: tuple[str, ...] = ()
    never_sent: tuple[str, ...] = ()
    untaken_branches: tuple[str, ...] = ()
    never_contended: tuple[str, ...] = ()
    bound_reached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GrowingVariable:
    """A variable whose values made a search large.

    `name` is as in a trace (`x`, `inbox[A]`, `CI.msg`), `line` where it is declared, `values` how many different ones it had. `extent`
    says from where to where an integer (`0 to 999`) or a sequence (`0 to 57 long`) came, None for other values. `growth` is
    `endless` (a loop makes it grow and nothing that the loop looks at can end that), `steady` (a loop makes it grow, or it has grown up
    to the end of the search) or `none` (it only had many values). `step` is the step that makes it grow, where there is one.
    """

    name: str
    line: int
    values: int
    extent: str | None = None
    growth: str = "none"
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class GrowingAgent:
    """An agent's part in a large search: how many local states (label and local variables together) were found, how many of them
    only in the last quarter of the levels, and its share of the product, which is log(local states) over the sum of all agents' logs.
    """

    agent: str
    local_states: int
    recent: int
    share: float


@dataclass(frozen=True, slots=True)
class Growth:
    """What made an incomplete search large.

    `kind` is `endless` (a variable grows for ever), `steady` (one has grown up to the end of the search, perhaps up to a limit of the
    protocol's own) or `wide` (none has: many agents multiply). `message` is one line that stands alone. `variables` and `agents` are
    sorted, those that contribute most first.
    """

    kind: str
    message: str
    variables: tuple[GrowingVariable, ...]
    agents: tuple[GrowingAgent, ...]


@dataclass(frozen=True, slots=True)
class CheckResult(Shown):
    """The outcome of one engine on one protocol.

    `engine` is "native" or "tlc" (then `version` says which). `limit` names the limit of an `incomplete` verdict.
    `growth` then says what made the search large. `notes` are one-line remarks about what the verdict covers (reductions not applied,
    constraints that cut states). `origin` is what a native check was made of.
    """

    verdict: Verdict
    engine: str
    properties: tuple[str, ...]
    violations: tuple[Violation, ...] = ()
    stats: Stats | None = None
    coverage: Coverage = field(default_factory=Coverage)
    diagnostics: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    limit: str | None = None
    version: str | None = None
    growth: Growth | None = None
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        """The object of schema `tracefix.check/1`."""
        from .result_json import check_json

        return check_json(self)
