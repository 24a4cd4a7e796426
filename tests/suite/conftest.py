"""A small task of the suite's form, and copies of it with mistakes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parent / "fixtures" / "12E"

Edit = Callable[..., Path]


@pytest.fixture
def edited(tmp_path: Path) -> Edit:
    """Makes a copy of the sample in which, file by file, one text stands in the place of another that is there once."""

    def edit(**changes: tuple[str, str]) -> Path:
        folder = tmp_path / SAMPLE.name
        if not folder.exists():
            shutil.copytree(SAMPLE, folder)
        names = {"yaml": "task.yaml", "json": "topology.json", "tla": "protocol.tla", "markdown": "description.md"}
        for key, (old, new) in changes.items():
            path = folder / names[key]
            text = path.read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
            path.write_text(text.replace(old, new), encoding="utf-8")
        return folder

    return edit
