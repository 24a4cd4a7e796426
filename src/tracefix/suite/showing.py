"""A task for people, and as a JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import table
from .folder import TaskFolder


def overview(task: TaskFolder) -> dict[str, Any]:
    """Id, family, title, sizes, attempts and folder of a task."""
    return {
        "id": task.id,
        "family": task.task.family,
        "title": task.task.title,
        "sizes": {kind: len(getattr(task.topology, kind)) for kind in table.KINDS},
        "attempts": list(task.task.attempts),
        "folder": str(task.path),
    }


def task_text(task: TaskFolder) -> str:
    """The description, the agents with their tools, the objectives and the attempts, ending with a line break."""
    return "\n".join(_lines(task)) + "\n"


def _lines(task: TaskFolder) -> Iterator[str]:
    yield f"{task.id}  {task.task.family}"
    yield str(task.path)
    yield ""
    yield task.description.text.rstrip("\n")
    for agent, participant in task.task.agents.items():
        yield ""
        yield f"{agent}: {participant.role}"
        for tool in participant.tools.values():
            needs = f", needs {', '.join(tool.needs)}" if tool.needs else ""
            yield f"  {tool.call}: {tool.duration:g} s{needs}{', may fail' if tool.may_fail else ''}"
    yield ""
    yield "objectives"
    yield from (f"  {checkpoint.text}" for checkpoint in task.task.checkpoints)
    if task.task.attempts:
        yield ""
        yield "attempts"
        yield from (f"  {name} ({attempt.kind}): {attempt.text}" for name, attempt in task.task.attempts.items())
