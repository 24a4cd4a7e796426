"""How long reading takes, measured by pytest-benchmark. What is asserted are facts, never times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from protocols import mesh, write
from tracefix.checker import lower
from tracefix.pluscal import parse_module
from tracefix.source import Source
from tracefix.workspace import load

Measure = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(mesh(channels=25, agents=7), tmp_path)


@pytest.mark.benchmark(group="7 agents, 25 channels")
def test_parsing_seven_agents(benchmark: Measure, folder: Path) -> None:
    source = Source.read(folder / "Protocol.tla")
    module = benchmark(lambda: parse_module(source))
    assert len(module.algorithm.processes) == 7


@pytest.mark.benchmark(group="7 agents, 25 channels")
def test_reading_and_lowering_seven_agents(benchmark: Measure, folder: Path) -> None:
    system = benchmark(lambda: lower(load(folder), "label"))
    assert len(system.initial) == 1
