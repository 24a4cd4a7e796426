"""Protocols of any size for benchmarks, as workspaces.

    python bench/protocols.py review 3 FOLDER      write Protocol.tla, Protocol.cfg and topology.json
    python bench/protocols.py --measure review 3   run TLC on it and record its counts in bench/protocols.json

`review(n)`: n developers and a reviewer share two locks, a counter of slots and 2n channels.
`philosophers(n)`: n dining philosophers, the last of them left-handed.
`workers(n)`: n workers that share a counter of slots and nothing else.
`mailbox(n)`: n senders and a reader share one queue, which holds nearly every order of messages once: few steps look alike.
`relay(n)`: seven agents in a ring hand n jobs on and answer them, over 15 channels: many agents, long traces, large states.
`mesh(n)`: seven agents and n channels among them (at most 42), each agent with a lock: as much text as a large protocol has.
All of them hold. Each function returns the files of a workspace, name to text.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COUNTS = Path(__file__).resolve().with_suffix(".json")

_MACROS = """
    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }
"""

_DEVELOPER = """
    process (developer_{i} \\in {{DEVELOPER_{i}}})
        variables d{i}_msg = "";
    {{
        d{i}_slot:     take(SLOTS);
        d{i}_checkout: acquire(REPO);
        d{i}_branch:   release(REPO);
        d{i}_request:  send(request_{i}, "request");
        d{i}_verdict:  receive(verdict_{i}, d{i}_msg);
        d{i}_read:     if (d{i}_msg = "revise") {{ goto d{i}_request; }};
        d{i}_merge:    acquire(MAIN);
        d{i}_push:     release(MAIN);
        d{i}_leave:    give(SLOTS);
    }}
"""


def review(n: int) -> dict[str, str]:
    """n developers work on branches; the reviewer serves whichever request comes and sends each developer back at most once."""
    numbers = range(1, n + 1)
    developers = [f"DEVELOPER_{i}" for i in numbers]
    channels = [(f"request_{i}", f"DEVELOPER_{i}", "REVIEWER", ["request"]) for i in numbers]
    channels += [(f"verdict_{i}", "REVIEWER", f"DEVELOPER_{i}", ["approve", "revise"]) for i in numbers]
    serve = _branches(f"receive(request_{i}, r_msg); client := {i};" for i in numbers)
    approve = _if_client(f'send(verdict_{i}, "approve");' for i in numbers)
    revise = _if_client(f'send(verdict_{i}, "revise");' for i in numbers)
    body = "".join(_DEVELOPER.format(i=i) for i in numbers)
    body += f"""
    process (reviewer \\in {{REVIEWER}})
        variables r_msg = "", client = 0, approved = 0, sent_back = {{}};
    {{
        r_wait:
            while (approved < {n}) {{
{serve}
        r_decide:
                either {{
                    approved := approved + 1;
{approve}
                }} or {{
                    await client \\notin sent_back;
                    sent_back := sent_back \\cup {{client}};
{revise}
                }};
            }};
    }}
"""
    return _workspace([*developers, "REVIEWER"], ["REPO", "MAIN"], {"SLOTS": max(2, n - 1)}, channels, body)


def philosophers(n: int) -> dict[str, str]:
    """n philosophers take two forks each; the last takes the right one first, so nobody waits for ever."""
    body = ""
    for i in range(1, n + 1):
        first, second = sorted((i, i % n + 1))
        body += f"""
    process (philosopher_{i} \\in {{PHILOSOPHER_{i}}}) {{
        p{i}_think:  skip;
        p{i}_first:  acquire(FORK_{first});
        p{i}_second: acquire(FORK_{second});
        p{i}_eat:    skip;
        p{i}_down:   release(FORK_{second});
        p{i}_leave:  release(FORK_{first});
    }}
"""
    return _workspace([f"PHILOSOPHER_{i}" for i in range(1, n + 1)], [f"FORK_{i}" for i in range(1, n + 1)], {}, [], body)


def workers(n: int) -> dict[str, str]:
    """n workers, each with three jobs that need one of n - 1 slots and may be given up."""
    body = ""
    for i in range(1, n + 1):
        body += f"""
    process (worker_{i} \\in {{WORKER_{i}}})
        variables w{i}_left = 3;
    {{
        w{i}_next:
            while (w{i}_left > 0) {{
                take(SLOTS);
        w{i}_work:
                either {{ w{i}_left := w{i}_left - 1; }} or {{ w{i}_left := 0; }};
        w{i}_give:
                give(SLOTS);
            }};
    }}
