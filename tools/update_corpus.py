"""Verify the corpus and the examples with pcal.trans and TLC, and write the counts into each `expected.json`.

    python tools/update_corpus.py [--check] [NAME ...]

Verdict, property, `also`, trace and `scenario_states` are the author's. This program runs TLC on each case, refuses to
write when TLC disagrees with them, and otherwise writes `distinct`, `generated`, `depth`, `cannot_complete` and
`completion_trace_length`. `--check` writes nothing and fails when something would change. NAMEs are parts of case names.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(Path(__file__).resolve().parent)]

from corpus_cases import Case, corpus_cases, example_cases  # noqa: E402  (needs the path above)

from raw_tlc import Graph, Run, run_tlc, translate  # noqa: E402

_TOPOLOGY_PROPERTIES = ("TypeInvariant", "ChannelBound", "NoOrphanLocks", "ChannelsDrained")
_ASSERTION = re.compile(r'Assert\((.*?),\s*"Failure of assertion at [^"]*"\)', re.DOTALL)
_RELEASE = re.compile(r"assert\s+\w+\s*=\s*(agent|self)\b")


class Disagreement(Exception):
    """TLC says something else than the author of the case."""


def topology_definitions(topology: dict[str, Any]) -> str:
    """The properties that a topology brings along, as TLA+ text."""
    agents = [agent["id"] for agent in topology["agents"]]
    locks = [item["id"] for item in topology["resources"] if item["type"] == "Lock"]
    counters = {item["id"]: item["config"]["initial"] for item in topology["resources"] if item["type"] == "Counter"}
    channels = topology["channels"]
    done = r'\A t_p \in ProcSet : pc[t_p] = "Done"'

    def conjunction(items: list[str]) -> str:
        return "".join(f"\n    /\\ {item}" for item in items or ["TRUE"])

    types = [f"{lock} \\in {{{', '.join([*agents, 'FREE'])}}}" for lock in locks]
    types += [f"{counter} \\in 0..{initial}" for counter, initial in counters.items()]
    for channel in channels:
        labels = ", ".join(f'"{label}"' for label in channel["labels"])
        types.append(f"\\A t_i \\in 1..Len({channel['id']}) : {channel['id']}[t_i] \\in {{{labels}}}")
    parts = {
        "TypeInvariant": conjunction(types),
        "ChannelBound": conjunction([f"Len({channel['id']}) <= {channel.get('bound', 3)}" for channel in channels]),
        "NoOrphanLocks": f" ({done}) =>" + conjunction([f"{lock} = FREE" for lock in locks]),
        "ChannelsDrained": f" ({done}) =>" + conjunction([f"{channel['id']} = <<>>" for channel in channels]),
    }
    return "".join(f"{name} =={parts[name]}\n" for name in _TOPOLOGY_PROPERTIES)


def split_config(text: str) -> tuple[str, list[str], bool]:
    """A configuration without its invariants and deadlock line, its invariants, and whether deadlock is checked."""
    match = re.search(r"^INVARIANTS?\b((?:\s+(?!CONSTRAINTS?\b|CONSTANTS?\b|SPECIFICATION\b|CHECK_DEADLOCK\b)\w+)*)", text, re.MULTILINE)
    invariants = match[1].split() if match else []
    rest = text.replace(match[0], "") if match else text
    return re.sub(r"CHECK_DEADLOCK\s+\w+", "", rest), invariants, not re.search(r"CHECK_DEADLOCK\s+FALSE", text)


def require(condition: bool, message: str) -> None:
    if not condition:
        raise Disagreement(message)


def verify_case(case: Case, folder: Path) -> dict[str, Any]:
    """Compare a valid case with TLC; what is to be written into its `expected.json`."""
    expected = case.expected
    base, invariants, deadlock = split_config(case.config.read_text())
    translated, output = translate(case.protocol, folder)
    require(translated, f"pcal.trans fails:\n{output}")
    if case.topology is not None:
        module = folder / "Protocol.tla"
        body, end, tail = module.read_text().rpartition("\n====")
        module.write_text(body + "\n" + topology_definitions(json.loads(case.topology.read_text())) + end + tail)
        invariants = [*_TOPOLOGY_PROPERTIES, *invariants]

    def run(chosen: list[str], *arguments: str) -> Run:
        return run_tlc(folder, base + "".join(f"\nINVARIANT {name}" for name in chosen) + "\n", *arguments)

    full = run(invariants, *([] if deadlock else ["-deadlock"]))
    found = full.findings[0].property if full.findings else None
    wanted = expected["property"]
    if wanted in ("Assertion", "MutualExclusion"):
        return _verify_failing_step(case, full, folder, base)
    require(not full.failed_assertion, f"an assertion fails: {full.failed_assertion}")
    require(found == (None if wanted == "CompletionReachable" else wanted), f"TLC finds {found}, not {wanted}:\n{full.output[-3000:]}")
    if found is not None:
        require(len(full.findings[0].trace) == expected["trace_length"], f"TLC's trace has {len(full.findings[0].trace)} states")

    whole = run([], "-deadlock", "-dump", "dot,actionlabels", "graph.dot")
    require(whole.finished, f"TLC does not finish:\n{whole.output[-3000:]}")
    graph = Graph(folder / "graph.dot")
    stuck = graph.stuck()
    completion = graph.distance(stuck)
    targets: dict[str, set[str]] = {"CompletionReachable": stuck}
    targets["Deadlock"] = {node for node in stuck if not graph.edges.get(node)} if deadlock else set()
    for name in invariants:
        bad = {finding.trace[-1][1] for finding in run([name], "-deadlock", "-continue").findings} if found else set()
        targets[name] = {node for node, text in graph.states.items() if text in bad}
    lengths = {name: graph.distance(nodes) for name, nodes in targets.items() if nodes}
    if wanted != "CompletionReachable" and expected["verdict"] == "holds":
        require(completion is None, "completion is not always reachable")
    also = {name: length for name, length in lengths.items() if name not in ("CompletionReachable", wanted)}
    require(also == expected["also"], f"other violated properties are {also}, not {expected['also']}")
    if wanted is not None:
        require(lengths[wanted] == expected["trace_length"], f"the shortest trace has {lengths[wanted]} states")
        if expected["trace"] is not None:
            require(len(expected["trace"]) + 1 == expected["trace_length"], "trace and trace_length differ")
            require(bool(graph.follow(expected["trace"]) & targets[wanted]), "the trace does not lead to a violating state")
    if (states := expected.get("scenario_states")) is not None and states != whole.distinct:
        require("scenario_note" in expected, f"{whole.distinct} distinct states, the scenario says {states}: scenario_note is missing")
    if (stopped := expected.get("scenario_cannot_complete")) is not None:
        require(stopped == len(stuck), f"{len(stuck)} states cannot complete, the scenario says {stopped}")
    counts = {"distinct": whole.distinct, "generated": whole.generated, "depth": whole.depth}
    return counts | {"cannot_complete": len(stuck), "completion_trace_length": completion}


def _verify_failing_step(case: Case, full: Run, folder: Path, base: str) -> dict[str, Any]:
    """A failing assertion ends TLC's search, so there are no counts; the trace ends in the state before the step.

    With assertions as guards, TLC's graph holds the states that are reachable without a failure. With assertions left out,
    the additional edges that leave those states are the failing steps.
    """
    expected = case.expected
    require(bool(full.failed_assertion), f"TLC finds no failing assertion:\n{full.output[-3000:]}")
    line = int(re.findall(r"line (\d+)", full.failed_assertion)[0])
    require(expected["line"] == line, f"TLC's message names line {line}")
    release = bool(_RELEASE.search(case.protocol.read_text().splitlines()[line - 1]))
    require(release == (expected["property"] == "MutualExclusion"), f"line {line} is not what {expected['property']} is about")
    module = (folder / "Protocol.tla").read_text()
    graphs = []
    for replacement in (r"(\1)", "TRUE"):
        (folder / "Protocol.tla").write_text(_ASSERTION.sub(replacement, module))
        run = run_tlc(folder, base, "-deadlock", "-dump", "dot,actionlabels", "graph.dot")
        require(run.finished, f"TLC does not finish:\n{run.output[-3000:]}")
        graphs.append(Graph(folder / "graph.dot"))
    safe, free = graphs
    known = {text: node for node, text in safe.states.items()}
    failing: dict[str, set[str]] = {}
    for node, edges in free.edges.items():
        if (here := known.get(free.states[node])) is not None:
            allowed = {(action, safe.states[target]) for action, target in safe.edges.get(here, ())}
            failing[here] = {action for action, target in edges if (action, free.states[target]) not in allowed}
    targets = {node for node, actions in failing.items() if actions}
    require(safe.distance(targets) == expected["trace_length"], f"the shortest trace has {safe.distance(targets)} states")
    agent, _, label = expected["failing"].rpartition(".")
    ends = {node for node in safe.follow(expected["trace"]) if label in failing.get(node, ()) and safe.pc[node].get(agent) == label}
    require(len(expected["trace"]) + 1 == expected["trace_length"] and bool(ends), "the trace does not lead to the failing step")
    return dict.fromkeys(("distinct", "generated", "depth", "cannot_complete", "completion_trace_length"))


def verify_invalid(case: Case, folder: Path) -> dict[str, Any]:
    """An invalid case must be refused by the tool that `stage` names; tracefix alone refuses topologies and temporal properties."""
    stage = case.expected["stage"]
    if stage in ("topology", "tracefix"):
        return {}
    translated, output = translate(case.protocol, folder)
    if stage == "pcal":
        require(not translated, "pcal.trans accepts it")
        return {}
    require(translated, f"pcal.trans fails:\n{output}")
    run = run_tlc(folder, case.config.read_text())
    statuses = {"sany": (150,), "config": (150, 151), "start": (10, 75, 76, 255), "evaluation": (75, 76, 77)}[stage]
    require(not run.finished and run.status in statuses, f"TLC exits {run.status}:\n{run.output[-3000:]}")
    return {}


def selected(names: list[str]) -> Iterator[Case]:
    for case in [*corpus_cases(), *example_cases()]:
        if not names or any(name in case.name for name in names):
            yield case


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a file is not up to date")
    parser.add_argument("names", nargs="*", metavar="NAME", help="parts of case names")
    arguments = parser.parse_args()
    failures = 0
    for case in selected(arguments.names):
        with tempfile.TemporaryDirectory(prefix="tracefix-corpus-") as folder:
            try:
                verify = verify_invalid if case.expected["verdict"] == "invalid" else verify_case
                text = json.dumps(case.expected | verify(case, Path(folder)), indent=1) + "\n"
                file = case.folder / "expected.json"
                if arguments.check:
                    require(file.read_text() == text, "expected.json is not up to date")
                else:
                    file.write_text(text)
                print(f"ok       {case.name}")
            except Disagreement as problem:
                failures += 1
                print(f"DIFFERS  {case.name}: {problem}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
