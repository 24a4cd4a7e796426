"""The operators of TLA+ and of the standard modules that a protocol may use."""

from __future__ import annotations

MODULES: dict[str, dict[str, int]] = {
    "Naturals": {"Nat": 0, "+": 2, "-": 2, "*": 2, "^": 2, "\\div": 2, "%": 2, "..": 2, "<": 2, ">": 2, "<=": 2, ">=": 2},
    "Integers": {"Int": 0, "-.": 1},
    "Reals": {"Real": 0, "Infinity": 0},
    "Sequences": {"Seq": 1, "Len": 1, "Head": 1, "Tail": 1, "Append": 2, "SubSeq": 3, "SelectSeq": 2, "\\o": 2},
    "FiniteSets": {"Cardinality": 1, "IsFiniteSet": 1},
    "TLC": {
        "Print": 2, "PrintT": 1, "Assert": 2, "JavaTime": 0, "TLCGet": 1, "TLCSet": 2, "Permutations": 1, "SortSeq": 2,
        "RandomElement": 1, "Any": 0, "ToString": 1, "TLCEval": 1, ":>": 2, "@@": 2,
    },
}  # fmt: skip
"""Module to its operators and how many arguments they take (*Specifying Systems*, chapter 18; TLC 2.15's TLC module)."""

OTHER_MODULES = frozenset(["Bags", "Randomization", "RealTime", "Toolbox"])
"""Modules that TLC brings along and that are not supported here."""

EXTENDS: dict[str, tuple[str, ...]] = {"Integers": ("Naturals",), "Reals": ("Integers", "Naturals")}
"""Standard modules that pass on the operators of others."""

UNSUPPORTED: dict[str, str] = {
    "SelectSeq": "it takes an operator as an argument",
    "SortSeq": "it takes an operator as an argument",
    "JavaTime": "its value is not a function of the state",
    "TLCGet": "its value is not a function of the state",
    "TLCSet": "it changes the state of TLC",
    "RandomElement": "its value is not a function of the state",
    "Any": "it contains every value",
    "TLCEval": "it only matters to TLC",
    "Real": "only integers are supported",
    "Infinity": "only integers are supported",
}
"""Operators that exist but cannot be used here, and why."""

ALWAYS: dict[str, int] = {"BOOLEAN": 0, "STRING": 0}
"""Named operators that need no module."""

TRANSLATION = ("vars", "ProcSet", "Init", "Next", "Spec", "Termination", "Terminating")
"""What the translation of an algorithm defines. Of these only ProcSet is a value."""


def home_of(name: str) -> str | None:
    """The standard module that defines an operator."""
    return next((module for module, operators in MODULES.items() if name in operators), None)


def operators_of(extends: tuple[str, ...]) -> dict[str, tuple[int, str]]:
    """Every operator that the modules bring in: its number of arguments and its module."""
    names: dict[str, tuple[int, str]] = {}
    for module in extends:
        for source in (module, *EXTENDS.get(module, ())):
            names.update({name: (arity, source) for name, arity in MODULES.get(source, {}).items()})
    return names
