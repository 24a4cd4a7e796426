"""JSON text to values that know where they stand.

The standard library's reader keeps the last of two equal keys and forgets positions; a topology wants neither.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from json import JSONDecodeError, JSONDecoder
from typing import Any, NoReturn, Union

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..source import Source, Span

MAX_DEPTH = 64
"""Nesting beyond this is refused: no topology comes near it, and the reader is recursive."""

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_STRINGS = JSONDecoder()
_WORDS = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value with its span. Objects map keys to nodes and keep the span of each key; arrays are lists of nodes."""

    value: Union[dict[str, Node], list[Node], str, int, float, bool, None]
    span: Span
    keys: dict[str, Span] = field(default_factory=dict)

    def plain(self) -> Any:
        """The value as the standard library would give it."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    @property
    def kind(self) -> str:
        """What a message calls this value: `an object`, `a string`, ..."""
        if self.value is None:
            return "null"
        names = {
            dict: "an object",
            list: "a list",
            str: "a string",
            bool: "true or false",
            int: "a whole number",
            float: "a decimal number",
        }
        return names[type(self.value)]


def pointer(*path: str | int) -> str:
    """The JSON pointer (RFC 6901) of a path of keys and indices; the whole document is the empty string."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def parse_json(source: Source) -> tuple[Node, list[Diagnostic]]:
    """The document, and a diagnostic TF102 for every key that an object has twice.

    Raises InvalidInput with one TF101 when the text is not JSON.
    """
    reader = _Reader(source)
    return reader.document(), reader.problems


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.position = 0
        self.path: list[str | int] = []
        self.problems: list[Diagnostic] = []

    def document(self) -> Node:
        self._space()
        if self.position == len(self.text):
            self._fail("the file is empty")
        node = self._value()
        self._space()
        if self.position < len(self.text):
            self._fail("text after the end of the document")
        return node

    def _space(self) -> None:
        match = _SPACE.match(self.text, self.position)
        assert match is not None
        self.position = match.end()

    def _peek(self) -> str:
        return self.text[self.position : self.position + 1]

    def _fail(self, message: str, hint: str | None = None, at: int | None = None) -> NoReturn:
        start = self.position if at is None else at
        end = min(start + 1, len(self.text))
        raise InvalidInput([self.source.diagnostic("TF101", f"not JSON: {message}", Span(min(start, end), end), hint=hint)])

    def _value(self) -> Node:
        if len(self.path) > MAX_DEPTH:
            self._fail(f"nested deeper than {MAX_DEPTH} levels")
        character = self._peek()
        if character == "{":
            return self._object()
        if character == "[":
            return self._array()
        if character == '"':
            return self._string()
        start = self.position
        number = _NUMBER.match(self.text, start)
        if number is not None:
            return self._number(number)
        word = _WORD.match(self.text, start)
        if word is not None:
            if word.group() not in _WORDS:
                lower = word.group().lower()
                hint = (
                    f"write {lower}" if lower in _WORDS else "null is written null" if lower == "none" else "strings stand in double quotes"
                )
                self._fail(f"{word.group()} is not a value", hint)
            self.position = word.end()
            return Node(_WORDS[word.group()], Span(start, word.end()))
        self._fail(*_unexpected(character, "a value"))

    def _number(self, match: re.Match[str]) -> Node:
        start, self.position = match.span()
        text = match.group()
        if len(text) > 300:
            self._fail("the number is too long", at=start)
        value: int | float = float(text) if match.group(1) or match.group(2) else int(text)
        return Node(value, Span(start, self.position))

    def _string(self) -> Node:
        start = self.position
        try:
            value, self.position = _STRINGS.raw_decode(self.text, start)
        except JSONDecodeError as error:
            unclosed = error.msg.startswith("Unterminated")
            message = "the string is not closed" if unclosed else error.msg[:1].lower() + error.msg[1:].removesuffix(" at").strip()
            self._fail(message, at=start if unclosed else error.pos)
        if any("\ud800" <= character <= "\udfff" for character in value):
            self._fail("half of a surrogate pair", "write the character itself", at=start)
        return Node(value, Span(start, self.position))

    def _object(self) -> Node:
        start = self.position
        members: dict[str, Node] = {}
        keys: dict[str, Span] = {}
        self.position += 1
        self._space()
        while self._peek() != "}":
            if self._peek() != '"':
                self._fail(*_unexpected(self._peek(), "a key in double quotes"))
            key = self._string()
            name = str(key.value)
            self._space()
            if self._peek() != ":":
                self._fail(*_unexpected(self._peek(), f'":" after the key "{name}"'))
            self.position += 1
            self._space()
            self.path.append(name)
            node = self._value()
            if name in members:
                line, _ = self.source.position(keys[name].start)
                duplicate = self.source.diagnostic(
                    "TF102", f'the key "{name}" stands twice', key.span, hint=f"the first one is on line {line}"
                )
                self.problems.append(replace(duplicate, pointer=pointer(*self.path)))
            else:
                members[name], keys[name] = node, key.span
            self.path.pop()
            self._separator("}")
        self.position += 1
        return Node(members, Span(start, self.position), keys)

    def _array(self) -> Node:
        start = self.position
        items: list[Node] = []
        self.position += 1
        self._space()
        while self._peek() != "]":
            self.path.append(len(items))
            items.append(self._value())
            self.path.pop()
            self._separator("]")
        self.position += 1
        return Node(items, Span(start, self.position))

    def _separator(self, close: str) -> None:
        """A comma and what follows it, or stop in front of the closing bracket."""
        self._space()
        if self._peek() == close:
            return
        if self._peek() != ",":
            self._fail(*_unexpected(self._peek(), f'"," or "{close}"'))
        comma = self.position
        self.position += 1
        self._space()
        if self._peek() == close:
            self._fail(f'a comma before "{close}"', "remove it", at=comma)


def _unexpected(character: str, wanted: str) -> tuple[str, str | None]:
    if not character:
        return f"the text ends where {wanted} should stand", None
    hint = None
    if character == "'":
        hint = "strings stand in double quotes"
    elif character in "/#":
        hint = "JSON has no comments"
    return f"{wanted} expected, found {character}", hint
