"""Sequences and tuples in the brackets of other languages."""

from __future__ import annotations

from collections.abc import Sequence

from ..source import Edit, Guess, Source, Span
from .lr import Parse
from .problems import Problem
from .tables import END
from .tokens import Token

_GOES_ON = frozenset(["NAME", "NUMBER", "STRING", "BOOLEAN", "(", "[", "{", "<<", "PREFIX", "QUANTIFIER", "@"])
_HEADS = frozenset(["if", "while", "with", "process", "macro", "NAME"])


def bracket(source: Source, parse: Parse, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem | None:
    """The problem when a sequence or tuple stands in other brackets than `<<` and `>>`."""
    token = tokens[index]
    after = tokens[min(index + 1, len(tokens) - 1)]
    if token.kind == "[]" and "NUMBER" in expected and after.kind not in _GOES_ON:
        return Problem("TF212", "[] is no sequence", token.span, "the empty sequence is <<>>", (token.span, "<<>>"))
    if token.kind == "]" and "|->" in expected:
        start = _opened(parse, "[")
        text = source.text[start + 1 : token.start]
        if start >= 0 and not any(sign in text for sign in ("[", "=", ":")):
            edit: Edit = (Span(start, token.end), f"<<{text.strip()}>>")
            hint = f"a sequence is written {edit[1]}, a record [field |-> value], a function [x \\in S |-> value]"
            return Problem("TF212", "[ and ] make no sequence", Span(start, token.end), hint, edit)
    if token.kind == "," and ")" in expected and "," not in expected:
        start = _opened(parse, "(")
        before = next((each for each in reversed(tokens[:index]) if each.end <= start), None)
        if start >= 0 and (before is None or before.kind not in _HEADS):
            close = _closing(tokens, index)
            if close is not None:
                right = f"<<{source.text[start + 1 : close.start].strip()}>>"
                hint = f"a tuple is written {right}"
                return Problem("TF212", "( and ) make no tuple", Span(start, close.end), hint, Guess(Span(start, close.end), right))
    return None


def _opened(parse: Parse, kind: str) -> int:
    """The offset of the innermost open bracket if it is of a kind, else -1."""
    for position in range(len(parse.symbols) - 1, 0, -1):
        if parse.symbols[position] in ("(", "[", "{", "<<"):
            return parse.starts[position] if parse.symbols[position] == kind else -1
    return -1


def _closing(tokens: Sequence[Token], index: int) -> Token | None:
    depth = 0
    for token in tokens[index:]:
        if token.kind == ")" and depth == 0:
            return token
        if token.kind in (";", END):
            return None
        depth += {"(": 1, ")": -1}.get(token.kind, 0)
    return None
