"""The control flow graph of each process, over statements whose macros are expanded.

A node is one statement with the decision it makes, or the end of the process. A node that carries a label is where a process may
rest: a step runs from one such node to the next. The statements inside `if`, `either`, `while` and `with` are nodes of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..pluscal.ast import Algorithm, Boolean, Either, Expr, Goto, IfStmt, Process, Stmt, While, With

DONE = "Done"
"""The label of a process that has ended."""

NEXT, THEN, ELSE, BRANCH, BODY, LEAVE, JUMP = "next", "then", "else", "branch", "body", "leave", "goto"
"""The kinds of edges: what a node decides when it takes them. LEAVE goes past a `while`."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge to the node `target`; `branch` counts the branches of an `either` from 0."""

    target: int
    kind: str
    branch: int = 0


@dataclass(frozen=True, slots=True)
class Node:
    """A statement, or the end of the process where `statement` is None.

    `label` names the step that the statement belongs to; `rests` says that the label stands right here.
    """

    index: int
    statement: Stmt | None
    label: str
    rests: bool
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """The graph of one process: `nodes` by index, in the order of the text, the end last; control begins at `start`."""

    nodes: tuple[Node, ...]
    start: int

    @property
    def end(self) -> int:
        """The node where the process has ended."""
        return len(self.nodes) - 1

    @property
    def labels(self) -> dict[str, int]:
        """Each label and its node, in the order of the text, `Done` last."""
        return {node.label: node.index for node in self.nodes if node.rests}

    def reachable(self) -> frozenset[int]:
        """The nodes that control can come to when every condition may be true or false, except those that are written TRUE or FALSE."""
        seen, waiting = {self.start}, [self.start]
        while waiting:
            for edge in self.nodes[waiting.pop()].edges:
                if edge.target not in seen:
                    seen.add(edge.target)
                    waiting.append(edge.target)
        return frozenset(seen)

    def step(self, label: str) -> tuple[int, ...]:
        """The nodes that one step may execute, the labelled one first."""
        first = self.labels[label]
        found, waiting = {first: None}, [first]
        while waiting:
            for edge in self.nodes[waiting.pop()].edges:
                if not self.nodes[edge.target].rests and edge.target not in found:
                    found[edge.target] = None
                    waiting.append(edge.target)
        return tuple(found)

    def following(self, label: str) -> tuple[str, ...]:
        """The labels at which a step may end."""
        ends = {edge.target for index in self.step(label) for edge in self.nodes[index].edges}
        return tuple(self.nodes[index].label for index in sorted(ends) if self.nodes[index].rests)


def flow_of(body: Sequence[Stmt]) -> Flow:
    """The graph of a process body as `Module.algorithm` holds it: macros expanded, labels checked."""
    return _Builder().build(body)


def bodies(algorithm: Algorithm) -> Iterator[tuple[Process | None, tuple[Stmt, ...]]]:
    """Each process and its body; a uniprocess algorithm has one body and no process."""
    if not algorithm.processes:
        yield None, algorithm.body
    for process in algorithm.processes:
        yield process, process.body


Loose = tuple[int, str, int]
"""An edge whose target is not known yet: its node, kind and branch."""


class _Builder:
    def __init__(self) -> None:
        self.statements: list[tuple[Stmt, str, bool]] = []
        self.edges: list[list[Edge]] = []
        self.labels: dict[str, int] = {}
        self.jumps: list[tuple[int, str]] = []

    def build(self, body: Sequence[Stmt]) -> Flow:
        loose = self.block(body, [], "")
        end = len(self.statements)
        self.labels[DONE] = end
        self.connect(loose, end)
        for index, label in self.jumps:
            self.edges[index].append(Edge(self.labels[label], JUMP))
        nodes = [Node(i, statement, label, rests, tuple(self.edges[i])) for i, (statement, label, rests) in enumerate(self.statements)]
        return Flow((*nodes, Node(end, None, DONE, True, ())), 0)

    def connect(self, loose: Iterable[Loose], target: int) -> None:
        for index, kind, branch in loose:
            self.edges[index].append(Edge(target, kind, branch))

    def block(self, statements: Sequence[Stmt], loose: list[Loose], label: str) -> list[Loose]:
        """Add statements that are entered by the `loose` edges, in the step `label`; the edges that leave them."""
        for statement in statements:
            label = statement.label.name if statement.label is not None else label
            loose = self.statement(statement, loose, label)
        return loose

    def statement(self, statement: Stmt, loose: list[Loose], label: str) -> list[Loose]:
        index = len(self.statements)
        self.statements.append((statement, label, statement.label is not None))
        self.edges.append([])
        self.connect(loose, index)
        if statement.label is not None:
            self.labels[label] = index
        match statement:
            case IfStmt(condition, then, otherwise):
                entered: list[Loose] = [] if _is(condition, False) else [(index, THEN, 0)]
                passed: list[Loose] = [] if _is(condition, True) else [(index, ELSE, 0)]
                return [*self.block(then, entered, label), *self.block(otherwise, passed, label)]
            case Either(branches):
                return [edge for i, branch in enumerate(branches) for edge in self.block(branch, [(index, BRANCH, i)], label)]
            case While(condition, body):
                self.connect(self.block(body, [] if _is(condition, False) else [(index, BODY, 0)], label), index)
                return [] if _is(condition, True) else [(index, LEAVE, 0)]
            case With(_, body):
                return self.block(body, [(index, BODY, 0)], label)
            case Goto(target):
                self.jumps.append((index, target))
                return []
        return [(index, NEXT, 0)]


def _is(condition: Expr, value: bool) -> bool:
    return isinstance(condition, Boolean) and condition.value is value
