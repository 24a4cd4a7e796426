"""The pages of the diagnostic codes: their form, and their examples run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tracefix import explain
from tracefix.explain import page, titles

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "tracefix"
CODES = list(titles())
PAGES = [code for code in CODES if (SOURCES / "explain" / f"{code}.md").exists()]
RUN = [code for code in PAGES if page(code).not_run is None and page(code).part_of is None]


def used_codes() -> set[str]:
    """The codes that the sources write, apart from the tables of titles."""
    table = re.compile(r"^TITLES\b.*?^}", re.DOTALL | re.MULTILINE)
    texts = (table.sub("", path.read_text(encoding="utf-8")) for path in SOURCES.rglob("*.py") if path.name != "codes.py")
    lines = (line for text in texts for line in text.splitlines() if not line.startswith("TITLES"))
    return {code for line in lines for code in re.findall(r'"(TF\d{3})"', line)}


def test_every_code_that_is_used_has_a_title_and_every_title_is_of_a_code_in_use() -> None:
    assert used_codes() == set(CODES)


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    pages = {path.stem for path in (SOURCES / "explain").glob("*.md")}
    assert pages == set(CODES)


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "diagnostics" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(TF\d{3})\]\((.*?)\) \| (.*?) \|$", index, re.MULTILINE)
    assert rows == [(code, f"../../src/tracefix/explain/{code}.md", title) for code, title in titles().items()]


@pytest.mark.parametrize("code", PAGES)
def test_a_page_has_title_meaning_and_two_examples(code: str) -> None:
    found = page(code)
    assert found.text.startswith(f"# {code}: {titles()[code]}\n\n")
    assert re.findall(r"^#+ .*", found.text, re.MULTILINE)[1:] == ["## Wrong", "## Right"]
    assert 60 <= len(found.meaning)
    assert max(map(len, found.text.splitlines())) <= 140 or code == "TF207"
    if found.not_run is None:
        assert found.wrong
        assert found.right != found.wrong


def test_few_pages_are_not_run() -> None:
    assert sum(page(code).not_run is not None for code in PAGES) <= 12


@pytest.mark.parametrize("code", RUN)
def test_the_wrong_example_gives_its_code_alone_and_the_right_one_nothing(code: str, diagnose: Any) -> None:
    found = page(code)
    wrong = diagnose(found.wrong)
    assert {diagnostic["code"] for diagnostic in wrong} == {code}
    assert diagnose(found.right) == []


FRONT = "---\nnot-run: it needs Java\n---\n\n# TF999: A title\n\nA meaning\nof two lines.\n\n"


@pytest.mark.parametrize(
    ("wrong", "right", "files"),
    [
        ("```tla\nA\n```", "```tla\nB\n```", ({"Protocol.tla": "A\n"}, {"Protocol.tla": "B\n"})),
        (
            "Words.\n\n```json\n{}\n```\n\n```cfg\nC\n```",
            "```cfg\nD\n```",
            ({"topology.json": "{}\n", "Protocol.cfg": "C\n"}, {"topology.json": "{}\n", "Protocol.cfg": "D\n"}),
        ),
        (
            "```sh\ntracefix check .\n```",
            "```tla\nB\n```",
            ({"sh": "tracefix check .\n"}, {"sh": "tracefix check .\n", "Protocol.tla": "B\n"}),
        ),
    ],
)
def test_a_page_is_read_as_its_form_says(wrong: str, right: str, files: tuple[Mapping[str, str], Mapping[str, str]]) -> None:
    read = explain.read_page("TF999", f"{FRONT}## Wrong\n\n{wrong}\n\n## Right\n\n{right}\n")
    assert (read.code, read.title, read.meaning, read.not_run) == ("TF999", "A title", "A meaning\nof two lines.", "it needs Java")
    assert (read.wrong, read.right) == files
    assert read.text.startswith("# TF999: A title\n")


def test_a_code_without_a_page_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="TF999"):
        page("TF999")
