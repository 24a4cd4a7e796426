"""A violation as an ITF trace: the JSON form of Apalache's ADR 015 (revision of 2023-09-14), which trace viewers open.

Integers are `{"#bigint": "n"}`, sets `{"#set": [...]}`, functions `{"#map": [[key, value], ...]}`, records objects, sequences arrays.
Model values are strings. Beside the variables of the protocol a state has `pc`, a map from agents to labels, and the local
variables as `agent.name`. What led to a state stands in its `#meta`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..checker import Bool, ModelValue, State, Value
from ..diagnosis import Diagnosis
from .story import step_words, verdict_words

FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"


def itf_trace(diagnosis: Diagnosis) -> dict[str, Any]:
    """The trace, ready for `json.dumps`. A failing step is named in the `#meta` of the whole, since it leads to no state."""
    violation = diagnosis.violation
    first = violation.trace[0].state
    meta: dict[str, Any] = {
        "format": "ITF",
        "format-description": FORMAT,
        "source": diagnosis.source.name,
        "description": verdict_words(violation),
        "status": "violation",
        "property": violation.property,
        "cause": diagnosis.cause.value,
        "summary": diagnosis.summary,
    }
    if violation.failing is not None:
        meta["failing"] = f"{violation.failing.agent}.{violation.failing.label}"
    states = []
    for told, entry in zip(diagnosis.steps, violation.trace, strict=False):
        about: dict[str, Any] = {"index": entry.index - 1}
        if entry.step is not None:
            about |= {"action": f"{entry.step.agent}.{entry.step.label}", "line": entry.step.line}
        states.append({"#meta": {**about, "description": step_words(told)}, **_state(entry.state)})
    return {"#meta": meta, "params": [], "vars": list(_state(first)), "states": states}


def _state(state: State) -> dict[str, Any]:
    return {
        "pc": {"#map": [[agent, label] for agent, label in state.pc.items()]},
        **{name: _value(value) for name, value in state.globals.items()},
        **{f"{agent}.{name}": _value(value) for agent, values in state.locals.items() for name, value in values.items()},
    }


def _value(value: Value) -> Any:
    if isinstance(value, Bool):
        return bool(value)
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return {"#bigint": str(value)}
    if isinstance(value, ModelValue):
        return value.name
    if isinstance(value, tuple):
        return [_value(item) for item in value]
    if isinstance(value, frozenset):
        return {"#set": [_value(item) for item in sorted(value, key=repr)]}
    if isinstance(value, Mapping):
        if all(isinstance(key, str) and not key.startswith("#") for key in value):
            return {key: _value(item) for key, item in value.items()}
        return {"#map": [[_value(key), _value(item)] for key, item in value.items()]}
    return {"#unserializable": repr(value)}
