"""Text to tokens. One combined pattern; comments nest; PlusCal's words are words only inside the algorithm."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..diagnostics import Diagnostic
from ..source import Edit, Source, Span
from .foreign_text import Foreign, begins_foreign, foreign_character, foreign_string, foreign_symbol
from .problems import Problems


class Token(NamedTuple):
    """A token: its kind (the text itself for fixed tokens), its text, and its offsets."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Its place."""
        return Span(self.start, self.end)


PLUSCAL_WORDS = frozenset(
    "algorithm assert await begin call define do either else elsif end fair goto if macro or print procedure process return skip "
    "then variable variables when while with".split()
)
"""Reserved inside an algorithm (pcal.trans, class PcalBuiltInSymbols)."""

UNIT_WORDS = frozenset(
    "ASSUME ASSUMPTION AXIOM CONSTANT CONSTANTS COROLLARY EXTENDS INSTANCE LEMMA LOCAL MODULE PROPOSITION RECURSIVE THEOREM "
    "VARIABLE VARIABLES".split()
)
"""Words that begin a unit of a module."""

TLA_WORDS = frozenset("CASE CHOOSE ELSE EXCEPT IF IN LET OTHER THEN".split())
PREFIX_WORDS = frozenset("DOMAIN SUBSET UNION".split())
TEMPORAL_WORDS = frozenset("ENABLED LAMBDA PROOF UNCHANGED WITH".split())

INFIX: dict[str, str] = {
    "#": "#", "/=": "#", "<": "<", ">": ">", "<=": "<=", "=<": "<=", "\\leq": "<=", ">=": ">=", "\\geq": ">=",
    "\\notin": "\\notin", "\\subseteq": "\\subseteq", "=>": "=>", "<=>": "<=>", "\\equiv": "<=>", "*": "*",
    "\\div": "\\div", "%": "%", "^": "^", "..": "..", "\\cup": "\\cup", "\\union": "\\cup", "\\cap": "\\cap",
    "\\intersect": "\\cap", "\\": "\\", "\\X": "\\X", "\\times": "\\X", "\\o": "\\o", "\\circ": "\\o", "@@": "@@", ":>": ":>",
    "/\\": "/\\", "\\land": "/\\", "\\/": "\\/", "\\lor": "\\/",
}  # fmt: skip
"""Infix operators to their one spelling in the syntax tree, besides `=`, `\\in`, `+` and `-` which are kinds of their own."""

_PREFIX = {"~": "~", "\\lnot": "~", "\\neg": "~"}
_QUANTIFIER = {"\\A": "\\A", "\\forall": "\\A", "\\E": "\\E", "\\exists": "\\E"}
_TEMPORAL = frozenset(["'", "<>", "~>", "-+->", "\\AA", "\\EE", "[]["])

UNSUPPORTED = "unsupported"
"""Kind of the tokens of temporal and higher-order TLA+: never part of an expression here, but good TLA+."""

UNKNOWN = "unknown"
"""Kind of operators that TLA+ leaves to the user or that are not TLA+ at all (`&&`, `!=`)."""

LONGEST_MARK = 40
"""Characters of a foreign piece of text that are marked."""

MAX_NUMBER = 2**31 - 1
"""The largest integer of TLC: a larger one in the text keeps it from running, wherever it stands."""

NO_NAME = "no name"
"""Kind of words without a letter, such as `_`."""

CLOSING = {"(": ")", "[": "]", "{": "}", "<<": ">>"}
"""Opening brackets and what closes them."""

LEXICAL_ERROR = "lexical error"
"""Kind of a character that begins no token; it has been reported."""

_SYMBOLS = sorted(
    [
        "(", ")", "[", "]", "{", "}", "<<", ">>", ",", ";", ":", "::", ":=", "::=", ".", "!", "!!", "@", "->", "|->", "<-", "==", "=", "||",
        "+", "-", "*", "/", "//",
        "~", "~>", "-+->", "<>", "[]", "'", "#", "##", "/=", "!=", "<", ">", "<=", "=<", ">=", "=>",
        "<=>", "%", "%%", "^",
        "^^", "..", "...", "@@", ":>", "/\\", "\\/", "\\", "&", "&&", "|", "|-", "|=", "-|", "=|", "$",
        "$$", "?", "??", "++", "--", "**", "<:",
        "(+)", "(-)", "(.)", "(/)", "(\\X)",
    ],
    key=len,
    reverse=True,
)  # fmt: skip

