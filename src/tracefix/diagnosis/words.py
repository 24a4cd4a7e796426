"""The sentences of a diagnosis."""

from __future__ import annotations

from collections.abc import Iterable

from .model import Cause, Kind, Wait


def listed(names: Iterable[str], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`."""
    *most, end = list(names)
    return f"{', '.join(most)} {last} {end}" if most else end


def wait_words(wait: Wait) -> str:
    """What an agent waits for and who could end it: `A waits for lock M held by B`."""
    return f"{wait.agent} waits for {need(wait)}"


def need(wait: Wait) -> str:
    """What is waited for and who could end the wait: `lock M held by B`."""
    names = [provider.agent for provider in wait.providers if not provider.done and provider.later]
    behind = [] if names else [provider.agent for provider in wait.providers if not provider.done]
    done = [provider.agent for provider in wait.providers if provider.done]
    past = f", and {listed(behind)} {'has' if len(behind) == 1 else 'have'} that behind" if behind else ""
    names += behind
    if wait.kind is Kind.LOCK:
        holder = listed([provider.agent for provider in wait.providers]) if wait.providers else wait.value
        if holder == wait.agent:
            holder += " itself"
        return f"lock {wait.name} held by {holder}{', which has ended' if done else ''}"
    if wait.kind is Kind.SLOT:
        if wait.taken:
            return f"a slot of {wait.name} held by {listed(p.agent for p in wait.providers)}{_ended(done)}"
        return f"a slot of {wait.name}, which {_only(names, done, 'could give back', 'gives')}"
    if wait.kind is Kind.MESSAGE:
        what = _message(wait)
        if wait.wrong_head:
            return f"{what}, whose first message is {_first(wait.value)}"
        return f"{what}, which {_only(names, done, 'could send', 'sends')}{past}"
    if wait.kind is Kind.ROOM:
        return f"room in {wait.name}, which {_only(names, done, 'could read', 'reads')}{past}"
    return (
        f"{wait.condition.removeprefix('await ') or wait.name} ({wait.value}), which {_only(names, done, 'could change', 'changes')}{past}"
    )


def _message(wait: Wait) -> str:
    what = "a message" if wait.count == 1 else f"{wait.count} more messages"
    if wait.labels:
        words = listed((f'"{label}"' for label in wait.labels), "or")
        what = words if wait.count == 1 else f"{wait.count} more {words}"
    return f"{what} on {wait.name}"


def _only(names: list[str], done: list[str], could: str, does: str) -> str:
    if names:
        return f"only {listed(names, 'or')} {could}"
    if done:
        return f"only {listed(done, 'or')} {could}{_ended(done)}"
    return f"nobody else {does}"


def _ended(done: list[str]) -> str:
    return f", and {listed(done)} {'has' if len(done) == 1 else 'have'} ended" if done else ""


def _first(value: str) -> str:
    """The first message of a channel, from its value as text."""
    return value.removeprefix("<<").split(",")[0].removesuffix(">>")


def stuck_hint(cause: Cause, waits: tuple[Wait, ...]) -> str:
    """What usually helps against a deadlock of this cause; `waits` are those of its story."""
    first = waits[0]
    agents = listed(dict.fromkeys(wait.agent for wait in waits))
    locks = [wait for wait in waits if wait.kind in (Kind.LOCK, Kind.SLOT)]
    done = listed(dict.fromkeys(p.agent for p in first.providers if p.done)) if any(p.done for p in first.providers) else ""
    if cause is Cause.CIRCULAR_WAIT:
        if len(locks) == len(waits):
            return f"let {agents} take {listed(dict.fromkeys(wait.name for wait in waits))} in one and the same order"
        if locks:
            held, holder = locks[0].name, locks[0].providers[0].agent
            return f"let {holder} give {held} back before it waits, and take it again afterwards if it is still needed"
        return f"let one of {agents} send before it receives"
    if cause is Cause.SELF_WAIT:
        return f"{first.agent} already holds {first.name} here: leave this acquire out, or release {first.name} before it"
    if cause is Cause.SENDER_FINISHED:
        if first.kind is Kind.CONDITION:
            return f"let {done} make the condition true on every way to the end"
        return f"let {done} send on {first.name} on every way to the end, and end only when {first.agent} needs nothing more"
    if cause is Cause.RECEIVER_FINISHED:
        return f"let {done or 'the receiver'} read {first.name} until {first.agent} has sent everything"
    if cause is Cause.BRANCH_COMMITTED_EARLY:
        return "put each wait first in its branch of the either, so that the message that is there takes the branch"
    if cause is Cause.MESSAGE_NEVER_SENT:
        return f"let somebody send {_message(first)}, or take this wait out"
    if cause is Cause.WRONG_MESSAGE_AT_HEAD:
        return f"let {first.agent} accept {_first(first.value)} here too, or send what it waits for first"
    if cause is Cause.COUNTER_EXHAUSTED:
        holders = listed(p.agent for p in first.providers) if first.providers else "whoever took a slot"
        if any(not p.done for p in first.providers):
            return f"let {holders} give {first.name} back before waiting for others"
        return f"let {holders} give {first.name} back on every way to the end"
    if cause is Cause.LOCK_NEVER_RELEASED:
        return f"let {done or 'its holder'} release {first.name} on every way to the end"
    return "let some agent make what is waited for true, or take the wait out"
