"""A violation to what a person, or a model, can act on: the wait graph, the cause, the point of no return, the lines that take part.

    result = tracefix.check("protocol")
    diagnosis = result.violations[0].diagnosis
    diagnosis.cause, diagnosis.summary, diagnosis.hint, diagnosis.waits

It stands on the interpreter: what would have to be different is asked by executing it, not by reading conditions or messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnosing import Diagnosis, check, diagnose, diagnosed, diagnosis_of
    from .model import Cause, Findings, Kind, NoReturn, Place, Provider, Wait

_HOME_OF = {
    **dict.fromkeys(("Diagnosis", "check", "diagnose", "diagnosed", "diagnosis_of"), "diagnosing"),
    **dict.fromkeys(("Cause", "Findings", "Kind", "NoReturn", "Place", "Provider", "Wait"), "model"),
}

__all__ = [
    "Cause", "Diagnosis", "Findings", "Kind", "NoReturn", "Place", "Provider", "Wait", "check", "diagnose", "diagnosed", "diagnosis_of",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{home}", __name__), name)