_TOKEN = re.compile(
    r"[ \t\r\f\n]*(?:"
    r"([0-9]*[A-Za-z_][A-Za-z0-9_]*)"
    r"|(\d+)"
    r'|("(?:[^"\\\n]|\\.)*")'
    r"|(-----*|=====*)"
    r"|(\\\*[^\n]*)"
    r"|(\(\*)"
    r"|(\*\))"
    r"|(\\[A-Za-z]+)"
    r"|(" + "|".join(map(re.escape, _SYMBOLS)) + r")"
    r"|(\Z)"
    r"|([\s\S]))"
)
_NAME, _NUMBER, _STRING, _RULER, _LINE_COMMENT, _OPEN, _CLOSE, _WORD_OPERATOR, _SYMBOL, _END, _OTHER = range(1, 12)
_ODD_IN_STRING = re.compile(r"\\.|`|[^ -~\t]")
_ESCAPES = ('"', "\\", "t", "n", "f", "r")
_COMMENT_EDGE = re.compile(r"\(\*|\*\)")
_BEGIN_TRANSLATION = re.compile(r"\\\*+ *BEGIN TRANSLATION")
_END_TRANSLATION = re.compile(r"\\\*+ *END TRANSLATION[^\n]*")

RULER = "ruler"
CLOSE_COMMENT = "*)"


def _kinds(words: frozenset[str]) -> dict[str, str]:
    kinds = {word: word for word in words | TLA_WORDS | UNIT_WORDS}
    kinds.update(dict.fromkeys(PREFIX_WORDS, "PREFIX"))
    kinds.update(dict.fromkeys(TEMPORAL_WORDS, UNSUPPORTED))
    kinds.update(TRUE="BOOLEAN", FALSE="BOOLEAN")
    return kinds


_TLA_KINDS = _kinds(frozenset())
_PLUSCAL_KINDS = _kinds(PLUSCAL_WORDS)
OPERATOR_KINDS: dict[str, str] = dict.fromkeys(_SYMBOLS, UNKNOWN)
OPERATOR_KINDS.update({s: s for s in "( ) [ ] { } << >> , ; : := . ! @ -> |-> <- == = || + - []".split()})
OPERATOR_KINDS.update({"\\in": "\\in"})
OPERATOR_KINDS.update(dict.fromkeys(INFIX, "INFIX"))
OPERATOR_KINDS.update(dict.fromkeys(_PREFIX, "PREFIX"))
OPERATOR_KINDS.update(dict.fromkeys(_QUANTIFIER, "QUANTIFIER"))
OPERATOR_KINDS.update(dict.fromkeys(_TEMPORAL, UNSUPPORTED))

"""Symbols to their kind."""

SPELLING: dict[str, str] = {**INFIX, **_PREFIX, **_QUANTIFIER}
"""Operators to their one spelling in the syntax tree."""


