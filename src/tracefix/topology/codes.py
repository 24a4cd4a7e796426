"""The diagnostic codes of topology files. Stable: a code keeps its meaning."""

from __future__ import annotations

CODES = {
    "TF101": "the text is not JSON",
    "TF102": "an object has a key twice",
    "TF103": "a key that does not exist",
    "TF104": "a key is missing",
    "TF105": "a value of the wrong type",
    "TF106": "a number out of range",
    "TF107": "an empty name or list",
    "TF110": "an id that is not a TLA+ identifier",
    "TF111": "an id that has another meaning in a protocol",
    "TF112": "an id that is used twice",
    "TF120": "a channel end that is not an agent",
    "TF121": "a channel from an agent to itself",
    "TF122": "a second channel between the same agents in the same direction",
    "TF123": "an agent named twice at one end of a channel",
    "TF130": "a label named twice",
    "TF131": "a label that cannot be written as a TLA+ string",
    "TF132": "a content label that the channel does not carry",
    "TF140": "a Counter without an initial value",
    "TF141": "a Lock with settings of a Counter",
}
"""What each code means."""
