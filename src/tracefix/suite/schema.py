"""The JSON schema of `task.yaml`, for editors."""

from __future__ import annotations

from typing import Any

from .models import Task


def task_schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of `task.yaml`. The rules between its parts are checked when it is read."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Task.model_json_schema(by_alias=True)}
