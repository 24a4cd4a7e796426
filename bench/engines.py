"""Run the native checker and TLC on one protocol and time them, each in a process of its own.

Every function returns a mapping of plain values that goes into the stored results as it is. Seconds are wall time.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tracefix.errors import TracefixError
from tracefix.tlc.engine import SMALL_STATES
from tracefix.tlc.toolchain import Toolchain, find_toolchain
from tracefix.tlc.translate import translate
from tracefix.tlc.wrapper import WRAPPER, wrap
from tracefix.workspace import Workspace, load
from worker import TLC_WORKERS as TLC_WORKERS

WORKER = Path(__file__).resolve().with_name("worker.py")
_UNITS = {"d": 86400.0, "h": 3600.0, "min": 60.0, "s": 1.0, "ms": 0.001}


class BenchmarkFailed(Exception):
    """A measurement that means nothing: an engine broke off or did not find what it had to."""


def worker(*arguments: str, environ: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What `worker.py` prints for these arguments."""
    command = [sys.executable, str(WORKER), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **(environ or {})})
    if done.returncode != 0:
        raise BenchmarkFailed(f"worker {' '.join(arguments)} ended with status {done.returncode}:\n{done.stderr[-2000:]}")
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def process(path: Path) -> dict[str, Any]:
    """`tracefix check` as a user runs it: `process` seconds from its start to its end, and `process_cpu` of processor time."""
    command = [sys.executable, "-m", "tracefix", "check", str(path), "--reduce", "none", "--json"]
    begin, before = time.perf_counter(), _children_cpu()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds, cpu = time.perf_counter() - begin, _since(before)
    if done.returncode != 0:
        raise BenchmarkFailed(f"tracefix check ended with status {done.returncode}:\n{done.stderr[-2000:]}")
    return {"process": seconds, "process_cpu": cpu}


def kernel_start(rounds: int) -> dict[str, Any]:
    """Seconds to load the kernels when they have to be compiled first, and from the disk cache."""
    with tempfile.TemporaryDirectory(prefix="tracefix-bench-") as folder:
        environ = {"TRACEFIX_CACHE_DIR": folder}
        compiled = worker("load", environ=environ)["seconds"]
        return {"compiled": compiled, "cached": [worker("load", environ=environ)["seconds"] for _ in range(rounds)]}


class Tlc:
    """TLC on one protocol, translated once; every run has a folder of its own."""

    def __init__(self, path: Path, folder: Path) -> None:
        """Translate the workspace at `path` into the new folder `folder`. Raises BenchmarkFailed."""
        self.tools: Toolchain = find_toolchain()
        self.folder = folder
        workspace: Workspace = load(path)
        self._check_deadlock = workspace.config.check_deadlock
        folder.mkdir(parents=True)
        try:
            translation = translate(self.tools, workspace.module, workspace.path.parent, folder)
        except TracefixError as error:
            raise BenchmarkFailed(f"pcal.trans refuses {path.name}: {error}") from None
        wrap(workspace, translation).write(folder)

    def run(self, distinct: int) -> dict[str, Any]:
        """One run with two workers. `distinct` states are expected: the virtual machine is started as `tracefix verify` starts it.

        `seconds` is what TLC says, `process` the life of its Java process, `cpu` the processor time of all its threads and `memory` the
        peak of its resident memory in bytes (None where the system does not tell); the translation is in none of them.
        """
        with tempfile.TemporaryDirectory(prefix="tracefix-bench-") as name:
            here = Path(name) / "run"
            shutil.copytree(self.folder, here)
            more = [*(["--small"] if distinct <= SMALL_STATES else []), *([] if self._check_deadlock else ["--no-deadlock"])]
            measured = worker("tlc", str(here), WRAPPER, *more)
        if not measured["passed"] or measured["counts"] is None or measured["finished"] is None:
            raise BenchmarkFailed(f"TLC did not finish:\n{measured['output']}")
        return {
            "seconds": duration(measured["finished"]),
            "process": measured["process"],
            "cpu": measured["cpu"],
            "memory": measured["memory"],
            "generated": measured["counts"][0],
            "distinct": measured["counts"][1],
            "depth": measured["depth"],
            "version": measured["version"],
        }


