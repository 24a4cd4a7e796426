"""All findings about a workspace."""

from __future__ import annotations

from ..diagnostics import Diagnostic
from ..workspace import Workspace
from . import control, gates, locks, messages
from .allowed import disallowed
from .history import History
from .protocol import read_protocol

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


def errors(workspace: Workspace) -> tuple[Diagnostic, ...]:
    """The operations that the topology does not allow (TF60x), by place."""
    return _in_order(list(disallowed(read_protocol(workspace)))) if workspace.topology is not None else ()


def findings(workspace: Workspace) -> tuple[Diagnostic, ...]:
    """Errors and warnings, by place."""
    protocol = read_protocol(workspace)
    history = History(protocol)
    return _in_order([*disallowed(protocol), *(diagnostic for rule in RULES for diagnostic in rule(history))])


def _in_order(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By place, each code once per place and message: several agents run one text."""
    unique = {(d.line or 0, d.column or 0, d.code, d.message): d for d in reversed(diagnostics)}
    return tuple(unique[key] for key in sorted(unique))
