"""Stored results to figures: medians, rates and ratios, and what the project aims at.

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
    the life of its Java process, all in wall time; the names with `cpu` are processor time. `growth` is the peak growth of resident
    memory in bytes per state. `rate` is generated states per second.
    """

    seconds: float
    cpu: float
    first: float | None
    process: float | None
    process_cpu: float | None
    without_completion_cpu: float | None
    array_bytes: float
    growth: float | None
    tlc_seconds: float | None
    tlc_process: float | None
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
    seconds = median([entry for item in native for entry in _list(item["seconds"])])
    cpu = median([entry for item in native for entry in _list(item["cpu"])])
    process = median_of(item.get("process") for item in native)
    growth = median_of(item.get("growth") for item in native)
    tlc_seconds, tlc_process = median_of(item["seconds"] for item in tlc), median_of(item["process"] for item in tlc)
    tlc_cpu = median_of(item["cpu"] for item in tlc)
    return Figures(
        seconds=seconds,
        cpu=cpu,
        first=median_of(item.get("first") for item in native),
        process=process,
        process_cpu=median_of(item.get("process_cpu") for item in native),
        without_completion_cpu=median_of(item["without_completion"]["cpu"] for item in native if "without_completion" in item),
        array_bytes=max(item["array_bytes_per_state"] for item in native),
        growth=None if growth is None else growth / row["distinct"],
        tlc_seconds=tlc_seconds,
        tlc_process=tlc_process,
        tlc_cpu=tlc_cpu,
        rate=generated / seconds,
        tlc_rate=None if tlc_seconds is None else generated / tlc_seconds,
        ratio=None if tlc_seconds is None else tlc_seconds / seconds,
        process_ratio=None if tlc_process is None or process is None else tlc_process / process,
        # As if both of TLC's workers were busy all the time.
        cpu_ratio=None if tlc_cpu is None else tlc_cpu / 2 / cpu,
    )


@dataclass(frozen=True, slots=True)
class Target:
    """A bound, and the row that comes out worst. `form` is how its figure is printed."""

    text: str
    worst: float
    name: str
    met: bool
    form: str


def targets(results: Mapping[str, Any]) -> list[Target]:
    """Every target for which something was measured."""
    many, few = f"over {MANY_GENERATED:,} generated: ", f"up to {FEW_STATES:,} states: "
    big = demanding(results)
    little = [row for row in results["rows"] if row["mode"] == "small" and row["distinct"] <= FEW_STATES]
    compared = [row for row in results["rows"] if row["tlc"]]
    ratio, size = f", at least {LEAST_RATIO:g}", f" in bytes per state, at most {MOST_BYTES:g}"
    command, inside = f", at most {MOST_SECONDS:g}", f", at most {MOST_SECONDS_INSIDE:g}"
    found = [
        _lower(f"{many}ratio of generated/s, native to TLC{ratio}", big, lambda f: f.ratio, LEAST_RATIO),
        _lower(f"{many}the same by processor time{ratio}", big, lambda f: f.cpu_ratio, LEAST_RATIO),
        _upper(f"{many}arrays{size}", big, lambda f: f.array_bytes, MOST_BYTES, "{:.1f}"),
        _upper(f"{many}resident growth{size}", big, lambda f: f.growth, MOST_BYTES, "{:.1f}"),
        _upper(f"{few}`tracefix check` in seconds{command}", little, lambda f: f.process, MOST_SECONDS, "{:.2f}"),
        _upper(f"{few}the same in seconds of processor time{command}", little, lambda f: f.process_cpu, MOST_SECONDS, "{:.2f}"),
        _upper(f"{few}a check inside a process in seconds{inside}", little, lambda f: f.seconds, MOST_SECONDS_INSIDE, "{:.3f}"),
        _upper(f"{few}the same in seconds of processor time{inside}", little, lambda f: f.cpu, MOST_SECONDS_INSIDE, "{:.3f}"),
    ]
    if compared:
        wrong = [row for row in compared if row["differences"]]
        name = ", ".join(name_of(row) for row in wrong) or "–"
        found.append(Target("protocols whose counts differ from TLC's, at most 0", len(wrong), name, not wrong, "{:.0f}"))
    return [target for target in found if target is not None]


def demanding(results: Mapping[str, Any]) -> list[Row]:
    """The rows on which speed and memory are demanded: TLC ran and generated more than `MANY_GENERATED` states."""
    return [row for row in results["rows"] if row["tlc"] and row["generated"] > MANY_GENERATED]


def name_of(row: Row) -> str:
    """The protocol as a reader sees it: `review 5`."""
    return str(row["name"]).replace(":", " ")


def shortest(item: Mapping[str, Any]) -> float:
    """The shortest check of one native round, in seconds."""
    return min(_list(item["seconds"]))


def median_of(values: Iterable[float | None]) -> float | None:
    """The median of those that are there; None when none is."""
    known = [value for value in values if value is not None]
    return median(known) if known else None


Measure = Callable[[Figures], float | None]


def _measured(rows: Iterable[Row], measure: Measure) -> list[tuple[float, str]]:
    return [(value, name_of(row)) for row in rows if (value := measure(figures(row))) is not None]


def _lower(text: str, rows: Iterable[Row], measure: Measure, bound: float) -> Target | None:
    found = _measured(rows, measure)
    if not found:
        return None
    value, name = min(found)
    return Target(text, value, name, value >= bound, "{:.1f}")


def _upper(text: str, rows: Iterable[Row], measure: Measure, bound: float, form: str) -> Target | None:
    found = _measured(rows, measure)
    if not found:
        return None
    value, name = max(found)
    return Target(text, value, name, value <= bound, form)


def _list(value: Any) -> list[float]:
    return value if isinstance(value, list) else [value]
