"""Aligned lists: the columns of `/\\` and `\\/` become LIST_BEGIN, LIST_ITEM and LIST_END tokens.

A `/\\` or `\\/` where an operand is expected begins a list. A token further left than, or under, that bullet ends the list,
except the same operator exactly under it, which begins the next item. A list also ends where what encloses it goes on: at a
closing bracket, THEN, ELSE, IN, a comma, an arrow, the end of a statement.
"""

from __future__ import annotations

from ..diagnostics import Diagnostic
from ..source import Source
from .tokens import PLUSCAL_WORDS, Token

_BULLETS = frozenset(["/\\", "\\/"])  # not \land and \lor: SANY knows these as infix operators only
_OPERAND_ENDS = frozenset(["NAME", "NUMBER", "STRING", "BOOLEAN", "@", ")", "]", "}", ">>", "LIST_END"])
_CLOSERS = {")": "(", "]": "[", "}": "{", ">>": "<<"}
_OPENERS = frozenset(_CLOSERS.values())
_SEPARATORS = frozenset([",", ";", ":=", "||", "->", "|->", "[]", "=="])
_FOLLOWS = {"THEN": "IF", "ELSE": "THEN", "IN": "LET"}
_TAB = 8


def column(source: Source, offset: int) -> int:
    """The column of an offset with tab stops every eight columns, as SANY counts them."""
    line, position = source.position(offset)
    before = source.line_text(line)[: position - 1]
    if "\t" not in before:
        return position
    width = 0
    for character in before:
        width += _TAB - width % _TAB if character == "\t" else 1
    return width + 1


MAX_LISTS = 100
"""Lists that may be open at once; those who read the tree recurse."""


def mark_lists(source: Source, tokens: list[Token], diagnostics: list[Diagnostic]) -> list[Token] | None:
    """The tokens with list tokens put in, None when lists are nested too deeply.

    An item that reaches under its own bullet inside brackets is a diagnostic.
    """
    if not any(token.text in _BULLETS for token in tokens):
        return tokens
    result: list[Token] = []
    # What is open: (kind, column of the bullet, operator). Kind is "list", a bracket, or a word that waits for another.
    stack: list[tuple[str, int, str]] = []
    lists = 0
    for token in tokens:
        kind = token.kind
        if lists:
            here = column(source, token.start)
            # Brackets shield what they enclose; SANY then calls a token too far left badly indented.
            cut = -1
            for position in range(len(stack) - 1, -1, -1):
                opened, bullet, operator = stack[position]
                if opened in _OPENERS:
                    break
                if opened == "list" and here <= bullet and not (here == bullet and token.text == operator):
                    cut = position
            if cut >= 0:
                lists -= _close(stack, cut, result, token.start)
            if _under_a_bullet(stack, kind, here):
                message = "this is not indented further than the bullet of the list item it belongs to"
                diagnostics.append(source.diagnostic("TF213", message, token.span, hint="indent it further than the bullet"))
        if kind in _OPENERS:
            stack.append((kind, 0, ""))
        elif kind in _CLOSERS:
            opener = _CLOSERS[kind]
            for position in range(len(stack) - 1, -1, -1):
                if stack[position][0] == opener:
                    lists -= _close(stack, position, result, token.start)
                    break
        elif kind in ("IF", "CASE", "LET", "QUANTIFIER", "CHOOSE"):
            stack.append((kind, 0, ""))
        elif kind in _FOLLOWS:
            lists -= _close_to(stack, _FOLLOWS[kind], result, token.start)
            if kind == "THEN":
                stack.append(("THEN", 0, ""))
        elif kind == ":":
            lists -= _close_quantifier(stack, result, token.start)
        elif lists and (kind in _SEPARATORS or kind in PLUSCAL_WORDS):
            lists -= _close_inner(stack, result, token.start)
        elif token.text in _BULLETS:
            operator = token.text
            expects_operand = not result or result[-1].kind not in _OPERAND_ENDS
            if stack and stack[-1][0] == "list" and stack[-1][2] == operator and stack[-1][1] == column(source, token.start):
                result.append(Token("LIST_ITEM", token.text, token.start, token.end))
                continue
            if expects_operand:
                stack.append(("list", column(source, token.start), operator))
                lists += 1
                if lists > MAX_LISTS:
                    message = f"more than {MAX_LISTS} lists are open here"
                    diagnostics.append(source.diagnostic("TF207", message, token.span, hint="name a part of it in a definition"))
                    return None
                result.append(Token("LIST_BEGIN", token.text, token.start, token.end))
                continue
        result.append(token)
    end = tokens[-1].end
    _close(stack, 0, result, end)
    return result


def _under_a_bullet(stack: list[tuple[str, int, str]], kind: str, here: int) -> bool:
    """Whether a column is not further right than the bullet of a list around the innermost bracket, or around the bracket that a
    closing one closes."""
    wanted = (_CLOSERS[kind],) if kind in _CLOSERS else _OPENERS
    around = False
    for opened, bullet, _ in reversed(stack):
        if around and opened == "list" and here <= bullet:
            return True
        around = around or opened in wanted
    return False


def _close(stack: list[tuple[str, int, str]], length: int, result: list[Token], offset: int) -> int:
    """Close what is open beyond `length`; the number of lists closed."""
    closed = 0
    while len(stack) > length:
        if stack.pop()[0] == "list":
            # A list ends where its last item ends, not where the next token stands.
            end = result[-1].end if result else offset
            result.append(Token("LIST_END", "", end, end))
            closed += 1
    return closed


def _close_to(stack: list[tuple[str, int, str]], word: str, result: list[Token], offset: int) -> int:
    """Close up to and with the innermost `word`, if it is open inside the innermost brackets."""
    for position in range(len(stack) - 1, -1, -1):
        if stack[position][0] == word:
            return _close(stack, position, result, offset)
        if stack[position][0] in _OPENERS:
            break
    return 0


def _close_quantifier(stack: list[tuple[str, int, str]], result: list[Token], offset: int) -> int:
    """At `:`, close the lists in the bounds of the innermost quantifier."""
    for position in range(len(stack) - 1, -1, -1):
        opened = stack[position][0]
        if opened in ("QUANTIFIER", "CHOOSE"):
            return _close(stack, position, result, offset)
        if opened == "list" or opened in _OPENERS:
            break
    return _close_inner(stack, result, offset) if any(opened in _OPENERS for opened, _, _ in stack) else 0


def _close_inner(stack: list[tuple[str, int, str]], result: list[Token], offset: int) -> int:
    """Close everything inside the innermost bracket or word that still waits."""
    for position in range(len(stack) - 1, -1, -1):
        opened = stack[position][0]
        if opened != "list":
            return _close(stack, position + 1, result, offset)
    return _close(stack, 0, result, offset)
