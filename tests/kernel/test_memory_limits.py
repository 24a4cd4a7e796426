"""Limits hold for everything a check does, and a log that has moved into a file finds the same states."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from protocol_texts import workspace

from tracefix.checker import Progress, check, metering, preparing, statelog
from tracefix.checker.metering import Meter, free_memory, private_memory
from tracefix.checker.search import LimitReached, Limits
from tracefix.checker.statelog import DiskFull, StateLog
from tracefix.checker.waiting import patiently

ROOT = Path(__file__).resolve().parents[2]
WHEELS = "process (p \\in 1..5) variables n = 0; { a: while (n < 11) { n := n + 1; } }"
"""13^5 = 371,293 states: twelve values and the end, for each of five processes."""
HISTORY = "variables h = <<>>;\nprocess (p = 1) { a: while (TRUE) { h := Append(h, 1); } }"
linux = pytest.mark.skipif(private_memory() is None, reason="the system does not tell how much memory a process takes")


def counts(result: Any) -> tuple[str, int, int, int]:
    return result.verdict, result.stats.distinct, result.stats.generated, result.stats.depth


@pytest.fixture
def silent_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that does not tell what a process takes: only states and table count, and they are the same each time."""
    monkeypatch.setattr(metering, "private_memory", lambda: None)


@pytest.mark.usefixtures("silent_system")
def test_a_log_in_a_file_finds_the_same_states(tmp_path: Path) -> None:
    space = workspace(tmp_path / "protocol", WHEELS)
    folder = tmp_path / "files"
    folder.mkdir()
    filed: list[tuple[bool, list[str]]] = []

    def tell(progress: Progress) -> None:
        filed.append((progress.filed, os.listdir(folder)))

    free = check(space, engine="kernel", progress=tell)
    assert counts(free) == ("holds", 371_293, 5 * 12 * 13**4 + 1 + 1, 61)
    assert not any(moved for moved, _ in filed)
    filed.clear()
    tight = check(space, engine="kernel", max_memory=9 << 20, tmpdir=str(folder), progress=tell)
    assert counts(tight) == counts(free)
    # The file has no name from the beginning.
    assert {moved for moved, _ in filed} == {False, True}
    assert all(names == [] for _, names in filed)


def test_a_log_in_a_file_is_moved_to_wider_states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = "variables a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;\n"
    algorithm = declared + "process (p = 1) { l: while (a < 3000) { a := a + 1; b := a; c := a; d := a; e := a; f := a; } }"
    space = workspace(tmp_path / "protocol", algorithm)
    plain = check(space, engine="kernel")

    def spilled(rows: int, words: int, folder: str | None = None) -> StateLog:
        log = StateLog(rows, words, str(tmp_path))
        log.spill(0)
        return log

    monkeypatch.setattr("tracefix.checker.explorer.StateLog", spilled)
    filed = check(space, engine="kernel")
    assert counts(filed) == counts(plain) == ("holds", 3_002, 3_003, 3_002)


@pytest.mark.usefixtures("silent_system")
def test_without_room_for_the_table_the_search_ends_with_what_is_known(tmp_path: Path) -> None:
    result = check(workspace(tmp_path, WHEELS), engine="kernel", max_memory=4 << 20, tmpdir=str(tmp_path))
    assert (result.verdict, result.limit) == ("incomplete", "max-memory")
    assert result.stats is not None
    assert 300_000 < result.stats.distinct <= 0.7 * (1 << 19)
    assert result.growth is not None
    assert result.growth.kind == "wide"


@pytest.mark.usefixtures("silent_system")
def test_a_full_disk_ends_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claimed: list[int] = []

    def full(file: int, offset: int, length: int) -> None:
        claimed.append(length)
        if len(claimed) > 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    monkeypatch.setattr(statelog, "CLAIM", 1 << 18)
    result = check(workspace(tmp_path, WHEELS), engine="kernel", max_memory=9 << 20)
    assert (result.verdict, result.limit) == ("incomplete", "max-memory")
    assert len(claimed) == 4


def test_no_file_can_be_made_in_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    log = StateLog(100, 2, str(tmp_path / "nowhere"))
    with pytest.raises(DiskFull, match="nowhere"):
        log.spill(10)
    assert not log.in_file


def test_the_folder_of_the_log_is_the_option_then_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACEFIX_TMPDIR", "/by/variable")
    assert statelog.temporary_folder("/by/option") == "/by/option"
    assert statelog.temporary_folder(None) == "/by/variable"
    monkeypatch.delenv("TRACEFIX_TMPDIR")
    assert Path(statelog.temporary_folder(None)).is_dir()


