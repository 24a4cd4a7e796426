"""The kernels made ready, in a way that can be watched and given up.

Compilation takes seconds and happens once per installation. It is done by another process, which leaves its result in the disk cache: so
limits hold meanwhile, and what the compiler took of memory is gone with it. Whatever goes wrong there goes wrong again, with a
better message, when the kernels are loaded here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType

from . import kernel_cache
from .kernel_loader import load_kernels, loaded
from .waiting import POLL

_CODE = f"import json, sys\nsys.path[:] = json.loads(sys.argv[1])\nfrom {__package__}.kernel_loader import load_kernels\nload_kernels()\n"


def prepare_kernels(poll: Callable[[], None] = lambda: None) -> ModuleType:
    """The kernel module. `poll` is called every now and then while they are compiled; what it raises ends the compilation."""
    if not loaded():
        folder = kernel_cache.choose()
        if folder is not None and not kernel_cache.complete(folder):
            compile_elsewhere(poll)
    return load_kernels()


def compile_elsewhere(poll: Callable[[], None]) -> None:
    """Fill the disk cache from a process of its own; that it could not is no error here."""
    if not sys.executable:
        return
    command = [sys.executable, "-c", _CODE, json.dumps(sys.path)]
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return
    try:
        while True:
            try:
                process.wait(POLL)
                return
            except subprocess.TimeoutExpired:
                poll()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
