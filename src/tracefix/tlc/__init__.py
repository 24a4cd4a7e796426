"""Java and the TLA+ tools: find them, translate, run TLC, read what it says, and compare it with the native checker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .comparing import Comparison, compare
    from .distributed import Distribution
    from .engine import check_with_tlc
    from .refusing import refused_by
    from .toolchain import Toolchain, describe, find_toolchain
    from .verifying import VerifyResult, verify

_HOME_OF = {
    "Comparison": "comparing",
    "Distribution": "distributed",
    "Toolchain": "toolchain",
    "VerifyResult": "verifying",
    "check_with_tlc": "engine",
    "compare": "comparing",
    "describe": "toolchain",
    "find_toolchain": "toolchain",
    "refused_by": "refusing",
    "verify": "verifying",
}

__all__ = [
    "Comparison",
    "Distribution",
    "Toolchain",
    "VerifyResult",
    "check_with_tlc",
    "compare",
    "describe",
    "find_toolchain",
    "refused_by",
    "verify",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value
