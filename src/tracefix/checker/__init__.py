"""The native checker: text to verdict. Everything outside this package reaches it through these names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checking import atomic_labels, check
    from .codes import TITLES
    from .interpreter import Interpreter, reference_search
    from .kernel_cache import kernel_cache_info
    from .lowering import constant_value, identity_text, lower
    from .machine import processors
    from .operators import EvaluationError
    from .preparing import prepare_kernels
    from .results import (
        CheckResult,
        Coverage,
        Explanation,
        GrowingAgent,
        GrowingVariable,
        Growth,
        Origin,
        State,
        Stats,
        Step,
        TraceState,
        Verdict,
        Violation,
    )
    from .search import Progress
    from .statements import StepFailure, asserted_lock
    from .system import DONE, AbstractState, Conjunct, TransitionSystem
    from .values import FALSE, TRUE, Bool, Fn, ModelValue, Value, boolean, make_function, order_key, to_json, to_tla
    from .watching import ENOUGH, MEMORY, Claim, Glance, Move, Watcher, enough, watch

_HOMES = {
    "checking": ("atomic_labels", "check"),
    "codes": ("TITLES",),
    "kernel_cache": ("kernel_cache_info",),
    "interpreter": ("Interpreter", "reference_search"),
    "lowering": ("constant_value", "identity_text", "lower"),
    "operators": ("EvaluationError",),
    "preparing": ("prepare_kernels",),
    "results": (
        "CheckResult",
        "Coverage",
        "Explanation",
        "GrowingAgent",
        "GrowingVariable",
        "Growth",
        "Origin",
        "State",
        "Stats",
        "Step",
        "TraceState",
        "Verdict",
        "Violation",
    ),
    "machine": ("processors",),
    "search": ("Progress",),
    "statements": ("StepFailure", "asserted_lock"),
    "system": ("DONE", "AbstractState", "Conjunct", "TransitionSystem"),
    "values": ("FALSE", "TRUE", "Bool", "Fn", "ModelValue", "Value", "boolean", "make_function", "order_key", "to_json", "to_tla"),
    "watching": ("ENOUGH", "MEMORY", "Claim", "Glance", "Move", "Watcher", "enough", "watch"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "DONE", "ENOUGH", "FALSE", "MEMORY", "TITLES", "TRUE", "AbstractState", "Bool", "CheckResult", "Claim", "Conjunct", "Coverage",
    "EvaluationError", "Explanation", "Fn", "Glance", "GrowingAgent", "GrowingVariable", "Growth", "Interpreter",
    "ModelValue", "Move", "Origin", "Progress", "State", "Stats",
    "Step", "StepFailure", "TraceState", "TransitionSystem", "Value", "Verdict", "Violation", "Watcher", "asserted_lock",
    "atomic_labels", "boolean", "check", "constant_value", "enough", "identity_text", "kernel_cache_info", "lower", "make_function",
    "order_key", "prepare_kernels", "processors", "reference_search", "to_json", "to_tla", "watch",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{home}", __name__), name)
