"""A private folder for the tools, which is gone when its process is, however that ends."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

_SHELL = "/bin/sh"
_MARK = ".group-"
_SCRIPT = f'read -r _; for file in "$1"/{_MARK}* "$1"/*/{_MARK}*; do kill -9 -"${{file##*-}}"; done 2>/dev/null; rm -rf -- "$1"'
"""Waits until the pipe that only the owner of the folder holds is closed; ends the groups whose marks are left, and removes the folder."""


@contextmanager
def private_folder() -> Iterator[Path]:
    """An empty folder for as long as the context lasts.

    Should this process be killed, a watcher removes the folder and ends what was started in it (`mark`).
    """
    with tempfile.TemporaryDirectory(prefix="tracefix-tlc-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with _watched(folder) if os.name != "nt" and os.path.exists(_SHELL) else nullcontext():
            yield folder


@contextmanager
def _watched(folder: Path) -> Iterator[None]:
    watcher = subprocess.Popen(
        [_SHELL, "-c", _SCRIPT, "sh", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        cwd="/",
        # An interrupt of the terminal is for the owner of the folder alone.
        start_new_session=True,
    )
    try:
        yield
    finally:
        assert watcher.stdin is not None
        watcher.stdin.close()
        watcher.wait()


@contextmanager
def mark(folder: Path, group: int) -> Iterator[None]:
    """While the context lasts, a process group ends with the owner of the private folder that is, or holds, this one."""
    file = folder / f"{_MARK}{group}"
    file.touch()
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
