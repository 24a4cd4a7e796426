"""What identifiers mean in a protocol: constants, variables cut into components, locals, process identities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Union

from ..pluscal.ast import Definition
from ..pluscal.model import Unsupported
from ..source import Source


@dataclass(frozen=True, slots=True)
class Plain:
    """A variable, or a component of one, that is one slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class Split:
    """A function-valued variable whose domain never changes: one shape per argument."""

    parts: Mapping[Any, Shape]


Shape = Union[Plain, Split]


def slots_of(shape: Shape) -> Iterator[int]:
    """Every slot of a shape, in order."""
    if isinstance(shape, Plain):
        yield shape.slot
    else:
        for part in shape.parts.values():
            yield from slots_of(part)


@dataclass(frozen=True, slots=True)
class ProcessNames:
    """A process instance: its agent name, identity, and the places of its local variables in the local tuple (from 1)."""

    index: int
    agent: str
    identity: Any
    locals: Mapping[str, int]
    body_name: str
    is_set: bool


@dataclass(frozen=True, slots=True)
class Names:
    """Everything an identifier can refer to. `projections` maps (process, place) to the field of that projection."""

    source: Source
    constants: Mapping[str, Any]
    definitions: Mapping[str, Definition | Unsupported]
    globals: Mapping[str, Shape]
    processes: tuple[ProcessNames, ...]
    uniprocess: bool
    projections: Mapping[tuple[int, int], int]
    by_identity: Mapping[Any, int] = field(default_factory=dict)
    generated: Mapping[str, Source] = field(default_factory=dict)


def structure_of(node: Any) -> str:
    """A text that is the same for expressions that differ only in where they stand."""
    if isinstance(node, tuple):
        return "(" + ",".join(structure_of(item) for item in node) + ")"
    if is_dataclass(node):
        parts = [structure_of(getattr(node, item.name)) for item in fields(node) if item.name != "span"]
        return f"{type(node).__name__}({','.join(parts)})"
    return repr(node)
