"""The private folder of the tools: nothing of it is left, however its owner ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tracefix.tlc.folder import mark, private_folder

ROOT = Path(__file__).resolve().parents[2]

OWNER = """
import subprocess, sys
from tracefix.tlc.folder import mark, private_folder
with private_folder() as folder:
    inner = folder / "main"
    inner.mkdir()
    tool = subprocess.Popen(["sleep", "1000"], start_new_session=True)
    with mark(inner, tool.pid):
        print(folder, tool.pid, flush=True)
        sys.stdin.read()
        tool.kill()
        tool.wait()
"""


def start() -> tuple[subprocess.Popen[str], Path, int]:
    """A process that owns a folder and runs a tool in it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    pipe = subprocess.PIPE
    owner = subprocess.Popen([sys.executable, "-c", OWNER], env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert owner.stdout is not None
    folder, tool = owner.stdout.readline().split()
    return owner, Path(folder), int(tool)


def running(process: int) -> bool:
    """Whether a process is there and has not ended."""
    status = Path(f"/proc/{process}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, None])
def test_a_folder_and_its_tool_end_with_their_owner(how: signal.Signals | None) -> None:
    owner, folder, tool = start()
    assert folder.is_dir()
    assert running(tool)
    if how is not None:
        owner.send_signal(how)
    # The tool and the watcher hold these pipes as well: they are read to their ends when both are gone.
    assert owner.communicate() == ("", "")
    assert not running(tool)
    assert not folder.exists()


def test_a_mark_is_gone_when_its_tool_has_ended() -> None:
    with private_folder() as folder:
        with mark(folder, 12345):
            assert [file.name for file in folder.iterdir()] == [".group-12345"]
        assert list(folder.iterdir()) == []
    assert not folder.exists()
