"""A result for a model's context: everything that it needs to change the protocol, once, in few words, without colour.

The source is not repeated beyond the lines that take part: whoever asks a model has the protocol and can put it beside this text.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checker import CheckResult, Verdict
from ..diagnosis import Diagnosis, diagnosis_of
from .story import Fold, folded, lines_of, no_return_words, others_waiting, step_words, verdict_words
from .style import Style, printable
from .text import coverage_lines, headline

STEPS = 12
"""States of a trace from which on steps that are not part of the story are left out."""


def check_prompt(result: CheckResult) -> str:
    """The result, ending with a line break."""
    lines = [headline(result, Style(False))]
    for violation in result.violations:
        diagnosis = diagnosis_of(violation)
        lines += ["", *(_violation(diagnosis) if diagnosis is not None else [verdict_words(violation)])]
    if result.verdict is not Verdict.VIOLATED:
        lines += coverage_lines(result.coverage)
    lines += [str(diagnostic) for diagnostic in result.diagnostics if diagnostic.severity == "error"]
    return "\n".join(map(printable, lines)) + "\n"


def _violation(diagnosis: Diagnosis) -> Iterator[str]:
    yield verdict_words(diagnosis.violation)
    yield f"cause: {diagnosis.cause.value}"
    yield f"why: {diagnosis.summary}"
    if others := others_waiting(diagnosis):
        yield f"also waiting: {', '.join(others)}"
    words = no_return_words(diagnosis)
    if words is not None:
        yield f"point of no return: {words}"
    yield f"what usually helps: {diagnosis.hint}"
    yield "trace, a shortest one:" if diagnosis.violation.shortest else "trace:"
    for row in folded(diagnosis, long=STEPS):
        if isinstance(row, Fold):
            yield f"  ... {row}"
        elif row.step is None:
            yield f"{row.index} initially: {step_words(row)}"
        else:
            yield f"{row.index} {row.step.agent} {row.step.label}: {step_words(row)}"
    if diagnosis.places:
        yield "lines of the protocol that take part:"
        for line, places in lines_of(diagnosis).items():
            roles = "; ".join(dict.fromkeys(f"{place.agent} {place.role}" for place in places))
            yield f"{line}: {diagnosis.source.line_text(line).strip()}   \\* {roles}"
