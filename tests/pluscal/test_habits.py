"""What models and people write out of habit from other languages: one clear message each, and what to write instead."""

from __future__ import annotations

import pytest
from habits import answers, diagnostics, entries, module

from tracefix.fixes import apply_fixes

ENTRIES = list(entries())


@pytest.mark.parametrize(("syntax", "statements", "expected"), ENTRIES, ids=[f"{syntax}: {text}" for syntax, text, _ in ENTRIES])
def test_a_habit_gets_its_own_message(syntax: str, statements: str, expected: list[str]) -> None:
    assert expected
    assert answers(module(syntax, statements)) == expected


@pytest.mark.parametrize(("syntax", "statements"), [entry[:2] for entry in ENTRIES])
def test_the_certain_fixes_of_a_habit_remove_it_and_bring_nothing_new(syntax: str, statements: str) -> None:
    text = module(syntax, statements)
    before = diagnostics(text)
    fixes = [each.fix for each in before if each.fix is not None and each.fix.certain]
    fixed, count = apply_fixes(text, fixes)
    after = [(each.code, each.message) for each in diagnostics(fixed)]
    assert count == len(fixes)
    assert after == [(each.code, each.message) for each in before if each.fix is None or not each.fix.certain]
