"""Small protocols written in the tests."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from protocol_builder import Build, build_in


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """`protocol_builder.build_in` in a folder of the test's own."""
    return partial(build_in, tmp_path)
