"""One Java process: started in its own group, given a time limit, ended with everything it started."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import ToolFailed
from .folder import mark
from .toolchain import Toolchain

POLL = 0.25
"""Seconds between two calls of `poll`."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a process ended. `output` is standard output and standard error together, `status` None when the time was up."""

    output: str
    status: int | None
    seconds: float

    @property
    def timed_out(self) -> bool:
        """Whether the process was ended because its time was up."""
        return self.status is None


def run_java(
    tools: Toolchain,
    folder: Path,
    arguments: Sequence[str],
    *,
    jvm: Sequence[str] = (),
    timeout: float | None = None,
    poll: Callable[[float], None] | None = None,
) -> Finished:
    """Run a class of the jar in `folder`, which also takes the tools' temporary files.

    `arguments` are the class and its arguments, `jvm` options of the virtual machine, `timeout` seconds. `poll` is called with the
    seconds so far every now and then. The process and its children are gone when this returns or raises. Raises ToolFailed when Java
    cannot be started.
    """
    begin = time.monotonic()
    with JavaProcess(tools, folder, arguments, jvm=jvm) as process:
        status = process.wait(timeout, poll)
        return Finished(process.output(), status, time.monotonic() - begin)


class JavaProcess:
    """A class of the jar that runs in `folder`; it and its children end with the context. Raises ToolFailed when it cannot be started.

    `arguments` are the class and its arguments, `jvm` options of the virtual machine, `scratch` names the folder for temporary files.
    """

    def __init__(self, tools: Toolchain, folder: Path, arguments: Sequence[str], *, jvm: Sequence[str] = (), scratch: str = "tmp") -> None:
        (folder / scratch).mkdir(exist_ok=True)
        command = [
            str(tools.java),
            # Standard modules are unpacked into the temporary folder under fixed names: runs side by side must not share it.
            f"-Djava.io.tmpdir={folder / scratch}",
            "-Dfile.encoding=UTF-8",
            "-Dstdout.encoding=UTF-8",
            "-Duser.language=en",
            *jvm,
            "-cp",
            str(tools.jar.absolute()),
            *arguments,
        ]
        self._begin = time.monotonic()
        self._sink = tempfile.TemporaryFile(dir=folder)
        try:
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=self._sink,
                stderr=subprocess.STDOUT,
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            self._sink.close()
            raise ToolFailed(f"cannot start {tools.java}: {(error.strerror or str(error)).lower()}") from None
        self._mark = mark(folder, self._process.pid)
        self._mark.__enter__()

    def __enter__(self) -> JavaProcess:
        return self

    def __exit__(self, *_: object) -> None:
        _end(self._process)
        self._mark.__exit__(None, None, None)
        self._sink.close()

    @property
    def ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._process.poll() is not None

    def wait(self, timeout: float | None = None, poll: Callable[[float], None] | None = None) -> int | None:
        """The status of the process, None when it has not ended within `timeout` seconds; `poll` as in `run_java`."""
        return _wait(self._process, self._begin, time.monotonic(), timeout, poll)

    def output(self) -> str:
        """What it has printed so far, standard output and standard error together."""
        self._sink.flush()
        with open(self._sink.fileno(), "rb", closefd=False) as file:
            file.seek(0)
            return file.read().decode("utf-8", "replace")


def _wait(
    process: subprocess.Popen[bytes], started: float, begin: float, timeout: float | None, poll: Callable[[float], None] | None
) -> int | None:
    while True:
        left = None if timeout is None else max(0.0, timeout - (time.monotonic() - begin))
        try:
            return process.wait(left if poll is None else min(POLL, POLL if left is None else left))
        except subprocess.TimeoutExpired:
            if left is not None and (poll is None or left <= POLL):
                return None
            if poll is not None:
                poll(time.monotonic() - started)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and all of its group; nothing happens to one that has ended by itself."""
    if process.poll() is not None:
        return
    if os.name == "nt":
        process.kill()
    else:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()
