"""The benchmark protocols: TLC's recorded counts are those of what the generator writes today."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from tracefix.checker import Verdict, check

BENCH = Path(__file__).resolve().parent.parent / "bench"
COUNTS = json.loads((BENCH / "protocols.json").read_text())
SMALL = [(name, int(n)) for name, sizes in COUNTS.items() for n, counts in sizes.items() if counts["generated"] < 100_000]


@pytest.fixture(scope="module")
def protocols() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_protocols", BENCH / "protocols.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("name", "n"), SMALL)
def test_a_generated_protocol_holds_with_the_counts_that_tlc_gave(protocols: ModuleType, name: str, n: int, tmp_path: Path) -> None:
    protocols.write(protocols.PROTOCOLS[name](n), tmp_path)
    result = check(tmp_path, reduce="none")
    assert result.verdict is Verdict.HOLDS
    assert result.stats is not None
    assert COUNTS[name][str(n)] == {"distinct": result.stats.distinct, "generated": result.stats.generated, "depth": result.stats.depth}


def test_the_review_protocol_has_two_locks_a_counter_and_two_channels_for_each_developer(protocols: ModuleType) -> None:
    topology = json.loads(protocols.review(5)["topology.json"])
    assert len(topology["agents"]) == 6
    assert [resource["type"] for resource in topology["resources"]] == ["Lock", "Lock", "Counter"]
    assert len(topology["channels"]) == 10


def test_the_relay_has_seven_agents_and_fifteen_channels(protocols: ModuleType) -> None:
    topology = json.loads(protocols.relay(3)["topology.json"])
    assert (len(topology["agents"]), len(topology["resources"]), len(topology["channels"])) == (7, 0, 15)
