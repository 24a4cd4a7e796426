"""`check` from options to verdict: limits, all violations, bounds, constraints, failing steps, expressions without a value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from corpus_cases import CORPUS
from protocol_texts import workspace

from tracefix.checker import CheckResult, ModelValue, Progress, State, check, lower
from tracefix.checker import loop as python_loop
from tracefix.checker import replay as replaying
from tracefix.checker.search import Limits
from tracefix.errors import InternalError, InvalidInput
from tracefix.workspace import Workspace, load

engines = pytest.mark.parametrize("engine", ["python", "kernel"])

COUNTING = "variables x = 0;\nprocess (p = 1) { a: while (x < 9) { x := x + 1; } }"
ENDLESS = "variables x = 0;\nprocess (p = 1) { a: while (TRUE) { x := x + 1; } }"


def found(result: CheckResult) -> list[tuple[str, int]]:
    return [(violation.property, len(violation.trace)) for violation in result.violations]


def counts(result: CheckResult) -> tuple[int, int, int]:
    assert result.stats is not None
    return result.stats.distinct, result.stats.generated, result.stats.depth


# --- limits


@engines
@pytest.mark.parametrize(
    ("options", "limit"),
    [({"max_states": 10}, "max-states"), ({"timeout": 0}, "timeout"), ({"max_memory": 1}, "max-memory")],
)
def test_a_limit_ends_the_search_without_a_verdict(options: Any, limit: str, engine: str, tmp_path: Path) -> None:
    result = check(workspace(tmp_path, COUNTING), engine=engine, **options)
    assert (result.verdict, result.limit, result.violations) == ("incomplete", limit, ())
    assert result.to_json()["limit"] == limit


@engines
def test_a_protocol_of_exactly_as_many_states_is_finished(engine: str, tmp_path: Path) -> None:
    space = workspace(tmp_path, COUNTING)
    assert counts(check(space, engine=engine, max_states=11)) == (11, 12, 11)
    assert check(space, engine=engine, max_states=11).verdict == "holds"
    assert check(space, engine=engine, max_states=10).verdict == "incomplete"


@engines
def test_what_was_found_before_the_limit_is_kept(engine: str, tmp_path: Path) -> None:
    space = workspace(tmp_path, ENDLESS, config="INVARIANT Low", after="Low == x < 5")
    result = check(space, engine=engine, all=True, max_states=1000)
    assert (result.verdict, found(result), result.limit) == ("violated", [("Low", 6)], "max-states")


@engines
def test_nothing_is_said_about_coverage_before_the_end(engine: str, tmp_path: Path) -> None:
    space = workspace(tmp_path, COUNTING + "\nprocess (q = 2) { b: await x > 20; c: skip; }", config="CHECK_DEADLOCK FALSE")
    assert check(space, engine=engine, max_states=3).coverage.unreached_labels == ()
    assert check(space, engine=engine, properties=("Assertion",)).coverage.unreached_labels == ("2.c", "2.Done")


@engines
def test_an_interrupt_ends_the_search_without_a_verdict(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Limits, states: int, memory: int) -> str | None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Limits, "exceeded", interrupted)
    result = check(workspace(tmp_path, COUNTING), engine=engine)
    assert (result.verdict, result.limit) == ("incomplete", "interrupted")


@engines
def test_progress_is_told_and_may_interrupt(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Progress] = []

    def tell(progress: Progress) -> None:
        told.append(progress)
        if len(told) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(python_loop, "CHECK_EVERY", 4)
    result = check(workspace(tmp_path, COUNTING), engine=engine, progress=tell)
    assert (result.verdict, result.limit) == ("incomplete", "interrupted")
    assert [progress.distinct for progress in told] == sorted(progress.distinct for progress in told)
    assert [progress.level for progress in told] == sorted(progress.level for progress in told)


@pytest.mark.parametrize(
    "options", [{"reduce": "some"}, {"granularity": "word"}, {"threads": 0}, {"engine": "steam"}, {"properties": ("No",)}]
)
def test_options_that_do_not_exist_are_refused(options: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"must be|unknown property No; known: Deadlock, Assertion, CompletionReachable"):
        check(workspace(tmp_path, COUNTING), **options)


# --- several violations, some properties


SEVERAL = """
variables x = 0, y = 0;
process (p = 1) { a: x := 1; b: x := 2; c: assert y = 0; d: await FALSE; }
process (q = 2) { e: await x = 2; y := 1; f: while (TRUE) { skip; } }
"""
PROPERTIES = "Low == x < 2\nNever == y = 0"


@engines
def test_all_goes_on_to_the_shortest_trace_of_each_property(engine: str, tmp_path: Path) -> None:
    space = workspace(tmp_path, SEVERAL, config="INVARIANTS Low Never", after=PROPERTIES)
    assert found(check(space, engine=engine)) == [("Low", 3)]
    result = check(space, engine=engine, all=True)
    assert sorted(found(result)) == [("Assertion", 4), ("CompletionReachable", 1), ("Low", 3), ("Never", 4)]


@engines
def test_a_check_of_some_properties_passes_over_the_others(engine: str, tmp_path: Path) -> None:
    space = workspace(tmp_path, SEVERAL, config="INVARIANTS Low Never", after=PROPERTIES)
    assert found(check(space, engine=engine, properties=("Never",))) == [("Never", 4)]
    assert found(check(space, engine=engine, properties=("Assertion",))) == [("Assertion", 4)]
    assert found(check(space, engine=engine, properties=("CompletionReachable",))) == [("CompletionReachable", 1)]
    passed = check(space, engine=engine, properties=("Deadlock",))
    assert (passed.verdict, passed.properties) == ("holds", ("Deadlock",))


@engines
def test_a_deadlock_is_none_when_the_configuration_says_so(engine: str, tmp_path: Path) -> None:
    algorithm = "variables x = 0;\nprocess (p = 1) { a: await FALSE; }"
    first = check(workspace(tmp_path / "on", algorithm), engine=engine)
    assert found(first) == [("Deadlock", 1)]
    assert first.violations[0].message == "no agent can move: 1 at a"
    second = check(workspace(tmp_path / "off", algorithm, config="CHECK_DEADLOCK FALSE"), engine=engine)
    assert found(second) == [("CompletionReachable", 1)]


# --- initial states and constraints


@engines
def test_every_initial_state_is_one_and_duplicates_are_generated(engine: str, tmp_path: Path) -> None:
    algorithm = "variables x \\in 0..2, y \\in {1, 2};\nprocess (p = 1) variables i \\in {0, 1}; { a: i := 0; }"
    assert counts(check(workspace(tmp_path, algorithm), engine=engine, reduce="none")) == (18, 12 + 12 + 6, 2)


@engines
def test_a_violation_in_an_initial_state_has_a_trace_of_one(engine: str, tmp_path: Path) -> None:
    algorithm = "variables x \\in 0..4;\nprocess (p = 1) { a: skip; }"
    result = check(workspace(tmp_path, algorithm, config="INVARIANT Low", after="Low == x < 3"), engine=engine)
    (violation,) = result.violations
    assert [entry.state for entry in violation.trace] == [State({"x": 3}, {"1": "a"}, {})]
    assert violation.trace[0].step is None


@engines
@pytest.mark.parametrize(
    ("limit", "expected", "cut"),
    [(3, (3, 4, 3), 1), (9, (9, 10, 9), 1), (0, (0, 1, 1), 1)],
)
def test_states_outside_a_constraint_are_generated_and_not_expanded(
    limit: int, expected: tuple[int, int, int], cut: int, engine: str, tmp_path: Path
) -> None:
    result = check(workspace(tmp_path, ENDLESS, config="CONSTRAINT Small", after=f"Small == x < {limit}"), engine=engine)
    assert (result.verdict, counts(result)) == ("holds", expected)
    assert f"CONSTRAINT Small cut off {cut} generated states" in result.notes


@engines
def test_invariants_are_checked_outside_the_constraint_too(engine: str, tmp_path: Path) -> None:
    space = workspace(tmp_path, ENDLESS, config="CONSTRAINT Small\nINVARIANT Low", after="Small == x < 3\nLow == x < 3")
    result = check(space, engine=engine)
    assert found(result) == [("Low", 4)]
    assert counts(result) == (3, 4, 4)


@engines
def test_a_constraint_that_cuts_nothing_is_mentioned(engine: str, tmp_path: Path) -> None:
    result = check(workspace(tmp_path, COUNTING, config="CONSTRAINT Small", after="Small == x < 10"), engine=engine)
    assert "CONSTRAINT Small was never reached" in result.notes


# --- topologies: locks, bounds


TOPOLOGY = {
    "agents": [{"id": "A"}, {"id": "B"}],
    "resources": [{"id": "L", "type": "Lock"}],
    "channels": [{"id": "ab", "from": "A", "to": "B", "labels": ["ask", "stop"], "bound": 2}],
}
MACROS = "macro acquire(l, who) { await l = FREE; l := who; }\nmacro release(l, who) { assert l = who; l := FREE; }\n"


def with_topology(folder: Path, a: str, b: str, bound: int | None = None) -> Workspace:
    algorithm = f"variables L = FREE, ab = <<>>;\n{MACROS}process (p_a = A) {{ {a} }}\nprocess (p_b = B) {{ {b} }}"
    return workspace(folder, algorithm, constants="A, B, FREE", topology=TOPOLOGY, bound=bound)


MISUSES = {
    "a release of what nobody holds": ("a1: L := FREE;", "b1: skip;", 1, "A releases L, which nobody holds"),
    "a release of what another holds": ("a1: L := A; a2: L := FREE;", "b1: await L = A; L := FREE;", 2, "B releases L, which A holds"),
    "taking what another holds": ("a1: L := A; a2: L := FREE;", "b1: await L = A; L := B;", 2, "B gives L to B while A holds it"),
    "taking it twice": ("a1: L := A; a2: L := A;", "b1: skip;", 2, "A gives L to A while A holds it"),
    "giving it to another": ("a1: L := B;", "b1: skip;", 1, "A gives L to B"),
    "an assertion of the holder": ("a1: release(L, A);", "b1: skip;", 1, "A releases L without holding it"),
}


@engines
@pytest.mark.parametrize(("a", "b", "length", "message"), MISUSES.values(), ids=MISUSES)
def test_a_misused_lock_violates_mutual_exclusion(a: str, b: str, length: int, message: str, engine: str, tmp_path: Path) -> None:
    (violation,) = check(with_topology(tmp_path, a, b), engine=engine).violations
    assert (violation.property, len(violation.trace), violation.message) == ("MutualExclusion", length, message)
    assert violation.failing is not None
    assert violation.failing.agent == message[0]


@engines
def test_a_lock_taken_and_freed_by_its_holder_is_fine(engine: str, tmp_path: Path) -> None:
    body = "acquire(L, {0}); {1}2: release(L, {0}); {1}3: await L = FREE; L := {0}; {1}4: L := FREE;"
    result = check(with_topology(tmp_path, "a1: " + body.format("A", "a"), "b1: " + body.format("B", "b")), engine=engine)
    assert result.verdict == "holds"
    native, generated = result.properties[:4], result.properties[4:]
    assert native == ("Deadlock", "MutualExclusion", "Assertion", "CompletionReachable")
    assert sorted(generated) == ["ChannelBound", "ChannelsDrained", "NoOrphanLocks", "TypeInvariant"]


def test_other_assertions_are_assertions(tmp_path: Path) -> None:
    (violation,) = check(with_topology(tmp_path, "a1: assert ab # <<>>;", "b1: skip;")).violations
    assert (violation.property, len(violation.trace)) == ("Assertion", 1)
    assert violation.message == f"the assertion at line {violation.line}, column {violation.column} fails in A"


@engines
def test_what_is_left_over_when_all_are_done_is_found(engine: str, tmp_path: Path) -> None:
    space = with_topology(tmp_path, 'a1: acquire(L, A); ab := Append(ab, "ask");', "b1: skip;")
    assert sorted(found(check(space, engine=engine, all=True))) == [("ChannelsDrained", 3), ("NoOrphanLocks", 3)]


@engines
def test_a_label_that_the_channel_does_not_declare_breaks_the_types(engine: str, tmp_path: Path) -> None:
    hidden = 'a1: with (m \\in {"hello", "ask"}) { ab := Append(ab, m); };'
    space = with_topology(tmp_path, hidden, "b1: await ab # <<>>; ab := Tail(ab);")
    (violation,) = check(space, engine=engine).violations
    assert (violation.property, len(violation.trace)) == ("TypeInvariant", 2)


@engines
@pytest.mark.parametrize(("bound", "expected"), [(None, [("ChannelBound", 4)]), (1, [("ChannelBound", 3)]), (3, [])])
def test_the_bound_of_channels_can_be_overridden(bound: int | None, expected: Any, engine: str, tmp_path: Path) -> None:
    send = 'ab := Append(ab, "ask");'
    receive = "await Len(ab) > 0; ab := Tail(ab);"
    space = with_topology(tmp_path, f"a1: {send} a2: {send} a3: {send}", f"b1: {receive} b2: {receive} b3: {receive}", bound)
    assert found(check(space, engine=engine)) == expected
    assert check(space.path.parent, engine=engine, bound=3).verdict == "holds"


# --- expressions without a value


@engines
@pytest.mark.parametrize(
    ("algorithm", "config", "after", "message", "hint"),
    [
        (
            "variables s = <<>>, x = 0;\nprocess (p = 1) { a: x := 1; b: x := Head(s); }", "", "",
            "cannot be evaluated: Head of an empty sequence", "reached by 1.a",
        ),
        (
            "variables s = <<>>, x = 0;\nprocess (p = 1) { a: x := 1; b: x := 2; }", "INVARIANT Bad", "Bad == x < 2 \\/ Head(s) = 1",
            "cannot be evaluated: Head of an empty sequence", "reached by 1.a -> 1.b",
        ),
        (
            "variables s = <<>>, x = 0;\nprocess (p = 1) { a: skip; }", "INVARIANT Bad", "Bad == s[1] = 2",
            "cannot be evaluated: index 1 is outside the sequence <<>>", "reached by the initial state",
        ),
        (
            "variables x = 0;\nprocess (p = 1) { a: x := 7; }", "CONSTRAINT Bad", "Bad == x = 0 \\/ x = TRUE",
            "cannot be evaluated: cannot compare the integer 7 with the boolean TRUE", "reached by 1.a",
        ),
    ],
)  # fmt: skip
def test_an_expression_without_a_value_is_placed_and_reached(
    algorithm: str, config: str, after: str, message: str, hint: str, engine: str, tmp_path: Path
) -> None:
    space = workspace(tmp_path, algorithm, config=config, after=after)
    result = check(space, engine=engine)
    assert (result.verdict, result.violations) == ("invalid", ())
    (problem,) = [each for each in result.diagnostics if each.severity == "error"]
    assert (problem.code, problem.message, problem.hint) == ("TF520", message, hint)
    line = space.source.text.splitlines()[(problem.line or 0) - 1]
    assert "Head(s)" in line or "s[1]" in line or "x = TRUE" in line


def test_an_initial_value_without_a_value_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        check(workspace(tmp_path, "variables x = Head(<<>>);\nprocess (p = 1) { a: skip; }"))
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.message) == ("TF507", "the initial value of x: Head of an empty sequence")


def test_a_variable_that_starts_in_an_empty_set_leaves_no_initial_state(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        check(workspace(tmp_path, "variables x \\in {};\nprocess (p = 1) { a: skip; }"))
    assert [problem.code for problem in caught.value.diagnostics] == ["TF509"]


# --- replay


def chain_of(space: Workspace) -> list[tuple[Any, ...]]:
    return [(("a",), 0), (("a",), 1), (("a",), 2)]


def test_a_chain_of_states_becomes_a_trace(tmp_path: Path) -> None:
    space = workspace(tmp_path, COUNTING)
    trace = replaying.replay(lower(space), chain_of(space))
    assert [entry.state.globals for entry in trace] == [{"x": 0}, {"x": 1}, {"x": 2}]
    assert [entry.changed for entry in trace] == [(), ("x",), ("x",)]
    assert [(entry.step.agent, entry.step.label) for entry in trace if entry.step] == [("1", "a"), ("1", "a")]
    assert [entry.index for entry in trace] == [1, 2, 3]


@pytest.mark.parametrize("forged", [0, 1, 2])
def test_a_forged_chain_is_an_internal_error(forged: int, tmp_path: Path) -> None:
    space = workspace(tmp_path, COUNTING)
    chain = chain_of(space)
    chain[forged] = (("a",), 7)
    with pytest.raises(InternalError, match=r"is not a successor|is not initial"):
        replaying.replay(lower(space), chain)


@engines
def test_a_search_that_forges_a_trace_never_shows_it(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tracefix.checker import checking

    honest = checking._Check._chain

    def forged(self: Any, event: Any) -> Any:
        chain = honest(self, event)
        return [chain[0], *chain[2:]]

    monkeypatch.setattr(checking._Check, "_chain", forged)
    space = workspace(tmp_path, COUNTING, config="INVARIANT Low", after="Low == x < 5")
    with pytest.raises(InternalError, match="is not a successor"):
        check(space, engine=engine)


# --- what is said beside a verdict


@engines
def test_coverage_names_what_never_happened(engine: str, tmp_path: Path) -> None:
    space = with_topology(
        tmp_path,
        'a1: acquire(L, A); a2: release(L, A); a3: ab := Append(ab, "ask"); if (L = B) { a4: skip; };',
        'b1: await ab # <<>>; if (Head(ab) = "stop") { L := B; } else { ab := Tail(ab); }; b2: either { skip; } or { await L = B; };',
    )
    result = check(space, engine=engine)
    lines = space.source.text.splitlines()
    branch = next(number for number, line in enumerate(lines, start=1) if "b2:" in line)
    assert result.verdict == "holds"
    assert result.coverage.unreached_labels == ("A.a4",)
    assert result.coverage.never_sent == ("ab.stop",)
    assert result.coverage.never_contended == ("L",)
    assert result.coverage.bound_reached == ()
    assert result.coverage.untaken_branches == (f"A line {branch - 1} arm 1", f"B line {branch} arm 1", f"B line {branch} branch 2")


@engines
def test_a_lock_that_is_waited_for_and_a_full_channel_are_no_longer_named(engine: str, tmp_path: Path) -> None:
    send, take = 'ab := Append(ab, "ask");', "await ab # <<>>; ab := Tail(ab);"
    space = with_topology(
        tmp_path,
        f"a1: acquire(L, A); a2: release(L, A); a3: {send} a4: {send}",
        f"b1: acquire(L, B); b2: release(L, B); b3: {take} b4: {take}",
    )
    result = check(space, engine=engine)
    assert result.coverage.never_contended == ()
    assert result.coverage.bound_reached == ("ab",)


def test_statistics_and_json_say_what_was_searched() -> None:
    result = check(CORPUS / "deadlock" / "dining_philosophers")
    data = result.to_json()
    assert data["schema"] == "tracefix.check/1"
    assert (data["verdict"], data["engine"], data["violations"][0]["property"]) == ("violated", "native", "Deadlock")
    assert (data["stats"]["exact"], data["stats"]["reduction"], data["stats"]["granularity"]) == (False, "safe", "label")
    assert data["violations"][0]["shortest"] is True
    assert len(data["violations"][0]["trace"]) == 7
    assert data["violations"][0]["trace"][0]["step"] is None


def test_a_workspace_is_not_changed_by_a_check(tmp_path: Path) -> None:
    space = workspace(tmp_path, COUNTING)
    first, second = check(space), check(space)
    assert counts(first) == counts(second)
    assert load(tmp_path) == space
    assert ModelValue("defaultInitValue") not in space.config.constants.values()
