"""The JSON schema of topology files, for editors and for models that answer in JSON."""

from __future__ import annotations

from typing import Any

from .models import Topology


def topology_schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a topology file. The rules between its parts are checked when it is read."""
    schema = Topology.model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
