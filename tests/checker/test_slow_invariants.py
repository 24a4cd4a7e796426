"""Invariants over many variables: fast when they can be taken apart, and reported when they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracefix.checker import Verdict, check

AGENTS = 6
NAMES = [f"{letter}{number}" for number in range(1, AGENTS + 1) for letter in "ab"]
SUM = " + ".join(NAMES)


def protocol(folder: Path, invariant: str) -> Path:
    """Six agents with two variables each, which the invariant may look at."""
    variables = ", ".join(f"{name} = 0" for name in NAMES)
    processes = "\n".join(
        f"process (p{n} = {n}) {{ s{n}: a{n} := 1; t{n}: b{n} := a{n} + 1; u{n}: a{n} := 2; v{n}: b{n} := 0; }}"
        for n in range(1, AGENTS + 1)
    )
    text = f"---- MODULE Protocol ----\nEXTENDS Integers\nAgents == 1..{AGENTS}\n(* --algorithm Protocol {{\nvariables {variables};\n"
    (folder / "Protocol.tla").write_text(f"{text}{processes}\n}} *)\nInv == {invariant}\n====\n", encoding="utf-8")
    (folder / "Protocol.cfg").write_text("SPECIFICATION Spec\nINVARIANT Inv\n", encoding="utf-8")
    return folder


APART = {
    "a conjunction": " /\\ ".join(f"{name} <= 2" for name in NAMES),
    "implications": " /\\ ".join(f"(a{n} = 2 => b{n} # 1)" for n in range(1, AGENTS + 1)),
    "a bounded quantifier": '\\A p \\in Agents : pc[p] = "Done" => CASE '
    + " [] ".join(f"p = {n} -> b{n} = 0" for n in range(1, AGENTS + 1)),
}


@pytest.mark.parametrize("name", APART)
def test_an_invariant_over_twelve_variables_is_taken_apart(name: str, tmp_path: Path) -> None:
    result = check(protocol(tmp_path, APART[name]), reduce="none")
    assert (result.verdict, result.stats and result.stats.distinct) == (Verdict.HOLDS, 15_625)
    assert not any("slow" in note for note in result.notes)


@pytest.mark.parametrize("engine", ["python", "kernel"])
def test_an_invariant_that_looks_at_everything_together_is_reported(engine: str, tmp_path: Path) -> None:
    result = check(protocol(tmp_path, f"{SUM} <= 100"), reduce="none", engine=engine)
    assert (result.verdict, result.stats and result.stats.distinct) == (Verdict.HOLDS, 15_625)
    (note,) = [note for note in result.notes if "slow" in note]
    assert note == (
        "the invariant Inv is slow: it was evaluated 15,625 times, since a part of it (line 13) looks at 12 variables together: "
        "a1, a2, a3, a4, a5, a6, ...; conjuncts that look at few variables each are faster"
    )


def test_the_parts_of_a_quantifier_are_counted_together(tmp_path: Path) -> None:
    result = check(protocol(tmp_path, f'\\A p \\in Agents : pc[p] = "Done" => {SUM} <= 100'), reduce="none", engine="python")
    (note,) = [note for note in result.notes if "slow" in note]
    assert note.startswith("the invariant Inv is slow: it was evaluated 18,774 times, since a part of it (line 13) looks at 13 variables")


def test_a_false_one_is_found_all_the_same(tmp_path: Path) -> None:
    result = check(protocol(tmp_path, f"{SUM} < 12"), reduce="none")
    assert [violation.property for violation in result.violations] == ["Inv"]
