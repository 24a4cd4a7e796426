"""Files with what a `Source` leaves out: the byte-order mark and the kind of line ends, so that a changed text goes back as it came."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ..source import Source

_MARK = b"\xef\xbb\xbf"
_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class FileText:
    """A file's text. `newline` is its line end; of several kinds the most frequent."""

    source: Source
    mark: bool
    newline: str

    @classmethod
    def read(cls, path: str | Path) -> FileText:
        """Read a UTF-8 file. Raises InvalidInput as `Source.read` does."""
        source = Source.read(path)
        data = Path(path).read_bytes()
        ends = Counter(_LINE_END.findall(data)).most_common(1)
        return cls(source, data.startswith(_MARK), ends[0][0].decode() if ends else "\n")

    def encode(self, text: str) -> bytes:
        """Another text, with `\\n` line ends, as the bytes of such a file."""
        return (_MARK if self.mark else b"") + text.replace("\n", self.newline).encode("utf-8")
