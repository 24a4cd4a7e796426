"""A violation as a pytest file: it replays the trace and expects that the protocol no longer allows it, and that the property holds."""

from __future__ import annotations

import re
from pprint import pformat

from ..diagnosis import Diagnosis
from .story import step_words, verdict_words

_TEMPLATE = '''"""{verdict}

{summary}
Cause: {cause}. {hint}.

Written by `tracefix check --regression`. It fails while the protocol has the violation, and passes when it is repaired. The test of the
trace also passes when an agent or a label of it does not exist any more; the test of the property does not depend on the trace.
"""

from pathlib import Path

from tracefix import check, load
from tracefix.diagnosis import follow

HERE = Path(__file__).parent
PROPERTY = {property!r}
OPTIONS = {options!r}

TRACE = [
{trace}
]
"""The steps that led to the violation: agent, label, and what the step did."""


def protocol():
    return load({arguments})


def test_{name}_holds():
    result = check(protocol(), **OPTIONS)
    assert result.verdict != "invalid", result.diagnostics
    assert result.limit is None, f"the search did not end: {{result.limit}}"
    assert PROPERTY not in [violation.property for violation in result.violations]


def test_the_trace_to_{name}_leads_to_no_violation():
    steps = [(agent, label) for agent, label, _ in TRACE]
    outcome = follow(protocol(), steps, PROPERTY, granularity=OPTIONS["granularity"])
    assert not outcome.violated, outcome.message
'''


def regression_test(diagnosis: Diagnosis, path: str, granularity: str, topology: str | None = None) -> str:
    """The text of the file; `path` leads from its folder to the protocol, and `topology` to a topology that lies elsewhere."""
    violation = diagnosis.violation
    arguments = [f"HERE / {path!r}"]
    if diagnosis.workspace.bound is not None:
        arguments.append(f"bound={diagnosis.workspace.bound}")
    if topology is not None:
        arguments.append(f"topology=HERE / {topology!r}")
    name = re.sub(r"\W", "_", violation.property).lower()
    rows = [(told.step.agent, told.step.label, step_words(told)) for told in diagnosis.steps if told.step is not None]
    return _TEMPLATE.format(
        verdict=_sentence(verdict_words(violation)),
        summary=_sentence(diagnosis.summary),
        cause=diagnosis.cause.value,
        hint=_capital(diagnosis.hint),
        arguments=", ".join(arguments),
        property=violation.property,
        options={"all": True, "granularity": granularity},
        trace="\n".join(f"    {pformat(row, width=10**6)}," for row in rows),
        name=name,
    )


def _sentence(text: str) -> str:
    return _escaped(text) + "."


def _capital(text: str) -> str:
    return _escaped(text[:1].upper() + text[1:])


def _escaped(text: str) -> str:
    """Text inside a docstring."""
    return text.replace("\\", "\\\\").replace('"""', r"\"\"\"")
