"""TLC as a server with workers on this machine."""

from __future__ import annotations

import dataclasses

import pytest
from corpus_cases import corpus_cases

import tracefix
from tracefix.checker import CheckResult, Interpreter, Stats, Verdict, lower
from tracefix.errors import ToolFailed
from tracefix.tlc import Distribution, compare, distributed
from tracefix.tlc.distributed import run_distributed, worker_command, wrong_in
from tracefix.tlc.process import JavaProcess
from tracefix.tlc.toolchain import Toolchain

from .conftest import WriteWorkspace


def case(name: str) -> tracefix.Workspace:
    found = next(each for each in corpus_cases("holds", "deadlock", "violated") if each.name == name)
    return tracefix.load(found.folder)


def test_two_workers_find_as_many_states_as_the_native_checker() -> None:
    found = next(each for each in corpus_cases("holds") if each.expected["distinct"] > 500)
    commands: list[str] = []
    result = tracefix.verify(found.folder, distribution=Distribution(2, announce=commands.append))
    assert (result.verdict, result.agree, result.differences) == (Verdict.HOLDS, True, ())
    assert result.tlc is not None
    assert result.tlc.stats is not None
    assert (result.tlc.stats.distinct, result.tlc.stats.threads) == (found.expected["distinct"], 2)
    assert result.tlc.version == "2.15"
    assert "generated and depth are not compared: TLC's workers keep states of their own and reach them by other ways" in result.notes
    assert len(commands) == 1
    assert commands[0].endswith("-cp tla2tools.jar tlc2.tool.distributed.TLCWorker 127.0.0.1")


def test_what_is_wrong_in_the_state_that_a_worker_stopped_at_is_said() -> None:
    result = tracefix.verify(case("deadlock/s01_mutual_wait"), distribution=Distribution())
    assert (result.verdict, result.agree, result.differences) == (Verdict.VIOLATED, True, ())
    assert result.tlc is not None
    violation = result.tlc.violations[0]
    assert (violation.property, violation.trace, violation.shortest) == ("Deadlock", (), False)
    assert violation.message.startswith("no agent can move: ")


def test_the_server_does_not_wait_for_ever_when_all_workers_are_gone(
    tools: Toolchain, write_workspace: WriteWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = write_workspace("variables x = 0; process (p = 1) { a: x := 1; }")
    monkeypatch.setattr(distributed, "WORKER", "tlc2.tool.distributed.NoSuchWorker")
    monkeypatch.setattr(distributed, "GRACE", 0.1)
    started: list[JavaProcess] = []

    class Recorded(JavaProcess):
        def __enter__(self) -> JavaProcess:
            started.append(self)
            return self

    monkeypatch.setattr(distributed, "JavaProcess", Recorded)
    folder = space.path.parent
    (folder / "Main.tla").write_text(
        "---- MODULE Main ----\nVARIABLE x\nInit == x = 0\nNext == x' = 1 - x\nSpec == Init /\\ [][Next]_x\n====\n"
    )
    (folder / "Main.cfg").write_text("SPECIFICATION Spec\n")
    with pytest.raises(ToolFailed, match="all workers of distributed TLC have ended before the work was done"):
        run_distributed(tools, folder, "Main", Distribution(1))
    assert len(started) == 2
    assert all(process.ended for process in started)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("violated/channel_bound_exceeded", "ChannelBound"),
        ("violated/assertion_fails", "Assertion"),
        ("violated/release_when_free", "MutualExclusion"),
        ("deadlock/s02_lock_order_inversion", "Deadlock"),
    ],
)
def test_the_native_semantics_says_what_is_wrong_in_a_state(name: str, expected: str) -> None:
    space = case(name)
    trace = next(each for each in tracefix.check(space).violations if each.property == expected).trace
    interpreter = Interpreter(lower(space))
    wrong = wrong_in(interpreter, trace[-1].state)
    assert isinstance(wrong, tuple)
    assert wrong[0] == expected
    assert wrong_in(interpreter, trace[0].state) is None


def test_a_state_by_names_is_the_state_it_was_made_of(write_workspace: WriteWorkspace) -> None:
    space = write_workspace(
        "variables x = 0, f = [i \\in 1..2 |-> 0], g = [a |-> 1, b |-> <<2>>];\n"
        "process (p \\in {1, 2}) variables n = 5, m = 6; { a: f[self] := n; g.a := 7; b: x := m; }\nprocess (q = 3) { c: skip; }"
    )
    interpreter = Interpreter(lower(space))
    state = interpreter.system.initial[0]
    for _, after in interpreter.expand(state).successors:
        assert interpreter.system.abstract(interpreter.system.public(after)) == after
    assert interpreter.system.abstract(interpreter.system.public(state)) == state


def test_only_distinct_is_compared_with_workers_of_their_own() -> None:
    native = CheckResult(Verdict.HOLDS, "native", ("Deadlock",), stats=Stats(20, 10, 5, 0.1))
    tlc = dataclasses.replace(native, engine="tlc", stats=Stats(31, 10, 4, 0.1, threads=2))
    assert compare(native, tlc, distributed=True).differences == ()
    assert compare(native, tlc).differences == ("generated: native 20, TLC 31",)
    fewer = dataclasses.replace(tlc, stats=Stats(31, 9, 4, 0.1, threads=2))
    assert compare(native, fewer, distributed=True).differences == ("distinct: native 10, TLC 9",)


def test_the_command_for_other_hosts_names_the_port_only_when_it_is_another() -> None:
    plain = "java -Djava.rmi.server.hostname=ADDRESS-OF-THAT-HOST -cp tla2tools.jar tlc2.tool.distributed.TLCWorker 10.0.0.5"
    assert worker_command("10.0.0.5") == plain
    other = plain.replace(" -cp", " -Dtlc2.tool.distributed.TLCServer.port=4711 -cp")
    assert worker_command("10.0.0.5", 4711) == other