def test_a_log_keeps_its_rows_when_it_moves(tmp_path: Path) -> None:
    log = StateLog(1000, 2, str(tmp_path))
    log.states[:3] = [[1, 2], [3, 4], [5, 6]]
    log.parents[:3] = [7, 8, 9]
    log.witness[:3] = [10, 11, 12]
    assert (log.private_bytes(3), log.row_bytes()) == (72, 24)
    log.spill(3)
    assert (log.in_file, log.private_bytes(3), list(tmp_path.iterdir())) == (True, 0, [])
    wider = log.widened(3, 3, 500)
    assert wider.in_file
    assert wider.states.shape == (500, 3)
    assert [log.states[:3].tolist(), log.parents[:4].tolist(), log.witness[:4].tolist()] == [
        [[1, 2], [3, 4], [5, 6]], [7, 8, 9, 0], [10, 11, 12, 0],
    ]  # fmt: skip
    assert [wider.parents[:4].tolist(), wider.witness[:4].tolist()] == [[7, 8, 9, 0], [10, 11, 12, 0]]
    assert wider.states.dtype == np.uint64
    assert (wider.parents.dtype, wider.witness.dtype) == (np.uint32, np.uint32)


# --- memory


MEASURED = """
import json, sys
from tracefix.checker import check
result = check(sys.argv[1], reduce="none", max_memory=int(sys.argv[2]), tmpdir=sys.argv[3])
peak = next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([result.limit, result.stats.distinct, peak, result.growth.message]))
"""


def measured(tmp_path: Path, mebibytes: int) -> tuple[Any, ...]:
    """Limit, states, the process's peak in bytes and what grew, of a check in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(tmp_path), str(mebibytes << 20), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(json.loads(done.stdout))


@linux
@pytest.mark.parametrize("mebibytes", [6, 24])
def test_the_process_stays_below_the_limit_and_what_python_and_the_kernels_take(mebibytes: int, tmp_path: Path) -> None:
    wide = "process (p \\in 1..6) variables n = 0; { a: while (n < 7) { n := n + 1; } }\n"
    workspace(tmp_path, wide + "process (q = 0) variables h = <<>>; { b: while (TRUE) { h := Append(h, 1); } }")
    limit, distinct, peak, _ = measured(tmp_path, mebibytes)
    assert limit == "max-memory"
    assert distinct > 5_000
    assert peak < (mebibytes + 200) << 20


@linux
def test_a_long_history_ends_at_the_limit_although_it_has_few_states(tmp_path: Path) -> None:
    workspace(tmp_path, HISTORY)
    limit, distinct, peak, growth = measured(tmp_path, 16)
    # The tuples alone take 4 n^2 bytes.
    assert (limit, 1_000 < distinct < 2_200) == ("max-memory", True)
    assert peak < (16 + 200) << 20
    assert growth.startswith("h (0 to ")


@linux
def test_a_meter_counts_what_is_taken_and_not_what_libraries_take() -> None:
    meter = Meter()
    before = meter.used()
    block = bytearray(64 << 20)
    block[:: metering._PAGE] = b"x" * len(block[:: metering._PAGE])
    assert 63 << 20 < meter.used() - before < 70 << 20
    meter.loaded(before)
    assert meter.used() < 8 << 20
    assert len(block) == 64 << 20


def test_a_check_without_a_limit_takes_most_of_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metering, "_machine", lambda: 1000)
    monkeypatch.setattr(metering, "_control_group", lambda: 500)
    assert free_memory() == 500
    limits = Limits()
    assert limits.budget == 450
    monkeypatch.setattr(metering, "_control_group", lambda: None)
    assert free_memory() == 1000
    # What was free is asked for once.
    assert limits.budget == 450
    assert Limits(max_memory=7).budget == 7


# --- waiting


def test_a_limit_ends_the_waiting_for_a_long_call() -> None:
    release = threading.Event()

    def poll() -> None:
        raise LimitReached("timeout")

    with pytest.raises(LimitReached, match="timeout"):
        patiently(release.wait, poll)
    release.set()


def test_a_long_call_gives_its_answer_or_its_error() -> None:
    assert patiently(lambda: 7, lambda: None) == 7
    with pytest.raises(ZeroDivisionError):
        patiently(lambda: 1 // 0, lambda: None)


def test_a_limit_ends_the_compilation_of_the_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACEFIX_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(preparing, "loaded", lambda: False)
    started: list[Any] = []
    popen = subprocess.Popen

    def start(*arguments: Any, **options: Any) -> Any:
        started.append(popen(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(preparing.subprocess, "Popen", start)

    def poll() -> None:
        raise LimitReached("timeout")

    with pytest.raises(LimitReached, match="timeout"):
        preparing.prepare_kernels(poll)
    assert [process.returncode for process in started] == [-9]


def test_kernels_that_are_in_the_cache_are_not_compiled_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    preparing.prepare_kernels()
    monkeypatch.setattr(preparing, "loaded", lambda: False)
    monkeypatch.setattr(preparing, "compile_elsewhere", lambda poll: pytest.fail("compiled again"))
    assert preparing.prepare_kernels().__name__ == "tracefix.checker.kernels"
