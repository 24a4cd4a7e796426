"""Compare tracefix with pcal.trans and SANY on valid modules with mistakes put in.

    python tools/mutate.py [--count N] [--seed S] [--templates]     compare N mutants; exit status 1 when anything differs
    python tools/mutate.py --record                                 write tests/pluscal/recorded_mutants.json
    python tools/mutate.py --fuzz N [--seed S]                      N random inputs for each reader, without Java

Mutants are made by `tests/pluscal/mutations.py` from the templates beside it and, without `--templates`, from every protocol of
the corpus and the examples. Where both accept or both refuse, they agree; `tests/pluscal/deliberate.py` lists what tracefix refuses on
purpose. A difference is judged once more in a Java process of its own before it is reported.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "pluscal"), str(ROOT / "tests" / "fuzz")]

from bases import TEMPLATES, files  # noqa: E402  (needs the path above)
from deliberate import deliberate  # noqa: E402
from inputs import crashes  # noqa: E402
from mutations import Mutant, mutants  # noqa: E402
from verdicts import complaints, disagreement, place  # noqa: E402

from judge import Opinion, opinions  # noqa: E402
from tracefix.tlc import find_toolchain  # noqa: E402

RECORDED = ROOT / "tests" / "pluscal" / "recorded_mutants.json"
RECORDED_COUNT, RECORDED_SEED = 300, 2026
CHUNK = 500


def compare(bases: Mapping[str, str], count: int, seed: int) -> int:
    """Compare mutants and print what differs; the number of differences."""
    tools = find_toolchain()
    made = mutants(bases, count, seed)
    verdicts: Counter[str] = Counter()
    places: Counter[str] = Counter()
    different = 0
    for begin in range(0, count, CHUNK):
        chunk = made[begin : begin + CHUNK]
        for mutant, opinion in zip(chunk, opinions(tools, [each.text for each in chunk]), strict=True):
            found = complaints(mutant.text)
            problem = disagreement(found, opinion.refused_by)
            if problem is not None:
                (opinion,) = opinions(tools, [mutant.text])
                problem = disagreement(found, opinion.refused_by)
            if problem is not None:
                different += 1
                show(bases, mutant, problem, opinion)
            verdicts[_verdict(found, opinion)] += 1
            if found:
                places[place(found, opinion)] += 1
        print(f"{min(begin + CHUNK, count)} compared, {different} differ", file=sys.stderr, flush=True)
    for name, number in verdicts.most_common():
        print(f"{number:6} {name}")
    print(f"place of the first refusal beside that of pcal.trans: {dict(places)}")
    return different


def _verdict(found: list[Any], opinion: Opinion) -> str:
    if not found:
        return "accepted by both" if not opinion.refused_by else f"accepted here, refused by {opinion.refused_by}"
    if opinion.refused_by:
        return f"refused by both ({opinion.refused_by})"
    return f"refused here only: {deliberate(found) or 'not on the list'}"


def show(bases: Mapping[str, str], mutant: Mutant, problem: str, opinion: Opinion) -> None:
    """Print a difference: the edit, both opinions."""
    print(f"--- {mutant.base}: {', '.join(mutant.edits)}: {problem}")
    before, after = bases[mutant.base].split("\n"), mutant.text.split("\n")
    print("\n".join(line for line in difflib.unified_diff(before, after, n=0, lineterm="") if not line.startswith(("---", "+++"))))
    if opinion.refused_by:
        print("\n".join(f"    {line}" for line in opinion.output.splitlines() if not line.startswith(("Parsing", "Semantic proc"))))


def record() -> None:
    """Write what the tools say about a fixed set of mutants of the templates."""
    made = mutants(TEMPLATES, RECORDED_COUNT, RECORDED_SEED)
    said = opinions(find_toolchain(), [mutant.text for mutant in made])
    entries = [
        {"sha256": hashlib.sha256(mutant.text.encode()).hexdigest()[:16], "refused_by": opinion.refused_by, "lines": opinion.lines}
        for mutant, opinion in zip(made, said, strict=True)
    ]
    body = ",\n".join("  " + json.dumps(entry) for entry in entries)
    RECORDED.write_text(f'{{"count": {RECORDED_COUNT}, "seed": {RECORDED_SEED}, "mutants": [\n{body}\n]}}\n', encoding="utf-8")
    print(f"{len(entries)} verdicts written to {RECORDED.relative_to(ROOT)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=3000, help="how many mutants (default 3000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the choice (default 0)")
    parser.add_argument("--templates", action="store_true", help="mutate the templates only")
    parser.add_argument("--record", action="store_true", help="record verdicts for the tests")
    parser.add_argument("--fuzz", type=int, default=0, help="random inputs for each reader instead of mutants")
    arguments = parser.parse_args()
    if arguments.record:
        record()
        return 0
    if arguments.fuzz:
        found = crashes(arguments.fuzz, arguments.seed)
        for line in found:
            print(line)
        return 1 if found else 0
    bases = TEMPLATES if arguments.templates else {**TEMPLATES, **files()}
    return 1 if compare(bases, arguments.count, arguments.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
