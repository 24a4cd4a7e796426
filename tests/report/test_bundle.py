"""The bundle of the page is the one of its sources, and the page needs nothing beside it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import build_report


def test_the_bundle_was_made_from_these_sources() -> None:
    assert build_report.is_fresh(), "run python tools/build_report.py"


def test_bundling_again_gives_the_same_files(tmp_path: Path) -> None:
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are needed to bundle the page again")
    web = tmp_path / "report"
    shutil.copytree(build_report.WEB, web, ignore=shutil.ignore_patterns("node_modules"))
    try:
        build_report.install(web)
    except subprocess.CalledProcessError:
        pytest.skip("the packages of the page cannot be installed here")
    assert build_report.is_reproduced(web)


def test_every_bundled_package_has_its_licence_in_the_wheel() -> None:
    text = (build_report.PAGE / "LICENSES.txt").read_text(encoding="utf-8")
    for name in build_report.BUNDLED:
        assert f"{name}\n{'=' * len(name)}\n" in text


def test_the_bundle_loads_nothing() -> None:
    program = (build_report.PAGE / "report.js").read_text(encoding="utf-8")
    for word in ("import(", "fetch(", "XMLHttpRequest", "WebSocket"):
        assert word not in program
