"""Edits in the text: small replacements that leave everything around them alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import unified_diff

from ..source import Source, Span
from .ast import Algorithm, IfStmt, Label, Stmt
from .concrete import BARE, ELSIF, Block, Concrete, Node, read_concrete
from .edit import Edited, EditRefused, Resolved, Run
from .module import read_module
from .printer import STEP, label_text, print_statements
from .shape import shape
from .surroundings import Surroundings
from .trivia import Comment, gap, left, moved


def edited(source: Source, algorithm: Algorithm, edits: Resolved) -> Edited:
    """See `edit.apply_edits`."""
    concrete = read_concrete(source, algorithm.span.start, algorithm.span.end, algorithm.syntax)
    text = _Patches(concrete, edits).text()
    new = Source(source.name, text)
    parts = read_module(new)
    if parts.diagnostics or parts.algorithm is None or shape(parts.algorithm) != shape(edits.tree):
        # What stands on one line with an aligned list moves it; a label may not be able to leave its braces.
        raise EditRefused("the edit would change what stands around it; format the file first", algorithm.span)
    difference = unified_diff(source.text.splitlines(True), text.splitlines(True), source.name, source.name)
    return Edited(new, parts.algorithm, "".join(difference))


class _Patches:
    """The replacements that edits come to: offsets and the new text between them."""

    def __init__(self, concrete: Concrete, edits: Resolved) -> None:
        self.concrete = concrete
        self.source = concrete.source
        self.tokens = concrete.tokens
        self.syntax = concrete.syntax
        self.edits = edits
        self.around = Surroundings(concrete)
        self.patches: list[tuple[int, int, str]] = []
        # Labels whose text has been taken care of.
        self.relabelled: set[int] = set()

    def text(self) -> str:
        """The source with everything replaced."""
        for start, run in self.edits.runs.items():
            self._run(start, run)
        # What is put in after a statement stands before what is put in before the next one.
        for start, new in self.edits.after.items():
            self._insert_after(start, new)
        for start, new in self.edits.before.items():
            self._insert_before(start, new, behind_label=False)
        for start, new in self.edits.behind_label.items():
            self._insert_before(start, new, behind_label=True)
        for offset, label in self.edits.labels.items():
            if offset not in self.relabelled:
                self._relabel(offset, label)
        pieces: list[str] = []
        end = 0
        # At one offset what is put in comes before what is replaced. Two edits may want the same `;`.
        for start, stop, new_text in sorted(dict.fromkeys(self.patches), key=lambda patch: (patch[0], patch[1])):
            if start < end:
                # Two edits may both take the blanks between them.
                if stop < end or self.source.text[start:end].strip(" \t"):
                    raise EditRefused("two edits overlap", Span(start, stop))
                start = end
            pieces += [self.source.text[end:start], new_text]
            end = stop
        return "".join([*pieces, self.source.text[end:]])

    def _patch(self, start: int, end: int, text: str) -> None:
        self.patches.append((start, end, text))

    # Labels

    def _relabel(self, offset: int, label: Label | None) -> None:
        """Another label in the place of one, or none."""
        node = self.around.labelled[offset]
        end = self.tokens[node.label_end - 1].end
        comments = self._comments(node.label, node.label_end)
        if comments:
            pad = " " * left(self.source, offset)
            kept = "".join(f" {self._moved(comment, len(pad))}" + (f"\n{pad}" if comment.is_line else "") for comment in comments)
            self._patch(offset, end, (label_text(label) if label is not None else "") + kept)
        elif label is not None:
            self._patch(offset, end, label_text(label))
        elif self.around.begins_line(offset) and self.around.rest_of_line(end) == "":
            self._patch(self.around.line_start(offset), self.around.line_end(end) + 1, "")
        elif self.around.begins_line(offset) and self.around.on_own_line(node):
            # A comment follows, which takes the place.
            self._patch(offset, end + self.around.blanks(end), "")
        else:
            # Blanks, so that what follows stays in its column.
            self._patch(offset, end, " " * (end - offset))

    # Replacing and deleting

    def _run(self, start: int, run: Run) -> None:
        block, index = self.around.places[start]
        nodes = block.statements[index : index + len(run.statements)]
        wanted = [statement.span.start for statement in run.statements]
        if [self.tokens[node.first].start for node in nodes] != wanted:
            raise EditRefused("the statements stand in different braces", run.statements[0].span.to(run.statements[-1].span))
        first, last = nodes[0], nodes[-1]
        label = run.statements[0].label
        new = run.new
        if label is not None and isinstance(self.edits.labels.get(label.span.start), Label):
            new = (replace(new[0], label=None), *new[1:])
        if not new and len(nodes) == len(block.statements) and id(block) in self.around.braces and start not in self.edits.before:
            block, first = self._whole_braces(block, first, run)
            last = first
        begin, end = self.tokens[first.first].start, self.tokens[last.stop - 1].end
        comments = self._comments(first.first, last.stop)
        if block.kind == ELSIF:
            self._elsif(block, new, comments)
        elif not new:
            self._delete(first, begin, end, comments, label)
        elif block.kind == BARE and not self._is_short(new):
            lines = self._lines(new, self.around.line_indent(begin) + STEP, comments)
            self._patch(begin, end, f"{{\n{lines}\n{' ' * self.around.line_indent(begin)}}}{self._semicolon(last)}")
        else:
            self._put(block, first, begin, end, new, comments)

    def _whole_braces(self, block: Block, first: Node, run: Run) -> tuple[Block, Node]:
        """The braces that have nothing left in them, which go too."""
        outer, node = self.around.braces[id(block)]
        if first.label >= 0:
            raise EditRefused("nothing would be left in these braces", run.statements[0].span)
        if len(outer.statements) == 1 and id(outer) in self.around.braces:
            return self._whole_braces(outer, node, run)
        return outer, node

    def _elsif(self, block: Block, new: Sequence[Stmt], comments: Sequence[Comment]) -> None:
        """What follows when the condition before an `elsif` is false: from the `elsif` to the `end` of the whole statement."""
        begin, end = self.tokens[block.opening].start, self.tokens[block.closing].start
        indent = left(self.source, begin) if self.around.begins_line(begin) else self.around.line_indent(begin)
        pad = " " * indent
        only = new[0] if len(new) == 1 else None
        if isinstance(only, IfStmt) and only.label is None:
            # The printed if ends with an end of its own, which is there already.
            text = print_statements([only], "p", indent, self.around.labels(block)).lstrip()
            text = "els" + text[: text.rindex("end if;")].rstrip() + f"\n{pad}"
        else:
            text = f"else\n{self._lines(new, indent + STEP, (), block)}\n{pad}"
        self._patch(begin, end, "".join(f"{comment.text}\n{pad}" for comment in comments) + text)

    def _put(self, block: Block, first: Node, begin: int, end: int, new: Sequence[Stmt], comments: Sequence[Comment]) -> None:
        """New statements from one offset to another."""
        inline = self._inline(new, comments)
        indent = self.around.indent(block)
        if self.around.begins_line(begin):
            indent = left(self.source, begin)
            end, tail = self._tail(end, indent)
            self._patch(self.around.line_start(begin), end, self._lines(new, indent, comments, block) + tail)
        elif inline is not None and (first.label >= 0 or block.kind == BARE or "\n" not in self.around.inside(block)):
            self._patch(begin, end, inline)
        elif not comments and new[0].label is None and first.label >= 0:
            # Behind a label on its line; the label may change its length.
            column = left(self.source, begin) + self._longer(first)
            head, *rest = new
            lines = print_statements([head], self.syntax, column, self.around.labels(block)).lstrip()
            if rest:
                lines += "\n" + self._lines(rest, indent, (), block)
            end, tail = self._tail(end, indent)
            self._patch(begin, end, lines + tail)
        else:
            end, tail = self._tail(end, indent)
            self._patch(self.around.code_end(begin), end, f"\n{self._lines(new, indent, comments, block)}{tail}")

    def _tail(self, end: int, indent: int) -> tuple[int, str]:
        """Where statements end that were put on lines of their own, and the line end when code follows on the last line."""
        rest = self.around.rest_of_line(end)
        if not rest or rest.startswith(("\\*", "(*")):
            return end, ""
        closing = next(token.kind for token in self.tokens if token.start >= end) in ("}", "end", "else", "elsif", "or")
        return end + self.around.blanks(end), f"\n{' ' * max(indent - STEP * closing, 0)}"

    def _longer(self, node: Node) -> int:
        """By how much the label on a statement's line changes its length."""
        start = self.tokens[node.label].start
        label = self.edits.labels.get(start)
        if label is None or self.around.on_own_line(node):
            return 0
        return len(label_text(label)) - (self.tokens[node.label_end - 1].end - start)

    def _delete(self, first: Node, begin: int, end: int, comments: Sequence[Comment], label: Label | None) -> None:
        """Take statements out, and their lines when nothing else is on them."""
        around = self.around
        if label is not None and label.span.start in self.edits.labels and first.label >= 0 and not around.on_own_line(first):
            if not self._comments(first.label, first.first + 1):
                begin = self.tokens[first.label].start
                self.relabelled.add(begin)
        if comments:
            pad = " " * (left(self.source, begin) if around.begins_line(begin) else around.line_indent(begin) + STEP)
            kept = f"\n{pad}".join(self._moved(comment, len(pad)) for comment in comments)
            rest = around.rest_of_line(end)
            lead = "" if around.begins_line(begin) else f"\n{pad}"
            self._patch(begin, end, lead + kept + (f"\n{pad}" if rest else ""))
        elif around.begins_line(begin) and around.rest_of_line(end) == "":
            self._patch(around.line_start(begin), around.line_end(end) + 1, "")
        elif around.rest_of_line(end) == "":
            self._patch(around.code_end(begin), end, "")
        else:
            self._patch(begin, end + around.blanks(end), "")

    # Inserting

    def _insert_before(self, start: int, new: Sequence[Stmt], *, behind_label: bool) -> None:
        if not new:
            return
        block, node = self.around.outermost(start) if not behind_label else self.around.node(start)
        place = self.tokens[node.first if behind_label else node.start].start
        if block.kind in (BARE, ELSIF):
            self._embrace(block, node, before=new)
            return
        indent = self.around.indent(block)
        inline = self._inline(new, ())
        if self.around.begins_line(place):
            column = left(self.source, place) if node.label < 0 or behind_label else indent
            offset = place if behind_label else self.around.above(node)
            offset = self.around.line_start(offset)
            self._patch(offset, offset, self._lines(new, column, (), block) + "\n")
        elif inline is not None:
            self._patch(place, place, inline + " ")
        else:
            self._patch(self.around.code_end(place), place, f"\n{self._lines(new, indent, (), block)}\n{' ' * indent}")

    def _insert_after(self, start: int, new: Sequence[Stmt]) -> None:
        if not new:
            return
        block, node = self.around.node(start)
        if block.kind in (BARE, ELSIF):
            self._embrace(block, node, after=new)
            return
        end = self.tokens[node.stop - 1].end
        if node.semicolon < 0:
            self._patch(end, end, ";")
        indent = self.around.indent(block)
        rest = self.around.rest_of_line(end)
        inline = self._inline(new, ())
        if not rest or rest.startswith("\\*") or (rest.startswith("(*") and self.around.only_comments(end)):
            if self.around.begins_line(self.tokens[node.first].start):
                indent = left(self.source, self.tokens[node.first].start)
            place = self.around.line_end(end)
            self._patch(place, place, "\n" + self._lines(new, indent, (), block))
        elif inline is not None:
            self._patch(end, end, " " + inline)
        else:
            stop, tail = self._tail(end, indent)
            self._patch(end, stop, f"\n{self._lines(new, indent, (), block)}{tail}")

    def _embrace(self, block: Block, node: Node, before: Sequence[Stmt] = (), after: Sequence[Stmt] = ()) -> None:
        """Braces around a statement that had none because it was alone."""
        begin, end = self.tokens[node.start].start, self.tokens[node.stop - 1].end
        if block.kind == ELSIF:
            raise EditRefused("nothing can stand beside an elsif; edit the whole if", Span(begin, end))
        if self.tokens[node.first].start in self.edits.runs:
            raise EditRefused("two edits of a statement without braces; replace it by both", Span(begin, end))
        indent = self.around.line_indent(begin)
        inside, outside = " " * (indent + STEP), " " * indent
        lines = [*([self._lines(before, indent + STEP, (), block)] if before else []), inside]
        self._patch(begin, begin, "{\n" + "\n".join(lines))
        ending = ("" if node.semicolon >= 0 else ";") + (f"\n{self._lines(after, indent + STEP, (), block)}" if after else "")
        self._patch(end, end, f"{ending}\n{outside}}}{self._semicolon(node)}")

    # Text

    def _lines(self, new: Sequence[Stmt], indent: int, comments: Sequence[Comment], block: Block | None = None) -> str:
        """Whole lines: comments, then statements."""
        labels = self.around.labels(block) if block is not None else None
        kept = [" " * indent + self._moved(comment, indent) for comment in comments]
        return "\n".join([*kept, *([print_statements(new, self.syntax, indent, labels)] if new else [])])

    def _inline(self, new: Sequence[Stmt], comments: Sequence[Comment]) -> str | None:
        """Statements on one line, if they can stand there."""
        if comments or any(statement.label is not None for statement in new):
            return None
        texts = [print_statements([statement], self.syntax, 0) for statement in new]
        return " ".join(texts) if not any("\n" in text for text in texts) else None

    def _is_short(self, new: Sequence[Stmt]) -> bool:
        return len(new) == 1 and self._inline(new, ()) is not None

    def _semicolon(self, node: Node) -> str:
        """The `;` behind braces that take the place of a statement: none before `else` and `or`."""
        following = self.tokens[node.stop].kind if node.stop < len(self.tokens) else ""
        return "" if following in ("else", "or") else ";"

    def _comments(self, first: int, stop: int) -> list[Comment]:
        """The comments between tokens."""
        pairs = zip(self.tokens[first : stop - 1], self.tokens[first + 1 : stop], strict=True)
        return [comment for before, after in pairs for comment in gap(self.source, before.end, after.start).comments]

    def _moved(self, comment: Comment, column: int) -> str:
        return moved(comment.text, left(self.source, comment.start), column)
