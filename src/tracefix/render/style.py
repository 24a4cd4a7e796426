"""Colour for terminals. It only repeats what the words say."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


@dataclass(frozen=True, slots=True)
class Style:
    """Wraps texts in ANSI codes, or leaves them alone when `color` is False."""

    color: bool

    def __call__(self, text: str, *names: str) -> str:
        """The text in these styles: `bold`, `dim`, `red`, `green`, `yellow`, `cyan`."""
        if not self.color or not text:
            return text
        return f"\x1b[{';'.join(_CODES[name] for name in names)}m{text}\x1b[0m"


def printable(text: str) -> str:
    """The text with every control character replaced, so that a file's content cannot steer the terminal; tabs become spaces."""
    return "".join(" " if character == "\t" else character if character.isprintable() else "\ufffd" for character in text)


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of this width where it can be, broken after commas only; one empty line for no text."""
    glued = text.replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")
    lines = wrap(glued, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines] or [""]
