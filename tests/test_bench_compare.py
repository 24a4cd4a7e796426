"""The comparison of the native checker with TLC: what it measures, and what it calls a difference."""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

BENCH = Path(__file__).resolve().parent.parent / "bench"
COUNTS = {"distinct": 10, "generated": 20, "depth": 5}


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Imports a module of bench/ by name; all of them are forgotten afterwards."""
    monkeypatch.syspath_prepend(str(BENCH))
    before = set(sys.modules)
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if (BENCH / f"{name}.py").exists():
            del sys.modules[name]


@pytest.fixture
def compare(modules: Any) -> ModuleType:
    return modules("compare")


@pytest.fixture
def engines(modules: Any) -> ModuleType:
    return modules("engines")


def run_script(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(BENCH / name), *arguments], capture_output=True, text=True, check=False)


def protocol(name: str, n: int, folder: Path) -> Path:
    done = run_script("protocols.py", name, str(n), str(folder))
    assert done.returncode == 0
    return folder


def test_equal_counts_are_no_difference(compare: ModuleType) -> None:
    assert compare.differences(COUNTS, [COUNTS, COUNTS], [COUNTS], COUNTS) == []


@pytest.mark.parametrize("count", ["distinct", "generated", "depth"])
def test_a_count_of_tlc_that_is_off_by_one_is_a_difference(compare: ModuleType, count: str) -> None:
    off = COUNTS | {count: COUNTS[count] + 1}
    assert compare.differences(COUNTS, [COUNTS], [off], None) == [f"TLC {count} {off[count]} instead of {COUNTS[count]}"]


def test_a_native_round_that_differs_from_the_others_is_a_difference(compare: ModuleType) -> None:
    off = COUNTS | {"generated": 1_021}
    assert compare.differences(COUNTS, [COUNTS, off, off], [], None) == ["native generated 1,021 instead of 20"]


def test_recorded_counts_are_compared_too(compare: ModuleType) -> None:
    assert compare.differences(COUNTS, [COUNTS], [COUNTS], COUNTS | {"distinct": 11}) == ["recorded distinct 11 instead of 10"]


def test_the_depth_that_one_worker_found_settles_what_two_workers_say(compare: ModuleType) -> None:
    deeper = COUNTS | {"depth": 6}
    assert compare.differences(COUNTS, [COUNTS], [deeper], COUNTS) == []
    assert compare.differences(COUNTS, [deeper], [COUNTS], COUNTS) == ["native depth 6 instead of 5"]
    assert compare.differences(deeper, [deeper], [COUNTS], COUNTS) == ["TLC depth 5 instead of 6", "recorded depth 5 instead of 6"]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Finished in 854ms at (2001-02-03 04:05:06)", 0.854),
        ("Finished in 01s 227ms at (2001-02-03 04:05:06)", 1.227),
        ("Finished in 02min 03s at (2001-02-03 04:05:06)", 123.0),
        ("Finished in 1h 02min at (2001-02-03 04:05:06)", 3720.0),
        ("Finished in 1d 01h at (2001-02-03 04:05:06)", 90000.0),
    ],
)
def test_the_time_that_tlc_says(engines: ModuleType, text: str, seconds: float) -> None:
    assert engines.duration(text) == seconds


def test_a_message_without_a_time_is_refused(engines: ModuleType) -> None:
    with pytest.raises(engines.BenchmarkFailed, match="no duration in 'Finished at 2 s'"):
        engines.duration("Finished at 2 s")


@pytest.mark.parametrize("name", ["review:2", "philosophers:12", "example:code_review"])
def test_a_protocol_that_exists_is_known(compare: ModuleType, name: str) -> None:
    assert compare.known(name) == name


@pytest.mark.parametrize("name", ["review", "review:", "review:x", "review:1", "reviews:2", "example:", "example:nothing"])
def test_a_protocol_that_does_not_exist_is_refused(compare: ModuleType, name: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="not KIND:SIZE"):
        compare.known(name)


def test_a_small_protocol_is_measured_without_loading_numba_or_numpy(tmp_path: Path) -> None:
    done = run_script("worker.py", "small", str(protocol("philosophers", 3, tmp_path)), "--repeat", "3")
    measured = json.loads(done.stdout)
    assert measured["heavy_imports"] == []
    assert len(measured["seconds"]) == 3
    assert [measured[name] for name in ("verdict", "distinct", "generated", "depth")] == ["holds", 195, 394, 19]


def test_the_kernels_are_measured_with_the_same_counts_with_and_without_completion(tmp_path: Path) -> None:
    path = str(protocol("workers", 4, tmp_path))
    for more in ((), ("--without", "CompletionReachable")):
        measured = json.loads(run_script("worker.py", "large", path, *more).stdout)
        assert [measured[name] for name in ("verdict", "distinct", "generated", "depth")] == ["holds", 13345, 58846, 28]
        assert measured["array_bytes_per_state"] > 8


def test_a_comparison_stores_what_it_prints(tmp_path: Path, modules: Any) -> None:
    file = tmp_path / "deep" / "results.json"
    done = run_script("compare.py", "--protocols", "philosophers:3,example:two_phase_commit", "--rounds", "1", "--json", str(file))
    assert done.returncode == 0, done.stderr
    stored = json.loads(file.read_text())
    assert stored["schema"] == "tracefix.bench/1"
    assert [(row["name"], row["mode"], row["distinct"], row["differences"]) for row in stored["rows"]] == [
        ("philosophers:3", "small", 195, []),
        ("example:two_phase_commit", "small", 559, []),
    ]
    assert [row["tlc"][0]["distinct"] for row in stored["rows"]] == [195, 559]
    if sys.platform == "linux":
        assert all(row["tlc"][0]["memory"] > 10 << 20 for row in stored["rows"])
    assert stored["tlc"]["workers"] == 2
    assert stored["kernel_start"] is None
    for table in modules("tables").TABLES.values():
        assert table(stored) in done.stdout


SPIN = """
(Spin Version 6.5.2 -- 6 December 2019)
State-vector 96 byte, depth reached 55, errors: 0
     8602 states, stored
     9117 states, matched
 1.77e+04 transitions (= stored+matched)
  128.730	total actual memory usage

