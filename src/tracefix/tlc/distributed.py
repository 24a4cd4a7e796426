"""TLC's own distributed mode: one server that keeps the states, and workers that compute successors.

Both come with the jar (`tlc2.tool.distributed`) and talk Java RMI, which asks nobody who he is: for networks one trusts. The server says
less than TLC does alone. When a worker finds an error, the server prints the last states and neither a trace nor what is wrong, so
that is decided here, by the native semantics.
"""

from __future__ import annotations

import re
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from ..checker import EvaluationError, Interpreter, State, to_tla
from ..errors import ToolFailed
from .messages import read_messages
from .process import JavaProcess
from .run import TlcRun
from .toolchain import Toolchain

SERVER = "tlc2.tool.distributed.TLCServer"
WORKER = "tlc2.tool.distributed.TLCWorker"
LOOPBACK = "127.0.0.1"
PORT = 10997
"""The port of TLC's server when nobody says otherwise."""
_GREETING = re.compile(r"TLC Server Version (\S+)")


@dataclass(frozen=True, slots=True)
class Distribution:
    """How TLC is distributed: `workers` processes on this machine, under an address at which other hosts reach it.

    With the loopback address nobody else can, and the server takes any free port. `announce` is given the command for workers
    elsewhere as soon as the server is started.
    """

    workers: int = 2
    address: str = LOOPBACK
    announce: Callable[[str], None] | None = None

    @property
    def local(self) -> bool:
        """Whether all workers are on this machine."""
        return self.address == LOOPBACK


def worker_command(address: str, port: int = PORT) -> str:
    """What starts a worker on another host, with the same jar beside it."""
    options = "" if port == PORT else f" -D{SERVER}.port={port}"
    return f"java -Djava.rmi.server.hostname=ADDRESS-OF-THAT-HOST{options} -cp tla2tools.jar {WORKER} {address}"


def run_distributed(
    tools: Toolchain,
    folder: Path,
    module: str,
    distribution: Distribution,
    *,
    check_deadlock: bool = True,
    timeout: float | None = None,
    memory: str | None = None,
    poll: Callable[[float], None] | None = None,
) -> TlcRun:
    """Check `module`.tla with `module`.cfg in `folder` by a server and workers; none of them is left when this returns or raises.

    `memory` is the heap limit of the server (`4g`). Raises ToolFailed when a process cannot be started, or when all workers are gone.
    """
    port = _free_port() if distribution.local else PORT
    common = [f"-Djava.rmi.server.hostname={distribution.address}", f"-D{SERVER}.port={port}"]
    meta = tempfile.mkdtemp(prefix="meta-", dir=folder)
    # The option switches the deadlock check OFF.
    options = [] if check_deadlock else ["-deadlock"]
    begin = time.monotonic()
    with ExitStack() as stack:
        heap = [] if memory is None else [f"-Xmx{memory}"]
        arguments = [SERVER, "-tool", "-metadir", meta, *options, f"{module}.tla"]
        server = stack.enter_context(JavaProcess(tools, folder, arguments, jvm=[*common, *heap], scratch="tmp-server"))
        if distribution.announce is not None:
            distribution.announce(worker_command(distribution.address, port))
        workers = [
            stack.enter_context(
                JavaProcess(
                    tools,
                    folder,
                    [WORKER, distribution.address],
                    jvm=[*common, f"-D{WORKER}.threadCount=1"],
                    scratch=f"tmp-worker-{number}",
                )
            )
            for number in range(1, distribution.workers + 1)
        ]

        def watch(seconds: float) -> None:
            if poll is not None:
                poll(seconds)
            if distribution.local and all(worker.ended for worker in workers) and not server.ended:
                # The server may be about to end too: that is how workers learn that the work is done.
                if server.wait(GRACE) is None:
                    raise ToolFailed("all workers of distributed TLC have ended before the work was done", workers[0].output()[-4000:])

        status = server.wait(timeout, watch)
        output = server.output()
    transcript = read_messages(output.split("\n"))
    return TlcRun(transcript, output, status, time.monotonic() - begin)


GRACE = 30.0
"""Seconds in which the server has to end after its last worker."""


def version_of(run: TlcRun) -> str | None:
    """The version in the server's greeting, which is no message."""
    found = _GREETING.search(run.output)
    return None if found is None else found[1]


def wrong_in(interpreter: Interpreter, state: State) -> tuple[str, str] | EvaluationError | None:
    """Property and message of what the native semantics finds wrong in a state; None when nothing is."""
    system = interpreter.system
    at = system.abstract(state)
    try:
        name = interpreter.violated(at)
    except EvaluationError as error:
        return error
    text = ", ".join(f"{name} = {to_tla(value)}" for name, value in state.globals.items())
    if name is not None:
        return name, f"{name} is false in {text}"
    expansion = interpreter.expand(at)
    for _, failure in expansion.failures:
        return failure if isinstance(failure, EvaluationError) else (failure.property, str(failure))
    if not expansion.successors and not system.is_complete(at):
        waiting = ", ".join(f"{agent} at {label}" for agent, label in state.pc.items() if label != "Done")
        return "Deadlock", f"no agent can move: {waiting} with {text}"
    return None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port
