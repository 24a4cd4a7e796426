"""What the tests of the tools share: the toolchain, and workspaces written into a folder of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tracefix.tlc import find_toolchain
from tracefix.tlc.toolchain import Toolchain
from tracefix.workspace import Workspace, load

STREAMS = Path(__file__).parent / "streams"

WriteWorkspace = Callable[..., Workspace]


@pytest.fixture(scope="session")
def tools() -> Toolchain:
    return find_toolchain()


@pytest.fixture
def write_workspace(tmp_path: Path) -> WriteWorkspace:
    """Writes a protocol's files below `tmp_path` and loads them."""

    def write(
        algorithm: str,
        config: str = "",
        *,
        topology: dict[str, Any] | None = None,
        constants: str = "",
        after: str = "",
        folder: str = "protocol",
        module: str = "Protocol",
    ) -> Workspace:
        home = tmp_path / folder
        home.mkdir(exist_ok=True)
        lines = [f"---- MODULE {module} ----", "EXTENDS Integers, Sequences, FiniteSets, TLC", constants]
        lines += ["(* --algorithm p {", algorithm, "} *)", after, "===="]
        (home / f"{module}.tla").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (home / f"{module}.cfg").write_text(f"SPECIFICATION Spec\n{config}\n", encoding="utf-8")
        if topology is not None:
            (home / "topology.json").write_text(json.dumps(topology), encoding="utf-8")
        return load(home / f"{module}.tla")

    return write


def steps(trace: Any) -> list[str]:
    """The steps of a trace as `agent.label`."""
    return [f"{entry.step.agent}.{entry.step.label}" for entry in trace if entry.step]
