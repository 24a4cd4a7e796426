"""Small protocols written in tests: process bodies to a workspace."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tracefix import Workspace, load

MACROS = """
    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }
    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }
    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }
"""


Build = partial[Workspace]
"""`build_in(folder)` as the fixture `build` hands it out."""


def build_in(
    folder: Path,
    bodies: Mapping[str, str],
    *,
    locks: Sequence[str] = (),
    counters: Mapping[str, int] = {},
    channels: Mapping[str, tuple[str, str, list[str]]] = {},
    variables: str = "",
    after: str = "",
    invariants: Sequence[str] = (),
) -> Workspace:
    """A workspace: `build({"A": "a1: skip;"}, locks=["L"], counters={"N": 1}, channels={"ab": ("A", "B", ["go"])})`."""
    declared = [f"{name} = FREE" for name in locks] + [f"{name} = {value}" for name, value in counters.items()]
    declared += [f"{name} = <<>>" for name in channels] + ([variables] if variables else [])
    processes = "\n".join(f"    process (p_{name} \\in {{{name}}}) {{\n{body}\n    }}" for name, body in bodies.items())
    constants = ", ".join(["FREE", *bodies])
    (folder / "Protocol.tla").write_text(
        "---- MODULE Protocol ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\n"
        f"CONSTANTS {constants}\n(*\n--algorithm Protocol {{\n    variables {', '.join(declared)};\n"
        f"{MACROS}\n{processes}\n}}\n*)\n{after}\n====\n",
        encoding="utf-8",
    )
    lines = [f"CONSTANT {name} = {name}" for name in ["FREE", *bodies]] + [f"INVARIANT {name}" for name in invariants]
    (folder / "Protocol.cfg").write_text("\n".join(lines) + "\n", encoding="utf-8")
    topology: dict[str, Any] = {
        "agents": [{"id": name} for name in bodies],
        "resources": [
            *({"id": name, "type": "Lock"} for name in locks),
            *({"id": name, "type": "Counter", "config": {"initial": value}} for name, value in counters.items()),
        ],
        "channels": [{"id": n, "from": sender, "to": receiver, "labels": labels} for n, (sender, receiver, labels) in channels.items()],
    }
    (folder / "topology.json").write_text(json.dumps(topology), encoding="utf-8")
    return load(folder)
