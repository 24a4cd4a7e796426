"""The compiled kernels work whatever state their cache is in, wherever the package is, and whoever runs it.

Every start is a process of its own. Most start warm, from a copy of the cache that this test process uses.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from corpus_cases import CORPUS

import tracefix
from tracefix.checker import kernel_cache
from tracefix.checker.kernel_loader import load_kernels

PACKAGE = Path(tracefix.__file__).parent
CASE = CORPUS / "deadlock" / "dining_philosophers"
START = """
import json, sys
from tracefix.checker import check, kernel_cache_info
from tracefix.checker.kernel_loader import load_kernels
result = check(sys.argv[1], engine="kernel", reduce="none")
kernels = load_kernels()
hits = sum(kernels.scan.stats.cache_hits.values())
print(json.dumps([result.violations[0].property, len(result.violations[0].trace), kernel_cache_info()["folder"], hits]))
"""


class Start:
    """A process that checks one protocol with the kernel."""

    def __init__(self, *, package: Path = PACKAGE, prefix: tuple[str, ...] = (), case: Path = CASE, **environment: str | None) -> None:
        names = {name: value for name, value in os.environ.items() if not name.startswith(("TRACEFIX_", "NUMBA_", "XDG_"))}
        names |= {"PYTHONPATH": str(package.parent), "PYTHONWARNINGS": "always::RuntimeWarning"}
        for name, value in environment.items():
            names.pop(name, None)
            if value is not None:
                names[name] = value
        command = [*prefix, sys.executable, "-c", START, str(case)]
        self.process = subprocess.Popen(command, env=names, cwd=case, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self) -> tuple[str | None, int, str]:
        """The cache folder it says it uses, how many kernels came from the cache, and what it wrote to standard error."""
        output, errors = self.process.communicate()
        assert self.process.returncode == 0, errors
        name, length, folder, hits = json.loads(output)
        assert (name, length) == ("Deadlock", 7)
        return folder, hits, errors


@pytest.fixture
def warm(tmp_path: Path) -> Path:
    """A folder that holds a working cache, as TRACEFIX_CACHE_DIR wants it."""
    load_kernels()
    used = kernel_cache.choose()
    assert used is not None
    shutil.copytree(used, tmp_path / "warm" / used.name)
    return tmp_path / "warm"


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that other users can enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory(prefix="tracefix-test-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def kernel_files(folder: Path, suffix: str) -> list[Path]:
    found = sorted(folder.rglob(f"*{suffix}"))
    assert len(found) >= 8
    return found


def test_a_second_start_takes_the_kernels_from_the_cache(warm: Path) -> None:
    folder, hits, errors = Start(TRACEFIX_CACHE_DIR=str(warm)).finish()
    assert folder == str(warm / kernel_cache.folder_name())
    assert (hits, errors) == (1, "")


@pytest.mark.parametrize(
    ("suffix", "content"),
    [(".nbi", lambda data: data[: len(data) // 2]), (".nbc", lambda data: b"\x80garbage" * 500)],
    ids=["truncated-index", "garbage-in-data"],
)
def test_a_damaged_cache_is_thrown_away_with_a_warning(suffix: str, content, warm: Path) -> None:  # type: ignore[no-untyped-def]
    for path in kernel_files(warm, suffix):
        path.write_bytes(content(path.read_bytes()))
    folder, hits, errors = Start(TRACEFIX_CACHE_DIR=str(warm)).finish()
    assert hits == 0
    assert f"RuntimeWarning: the kernel cache in {folder} could not be used" in errors
    assert Start(TRACEFIX_CACHE_DIR=str(warm)).finish() == (folder, 1, "")


def test_eight_first_starts_at_once_all_work(tmp_path: Path) -> None:
    starts = [Start(TRACEFIX_CACHE_DIR=str(tmp_path)) for _ in range(8)]
    found = [start.finish() for start in starts]
    assert {(folder, errors) for folder, _, errors in found} == {(str(tmp_path / kernel_cache.folder_name()), "")}
    # A process of one of them has compiled, and all of them have waited for it.
    assert [hits for _, hits, _ in found] == [1] * 8


THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from tracefix.checker import check
with ThreadPoolExecutor(4) as executor:
    print({result.verdict.value for result in executor.map(lambda _: check(sys.argv[1], engine="kernel"), range(8))})
"""


