"""Long calls that cannot be interrupted, made so that the caller can go away."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

POLL = 0.1
"""Seconds between two looks at limits while something else works."""


def patiently(call: Callable[[], Any], poll: Callable[[], None]) -> Any:
    """The result of `call`, made in a thread of its own while this one calls `poll` every now and then.

    What `poll` raises, and an interrupt, ends the waiting and not the call: its thread goes on until it is done, or the process is.
    """
    done: list[Any] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(call())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while True:
        thread.join(POLL)
        if not thread.is_alive():
            break
        poll()
    if failed:
        raise failed[0]
    return done[0]
