"""Results of tasks in a file, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from . import table
from .outcomes import TaskResult

SCHEMA = "tracefix.suite/1"


def machine() -> dict[str, Any]:
    """What times were measured on."""
    processor = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    return {"machine": processor, "python": platform.python_version()}


def results_document(results: Mapping[str, TaskResult]) -> dict[str, Any]:
    """Results as one JSON object, in the order of the table; tasks that are not of the suite come last."""
    order = {task: index for index, task in enumerate(table.ids())}
    ordered = sorted(results.values(), key=lambda result: (order.get(result.task, len(order)), result.task))
    return {"schema": SCHEMA, "measured_on": machine(), "tasks": [result.to_json() for result in ordered]}


def read_results(path: Path) -> dict[str, TaskResult]:
    """The results in a file by task; none when there is no file. Raises InvalidInput for a file that is something else."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise ValueError(data["schema"])
        return {task["task"]: TaskResult.from_json(task) for task in data["tasks"]}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, AssertionError):
        hint = "name another file, or remove this one"
        raise InvalidInput([Diagnostic("TF806", "this is no file of results of the suite", file=str(path), hint=hint)]) from None


def write_results(path: Path, results: Mapping[str, TaskResult]) -> None:
    """Write results; the file is the old or the new one at every moment. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps(results_document(results), indent=1) + "\n", encoding="utf-8")
    os.replace(new, path)
