"""The diagnostic codes of this room, for the documentation."""

from __future__ import annotations

TITLES: dict[str, str] = {
    "TF710": "pcal.trans refuses the algorithm",
    "TF711": "pcal.trans misses a label",
    "TF712": "pcal.trans refuses the options in the file",
    "TF720": "TLC cannot evaluate an expression",
    "TF721": "TLC's parser refuses the module",
    "TF722": "TLC refuses the configuration",
    "TF723": "TLC finds no initial state",
    "TF724": "TLC finds an assumption false",
}
"""Code to title. Codes are stable."""
