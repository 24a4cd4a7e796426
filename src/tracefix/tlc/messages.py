"""What TLC says under `-tool`, read by message code.

A message is framed by `@!@!@STARTMSG code:class @!@!@` and `@!@!@ENDMSG code @!@!@`; inside an error another message can be nested.
Text outside every frame is what the model printed, or SANY's report. Codes are those of `tlc2.output.EC`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum

# Anchored: what a model prints starts with a value (a string with its quote), so it cannot pass for a frame. A nested
# message follows the exception's name and a colon.
_START = re.compile(r"(?:: )?@!@!@STARTMSG (-?\d+)(?::(\d+))? @!@!@$")
_END = re.compile(r"@!@!@ENDMSG (-?\d+) @!@!@$")


class Code(IntEnum):
    """The message codes that matter here."""

    GENERAL = 1000
    OUT_OF_MEMORY = 1001
    OUT_OF_MEMORY_INITIAL = 1002
    STACK_OVERFLOW = 1005
    INITIAL_STATE = 2102
    NESTED_EXPRESSION = 2103
    ASSUMPTION_FALSE = 2104
    ASSUMPTION_FAILED = 2105
    INVARIANT_INITIAL = 2107
    INCOMPLETE_NEXT_STATE = 2109
    INVARIANT = 2110
    INVARIANT_FAILED = 2111
    DEADLOCK = 2114
    NO_INITIAL_STATE = 2118
    BEHAVIOR = 2121
    BACK_TO_STATE = 2122
    ASSERTION = 2132
    SUCCESS = 2193
    DEPTH = 2194
    STATS = 2199
    PROGRESS = 2200
    STATE_1 = 2216
    STATE = 2217
    STUTTERING = 2218
    VERSION = 2262
    PARSING = 2171
    PARSING_FAILED = 3002


NOT_ERRORS = frozenset({Code.BEHAVIOR, Code.NESTED_EXPRESSION})
"""Messages of the error class that go with another one."""

CONFIGURATION = range(2222, 2247)
"""Errors in the configuration file, with 2171/5001-5006 (its syntax)."""

ERROR, BUG = 1, 2


@dataclass(frozen=True, slots=True)
class Message:
    """One framed message. `severity` is the class: 0 information, 1 error, 2 bug, 3 warning, 4 state. `text` is what is
    inside the frame without nested messages, which are in `nested`."""

    code: int
    severity: int
    text: str
    nested: tuple[Message, ...] = ()

    def walk(self) -> Iterator[Message]:
        """The message and everything nested in it."""
        yield self
        for inner in self.nested:
            yield from inner.walk()


@dataclass(frozen=True, slots=True)
class PrintedState:
    """A state of a behaviour as printed: its number, the text between `<` and `>`, and the variables.

    `action` and `line` are the action's name and first line in the translation; None for an initial state.
    """

    number: int
    header: str
    action: str | None
    line: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything a run said. `printed` is the text outside all frames, `complete` whether TLC said that it finished."""

    messages: tuple[Message, ...]
    printed: str
    complete: bool

    def first(self, *codes: int) -> Message | None:
        """The first message with one of the codes, nested ones included."""
        return next((inner for message in self.messages for inner in message.walk() if inner.code in codes), None)

    @property
    def succeeded(self) -> bool:
        """Whether TLC said that it found no error. Nothing else counts as passing."""
        return self.first(Code.SUCCESS) is not None and not self.errors

    @property
    def errors(self) -> tuple[Message, ...]:
        """The errors, in order, without the messages that only go with them."""
        return tuple(m for m in self.messages if m.severity in (ERROR, BUG) and m.code not in NOT_ERRORS)

    @property
    def version(self) -> str | None:
        """`2.15 (rev: d5b5a7f)` out of TLC's greeting."""
        message = self.first(Code.VERSION)
        if message is None:
            return None
        found = re.search(r"Version (\S+)", message.text)
        revision = re.search(r"\(rev: \w+\)", message.text)
        return " ".join(part[0] if part is revision else part[1] for part in (found, revision) if part) or None

    @property
    def counts(self) -> tuple[int, int, int] | None:
        """States generated, distinct states, states left on the queue: the last that was said."""
        for code in (Code.STATS, Code.PROGRESS):
            for message in reversed(self.messages):
                if message.code == code:
                    text = re.sub(r"\([^)]*\)", "", message.text).replace(",", "").replace(".", " ")
                    found = re.search(r"(\d+) states generated\D*?(\d+) distinct states found\D*?(\d+) states left", text)
                    if found:
                        return int(found[1]), int(found[2]), int(found[3])
        return None

    @property
    def depth(self) -> int | None:
        """The depth that was searched: said at the end, else the last progress report."""
        message = self.first(Code.DEPTH)
        found = re.search(r"search is (\d+)", message.text) if message else None
        if found is None:
            progress = [m for m in self.messages if m.code == Code.PROGRESS]
            found = re.match(r"\s*Progress\((\d+)\)", progress[-1].text) if progress else None
        return int(found[1]) if found else None

    @property
    def collision_probability(self) -> str | None:
        """TLC's own estimate that two states had the same fingerprint, the larger one when there are two."""
        message = self.first(Code.SUCCESS)
        values = re.findall(r"val = ([0-9.E+-]+)", message.text) if message else []
        return max(values, key=float) if values else None

    @property
    def states(self) -> tuple[PrintedState, ...]:
        """The states of the behaviour, in order. A violated initial state is a behaviour of one state."""
        initial = self.first(Code.INVARIANT_INITIAL)
        found = [_printed_state(m.text) for m in self.messages if m.code in (Code.STATE, Code.STATE_1)]
        if not found and initial is not None:
            head, _, body = initial.text.partition("\n")
            return (PrintedState(1, head, None, None, body),)
        return tuple(found)

    @property
    def ending(self) -> str | None:
        """How a behaviour without end goes on: "stuttering", "back to state N", or None."""
        if self.first(Code.STUTTERING) is not None:
            return "stuttering"
        back = self.first(Code.BACK_TO_STATE)
        found = re.search(r"(\d+)", back.text) if back else None
        return f"back to state {found[1]}" if found else None

    @property
    def violated_invariant(self) -> str | None:
        """The name of the violated invariant, if that is what was found."""
        message = self.first(Code.INVARIANT, Code.INVARIANT_INITIAL)
        found = re.match(r"\s*Invariant (\S+) is violated", message.text) if message else None
        return found[1] if found else None

    @property
    def failed_invariant(self) -> str | None:
        """The name of the invariant that could not be evaluated, if that is what happened."""
        message = self.first(Code.INVARIANT_FAILED)
        found = re.match(r"\s*Evaluating invariant (\S+) failed", message.text) if message else None
        return found[1] if found else None

    @property
    def failed_assertion(self) -> str | None:
        """The text that Assert was given, if an assertion failed."""
        message = self.first(Code.ASSERTION)
        found = re.search(r'"(.*)"', message.text, re.DOTALL) if message else None
        return found[1] if found else "" if message else None

    @property
    def positions(self) -> tuple[tuple[int, int, int, int, str], ...]:
        """The nested expressions at fault, from the outside in: first line and column, last line and column, module."""
        message = self.first(Code.NESTED_EXPRESSION)
        found = re.findall(r"\d+\. Line (\d+), column (\d+) to line (\d+), column (\d+) in (\w+)", message.text) if message else []
        return tuple((int(a), int(b), int(c), int(d), module) for a, b, c, d, module in found)


