"""The TLA+ models of the project's own algorithms, checked by the project and by TLC."""

from __future__ import annotations

from pathlib import Path

import pytest

import tracefix

MODELS = sorted((Path(__file__).resolve().parents[1] / "tla").glob("*.tla"))


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_a_model_of_an_algorithm_holds_and_tlc_agrees(model: Path) -> None:
    result = tracefix.verify(model)
    assert (result.verdict, result.agree) == ("holds", True)


def test_the_completion_model_covers_every_graph_of_three_states() -> None:
    result = tracefix.check(Path(__file__).resolve().parents[1] / "tla" / "Completion.tla")
    assert result.stats is not None
    assert (result.stats.distinct, result.stats.generated, result.stats.depth) == (6976, 7488, 20)
