"""The diagnostic codes of topology files. Stable: a code keeps its meaning."""

from __future__ import annotations

TITLES = {
    "TF101": "The text is not JSON",
    "TF102": "An object has a key twice",
    "TF103": "A key that does not exist",
    "TF104": "A key is missing",
    "TF105": "A value of the wrong type",
    "TF106": "A number out of range",
    "TF107": "An empty name or list",
    "TF110": "An id that is not a TLA+ identifier",
    "TF111": "An id that has another meaning in a protocol",
    "TF112": "An id that is used twice",
    "TF120": "A channel end that is not an agent",
    "TF121": "A channel from an agent to itself",
    "TF122": "A second channel between the same agents in the same direction",
    "TF123": "An agent named twice at one end of a channel",
    "TF130": "A label named twice",
    "TF131": "A label that cannot be written as a TLA+ string",
    "TF132": "A content label that the channel does not carry",
    "TF140": "A Counter without an initial value",
    "TF141": "A Lock with settings of a Counter",
}
"""What each code means."""
