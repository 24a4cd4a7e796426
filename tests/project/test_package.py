"""What `import tracefix` offers and what it costs."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tracefix

ROOT = Path(__file__).resolve().parents[2]

PUBLIC = [
    "CheckResult",
    "InternalError",
    "InvalidInput",
    "ToolFailed",
    "ToolMissing",
    "Topology",
    "TracefixError",
    "Verdict",
    "VerifyResult",
    "Workspace",
    "__version__",
    "check",
    "diagnose",
    "lint",
    "load",
    "verify",
]


def loaded_modules(statement: str) -> set[str]:
    """The top-level names of what a statement loads in a new interpreter."""
    code = f"import sys, json\n{statement}\nprint(json.dumps(sorted({{name.partition('.')[0] for name in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_the_public_names_are_these() -> None:
    assert tracefix.__all__ == PUBLIC
    assert dir(tracefix) == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_can_be_had_and_says_where_it_comes_from(name: str) -> None:
    value = getattr(tracefix, name)
    assert name == "__version__" or value.__module__.startswith("tracefix.")


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'tracefix' has no attribute 'chekc'"):
        _ = tracefix.chekc  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = {"numba", "llvmlite", "numpy", "lark", "pydantic", "openai", "rich", "mcp", "click"}
    assert loaded_modules("import tracefix") & heavy == set()


def test_the_version_is_the_one_of_the_project_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert tracefix.__version__ == project["version"]


def test_the_changelog_has_an_entry_for_the_version() -> None:
    assert f"## {tracefix.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
