"""Write `expected.json` of the suite's tasks from what both engines find.

Run from anywhere, with tracefix installed: `python tools/update_suite.py [--results FILE] [ID|FOLDER]...`; without any, all tasks. A task
that has another problem than its `expected.json` is left alone. Ends with status 1 when there was one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tracefix.suite import Options, examine, expected_text, known_ids, locate, read_results, write_results


def main() -> int:
    """Update the named tasks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, metavar="FILE", help="keep results there, and go on from them")
    parser.add_argument("--max-states", type=int, default=Options().max_states, metavar="N", help="the limit for attempts")
    parser.add_argument("--tlc-timeout", type=float, metavar="S", help="end TLC after S seconds")
    parser.add_argument("tasks", nargs="*", metavar="ID|FOLDER")
    arguments = parser.parse_args()
    options = Options(tlc_timeout=arguments.tlc_timeout, max_states=arguments.max_states)
    kept = read_results(arguments.results) if arguments.results else {}
    wrong = 0
    for name in arguments.tasks or known_ids():
        result = examine(name, options, kept.get(Path(name).name))
        kept[result.task] = result
        if arguments.results:
            write_results(arguments.results, kept)
        problems = [problem for problem in result.problems if problem.severity == "error" and problem.code != "TF823"]
        for problem in problems:
            print(problem)
        if problems:
            wrong += 1
            print(f"WRONG    {name}")
            continue
        file = locate(name) / "expected.json"
        text = expected_text(result)
        changed = not file.exists() or file.read_text(encoding="utf-8") != text
        if changed:
            file.write_text(text, encoding="utf-8")
        print(f"{'written' if changed else 'same':<8} {name}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
