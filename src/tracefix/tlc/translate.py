"""`pcal.trans` on a private copy of a protocol."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..diagnostics import Diagnostic
from ..errors import InvalidInput, ToolFailed
from ..pluscal.model import Module
from ..source import Source
from .process import run_java
from .toolchain import Toolchain

_POSITION = re.compile(r"line (\d+), column (\d+)")
_EXTENDS = re.compile(r"\bEXTENDS\s+(\w+(?:\s*,\s*\w+)*)")
_INSTANCE = re.compile(r"\bINSTANCE\s+(\w+)")
_WORD = re.compile(r"\w+")
_TAB = 8
"""The translator expands tabs to multiples of 8 before it counts columns."""


class TranslationTimeout(Exception):
    """The time was up before the translation was done."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A translated module in its private folder.

    `text` is the whole file after translation, `begin` and `end` the lines (from 1) of BEGIN and END TRANSLATION. `variables` are the
    variables of the specification; `uses_default` says that it declares `defaultInitValue`.
    """

    module: Module
    text: str
    begin: int
    end: int
    variables: tuple[str, ...]
    uses_default: bool

    def author_line(self, line: int) -> int | None:
        """The author's line for a line of the translated file; None inside the translation."""
        if line < self.begin:
            return line
        if line > self.end:
            return self.module.source.text.count("\n") - (self.text.count("\n") - line)
        return None


def translate(tools: Toolchain, module: Module, siblings: Path, folder: Path, timeout: float | None = None) -> Translation:
    """Write the module and what it extends into `folder` and translate it there; `siblings` is where the author's modules are.

    An existing translation is replaced, and options in the file apply. Raises InvalidInput (TF710, TF711, TF712) with the
    translator's complaints, TranslationTimeout, and ToolFailed when it breaks off.
    """
    source = module.source
    path = folder / f"{module.name}.tla"
    path.write_text(source.text, encoding="utf-8", newline="\n")
    copy_siblings(module, siblings, folder)
    arguments = ["pcal.trans", "-nocfg", path.name]
    run = run_java(tools, folder, arguments, jvm=("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"), timeout=timeout)
    if run.timed_out:
        raise TranslationTimeout
    if run.status != 0 or "Unrecoverable error" in run.output or "Translation completed" not in run.output:
        problems = _problems(run.output, source)
        if problems:
            raise InvalidInput(problems)
        raise ToolFailed("pcal.trans ended without a translation", run.output[-2000:])
    text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    lines = text.split("\n")
    begin = next((n for n, line in enumerate(lines, start=1) if line.lstrip().startswith("\\* BEGIN TRANSLATION")), 0)
    end = next((n for n, line in enumerate(lines, start=1) if n > begin and line.lstrip().startswith("\\* END TRANSLATION")), 0)
    inside = "\n".join(lines[begin : end - 1])
    found = re.search(r"^vars == << (.*?) >>", inside, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ToolFailed("the translation defines no 'vars'", inside[:2000])
    variables = tuple(name.strip() for name in found[1].split(","))
    uses_default = re.search(r"^CONSTANT defaultInitValue", inside, re.MULTILINE) is not None
    return Translation(module, text, begin, end, variables, uses_default)


def copy_siblings(module: Module, siblings: Path, folder: Path) -> None:
    """Copy the modules that the module extends or instantiates and that lie beside it, and what those need in turn."""
    waiting = [*module.extends, *_INSTANCE.findall(module.source.text)]
    seen = {module.name}
    while waiting:
        name = waiting.pop()
        path = siblings / f"{name}.tla"
        if name in seen or not path.is_file():
            continue
        seen.add(name)
        text = Source.read(path).text
        (folder / path.name).write_text(text, encoding="utf-8", newline="\n")
        waiting += [word for names in _EXTENDS.findall(text) for word in _WORD.findall(names)]
        waiting += _INSTANCE.findall(text)


def author_column(source: Source, line: int, column: int) -> int:
    """The column (a tab is one) of a place whose column was counted with expanded tabs."""
    content = source.line_text(line)
    at, index = 1, 0
    while index < len(content) and at < column:
        at = (at - 1) // _TAB * _TAB + _TAB + 1 if content[index] == "\t" else at + 1
        index += 1
    return index + 1


def _problems(output: str, source: Source) -> list[Diagnostic]:
    """The translator's complaints, placed in the author's file."""
    _, _, complaint = output.partition("Unrecoverable error:")
    complaint = complaint.partition("Parsing completed")[0].strip().removeprefix("--").strip()
    if not complaint:
        return []
    places = [(int(line), author_column(source, int(line), int(column))) for line, column in _POSITION.findall(complaint)]
    if complaint.startswith("Missing label"):
        return [_at(source, "TF711", "pcal.trans: a label is missing here", place, call) for place, call in _missing(complaint, source)]
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    if len(places) == len(lines) and all(_POSITION.search(line) for line in lines):
        return [_at(source, "TF710", _headline(line), each) for line, each in zip(lines, places, strict=True)]
    code = "TF712" if "options statement" in complaint else "TF710"
    headline = _headline(" ".join(lines))
    return [_at(source, code, headline, places[0])] if places else [Diagnostic(code, headline, file=source.name)]


def _missing(complaint: str, source: Source) -> list[tuple[tuple[int, int], str | None]]:
    """Each place where a label is missing, and the macro call that brought it there."""
    pattern = re.compile(r"line (\d+), column (\d+)(?:\s+of macro called at\s+line (\d+), column \d+)?")
    return [
        ((int(line), author_column(source, int(line), int(column))), f"in the macro called at line {call}" if call else None)
        for line, column, call in pattern.findall(complaint)
    ]


def _headline(text: str) -> str:
    """The complaint without the place, which the diagnostic has, and without its full stop."""
    text = re.sub(r"[\s,]*\b(?:at|found at|at or before)?\s*line \d+, column \d+", "", text).strip().rstrip(".").strip()
    return f"pcal.trans: {text}"


def _at(source: Source, code: str, message: str, place: tuple[int, int], hint: str | None = None) -> Diagnostic:
    line, column = place
    return Diagnostic(code, message, file=source.name, line=line, column=column, excerpt=source.line_text(line), hint=hint)
