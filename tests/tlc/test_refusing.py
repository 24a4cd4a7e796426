"""What pcal.trans and SANY refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracefix.errors import InvalidInput
from tracefix.tlc import refused_by

TEXT = """---- MODULE {name} ----
EXTENDS Integers
(* --algorithm P {{
    variables x = 0;
    process (A = "A") {{
        a: {statement}
    }}
}} *)
====
"""


@pytest.mark.parametrize(
    ("statement", "tool"),
    [("x := ;", "pcal.trans"), ("x := y;", "SANY"), ("x := 1 + ;", "SANY"), ("x := 1;", None)],
)
def test_the_tool_that_refuses_a_module_is_named(statement: str, tool: str | None, tmp_path: Path) -> None:
    path = tmp_path / "attempt.tla"
    path.write_text(TEXT.format(name="Another", statement=statement), encoding="utf-8")
    assert refused_by(path) == tool
    assert [each.name for each in tmp_path.iterdir()] == ["attempt.tla"]


def test_a_file_that_is_not_there_is_an_invalid_input(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="TF001"):
        refused_by(tmp_path / "none.tla")
