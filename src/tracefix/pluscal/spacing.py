"""Whether a space stands between two tokens of one line."""

from __future__ import annotations

from .tokens import UNKNOWN, UNSUPPORTED, Token

OPERAND_ENDS = frozenset(["NAME", "NUMBER", "STRING", "BOOLEAN", "@", ")", "]", "}", ">>"])
NO_SPACE_BEFORE = frozenset([",", ";", ")", "]", "}", ">>", "."])
_NO_SPACE_AFTER = frozenset(["(", "[", "{", "<<", ".", "!"])


def is_plain(tokens: list[Token]) -> bool:
    """Whether the rules below know all these tokens; temporal operators, user-defined ones and instances are left as written."""
    return not any(
        token.kind in (UNSUPPORTED, UNKNOWN) or (token.kind == "!" and index and tokens[index - 1].kind in OPERAND_ENDS)
        for index, token in enumerate(tokens)
    )


def needs_space(before: Token, token: Token, *, prefix: bool, written: bool) -> bool:
    """Between two tokens of an expression. `prefix` tells whether `before` is a prefix operator, `written` whether the author
    put a space around the operator `..`, which may go without."""
    if token.kind in NO_SPACE_BEFORE or before.kind in _NO_SPACE_AFTER:
        return False
    if ".." in (token.text, before.text):
        return written
    if prefix:
        return before.text[-1].isalpha() or before.text == token.text == "-"
    if token.kind == "[":
        return before.kind not in OPERAND_ENDS
    if token.kind == "(":
        return before.kind != "NAME"
    return True


def is_prefix(tokens: list[Token], index: int) -> bool:
    """Whether a token of an expression is a prefix operator; the expression starts with the first of the tokens."""
    token = tokens[index]
    return token.kind == "PREFIX" or (token.kind == "-" and (index == 0 or tokens[index - 1].kind not in OPERAND_ENDS))
