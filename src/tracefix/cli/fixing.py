"""Fixes put into the user's files: only `validate --fix` does that."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from ..diagnostics import Diagnostic, Fix
from ..errors import InvalidInput
from ..fixes import apply_fixes

MAX_ROUNDS = 50
"""A fix can bring out what it hid, so files are read again after each round."""

_MARK = b"\xef\xbb\xbf"


def fix_files(diagnose: Callable[[], tuple[Diagnostic, ...]]) -> tuple[tuple[Diagnostic, ...], Mapping[str, int]]:
    """Apply the certain fixes of what `diagnose` finds until it finds no more; what it finds then, and the fixes per file.

    Raises InvalidInput (TF001) when a file cannot be written.
    """
    fixed: Counter[str] = Counter()
    seen: set[frozenset[Fix]] = set()
    while True:
        diagnostics = diagnose()
        fixes = frozenset(diagnostic.fix for diagnostic in diagnostics if diagnostic.fix is not None and diagnostic.fix.certain)
        # The same fixes once more: putting them in did not help.
        if not fixes or fixes in seen or len(seen) == MAX_ROUNDS:
            return diagnostics, dict(fixed)
        seen.add(fixes)
        for file in sorted({fix.file for fix in fixes}):
            fixed[file] += _fix_file(Path(file), [fix for fix in fixes if fix.file == file])


def _fix_file(path: Path, fixes: list[Fix]) -> int:
    """Write the file with the fixes in it, in one go; the number of fixes."""
    data = path.read_bytes()
    mark = _MARK if data.startswith(_MARK) else b""
    text, count = apply_fixes(data[len(mark) :].decode("utf-8"), fixes)
    replace_file(path, mark + text.encode("utf-8"))
    return count


def replace_file(path: Path, data: bytes) -> None:
    """Write a file in one go: it has its old content or the new one, whatever happens. Raises InvalidInput (TF001)."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(data)
        if path.exists():
            draft.chmod(path.stat().st_mode)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        reason = (error.strerror or str(error)).lower()
        raise InvalidInput([Diagnostic("TF001", f"cannot write the file: {reason}", file=str(path))]) from None
