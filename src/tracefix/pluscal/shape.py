"""Syntax trees without their places: what two texts have in common when they mean the same."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from ..source import Span

_FIELDS: dict[type, tuple[str, ...]] = {}


def shape(node: Any) -> Any:
    """A tree as nested tuples without spans: equal for trees that differ in layout, comments and redundant brackets only."""
    if isinstance(node, tuple):
        return tuple([shape(part) for part in node])
    if isinstance(node, (str, int)) or node is None:
        return node
    kind = type(node)
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(field.name for field in fields(kind) if not isinstance(getattr(node, field.name), Span))
    return (kind.__name__, *[shape(getattr(node, name)) for name in names])
