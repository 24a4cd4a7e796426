"""Decision trees: what a step or a conjunct does, as a function of the few fields it looks at.

A tree is learnt by watching the interpreter. A `Read` node says which field is looked at next and branches on the id of its
value; a `Fork` node stands for a choice, all of whose arms happen; an `Outcome` ends a path. Since the interpreter is
deterministic given what it has read, the field at each node is always the same, and a path once filled in is right for
every state that agrees with it on the fields along the path.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InternalError

NORMAL, FINISHED, FAILED, FAILED_SEEN = range(4)
"""Kinds of outcome: successors (perhaps none), the process is done, the step fails, the step fails and that is known."""


@dataclass(slots=True, eq=False)
class Outcome:
    """The end of a path. `leaves` are successors, each a tuple of (slot, id) to set; `packed` mirrors them for one layout.

    `stable` says that nothing other processes do matters to this way of the step, see `independence`.
    """

    kind: int
    leaves: tuple[tuple[tuple[int, int], ...], ...] = ()
    failure: Any = None
    packed: tuple[tuple[int, int], ...] = ()
    code: int = 0
    stable: bool = False


@dataclass(slots=True, eq=False)
class Read:
    """Look at a field and go on by the id of its value. `shift` places the field's slot in the Python-integer layout."""

    field: int
    shift: int
    projection: list[int] | None
    children: dict[int, Any] = dataclasses.field(default_factory=dict)
    code: int = 0


@dataclass(slots=True, eq=False)
class Fork:
    """A choice among `len(arms)` alternatives; arms not filled yet are None."""

    arms: list[Any]
    code: int = 0


TRUE_OUTCOME = Outcome(NORMAL, code=-1)
FALSE_OUTCOME = Outcome(FAILED, code=-2)
FINISHED_OUTCOME = Outcome(FINISHED, code=-3)
SHARED_OUTCOMES = (TRUE_OUTCOME, FALSE_OUTCOME, FINISHED_OUTCOME)
"""Outcomes without data, with the codes that the kernel knows them by. `code` of everything else is set by its encoder."""


def insert(container: Any, key: Any, events: Sequence[int], choices: Sequence[int], ids: Any, make_read: Any, outcome: Outcome) -> None:
    """Add one path below `container[key]`: the events of an evaluation, its choices, and how it ended.

    `ids(field)` is the id of a field's value in the state at hand; `make_read(field)` builds a Read node.
    """
    position = 0
    for event in events:
        node = _get(container, key)
        if event >= 0:
            if node is None:
                node = make_read(event)
                container[key] = node
            elif type(node) is not Read or node.field != event:
                raise InternalError("a step looked at different variables in the same situation")
            container, key = node.children, ids(event)
        else:
            if node is None:
                node = Fork([None] * -event)
                container[key] = node
            elif type(node) is Outcome:
                return
            elif type(node) is not Fork or len(node.arms) != -event:
                raise InternalError("a step had different choices in the same situation")
            container, key = node.arms, choices[position]
            position += 1
    if _get(container, key) is None:
        container[key] = outcome


def _get(container: Any, key: Any) -> Any:
    return container.get(key) if type(container) is dict else container[key]


def unknown_paths(container: Any, key: Any, ids: Any, choices: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The choices that lead to each path below `container[key]` that is not known in the current state, in their order.

    Whoever iterates inserts the path before asking for the next one: the choices beyond the given ones are then known as well.
    """
    node = _get(container, key)
    if node is None:
        yield choices
        node = _get(container, key)
    if type(node) is Read:
        yield from unknown_paths(node.children, ids(node.field), ids, choices)
    elif type(node) is Fork:
        for arm in range(len(node.arms)):
            yield from unknown_paths(node.arms, arm, ids, (*choices, arm))


def merge_forks(node: Any, ids: Any) -> Any:
    """The node with the forks along the current state's path joined where every arm ends at once.

    Joined successors keep the order of the choices. Arms that fail stay apart, so that the failure keeps its place.
    """
    if type(node) is Read:
        key = ids(node.field)
        child = node.children.get(key)
        if child is not None:
            node.children[key] = merge_forks(child, ids)
        return node
    if type(node) is Fork:
        node.arms[:] = [arm if arm is None else merge_forks(arm, ids) for arm in node.arms]
        if all(type(arm) is Outcome and arm.kind == NORMAL for arm in node.arms):
            leaves = tuple(leaf for arm in node.arms for leaf in arm.leaves)
            return Outcome(NORMAL, leaves, stable=all(arm.stable for arm in node.arms))
    return node


def outcomes_of(node: Any, ids: Any) -> Iterator[Outcome | None]:
    """The outcomes of the current state below a node, in the order of the choices; None where one is not known yet."""
    if type(node) is Read:
        yield from outcomes_of(node.children.get(ids(node.field)), ids)
    elif type(node) is Fork:
        for arm in node.arms:
            yield from outcomes_of(arm, ids)
    else:
        yield node


def fields_of(node: Any) -> set[int]:
    """Every field that is looked at below a node."""
    if type(node) is Read:
        return set[int]().union({node.field}, *(fields_of(child) for child in node.children.values()))
    if type(node) is Fork:
        return set[int]().union(*(fields_of(arm) for arm in node.arms))
    return set()


def fields_along(node: Any, ids: Any) -> set[int]:
    """Every field that is looked at below a node in the current state."""
    if type(node) is Read:
        return {node.field} | fields_along(node.children.get(ids(node.field)), ids)
    if type(node) is Fork:
        return set[int]().union(*(fields_along(arm, ids) for arm in node.arms))
    return set()


def silence(node: Any, property_name: str) -> None:
    """Mark every step failure of a property below a node as seen."""
    if type(node) is Read:
        for child in node.children.values():
            silence(child, property_name)
    elif type(node) is Fork:
        for arm in node.arms:
            silence(arm, property_name)
    elif type(node) is Outcome and node.kind == FAILED and getattr(node.failure, "property", None) == property_name:
        node.kind = FAILED_SEEN
