"""What pcal.trans and SANY say about a file that they should refuse."""

from __future__ import annotations

import re
from pathlib import Path

from ..source import Source
from .folder import private_folder
from .process import run_java
from .toolchain import Toolchain, find_toolchain

_NAME = re.compile(r"-----*\s*MODULE\s+([A-Za-z0-9_]+)")
_JVM = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")


def refused_by(path: Path, toolchain: Toolchain | None = None) -> str | None:
    """The tool that refuses a module: `pcal.trans`, or `SANY` when there is a translation; None when both take it.

    The module must extend standard modules alone. Raises ToolMissing and InvalidInput for a file that cannot be read.
    """
    tools = toolchain or find_toolchain()
    text = Source.read(path).text
    found = _NAME.search(text)
    name = found[1] if found else path.stem
    with private_folder() as folder:
        (folder / f"{name}.tla").write_text(text, encoding="utf-8", newline="\n")
        translated = run_java(tools, folder, ["pcal.trans", "-nocfg", f"{name}.tla"], jvm=_JVM)
        if "Translation completed" not in translated.output or "Unrecoverable error" in translated.output:
            return "pcal.trans"
        analysed = run_java(tools, folder, ["tla2sany.SANY", f"{name}.tla"], jvm=_JVM)
        accepted = f"Semantic processing of module {name}" in analysed.output
        return None if accepted and "*** Errors" not in analysed.output and "*** Abort" not in analysed.output else "SANY"
