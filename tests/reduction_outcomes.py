"""What must not depend on a reduction."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tracefix.checker import check
from tracefix.workspace import Workspace, load


@dataclass(frozen=True)
class Findings:
    """Verdict, violated properties with the lengths of their traces, and what was never reached."""

    verdict: str
    properties: dict[str, int]
    coverage: tuple[object, ...]
    distinct: int


def findings(workspace: Workspace, reduction: str, granularity: str, max_states: int, engine: str = "auto") -> Findings | None:
    """The findings of a search for every violated property; None when it did not end."""
    result = check(workspace, reduce=reduction, granularity=granularity, all=True, max_states=max_states, engine=engine, threads=1)
    if result.limit is not None or result.stats is None:
        return None
    cover = result.coverage
    return Findings(
        str(result.verdict),
        {violation.property: len(violation.trace) for violation in result.violations},
        (cover.unreached_labels, cover.never_sent, cover.untaken_branches),
        result.stats.distinct,
    )


def reduction_differences(folder: Path, max_states: int) -> list[str] | None:
    """Where `safe` and `full` find something else than `none`, or more states; None when `none` does not end."""
    workspace = load(folder)
    problems: list[str] = []
    for granularity in ("label", "op"):
        exact = findings(workspace, "none", granularity, max_states)
        if exact is None:
            return None
        for reduction, engine in (("safe", "auto"), ("full", "auto"), ("full", "kernel")):
            found = findings(workspace, reduction, granularity, max_states, engine)
            where = f"{granularity}, {reduction}, {engine}"
            if found is None:
                problems.append(f"{where}: no result within {max_states} states")
                continue
            if (found.verdict, found.properties) != (exact.verdict, exact.properties):
                problems.append(f"{where}: {found.verdict} {found.properties} instead of {exact.verdict} {exact.properties}")
            if exact.verdict == "holds" and found.coverage != exact.coverage:
                problems.append(f"{where}: coverage {found.coverage} instead of {exact.coverage}")
            if exact.verdict == "holds" and found.distinct > exact.distinct:
                problems.append(f"{where}: {found.distinct} states instead of {exact.distinct}")
    return problems
