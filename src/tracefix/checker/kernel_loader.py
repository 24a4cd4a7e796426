"""Import of the compiled kernels, whatever state the disk cache is in."""

from __future__ import annotations

import importlib
import shutil
import sys
import threading
import warnings
from pathlib import Path
from types import ModuleType

from . import kernel_cache

_MODULE = __package__ + ".kernels"
_LOADING = threading.Lock()
"""While one thread imports the kernels, `sys.modules` shows others a module that is not there yet."""


def loaded() -> bool:
    """Whether this process has the kernels."""
    return _MODULE in sys.modules


def load_kernels() -> ModuleType:
    """The kernel module, compiled. A damaged cache is thrown away; without a usable one the kernels are compiled in memory."""
    with _LOADING:
        return sys.modules.get(_MODULE) or _load()


def _load() -> ModuleType:
    folder = kernel_cache.choose()
    if folder is not None:
        try:
            return _load_from(folder)
        except Exception as error:  # numba raises whatever unpickling a damaged file raises
            sys.modules.pop(_MODULE, None)
            warnings.warn(f"the kernel cache in {folder} could not be used ({error}); compiling again", RuntimeWarning, stacklevel=3)
            shutil.rmtree(folder, ignore_errors=True)
            if kernel_cache.writable(folder):
                try:
                    return _load_from(folder)
                except Exception:  # another process may be throwing the same folder away
                    sys.modules.pop(_MODULE, None)
    with kernel_cache.numba_cache(None):
        return importlib.import_module(_MODULE)


def _load_from(folder: Path) -> ModuleType:
    """Import with the cache in a folder; of several first starts one compiles and the others wait for it."""
    with kernel_cache.first_start(folder), kernel_cache.numba_cache(folder):
        return importlib.import_module(_MODULE)
