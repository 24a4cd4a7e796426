"""What pcal.trans and SANY say about many modules, in one Java process.

`java_class.py` holds the Java part, which reads paths from standard input. A file that never ends or breaks Java costs one
restart. A module that pcal.trans refuses goes to SANY as it is.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from java_class import BATCH
from tracefix.tlc import Toolchain

SECONDS = 60.0
"""Time for a batch beyond one second for each module."""

_NAME = re.compile(r"-----*\s*MODULE\s+([A-Za-z0-9_]+)")
_LINE = re.compile(r"\bline (\d+)")
_FRAME = re.compile(r"^(?:Msg \d+:|---- Begin all messages|---- End all messages)\n", re.MULTILINE)
_ENCODINGS = ("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Duser.language=en")


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the tools say about a module.

    `translated`: pcal.trans made a translation. `parsed` and `analysed`: SANY could read it, and has no complaint either. `lines` are
    those that the refusal names, of the author's file for pcal.trans, of the translated one for SANY.
    """

    translated: bool
    parsed: bool
    analysed: bool
    lines: tuple[int, ...]
    output: str

    @property
    def refused_by(self) -> str:
        """`pcal.trans`, `SANY` (of the translation), or nothing when both accept the module."""
        return "pcal.trans" if not self.translated else "" if self.analysed else "SANY"


def opinions(tools: Toolchain, texts: Sequence[str]) -> list[Opinion]:
    """The opinion about each text, in order. Files are written to a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="tracefix-judge-") as name:
        folder = Path(name)
        (folder / "pcal").mkdir()
        (folder / "pcal" / "Batch.class").write_bytes(BATCH)
        paths = []
        for number, text in enumerate(texts):
            found = _NAME.search(text)
            path = folder / str(number) / f"{found[1] if found else 'M'}.tla"
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8", newline="\n")
            paths.append(path)
        return [_opinion(output, path.stem) for output, path in zip(_outputs(tools, folder, paths), paths, strict=True)]


def _outputs(tools: Toolchain, folder: Path, paths: Sequence[Path]) -> Iterator[str]:
    command = [str(tools.java), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", f"-Djava.io.tmpdir={folder}", *_ENCODINGS]
    command += ["-cp", f"{tools.jar.absolute()}{os.pathsep}{folder}", "pcal.Batch"]
    left = list(paths)
    while left:
        lines = "".join(f"{path}\n" for path in left).encode()
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                input=lines,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=SECONDS + len(left),
                check=False,
            )
            output, reason = done.stdout, "ended"
        except subprocess.TimeoutExpired as error:
            output, reason = error.stdout or b"", "did not end"
        *finished, rest = output.decode("utf-8", "replace").split("done: \n")
        yield from finished
        left = left[len(finished) :]
        if left:
            yield f"{rest}\nthrown: Java {reason}\n"
            left = left[1:]


def _opinion(output: str, module: str) -> Opinion:
    text = _FRAME.sub("", output)
    translator, _, analyser = text.partition("\ntranslator: ")
    translated = "Translation completed" in translator
    parsed = f"\nSemantic processing of module {module}\n" in analyser
    analysed = parsed and "\nanalyser: 0\n" in analyser and "*** Errors" not in analyser and "*** Abort" not in analyser
    said = "" if translated and analysed else analyser if translated else translator
    return Opinion(translated, parsed, analysed, tuple(map(int, _LINE.findall(said))), text)