pan: elapsed time 0.01 seconds
"""


def test_what_spin_says_is_read(engines: ModuleType) -> None:
    assert engines.spin_figures(SPIN) == {"seconds": 0.01, "distinct": 8602, "generated": 17700, "memory": int(128.73 * (1 << 20))}
    with pytest.raises(engines.BenchmarkFailed, match="SPIN does not say seconds, memory"):
        engines.spin_figures(SPIN.replace("elapsed", "").replace("total", ""))


def test_spin_has_to_find_the_states_of_one_of_the_native_searches(compare: ModuleType) -> None:
    assert compare.spin_differences(10, [{"distinct": 7}], [{"distinct": 10}, {"distinct": 7}]) == []
    assert compare.spin_differences(10, [{"distinct": 7}], [{"distinct": 8}]) == ["SPIN distinct 8 instead of 7 or 10"]


def test_the_model_for_spin_has_the_states_of_the_protocol(engines: ModuleType, modules: Any, tmp_path: Path) -> None:
    if not engines.Spin.available():
        pytest.skip("SPIN or a C compiler is not installed")
    recorded = json.loads((BENCH / "protocols.json").read_text())["review"]
    for n in (2, 3):
        run = engines.Spin(modules("promela").MODELS["review"](n), tmp_path / str(n)).run(10_000)
        assert run["distinct"] == recorded[str(n)]["distinct"]


def test_a_model_that_spin_finds_wrong_is_no_measurement(engines: ModuleType, tmp_path: Path) -> None:
    if not engines.Spin.available():
        pytest.skip("SPIN or a C compiler is not installed")
    with pytest.raises(engines.BenchmarkFailed, match="SPIN did not finish"):
        engines.Spin("active proctype p() { assert(false) }", tmp_path / "wrong").run(10)


def test_the_limit_of_the_machine_is_measured_on_a_table_of_any_size(engines: ModuleType) -> None:
    measured = engines.inserts(16)
    assert measured["bits"] == 16
    assert measured["one"] > 0
    assert measured["two"] > 0


def test_threads_and_reductions_of_a_measurement_are_those_that_were_asked_for(tmp_path: Path) -> None:
    path = str(protocol("workers", 4, tmp_path))
    two = json.loads(run_script("worker.py", "large", path, "--threads", "2").stdout)
    assert (two["threads"], two["reduction"], two["distinct"]) == (2, "none", 13345)
    safe = json.loads(run_script("worker.py", "large", path, "--reduce", "safe").stdout)
    assert (safe["threads"], safe["reduction"], safe["verdict"]) == (1, "safe", "holds")
