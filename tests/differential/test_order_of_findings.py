"""TLC takes single processes before process sets, the native checker takes them as they are written. Both orders are breadth-first."""

from __future__ import annotations

from pathlib import Path

import pytest
from protocol_texts import workspace

from tracefix.tlc import verify
from tracefix.tlc.verifying import confirms
from tracefix.workspace import Workspace

ASSERTS, EVALUATES = "assert FALSE;", "x := Head(s);"


def both(folder: Path, in_set: str, single: str) -> Workspace:
    several = f"process (several \\in {{1, 2}}) {{ a: skip; b: {in_set} }}"
    one = f"process (one = 3) {{ c: {single} d: skip; }}"
    algorithm = f"variables x = 0, s = <<>>;\n{several}\n{one}"
    return workspace(folder, algorithm)


@pytest.mark.parametrize(
    ("in_set", "single", "native", "tlc"),
    [(ASSERTS, "skip; e: " + EVALUATES, "violated", "invalid"), (EVALUATES, "skip; e: " + ASSERTS, "invalid", "violated")],
    ids=["assertion first", "evaluation first"],
)
def test_a_failing_assertion_and_a_missing_value_in_one_level_are_no_difference(
    in_set: str, single: str, native: str, tlc: str, tmp_path: Path
) -> None:
    result = verify(both(tmp_path, in_set, single))
    assert result.tlc is not None
    assert (result.native.verdict, result.tlc.verdict, result.differences) == (native, tlc, ())
    assert any("an expression without a value" in note for note in result.notes)


def test_a_violation_that_the_native_semantics_does_not_find_is_not_confirmed(tmp_path: Path) -> None:
    space = both(tmp_path, "skip;", ASSERTS)
    (violation,) = verify(space).native.violations
    assert confirms(space, violation)
    assert not confirms(both(tmp_path / "fine", "skip;", "skip;"), violation)
    assert not confirms(both(tmp_path / "other", "skip;", EVALUATES), violation)
