"""Mistakes that show in the text of a protocol, found without a search: operations that the topology does not allow (errors), and
patterns that usually end in a deadlock, a lost message or a lock that stays taken (warnings).

Nothing is loaded until a workspace is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from ..diagnostics import Diagnostic
    from ..workspace import Workspace

__all__ = ["lint", "topology_errors"]


def lint(target: str | Path | Workspace) -> tuple[Diagnostic, ...]:
    """Every finding about a protocol, in the order of its text: TF60x are errors, TF61x to TF63x warnings.

    Raises InvalidInput for a target that cannot be read.
    """
    from ..workspace import Workspace, load
    from .findings import findings

    return findings(target if isinstance(target, Workspace) else load(target))


def topology_errors(workspace: Workspace) -> tuple[Diagnostic, ...]:
    """The operations that the topology does not allow: a wrong sender or receiver, a label that is not declared."""
    from . import allowed

    return allowed.topology_errors(workspace)
