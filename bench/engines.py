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
from tracefix.tlc.run import run_tlc
from tracefix.tlc.toolchain import Toolchain, find_toolchain
from tracefix.tlc.translate import translate
from tracefix.tlc.wrapper import WRAPPER, wrap
from tracefix.workspace import Workspace, load

WORKER = Path(__file__).resolve().with_name("worker.py")
TLC_WORKERS = 2
FINISHED = 2186
"""TLC's message that it is done; it names the time since its start."""

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

        `seconds` is what TLC says, `process` the life of its Java process, `cpu` the processor time of all its threads (None where the
        system does not tell); the translation is in none of them.
        """
        with tempfile.TemporaryDirectory(prefix="tracefix-bench-") as name:
            here = Path(name) / "run"
            shutil.copytree(self.folder, here)
            before = _children_cpu()
            run = run_tlc(
                self.tools, here, WRAPPER, workers=TLC_WORKERS, check_deadlock=self._check_deadlock, small=distinct <= SMALL_STATES
            )
            cpu = _since(before)
        counts, message = run.transcript.counts, next((m for m in run.transcript.messages if m.code == FINISHED), None)
        if not run.passed or counts is None or message is None:
            raise BenchmarkFailed(f"TLC did not finish:\n{run.output[-2000:]}")
        return {
            "seconds": duration(message.text),
            "process": run.seconds,
            "cpu": cpu,
            "generated": counts[0],
            "distinct": counts[1],
            "depth": run.transcript.depth,
            "version": run.transcript.version,
        }


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
