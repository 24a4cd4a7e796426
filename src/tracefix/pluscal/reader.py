"""From token lists to syntax trees: aligned lists, the parser, its recovery, in one place."""

from __future__ import annotations

from typing import Any

from ..source import Source
from .layout import mark_lists
from .problems import Problem
from .recovery import Recovery
from .statements import AlgorithmBuilder
from .tokens import Token

MAX_BRACKETS = 100
"""Brackets that may be open at once. Those who read the tree recurse, and Python allows them about a thousand calls."""


class Reader:
    """Parses token lists of one text; what is wrong is in `diagnostics`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.builder = AlgorithmBuilder(source)
        self.diagnostics = self.builder.diagnostics
        # Where the algorithm was not read as it stands, and whether it is clear what belongs to what.
        self.damaged: list[int] = []
        self.broken = False

    def note(self, problem: Problem) -> None:
        """Report a problem."""
        self.builder.problem(problem.code, problem.message, problem.span, problem.hint, problem.edit)

    def parse(self, start: str, tokens: list[Token], end: int | None = None) -> Any:
        """The tokens as `start`; None when they cannot be read."""
        too_deep = _too_deep(tokens)
        if too_deep is not None:
            self.builder.problem(
                "TF207", f"more than {MAX_BRACKETS} brackets are open here", too_deep.span, "name a part of it in a definition"
            )
            return None
        marked = mark_lists(self.source, tokens, self.diagnostics)
        if marked is None:
            return None
        if end is None:
            end = tokens[-1].end if tokens else 0
        recovery = Recovery(self.source, self.diagnostics, resume=start == "algorithm")
        result = self.builder.parse.run(start, marked, end, recovery)
        self.damaged += recovery.damaged
        self.broken = self.broken or recovery.broken
        return result


def _too_deep(tokens: list[Token]) -> Token | None:
    depth = 0
    for token in tokens:
        if token.kind in ("(", "[", "{", "<<"):
            depth += 1
            if depth > MAX_BRACKETS:
                return token
        elif token.kind in (")", "]", "}", ">>"):
            depth -= 1
    return None
