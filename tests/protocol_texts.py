"""Small protocols written for one test each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tracefix.workspace import Workspace, load


def workspace(
    folder: Path,
    algorithm: str,
    *,
    config: str = "",
    after: str = "",
    constants: str = "",
    topology: dict[str, Any] | None = None,
    bound: int | None = None,
) -> Workspace:
    """A workspace in `folder` (made new) of the inside of an algorithm in C-syntax.

    `after` are definitions behind the algorithm. `constants` are names of model values, separated by commas.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = [name.strip() for name in constants.split(",") if name.strip()]
    declared = [f"CONSTANTS {', '.join(names)}"] if names else []
    module = "\n".join(
        [
            "---- MODULE Protocol ----",
            "EXTENDS Integers, Sequences, FiniteSets, TLC",
            *declared,
            "(*",
            "--algorithm Protocol {",
            algorithm,
            "}",
            "*)",
            after,
            "====",
            "",
        ]
    )
    (folder / "Protocol.tla").write_text(module, encoding="utf-8")
    values = [f"CONSTANTS {' '.join(f'{name} = {name}' for name in names)}"] if names else []
    (folder / "Protocol.cfg").write_text("\n".join(["SPECIFICATION Spec", *values, config, ""]), encoding="utf-8")
    if topology is not None:
        (folder / "topology.json").write_text(json.dumps(topology), encoding="utf-8")
    return load(folder, bound=bound)
