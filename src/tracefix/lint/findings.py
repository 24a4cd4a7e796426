"""All findings about a workspace."""

from __future__ import annotations

from ..diagnostics import Diagnostic
from ..workspace import Workspace
from . import control, gates, locks, messages
from .allowed import disallowed
from .history import History
from .protocol import in_order, read_protocol

RULES = (
    messages.early_choices,
    gates.held_across_receive,
    locks.orders,
    locks.taken_twice,
    locks.kept,
    locks.not_owned,
    locks.slots_kept,
    messages.untested,
    messages.unread,
    messages.never_sent,
    control.several_waits,
    control.unreached,
    control.endless,
)


def findings(workspace: Workspace) -> tuple[Diagnostic, ...]:
    """Errors and warnings, by place."""
    protocol = read_protocol(workspace)
    history = History(protocol)
    return in_order([*disallowed(protocol), *(diagnostic for rule in RULES for diagnostic in rule(history))])
