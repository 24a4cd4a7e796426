"""Results as SARIF 2.1.0 (OASIS), the form that code-scanning services read.

One run per log. Each diagnostic and each violated property is a result; a violation carries its trace as a code flow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .. import __version__
from ..diagnostics import Diagnostic, Fix
from ..explain import page
from .text import changes

if TYPE_CHECKING:
    from ..checker import CheckResult, Step, Violation
    from ..workspace import Workspace

VERSION = "2.1.0"
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

PROPERTIES = {
    "Deadlock": "From every state that can be reached, some agent can move, or all have ended.",
    "CompletionReachable": "From every state that can be reached, all agents can still end.",
    "Assertion": "Every assert statement holds whenever it is executed.",
    "MutualExclusion": "A lock is taken only when it is free, and given back only by the agent that holds it.",
    "NoOrphanLocks": "When all agents have ended, every lock is free.",
    "ChannelsDrained": "When all agents have ended, every channel is empty.",
    "ChannelBound": "No channel ever holds more messages than its bound.",
    "TypeInvariant": "Locks, counters and channels only ever hold what the topology allows.",
}
"""What is checked, by property; whatever else is violated is an invariant of the author."""

_LEVELS = {"error": "error", "warning": "warning"}


def sarif_log(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """The log of a validation, ready for `json.dumps`."""
    return _log([_diagnostic(each) for each in diagnostics], _rules(diagnostics), {"executionSuccessful": True})


def sarif_check(result: CheckResult, workspace: Workspace) -> dict[str, Any]:
    """The log of a check. A search that did not end is no successful execution; notes are notifications."""
    results = [_violation(violation, workspace) for violation in result.violations]
    results += [_diagnostic(each) for each in result.diagnostics]
    rules = [_property(violation.property) for violation in result.violations] + _rules(result.diagnostics)
    notes = [{"level": "note", "message": {"text": note}} for note in result.notes]
    if result.limit is not None:
        notes.insert(0, {"level": "error", "message": {"text": f"the search was stopped by its limit: {result.limit}"}})
    return _log(results, rules, {"executionSuccessful": result.limit is None, "toolExecutionNotifications": notes})


def _log(results: list[dict[str, Any]], rules: list[dict[str, Any]], invocation: dict[str, Any]) -> dict[str, Any]:
    index = {rule["id"]: number for number, rule in enumerate(rules)}
    for result in results:
        result["ruleIndex"] = index[result["ruleId"]]
    driver = {"name": "tracefix", "version": __version__, "semanticVersion": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "invocations": [invocation], "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": VERSION, "runs": [run]}


def _rules(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """One rule per code, in order of first use."""
    levels: dict[str, str] = {}
    for diagnostic in diagnostics:
        levels.setdefault(diagnostic.code, _LEVELS.get(diagnostic.severity, "note"))
    rules = []
    for code, level in levels.items():
        found = page(code)
        rules.append(
            {
                "id": code,
                "shortDescription": {"text": found.title},
                "fullDescription": {"text": " ".join(found.meaning.split())},
                "help": {"text": found.text, "markdown": found.text},
                "defaultConfiguration": {"level": level},
            }
        )
    return rules


def _property(name: str) -> dict[str, Any]:
    text = PROPERTIES.get(name, f"The invariant {name} of the protocol holds in every state that can be reached.")
    return {
        "id": name,
        "shortDescription": {"text": f"{name} is violated"},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": "error"},
    }


def _diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    text = diagnostic.message if diagnostic.hint is None else f"{diagnostic.message}\n{diagnostic.hint}"
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "level": _LEVELS.get(diagnostic.severity, "note"),
        "message": {"text": text},
    }
    if diagnostic.file is not None:
        physical: dict[str, Any] = {"artifactLocation": _artifact(diagnostic.file)}
        if diagnostic.line is not None:
            physical["region"] = _region(diagnostic.line, diagnostic.column, diagnostic.end_line, diagnostic.end_column)
            # The context must hold the whole region, and the excerpt is one line.
            if diagnostic.excerpt is not None and diagnostic.end_line in (None, diagnostic.line):
                physical["contextRegion"] = {"startLine": diagnostic.line, "snippet": {"text": diagnostic.excerpt}}
        location: dict[str, Any] = {"physicalLocation": physical}
        if diagnostic.pointer:
            location["logicalLocations"] = [{"fullyQualifiedName": diagnostic.pointer, "kind": "member"}]
        result["locations"] = [location]
    if diagnostic.fix is not None:
        result["fixes"] = [_fix(diagnostic.fix)]
    return result


def _fix(fix: Fix) -> dict[str, Any]:
    replacement = {
        "deletedRegion": _region(fix.line, fix.column, fix.end_line, fix.end_column),
        "insertedContent": {"text": fix.replacement},
    }
    change = {"artifactLocation": _artifact(fix.file), "replacements": [replacement]}
    return {"description": {"text": fix.message}, "artifactChanges": [change]}


def _violation(violation: Violation, workspace: Workspace) -> dict[str, Any]:
    """A result at the statement or step that fails, at the last step, or at the algorithm when the initial state is to blame."""
    source = workspace.source
    flow = [_step(entry.step, ", ".join(changes(entry)), source.name) for entry in violation.trace if entry.step is not None]
    if violation.failing is not None:
        flow.append(_step(violation.failing, "this step fails", source.name))
    if violation.line is not None:
        place = _physical(source.name, violation.line, violation.column)
    elif flow:
        place = flow[-1]["physicalLocation"]
    else:
        place = _physical(source.name, *source.position(workspace.module.algorithm.span.start))
    words = violation.message
    text = words if words.startswith(f"{violation.property} ") else f"{violation.property}: {words}"
    result = {"ruleId": violation.property, "level": "error", "message": {"text": text}, "locations": [{"physicalLocation": place}]}
    if flow:
        result["codeFlows"] = [{"threadFlows": [{"locations": [{"location": location} for location in flow]}]}]
    return result


def _step(step: Step, what: str, file: str) -> dict[str, Any]:
    place = _physical(file, step.line, step.column, step.column + len(step.label))
    return {"physicalLocation": place, "message": {"text": f"{step.agent} at {step.label}: {what}".removesuffix(": ")}}


def _physical(file: str, line: int, column: int | None, end_column: int | None = None) -> dict[str, Any]:
    return {"artifactLocation": _artifact(file), "region": _region(line, column, None, end_column)}


def _region(line: int, column: int | None, end_line: int | None, end_column: int | None) -> dict[str, int]:
    """Lines and columns from 1, the end behind the last character: as diagnostics have them."""
    numbers = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    return {name: number for name, number in numbers.items() if number is not None}


def _artifact(file: str) -> dict[str, str]:
    """A relative path as a relative URI, an absolute one as a file URI."""
    path = PurePath(file)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}
