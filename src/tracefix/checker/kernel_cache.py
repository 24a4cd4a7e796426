"""Where numba keeps the compiled kernels.

The folder's name carries the version of this package and the hash of the kernel file, so an upgrade or an edit never meets old
machine code. Without a writable place the kernels are compiled afresh in every process, which costs seconds and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from .. import __version__

CACHE = True
"""Whether the kernels being imported use the disk cache; read by the kernel file at import."""

SIGNATURES_BOUNDSCHECK = os.environ.get("TRACEFIX_BOUNDSCHECK") == "1"
"""Compile the kernels with bounds checks (for tests); they have a cache folder of their own."""


def folder_name() -> str:
    """The name of the cache folder for this version of the kernels."""
    digest = hashlib.sha256(Path(__file__).with_name("kernels.py").read_bytes()).hexdigest()[:12]
    return f"kernels-{__version__}-{digest}" + ("-checked" if SIGNATURES_BOUNDSCHECK else "")


def candidates() -> Iterator[Path]:
    """Folders to try, in order: TRACEFIX_CACHE_DIR, the user's cache folder, a private folder for temporary files."""
    override = os.environ.get("TRACEFIX_CACHE_DIR")
    if override:
        yield Path(override) / folder_name()
    base = os.environ.get("XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        yield Path(base) / "tracefix" / folder_name()
    elif os.environ.get("HOME") or os.name == "nt":
        try:
            yield Path.home() / ".cache" / "tracefix" / folder_name()
        except RuntimeError:
            pass
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    try:
        temporary = tempfile.gettempdir()
    except OSError:  # not even the current folder is writable
        return
    yield Path(temporary) / f"tracefix-{user}" / folder_name()


def writable(folder: Path) -> bool:
    """Whether files can be made in the folder, made first if needed; a folder of somebody else is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def choose() -> Path | None:
    """The first usable folder, None when there is none."""
    return next((folder for folder in candidates() if writable(folder)), None)


def kernel_cache_info() -> dict[str, str | int | None]:
    """Where the compiled kernels are kept: `folder` (None when nothing is writable) and how many `files` are there now."""
    folder = choose()
    files = 0 if folder is None else sum(1 for path in folder.rglob("*.nb[ci]"))
    return {"folder": None if folder is None else str(folder), "files": files}


def complete(folder: Path) -> bool:
    """Whether the kernels were compiled into the folder."""
    return (folder / "complete").exists()


@contextmanager
def first_start(folder: Path) -> Iterator[None]:
    """Hold other processes back until the kernels are compiled into the folder for the first time.

    Nothing waits once the folder is complete. A lock ends with its process. Where files cannot be locked, everyone compiles.
    """
    if complete(folder):
        yield
        return
    with ExitStack() as stack:
        try:
            import fcntl

            lock = stack.enter_context((folder / "lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        except (ImportError, OSError):
            pass
        yield
        with suppress(OSError):
            (folder / "complete").touch()


@contextmanager
def numba_cache(folder: Path | None) -> Iterator[None]:
    """Point numba at the folder while kernels are imported, and back afterwards: the setting is global to the process."""
    global CACHE
    from numba.core import config as settings

    config: Any = settings

    before, cached = config.CACHE_DIR, CACHE
    CACHE = folder is not None
    if folder is not None:
        config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
        CACHE = cached


def kernels_loaded() -> bool:
    """Whether this process has the compiled kernels."""
    return __package__ + ".kernels" in sys.modules
