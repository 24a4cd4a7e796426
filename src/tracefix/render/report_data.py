"""The data of a report page: one JSON object with everything that the page shows, in words where it shows words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..checker import CheckResult, Origin, Verdict, to_tla
from ..diagnosis import Diagnosis, SharedObject, Wait, diagnosis_of, shared_objects, wait_words
from .story import action_words, no_return_words, step_words, verdict_words
from .style import Style
from .text import COVERAGE, counts, headline

SCHEMA = "tracefix.report/1"


def report_data(result: CheckResult, origin: Origin, title: str) -> dict[str, Any]:
    """The object; the point of no return of each violation is in it when it was asked for before."""
    objects = shared_objects(origin)
    source = origin.workspace.source
    diagnoses = [found for violation in result.violations if (found := diagnosis_of(violation)) is not None]
    return {
        "schema": SCHEMA,
        "title": title,
        "verdict": result.verdict.value,
        "headline": headline(result, Style(False)),
        "agents": [process.agent for process in origin.system.processes],
        "objects": [{**asdict(item), "words": item.words} for item in objects],
        "violations": [_violation(diagnosis, objects) for diagnosis in diagnoses],
        "source": {"name": source.name, "lines": source.text.split("\n")},
        "statistics": _statistics(result),
        "complete": result.verdict in (Verdict.HOLDS, Verdict.VIOLATED) and result.limit is None,
        "coverage": [[words, list(getattr(result.coverage, name))] for name, words in COVERAGE],
    }


def _statistics(result: CheckResult) -> list[list[str]]:
    rows = [["properties", ", ".join(result.properties)]]
    if result.stats is not None:
        rows += [["search", counts(result.stats)], ["memory", f"{result.stats.bytes_per_state:.0f} bytes per state"]]
    if result.limit is not None:
        rows.append(["stopped by", result.limit])
    return rows + [["note", note] for note in result.notes]


def _violation(diagnosis: Diagnosis, objects: tuple[SharedObject, ...]) -> dict[str, Any]:
    violation = diagnosis.violation
    index = None if diagnosis.no_return is None else diagnosis.no_return.index
    return {
        "property": violation.property,
        "diagnosis": {
            "summary": diagnosis.summary,
            "cause": diagnosis.cause.value,
            "hint": diagnosis.hint,
            "no_return": no_return_words(diagnosis) or "not asked for",
            "waits": [_wait(wait) for wait in diagnosis.waits],
            "places": [place.to_json() for place in diagnosis.places],
        },
        "verdict": verdict_words(violation),
        "no_return_index": index,
        "steps": [
            {
                "agent": None if told.step is None else told.step.agent,
                "label": None if told.step is None else told.step.label,
                "line": None if told.step is None else told.step.line,
                "words": step_words(told),
                "story": told.index in diagnosis.story,
                "actions": [{**asdict(action), "words": action_words(action)} for action in told.actions],
            }
            for told in diagnosis.steps
        ],
        "states": [_state(diagnosis, position, objects) for position in range(len(violation.trace))],
    }


def _wait(wait: Wait) -> dict[str, Any]:
    return {
        "agent": wait.agent,
        "name": wait.name,
        "line": wait.line,
        "words": wait_words(wait),
        "providers": [asdict(provider) for provider in wait.providers],
    }


def _state(diagnosis: Diagnosis, position: int, objects: tuple[SharedObject, ...]) -> dict[str, Any]:
    values, state = diagnosis.states[position], diagnosis.violation.trace[position].state
    queues = {item.name: values[item.name] for item in objects if item.sort == "channel"}
    return {
        "pc": dict(state.pc),
        "lines": diagnosis.lines[position],
        "locals": {agent: ", ".join(f"{name} = {to_tla(value)}" for name, value in own.items()) for agent, own in state.locals.items()},
        "values": {name: to_tla(value) for name, value in values.items()},
        "queues": {name: [to_tla(message) for message in queue] if isinstance(queue, tuple) else [] for name, queue in queues.items()},
        "holders": diagnosis.holders[position],
    }