class Lexer:
    """Tokens of one text; `diagnostics` collects what is wrong, `comments` the outermost block comments."""

    def __init__(self, source: Source, *, foreign: bool = True) -> None:
        self.source = source
        # Whether text of other languages is looked for.
        self.foreign = foreign
        self.diagnostics: list[Diagnostic] = Problems()
        self.comments: list[Span] = []

    def error(self, code: str, message: str, start: int, end: int, hint: str | None = None, edit: Edit | None = None) -> None:
        """Note a diagnostic."""
        self.diagnostics.append(self.source.diagnostic(code, message, Span(start, end), hint=hint, edit=edit))

    def _foreign(self, found: Foreign, start: int, tokens: list[Token]) -> int:
        """Note text of another language, and read what it stands for; where to go on."""
        self.error(found.code, found.message, start, min(found.end, start + LONGEST_MARK), found.hint, found.edit)
        right = found.stands_for
        if right:
            kind = "STRING" if right[0] == '"' else OPERATOR_KINDS[right]
            tokens.append(Token(kind, right, start, found.end))
        return found.end

    def tokens(self, start: int = 0, end: int | None = None, *, pluscal: bool = False) -> list[Token]:
        """The tokens of a range. In PlusCal an unmatched `*)` ends the range: it closes the comment around the algorithm.

        Outside, what stands between BEGIN TRANSLATION and END TRANSLATION is skipped.
        """
        text = self.source.text
        limit = len(text) if end is None else end
        match = _TOKEN.match
        words = _PLUSCAL_KINDS if pluscal else _TLA_KINDS
        tokens: list[Token] = []
        position = start
        while True:
            found = match(text, position, limit)
            assert found is not None  # the last alternative takes any character
            group = found.lastindex
            position = found.end()
            if group == _NAME:
                word = found[1]
                kind = words.get(word, "NAME")
                if kind in PLUSCAL_WORDS and tokens and tokens[-1].kind == "." and tokens[-1].end == position - len(word):
                    kind = "NAME"
                if word[0] in "_0123456789" and not word.strip("_0123456789"):
                    kind = NO_NAME
                if kind == "NAME" and word[:3] in ("WF_", "SF_"):
                    kind = UNSUPPORTED
                tokens.append(Token(kind, word, position - len(word), position))
            elif group == _SYMBOL or group == _WORD_OPERATOR:
                symbol = found[group]
                if self.foreign and begins_foreign(symbol):
                    foreign = foreign_symbol(text, position - len(symbol), position, tokens, pluscal=pluscal)
                    if foreign is not None and foreign.end <= limit:
                        position = self._foreign(foreign, position - len(symbol), tokens)
                        continue
                if symbol == "|->" and tokens and tokens[-1].kind in PLUSCAL_WORDS:
                    tokens[-1] = tokens[-1]._replace(kind="NAME")
                tokens.append(Token(OPERATOR_KINDS.get(symbol, UNKNOWN), symbol, position - len(symbol), position))
            elif group == _NUMBER:
                digits = found[2].lstrip("0") or "0"
                if len(digits) > 10 or int(digits) > MAX_NUMBER:
                    shown = digits if len(digits) <= 20 else f"a number of {len(digits)} digits"
                    hint = f"the largest is {MAX_NUMBER}"
                    self.error("TF230", f"{shown} is beyond the integers of 32 bits", found.start(2), position, hint)
                    digits = "0"
                tokens.append(Token("NUMBER", digits, found.start(2), position))
            elif group == _STRING:
                if found[3] == '""' and text.startswith('"', position):
                    foreign = foreign_string(text, found.start(3))
                    if foreign is not None and foreign.end <= limit:
                        position = self._foreign(foreign, found.start(3), tokens)
                        continue
                self._check_string(found[3], found.start(3), pluscal)
                tokens.append(Token("STRING", found[3], found.start(3), position))
            elif group == _LINE_COMMENT:
                if not pluscal and _BEGIN_TRANSLATION.match(found[5]):
                    closing = _END_TRANSLATION.search(text, position, limit)
                    if closing is None:
                        hint = "let pcal.trans write the translation anew, or remove this line"
                        self.error("TF203", "BEGIN TRANSLATION has no END TRANSLATION", found.start(5), position, hint)
                        return tokens
                    position = closing.end()
            elif group == _OPEN:
                position = self._comment(found.start(6), limit)
            elif group == _RULER:
                tokens.append(Token(RULER, found[4], found.start(4), position))
            elif group == _END:
                return tokens
            elif group == _CLOSE:
                if pluscal:
                    return tokens
                self.error("TF202", "*) closes no comment", found.start(7), position)
            else:
                start = found.start(11)
                foreign = foreign_character(text, start)
                if foreign is not None and foreign.end <= limit:
                    position = self._foreign(foreign, start, tokens)
                    continue
                position = self._stray(start, limit)
                tokens.append(Token("STRING" if text[start] == '"' else LEXICAL_ERROR, '""', start, position))

    def _check_string(self, text: str, start: int, pluscal: bool) -> None:
        """pcal.trans (class PcalBuiltInSymbols) and SANY agree on these characters, but for those beyond ASCII: SANY reads them."""
        for odd in _ODD_IN_STRING.finditer(text):
            escaped = odd[0][0] == "\\"
            if odd[0][1:] in _ESCAPES if escaped else not (pluscal or odd[0].isascii()):
                continue
            hint = 'a backslash stands before one of " \\ t n f r' if escaped else "write letters, digits and punctuation of ASCII"
            self.error("TF205", f"a string cannot contain {odd[0]!r}", start + odd.start(), start + odd.end(), hint)
            return

    def _comment(self, start: int, limit: int) -> int:
        """The end of the block comment that opens at `start`; comments nest."""
        depth = 0
        for edge in _COMMENT_EDGE.finditer(self.source.text, start, limit):
            depth += 1 if edge[0] == "(*" else -1
            if depth == 0:
                self.comments.append(Span(start, edge.end()))
                return edge.end()
        inner = self.source.text.rfind("(*", start + 2, limit)
        hint = f"close it with *), or the comment inside it at line {self.source.position(inner)[0]}" if inner > 0 else "close it with *)"
        self.error("TF201", "this comment is never closed", start, start + 2, hint=hint)
        return limit

    def _stray(self, start: int, limit: int) -> int:
        character = self.source.text[start]
        if character == '"':
            line_end = self.source.text.find("\n", start, limit)
            end = limit if line_end < 0 else line_end
            if self.source.text[start:end].rstrip().endswith(";"):
                end = self.source.text.rindex(";", start, end)
            self.error(
                "TF204", "this string has no closing quote", start, end, hint='strings end on the line they start on; a quote inside is \\"'
            )
            return end
        self.error("TF205", f"unexpected character {character!r}", start, start + 1)
        return start + 1