"""
    return _workspace([f"WORKER_{i}" for i in range(1, n + 1)], [], {"SLOTS": max(1, n - 1)}, [], body)


def mailbox(n: int) -> dict[str, str]:
    """n senders put two messages each into one queue; the reader takes them all."""
    numbers = range(1, n + 1)
    body = ""
    for i in numbers:
        body += f"""
    process (sender_{i} \\in {{SENDER_{i}}}) {{
        s{i}_first:  send(MAILBOX, "note_{i}");
        s{i}_second: send(MAILBOX, "note_{i}");
    }}
"""
    body += f"""
    process (reader \\in {{READER}})
        variables letter = "", read = 0;
    {{
        r_next:
            while (read < {2 * n}) {{
                receive(MAILBOX, letter);
                read := read + 1;
            }};
    }}
"""
    senders = [f"SENDER_{i}" for i in numbers]
    channel = ("MAILBOX", senders, "READER", [f"note_{i}" for i in numbers])
    return _workspace([*senders, "READER"], [], {}, [channel], body, bound=2 * n)


def relay(n: int) -> dict[str, str]:
    """Seven agents in a ring: each hands n jobs to the next one and answers those of the one before; the third reports to the first."""
    agents, body = 7, ""
    for i in range(1, agents + 1):
        following, before = i % agents + 1, (i - 2) % agents + 1
        end = {1: "\n        a1_hear: receive(report, a1_msg);", 3: '\n        a3_report: send(report, "done");'}.get(i, "")
        body += f"""
    process (agent_{i} \\in {{AGENT_{i}}})
        variables a{i}_msg = "", a{i}_left = {n};
    {{
        a{i}_next:
            while (a{i}_left > 0) {{
                send(job_{i}, "job");
        a{i}_work:
                receive(job_{before}, a{i}_msg);
        a{i}_answer:
                either {{ send(answer_{i}, "done"); }} or {{ send(answer_{i}, "later"); }};
        a{i}_hear_back:
                receive(answer_{following}, a{i}_msg);
                a{i}_left := a{i}_left - 1;
            }};{end}
    }}
"""
    channels = [(f"job_{i}", f"AGENT_{i}", f"AGENT_{i % agents + 1}", ["job"]) for i in range(1, agents + 1)]
    channels += [(f"answer_{i}", f"AGENT_{i}", f"AGENT_{(i - 2) % agents + 1}", ["done", "later"]) for i in range(1, agents + 1)]
    return _workspace([f"AGENT_{i}" for i in range(1, agents + 1)], [], {}, [*channels, ("report", "AGENT_3", "AGENT_1", ["done"])], body)


def mesh(channels: int = 25, agents: int = 7) -> dict[str, str]:
    """Agents that send once over each of their channels and then read all that is sent to them, taking their own lock in between."""
    pairs = [(a, b) for distance in range(1, agents) for a in range(1, agents + 1) for b in [(a + distance - 1) % agents + 1]]
    if channels > len(pairs):
        raise ValueError(f"{agents} agents have {len(pairs)} channels at most")
    used = pairs[:channels]
    body = ""
    for i in range(1, agents + 1):
        sends = "".join(
            f"""
        a{i}_to_{b}:
            either {{ send(c_{a}_{b}, "ask"); asked := asked + 1; }}
            or {{ send(c_{a}_{b}, "tell"); }};"""
            for a, b in used
            if a == i
        )
        reads = "".join(
            f"""
        a{i}_from_{a}:
            receive(c_{a}_{b}, msg);
        a{i}_heard_{a}:
            if (msg = "ask") {{ heard[{a}] := "question"; }} else if (msg = "tell") {{ heard[{a}] := "fact"; }} else {{ assert FALSE; }};"""
            for a, b in used
            if b == i
        )
        body += f"""
    process (agent_{i} \\in {{AGENT_{i}}})
        variables msg = "", asked = 0, heard = [n \\in 1..{agents} |-> "nothing"];
    {{
        a{i}_lock: acquire(LOCK_{i});{sends}
        a{i}_unlock: release(LOCK_{i});{reads}
        a{i}_end: await \\A n \\in 1..{agents} : heard[n] \\in {{"nothing", "question", "fact"}} /\\ asked <= {channels};
    }}
