"""Prove that agents which coordinate through locks, counters and channels cannot deadlock.

The names below are loaded on first use: importing the package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# Not on first use: the room has its function's name, and loading the room would put the module in the function's place.
from .display import use_renderings
from .lint import lint

if TYPE_CHECKING:
    from .checker import CheckResult, Verdict
    from .diagnosis import check, diagnose
    from .errors import InternalError, InvalidInput, ToolFailed, ToolMissing, TracefixError
    from .tlc import VerifyResult, verify
    from .topology import Topology
    from .workspace import Workspace, load

__version__ = "0.1.0"

_HOME_OF = {
    "CheckResult": "checker",
    "InternalError": "errors",
    "InvalidInput": "errors",
    "ToolFailed": "errors",
    "ToolMissing": "errors",
    "Topology": "topology",
    "TracefixError": "errors",
    "Verdict": "checker",
    "VerifyResult": "tlc",
    "Workspace": "workspace",
    "check": "diagnosis",
    "diagnose": "diagnosis",
    "load": "workspace",
    "verify": "tlc",
}

__all__ = [
    "CheckResult",
    "InternalError",
    "InvalidInput",
    "ToolFailed",
    "ToolMissing",
    "Topology",
    "TracefixError",
    "Verdict",
    "VerifyResult",
    "Workspace",
    "__version__",
    "check",
    "diagnose",
    "lint",
    "load",
    "verify",
]


def _renderings() -> Any:
    from .render import notebook

    return notebook


use_renderings(_renderings)


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
