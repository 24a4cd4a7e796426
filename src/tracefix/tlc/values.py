"""The values that TLC prints, read back.

TLC writes records as `[a |-> 1]` (any function over strings made of word characters, `[1a |-> 1]` included), other
functions as `(k :> v @@ l :> w)`, intervals as `1..3`, and breaks long values over several lines.
"""

from __future__ import annotations

import re
from typing import Any

from ..checker import FALSE, TRUE, ModelValue, Value, make_function

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<number>-?[0-9]+(?![A-Za-z0-9_]))
  | (?P<word>[A-Za-z0-9_][A-Za-z0-9_!]*)
  | (?P<mark>\|->|:>|@@|\.\.|/\\|<<|>>|[\[\](){},=<>])
  )""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}


class UnreadableValue(ValueError):
    """The text is not a value as TLC prints them."""


def parse_value(text: str) -> Value:
    """The value that a text denotes. Raises UnreadableValue."""
    reader = _Reader(text)
    value = reader.value()
    reader.end()
    return value


def parse_state(text: str) -> dict[str, Value]:
    """Variable name to value of a printed state: `/\\ x = 1` per variable, or `x = 1` alone. Raises UnreadableValue."""
    reader = _Reader(text)
    state: dict[str, Value] = {}
    while not reader.at_end():
        reader.skip("/\\")
        name = reader.word()
        reader.expect("=")
        state[name] = reader.value()
    return state


def parse_prefix(text: str) -> Value:
    """The value that a text begins with; what follows is not looked at. Raises UnreadableValue."""
    return _Reader(text).value()


class _Reader:
    """A recursive-descent reader; `_position` is the offset behind the last token taken."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0

    def _peek(self) -> re.Match[str]:
        match = _TOKEN.match(self._text, self._position)
        if match is None:
            rest = self._text[self._position :].strip()
            raise UnreadableValue(f"expected a value at {rest[:40]!r}" if rest else "the text ends inside a value")
        return match

    def _take(self) -> re.Match[str]:
        match = self._peek()
        self._position = match.end()
        return match

    def at_end(self) -> bool:
        """Whether only white space is left."""
        return not self._text[self._position :].strip()

    def end(self) -> None:
        """Raises UnreadableValue unless only white space is left."""
        if not self.at_end():
            raise UnreadableValue(f"unexpected text after the value: {self._text[self._position :].strip()[:40]!r}")

    def skip(self, mark: str) -> bool:
        """Take a mark if it comes next."""
        match = _TOKEN.match(self._text, self._position)
        if match is not None and match["mark"] == mark:
            self._position = match.end()
            return True
        return False

    def expect(self, mark: str) -> None:
        """Take a mark that must come next."""
        if not self.skip(mark):
            raise UnreadableValue(f"expected {mark} at {self._text[self._position :].strip()[:40]!r}")

    def word(self) -> str:
        """Take a name."""
        match = self._take()
        name = match["word"] or match["number"]
        if name is None:
            raise UnreadableValue(f"expected a name, found {match[0].strip()!r}")
        return str(name)

    def value(self) -> Value:
        """Take a value."""
        match = self._take()
        if match["string"] is not None:
            return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), match["string"][1:-1])
        if match["number"] is not None:
            first = int(match["number"])
            if self.skip(".."):
                last = self.value()
                if type(last) is not int:
                    raise UnreadableValue(f"an interval ends in {last!r}")
                return frozenset(range(first, last + 1))
            return first
        if match["word"] is not None:
            name = match["word"]
            return TRUE if name == "TRUE" else FALSE if name == "FALSE" else ModelValue(name)
        mark = match["mark"]
        if mark == "<<":
            return tuple(self._items(">>"))
        if mark == "{":
            return frozenset(self._items("}"))
        if mark == "[":
            return self._record()
        if mark == "(":
            return self._function()
        raise UnreadableValue(f"expected a value, found {mark!r}")

    def _items(self, closing: str) -> list[Value]:
        items: list[Value] = []
        while not self.skip(closing):
            if items:
                self.expect(",")
            items.append(self.value())
        return items

    def _record(self) -> Value:
        fields: dict[Any, Any] = {}
        while not self.skip("]"):
            if fields:
                self.expect(",")
            name = self.word()
            self.expect("|->")
            fields[name] = self.value()
        return make_function(fields)

    def _function(self) -> Value:
        pairs: dict[Any, Any] = {}
        while not self.skip(")"):
            if pairs:
                self.expect("@@")
            key = self.value()
            self.expect(":>")
            pairs[key] = self.value()
        return make_function(pairs)
