"""Diagnoses of random protocols: every violation has one, in every form, and it says what the whole state graph says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from no_return_oracle import by_the_whole_graph
from protocol_generator import sample

from tracefix.checker import Verdict
from tracefix.diagnosis import Cause, check, diagnose, diagnosis_of, follow
from tracefix.errors import InvalidInput
from tracefix.render.itf import itf_trace
from tracefix.render.mermaid import mermaid_diagram
from tracefix.render.prompt import check_prompt
from tracefix.render.report import report_page
from tracefix.render.text import check_text
from tracefix.workspace import load

COUNT = 20
MAX_STATES = 600


@pytest.mark.parametrize("number", range(1))
def test_every_violation_of_a_random_protocol_has_a_sound_diagnosis(number: int, tmp_path: Path) -> None:
    causes = set()
    for index, protocol in enumerate(sample(COUNT, 7000 + number)):
        workspace = load(protocol.write(tmp_path / str(index)))
        try:
            result = check(workspace, all=True, max_states=MAX_STATES, granularity="op" if index % 4 == 3 else "label")
        except InvalidInput:
            continue
        for violation in result.violations:
            found = diagnosis_of(violation)
            assert found is not None
            causes.add(found.cause)
            again = diagnose(type(violation)(**{**fields(violation), "chain": (), "diagnosis": None}), workspace, result.stats.granularity)
            if "op" != result.stats.granularity:
                assert again.to_json() == found.to_json()
            json.dumps(found.to_json())
            json.dumps(itf_trace(found))
            assert mermaid_diagram(found).startswith("sequenceDiagram\n")
            limit = found.find_no_return()
            if result.limit is None and limit.index is not None:
                assert limit.index == by_the_whole_graph(result, violation.property), repr(protocol)
            steps = [(told.step.agent, told.step.label) for told in found.steps if told.step is not None]
            if result.stats.granularity == "label":
                assert follow(workspace, steps, violation.property).violated, repr(protocol)
        if result.violations:
            assert check_text(result)
            assert check_prompt(result)
            assert result.origin is not None
            assert report_page(result, result.origin, "random")
        assert result.verdict in Verdict
    assert len(causes) >= 4
    assert causes <= set(Cause)


def fields(value: object) -> dict[str, object]:
    """The fields of a slotted dataclass."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}  # type: ignore[attr-defined]
