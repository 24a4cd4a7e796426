"""A check's result as the JSON object of schema `tracefix.check/1` (`docs/contract.md`)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from .results import CheckResult, State, Step, TraceState, Violation
from .values import to_json

SCHEMA = "tracefix.check/1"


def check_json(result: CheckResult) -> dict[str, Any]:
    """The object, ready for `json.dumps`."""
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "verdict": result.verdict.value,
        "engine": result.engine,
        "properties": list(result.properties),
        "violations": [_violation(violation) for violation in result.violations],
        "stats": None if result.stats is None else asdict(result.stats),
        "coverage": {name: list(names) for name, names in asdict(result.coverage).items()},
        "diagnostics": [diagnostic.to_json() for diagnostic in result.diagnostics],
        "notes": list(result.notes),
    }
    if result.limit is not None:
        data["limit"] = result.limit
    if result.version is not None:
        data["version"] = result.version
    if result.growth is not None:
        growth = asdict(result.growth)
        data["growth"] = {**growth, "variables": list(growth["variables"]), "agents": list(growth["agents"])}
    return data


def _violation(violation: Violation) -> dict[str, Any]:
    data: dict[str, Any] = {
        "property": violation.property,
        "message": violation.message,
        "trace": [_trace_state(entry) for entry in violation.trace],
        "shortest": violation.shortest,
    }
    if violation.failing is not None:
        data["failing"] = _step(violation.failing)
    if violation.line is not None:
        data["line"] = violation.line
        data["column"] = violation.column
    if violation.diagnosis is not None:
        data["diagnosis"] = violation.diagnosis.to_json()
    return data


def _trace_state(entry: TraceState) -> dict[str, Any]:
    data: dict[str, Any] = {
        "index": entry.index,
        "step": None if entry.step is None else _step(entry.step),
        "state": state_json(entry.state),
    }
    if entry.step is not None:
        data["changed"] = list(entry.changed)
    return data


def _step(step: Step) -> dict[str, Any]:
    return {"agent": step.agent, "label": step.label, "line": step.line, "column": step.column}


def state_json(state: State) -> dict[str, Any]:
    """A state: `pc` by agent, then each global by its name, then each local as `agent.name`.

    The keys are the ones that `changed` lists. No global is called `pc`, and no global's name has a dot.
    """
    return {
        "pc": dict(state.pc),
        **{name: to_json(value) for name, value in state.globals.items()},
        **{f"{agent}.{name}": to_json(value) for agent, values in state.locals.items() for name, value in values.items()},
    }
