"""Show the stored results of the suite: tables in docs/suite.md, and two plots beside it.

    python tools/suite_report.py            write tables and plots anew
    python tools/suite_report.py --check    end with status 1 when the tables and the results disagree

Results are those of `make suite` (docs/suite.json). A table stands between `<!-- begin NAME -->` and `<!-- end -->`. Plots need matplotlib
(`pip install '.[plots]'`) and are left as they are without it.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tracefix.suite import Run, TaskResult, markdown_table, read_results

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "suite.json"
DOCUMENT = ROOT / "docs" / "suite.md"
PLOTS = {"states": ROOT / "docs" / "suite-states.svg", "time": ROOT / "docs" / "suite-time.svg"}
COLORS = {"E": "#4c9f70", "M": "#d9a441", "H": "#b5484d"}
LEVELS = {"E": "easy", "M": "medium", "H": "hard"}

_BLOCK = re.compile(r"(<!-- begin (\S+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def figures(results: Sequence[TaskResult], measured_on: Mapping[str, Any]) -> str:
    """The suite in a few numbers."""
    counts = sorted(_states(result) for result in results)
    hard = [_states(result) for result in results if result.task.endswith("H")]
    attempts = [(result.task, run) for result in results for run in result.attempts.values()]
    statements = sum(result.statements or 0 for result in results)
    checklists = sum(result.checklist_seconds or 0 for result in results)
    lines = [
        ("tasks", f"{len(results)}"),
        ("distinct states of a reference", f"{counts[0]:,} to {counts[-1]:,}"),
        ("hard tasks above 1,000,000", f"{sum(count > 1_000_000 for count in hard)}"),
        ("hard tasks above 5,000,000", f"{sum(count > 5_000_000 for count in hard)}"),
        ("statements of checklists", f"{statements:,}, evaluated in {checklists:,.0f} s"),
        ("attempts", f"{len(attempts)} in {len({task for task, _ in attempts})} tasks"),
        ("all references", f"{_seconds(results, 'native'):,.1f} s natively, {_seconds(results, 'tlc'):,.0f} s in TLC"),
        ("measured on", f"{measured_on['machine']}, Python {measured_on['python']}; one thread each"),
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in [("", ""), ("---", "---"), *lines])


def references(results: Sequence[TaskResult], measured_on: Mapping[str, Any]) -> str:
    """A line per reference."""
    head = ("task", "agents", "locks", "channels", "counters", "states", "depth", "by operation", "native s", "TLC s", "ratio", "engines")
    return markdown_table(head, [_reference(result) for result in results])


def _reference(result: TaskResult) -> tuple[str, ...]:
    run = _run(result)
    assert run.op is not None
    assert run.tlc is not None
    numbers = (run.native.distinct, run.native.depth, run.op.distinct)
    agree = "agree" if run.agree else "differ" if run.agree is False else "not compared"
    times = f"{run.native.seconds:.2f}", f"{run.tlc.seconds:.1f}", f"{run.tlc.seconds / max(run.native.seconds, 0.001):.1f}"
    return result.task, *map(str, result.sizes.values()), *(f"{number:,}" for number in numbers), *times, agree


def attempts(results: Sequence[TaskResult], measured_on: Mapping[str, Any]) -> str:
    """A line per attempt."""
    head = ("task", "attempt", "kind", "outcome", "cause", "states", "native s", "TLC s", "engines")
    lines = []
    for result in results:
        for name, run in result.attempts.items():
            assert run.tlc is not None
            outcome = f"{run.native.properties[0]} in {run.native.trace}" if run.native.properties else run.native.verdict
            cause = run.cause or (f"{run.drives[0]} grows" if run.drives else f"refused by {run.tlc.limit}")
            states = "" if run.native.distinct is None else f"{run.native.distinct:,}"
            agree = "agree" if run.agree else "differ" if run.agree is False else "both unfinished"
            times = f"{run.native.seconds:.2f}", f"{run.tlc.seconds:.1f}"
            lines.append((result.task, name, run.kind or "", outcome, cause, states, *times, agree))
    return markdown_table(head, lines)


TABLES: dict[str, Callable[[Sequence[TaskResult], Mapping[str, Any]], str]] = {
    "figures": figures,
    "references": references,
    "attempts": attempts,
}


def render(document: str, results: Sequence[TaskResult], measured_on: Mapping[str, Any]) -> str:
    """The document with every table made anew."""
    return _BLOCK.sub(lambda match: f"{match[1]}\n{TABLES[match[2]](results, measured_on)}\n{match[4]}", document)


def plot(results: Sequence[TaskResult]) -> None:
    """Draw states against the size of the topology, and the time of one engine against that of the other."""
    import matplotlib

    matplotlib.use("svg")
    # The same results give the same file.
    matplotlib.rcParams.update({"svg.hashsalt": "tracefix", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})
    import matplotlib.pyplot as pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.2))
    for level, color in COLORS.items():
        chosen = [result for result in results if result.task.endswith(level)]
        sizes = [sum(result.sizes.values()) for result in chosen]
        axes.scatter(sizes, [_states(result) for result in chosen], color=color, label=LEVELS[level], s=28)
        for result, size in zip(chosen, sizes, strict=True):
            axes.annotate(result.task, (size, _states(result)), textcoords="offset points", xytext=(4, 3), fontsize=6)
    axes.set(yscale="log", xlabel="agents + locks + channels + counters", ylabel="distinct states", title="States of the references")
    axes.legend(loc="lower right")
    _save(figure, "states")
    figure, axes = pyplot.subplots(figsize=(7, 4.2))
    for level, color in COLORS.items():
        runs = [_run(result) for result in results if result.task.endswith(level)]
        native = [max(run.native.seconds, 0.001) for run in runs]
        axes.scatter([run.tlc.seconds for run in runs if run.tlc], native, color=color, label=LEVELS[level], s=28)
    high = axes.get_xlim()[1]
    for ratio in (1, 10, 100):
        axes.plot([0.5, 5000], [0.5 / ratio, 5000 / ratio], color="grey", linewidth=0.7, zorder=0)
        axes.annotate(f"{ratio}×", (0.6, 0.6 / ratio), fontsize=7, color="grey", textcoords="offset points", xytext=(0, 4))
    axes.set(xscale="log", yscale="log", xlabel="TLC, seconds", ylabel="native checker, seconds", title="Time for a reference")
    axes.set_xlim(0.5, max(high, 10) * 1.5)
    axes.legend(loc="lower right")
    _save(figure, "time")


def _save(figure: Any, name: str) -> None:
    figure.tight_layout()
    figure.savefig(PLOTS[name], metadata={"Date": None})


def _run(result: TaskResult) -> Run:
    assert result.reference is not None
    return result.reference


def _states(result: TaskResult) -> int:
    return _run(result).native.distinct or 0


def _seconds(results: Sequence[TaskResult], engine: str) -> float:
    return sum(outcome.seconds for result in results if (outcome := getattr(_run(result), engine)) is not None)


def main() -> int:
    """Write, or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    results = list(read_results(RESULTS).values())
    measured_on = json.loads(RESULTS.read_text(encoding="utf-8"))["measured_on"]
    before = DOCUMENT.read_text(encoding="utf-8")
    after = render(before, results, measured_on)
    if arguments.check:
        if after != before:
            print("docs/suite.md does not show the stored results; run tools/suite_report.py", file=sys.stderr)
        return int(after != before)
    DOCUMENT.write_text(after, encoding="utf-8")
    if find_spec("matplotlib") is None:
        print("matplotlib is not installed: the plots are left as they are", file=sys.stderr)
    else:
        plot(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
