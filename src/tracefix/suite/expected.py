"""`expected.json`: what was measured of a task once, and must come out again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostic
from .folder import EXPECTED
from .outcomes import Outcome, Run, TaskResult
from .running import Options

SCHEMA = "tracefix.suite.expected/1"
UPDATE = "run tools/update_suite.py when the change is meant"


def expectation(result: TaskResult) -> dict[str, Any]:
    """The content of `expected.json` for a result that has everything: counts of the reference by each engine, and how attempts end."""
    reference = result.reference
    assert reference is not None
    assert reference.op is not None
    assert reference.tlc is not None
    return {
        "schema": SCHEMA,
        "reference": {
            "verdict": reference.native.verdict,
            "tlc": reference.tlc.counts,
            "native": reference.native.counts,
            "op": reference.op.counts,
        },
        "attempts": {name: _attempt(run) for name, run in result.attempts.items()},
    }


def _attempt(run: Run) -> dict[str, Any]:
    data: dict[str, Any] = {"verdict": run.native.verdict}
    if run.native.verdict == "violated":
        data |= {"property": run.native.properties[0], "trace": run.native.trace, "cause": run.cause}
    return data


def expected_text(result: TaskResult) -> str:
    """The text of `expected.json`."""
    return json.dumps(expectation(result), indent=1) + "\n"


def compare(path: Path, result: TaskResult, options: Options) -> Iterator[Diagnostic]:
    """Where a result differs from the `expected.json` of a task's folder (TF823). What was not run is not compared."""
    file = path / EXPECTED
    try:
        expected = json.loads(file.read_text(encoding="utf-8"))
        reference, attempts = dict(expected["reference"]), dict(expected["attempts"])
    except FileNotFoundError:
        yield Diagnostic("TF823", "there is no expected.json", file=str(file), hint="tools/update_suite.py writes it")
        return
    except (OSError, ValueError, KeyError, TypeError):
        yield Diagnostic("TF823", "expected.json cannot be read", file=str(file), hint=UPDATE)
        return

    def differs(what: str, wanted: Any, found: Any) -> Diagnostic:
        return Diagnostic("TF823", f"{what}: {wanted} expected, {found} found", file=str(file), hint=UPDATE)

    if result.reference is not None:
        runs: dict[str, Outcome | None] = {"tlc": result.reference.tlc, "native": result.reference.native, "op": result.reference.op}
        for engine, outcome in runs.items():
            for name, count in (outcome.counts if outcome is not None and outcome.verdict == "holds" else {}).items():
                wanted = reference.get(engine, {}).get(name)
                if wanted != count:
                    yield differs(f"{name} of the reference, {engine}", wanted, count)
    for name, run in result.attempts.items():
        if (found := _attempt(run)) != attempts.get(name):
            yield differs(f"attempt {name}", attempts.get(name), found)
    if options.attempts and (gone := set(attempts) - set(result.attempts)):
        yield Diagnostic("TF823", f"there is no attempt {', '.join(sorted(gone))}", file=str(file), hint=UPDATE)
