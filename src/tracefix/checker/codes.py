"""The diagnostic codes of this room, for the documentation."""

from __future__ import annotations

TITLES: dict[str, str] = {
    "TF321": "An agent of the topology has no process",
    "TF322": "A process that is no agent of the topology",
    "TF501": "An operator is defined through itself",
    "TF504": "@ outside EXCEPT",
    "TF505": "The identity of a process cannot be evaluated",
    "TF506": "Two processes have the same identity",
    "TF507": "An initial value cannot be evaluated",
    "TF508": "Too many initial states",
    "TF509": "There is no initial state",
    "TF510": "An invariant or constraint with arguments",
    "TF511": "An assumption is false",
    "TF520": "An expression has no value in a state that can be reached",
}
"""Code to title. Codes are stable."""
