"""One measurement in a fresh process, printed as one JSON object. Started by `engines.py`, once per measurement.

    python bench/worker.py large PATH [--without PROPERTY] [--threads N] [--reduce KIND]
                                                             one check with the kernels loaded beforehand, and the memory it took
    python bench/worker.py small PATH [--repeat N]           the first check of a process, then N others, without the kernels
    python bench/worker.py tlc FOLDER MODULE [--small] [--no-deadlock]   TLC with two workers in a folder that is ready for it
    python bench/worker.py load                              how long it takes to load the kernels

Seconds are wall time of `time.perf_counter`, `cpu` is processor time. Memory is bytes; it is null where the system does not tell
(only Linux does).
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

WARM_UP = Path(__file__).resolve().parent.parent / "examples" / "code_review" / "repaired"
TLC_WORKERS = 2
FINISHED = 2186
"""TLC's message that it is done; it names the time since its start."""
STATUS = Path("/proc/self/status")
CLEAR_REFS = Path("/proc/self/clear_refs")


def resident(kind: str) -> int | None:
    """Bytes in memory: now (`VmRSS`), or at most since `reset_peak` (`VmHWM`)."""
    if not STATUS.exists():
        return None
    found = re.search(rf"^{kind}:\s+(\d+) kB$", STATUS.read_text(), re.MULTILINE)
    return int(found[1]) * 1024 if found else None


def reset_peak() -> bool:
    """Forget the peak so far; whether the system can."""
    try:
        CLEAR_REFS.write_text("5")
    except OSError:
        return False
    return True


def large(path: Path, without: list[str], threads: int, reduce: str) -> dict[str, Any]:
    """One check of a protocol that needs the kernels, everything but loading them included."""
    from tracefix.checker import check, lower
    from tracefix.workspace import load

    check(WARM_UP, engine="kernel")
    names = None
    if without:
        names = [name for name in lower(load(path), "label").properties if name not in without]
    gc.collect()
    before = resident("VmRSS")
    can_reset = reset_peak()
    begin, cpu = time.perf_counter(), time.process_time()
    result = check(path, reduce=reduce, threads=threads, properties=names)
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    peak = resident("VmHWM") if can_reset else None
    growth = None if before is None or peak is None else peak - before
    return {"seconds": seconds, "cpu": cpu, "growth": growth, **_counts(result)}


def small(path: Path, repeat: int) -> dict[str, Any]:
    """A protocol small enough to be checked without the kernels: `first` includes importing the checker; the others are lists."""
    begin = time.perf_counter()
    import tracefix

    result = tracefix.check(path, reduce="none")
    first = time.perf_counter() - begin
    seconds, processor = [], []
    for _ in range(repeat):
        begin, cpu = time.perf_counter(), time.process_time()
        tracefix.check(path, reduce="none")
        seconds.append(time.perf_counter() - begin)
        processor.append(time.process_time() - cpu)
    heavy = [name for name in ("numba", "numpy") if name in sys.modules]
    return {"first": first, "seconds": seconds, "cpu": processor, "heavy_imports": heavy, **_counts(result)}


def load_kernels() -> dict[str, Any]:
    """Importing numba and having every kernel ready to run."""
    begin = time.perf_counter()
    from tracefix.checker.kernel_loader import load_kernels as load_them

    load_them()
    return {"seconds": time.perf_counter() - begin}


def tlc(folder: Path, module: str, small_model: bool, check_deadlock: bool) -> dict[str, Any]:
    """TLC with two workers. This process starts no other one, so what its children took is what Java took; None where nobody tells."""
    from tracefix.tlc.run import run_tlc
    from tracefix.tlc.toolchain import find_toolchain

    run = run_tlc(find_toolchain(), folder, module, workers=TLC_WORKERS, check_deadlock=check_deadlock, small=small_model)
    cpu = memory = None
    if os.name == "posix":
        import resource

        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = usage.ru_utime + usage.ru_stime
        memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    finished = next((message.text for message in run.transcript.messages if message.code == FINISHED), None)
    return {
        "passed": run.passed,
        "counts": run.transcript.counts,
        "depth": run.transcript.depth,
        "version": run.transcript.version,
        "finished": finished,
        "process": run.seconds,
        "cpu": cpu,
        "memory": memory,
        "output": run.output[-2000:],
    }


def _counts(result: Any) -> dict[str, Any]:
    stats = result.stats
    return {
        "verdict": result.verdict.value,
        "distinct": stats.distinct,
        "generated": stats.generated,
        "depth": stats.depth,
        "array_bytes_per_state": stats.bytes_per_state,
        "threads": stats.threads,
        "reduction": stats.reduction,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=("large", "small", "load", "tlc"))
    parser.add_argument("path", type=Path, nargs="?")
    parser.add_argument("module", nargs="?")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--reduce", choices=("none", "safe"), default="none")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--no-deadlock", action="store_true")
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--repeat", type=int, default=20)
    arguments = parser.parse_args()
    if arguments.mode == "load":
        measured = load_kernels()
    elif arguments.path is None:
        parser.error("PATH is missing")
    elif arguments.mode == "tlc":
        measured = tlc(arguments.path, arguments.module, arguments.small, not arguments.no_deadlock)
    elif arguments.mode == "large":
        measured = large(arguments.path, arguments.without, arguments.threads, arguments.reduce)
    else:
        measured = small(arguments.path, arguments.repeat)
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
