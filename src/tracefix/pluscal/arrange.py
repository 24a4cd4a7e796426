"""Where the lines of a formatted algorithm begin.

C-syntax: sections four columns in, labels eight, statements of a labelled body twelve; P-syntax: sections at the margin, labels four,
statements eight. A label has a line of its own in the column of its body's labels, however deep its statement is nested. What the
author wrote on one line stays there when it holds nothing but simple statements without labels.
"""

from __future__ import annotations

from .concrete import BARE, BRACES, ELSIF, Block, Concrete, Node, Section, Variables
from .printer import STEP
from .trivia import Gap, gap


class Plan:
    """For each token: the column of the line it begins (`breaks`), the column of the statement it belongs to (`hang`), the expression
    it begins (`expressions`: up to which token), the spaces before it where they are not the usual ones (`spaces`), and the
    column of comments above it where that is not its own (`comments`). `braces` holds the braces of blocks."""

    def __init__(self, concrete: Concrete) -> None:
        self.concrete = concrete
        self.tokens = concrete.tokens
        count = len(self.tokens)
        self.breaks: dict[int, int] = {}
        self.hang = [0] * count
        self.expressions: dict[int, int] = {}
        self.spaces: dict[int, int] = {}
        self.comments: dict[int, int] = {}
        self.braces: set[int] = set()
        self.gaps = _gaps(concrete)
        # The column of the labels of the body that is being arranged.
        self._labels = 0
        self._algorithm()

    def same_line(self, first: int, last: int) -> bool:
        """Whether all tokens from one to another share a line."""
        return all(self.gaps[index].on_one_line for index in range(first + 1, last + 1))

    def _line(self, index: int, indent: int) -> None:
        self.breaks[index] = indent

    def _closing(self, index: int, indent: int) -> None:
        """A token that ends a block: comments above it belong to the block."""
        self.breaks[index] = indent
        self.comments[index] = indent + STEP

    def _owner(self, first: int, end: int, indent: int) -> None:
        self.hang[first:end] = [indent] * (end - first)

    def _expression(self, bounds: tuple[int, int]) -> None:
        first, end = bounds
        if first < end:
            self.expressions[first] = end

    # Sections

    def _algorithm(self) -> None:
        concrete = self.concrete
        c = concrete.syntax == "c"
        indent = STEP if c else 0
        if concrete.opening >= 0:
            self.braces.add(concrete.opening)
        if concrete.variables is not None:
            self._variables(concrete.variables, indent)
        for section in concrete.sections:
            self._owner(section.first, section.end, indent)
            self._line(section.first, indent)
            if self.tokens[section.first + 1].kind == "+":  # fair+
                self.spaces[section.first + 1] = 0
            if section.variables is not None:
                self._variables(section.variables, indent + STEP if c else indent)
            if section.kind == "define":
                self._define(section, indent)
            else:
                self._section(section, indent)
        if concrete.closing >= 0:
            if c:
                self.braces.add(concrete.closing)
            self._closing(concrete.closing, 0)

    def _variables(self, variables: Variables, indent: int) -> None:
        self._line(variables.word, indent)
        if not variables.declarations:
            return
        last = variables.declarations[-1][1]
        self._owner(variables.word, last, indent)
        together = self.same_line(variables.word, last - 1)
        for index, (first, end) in enumerate(variables.declarations):
            if not together:
                if index == 0 or self._new_line(first):
                    self._line(first, indent + STEP)
                self._owner(first, end, indent + STEP)
            # After the name and = or \in, before the separator, which may be missing.
            separated = self.tokens[end - 1].kind in (",", ";")
            self._expression((first + 2, end - 1 if separated else end))

    def _define(self, section: Section, indent: int) -> None:
        if section.opening >= 0:
            self.braces |= {section.opening, section.closing}
        for bounds in section.expressions:
            self._owner(*bounds, indent + STEP)
            self._line(bounds[0], indent + STEP)
            self._expression(bounds)
        self._closing(section.closing, indent)

    def _section(self, section: Section, indent: int) -> None:
        """A macro, a process, or the body of an algorithm."""
        body = section.body
        assert body is not None
        for bounds in section.expressions:
            self._expression(bounds)
        if section.kind == "macro":
            self._labels = indent + STEP
            self._block(body, indent, stays=self._stays([body], section.first, section.end))
            return
        self._line(section.opening, indent)
        self._labels = indent + STEP
        depth = 2 if any(node.label >= 0 for node in _nodes(body)) else 1
        self._statements(body, indent + depth * STEP)
        self._close(body, indent)

    # Blocks and statements

    def _new_line(self, index: int) -> bool:
        return not self.gaps[index].on_one_line

    def _stays(self, blocks: list[Block], first: int, end: int) -> bool:
        """Whether blocks stay on the one line they are written on. In P-syntax that is a matter of the whole statement."""
        simple = all(node.kind == "simple" and node.label < 0 for block in blocks for node in block.statements)
        if blocks[0].kind == BRACES:
            return simple and self.same_line(blocks[0].opening, blocks[0].closing)
        return simple and all(block.kind != ELSIF for block in blocks) and self.same_line(first, end - 1)

    def _block(self, block: Block, indent: int, *, stays: bool) -> None:
        """A block of a statement that begins in column `indent`."""
        self._statements(block, indent + STEP, together=stays)
        self._close(block, indent, together=stays)

    def _statements(self, block: Block, indent: int, *, together: bool = False) -> None:
        for node in block.statements:
            self._node(node, indent, joined=together)

    def _close(self, block: Block, indent: int, *, together: bool = False) -> None:
        if block.kind == BRACES:
            self.braces |= {block.opening, block.closing}
        if not together:
            self._closing(block.closing, indent)

    def _node(self, node: Node, indent: int, *, joined: bool = False) -> None:
        """A statement that begins in column `indent`; when it is `joined` it goes on in the line of what is before it."""
        self._owner(node.start, node.stop, indent)
        if node.label >= 0:
            self._owner(node.label, node.label_end, self._labels)
            self._line(node.label, self._labels)
            for index in range(node.label + 1, node.label_end):
                self.spaces[index] = 0
        if node.label >= 0 or not joined:
            self._line(node.first, indent)
        if node.kind == "simple":
            self._simple(node)
            return
        for bounds in node.expressions:
            self._expression(bounds)
        if self.concrete.syntax == "c":
            for position, block in enumerate(node.blocks):
                self._branch(node, position, block, indent)
        else:
            stays = self._stays(node.blocks, node.first, node.end)
            for block in node.blocks:
                if block.kind == ELSIF:
                    self._node(block.statements[0], indent)
                else:
                    self._block(block, indent, stays=stays)

    def _simple(self, node: Node) -> None:
        first, end = node.expressions[0]
        if self.tokens[node.first].kind == "NAME":
            assign = next((index for index in range(first, end) if self.tokens[index].kind == ":="), None)
            first = node.first if assign is None else assign + 1
            if assign is not None:
                self._expression((node.first, assign))
        self._expression((first, end))

    def _branch(self, node: Node, position: int, block: Block, indent: int) -> None:
        """A block of a statement in C-syntax, with the word before it."""
        if position:
            self._joint(node.blocks[position - 1], block, indent)
        if block.kind == BRACES:
            if node.kind == "block":
                self._block(block, indent, stays=False)
            else:
                self._block(block, indent, stays=self._stays([block], block.opening, block.closing + 1))
            return
        inner = block.statements[0]
        chained = inner.kind == "if" and inner.label < 0 and self.tokens[block.opening].kind == "else"
        if chained or (inner.label < 0 and not self._new_line(inner.first)):
            self._node(inner, indent, joined=True)
        else:
            self._node(inner, indent + STEP)

    def _joint(self, before: Block, block: Block, indent: int) -> None:
        """`else` or `or` between two branches: after a `}` on a line of its own it follows that, else it may begin a line."""
        word = block.opening if block.kind == BARE else block.opening - 1
        if before.kind == BRACES and before.closing in self.breaks:
            return
        broken = before.kind == BARE and before.statements[-1].start in self.breaks
        if not broken and not self._new_line(word):
            return
        self._closing(word, indent)
        if self.tokens[word].kind == "or" and block.kind == BRACES and self._stays([block], 0, 0):
            # Under `either {`.
            self.spaces[block.opening] = len("either {") - len("or") - 1


def _gaps(concrete: Concrete) -> list[Gap]:
    ends = [concrete.head, *(token.end for token in concrete.tokens)]
    return [gap(concrete.source, end, token.start) for end, token in zip(ends, concrete.tokens, strict=False)]


def _nodes(block: Block) -> list[Node]:
    found = list(block.statements)
    for node in found:
        found += [inner for nested in node.blocks for inner in nested.statements]
    return found
