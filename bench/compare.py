"""The native checker (1 thread, no reduction) against TLC (2 workers) on the same protocols, in one sitting.

    python bench/compare.py [--quick] [--large] [--protocols review:3,workers:4,example:code_review] [--json FILE]

Both engines run alternately, several rounds each; tables show medians. Where TLC takes minutes it runs once. Ends with status 1
when any count differs. Only then: speed is reported, not judged, because machines are noisy.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import tables
from engines import TLC_WORKERS, BenchmarkFailed, Tlc, kernel_start, process, worker
from machine import describe, load_average
from protocols import COUNTS, PROTOCOLS, ROOT, write
from tracefix.errors import ToolMissing

SCHEMA = "tracefix.bench/1"
WITHOUT_KERNELS = 12_000
"""Protocols with fewer states are checked in pure Python."""
SLOW = 5_000_000
"""TLC runs once when it generates more states than this."""

EXAMPLES = ("example:code_review", "example:research_team", "example:two_phase_commit")
QUICK = (*EXAMPLES, "philosophers:4", "review:2", "review:3", "review:4", "workers:5")
FULL = (
    *EXAMPLES, "philosophers:4", "workers:3", "review:2", "philosophers:5", "review:3",
    "workers:4", "workers:5", "workers:6", "philosophers:7", "philosophers:9", "review:4", "review:5",
)  # fmt: skip
LARGE = "review:6"
"""Checked without TLC, which would take hours; needs about 9 GB."""


class Run:
    """The measurements of one call, progress on standard error."""

    def __init__(self, rounds: int, folder: Path) -> None:
        self.rounds = rounds
        self.folder = folder
        self.recorded = json.loads(COUNTS.read_text())
        self.tlc_version: str | None = None

    def row(self, name: str, with_tlc: bool = True) -> dict[str, Any]:
        """Everything about one protocol."""
        path = self._workspace(name)
        say(f"{name}: first look")
        seen = worker("large", str(path))
        mode = "small" if seen["distinct"] < WITHOUT_KERNELS else "large"
        rounds = self.rounds if seen["generated"] <= SLOW else min(self.rounds, 3)
        native: list[dict[str, Any]] = []
        tlc: list[dict[str, Any]] = []
        engine = Tlc(path, self.folder / "tlc" / name.replace(":", "-")) if with_tlc else None
        for number in range(1 if engine is None else rounds):
            native.append(self._native(path, mode, engine is not None))
            say(f"{name}: native, round {number + 1}: {tables.shortest(native[-1]):.3f} s")
            if engine is not None and (number == 0 or seen["generated"] <= SLOW):
                tlc.append(engine.run(seen["distinct"]))
                say(f"{name}: TLC, round {number + 1}: {tlc[-1]['seconds']:.1f} s")
                self.tlc_version = tlc[-1]["version"]
        row = {"name": name, "mode": mode, "distinct": seen["distinct"], "generated": seen["generated"], "depth": seen["depth"]}
        return {**row, "native": native, "tlc": tlc, "differences": differences(row, native, tlc, self._counts_of(name))}

    def _native(self, path: Path, mode: str, whole: bool) -> dict[str, Any]:
        load = load_average()
        measured = worker(mode, str(path))
        if measured["verdict"] != "holds":
            raise BenchmarkFailed(f"{path.name}: the verdict is {measured['verdict']}")
        if mode == "small" and measured["heavy_imports"]:
            raise BenchmarkFailed(f"{path.name}: a small check imported {', '.join(measured['heavy_imports'])}")
        if mode == "large":
            measured["without_completion"] = worker(mode, str(path), "--without", "CompletionReachable")["seconds"]
        if whole:
            measured["process"] = process(path)["seconds"]
        return {**measured, "load": load}

    def _workspace(self, name: str) -> Path:
        kind, _, size = name.partition(":")
        if kind == "example":
            return ROOT / "examples" / size / "repaired"
        return write(PROTOCOLS[kind](int(size)), self.folder / f"{kind}-{size}")

    def _counts_of(self, name: str) -> Mapping[str, int] | None:
        kind, _, size = name.partition(":")
        found: Mapping[str, int] | None = self.recorded.get(kind, {}).get(size)
        return found


def differences(
    row: Mapping[str, Any], native: Iterable[Mapping[str, Any]], tlc: Iterable[Mapping[str, Any]], recorded: Mapping[str, int] | None
) -> list[str]:
    """One line for each count that is not what the row says.

    With several workers TLC's depth may come out larger; then the depth recorded from one worker must be the row's.
    """
    found = []
    for who, runs in (("native", native), ("TLC", tlc)):
        for run in runs:
            for count in ("distinct", "generated", "depth"):
                settled = who == "TLC" and count == "depth" and recorded is not None and recorded["depth"] == row["depth"]
                if run[count] != row[count] and not settled:
                    found.append(f"{who} {count} {run[count]:,} instead of {row[count]:,}")
    for count, value in (recorded or {}).items():
        if value != row[count]:
            found.append(f"recorded {count} {value:,} instead of {row[count]:,}")
    return list(dict.fromkeys(found))


def known(name: str) -> str:
    """The name of a protocol as given on the command line. Raises argparse's error for one that does not exist."""
    kind, _, size = name.partition(":")
    if kind == "example" and (ROOT / "examples" / size / "repaired").is_dir() and size:
        return name
    if kind in PROTOCOLS and size.isdigit() and int(size) >= 2:
        return name
    raise argparse.ArgumentTypeError(f"{name}: not KIND:SIZE with one of {', '.join(PROTOCOLS)}, nor example:NAME")


def say(text: str) -> None:
    """Progress."""
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--protocols", type=lambda text: [known(name) for name in text.split(",")], help="KIND:SIZE, with commas between")
    parser.add_argument("--quick", action="store_true", help="small protocols, two rounds: a minute")
    parser.add_argument("--large", action="store_true", help=f"also {LARGE} without TLC")
    parser.add_argument("--rounds", type=int, help="rounds of each engine (5, with --quick 2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="store the results")
    arguments = parser.parse_args()
    names = arguments.protocols or (QUICK if arguments.quick else FULL)
    with tempfile.TemporaryDirectory(prefix="tracefix-bench-") as folder:
        run = Run(arguments.rounds or (2 if arguments.quick else 5), Path(folder))
        results = {"schema": SCHEMA, **describe()}
        try:
            rows = [run.row(name) for name in names]
            if arguments.large:
                rows.append(run.row(LARGE, with_tlc=False))
            start = kernel_start(run.rounds) if any(row["mode"] == "large" for row in rows) else None
        except (BenchmarkFailed, ToolMissing) as error:
            print(f"compare: {error}", file=sys.stderr)
            return 2
    results |= {"tlc": {"version": run.tlc_version, "workers": TLC_WORKERS}, "kernel_start": start, "rows": rows}
    if arguments.json is not None:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    print("\n\n".join(text for table in tables.TABLES.values() if (text := table(results))))
    wrong = [f"{row['name']}: {line}" for row in rows for line in row["differences"]]
    if wrong:
        print("\n" + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
