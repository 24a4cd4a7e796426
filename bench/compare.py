"""The native checker (1 and 2 threads, without and with safe reductions) against TLC (2 workers) and SPIN, in one sitting.

    python bench/compare.py [--quick | --large | --protocols review:3,example:code_review] [--json FILE]

The engines run alternately, several rounds each; tables show medians. Where TLC takes minutes it runs once, unless `--tlc-rounds` says
otherwise. SPIN takes part where it is installed with a C compiler and there is a model of the protocol (`promela.py`).
Ends with status 1 when any count differs. Only then: speed is reported, not judged, because machines are noisy.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import figures
import tables
from engines import TLC_WORKERS, BenchmarkFailed, Spin, Tlc, inserts, kernel_start, process, worker
from machine import describe, load_average
from promela import MODELS
from protocols import COUNTS, PROTOCOLS, ROOT, write
from tracefix.errors import ToolMissing

SCHEMA = "tracefix.bench/1"
WITHOUT_KERNELS = 12_000
"""Protocols with fewer states are checked in pure Python."""
SLOW = 5_000_000
"""TLC runs `--tlc-rounds` times when it generates more states than this."""
PATIENCE = 20.0
"""Seconds of a native check after which there is no further round."""

EXAMPLES = ("example:code_review", "example:research_team", "example:two_phase_commit")
QUICK = (*EXAMPLES, "philosophers:4", "review:2", "review:3", "review:4", "workers:5")
FULL = (
    *EXAMPLES, "philosophers:4", "workers:3", "review:2", "philosophers:5", "review:3",
    "mailbox:4", "workers:4", "workers:5", "philosophers:7", "review:4", "relay:1", "workers:6", "review:5", "philosophers:9", "relay:3",
)  # fmt: skip
LARGE = "review:6"
"""Checked without TLC, which would take hours; needs about 9 GB."""


class Run:
    """The measurements of one call, progress on standard error."""

    def __init__(self, rounds: int, folder: Path, slow_rounds: int = 1) -> None:
        self.rounds = rounds
        self.slow_rounds = slow_rounds
        self.folder = folder
        self.recorded = json.loads(COUNTS.read_text())
        self.tlc_version: str | None = None

    def row(self, name: str) -> dict[str, Any]:
        """Everything about one protocol, both engines."""
        path = self._workspace(name)
        recorded = self._counts_of(name)
        if recorded is None:
            say(f"{name}: first look")
        seen = recorded or worker("large", str(path))
        mode = "small" if seen["distinct"] < WITHOUT_KERNELS else "large"
        slow = seen["generated"] > SLOW
        native: list[dict[str, Any]] = []
        tlc: list[dict[str, Any]] = []
        engine = Tlc(path, self.folder / "tlc" / name.replace(":", "-"))
        others: dict[str, list[dict[str, Any]]] = {"two_threads": [], "safe": [], "spin": []}
        spin = self._spin(name) if mode == "large" else None
        for number in range(self.rounds):
            native.append(self._native(name, path, mode))
            native[-1] |= process(path)
            if mode == "large":
                others["two_threads"].append(worker("large", str(path), "--threads", "2"))
                others["safe"].append(worker("large", str(path), "--reduce", "safe"))
            if spin is not None:
                others["spin"].append(spin.run(seen["distinct"]))
                say(f"{name}: SPIN: {others['spin'][-1]['seconds']:.2f} s")
            if number < self.slow_rounds or not slow:
                tlc.append(engine.run(seen["distinct"]))
                say(f"{name}: TLC: {tlc[-1]['seconds']:.1f} s")
                self.tlc_version = tlc[-1]["version"]
            if figures.shortest(native[-1]) > PATIENCE:
                break
        return _row(name, mode, native, tlc, recorded, others)

    def _spin(self, name: str) -> Spin | None:
        kind, _, size = name.partition(":")
        if kind not in MODELS or not Spin.available():
            return None
        return Spin(MODELS[kind](int(size)), self.folder / "spin" / name.replace(":", "-"))

    def native_row(self, name: str) -> dict[str, Any]:
        """One native round of a protocol that is too large for TLC."""
        return _row(name, "large", [self._native(name, self._workspace(name), "large")], [], None)

    def _native(self, name: str, path: Path, mode: str) -> dict[str, Any]:
        load = load_average()
        measured = worker(mode, str(path))
        say(f"{name}: native: {figures.shortest(measured):.3f} s")
        if measured["verdict"] != "holds":
            raise BenchmarkFailed(f"{name}: the verdict is {measured['verdict']}")
        if mode == "small" and measured["heavy_imports"]:
            raise BenchmarkFailed(f"{name}: a small check imported {', '.join(measured['heavy_imports'])}")
        if mode == "large":
            less = worker(mode, str(path), "--without", "CompletionReachable")
            measured["without_completion"] = {"seconds": less["seconds"], "cpu": less["cpu"]}
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


def _row(
    name: str,
    mode: str,
    native: list[dict[str, Any]],
    tlc: list[dict[str, Any]],
    recorded: Mapping[str, int] | None,
    others: Mapping[str, list[dict[str, Any]]] | None = None,
) -> dict[str, Any]:
    """A row as it is stored; its counts are those of the first native round. `others` are rounds with two threads, safe, by SPIN."""
    row = {"name": name, "mode": mode, **{count: native[0][count] for count in ("distinct", "generated", "depth")}}
    wrong = differences(row, [*native, *(others or {}).get("two_threads", ())], tlc, recorded)
    wrong += spin_differences(row["distinct"], (others or {}).get("safe", ()), (others or {}).get("spin", ()))
    return {
        **row,
        "native": native,
        "tlc": tlc,
        **{name: rounds for name, rounds in (others or {}).items() if rounds},
        "differences": wrong,
    }


def spin_differences(distinct: int, safe: Iterable[Mapping[str, Any]], spin: Iterable[Mapping[str, Any]]) -> list[str]:
    """A line when SPIN finds neither the states that there are nor those that are left with safe reductions."""
    ours = {distinct, *(run["distinct"] for run in safe)}
    wrong = sorted({run["distinct"] for run in spin} - ours)
    return [f"SPIN distinct {found:,} instead of {' or '.join(f'{count:,}' for count in sorted(ours))}" for found in wrong]


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


def store(results: Mapping[str, Any], file: Path | None) -> None:
    """Write the results into a file, if one is wanted, whose folder is made when it is missing."""
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(results, indent=1) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--protocols", type=lambda text: [known(name) for name in text.split(",")], help="KIND:SIZE, with commas between")
    which.add_argument("--quick", action="store_true", help="small protocols, two rounds: a minute")
    which.add_argument("--large", action="store_true", help=f"{LARGE} alone, without TLC")
    parser.add_argument("--rounds", type=int, help="rounds of each engine (5, with --quick 2)")
    parser.add_argument("--tlc-rounds", type=int, default=1, metavar="N", help="rounds of TLC where it takes minutes (1)")
    parser.add_argument("--bits", type=int, default=27, help="slots of the table for the machine's insert limit, as a power of two")
    parser.add_argument("--json", type=Path, metavar="FILE", help="store the results")
    arguments = parser.parse_args()
    names = arguments.protocols or (QUICK if arguments.quick else FULL)
    with tempfile.TemporaryDirectory(prefix="tracefix-bench-") as folder:
        run = Run(arguments.rounds or (2 if arguments.quick else 5), Path(folder), arguments.tlc_rounds)
        rows: list[dict[str, Any]] = []
        results = {"schema": SCHEMA, **describe(), "tlc": None, "kernel_start": None, "inserts": None, "rows": rows}
        try:
            for name in [LARGE] if arguments.large else names:
                rows.append(run.native_row(name) if arguments.large else run.row(name))
                if run.tlc_version is not None:
                    results["tlc"] = {"version": run.tlc_version, "workers": TLC_WORKERS}
                # After every row: what an interrupt ends too early is not lost.
                store(results, arguments.json)
            if any(row["mode"] == "large" for row in rows):
                results["kernel_start"] = kernel_start(run.rounds)
                results["inserts"] = inserts(arguments.bits)
                store(results, arguments.json)
        except (BenchmarkFailed, ToolMissing) as error:
            print(f"compare: {error}", file=sys.stderr)
            return 2
    print("\n\n".join(text for table in tables.TABLES.values() if (text := table(results))))
    wrong = [f"{row['name']}: {line}" for row in rows for line in row["differences"]]
    if wrong:
        print("\n" + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
