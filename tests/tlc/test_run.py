"""One run of TLC: what it is started with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracefix.tlc import run
from tracefix.tlc.process import Finished
from tracefix.tlc.toolchain import find_toolchain


def test_two_runs_in_one_folder_within_a_second_do_not_share_their_metadata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TLC names its folder after the second in which it starts and refuses one that exists."""
    parents = []

    def started(tools: object, folder: Path, arguments: list[str], **options: object) -> Finished:
        parents.append(arguments[arguments.index("-metadir") + 1])
        return Finished("", 0, 0.0)

    monkeypatch.setattr(run, "run_java", started)
    for _ in range(2):
        run.run_tlc(find_toolchain(), tmp_path, "Protocol")
    assert len(set(parents)) == 2
    assert all(Path(parent).is_dir() and Path(parent).parent == tmp_path for parent in parents)
