"""The suite: 48 coordination tasks as data, each with a reference that holds and some with attempts that fail.

Nothing is loaded until a task is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnosing import diagnose, load_task
    from .examining import examine
    from .expected import expected_text
    from .folder import TaskFolder, known_ids, locate
    from .models import Task
    from .outcomes import Outcome, Run, TaskResult
    from .report import markdown_table, rows, summary, text_table
    from .running import Options
    from .schema import task_schema
    from .showing import overview, task_text
    from .store import read_results, results_document, write_results

_HOME_OF = {
    "Options": "running",
    "Outcome": "outcomes",
    "Run": "outcomes",
    "Task": "models",
    "TaskFolder": "folder",
    "TaskResult": "outcomes",
    "diagnose": "diagnosing",
    "results_document": "store",
    "examine": "examining",
    "expected_text": "expected",
    "known_ids": "folder",
    "load_task": "diagnosing",
    "locate": "folder",
    "markdown_table": "report",
    "overview": "showing",
    "read_results": "store",
    "rows": "report",
    "summary": "report",
    "task_schema": "schema",
    "task_text": "showing",
    "text_table": "report",
    "write_results": "store",
}

__all__ = [
    "Options",
    "Outcome",
    "Run",
    "Task",
    "TaskFolder",
    "TaskResult",
    "diagnose",
    "examine",
    "expected_text",
    "known_ids",
    "load_task",
    "locate",
    "markdown_table",
    "overview",
    "read_results",
    "results_document",
    "rows",
    "summary",
    "task_schema",
    "task_text",
    "text_table",
    "write_results",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{home}", __name__), name)
