"""`watch`: a search whose moves are looked at one by one, and may be forbidden.

A check says what states there are; some questions are about what happens between them: whether anybody ever sends a message, whether
something can happen before something else has. A watcher is called for every distinct *move*, that is every way through a step that
differs in what the step reads, chooses or does, in some state that can be reached. It may note what it sees, forbid the move, and
remember something: what it remembers becomes part of the state. A claim is a statement about states; a state in which it is false
ends in a shortest trace.

Moves are watched where the interpreter fills the decision trees, so a watched search runs at the speed of any other one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..pluscal import ast
from ..source import Source, Span
from ..workspace import Workspace
from .checking import _Check
from .context import Context
from .evaluation import Env, Evaluate
from .lowering import lower
from .names import Plain
from .results import CheckResult
from .search import LimitReached, Limits, ProgressCallback
from .statements import Blocked, LabelledStep
from .system import AbstractState, Conjunct, TransitionSystem
from .values import Value, boolean

MEMORY = "tf_memory"
"""The variable that holds what a watcher remembers. No protocol may use a name that begins so."""

ENOUGH = "enough was seen"
"""The limit of a search that its watcher ended."""


class Move:
    """One way through one step, while it is made. Labels are the author's, `target` is where the agent stands afterwards."""

    __slots__ = ("_context", "_names", "_process", "_slots", "agent", "identity", "label", "target")

    def __init__(self, agent: str, identity: Value, slots: Mapping[str, int], names: Mapping[int, str]) -> None:
        self.agent = agent
        self.identity = identity
        self.label = ""
        self.target = ""
        self._slots = slots
        self._names = names
        self._process = 0
        self._context: Context

    def reset(self, context: Context, process: int) -> None:
        """Become the move that was just made in a context."""
        self._context = context
        self._process = process
        self.label = context.before[process][0]
        self.target = context.locals[0]

    def assigned(self) -> Iterator[str]:
        """The shared variables that the step assigns to, those apart that are assigned by index."""
        return (self._names[slot] for slot in sorted(self._context.written) if slot in self._names)

    def before(self, name: str) -> Any:
        """A shared variable before the step."""
        return self._context.read_before(self._slots[name])

    def after(self, name: str) -> Any:
        """A shared variable after the step."""
        return self._context.read(self._slots[name])

    @property
    def state(self) -> AbstractState:
        """The state before the step, one of those in which the move may be made. For notes only: an answer must not depend on it."""
        return tuple(self._context.before)

    def local(self) -> tuple[AbstractState, AbstractState]:
        """Label and local variables of the agent before and after the step."""
        return self._context.before[self._process], tuple(self._context.locals)

    @property
    def memory(self) -> Any:
        """What the watcher remembered before the step."""
        return self._context.read_before(self._slots[MEMORY])

    def remember(self, value: Hashable) -> None:
        """Let the watcher remember something else after the step."""
        if value != self.memory:
            self._context.write(self._slots[MEMORY], value)


class Glance:
    """A look at a state."""

    __slots__ = ("_context", "_pcs", "_slots")

    def __init__(self, pcs: Mapping[str, int], slots: Mapping[str, int]) -> None:
        self._pcs = pcs
        self._slots = slots
        self._context: Context

    def reset(self, context: Context) -> None:
        """Look at the state of a context."""
        self._context = context

    def label(self, agent: str) -> str:
        """Where an agent stands."""
        found: str = self._context.read_before(self._pcs[agent])
        return found

    def value(self, name: str) -> Any:
        """A shared variable."""
        return self._context.read_before(self._slots[name])

    @property
    def memory(self) -> Any:
        """What the watcher remembers."""
        return self.value(MEMORY)

    def complete(self) -> bool:
        """Whether every agent is done."""
        return all(self.label(agent) == "Done" for agent in self._pcs)


Watcher = Callable[[Move], bool]
"""Looks at a move; False forbids it. What it answers and remembers must depend on nothing but the move."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is said of every state that can be reached; `text` says it in words."""

    name: str
    text: str
    holds: Callable[[Glance], bool]


def enough() -> None:
    """Called by a watcher: end the search, which is then incomplete with the limit `ENOUGH`."""
    raise LimitReached(ENOUGH)


def watch(
    workspace: Workspace,
    watcher: Watcher,
    *,
    start: Hashable = None,
    claims: Sequence[Claim] = (),
    initial: AbstractState | None = None,
    max_states: int | None = None,
    timeout: float | None = None,
    progress: ProgressCallback | None = None,
    engine: str = "auto",
) -> CheckResult:
    """Explore every interleaving, with every move watched; the properties of the result are the claims, and nothing else is checked.

    `start` is what the watcher remembers at first; with None it remembers nothing, and the search may begin in another state than the
    initial ones: `initial`, the `state` of a move of another watched search without memory. The search goes on after a claim was
    found to be false, so that each false one has its trace. `timeout` is in seconds.
    """
    if start is not None:
        workspace = _with_memory(workspace)
    system = lower(workspace)
    slots = {name: shape.slot for name, shape in system.names.globals.items() if isinstance(shape, Plain)}
    if start is not None:
        place = slots[MEMORY]
        system = replace(system, initial=tuple((*state[:place], start, *state[place + 1 :]) for state in system.initial))
    if initial is not None:
        system = replace(system, initial=(initial,), initial_generated=1)
    system = replace(
        system,
        steps=_watched(system, watcher, slots),
        invariants=_conjuncts(system, claims, slots),
        properties=tuple(claim.name for claim in claims),
    )
    limits = Limits(max_states, None, None if timeout is None else time.monotonic() + timeout)
    return _Check(workspace, system, limits, True, engine, progress).run()


def _with_memory(workspace: Workspace) -> Workspace:
    """The workspace with one more variable. Its first value is set later: it need not be one that TLA+ can write."""
    algorithm = workspace.module.algorithm
    memory = ast.VarDecl(MEMORY, "=", ast.Number(0, algorithm.span), algorithm.span)
    algorithm = replace(algorithm, variables=(*algorithm.variables, memory))
    return replace(workspace, module=replace(workspace.module, algorithm=algorithm))


def _watched(system: TransitionSystem, watcher: Watcher, slots: Mapping[str, int]) -> tuple[Mapping[str, LabelledStep], ...]:
    names = {slot: name for name, slot in slots.items() if name != MEMORY}

    def wrapped(step: LabelledStep, process: int, move: Move) -> LabelledStep:
        def run(context: Context) -> None:
            step.run(context)
            move.reset(context, process)
            if not watcher(move):
                raise Blocked(step.span)

        return LabelledStep(step.label, step.span, run)

    found = []
    for process, steps in zip(system.processes, system.steps, strict=True):
        move = Move(process.agent, process.identity, slots, names)
        found.append({label: wrapped(step, process.index, move) for label, step in steps.items()})
    return tuple(found)


def _conjuncts(system: TransitionSystem, claims: Sequence[Claim], slots: Mapping[str, int]) -> tuple[Conjunct, ...]:
    glance = Glance({process.agent: system.names.projections[process.index, 0] for process in system.processes}, slots)

    def evaluated(holds: Callable[[Glance], bool]) -> Evaluate:
        def evaluate(context: Context, env: Env) -> Any:
            glance.reset(context)
            return boolean(holds(glance))

        return evaluate

    return tuple(
        Conjunct(claim.name, evaluated(claim.holds), (), Span(0, len(claim.text)), Source("<claim>", claim.text)) for claim in claims
    )
