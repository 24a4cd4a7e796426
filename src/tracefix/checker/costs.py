"""Invariants that are slow, and why: those whose decision trees grow with the number of states."""

from __future__ import annotations

from collections.abc import Iterator

from .system import TransitionSystem
from .tables import ConjunctTree, Tables

MANY = 5_000
"""Evaluations below which nobody would notice."""

SHARE = 1 / 3
"""Evaluations for each state from which on an invariant is called slow."""

MOST_NAMES = 6


def slow_invariants(tables: Tables, distinct: int) -> Iterator[str]:
    """A note for each invariant that was evaluated state by state, since a part of it looks at many variables together."""
    parts: dict[str, list[ConjunctTree]] = {}
    for tree in tables.invariants:
        parts.setdefault(tree.property, []).append(tree)
    for name, trees in parts.items():
        fills = sum(tree.fills for tree in trees)
        if fills < MANY or fills < SHARE * distinct:
            continue
        worst = max(trees, key=lambda tree: (tree.fills, len(tree.fields)))
        names = sorted({_name(tables.system, field) for field in worst.fields})
        shown = ", ".join(names[:MOST_NAMES]) + (", ..." if len(names) > MOST_NAMES else "")
        conjunct = worst.conjuncts[0]
        line = conjunct.source.position(conjunct.span.start)[0]
        yield (
            f"the invariant {name} is slow: it was evaluated {fills:,} times, since a part of it (line {line}) looks at {len(names)} "
            f"variables together: {shown}; conjuncts that look at few variables each are faster"
        )


def _name(system: TransitionSystem, field: int) -> str:
    slot, _ = system.fields[field]
    return f"pc of {system.processes[slot].agent}" if slot < len(system.processes) else system.slot_name(slot)
