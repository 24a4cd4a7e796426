"""The command line as users run it: a process of its own, with its output and status."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def tracefix() -> Run:
    """Runs `tracefix` with these arguments; keyword arguments change the environment (None removes a variable)."""

    def run(*arguments: str, cwd: Path | None = None, **environment: str | None) -> Ran:
        path = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
        merged = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", **environment}
        clean = {name: value for name, value in merged.items() if value is not None}
        command = [sys.executable, "-W", "error", "-m", "tracefix", *arguments]
        done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True, encoding="utf-8", check=False)
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[[dict[str, str]], Path]:
    """Writes files into a new folder and returns it."""

    def write(files: dict[str, str]) -> Path:
        folder = tmp_path / "protocol"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    return write
