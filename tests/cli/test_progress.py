"""What a long check says while it runs, and what an interrupt does."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tracefix.checker import Progress
from tracefix.cli.progress import ProgressLine

ROOT = Path(__file__).resolve().parents[2]
MOMENT = Progress(level=7, distinct=12_000, generated=30_000, queue=900, seconds=1.5, load=0.5, memory=3 << 20)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def shown(stream: io.StringIO, seconds: list[float], moment: Progress = MOMENT) -> str:
    clock = Clock()
    with ProgressLine(stream, clock) as line:
        for second in seconds:
            clock.now = 100.0 + second
            line(moment)
    return stream.getvalue()


@pytest.fixture(autouse=True)
def progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRACEFIX_PROGRESS")


def test_a_check_of_less_than_a_second_says_nothing() -> None:
    assert shown(io.StringIO(), [0.2, 0.9]) == ""
    assert shown(Terminal(), [0.2, 0.9]) == ""


def test_a_file_gets_few_lines() -> None:
    text = shown(io.StringIO(), [tenth / 10 for tenth in range(1, 1000)])
    seconds = [line.rpartition(", ")[2] for line in text.splitlines()]
    assert seconds == ["1 s", "2 s", "4 s", "8 s", "16 s", "32 s", "64 s"]
    assert text.splitlines()[0] == "level 7: 12,000 states, 900 waiting, 20,000 generated/s, table 50% full, 3 MiB, 1 s"


def test_a_terminal_has_one_line_that_is_gone_at_the_end() -> None:
    text = shown(Terminal(), [1.0, 1.1, 1.3])
    line = "level 7: 12,000 states, 900 waiting, 20,000 generated/s, table 50% full, 3 MiB, 1 s"
    assert text == f"\r{line}\r{line}\r{' ' * len(line)}\r"


def test_the_rate_is_that_since_the_last_line() -> None:
    stream, clock = io.StringIO(), Clock()
    line = ProgressLine(stream, clock)
    for seconds, generated in ((1.0, 1_000), (3.0, 9_000)):
        clock.now = 100.0 + seconds
        line(Progress(1, 10, generated, 5, seconds))
    assert stream.getvalue().splitlines() == [
        "level 1: 10 states, 5 waiting, 1,000 generated/s, 1 s",
        "level 1: 10 states, 5 waiting, 4,000 generated/s, 3 s",
    ]


def test_what_is_no_search_is_named() -> None:
    compiling = Progress(4, 12_000, 30_000, 10, 0.5, "compiling the search kernels, once per installation")
    text = "compiling the search kernels, once per installation … 12,000 states so far, 2 s\n"
    assert shown(io.StringIO(), [2.0], compiling) == text
    assert shown(io.StringIO(), [2.0], Progress(0, 0, 0, 0, 2.0, "TLC is running")) == "TLC is running … 2 s\n"


def test_states_in_a_file_are_mentioned() -> None:
    text = shown(io.StringIO(), [1.0], Progress(1, 10, 10, 5, 1.0, memory=1 << 20, filed=True))
    assert text == "level 1: 10 states, 5 waiting, 10 generated/s, 1 MiB and a file, 1 s\n"


def test_nobody_is_told_who_does_not_want_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACEFIX_PROGRESS", "never")
    assert shown(io.StringIO(), [5.0]) == ""


ENDLESS = """---- MODULE Endless ----
EXTENDS Integers
(*
--algorithm Endless {
variables x = 0;
process (p \\in {1, 2, 3}) { a: while (TRUE) { x := x + self; } }
}
*)
====
"""
RUN = """
import os, signal, sys
import {module} as place
before = place.{name}
def interrupted(*arguments, **options):
    os.kill(os.getpid(), signal.SIGINT)
    return before(*arguments, **options)
place.{name} = interrupted
sys.argv[0] = "tracefix"
from tracefix.cli import main
main()
"""


def interrupt(place: str, path: Path, *arguments: str, command: str = "check") -> subprocess.CompletedProcess[str]:
    """Run a command on the endless protocol, with an interrupt whenever the function `module:name` is called."""
    module, _, name = place.partition(":")
    path.write_text(ENDLESS, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-c", RUN.format(module=module, name=name), command, str(path), *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")


@posix
@pytest.mark.parametrize("place", ["tracefix.checker.preparing:prepare_kernels", "tracefix.checker.kernel_loader:load_kernels"])
def test_an_interrupt_while_the_kernels_are_made_ready_ends_with_what_is_known(place: str, tmp_path: Path) -> None:
    done = interrupt(place, tmp_path / "Endless.tla", "--json")
    assert done.returncode == 20, done.stderr
    data = json.loads(done.stdout)
    assert (data["verdict"], data["limit"], data["stats"]["distinct"]) == ("incomplete", "interrupted", 12_000)
    assert data["growth"]["message"].startswith("x (0 to 11,999) grows for ever, made by ")


@posix
def test_a_second_interrupt_ends_at_once(tmp_path: Path) -> None:
    # The first comes before the kernels are loaded, the second while the result is put together.
    code = RUN.format(module="tracefix.checker.preparing", name="prepare_kernels").replace(
        "sys.argv[0]", "import tracefix.checker.growth as place2\nplace2.growth_of = interrupted\nsys.argv[0]"
    )
    path = tmp_path / "Endless.tla"
    path.write_text(ENDLESS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", code, "check", str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    # A slow machine may have shown how far the search was.
    assert (done.returncode, done.stdout, done.stderr.splitlines()[-1]) == (130, "", "interrupted")


@posix
def test_an_interrupt_of_tlc_ends_verify_with_what_the_native_checker_knows(tmp_path: Path) -> None:
    done = interrupt("tracefix.tlc.engine:run_tlc", tmp_path / "Endless.tla", "--max-states", "50", "--json", command="verify")
    assert done.returncode == 20, done.stderr
    data = json.loads(done.stdout)
    assert (data["verdict"], data["tlc"], data["notes"]) == (
        "incomplete", None, ["interrupted: TLC has not finished and nothing is compared"],
    )  # fmt: skip
    assert data["native"]["growth"]["kind"] == "endless"


def test_doctor_compiles_the_kernels_when_told_to(tracefix: Any, tmp_path: Path) -> None:
    ran = tracefix("doctor", "--warm", "--json", TRACEFIX_CACHE_DIR=str(tmp_path))
    assert ran.err == "compiling the search kernels, once per installation …\n"
    kernels = json.loads(ran.out)["kernels"]
    assert kernels["folder"].startswith(str(tmp_path))
    assert kernels["files"] > 8
    again = tracefix("doctor", "--warm", "--json", TRACEFIX_CACHE_DIR=str(tmp_path))
    assert json.loads(again.out)["kernels"] == kernels