"""
    ends = [(f"c_{a}_{b}", f"AGENT_{a}", f"AGENT_{b}", ["ask", "tell"]) for a, b in used]
    return _workspace([f"AGENT_{i}" for i in range(1, agents + 1)], [f"LOCK_{i}" for i in range(1, agents + 1)], {}, ends, body)


PROTOCOLS: dict[str, Callable[[int], dict[str, str]]] = {
    "review": review,
    "philosophers": philosophers,
    "workers": workers,
    "mailbox": mailbox,
    "relay": relay,
    "mesh": mesh,
}


def write(files: dict[str, str], folder: Path) -> Path:
    """Write the files of a workspace into a folder, which is made when it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def _branches(bodies: Iterable[str]) -> str:
    return "\n".join(f"                {'or' if index else 'either'} {{ {body} }}" for index, body in enumerate(bodies)) + ";"


def _if_client(bodies: Iterable[str]) -> str:
    lines = [f"{'else if' if index else 'if'} (client = {index + 1}) {{ {body} }}" for index, body in enumerate(bodies)]
    return "\n".join(f"                    {line}" for line in lines) + ";"


def _workspace(
    agents: list[str],
    locks: list[str],
    counters: dict[str, int],
    channels: Sequence[tuple[str, str | list[str], str, list[str]]],
    body: str,
    bound: int | None = None,
) -> dict[str, str]:
    constants = [*(["FREE"] if locks else []), *agents]
    variables = [*(f"{lock} = FREE" for lock in locks), *(f"{name} = {value}" for name, value in counters.items())]
    variables += [f"{channel[0]} = <<>>" for channel in channels]
    macros = "\n\n".join(
        text for text, wanted in zip(_MACROS.strip("\n").split("\n\n"), (locks, counters, channels), strict=True) if wanted
    )
    module = f"""---- MODULE Protocol ----
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS {", ".join(constants)}

(*
--algorithm Protocol {{
    variables
        {("," + chr(10) + "        ").join(variables)};

{macros}
{body}}}
*)
====
"""
    resources: list[dict[str, Any]] = [{"id": lock, "type": "Lock"} for lock in locks]
    resources += [{"id": name, "type": "Counter", "config": {"initial": value}} for name, value in counters.items()]
    topology = {
        "agents": [{"id": agent} for agent in agents],
        "resources": resources,
        "channels": [
            {"id": name, "from": source, "to": target, "labels": labels, **({} if bound is None else {"bound": bound})}
            for name, source, target, labels in channels
        ],
    }
    config = "SPECIFICATION Spec\nCONSTANTS\n" + "".join(f"    {name} = {name}\n" for name in constants)
    return {"Protocol.tla": module, "Protocol.cfg": config, "topology.json": json.dumps(topology, indent=1) + "\n"}


def measure(name: str, n: int) -> dict[str, Any]:
    """TLC's counts of one protocol with one worker: distinct, generated, depth."""
    sys.path.insert(0, str(ROOT / "tools"))
    from raw_tlc import run_tlc, translate

    with tempfile.TemporaryDirectory(prefix="tracefix-bench-") as text:
        folder = Path(text)
        files = PROTOCOLS[name](n)
        source = write(files, folder / "source") / "Protocol.tla"
        translated, output = translate(source, folder)
        run = run_tlc(folder, files["Protocol.cfg"])
        if not translated or not run.finished:
            raise SystemExit(f"TLC does not finish:\n{output}\n{run.output[-3000:]}")
        return {"distinct": run.distinct, "generated": run.generated, "depth": run.depth}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="run TLC and record the counts")
    parser.add_argument("protocol", choices=PROTOCOLS)
    parser.add_argument("n", type=int)
    parser.add_argument("folder", type=Path, nargs="?")
    arguments = parser.parse_args()
    if arguments.measure:
        measured = measure(arguments.protocol, arguments.n)
        counts = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
        counts.setdefault(arguments.protocol, {})[str(arguments.n)] = measured
        COUNTS.write_text(json.dumps(counts, indent=1) + "\n")
        print(arguments.protocol, arguments.n, measured)
    elif arguments.folder is None:
        parser.error("FOLDER is missing")
    else:
        print(write(PROTOCOLS[arguments.protocol](arguments.n), arguments.folder))


if __name__ == "__main__":
    main()
