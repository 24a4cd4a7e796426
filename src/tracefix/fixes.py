"""Fixes put into a text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .diagnostics import Fix

_LINE_END = re.compile(r"\r\n|\r|\n")


def apply_fixes(text: str, fixes: Iterable[Fix]) -> tuple[str, int]:
    """The text with the fixes of its file in it, and how many were put in.

    The text is that of the file, with its own line ends and without a byte-order mark; what lies outside the fixes stays as it
    is. Of fixes that touch each other the first is taken: the others are found again when the result is read.
    """
    starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
    newline = (_LINE_END.search(text) or ["\n"])[0]
    edits = sorted({(_offset(starts, f.line, f.column), _offset(starts, f.end_line, f.end_column), f.replacement) for f in fixes})
    parts: list[str] = []
    done, last = 0, -1
    count = 0
    for start, end, replacement in edits:
        if start <= last:
            continue
        parts += [text[done:start], replacement.replace("\n", newline)]
        done = last = end
        count += 1
    parts.append(text[done:])
    return "".join(parts), count


def _offset(starts: list[int], line: int, column: int) -> int:
    return starts[line - 1] + column - 1
