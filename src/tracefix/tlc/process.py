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
    scratch = folder / "tmp"
    scratch.mkdir(exist_ok=True)
    command = [
        str(tools.java),
        # Standard modules are unpacked into the temporary folder under fixed names: runs side by side must not share it.
        f"-Djava.io.tmpdir={scratch}",
        "-Dfile.encoding=UTF-8",
        "-Dstdout.encoding=UTF-8",
        "-Duser.language=en",
        *jvm,
        "-cp",
        str(tools.jar.absolute()),
        *arguments,
    ]
    begin = time.monotonic()
    with tempfile.TemporaryFile(dir=folder) as sink:
        try:
            process = subprocess.Popen(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT, start_new_session=os.name != "nt"
            )
        except OSError as error:
            raise ToolFailed(f"cannot start {tools.java}: {(error.strerror or str(error)).lower()}") from None
        status: int | None
        try:
            status = _wait(process, begin, timeout, poll)
        finally:
            _end(process)
        sink.seek(0)
        output = sink.read().decode("utf-8", "replace")
    return Finished(output, status, time.monotonic() - begin)


def _wait(process: subprocess.Popen[bytes], begin: float, timeout: float | None, poll: Callable[[float], None] | None) -> int | None:
    """The status of the process, None when its time was up."""
    while True:
        passed = time.monotonic() - begin
        left = None if timeout is None else max(0.0, timeout - passed)
        try:
            return process.wait(left if poll is None else min(POLL, POLL if left is None else left))
        except subprocess.TimeoutExpired:
            if left is not None and (poll is None or left <= POLL):
                return None
            if poll is not None:
                poll(time.monotonic() - begin)


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
