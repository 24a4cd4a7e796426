"""What each property says, and what is most often behind a violation."""

from __future__ import annotations

from textwrap import fill

PROPERTIES: dict[str, tuple[str, str]] = {
    "Deadlock": (
        "From every state that can be reached, some agent can move, or all have ended.",
        "Violated, agents wait for each other: for a message that nobody sends any more, or for a lock whose holder waits too. The last "
        "line of the trace says where each agent waits and what it looks at. Findings without a search often name the "
        "reason (TF610 to TF632).",
    ),
    "CompletionReachable": (
        "From every state that can be reached, all agents can still end.",
        "Violated, some state has no way to the end although agents still move: a loop that nobody leaves, or an agent that waits for "
        "ever while others go on. No fairness is assumed: an agent that may refuse for ever, but need not, is no violation.",
    ),
    "Assertion": (
        "Every assert statement holds whenever it is executed.",
        "Violated, the trace ends before the step that fails, and the line of the assertion is named.",
    ),
    "MutualExclusion": (
        "A lock is taken only when it is free, and given back only by the agent that holds it.",
        "Violated, an agent releases a lock that another one holds or that is free, or takes one without waiting until it is free.",
    ),
    "NoOrphanLocks": (
        "When all agents have ended, every lock is free.",
        "Violated, some way to the end of an agent leaves a release out: often the way of an error (TF614).",
    ),
    "ChannelsDrained": (
        "When all agents have ended, every channel is empty.",
        "Violated, a message was sent to an agent that has ended or no longer looks at the channel, or more were sent than are received.",
    ),
    "ChannelBound": (
        "No channel ever holds more messages than its bound.",
        "Violated, a sender is ahead of its receiver without waiting for it. The bound is 3 unless the topology (`bound`) or --bound says "
        "otherwise. Let the sender wait for an answer, or set the bound to what is meant.",
    ),
    "TypeInvariant": (
        "Locks, counters and channels only ever hold what the topology allows.",
        "Violated, a channel carries a label that is not declared, a lock holds something else than FREE or an agent, or a counter leaves "
        "the range from 0 to its initial value (with `grows`, it may rise).",
    ),
}
"""Each property with what it says and what to look for. Any other name is an invariant of the author."""


def property_text(name: str) -> str:
    """What is to be said about a property, as Markdown."""
    says, behind = PROPERTIES[name]
    return f"# {name}: a property\n\n{says}\n\n{fill(behind, 130)}\n"
