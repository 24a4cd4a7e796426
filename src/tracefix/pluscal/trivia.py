"""What stands between tokens: comments, line ends and blank lines, with the columns they stand in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..source import Source
from .layout import column

TAB = 8
_EDGE = re.compile(r"\(\*|\*\)")
_NEXT = re.compile(r"([ \t\r\f\n]*)(?:(\\\*[^\n]*)|(\(\*))?")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, with its offsets. `newlines` counts the line ends before it, up to a token or another comment."""

    text: str
    start: int
    end: int
    newlines: int

    @property
    def is_line(self) -> bool:
        """Whether it reaches to the end of its line: `\\* ...`."""
        return self.text.startswith("\\*")


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two tokens; `newlines` counts the line ends after the last comment."""

    comments: tuple[Comment, ...]
    newlines: int

    @property
    def on_one_line(self) -> bool:
        """Whether the tokens around it share a line."""
        return self.newlines == 0 and not any(c.newlines or "\n" in c.text for c in self.comments)


def gap(source: Source, start: int, end: int) -> Gap:
    """What stands from the end of a token up to the start of the next."""
    text = source.text
    comments: list[Comment] = []
    while True:
        found = _NEXT.match(text, start, end)
        assert found is not None
        newlines = found[1].count("\n")
        if found[2] is not None:
            comments.append(Comment(found[2].rstrip(), found.start(2), found.end(), newlines))
            start = found.end()
        elif found[3] is not None:
            start = _block_end(text, found.start(3), end)
            comments.append(Comment(text[found.start(3) : start], found.start(3), start, newlines))
        else:
            return Gap(tuple(comments), newlines)


def _block_end(text: str, start: int, limit: int) -> int:
    depth = 0
    for edge in _EDGE.finditer(text, start, limit):
        depth += 1 if edge[0] == "(*" else -1
        if depth == 0:
            return edge.end()
    return limit


def left(source: Source, offset: int) -> int:
    """The column of an offset, from 0, with tab stops every eight columns."""
    return column(source, offset) - 1


def expanded(text: str, start: int) -> str:
    """A line's text that begins at column `start`, with spaces for its tabs."""
    return (" " * start + text).expandtabs(TAB)[start:] if "\t" in text else text


def moved(text: str, old: int, new: int, least: int = 0) -> str:
    """Text whose first line moves from column `old` to `new`; the lines after it move along, but not left of `least`."""
    if "\n" not in text:
        return text
    first, *rest = text.split("\n")
    return "\n".join([first.rstrip(), *(indented(line, new - old, least) for line in rest)])


def indented(line: str, by: int, least: int) -> str:
    """A whole line moved to the right or the left."""
    content = line.lstrip(" \t")
    width = len(expanded(line[: len(line) - len(content)], 0))
    return " " * max(width + by, least) + content.rstrip() if content.strip() else ""
