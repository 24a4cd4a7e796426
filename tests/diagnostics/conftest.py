"""Running the examples of the pages in this process."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tracefix.cli.app import cli
from tracefix.explain import COMMAND

Diagnose = Callable[[Mapping[str, str]], list[dict[str, Any]]]


@pytest.fixture
def diagnose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Diagnose:
    """Writes the files of an example into an empty folder and runs its command there; the diagnostics in JSON."""

    def run(files: Mapping[str, str]) -> list[dict[str, Any]]:
        monkeypatch.chdir(tmp_path)
        for old in tmp_path.iterdir():
            old.unlink()
        for name, text in files.items():
            if name != COMMAND:
                (tmp_path / name).write_text(text, encoding="utf-8")
        default = "tracefix validate ." if "Protocol.tla" in files else "tracefix validate topology.json"
        program, *arguments = shlex.split(files.get(COMMAND, default))
        assert program == "tracefix"
        done = CliRunner().invoke(cli, [*arguments, "--json"], standalone_mode=False)
        assert done.exception is None, done.exception
        result = json.loads(done.stdout)
        engines = [result] if "diagnostics" in result else [result[name] for name in ("native", "tlc") if result[name]]
        return [diagnostic for engine in engines for diagnostic in engine["diagnostics"]]

    return run
