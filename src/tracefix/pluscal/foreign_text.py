"""Comments, quotes and characters of other languages: text that begins no token here, and what its author means by it.

Only text that pcal.trans and SANY refuse as well is looked at, so nothing is read here that they would read otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..source import Edit, Guess, Span

if TYPE_CHECKING:
    from .tokens import Token

OPERAND_ENDS = frozenset(["NAME", "NUMBER", "STRING", "BOOLEAN", "@", ")", "]", "}", ">>"])
"""The last tokens of operands: what follows is an operator, or no part of the expression."""

_BEFORE_A_STATEMENT = frozenset([";", "{", ":", ",", "begin", "then", "else", "do", "or", "either"])
_STARTS = frozenset(["//", "#", "--", "/", "'"])
_TWO_WORDS = re.compile(r"[A-Za-z_]\w*[ \t]+[A-Za-z_]")
_QUOTED = {"'": re.compile(r"'([^'\"\n\\]*)'"), "`": re.compile(r"`+([^`\"\n\\]*)`+")}
_CURLY_QUOTES = "\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"
_CURLY = re.compile(f'[{_CURLY_QUOTES}]([^{_CURLY_QUOTES}"\\n\\\\]*)[{_CURLY_QUOTES}"]')
_TRIPLE = re.compile(r'"""(.*?)"""', re.DOTALL)
_BLOCK = re.compile(r"/\*(.*?)\*/", re.DOTALL)

_ASCII = {
    "\u2260": "#", "\u2264": "<=", "\u2265": ">=", "\u2227": "/\\", "\u2228": "\\/", "\u00ac": "~", "\u2208": "\\in", "\u2209": "\\notin",
    "\u2200": "\\A", "\u2203": "\\E", "\u222a": "\\cup", "\u2229": "\\cap", "\u2286": "\\subseteq", "\u2192": "->", "\u21a6": "|->",
    "\u27e8": "<<", "\u27e9": ">>", "\u2329": "<<", "\u232a": ">>", "\u00d7": "\\X", "\u2261": "<=>", "\u21d2": "=>", "\u21d4": "<=>",
    "\u2212": "-", "\u2013": "-", "\u2014": "-", "\uff1b": ";", "\uff0c": ",", "\uff08": "(", "\uff09": ")", "\uff1a": ":", "\uff1d": "=",
    "\u2254": ":=", "\u225c": "==",
}  # fmt: skip
"""Characters that stand for an operator or a bracket, and how that is written."""

_INVISIBLE = frozenset("\u00a0\u2007\u2009\u202f\u200b\u200c\u200d\u2060\ufeff")


@dataclass(frozen=True, slots=True)
class Foreign:
    """A piece of text: what to say about it, where reading goes on, and what it stands for: a string, an operator, or nothing."""

    code: str
    message: str
    end: int
    hint: str
    edit: Edit | None = None
    stands_for: str = ""


def begins_foreign(symbol: str) -> bool:
    """Whether it is worth looking at `foreign_symbol`."""
    return symbol in _STARTS


def foreign_symbol(text: str, start: int, end: int, tokens: Sequence[Token], *, pluscal: bool) -> Foreign | None:
    """What begins with the symbol from `start` to `end`, when it is none of TLA+; `tokens` stand before it."""
    symbol = text[start:end]
    previous = tokens[-1].kind if tokens else ""
    if symbol == "'":
        # After an operand it is a prime, which the parser answers.
        return None if previous in OPERAND_ENDS else _string(text, start, _QUOTED["'"])
    if symbol == "/":
        return _block_comment(text, start) if text.startswith("/*", start) else None
    line_end = text.find("\n", end)
    rest = text[end : line_end if line_end >= 0 else len(text)]
    if symbol == "//":
        division = previous in OPERAND_ENDS - {"}"} and not _TWO_WORDS.search(rest) and rest.split("\\*")[0].rstrip().endswith((";", ")"))
        comment = not division and (pluscal or bool(_TWO_WORDS.search(rest)))
    else:
        boundary = pluscal and (not tokens or previous in _BEFORE_A_STATEMENT)
        comment = boundary and (symbol == "#" or rest[:1] in (" ", "\t", ""))
    return line_comment(text, start, end) if comment else None


def line_comment(text: str, start: int, end: int) -> Foreign:
    """The comment that a mark from `start` to `end` begins."""
    line_end = text.find("\n", end)
    mark = text[start:end]
    message = f"{mark!r} begins no comment"
    return Foreign(
        "TF208", message, line_end if line_end >= 0 else len(text), "a comment is \\* to the end of the line", (Span(start, end), "\\*")
    )


def _block_comment(text: str, start: int) -> Foreign:
    found = _BLOCK.match(text, start)
    end = found.end() if found is not None else text.find("\n", start) if "\n" in text[start:] else len(text)
    plain = found is not None and "(*" not in found[1] and "*)" not in found[1]
    edit = (Span(start, end), f"(*{found[1]}*)") if found is not None and plain else None
    return Foreign("TF208", "'/*' begins no comment", end, "a comment is (* ... *), or \\* to the end of the line", edit)


def foreign_string(text: str, start: int) -> Foreign | None:
    """Three quotes, at an empty string that is followed by one more quote."""
    found = _TRIPLE.match(text, start)
    if found is None:
        return None
    hint = "a comment is (* ... *), or \\* to the end of the line; a string has one quote at each end"
    return Foreign("TF208", "three quotes begin neither a comment nor a string", found.end(), hint)


def foreign_character(text: str, start: int) -> Foreign | None:
    """What begins with a character that no token begins with."""
    character = text[start]
    if character == "`":
        return _string(text, start, _QUOTED["`"])
    if character in _ASCII:
        right = _ASCII[character]
        edit = (Span(start, start + 1), right)
        return Foreign("TF205", f"{character!r} is no character of TLA+", start + 1, f"write {right}", edit, right)
    if character in _INVISIBLE:
        edit = (Span(start, start + 1), " ")
        message = f"an invisible character, U+{ord(character):04X}"
        return Foreign("TF205", message, start + 1, "put a space in its place, or nothing", edit)
    return _string(text, start, _CURLY)


def _string(text: str, start: int, pattern: re.Pattern[str]) -> Foreign | None:
    found = pattern.match(text, start)
    if found is None:
        return None
    string = f'"{found[1]}"'
    span = Span(start, found.end())
    # Other characters than words may be meant as something else than a message.
    edit: Edit = (span, string) if re.fullmatch(r"[\w .-]*", found[1]) else Guess(span, string)
    return Foreign("TF209", f"a string stands in double quotes, not in {text[start]!r}", found.end(), f"write {string}", edit, string)
