"""Render stored results into the tables and plots of docs/performance.md and docs/benchmarks.md.

    python bench/report.py            write tables and plots anew; plots that are up to date are left alone
    python bench/report.py --check    end with status 1 when a document, a plot and the results disagree

A table stands between `<!-- begin NAME TABLE -->` and `<!-- end -->`: NAME is a file `bench/results/NAME.json`, TABLE one of the
tables in `tables.py`, or `plot-KIND` for one of the plots in `plots.py`. Plots are drawn with matplotlib
(`pip install 'tracefix[plots]'`); each carries the hash of the results it shows.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import plots
import tables

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = (ROOT / "docs" / "performance.md", ROOT / "docs" / "benchmarks.md")
IMAGES = ROOT / "docs" / "images"
RESULTS = Path(__file__).resolve().parent / "results"

_BLOCK = re.compile(r"(<!-- begin (\S+) (\S+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
_MARKER = re.compile(r"<!-- (?:begin|end)\b")


class BrokenDocument(Exception):
    """A marker that names nothing, or that has no partner."""


def render(document: str, results: Path = RESULTS) -> str:
    """The document with every table made anew. Raises BrokenDocument."""

    def block(match: re.Match[str]) -> str:
        opening, name, table, _, closing = match.groups()
        if table.startswith("plot-"):
            text = _plot(results, name, table.removeprefix("plot-"))
            return f"{opening}\n{text}\n\n{closing}"
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


def _plot(results: Path, name: str, kind: str) -> str:
    if kind not in plots.PLOTS:
        raise BrokenDocument(f"no plot {kind}; there are {', '.join(plots.PLOTS)}")
    _stored(results, name)
    return f"![{plots.PLOTS[kind].title}](images/{name}-{kind}.svg)"


def wanted(document: str) -> list[tuple[str, str]]:
    """The plots that a document shows: results and kind."""
    found = [(match[2], match[3].removeprefix("plot-")) for match in _BLOCK.finditer(document) if match[3].startswith("plot-")]
    return list(dict.fromkeys(found))


def stale(document: str, results: Path = RESULTS, images: Path = IMAGES) -> list[tuple[str, str]]:
    """The plots of a document that do not show the stored results."""
    return [
        (name, kind)
        for name, kind in wanted(document)
        if not plots.shows(images / f"{name}-{kind}.svg", (results / f"{name}.json").read_bytes())
    ]


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
    try:
        documents = {path: (path.read_text(), render(path.read_text())) for path in DOCUMENTS}
    except BrokenDocument as error:
        print(f"report: {error}", file=sys.stderr)
        return 2
    old = [path for path, (before, after) in documents.items() if before != after]
    missing = [plot for _, after in documents.values() for plot in stale(after)]
    if arguments.check:
        for path in old:
            print(f"report: {path.relative_to(ROOT)} does not show the stored results; run 'make bench-report'", file=sys.stderr)
        for name, kind in missing:
            print(f"report: docs/images/{name}-{kind}.svg does not show the stored results; run 'make bench-report'", file=sys.stderr)
        return 1 if old or missing else 0
    for path in old:
        path.write_text(documents[path][1])
    for name, kind in missing:
        plots.draw(kind, RESULTS / f"{name}.json", IMAGES / f"{name}-{kind}.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
