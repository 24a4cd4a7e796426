"""Helpers of the parser's tests."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_module
from tracefix.source import Source

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def problems() -> Callable[[str], list[str]]:
    """A module's diagnostics as `line:column code message`; empty when it is accepted."""

    def find(text: str) -> list[str]:
        try:
            parse_module(Source("M.tla", text))
        except InvalidInput as error:
            return [f"{d.line}:{d.column} {d.code} {d.message}" for d in error.diagnostics]
        return []

    return find
