"""The command line. `main` is the console script; it loads a command's module only when that command is run."""

from __future__ import annotations

import os
import signal
from types import FrameType


def main() -> None:
    """Run the command line and end the process with the command's exit status."""
    # Until the command line is loaded, nothing is there that could answer an interrupt.
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    from .app import run

    signal.signal(signal.SIGINT, before)
    run()


def _interrupted(number: int, frame: FrameType | None) -> None:
    os.write(2, b"interrupted\n")
    os._exit(130)


__all__ = ["main"]
