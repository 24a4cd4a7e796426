"""Statements of generated protocols: where pcal.trans wants labels, and how both syntaxes are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

INDENT = "    "


@dataclass
class Node:
    """A statement: a simple one is its text; others are a kind, a head and blocks. `assigned` are the variables it assigns itself."""

    kind: str
    text: str = ""
    blocks: list[list[Node]] = field(default_factory=list)
    assigned: frozenset[str] = frozenset()
    label: str | None = None
    wants_label: bool = False
    target: int = 0

    def all_assigned(self) -> frozenset[str]:
        return self.assigned.union(*(node.all_assigned() for block in self.blocks for node in block))

    def jumps(self) -> bool:
        """Whether control may leave the step inside: the translator wants a label behind it."""
        return self.kind == "goto" or any(node.label is not None or node.jumps() for block in self.blocks for node in block)


class Labeller:
    """Gives labels to the statements of one process, where pcal.trans demands them and where they are wanted."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.labels: list[str] = []
        self.assigned: frozenset[str] = frozenset()

    def fresh(self) -> str:
        self.labels.append(f"{self.prefix}{len(self.labels) + 1}")
        return self.labels[-1]

    def block(self, nodes: list[Node], *, first: bool = False, allowed: bool = True) -> None:
        """Label a block; without `allowed` (inside `with`) statements that would need a label are dropped."""
        must = first
        kept = []
        entered = self.assigned
        for node in nodes:
            taken = self.assigned | entered if node.kind == "with" else self.assigned
            needs = must or node.kind == "while" or bool(taken & self.head_assigned(node)) or node.wants_label
            if needs and not allowed:
                if node.kind in ("while", "goto") or self.assigned & node.all_assigned():
                    continue
                needs = False
            if needs:
                node.label = self.fresh()
                self.assigned = frozenset()
            self.inside(node, allowed)
            must = node.jumps()
            kept.append(node)
        nodes[:] = kept or [Node("simple", "skip")]
        if first and nodes[0].label is None:
            nodes[0].label = self.fresh()

    def head_assigned(self, node: Node) -> frozenset[str]:
        """What a statement assigns before a label can stand: a `with` must fit in whole."""
        return node.all_assigned() if node.kind == "with" else node.assigned

    def inside(self, node: Node, allowed: bool) -> None:
        before = self.assigned
        after = before | node.assigned
        for block in node.blocks:
            self.assigned = before
            self.block(block, allowed=allowed and node.kind != "with")
            after |= self.assigned
        self.assigned = after


def c_algorithm(declarations: list[str], operators: list[str], processes: list[Any]) -> list[str]:
    lines = ["--algorithm Protocol {", f"variables {', '.join(declarations)};"]
    if operators:
        lines += ["define {", *(INDENT + operator for operator in operators), "}"]
    lines += ["macro acquire(l, who) { await l = FREE; l := who; }", "macro release(l, who) { assert l = who; l := FREE; }"]
    for name, head, own, body in processes:
        lines.append(f"process ({name} {head})")
        if own:
            lines.append(f"variables {', '.join(own)};")
        lines += ["{", *c_block(body, 1), "}"]
    return [*lines, "}"]


def p_algorithm(declarations: list[str], operators: list[str], processes: list[Any]) -> list[str]:
    lines = ["--algorithm Protocol", f"variables {', '.join(declarations)};"]
    if operators:
        lines += ["define", *(INDENT + operator for operator in operators), "end define;"]
    lines += ["macro acquire(l, who) begin await l = FREE; l := who; end macro;"]
    lines += ["macro release(l, who) begin assert l = who; l := FREE; end macro;"]
    for name, head, own, body in processes:
        lines.append(f"process {name} {head}")
        if own:
            lines.append(f"variables {', '.join(own)};")
        lines += ["begin", *p_block(body, 1), "end process;"]
    return [*lines, "end algorithm;"]


def c_block(nodes: list[Node], level: int) -> list[str]:
    """The lines of a block in C-syntax."""
    pad = INDENT * level
    lines = []
    for node in nodes:
        label = f"{node.label}: " if node.label else ""
        if node.kind in ("simple", "goto"):
            text = f"goto {node.text}" if node.kind == "goto" else node.text
            lines.append(f"{pad}{label}{text};")
            continue
        conditions = node.text.split("\n")
        for index, block in enumerate(node.blocks):
            if node.kind == "if":
                condition = f"({conditions[index]}) " if index < len(conditions) else ""
                head = f"if {condition}" if index == 0 else f"}} else if {condition}" if condition else "} else "
            elif node.kind == "either":
                head = "either " if index == 0 else "} or "
            else:
                head = f"{node.kind} ({node.text}) "
            lines.append(f"{pad}{label if index == 0 else ''}{head}{{")
            lines += c_block(block, level + 1)
        lines.append(f"{pad}}};")
    return lines


def p_block(nodes: list[Node], level: int) -> list[str]:
    """The lines of a block in P-syntax."""
    pad = INDENT * level
    lines = []
    for node in nodes:
        label = f"{node.label}: " if node.label else ""
        if node.kind in ("simple", "goto"):
            text = f"goto {node.text}" if node.kind == "goto" else node.text
            lines.append(f"{pad}{label}{text};")
            continue
        conditions = node.text.split("\n")
        for index, block in enumerate(node.blocks):
            if node.kind == "if":
                word = "if" if index == 0 else "elsif"
                head = f"{word} {conditions[index]} then" if index < len(conditions) else "else"
            elif node.kind == "either":
                head = "either" if index == 0 else "or"
            else:
                head = f"{node.kind} {node.text} do"
            lines.append(f"{pad}{label if index == 0 else ''}{head}")
            lines += p_block(block, level + 1)
        lines.append(f"{pad}end {node.kind};")
    return lines
