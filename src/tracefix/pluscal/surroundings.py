"""What an edit has to fit into: the blocks of an algorithm by offset, its indentation, and the way it writes labels."""

from __future__ import annotations

from .concrete import Block, Concrete, Node
from .printer import STEP, Labels
from .trivia import gap, left


class Surroundings:
    """Looks things up around offsets of a source.

    `places` maps the offset of a statement, without its label, to its block and index; `labelled` that of a label to the statement it
    stands before; `braces` the identity of a block in braces that is a statement itself to that statement and its block.
    """

    def __init__(self, concrete: Concrete) -> None:
        self.source = concrete.source
        self.tokens = concrete.tokens
        self.places: dict[int, tuple[Block, int]] = {}
        self.labelled: dict[int, Node] = {}
        self.braces: dict[int, tuple[Block, Node]] = {}
        self._bodies: dict[int, list[Node]] = {}
        self._tops: set[int] = set()
        for section in concrete.sections:
            if section.body is not None:
                self._tops.add(id(section.body))
                self._note(section.body, [])

    def _note(self, block: Block, body: list[Node]) -> None:
        self._bodies[id(block)] = body
        for index, node in enumerate(block.statements):
            self.places[self.tokens[node.first].start] = (block, index)
            if node.label >= 0:
                self.labelled[self.tokens[node.label].start] = node
                body.append(node)
            for inner in node.blocks:
                if node.kind == "block":
                    self.braces[id(inner)] = (block, node)
                self._note(inner, body)

    def node(self, start: int) -> tuple[Block, Node]:
        """The statement that begins at an offset."""
        block, index = self.places[start]
        return block, block.statements[index]

    def outermost(self, start: int) -> tuple[Block, Node]:
        """The statement at an offset, or the braces whose label is its label."""
        block, node = self.node(start)
        while node.label < 0 and node is block.statements[0] and id(block) in self.braces:
            outer, braces = self.braces[id(block)]
            if braces.label < 0 and not self._has_label_outside(outer, braces):
                break
            block, node = outer, braces
        return block, node

    def _has_label_outside(self, block: Block, node: Node) -> bool:
        while node is block.statements[0] and id(block) in self.braces:
            block, node = self.braces[id(block)]
            if node.label >= 0:
                return True
        return False

    # Lines

    def line_start(self, offset: int) -> int:
        """Where the line of an offset begins."""
        return self.source.text.rfind("\n", 0, offset) + 1

    def line_end(self, offset: int) -> int:
        """Where the line of an offset ends, before its line end."""
        end = self.source.text.find("\n", offset)
        return len(self.source.text) if end < 0 else end

    def begins_line(self, offset: int) -> bool:
        """Whether only blanks stand before an offset on its line."""
        return not self.source.text[self.line_start(offset) : offset].strip()

    def rest_of_line(self, offset: int) -> str:
        """What follows on the line, without blanks around it."""
        return self.source.text[offset : self.line_end(offset)].strip()

    def only_comments(self, offset: int) -> bool:
        """Whether nothing but whole comments follows on the line."""
        end = self.line_end(offset)
        following = next((token.start for token in self.tokens if token.start >= offset), len(self.source.text))
        comments = gap(self.source, offset, following).comments
        return following >= end and all(comment.newlines or "\n" not in comment.text for comment in comments)

    def blanks(self, offset: int) -> int:
        """How many blanks follow on the line."""
        rest = self.source.text[offset : self.line_end(offset)]
        return len(rest) - len(rest.lstrip())

    def code_end(self, offset: int) -> int:
        """Where the blanks begin that stand before an offset."""
        return len(self.source.text[:offset].rstrip(" \t"))

    def line_indent(self, offset: int) -> int:
        """The indentation of the line of an offset."""
        start = self.line_start(offset)
        line = self.source.text[start : self.line_end(offset)]
        return left(self.source, start + len(line) - len(line.lstrip()))

    def inside(self, block: Block) -> str:
        """The text of a block, braces or words included."""
        if block.opening < 0 or block.closing < 0:
            return "\n"
        return self.source.text[self.tokens[block.opening].start : self.tokens[block.closing].start]

    def above(self, node: Node) -> int:
        """The offset of a statement or of the comments directly above it, which belong to it."""
        offset = self.tokens[node.start].start
        before = self.tokens[node.start - 1].end
        found = gap(self.source, before, offset)
        newlines = found.newlines
        for comment in reversed(found.comments):
            if newlines != 1 or not self.begins_line(comment.start):
                break
            offset, newlines = comment.start, comment.newlines
        return offset

    # Style

    def on_own_line(self, node: Node) -> bool:
        """Whether a label stands on another line than its statement."""
        return "\n" in self.source.text[self.tokens[node.label_end - 1].end : self.tokens[node.first].start]

    def indent(self, block: Block) -> int:
        """The column of the statements of a block."""
        for node in block.statements:
            start = self.tokens[node.first].start
            if self.begins_line(start) and node.label < 0:
                return left(self.source, start)
        for node in block.statements:
            if node.label >= 0:
                if self.begins_line(self.tokens[node.first].start):
                    return left(self.source, self.tokens[node.first].start)
                if self.begins_line(self.tokens[node.label].start):
                    return left(self.source, self.tokens[node.label].start) + (STEP if id(block) in self._tops else 0)
        index = block.opening if block.opening >= 0 else block.statements[0].start
        return self.line_indent(self.tokens[index].start) + STEP

    def labels(self, block: Block) -> Labels:
        """How new labels are written in a block: as those beside them, else as the others of the body, else on lines of their own."""
        body = self._bodies[id(block)] or list(self.labelled.values())
        beside = [node for node in block.statements if node.label >= 0]
        own = sum(self.on_own_line(node) for node in body) * 2 >= len(body)
        columns = {left(self.source, self.tokens[node.label].start) for node in beside or body if self.on_own_line(node) == own}
        if own:
            return Labels(True, columns.pop() if len(columns) == 1 else None)
        return Labels(False, columns.pop() if beside and len(columns) == 1 else None)
