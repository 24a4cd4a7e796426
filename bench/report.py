"""Render stored results into the tables of docs/performance.md.

    python bench/report.py            write the tables anew
    python bench/report.py --check    end with status 1 when the document and the results disagree

A table stands between `<!-- begin NAME TABLE -->` and `<!-- end -->`: NAME is a file `bench/results/NAME.json`, TABLE one of the
tables in `tables.py`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tables

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "performance.md"
RESULTS = Path(__file__).resolve().parent / "results"

_BLOCK = re.compile(r"(<!-- begin (\S+) (\S+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
_MARKER = re.compile(r"<!-- (?:begin|end)\b")


class BrokenDocument(Exception):
    """A marker that names nothing, or that has no partner."""


def render(document: str, results: Path = RESULTS) -> str:
    """The document with every table made anew. Raises BrokenDocument."""

    def block(match: re.Match[str]) -> str:
        opening, name, table, _, closing = match.groups()
        make = tables.TABLES.get(table)
        if make is None:
            raise BrokenDocument(f"no table {table}; there are {', '.join(tables.TABLES)}")
        text = make(_stored(results, name))
        if not text:
            raise BrokenDocument(f"the results {name} have nothing for the table {table}")
        return f"{opening}\n{text}\n\n{closing}"

    rendered, count = _BLOCK.subn(block, document)
    if len(_MARKER.findall(rendered)) != 2 * count:
        raise BrokenDocument("a begin or end marker without its partner")
    return rendered


def _stored(results: Path, name: str) -> Mapping[str, Any]:
    path = results / f"{name}.json"
    if not path.is_file():
        raise BrokenDocument(f"there are no results {name}")
    stored: Mapping[str, Any] = json.loads(path.read_text())
    return stored


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    before = DOCUMENT.read_text()
    try:
        after = render(before)
    except BrokenDocument as error:
        print(f"report: {error}", file=sys.stderr)
        return 2
    if after == before:
        return 0
    if arguments.check:
        print("report: docs/performance.md does not show the stored results; run 'make bench-report'", file=sys.stderr)
        return 1
    DOCUMENT.write_text(after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
