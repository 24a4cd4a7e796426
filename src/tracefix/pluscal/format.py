"""Laying out the algorithm of a module. Only white space changes: tokens, comments and what they mean stay.

A statement or expression on one line gets one space around its operators. One on several lines moves as a whole, so that aligned
lists stay aligned; inside it nothing changes. Comments stay behind the code they follow, or on their own line in the column of what
comes next. One blank line stays where there are any. Outside the algorithm only blanks at the end of lines go, and nothing changes
between BEGIN TRANSLATION and END TRANSLATION.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ..errors import InternalError, InvalidInput
from ..source import Source, Span
from .arrange import Plan
from .check import in_order
from .concrete import Concrete, read_concrete
from .module import read_module
from .printer import STEP
from .shape import shape
from .spacing import NO_SPACE_BEFORE, is_plain, is_prefix, needs_space
from .tokens import PLUSCAL_WORDS
from .trivia import Comment, expanded, left, moved

_BULLETS = frozenset(["/\\", "\\/"])
_BRACKETS = (")", "]", "}", ">>")
_TRANSLATION = re.compile(r"\\\*+ *BEGIN TRANSLATION.*?\\\*+ *END TRANSLATION[^\n]*", re.DOTALL)
_BLANKS = re.compile(r"[ \t\r\f]+$", re.MULTILINE)


def format_source(source: Source) -> str:
    """The text of a module with its algorithm laid out. Formatting twice is the same as once.

    Raises InvalidInput when the module or its algorithm cannot be read; labels and names are not looked at.
    """
    parts = read_module(source)
    algorithm = parts.algorithm
    if parts.diagnostics or algorithm is None:
        raise InvalidInput(in_order(parts.diagnostics))
    concrete = read_concrete(source, algorithm.span.start, algorithm.span.end, algorithm.syntax)
    end = concrete.tokens[-1].end
    text = _without_blanks(source.text[: concrete.head] + _Writer(concrete).text() + source.text[end:])
    _check(concrete, shape(algorithm), Source(source.name, text), algorithm.span)
    return text


def _check(concrete: Concrete, before: object, formatted: Source, span: Span) -> None:
    """Formatting must not change what is written: a difference is a mistake in this room, never shown as a result."""
    algorithm = read_module(formatted).algorithm
    if algorithm is None or shape(algorithm) != before:
        raise InternalError(f"formatting {formatted.name} would change its algorithm")
    tokens = read_concrete(formatted, algorithm.span.start, algorithm.span.end, algorithm.syntax).tokens
    if [token.text for token in tokens] != [token.text for token in concrete.tokens]:
        raise InternalError(f"formatting {formatted.name} would change the tokens of its algorithm")


def _without_blanks(text: str) -> str:
    """The text without blanks at the ends of lines, except in a translation."""
    pieces: list[str] = []
    end = 0
    for found in _TRANSLATION.finditer(text):
        pieces += [_BLANKS.sub("", text[end : found.start()]), found[0]]
        end = found.end()
    return "".join([*pieces, _BLANKS.sub("", text[end:])])


class _Writer:
    """Writes the tokens of an algorithm and the comments between them line by line."""

    def __init__(self, concrete: Concrete) -> None:
        self.source = concrete.source
        self.tokens = concrete.tokens
        self.plan = Plan(concrete)
        # As wide as what stands before the name, so that columns are right.
        self.margin = left(concrete.source, concrete.head)
        self.lines: list[str] = [" " * self.margin]
        # Whether the line that is being written ends in a comment that nothing can follow.
        self.ended = False
        # Where the text before the next comment ends in the source.
        self.offset = concrete.head

    def text(self) -> str:
        """Everything after the word `algorithm`, to the end of the algorithm."""
        index = 0
        while index < len(self.tokens):
            self._before(index)
            end = self.plan.expressions.get(index)
            if end is None:
                self._write(self.tokens[index].text)
                index += 1
            else:
                self._expression(index, end)
                index = end
            self.offset = self.tokens[index - 1].end
        return "\n".join(self.lines)[self.margin :]

    def _write(self, text: str) -> None:
        first, *rest = text.split("\n")
        self.lines[-1] += first
        self.lines += rest

    def _new_line(self, indent: int, newlines: int) -> None:
        if newlines > 1:
            self.lines.append("")
        self.lines.append(" " * indent)
        self.ended = False

    # Between tokens

    def _before(self, index: int) -> None:
        """The comments before a token, and the line end or the space."""
        plan = self.plan
        gap = plan.gaps[index]
        breaks = plan.breaks.get(index)
        structural = index in plan.braces or self.tokens[index].kind in PLUSCAL_WORDS
        hanging = plan.hang[index] + (0 if structural else STEP)
        column = plan.comments.get(index, breaks if breaks is not None else hanging)
        above = False
        for comment in gap.comments:
            above = above or comment.newlines > 0
            self._comment(comment, column)
        if above and gap.newlines == 0 and not self.ended:
            # Behind a comment that begins the line.
            self._write(" ")
        elif breaks is not None:
            self._new_line(breaks, gap.newlines)
        elif self.ended or above:
            self._new_line(hanging, gap.newlines)
        elif index in plan.spaces and not gap.comments:
            self._write(" " * plan.spaces[index])
        elif self.tokens[index].kind not in NO_SPACE_BEFORE if gap.comments else self._space(index):
            self._write(" ")

    def _comment(self, comment: Comment, column: int) -> None:
        old = left(self.source, comment.start)
        if comment.newlines or self.ended:
            self._new_line(column, comment.newlines)
        else:
            self._write(" " * max(old - left(self.source, self.offset), 1))
        self._write(moved(comment.text, old, len(self.lines[-1])))
        self.ended = comment.is_line
        self.offset = comment.end

    def _space(self, index: int) -> bool:
        """Whether a space stands before a token that begins no line."""
        token = self.tokens[index]
        before = self.tokens[index - 1] if index else None
        if before is None or index in self.plan.braces or index - 1 in self.plan.braces:
            return token.kind not in (",", ";")
        if before.kind in ("process", "if", "while", "with") or before.kind in (")", "]") or token.kind in (":=", "||"):
            return token.kind not in (",", ";", ")")
        return needs_space(before, token, prefix=False, written=True)

    # Expressions

    def _expression(self, first: int, end: int) -> None:
        tokens = self.tokens[first:end]
        if "\n" in self.source.text[tokens[0].start : tokens[-1].end]:
            self._several_lines(first, end)
        elif is_plain(tokens):
            self._one_line(first, end)
        else:
            self._write(self.source.text[tokens[0].start : tokens[-1].end])

    def _one_line(self, first: int, end: int) -> None:
        tokens = self.tokens[first:end]
        for position, token in enumerate(tokens):
            if position:
                before = tokens[position - 1]
                comments = self.plan.gaps[first + position].comments
                prefix = is_prefix(tokens, position - 1)
                if comments:
                    self._write(" " + " ".join(comment.text for comment in comments))
                    self._write("" if token.kind in NO_SPACE_BEFORE else " ")
                elif needs_space(before, token, prefix=prefix, written=self._apart(first + position)):
                    self._write(" ")
            self._write(token.text)

    def _apart(self, index: int) -> bool:
        """Whether the author put a space before or behind the `..` that a token is or follows."""
        operator = index if self.tokens[index].text == ".." else index - 1
        return any(a.end < b.start for a, b in pairwise(self.tokens[operator - 1 : operator + 2]))

    def _several_lines(self, first: int, end: int) -> None:
        """An expression on several lines: all of them move by the same number of columns."""
        start, stop = self.tokens[first].start, self.tokens[end - 1].end
        old = left(self.source, start)
        hang = self.plan.hang[first]
        lines = self._lines(start, stop, old)
        listed = any(token.text in _BULLETS for token in self.tokens[first:end])
        by = len(self.lines[-1]) - old
        if listed:
            # Columns matter, so nothing may be cut off at the margin.
            leftmost = min(len(line) - len(line.lstrip()) for line in lines[1:] if line)
            if leftmost + by < 0 and self.lines[-1].strip():
                by = hang + STEP - leftmost
                self._new_line(old + by, 1)
            elif leftmost + by < 0:
                by = -leftmost
                self.lines[-1] = " " * (old + by)
        self._write(lines[0])
        for line in lines[1:]:
            content = line.lstrip()
            column = len(line) - len(content) + by
            if not listed:
                column = max(column, hang if content.startswith(_BRACKETS) else hang + STEP)
            self.lines.append(" " * column + content if content else "")

    def _lines(self, start: int, stop: int, column: int) -> list[str]:
        """The lines of a piece of the source with spaces for tabs; of several blank ones the first."""
        first, *rest = self.source.text[start:stop].split("\n")
        lines = [expanded(first, column).rstrip()]
        for line in rest:
            line = expanded(line, 0).rstrip()
            if line or lines[-1]:
                lines.append(line)
        return lines
