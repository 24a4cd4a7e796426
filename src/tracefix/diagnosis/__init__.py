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
    from .following import Followed, follow
    from .model import Cause, Findings, Kind, NoReturn, Place, Provider, Wait
    from .objects import SharedObject, shared_objects
    from .telling import Action, Told
    from .words import listed, wait_words

_HOMES = {
    "diagnosing": ("Diagnosis", "check", "diagnose", "diagnosed", "diagnosis_of"),
    "following": ("Followed", "follow"),
    "model": ("Cause", "Findings", "Kind", "NoReturn", "Place", "Provider", "Wait"),
    "telling": ("Action", "Told"),
    "objects": ("SharedObject", "shared_objects"),
    "words": ("listed", "wait_words"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Action", "Cause", "Diagnosis", "Findings", "Followed", "Kind", "NoReturn", "Place", "Provider", "SharedObject", "Told", "Wait",
    "check", "diagnose", "diagnosed", "diagnosis_of", "follow", "listed", "shared_objects", "wait_words",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{home}", __name__), name)
