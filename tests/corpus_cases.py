"""The corpus: protocols with known outcomes, one folder each. `tests/corpus/README.md` describes the files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).resolve().parent / "corpus"
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
KINDS = ("holds", "deadlock", "violated", "livelock", "invalid")


@dataclass(frozen=True)
class Case:
    """One workspace folder with an `expected.json`. `name` is its path below `tests/corpus` or below the project."""

    name: str
    folder: Path

    @property
    def protocol(self) -> Path:
        return self.folder / "Protocol.tla"

    @property
    def config(self) -> Path:
        return self.folder / "Protocol.cfg"

    @property
    def topology(self) -> Path | None:
        path = self.folder / "topology.json"
        return path if path.exists() else None

    @cached_property
    def expected(self) -> dict[str, Any]:
        return dict(json.loads((self.folder / "expected.json").read_text()))

    def __str__(self) -> str:
        return self.name


def corpus_cases(*kinds: str) -> list[Case]:
    """The cases of these kinds (of all kinds when none is given), in order of their names."""
    return [Case(f"{kind}/{folder.name}", folder) for kind in kinds or KINDS for folder in _workspaces(CORPUS / kind, 1)]


def example_cases() -> list[Case]:
    """The workspaces under `examples/` that say what to expect."""
    return [Case(f"examples/{folder.relative_to(EXAMPLES).as_posix()}", folder) for folder in _workspaces(EXAMPLES, 2)]


def _workspaces(root: Path, depth: int) -> list[Path]:
    return sorted(path.parent for path in root.glob("/".join(["*"] * depth + ["expected.json"])))
