"""The point of no return from the whole state graph: an oracle, by another method than that of `tracefix.diagnosis`."""

from __future__ import annotations

from collections.abc import Callable

from tracefix.checker import AbstractState, CheckResult, Interpreter


def by_the_whole_graph(result: CheckResult, name: str) -> int:
    """Every state that can be come to without the violation, then backwards from the ends until nothing changes."""
    violation = next(v for v in result.violations if v.property == name)
    assert result.origin is not None
    system = result.origin.system
    interpreter = Interpreter(system)
    conjuncts = [conjunct for conjunct in system.invariants if conjunct.property == name]

    def allowed(state: AbstractState) -> bool:
        return all(interpreter.holds(conjunct, state) for conjunct in conjuncts)

    edges: dict[AbstractState, list[AbstractState]] = {}
    waiting = [state for state in [*system.initial, *violation.chain] if allowed(state)]
    while waiting:
        state = waiting.pop()
        if state not in edges:
            edges[state] = [successor for _, successor in interpreter.expand(state).successors if allowed(successor)]
            waiting += edges[state]

    def backwards(safe: set[AbstractState], keep: Callable[[AbstractState, set[AbstractState]], bool]) -> set[AbstractState]:
        while True:
            grown = {state for state in edges if state in safe or keep(state, safe)}
            if grown == safe:
                return safe
            safe = grown

    safe = backwards({state for state in edges if system.is_complete(state)}, lambda state, safe: any(s in safe for s in edges[state]))
    if violation.chain[0] not in safe and name != "CompletionReachable":
        # Nothing ends well: what can go on for ever is what is left when dead ends are taken away again and again.
        left = set(edges)
        while dead := {state for state in left if not any(successor in left for successor in edges[state])}:
            left -= dead
        safe = left
    unsafe = [index for index, state in enumerate(violation.chain, start=1) if state not in safe]
    return unsafe[0] if unsafe else len(violation.chain) + 1
