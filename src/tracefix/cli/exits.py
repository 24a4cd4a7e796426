"""Exit statuses (`docs/contract.md`)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..checker import CheckResult
    from ..tlc import VerifyResult


class Exit(IntEnum):
    """What a command's status means."""

    OK = 0
    UNFORMATTED = 1
    USAGE = 2
    DEADLOCK = 11
    SAFETY = 12
    COMPLETION = 13
    ASSERTION = 14
    INCOMPLETE = 20
    TOOL = 69
    DISAGREE = 70
    OUTPUT = 74
    INTERRUPTED = 130
    PIPE = 141
    INVALID = 150
    INTERNAL = 255


_BY_PROPERTY = {"Deadlock": Exit.DEADLOCK, "CompletionReachable": Exit.COMPLETION, "Assertion": Exit.ASSERTION}
_BY_VERDICT = {"holds": Exit.OK, "incomplete": Exit.INCOMPLETE, "invalid": Exit.INVALID}


def exit_of(result: CheckResult) -> Exit:
    """The status of a check: that of its first violation, or of its verdict."""
    if result.violations:
        return _BY_PROPERTY.get(result.violations[0].property, Exit.SAFETY)
    return _BY_VERDICT[result.verdict.value]


def exit_of_both(result: VerifyResult) -> Exit:
    """The status of a comparison: 70 when the engines disagree, else that of the one that has the common verdict."""
    if not result.agree:
        return Exit.DISAGREE
    if result.tlc is None and result.verdict.value == "incomplete":
        return Exit.INCOMPLETE
    if result.native.verdict is result.verdict or result.tlc is None:
        return exit_of(result.native)
    return exit_of(result.tlc)
