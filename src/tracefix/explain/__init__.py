"""What each diagnostic code means: its title, and a page with a wrong and a right example.

The pages are the Markdown files of this folder; `docs/diagnostics/README.md` describes their form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources

TABLES = ("source", "workspace", "topology.codes", "pluscal.codes", "lint.codes", "checker", "tlc.codes", "suite.codes")
"""Where the codes are: each of these has `TITLES`."""

COMMAND = "sh"
"""The language of a fenced block that holds the command to run, and its name among the files of an example."""

FILES = {"tla": "Protocol.tla", "cfg": "Protocol.cfg", "json": "topology.json", COMMAND: COMMAND, "text": "text"}
FILES_OF_TASK = {"tla": "protocol.tla", "json": "topology.json", "yaml": "task.yaml", "markdown": "description.md"}
"""Languages of fenced blocks and the files that they stand for, in a workspace and in a task of the suite."""

_FRONT = re.compile(r"\A---\n(.*?)^---\n+", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: `text` is its Markdown without front matter, `wrong` and `right` the files of its examples by name.

    `not_run` says why they cannot be run by a test, None for the most. `part_of` says of what the examples are only parts: each
    block under Right stands in a whole that a test has, and that under Wrong goes in its place.
    """

    code: str
    title: str
    text: str
    wrong: Mapping[str, str]
    right: Mapping[str, str]
    not_run: str | None = None
    part_of: str | None = None

    @property
    def meaning(self) -> str:
        """The prose before the examples."""
        return self.text.partition("\n## ")[0].partition("\n")[2].strip()


@cache
def titles() -> Mapping[str, str]:
    """Every code with its title, in order."""
    package = __package__.rpartition(".")[0]
    found = [entry for name in TABLES for entry in import_module(f"{package}.{name}").TITLES.items()]
    return dict(sorted(found))


def page(code: str) -> Page:
    """The page of a code. Raises KeyError when there is none."""
    if code not in titles():
        raise KeyError(code)
    return read_page(code, resources.files(__package__).joinpath(f"{code}.md").read_text(encoding="utf-8"))


def read_page(code: str, text: str) -> Page:
    """A page from the text of its file."""
    front = _FRONT.match(text)
    settings = dict(line.split(": ", 1) for line in front[1].splitlines()) if front else {}
    text = text[front.end() :] if front else text
    _, _, examples = text.partition("\n## Wrong\n")
    wrong, _, right = examples.partition("\n## Right\n")
    files = FILES_OF_TASK if "part-of" in settings else FILES
    before = _files(wrong, files)
    return Page(
        code,
        text.partition("\n")[0].removeprefix(f"# {code}: "),
        text,
        before,
        {**before, **_files(right, files)},
        settings.get("not-run"),
        settings.get("part-of"),
    )


def _files(text: str, files: Mapping[str, str]) -> dict[str, str]:
    return {files[language]: content for language, content in _BLOCK.findall(text)}
