"""Scaling plots of stored results: states against time and against memory, one line per checker.

Drawn with matplotlib, which is only imported for it. A plot carries the hash of the results it was drawn from, and of this file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import figures
from figures import Figures, Row

MEBIBYTE = 1 << 20
Value = Callable[[Row, Figures], float | None]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its name in the legend, its marker and colour, and its value for a row (None: no point)."""

    name: str
    marker: str
    color: str
    value: Value


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot with both axes logarithmic; the horizontal one counts distinct states."""

    title: str
    vertical: str
    lines: tuple[Line, ...]


PLOTS: Mapping[str, Plot] = {
    "time": Plot(
        "Time of a check against distinct states",
        "seconds",
        (
            Line("one thread", "o", "#1f77b4", lambda row, f: f.seconds),
            Line("two threads", "s", "#17becf", lambda row, f: f.two_seconds),
            Line("one thread, --reduce safe", "^", "#2ca02c", lambda row, f: f.safe_seconds),
            Line("TLC, two workers", "D", "#d62728", lambda row, f: f.tlc_seconds),
            Line("SPIN, one thread", "v", "#9467bd", lambda row, f: f.spin_seconds),
        ),
    ),
    "memory": Plot(
        "Memory of a check against distinct states",
        "MiB resident",
        (
            Line("native: growth during the check", "o", "#1f77b4", lambda row, f: _growth(row, f)),
            Line("TLC: the Java process", "D", "#d62728", lambda row, f: None if f.tlc_memory is None else f.tlc_memory / MEBIBYTE),
        ),
    ),
}
"""Every plot by the name that a document asks for it with."""


def _growth(row: Row, f: Figures) -> float | None:
    # Less than a page or so is noise, and a logarithmic axis has no room for nothing.
    return None if f.growth is None or f.growth <= 0 else f.growth * row["distinct"] / MEBIBYTE


def points(kind: str, results: Mapping[str, Any]) -> dict[str, list[tuple[int, float]]]:
    """The points of each line that has some, by its name, in the order of the states."""
    rows = sorted(((int(row["distinct"]), row, figures.figures(row)) for row in results["rows"]), key=lambda each: each[0])
    found = {
        line.name: [(count, value) for count, row, f in rows if (value := line.value(row, f)) is not None] for line in PLOTS[kind].lines
    }
    return {name: line for name, line in found.items() if line}


def digest(results: bytes) -> str:
    """What identifies the results of a plot, and the way it is drawn."""
    return hashlib.sha256(results + Path(__file__).read_bytes()).hexdigest()[:24]


def shows(image: Path, results: bytes) -> bool:
    """Whether an image was drawn from these results, by this file."""
    return image.is_file() and f"results {digest(results)}" in image.read_text(encoding="utf-8")


def draw(kind: str, results: Path, image: Path) -> None:
    """Draw a plot of stored results into an SVG file; the same results make the same file with the same matplotlib."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    raw = results.read_bytes()
    stored = json.loads(raw)
    plot = PLOTS[kind]
    style = {line.name: line for line in plot.lines}
    with pyplot.rc_context({"svg.hashsalt": "tracefix", "svg.fonttype": "none", "font.size": 10}):
        figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
        for name, line in points(kind, stored).items():
            axes.plot(*zip(*line, strict=True), marker=style[name].marker, color=style[name].color, label=name, linewidth=1, markersize=5)
        axes.set(xscale="log", yscale="log", xlabel="distinct states", ylabel=plot.vertical, title=plot.title)
        axes.grid(alpha=0.3)
        axes.legend()
        machine = stored["machine"]
        note = f"{machine['processor']}, {machine['cores']} cores; commit {stored['commit'][:10]}, {stored['date']}"
        figure.supxlabel(note, fontsize=7, color="#555555")
        image.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(image, metadata={"Date": None, "Description": f"results {digest(raw)}"})
        pyplot.close(figure)
