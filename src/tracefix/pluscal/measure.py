"""How large the text is that a macro stands for, without writing it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ..source import Span
from .ast import Label, MacroCall, Name, Target


@dataclass(frozen=True, slots=True)
class Size:
    """Nodes of a syntax tree, how many of them are statements, how deep they lie in each other, and how often it uses each parameter."""

    nodes: int
    statements: int
    depth: int
    uses: Mapping[str, int]


def size_of(tree: Any, parameters: Collection[str] = ()) -> Size:
    """The size of a tree or a tuple of trees."""
    uses: Counter[str] = Counter()
    nodes = statements = deepest = 0
    stack: list[tuple[Any, int]] = [(tree, 0)]
    while stack:
        node, depth = stack.pop()
        if isinstance(node, tuple):
            stack += [(part, depth) for part in node]
            continue
        if isinstance(node, (Span, Label, MacroCall)) or not hasattr(node, "__dataclass_fields__"):
            continue
        nodes += 1
        statements += "origin" in node.__dataclass_fields__
        deepest = max(deepest, depth)
        if isinstance(node, Name) and node.id in parameters:
            uses[node.id] += 1
        elif isinstance(node, Target) and node.name in parameters:
            uses[node.name] += 1
        stack += [(getattr(node, name), depth + 1) for name in node.__dataclass_fields__]
    return Size(nodes, statements, deepest, uses)
