"""The order of the rooms, and the script that checks it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools" / "check_layers.py"

Package = Callable[[dict[str, str]], Path]


@pytest.fixture
def package(tmp_path: Path) -> Package:
    """Writes a package with these files and an empty `__init__.py` and returns its folder."""

    def write(files: dict[str, str]) -> Path:
        folder = tmp_path / "tracefix"
        for name, text in {"__init__.py": "", **files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder

    return write


def run(folder: Path) -> tuple[int, list[str]]:
    """Exit status and lines of the script."""
    done = subprocess.run([sys.executable, str(SCRIPT), str(folder)], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_the_rooms_of_this_project_are_in_order() -> None:
    assert run(ROOT / "src" / "tracefix") == (0, ["the rooms are in order"])


def test_an_import_downwards_is_allowed(package: Package) -> None:
    folder = package({"errors.py": "", "topology/__init__.py": "from ..errors import InvalidInput"})
    assert run(folder) == (0, ["the rooms are in order"])


def test_an_import_upwards_is_a_breach(package: Package) -> None:
    folder = package({"errors.py": "import os\nfrom .topology import Topology", "topology/__init__.py": ""})
    assert run(folder) == (1, ["tracefix/errors.py:2: errors must not import tracefix.topology", "1 breaches"])


def test_an_import_inside_a_function_counts(package: Package) -> None:
    folder = package({"topology/__init__.py": "def f():\n    from ..checker import check", "checker/__init__.py": ""})
    assert run(folder)[1] == ["tracefix/topology/__init__.py:2: topology must not import tracefix.checker", "1 breaches"]


def test_rooms_of_one_layer_do_not_import_each_other(package: Package) -> None:
    folder = package({"topology/__init__.py": "from tracefix import pluscal", "pluscal/__init__.py": ""})
    assert run(folder)[1] == ["tracefix/topology/__init__.py:1: topology must not import tracefix.pluscal", "1 breaches"]


def test_a_room_that_has_no_layer_is_a_breach(package: Package) -> None:
    assert run(package({"extras.py": ""}))[1] == ["tracefix/extras.py:1: the room extras has no layer", "1 breaches"]


def test_every_room_may_read_the_version_of_the_package_but_nothing_else(package: Package) -> None:
    folder = package({"errors.py": "from . import __version__\nfrom . import check"})
    assert run(folder)[1] == ["tracefix/errors.py:2: errors must not import tracefix", "1 breaches"]


def test_rooms_above_the_checker_reach_it_through_its_door_only(package: Package) -> None:
    files = {
        "checker/__init__.py": "",
        "checker/results.py": "",
        "tlc/__init__.py": "from ..checker import CheckResult\nfrom ..checker.results import CheckResult\nfrom ..checker import results",
    }
    assert run(package(files))[1] == [
        "tracefix/tlc/__init__.py:2: tlc must import from tracefix.checker, not from tracefix.checker.results",
        "tracefix/tlc/__init__.py:3: tlc must import from tracefix.checker, not from tracefix.checker.results",
        "2 breaches",
    ]


def test_a_heavy_import_that_importing_the_package_would_run_is_found(package: Package) -> None:
    files = {"__init__.py": "from .topology import Topology", "topology/__init__.py": "from .models import Topology"}
    folder = package({**files, "topology/models.py": "import pydantic"})
    assert run(folder)[1] == ["tracefix/topology/models.py:1: 'import tracefix' would load pydantic", "1 breaches"]


def test_a_heavy_import_for_types_or_inside_a_function_is_fine(package: Package) -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\ndef f():\n    import numba"
    assert run(package({"__init__.py": text})) == (0, ["the rooms are in order"])


def test_compiled_functions_in_two_files_are_a_breach(package: Package) -> None:
    kernel = "import numba\n@numba.njit(cache=True)\ndef f(): ...\n@numba.njit\ndef g(): ..."
    folder = package({"checker/__init__.py": "", "checker/kernels.py": kernel, "checker/other.py": "@njit\ndef h(): ..."})
    message = "a function compiled by numba outside kernels.py: its cached code would outlive changes"
    assert run(folder)[1] == [f"tracefix/checker/other.py:2: {message}", "1 breaches"]
