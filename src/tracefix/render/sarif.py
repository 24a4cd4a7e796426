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
from ..explain.properties import PROPERTIES
from .text import changes

if TYPE_CHECKING:
    from ..checker import CheckResult, Step, Violation
    from ..tlc import VerifyResult
    from ..workspace import Workspace

VERSION = "2.1.0"
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {"error": "error", "warning": "warning"}


def sarif_log(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """The log of a validation, ready for `json.dumps`."""
    return _log([_diagnostic(each) for each in diagnostics], _rules(diagnostics), {"executionSuccessful": True})


def sarif_check(result: CheckResult, workspace: Workspace, findings: Sequence[Diagnostic] = ()) -> dict[str, Any]:
    """The log of a check, with what was found without a search. A search that did not end is no successful execution; notes are
    notifications."""
    return _checked(result, workspace, findings, result.diagnostics, result.notes, ())


def sarif_verify(result: VerifyResult, workspace: Workspace, findings: Sequence[Diagnostic] = ()) -> dict[str, Any]:
    """The log of a comparison: the native results, TLC's diagnostics, and each difference as an error of the execution."""
    other = () if result.tlc is None else result.tlc.diagnostics
    diagnostics = (*result.native.diagnostics, *(each for each in other if each not in result.native.diagnostics))
    return _checked(result.native, workspace, findings, diagnostics, (*result.native.notes, *result.notes), result.differences)


def _checked(
    result: CheckResult,
    workspace: Workspace,
    findings: Sequence[Diagnostic],
    diagnostics: Sequence[Diagnostic],
    remarks: Sequence[str],
    differences: Sequence[str],
) -> dict[str, Any]:
    placed = [*diagnostics, *(finding for finding in findings if finding not in diagnostics)]
    results = [_violation(violation, workspace) for violation in result.violations]
    results += [_diagnostic(each) for each in placed]
    rules = [_property(violation.property) for violation in result.violations] + _rules(placed)
    errors = [] if result.limit is None else [f"the search was stopped by its limit: {result.limit}"]
    errors += [f"the native checker and TLC disagree: {difference}" for difference in differences]
    notes = [{"level": "error", "message": {"text": error}} for error in errors]
    notes += [{"level": "note", "message": {"text": note}} for note in remarks]
    return _log(results, rules, {"executionSuccessful": not errors, "toolExecutionNotifications": notes})


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
    text = (
        PROPERTIES[name][0] if name in PROPERTIES else (f"The invariant {name} of the protocol holds in every state that can be reached.")
    )
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
