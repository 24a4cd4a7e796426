"""Import of the compiled kernels, whatever state the disk cache is in."""

from __future__ import annotations

import importlib
import shutil
import sys
import warnings
from types import ModuleType

from . import kernel_cache

_MODULE = __package__ + ".kernels"


def load_kernels() -> ModuleType:
    """The kernel module, compiled. A damaged cache is thrown away; without a usable one the kernels are compiled in memory."""
    loaded = sys.modules.get(_MODULE)
    if loaded is not None:
        return loaded
    folder = kernel_cache.choose()
    if folder is not None:
        try:
            with kernel_cache.numba_cache(folder):
                return importlib.import_module(_MODULE)
        except Exception as error:  # numba raises whatever unpickling a damaged file raises
            sys.modules.pop(_MODULE, None)
            warnings.warn(f"the kernel cache in {folder} could not be used ({error}); compiling again", RuntimeWarning, stacklevel=2)
            shutil.rmtree(folder, ignore_errors=True)
            if kernel_cache.writable(folder):
                try:
                    with kernel_cache.numba_cache(folder):
                        return importlib.import_module(_MODULE)
                except OSError:
                    sys.modules.pop(_MODULE, None)
    with kernel_cache.numba_cache(None):
        return importlib.import_module(_MODULE)
