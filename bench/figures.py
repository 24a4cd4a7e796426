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
"""From here on speed and memory are demanded."""
FEW_STATES = 5_000
"""Up to here the time from the start of a process to its verdict is demanded, and so is a check inside a process, without numba."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Figures:
    """Medians of one row's rounds; None where nothing was measured.

    `seconds` is one native check inside a process, `process` the life of `tracefix check`, `tlc_seconds` what TLC says, `tlc_process`
    the life of its Java process, all in wall time; the names with `cpu` are processor time. The names
    with `two` are of two threads, `speedup` is what the second thread brings. `spin_ratio` compares generated/s with SPIN's transitions/s,
    one thread each, for the native search that finds as many states as SPIN. `growth` is the peak growth of resident
    memory in bytes per state, `tlc_memory` the peak of Java's resident memory in bytes. `rate` is generated states per second.
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
    two_seconds: float | None
    two_ratio: float | None
    speedup: float | None
    safe_seconds: float | None
    safe_distinct: int | None
    spin_seconds: float | None
    spin_rate: float | None
    spin_ratio: float | None
    tlc_memory: float | None


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
    two = median_of(item["seconds"] for item in row.get("two_threads", ()) if item["threads"] == 2)
    safe = [item for item in row.get("safe", ()) if item["reduction"] == "safe"]
    spin_seconds, spin_rate, spin_ratio = _spin(row, seconds, safe)
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
        two_seconds=two,
        two_ratio=None if two is None or tlc_seconds is None else tlc_seconds / two,
        speedup=None if two is None else seconds / two,
        safe_seconds=median_of(item["seconds"] for item in safe),
        safe_distinct=safe[0]["distinct"] if safe else None,
        spin_seconds=spin_seconds,
        spin_rate=spin_rate,
        spin_ratio=spin_ratio,
        tlc_memory=median_of(item.get("memory") for item in tlc),
    )


def _spin(row: Row, seconds: float, safe: list[Row]) -> tuple[float | None, float | None, float | None]:
    """SPIN's seconds and transitions per second, and how many times as fast the native search over the same states is."""
    spin = row.get("spin", ())
    spin_seconds = median_of(item["seconds"] for item in spin)
    if not spin_seconds:
        return spin_seconds, None, None
    spin_rate = spin[0]["generated"] / spin_seconds
    if safe and spin[0]["distinct"] == safe[0]["distinct"] != row["distinct"]:
        rate = safe[0]["generated"] / median([item["seconds"] for item in safe])
    elif spin[0]["distinct"] == row["distinct"]:
        rate = row["generated"] / seconds
    else:
        return spin_seconds, spin_rate, None
    return spin_seconds, spin_rate, rate / spin_rate


@dataclass(frozen=True, slots=True)
class Target:
    """Two bounds, and the row that comes out worst. `form` is how figures are printed; `least` says that more is better."""

    text: str
    floor: float
    goal: float
    worst: float
    name: str
    form: str
    least: bool = True

    def reached(self, bound: float) -> bool:
        """Whether the worst row is on the right side of a bound."""
        return self.worst >= bound if self.least else self.worst <= bound


def targets(results: Mapping[str, Any]) -> list[Target]:
    """Every target for which something was measured."""
    big = demanding(results)
    little = [row for row in results["rows"] if row["mode"] == "small" and row["distinct"] <= FEW_STATES]
    compared = [row for row in results["rows"] if row["tlc"]]
    spun = [row for row in results["rows"] if row.get("spin") and row["generated"] > MANY_GENERATED]
    limit = (results.get("inserts") or {}).get("one")
    found = [
        _least("generated/s, two threads, to TLC with two workers", 80, 150, big, lambda f: f.two_ratio),
        _least("generated/s, one thread, to TLC by processor time", 30, 30, big, lambda f: f.cpu_ratio),
        _least("generated/s, one thread, to SPIN over the same states", 5, 8, spun, lambda f: f.spin_ratio),
        _least("what the second thread brings", 1.5, 1.8, big, lambda f: f.speedup),
        _least(
            "generated/s of one thread, percent of the machine's inserts/s",
            20,
            40,
            big,
            lambda f: None if limit is None else 100 * f.rate / limit,
        ),
        _most("bytes per state by resident memory, parents included", 40, 24, big, lambda f: f.growth, "{:.1f}"),
        _least("process start to verdict, to TLC", 5, 15, little, lambda f: f.process_ratio),
        _most("`tracefix check` of few states in seconds of processor time", 0.4, 0.4, little, lambda f: f.process_cpu, "{:.2f}"),
        _most("a check of few states inside a process in seconds of processor time", 0.05, 0.05, little, lambda f: f.cpu, "{:.3f}"),
    ]
    if compared:
        wrong = [row for row in compared if row["differences"]]
        name = ", ".join(name_of(row) for row in wrong) or "–"
        found.append(Target("protocols whose counts differ from TLC's", 0, 0, len(wrong), name, "{:.0f}", least=False))
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


def _least(text: str, floor: float, goal: float, rows: Iterable[Row], measure: Measure) -> Target | None:
    found = _measured(rows, measure)
    if not found:
        return None
    value, name = min(found)
    return Target(text, floor, goal, value, name, "{:.1f}")


def _most(text: str, floor: float, goal: float, rows: Iterable[Row], measure: Measure, form: str) -> Target | None:
    found = _measured(rows, measure)
    if not found:
        return None
    value, name = max(found)
    return Target(text, floor, goal, value, name, form, least=False)


def _list(value: Any) -> list[float]:
    return value if isinstance(value, list) else [value]
