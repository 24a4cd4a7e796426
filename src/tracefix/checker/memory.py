"""Large arrays that grow without being copied where the system allows it."""

from __future__ import annotations

import mmap
import os
from typing import Any

import numpy as np

_NORESERVE = 0x4000
"""MAP_NORESERVE of Linux: address space without a promise of memory, so that a large reservation costs nothing."""


def reserve(dtype: Any, shape: tuple[int, ...]) -> Any:
    """An array of zeros that takes memory only where it is written; falls back to an ordinary array."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    if hasattr(mmap, "MAP_ANONYMOUS") and os.name == "posix":
        try:
            area = mmap.mmap(-1, max(size, mmap.PAGESIZE), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NORESERVE)
            if hasattr(mmap, "MADV_HUGEPAGE"):
                area.madvise(mmap.MADV_HUGEPAGE)
            return np.frombuffer(area, dtype, count=int(np.prod(shape))).reshape(shape)
        except (OSError, ValueError):
            pass
    return np.zeros(shape, dtype)
