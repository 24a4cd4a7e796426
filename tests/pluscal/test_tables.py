"""The parse tables: up to date, and rebuilt by lark when they are not."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from lark import Lark

from tracefix.pluscal import tables


def test_the_table_file_is_what_the_grammar_gives() -> None:
    """After a change of a grammar file, run tools/build_parse_tables.py."""
    stored = json.loads((tables.FOLDER / "tables.json").read_text(encoding="utf-8"))
    assert stored == json.loads(json.dumps(tables.build()))


@pytest.mark.parametrize("content", [None, "{", "{}", '{"grammar": "of another version"}'])
def test_tables_are_built_when_the_file_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None) -> None:
    for name in ("expressions.lark", "algorithm.lark"):
        (tmp_path / name).write_text((tables.FOLDER / name).read_text(encoding="utf-8"), encoding="utf-8")
    if content is not None:
        (tmp_path / "tables.json").write_text(content, encoding="utf-8")
    expected = tables.load.__wrapped__()
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    assert tables.load.__wrapped__() == expected


def test_the_grammar_has_only_the_conflicts_that_taking_the_innermost_decides(caplog: pytest.LogCaptureFixture) -> None:
    """An else, an or and a CASE arm belong to the innermost statement or expression, as in pcal.trans and SANY."""
    with caplog.at_level(logging.DEBUG, logger="lark"):
        Lark(tables.grammar_text(), parser="lalr", lexer="basic", start=list(tables.STARTS), maybe_placeholders=False, debug=True)
    conflicts = [record.getMessage() for record in caplog.records if "conflict" in record.getMessage()]
    assert len(conflicts) == 5
    assert all("Shift/Reduce" in conflict for conflict in conflicts)
