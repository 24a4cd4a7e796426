"""Run the commands of README.md and write their real output into it.

    python tools/update_readme.py           rewrite the outputs
    python tools/update_readme.py --check   fail when they are not what the commands print now

Every `console` block starts with `$ tracefix ...`; what follows is replaced by what the command prints. The README is followed from top
to bottom in a copy of the examples, as a reader would: `<!-- file: PATH -->` before a block writes it to a file, `<!-- processes:
PATH -->` puts it in the place of the processes of a scaffold, and `<!-- edit: PATH ... => ... -->` changes a file.
Times and probabilities differ from run to run; `--check` ignores them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
STEP = re.compile(
    r"<!-- file: (?P<file>\S+) -->\n```\w*\n(?P<text>.*?)```"
    r"|<!-- processes: (?P<processes>\S+) -->\n```\w*\n(?P<bodies>.*?)```"
    r"|<!-- edit: (?P<edit>\S+)\n(?P<old>.*?)\n=>\n(?P<new>.*?)\n-->"
    r"|```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)```",
    re.DOTALL,
)
VARYING = re.compile(r"\d+\.\d+ s\b|probability of a collision \S+")


def run(command: str, folder: Path) -> str:
    """What a `tracefix` command prints, both streams."""
    words = command.split()
    if words[0] != "tracefix":
        raise SystemExit(f"README.md shows a command that is not tracefix: {command}")
    environment = {**os.environ, "NO_COLOR": "1", "TRACEFIX_PROGRESS": "never", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def apply(step: re.Match[str], folder: Path) -> str | None:
    """Do what a step of the README says; returns the output of a command."""
    if step["file"]:
        path = folder / step["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step["text"], encoding="utf-8")
    elif step["processes"]:
        path = folder / step["processes"]
        text = path.read_text(encoding="utf-8")
        start, end = text.index("    process ("), text.index("}\n*)")
        path.write_text(text[:start] + step["bodies"] + text[end:], encoding="utf-8")
    elif step["edit"]:
        path = folder / step["edit"]
        text = path.read_text(encoding="utf-8")
        if text.count(step["old"]) != 1:
            raise SystemExit(f"README.md edits a text that is not there once: {step['old']}")
        path.write_text(text.replace(step["old"], step["new"]), encoding="utf-8")
    else:
        return run(step["command"], folder)
    return None


def rewritten(text: str) -> str:
    """The README with the outputs that its commands have now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "examples", folder / "examples")

        def replace(step: re.Match[str]) -> str:
            output = apply(step, folder)
            return step[0] if output is None else f"```console\n$ {step['command']}\n{output}```"

        return STEP.sub(replace, text)


def stable(text: str) -> str:
    """The text without what differs from run to run."""
    return VARYING.sub("...", text)


def main() -> int:
    """Command line."""
    before = README.read_text(encoding="utf-8")
    after = rewritten(before)
    if "--check" in sys.argv[1:]:
        if stable(before) != stable(after):
            print("README.md does not show what its commands print: run python tools/update_readme.py", file=sys.stderr)
            return 1
        return 0
    README.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
