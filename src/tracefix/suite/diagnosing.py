"""A task with everything that shows without a search."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..checker import lower
from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..lint import lint, topology_errors
from ..workspace import Workspace
from .folder import Parts, TaskFolder, locate, read_parts
from .rules import check_rules


def diagnose(target: str | Path) -> tuple[Diagnostic, ...]:
    """Every problem of a task, an id of the suite or a folder, that shows without a search: its files, the rules between them, and the
    findings about its reference. Warnings are among them.
    """
    return _diagnosed(target, lint)[1]


def load_task(target: str | Path) -> TaskFolder:
    """A task. Raises InvalidInput with everything that is an error."""
    # Warnings take longer to find than all the rest.
    parts, found = _diagnosed(target, topology_errors)
    errors = [problem for problem in found if problem.severity == "error"]
    if errors or parts is None:
        raise InvalidInput(errors)
    assert parts.document is not None
    assert parts.task is not None
    assert parts.description is not None
    assert parts.workspace is not None
    return TaskFolder(parts.path, parts.document, parts.task, parts.description, parts.workspace, parts.attempts)


def _diagnosed(target: str | Path, findings: Callable[[Workspace], tuple[Diagnostic, ...]]) -> tuple[Parts | None, tuple[Diagnostic, ...]]:
    try:
        parts, found = read_parts(locate(str(target)))
    except InvalidInput as error:
        return None, error.diagnostics
    found += check_rules(parts)
    if parts.workspace is not None:
        try:
            lower(parts.workspace)
            found += (*parts.workspace.module.warnings, *findings(parts.workspace))
        except InvalidInput as error:
            found += error.diagnostics
    return parts, tuple(found)
