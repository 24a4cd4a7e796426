"""One run of TLC in a private folder."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .messages import Transcript, read_messages
from .process import run_java
from .toolchain import Toolchain


@dataclass(frozen=True, slots=True)
class TlcRun:
    """What TLC said and how it ended. `status` is None when the time was up."""

    transcript: Transcript
    output: str
    status: int | None
    seconds: float

    @property
    def timed_out(self) -> bool:
        """Whether TLC was ended because its time was up."""
        return self.status is None

    @property
    def passed(self) -> bool:
        """Whether TLC itself said that it finished and found no error (message 2193), and ended so."""
        return self.status == 0 and self.transcript.succeeded


def run_tlc(
    tools: Toolchain,
    folder: Path,
    module: str,
    *,
    workers: int = 1,
    check_deadlock: bool = True,
    timeout: float | None = None,
    memory: str | None = None,
    small: bool = True,
    poll: Callable[[float], None] | None = None,
) -> TlcRun:
    """Check `module`.tla with `module`.cfg, both in `folder`, which must belong to this run alone.

    `memory` is Java's heap limit (`4g`). `small` picks the collector and compiler that start fastest; big models want the other ones.
    """
    jvm = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"] if small else ["-XX:+UseParallelGC"]
    if memory is not None:
        jvm.append(f"-Xmx{memory}")
    # TLC names its own folder after the second it starts in, so two runs in one second must not share the parent.
    meta = tempfile.mkdtemp(prefix="meta-", dir=folder)
    # The option switches the deadlock check OFF.
    options = [] if check_deadlock else ["-deadlock"]
    arguments = ["tlc2.TLC", "-tool", "-cleanup", "-workers", str(workers), "-metadir", meta, *options, f"{module}.tla"]
    finished = run_java(tools, folder, arguments, jvm=jvm, timeout=timeout, poll=poll)
    transcript = read_messages(finished.output.split("\n"))
    return TlcRun(transcript, finished.output, finished.status, finished.seconds)
