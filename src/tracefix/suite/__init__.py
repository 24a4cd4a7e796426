"""The suite: 48 coordination tasks as data, each with a reference that holds and some with attempts that fail.

Nothing is loaded until a task is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnosing import diagnose, load_task
    from .folder import TaskFolder, known_ids, locate
    from .models import Task
    from .schema import task_schema

_HOME_OF = {
    "Task": "models",
    "TaskFolder": "folder",
    "diagnose": "diagnosing",
    "known_ids": "folder",
    "load_task": "diagnosing",
    "locate": "folder",
    "task_schema": "schema",
}

__all__ = ["Task", "TaskFolder", "diagnose", "known_ids", "load_task", "locate", "task_schema"]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{home}", __name__), name)
