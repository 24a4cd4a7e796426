"""What happens at a syntax error."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics import Diagnostic
from ..source import Source
from .lr import Parse
from .tokens import Token


class Recovery:
    """Called by the driver at each error."""

    def __init__(self, source: Source, diagnostics: list[Diagnostic]) -> None:
        self.source = source
        self.diagnostics = diagnostics

    def __call__(self, parse: Parse, tokens: Sequence[Token], index: int) -> int | None:
        token = tokens[index]
        self.diagnostics.append(self.source.diagnostic("TF210", f"unexpected {token.text!r}", token.span))
        return None
