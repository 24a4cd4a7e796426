"""What Ctrl-C does: the first ends the work with what is known, the second ends the process."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any, NoReturn

from .exits import Exit


def install() -> None:
    """Take over interrupts, unless somebody has ignored them or wants them otherwise."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _first)


def _first(*_: Any) -> NoReturn:
    signal.signal(signal.SIGINT, _second)
    raise KeyboardInterrupt


def _second(*_: Any) -> NoReturn:
    # Not an exception: whatever is going on must not answer it, nor tidy up first.
    sys.stderr.write("interrupted\n")
    sys.stderr.flush()
    os._exit(Exit.INTERRUPTED)
