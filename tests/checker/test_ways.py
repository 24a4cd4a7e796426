"""How often a step is generated, and what is never evaluated. The expected counts were printed by TLC."""

from __future__ import annotations

from pathlib import Path

import pytest
from protocol_texts import workspace

from tracefix.checker import check

# name: (definitions, body of the one step, generated). One initial state, the ways of the step, and Terminating in each end.
WAYS = {
    "one condition": ("", "await x = 0; x := 1;", 3),
    "a false condition before others": ("", "await x = 1 /\\ (x = 0 \\/ y = 0);", 1),
    "two true disjuncts": ("", "await x = 0 \\/ y = 0;", 4),
    "an if looks once": ("", "if (x = 0 \\/ y = 0) { x := 5; };", 3),
    "an assertion looks once": ("", "assert x = 0 \\/ y = 0;", 3),
    "two conditions multiply": ("", "await x = 0 \\/ y = 0; await x = 0 \\/ y = 0;", 6),
    "negation is one way": ("", "await ~(x = 1 /\\ y = 1);", 3),
    "every witness": ("", "await \\E n \\in {0, 1} : \\E m \\in {0, 1} : n <= m;", 5),
    "a premise that fails": ("", "await x = 1 => (x = 0 \\/ y = 0);", 3),
    "a premise that holds": ("", "await x = 0 => (x = 0 \\/ y = 0);", 4),
    "a name of a with": ("", "with (b = x = 0 \\/ y = 0) { await b; };", 4),
    "a name of a with, twice": ("", "with (b = x = 0 \\/ y = 0) { await b; await b; };", 6),
    "a name of a with whose value was used": ("", "with (b = x = 0 \\/ y = 0) { x := IF b THEN 2 ELSE 3; await b; };", 4),
    "a name beside a choice": ("", "with (b = x = 0 \\/ y = 0; n \\in {0, 1}) { x := IF b THEN n ELSE 3; await b; };", 7),
    "an operator": ("Ready == x = 0 \\/ y = 0", "await Ready;", 4),
    "an operator that uses its argument twice": ("Twice(p) == p \\/ p", "await Twice(x = 0 \\/ y = 0);", 6),
    "an argument that decides": ("Same(p) == (IF p THEN p ELSE p)", "await Same(x = 0 \\/ y = 0);", 3),
    "an argument whose value was used": ("Same(p) == (p # FALSE) /\\ p", "await Same(x = 0 \\/ y = 0);", 3),
    "a local definition": ("", "await LET b == x = 0 \\/ y = 0 IN b;", 4),
    "a local definition whose value was used": ("", "await LET b == x = 0 \\/ y = 0 IN (b # FALSE) /\\ b;", 4),
    "a local operator": ("", "await LET B(q) == x = 0 \\/ q IN B(y = 0 \\/ y < 5);", 5),
}


@pytest.mark.parametrize("engine", ["python", "kernel"])
@pytest.mark.parametrize(("definitions", "body", "generated"), WAYS.values(), ids=WAYS)
def test_a_step_is_generated_as_often_as_tlc_does(definitions: str, body: str, generated: int, engine: str, tmp_path: Path) -> None:
    define = f"define {{ {definitions} }}\n" if definitions else ""
    algorithm = f"variables x = 0, y = 0;\n{define}process (p = 1) {{ a: {body} }}"
    result = check(workspace(tmp_path, algorithm, config="CHECK_DEADLOCK FALSE"), engine=engine, properties=("Assertion",))
    assert result.stats is not None
    assert (result.verdict, result.stats.generated) == ("holds", generated)


NEVER_EVALUATED = {
    "a name of a with that a condition guards": "with (b = Head(s)) { await s # <<>>; x := b; };",
    "a name of a with that a conjunct guards": "with (b = Head(s)) { await s # <<>> /\\ b = 1; };",
    "a name of a with that nobody uses": "with (b = Head(s)) { await FALSE; };",
    "the right side behind a condition": "await s # <<>>; x := Head(s);",
}


@pytest.mark.parametrize("body", NEVER_EVALUATED.values(), ids=NEVER_EVALUATED)
def test_what_tlc_never_evaluates_needs_no_value(body: str, tmp_path: Path) -> None:
    result = check(workspace(tmp_path, f"variables x = 0, s = <<>>;\nprocess (p = 1) {{ a: {body} }}"))
    assert [violation.property for violation in result.violations] == ["Deadlock"]


EVALUATED = {
    "a name of a with that is used": "with (b = Head(s)) { x := b; };",
    "the other disjunct of a condition": "await x = 0 \\/ Head(s) = 1;",
    "the other disjunct behind a name": "with (b = TRUE \\/ Head(s)) { await b; };",
    "the set of a with": "with (b \\in Head(s)) { x := b; };",
}


@pytest.mark.parametrize("body", EVALUATED.values(), ids=EVALUATED)
def test_what_tlc_evaluates_needs_a_value(body: str, tmp_path: Path) -> None:
    result = check(workspace(tmp_path, f"variables x = 0, s = <<>>;\nprocess (p = 1) {{ a: {body} }}"))
    assert result.verdict == "invalid"
    assert result.diagnostics[-1].message == "cannot be evaluated: Head of an empty sequence"