class Spin:
    """SPIN's verifier of a Promela model, compiled once: no partial-order reduction, safety only, `-O3`."""

    def __init__(self, model: str, folder: Path) -> None:
        """Make the verifier in the new folder `folder`. Raises BenchmarkFailed."""
        folder.mkdir(parents=True)
        self._folder = folder
        (folder / "model.pml").write_text(model)
        self.version = self._run("spin", "-V").strip().removeprefix("Spin Version ")
        self._run("spin", "-a", "model.pml")
        self._run("cc", "-O3", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c")

    @staticmethod
    def available() -> bool:
        """Whether SPIN and a C compiler are there."""
        return shutil.which("spin") is not None and shutil.which("cc") is not None

    def run(self, distinct: int) -> dict[str, Any]:
        """One verification; about `distinct` states are expected, for which the hash table is made. `seconds` is what SPIN says.

        `generated` are SPIN's transitions. Raises BenchmarkFailed when it finds an error or does not look at everything.
        """
        begin, before = time.perf_counter(), _children_cpu()
        output = self._run("./pan", "-m1000000", f"-w{min(30, max(20, distinct.bit_length() + 1))}")
        wall, cpu = time.perf_counter() - begin, _since(before)
        if "errors: 0" not in output or "too small" in output:
            raise BenchmarkFailed(f"SPIN did not finish:\n{output[-2000:]}")
        return {"process": wall, "cpu": cpu, "version": self.version, **spin_figures(output)}

    def _run(self, *command: str) -> str:
        done = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BenchmarkFailed(f"{command[0]} ended with status {done.returncode}:\n{(done.stdout + done.stderr)[-2000:]}")
        return done.stdout


def spin_figures(output: str) -> dict[str, Any]:
    """Seconds, states, transitions and memory in bytes out of what a verifier of SPIN prints. Raises BenchmarkFailed."""
    found = {
        "seconds": re.search(r"elapsed time (\S+) seconds", output),
        "distinct": re.search(r"^\s*(\S+) states, stored", output, re.MULTILINE),
        "generated": re.search(r"^\s*(\S+) transitions", output, re.MULTILINE),
        "memory": re.search(r"^\s*(\S+)\s+total actual memory usage", output, re.MULTILINE),
    }
    missing = [name for name, match in found.items() if match is None]
    if missing:
        raise BenchmarkFailed(f"SPIN does not say {', '.join(missing)}:\n{output[-2000:]}")
    values = {name: float(match[1]) for name, match in found.items() if match is not None}
    # Megabytes of a million bytes or of 2^20: SPIN divides by the latter.
    counts = {name: int(values[name]) for name in ("distinct", "generated")}
    return {"seconds": values["seconds"], "memory": int(values["memory"] * (1 << 20)), **counts}


def inserts(bits: int) -> dict[str, Any]:
    """Inserts per second that this machine can do, with one thread and with two (`inserts.py`)."""
    script = WORKER.with_name("inserts.py")
    rates = []
    for threads in (1, 2):
        command = [sys.executable, str(script), "--bits", str(bits), "--threads", str(threads)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BenchmarkFailed(f"inserts ended with status {done.returncode}:\n{done.stderr[-2000:]}")
        rates.append(json.loads(done.stdout)["rate"])
    return {"bits": bits, "one": rates[0], "two": rates[1]}


def _children_cpu() -> float | None:
    """Processor seconds of all child processes that have ended."""
    if os.name != "posix":
        return None
    times = os.times()
    return times.children_user + times.children_system


def _since(before: float | None) -> float | None:
    now = _children_cpu()
    return None if before is None or now is None else now - before


def duration(text: str) -> float:
    """The seconds in TLC's `Finished in 02min 03s at (…)`. Raises BenchmarkFailed for a text without a duration."""
    said = re.search(r"Finished in (.*?) at \(", text)
    parts = re.findall(r"(\d+)\s*(d|h|min|ms|s)\b", said[1]) if said else []
    if not parts:
        raise BenchmarkFailed(f"no duration in {text!r}")
    return sum(int(number) * _UNITS[unit] for number, unit in parts)