def _printed_state(text: str) -> PrintedState:
    head, _, body = text.partition("\n")
    found = re.match(r"\s*(\d+): (?:<(.*)>|(.*))$", head)
    if found is None:
        return PrintedState(0, head, None, None, text)
    header = found[2] or found[3] or ""
    action = re.match(r"(.+?) line (\d+), col", header)
    return PrintedState(int(found[1]), header, action[1] if action else None, int(action[2]) if action else None, body)


def read_messages(lines: Iterable[str]) -> Transcript:
    """Read a run's output, line by line. A frame that is never closed (a killed run) ends with the text."""
    builder = _Builder()
    for line in lines:
        builder.line(line.rstrip("\n").rstrip("\r"))
    return builder.finish()


@dataclass(slots=True)
class _Open:
    code: int
    severity: int
    text: list[str] = field(default_factory=list)
    nested: list[Message] = field(default_factory=list)


class _Builder:
    def __init__(self) -> None:
        self._open: list[_Open] = []
        self._messages: list[Message] = []
        self._printed: list[str] = []
        self._finished = False

    def line(self, line: str) -> None:
        """Take one line, without its line end."""
        start = _START.match(line)
        if start is not None:
            self._open.append(_Open(int(start[1]), int(start[2] or 0)))
            return
        end = _END.match(line)
        if end is not None and any(frame.code == int(end[1]) for frame in self._open):
            while self._close() != int(end[1]):
                pass
            return
        self._text(line)

    def _text(self, line: str) -> None:
        (self._open[-1].text if self._open else self._printed).append(line)

    def _close(self) -> int:
        frame = self._open.pop()
        message = Message(frame.code, frame.severity, "\n".join(frame.text), tuple(frame.nested))
        (self._open[-1].nested if self._open else self._messages).append(message)
        if frame.code == 2186:
            self._finished = True
        return frame.code

    def finish(self) -> Transcript:
        """Everything that was said."""
        while self._open:
            self._close()
        return Transcript(tuple(self._messages), "\n".join(self._printed), self._finished)
