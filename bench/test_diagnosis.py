"""What a diagnosis adds to the time of a check that found a violation: `make bench`. What is asserted are facts, never times.

The extra column `added` is the time of the diagnosis divided by the time of the check, each the best of several runs in turn.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from protocols import ROOT
from tracefix.checker import Violation, check
from tracefix.diagnosis import Cause, diagnose

BROKEN = sorted(
    path.parent.relative_to(ROOT)
    for pattern in ("examples/*/broken/Protocol.tla", "tests/corpus/deadlock/*/Protocol.tla", "tests/corpus/violated/*/Protocol.tla")
    for path in ROOT.glob(pattern)
)
RUNS = 7


@pytest.mark.benchmark(group="diagnosis")
@pytest.mark.parametrize("name", BROKEN, ids=str)
def test_diagnosis_of_the_first_violation(benchmark: Any, name: Path) -> None:
    checked = added = float("inf")
    for _ in range(RUNS):
        begin = time.perf_counter()
        result = check(ROOT / name)
        middle = time.perf_counter()
        assert result.origin is not None
        diagnose(result.violations[0], result.origin).to_json()
        checked, added = min(checked, middle - begin), min(added, time.perf_counter() - middle)
    violation: Violation = result.violations[0]
    origin = result.origin
    cause = benchmark.pedantic(lambda: diagnose(violation, origin).cause, rounds=RUNS, warmup_rounds=1)
    benchmark.extra_info["added"] = round(added / checked, 3)
    assert cause in set(Cause)