def test_threads_may_start_the_kernel_at_once(warm: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "TRACEFIX_CACHE_DIR": str(warm)}
    done = subprocess.run([sys.executable, "-c", THREADS, str(CASE)], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{'violated'}\n", "")


def test_where_files_cannot_be_locked_first_starts_do_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with kernel_cache.first_start(tmp_path):
        assert not (tmp_path / "complete").exists()
        with kernel_cache.first_start(tmp_path):
            pass
    assert (tmp_path / "complete").exists()


def test_a_first_start_that_fails_leaves_the_cache_incomplete(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), kernel_cache.first_start(tmp_path):
        raise RuntimeError
    assert not (tmp_path / "complete").exists()


def test_without_a_home_the_cache_is_a_folder_for_temporary_files(warm: Path, tmp_path: Path) -> None:
    private = tmp_path / f"tracefix-{os.getuid()}"
    warm.rename(private)
    folder, hits, errors = Start(HOME=None, TMPDIR=str(tmp_path)).finish()
    assert (folder, hits, errors) == (str(private / kernel_cache.folder_name()), 1, "")


def test_a_file_in_the_place_of_the_cache_folder_is_passed_over(warm: Path, tmp_path: Path) -> None:
    private = tmp_path / f"tracefix-{os.getuid()}"
    warm.rename(private)
    file = tmp_path / "file"
    file.write_text("not a folder")
    folder, hits, errors = Start(XDG_CACHE_HOME=str(file), TRACEFIX_CACHE_DIR=str(file), TMPDIR=str(tmp_path)).finish()
    assert (folder, hits, errors) == (str(private / kernel_cache.folder_name()), 1, "")
    assert file.read_text() == "not a folder"


def test_the_cache_folder_of_xdg_is_used(warm: Path, tmp_path: Path) -> None:
    warm.rename(tmp_path / "tracefix")
    folder, hits, errors = Start(XDG_CACHE_HOME=str(tmp_path)).finish()
    assert (folder, hits, errors) == (str(tmp_path / "tracefix" / kernel_cache.folder_name()), 1, "")


def test_with_no_writable_place_the_kernels_are_compiled_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    (tmp_path / f"tracefix-{os.getuid()}").write_text("a file where the last folder would be")
    folder, hits, errors = Start(XDG_CACHE_HOME=str(file), TMPDIR=str(tmp_path)).finish()
    assert (folder, hits, errors) == (None, 0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", f"tracefix-{os.getuid()}"]


def copied_package(folder: Path) -> Path:
    target = folder / "site" / "tracefix"
    shutil.copytree(PACKAGE, target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def another_user(public: Path) -> tuple[str, ...]:
    """How to run a command as somebody who may not write here: nothing to do unless we are root."""
    if os.getuid() != 0:
        return ()
    tool = shutil.which("setpriv")
    prefix = (tool or "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    probe = [*prefix, sys.executable, "-c", "import numba, tracefix"]
    environment = {"PYTHONPATH": str(public / "site"), "PATH": os.environ["PATH"], "HOME": str(public), "PYTHONDONTWRITEBYTECODE": "1"}
    if tool is None or subprocess.run(probe, env=environment, cwd=public, capture_output=True, check=False).returncode != 0:
        pytest.skip("root writes everywhere, and this installation cannot be run as another user")
    return prefix


def test_a_read_only_installation_is_left_alone(public: Path) -> None:
    package = copied_package(public)
    shutil.copytree(CASE, public / "case")
    cache = public / "cache"
    cache.mkdir()
    cache.chmod(0o777)
    before = sorted(path for path in package.rglob("*"))
    for path in [package, *package.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        prefix = another_user(public)
        start = Start(package=package, prefix=prefix, case=public / "case", HOME=None, XDG_CACHE_HOME=str(cache), TMPDIR=str(cache))
        folder, _, errors = start.finish()
        assert (folder, errors) == (str(cache / "tracefix" / kernel_cache.folder_name()), "")
        assert len(kernel_files(Path(folder), ".nbc")) >= 8
        assert sorted(path for path in package.rglob("*")) == before
    finally:
        for path in [package, *package.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_an_edited_kernel_file_never_meets_old_machine_code(warm: Path, tmp_path: Path) -> None:
    package = copied_package(tmp_path)
    kernels = package / "checker" / "kernels.py"
    text = kernels.read_text()
    helper = "return _rotate(accumulator + word * _P2, 31) * _P1"
    assert text.count(helper) == 1
    kernels.write_text(text.replace(helper, "return _rotate(accumulator + word * _P2, 29) * _P1"))
    probe = (
        "import numpy, json\n"
        "from tracefix.checker.kernel_cache import folder_name\n"
        "from tracefix.checker.kernel_loader import load_kernels\n"
        "print(json.dumps([folder_name(), int(load_kernels().fingerprint(numpy.full((1, 1), 7, numpy.uint64), 0))]))"
    )
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "TRACEFIX_CACHE_DIR": str(warm)}
    done = subprocess.run([sys.executable, "-c", probe], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    folder, fingerprint = json.loads(done.stdout)
    assert folder != kernel_cache.folder_name()
    assert sorted(path.name for path in warm.iterdir()) == sorted([folder, kernel_cache.folder_name()])
    assert fingerprint == rotated_fingerprint(7, 29)
    assert rotated_fingerprint(7, 31) == int(load_kernels().fingerprint(np.full((1, 1), 7, "uint64"), 0))


def rotated_fingerprint(word: int, rotation: int) -> int:
    """XXH64 of one word, with the rotation of its round as a parameter."""
    whole = (1 << 64) - 1
    p1, p2, p3, p4, p5 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5

    def rotate(value: int, count: int) -> int:
        return (value << count | value >> (64 - count)) & whole

    h = (p5 + 8) & whole
    h ^= rotate(word * p2 & whole, rotation) * p1 & whole
    h = (rotate(h, 27) * p1 + p4) & whole
    h = (h ^ h >> 33) * p2 & whole
    h = (h ^ h >> 29) * p3 & whole
    return h ^ h >> 32


def test_folders_of_somebody_else_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernel_cache.writable(tmp_path / "new")
    monkeypatch.setattr(os, "getuid", lambda: 4242)
    assert not kernel_cache.writable(tmp_path / "new")


def test_without_a_folder_for_temporary_files_there_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise FileNotFoundError("no usable temporary directory")

    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setattr(tempfile, "gettempdir", none)
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    monkeypatch.delenv("TRACEFIX_CACHE_DIR", raising=False)
    assert kernel_cache.choose() is None
    assert kernel_cache.kernel_cache_info() == {"folder": None, "files": 0}


BOUNDS_CHECKED = """
import json, sys
import numpy
from tracefix.checker import check, kernel_cache_info
from tracefix.checker.kernel_loader import load_kernels
try:
    load_kernels().fingerprint(numpy.zeros((1, 4), numpy.uint64), 1)
except IndexError:
    outside = "refused"
else:
    outside = "read"
found = []
for folder in sys.argv[1:]:
    for options in ({}, {"all": True}, {"granularity": "op"}):
        result = check(folder, engine="kernel", reduce="none", **options)
        other = check(folder, engine="python", reduce="none", **options)
        same = (result.verdict, result.violations, result.stats.distinct) == (other.verdict, other.violations, other.stats.distinct)
        found.append(same)
print(json.dumps([outside, kernel_cache_info()["folder"], found]))
"""


def test_no_kernel_reads_outside_its_arrays(tmp_path: Path) -> None:
    from corpus_cases import corpus_cases
    from protocol_texts import workspace

    folders = [case.folder for case in corpus_cases("holds", "deadlock", "violated", "livelock")[::6]]
    wide = (
        "variables f = [n \\in 1..25 |-> 0], t = 0;\n"
        "process (p = 0) { s: while (t < 2) { with (n \\in 1..25) { await f[n] = 0; f[n] := 1; t := t + 1; } } }\n"
        "process (q = 1) { r: with (n \\in 1..1100) { t := t + (n % 2); } }"
    )
    folders.append(workspace(tmp_path / "wide", wide).path.parent)
    grown = "\n".join(f"process (p{i} = {i}) {{ a{i}: while (c{i} < 12) {{ c{i} := c{i} + 1; }} }}" for i in (1, 2, 3))
    folders.append(workspace(tmp_path / "grown", f"variables c1 = 0, c2 = 0, c3 = 0;\n{grown}").path.parent)
    cache = tmp_path / "cache"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "TRACEFIX_BOUNDSCHECK": "1", "TRACEFIX_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", BOUNDS_CHECKED, *map(str, folders)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    outside, folder, same = json.loads(done.stdout)
    assert outside == "refused"
    assert folder == str(cache / f"{kernel_cache.folder_name()}-checked")
    assert same == [True] * (3 * len(folders))
