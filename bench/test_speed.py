"""How long checks take, measured by pytest-benchmark: `make bench`. What is asserted are facts, never times.

Times inside one process: reading, lowering, whole checks of small protocols, and the kernel's search on a larger one.
Times of whole processes: `tracefix check` as a user starts it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from figures import FEW_STATES
from protocols import COUNTS, PROTOCOLS, ROOT, write
from tracefix import Verdict, check, load
from tracefix.checker import lower

RECORDED = json.loads(COUNTS.read_text())
EXAMPLES = sorted(path.parent.relative_to(ROOT / "examples").as_posix() for path in (ROOT / "examples").glob("*/*/Protocol.tla"))
GENERATED = [f"{kind}:{size}" for kind, sizes in RECORDED.items() for size, counts in sizes.items() if counts["distinct"] <= FEW_STATES]

LOADED_BY_MAIN = """
import sys
from tracefix.cli import main
sys.argv[:] = ["tracefix", "check", sys.argv[1]]
try:
    main()
except SystemExit as end:
    print(end.code, *sorted({"lark", "llvmlite", "numba", "numpy", "openai", "rich"} & set(sys.modules)), file=sys.stderr)
"""
"""Ends with the exit status and the heavy packages that the command imported, on standard error."""

Measure = Callable[..., Any]
"""The fixture `benchmark`: calls a function many times, or as often as its `pedantic` is told, and returns what it returned."""


@pytest.fixture
def workspace(tmp_path: Path) -> Callable[[str], Path]:
    """The folder of a protocol by name: `review:2` or `code_review/repaired`."""

    def find(name: str) -> Path:
        kind, _, size = name.partition(":")
        return write(PROTOCOLS[kind](int(size)), tmp_path / f"{kind}-{size}") if size else ROOT / "examples" / name

    return find


@pytest.mark.benchmark(group="read and lower")
@pytest.mark.parametrize("name", ["code_review/repaired", "review:2", "review:5"])
def test_reading_and_lowering(benchmark: Measure, workspace: Callable[[str], Path], name: str) -> None:
    path = workspace(name)
    system = benchmark(lambda: lower(load(path), "label"))
    assert len(system.initial) == 1


@pytest.mark.benchmark(group="check inside a process")
@pytest.mark.parametrize("name", GENERATED)
def test_a_check_of_a_small_generated_protocol(benchmark: Measure, workspace: Callable[[str], Path], name: str) -> None:
    path = workspace(name)
    result = benchmark(lambda: check(path, reduce="none"))
    kind, _, size = name.partition(":")
    assert result.verdict is Verdict.HOLDS
    assert result.stats.distinct == RECORDED[kind][size]["distinct"]


@pytest.mark.benchmark(group="check inside a process")
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_check_of_an_example(benchmark: Measure, workspace: Callable[[str], Path], name: str) -> None:
    path = workspace(name)
    result = benchmark(lambda: check(path))
    assert result.verdict is (Verdict.HOLDS if name.endswith("repaired") else Verdict.VIOLATED)
    assert result.stats.distinct <= FEW_STATES


@pytest.mark.benchmark(group="whole process")
@pytest.mark.parametrize("name", [*EXAMPLES, *GENERATED])
def test_the_command_on_a_small_protocol_loads_no_heavy_package(benchmark: Measure, workspace: Callable[[str], Path], name: str) -> None:
    path = workspace(name)
    holds = "/broken" not in name
    command = [sys.executable, "-m", "tracefix", "check", str(path)]
    done = benchmark.pedantic(lambda: subprocess.run(command, capture_output=True, check=False), rounds=5)
    assert (done.returncode == 0) == holds
    told = subprocess.run([sys.executable, "-c", LOADED_BY_MAIN, str(path)], capture_output=True, text=True, check=False)
    assert told.stderr.split() == [str(done.returncode)]


@pytest.mark.benchmark(group="kernel search")
@pytest.mark.parametrize("properties", ["all", "without CompletionReachable"])
def test_the_kernel_on_review_4(benchmark: Measure, workspace: Callable[[str], Path], properties: str) -> None:
    loaded = load(workspace("review:4"))
    names = [name for name in lower(loaded, "label").properties if properties == "all" or name != "CompletionReachable"]
    result = benchmark.pedantic(lambda: check(loaded, reduce="none", engine="kernel", properties=names), rounds=5, warmup_rounds=1)
    counts = RECORDED["review"]["4"]
    assert {"distinct": result.stats.distinct, "generated": result.stats.generated, "depth": result.stats.depth} == counts
