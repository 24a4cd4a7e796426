"""Compare the checker with itself and with TLC on random protocols.

    python tools/differential.py [--count N] [--seed S] [--parallel P]

Every protocol goes through the interpreter, the Python loop and the kernel, and then through TLC: one half as it is, the other half
without invariants and deadlock check, so that whole state spaces are compared. On a difference the protocol is made as small as
possible and written as a new case below `tests/corpus`, with what TLC says as the expected outcome; then run `tools/update_corpus.py`.
Exit status 1 when anything differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from engine_outcomes import all_by_reference, by_reference, differences  # noqa: E402  (needs the path above)
from protocol_generator import Protocol, sample, shrink  # noqa: E402

from tracefix.checker import CheckResult  # noqa: E402
from tracefix.diagnostics import Diagnostic  # noqa: E402
from tracefix.tlc import Toolchain, find_toolchain, verify  # noqa: E402
from tracefix.workspace import load  # noqa: E402

MAX_STATES = 2_000
CHUNK = 50
TLC_SECONDS = 120.0
KINDS = {"Deadlock": "deadlock", "CompletionReachable": "livelock"}


def compare(protocol: Protocol, tools: Toolchain) -> list[str] | None:
    """Where engines or TLC differ; None when the protocol has too many states."""
    with tempfile.TemporaryDirectory(prefix="tracefix-differential-") as name:
        folder = protocol.write(Path(name) / "case")
        try:
            found = differences(folder, MAX_STATES)
            if found is None or found:
                return found
            result = verify(folder, tlc_timeout=TLC_SECONDS, toolchain=tools, max_states=10 * MAX_STATES)
        except Exception:
            return [traceback.format_exc()]
        return list(result.differences)


def write_case(protocol: Protocol, name: str, tools: Toolchain) -> Path:
    """Put the protocol into the corpus, with TLC's verdict as what must come out."""
    with tempfile.TemporaryDirectory(prefix="tracefix-differential-") as temporary:
        folder = protocol.write(Path(temporary) / "case")
        tlc = verify(folder, toolchain=tools, tlc_timeout=TLC_SECONDS).tlc
        if tlc is None:
            raise SystemExit("TLC did not run")
        expected = expectation(folder, tlc)
    kind = {"holds": "holds", "invalid": "invalid"}.get(expected["verdict"]) or KINDS.get(expected["property"], "violated")
    target = protocol.write(ROOT / "tests" / "corpus" / kind / name)
    (target / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
    return target


def expectation(folder: Path, tlc: CheckResult) -> dict[str, Any]:
    """The members of `expected.json` that the author of a case writes. What TLC does not check comes from the interpreter."""
    errors = [diagnostic for diagnostic in tlc.diagnostics if diagnostic.severity == "error"]
    if errors:
        return refusal(errors[0])
    workspace = load(folder)
    everything = all_by_reference(workspace, 50 * MAX_STATES) or {}
    found = tlc.violations[0] if tlc.violations else None
    name = found.property if found else "CompletionReachable" if "CompletionReachable" in everything else None
    expected: dict[str, Any] = {
        "verdict": "holds" if name is None else "violated",
        "property": name,
        "also": {key: length for key, length in everything.items() if key not in (name, "CompletionReachable")},
        "trace": None,
        "trace_length": None,
    }
    if found is not None:
        expected["trace"] = [f"{entry.step.agent}.{entry.step.label}" for entry in found.trace if entry.step is not None]
        expected["trace_length"] = len(found.trace)
        if found.failing is not None:
            expected |= {"failing": f"{found.failing.agent}.{found.failing.label}", "line": found.line}
    elif name is not None:
        reference = by_reference(workspace, "label", 50 * MAX_STATES)
        expected["trace_length"] = None if reference is None else reference.trace_length
    return expected


def refusal(error: Diagnostic) -> dict[str, Any]:
    """Which tool refuses the protocol. What tracefix should say then is for the author to write."""
    stages = {"pcal.trans": "pcal", "TLC's parser": "sany", "TLC refuses the configuration": "config"}
    stage = next((name for start, name in stages.items() if error.message.startswith(start)), "evaluation")
    place = {"code": "TF520", "file": "Protocol.tla", "line": error.line}
    return {"verdict": "invalid", "stage": stage, "diagnostics": [place] if stage == "evaluation" else []}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500, help="how many protocols (default 500)")
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds, one for every 50 protocols (default 0)")
    parser.add_argument("--parallel", type=int, default=2, help="protocols at once (default 2)")
    arguments = parser.parse_args()
    tools = find_toolchain()
    done = large = 0
    with ThreadPoolExecutor(arguments.parallel) as executor:
        for number in range(arguments.seed, arguments.seed + -(-arguments.count // CHUNK)):
            chosen = sample(CHUNK, number)[: arguments.count - done - large]
            variants = [protocol.exploring() if index % 2 else protocol for index, protocol in enumerate(chosen)]
            outcomes = zip(chosen, variants, executor.map(lambda variant: compare(variant, tools), variants), strict=True)
            for index, (protocol, variant, found) in enumerate(outcomes):
                large += found is None
                done += found is not None
                if found:
                    print("\n".join([f"seed {number}, protocol {index} differs:", repr(variant), *found]), flush=True)
                    return report(protocol, variant != protocol, number, tools)
            print(f"{done} compared, {large} left out with more than {MAX_STATES} states", file=sys.stderr, flush=True)
    return 0


def report(protocol: Protocol, exploring: bool, number: int, tools: Toolchain) -> int:
    """Shrink a protocol that differs and write it into the corpus; the exit status."""
    print("shrinking ...", file=sys.stderr, flush=True)
    small = shrink(protocol, CHUNK, number, lambda candidate: bool(compare(candidate.exploring() if exploring else candidate, tools)))
    variant = small.exploring() if exploring else small
    print("\n".join(["the smallest that differs:", repr(variant), *(compare(variant, tools) or [])]), flush=True)
    target = write_case(variant, f"differential_{number}", tools)
    print(f"written to {target.relative_to(ROOT)}; run tools/update_corpus.py {target.name}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
