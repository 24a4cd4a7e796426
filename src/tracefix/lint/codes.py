"""The diagnostic codes of this room. Stable: a code keeps its meaning."""

from __future__ import annotations

TITLES: dict[str, str] = {
    "TF601": "An agent sends on a channel that it may not send on",
    "TF602": "An agent receives from a channel that it may not receive from",
    "TF603": "A message that is none of the channel's labels",
    "TF604": "An operation on an object of another kind",
    "TF610": "An either commits to a branch before its message is there (warning)",
    "TF611": "A lock is held while waiting for somebody who needs it (warning)",
    "TF612": "Locks are acquired in orders that disagree (warning)",
    "TF613": "A lock is acquired by the agent that holds it (warning)",
    "TF614": "A lock is still held when its agent has ended (warning)",
    "TF615": "A lock is released by an agent that does not hold it (warning)",
    "TF616": "A counter is not given back on every way (warning)",
    "TF620": "A label that no receiver tests (warning)",
    "TF621": "A received message is never read (warning)",
    "TF622": "A message is waited for that may never be sent (warning)",
    "TF630": "A label with several operations that wait (warning)",
    "TF631": "A label that is never reached (warning)",
    "TF632": "An agent that can never end (warning)",
}
"""Code to title. TF60x are errors, the others warnings."""
