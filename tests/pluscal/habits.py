"""The document `habits.txt`: statements as other languages write them, and what is said about each.

    python tests/pluscal/habits.py      write the answers anew, for the statements that the document has

Statements stand at the margin (`/` between two lines), answers below them: `code message`, the hint, and the fix.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tracefix.diagnostics import Diagnostic
from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_module
from tracefix.source import Source

DOCUMENT = Path(__file__).with_name("habits.txt")

HEAD = "---- MODULE M ----\nEXTENDS Integers, Sequences, TLC\nCONSTANTS FREE, A\n(* --algorithm M"
VARIABLES = "\n  variables x = 0, y = 0, ok = FALSE, ch = <<>>, L = FREE;\n"
MACROS = [
    ("acquire(lock)", "await lock = FREE; lock := self;"),
    ("send(channel, label)", "channel := Append(channel, label);"),
    ("receive(channel, into)", "await channel # <<>>; into := Head(channel); channel := Tail(channel);"),
]
LOCALS = '    variables msg = "";\n'


def module(syntax: str, statements: str) -> str:
    """A module whose one process has the statements: in braces, or between begin and end."""
    body = "    " + statements.replace(" / ", "\n    ")
    if syntax == "braces":
        macros = "".join(f"  macro {head} {{ {text} }}\n" for head, text in MACROS)
        return f"{HEAD} {{{VARIABLES}{macros}  process (a \\in {{A}})\n{LOCALS}  {{\n{body}\n  }}\n}} *)\n====\n"
    macros = "".join(f"  macro {head} begin {text} end macro;\n" for head, text in MACROS)
    return f"{HEAD}{VARIABLES}{macros}  process a \\in {{A}}\n{LOCALS}  begin\n{body}\n  end process;\nend algorithm; *)\n====\n"


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a module."""
    try:
        parse_module(Source("M.tla", text))
    except InvalidInput as error:
        return error.diagnostics
    return ()


def answers(text: str) -> list[str]:
    """The lines of the document about a module."""
    lines = []
    for each in diagnostics(text):
        lines.append(f"    {each.code} {each.message}")
        if each.hint is not None:
            lines.append(f"        hint: {each.hint}")
        if each.fix is not None:
            lines.append(f"        {'fix' if each.fix.certain else 'possible fix'}: {each.fix.message}")
    return lines


def entries() -> Iterator[tuple[str, str, list[str]]]:
    """The syntax, the statements and the answers of each entry."""
    syntax, statements, lines = "", "", list[str]()
    for line in [*DOCUMENT.read_text(encoding="utf-8").splitlines(), "end"]:
        if line.startswith("    "):
            lines.append(line)
        elif line:
            if statements:
                yield syntax, statements, lines
            if line.startswith("= "):
                syntax, statements = line.removeprefix("= "), ""
            else:
                statements, lines = line, []


def update() -> None:
    """Write the answers anew."""
    parts: list[str] = []
    current = ""
    for syntax, statements, _ in list(entries()):
        if syntax != current:
            current = syntax
            parts.append(f"= {syntax}\n\n")
        parts.append("\n".join([statements, *answers(module(syntax, statements))]) + "\n\n")
    DOCUMENT.write_text("".join(parts).rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    update()
