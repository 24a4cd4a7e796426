"""Modules with mistakes get the verdict of pcal.trans and SANY, as recorded by `tools/mutate.py --record`.

Some verdicts are asked for once more, of the tools themselves; that part is skipped without Java.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bases import TEMPLATES, files
from deliberate import BY_CODE, deliberate
from mutations import EDITS, Mutant, mutants
from show import algorithm, p_protocol, protocol
from verdicts import complaints, disagreement, place

from judge import Opinion, opinions
from tracefix.errors import ToolMissing
from tracefix.tlc import Toolchain, find_toolchain

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDED = json.loads((Path(__file__).parent / "recorded_mutants.json").read_text(encoding="utf-8"))
PARTS = 6


@cache
def made() -> list[Mutant]:
    return mutants(TEMPLATES, RECORDED["count"], RECORDED["seed"])


@pytest.fixture(scope="module")
def tools() -> Toolchain:
    try:
        return find_toolchain()
    except ToolMissing as error:
        pytest.skip(str(error))


def _recorded(entry: dict[str, Any]) -> Opinion:
    refused_by = entry["refused_by"]
    return Opinion(refused_by != "pcal.trans", True, not refused_by, tuple(entry["lines"]), "")


def test_the_recorded_verdicts_are_those_of_these_mutants() -> None:
    hashes = [hashlib.sha256(mutant.text.encode()).hexdigest()[:16] for mutant in made()]
    assert hashes == [entry["sha256"] for entry in RECORDED["mutants"]], "run tools/mutate.py --record"


@pytest.mark.parametrize("part", range(PARTS))
def test_a_module_with_a_mistake_is_judged_as_by_the_tools(part: int) -> None:
    for mutant, entry in list(zip(made(), RECORDED["mutants"], strict=True))[part::PARTS]:
        problem = disagreement(complaints(mutant.text), entry["refused_by"])
        assert problem is None, (problem, mutant)


def test_the_place_of_a_refusal_is_that_of_pcal_trans_or_an_earlier_one() -> None:
    later = []
    places = []
    for mutant, entry in zip(made(), RECORDED["mutants"], strict=True):
        where = place(complaints(mutant.text), _recorded(entry))
        places.append(where)
        if where == "later":
            later.append(mutant.edits)
    # A syntax error further down hides a label or a macro that pcal.trans meets first, and pcal.trans calls a label that stands
    # twice redefined where the macro is that its statement came from.
    assert len(later) <= RECORDED["count"] // 50, later
    assert places.count("same") > 2 * places.count("earlier")


def test_the_mutants_hold_every_kind_of_mistake() -> None:
    assert {edit for mutant in made() for edit in mutant.edits} == set(EDITS)
    assert {mutant.base for mutant in made()} == set(TEMPLATES)
    refused = [entry["refused_by"] for entry in RECORDED["mutants"]]
    assert min(refused.count(""), refused.count("pcal.trans"), refused.count("SANY")) > 10


def test_a_seed_always_gives_the_same_mutants() -> None:
    assert mutants(TEMPLATES, 20, 5) == mutants(TEMPLATES, 20, 5)
    assert mutants(TEMPLATES, 20, 5) != mutants(TEMPLATES, 20, 6)


def test_the_recorded_verdicts_are_still_those_of_the_tools(tools: Toolchain) -> None:
    sample = list(zip(made(), RECORDED["mutants"], strict=True))[::10]
    said = opinions(tools, [mutant.text for mutant, _ in sample])
    assert [(o.refused_by, list(o.lines)) for o in said] == [(entry["refused_by"], entry["lines"]) for _, entry in sample]


def test_modules_without_a_mistake_are_accepted_by_all(tools: Toolchain) -> None:
    texts = {**TEMPLATES, **files()}
    said = opinions(tools, list(texts.values()))
    assert [name for name, opinion in zip(texts, said, strict=True) if opinion.refused_by] == []
    assert [name for name, text in texts.items() if complaints(text)] == []


def test_a_process_for_many_files_says_what_a_process_for_one_says(tools: Toolchain) -> None:
    texts = [made()[0].text, "no module at all", TEMPLATES["c uniprocess"]]
    together = opinions(tools, texts)
    alone = [opinions(tools, [text])[0] for text in texts]
    assert [(o.refused_by, o.lines) for o in together] == [(o.refused_by, o.lines) for o in alone]
    assert [o.refused_by for o in together][1:] == ["pcal.trans", ""]


DELIBERATE = {
    "not supported": (algorithm("{ procedure p() { q: return } process (P = 1) { a: call p() } }"), "TF206"),
    "not supported: vars": (protocol("a: print vars;"), "TF314"),
    "text that would be ignored": (algorithm("{ process (P = 1) { a: skip } } process (Q = 2) { b: skip }"), "TF226"),
    "text that would be ignored: after the module": (
        "---- MODULE M ----\n====\n(* --algorithm M { { a: skip } } *)\n",
        "TF235",
    ),
    "another process's local variable": (
        algorithm('{ process (P \\in {"A"}) variables z = 0; { a: skip } process (Q = 2) { b: z := 1 } }'),
        "TF316",
    ),
    "numbers beyond 32 bits": (protocol("a: x := 2147483648;"), "TF230"),
    "reserved words as names": (algorithm("{ variables do; { a: skip } }"), "TF228"),
    "reserved words as names: of the translation": (algorithm("{ variables x = 0; { self: while (x < 3) { x := x + 1; } } }"), "TF309"),
    "strings as names": (algorithm('{ variables "x"; { a: skip } }'), "TF210"),
    "empty macros": (p_protocol("a: skip; e(); skip;", "macro e() begin end macro;"), "TF224"),
    "initial values that TLC cannot compute": (
        algorithm("{ variables x = z; process (P = 1) variables z = 0; { a: skip } }"),
        "TF310",
    ),
    "nested too deeply": (protocol("a: x := " + "(" * 120 + "1" + ")" * 120 + ";"), "TF207"),
}
"""Each entry of the list in docs/language.md, with a module that only tracefix refuses."""


def test_what_is_refused_on_purpose_is_accepted_by_the_tools(tools: Toolchain) -> None:
    said = opinions(tools, [text for text, _ in DELIBERATE.values()])
    assert [name for name, opinion in zip(DELIBERATE, said, strict=True) if opinion.refused_by] == []


@pytest.mark.parametrize("name", DELIBERATE)
def test_what_is_refused_on_purpose_has_its_own_diagnostic(name: str) -> None:
    text, code = DELIBERATE[name]
    found = complaints(text)
    assert (found[0].code, deliberate(found)) == (code, name.partition(":")[0])


def test_the_list_of_deliberate_differences_is_documented() -> None:
    page = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    section = page.partition("## Stricter than the tools\n")[2].partition("\n## ")[0]
    listed = [line[4:].partition("**")[0] for line in section.splitlines() if line.startswith("- **")]
    assert listed == sorted({name.partition(":")[0] for name in DELIBERATE})
    assert set(BY_CODE.values()) <= set(listed)
