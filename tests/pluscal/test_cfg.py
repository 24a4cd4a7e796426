"""TLC configuration files."""

from __future__ import annotations

import pytest

from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_cfg
from tracefix.pluscal.model import Config, ModelValueName
from tracefix.source import Source, Span


def _read(text: str) -> Config:
    return parse_cfg(Source("M.cfg", text))


def test_every_supported_statement_is_read() -> None:
    config = _read(
        "\\* a comment\nSPECIFICATION Spec\nCONSTANT FREE = FREE\n"
        'CONSTANTS N = 3, Name = "x y" Flag = TRUE\n  Agents = {A, B} (* nested (* comment *) *) Mixed = {1, {"a"}, FALSE, {}}\n'
        "  Bound <- MyBound\nINVARIANT TypeOK\nINVARIANTS One Two\nCONSTRAINT Small\nCONSTRAINTS Tiny\nCHECK_DEADLOCK FALSE\n"
    )
    assert config.specification == "Spec"
    assert config.constants == {
        "FREE": ModelValueName("FREE"),
        "N": 3,
        "Name": "x y",
        "Flag": True,
        "Agents": frozenset([ModelValueName("A"), ModelValueName("B")]),
        "Mixed": frozenset([1, frozenset(["a"]), False, frozenset()]),
    }
    assert config.overrides == {"Bound": "MyBound"}
    assert config.invariants == ("TypeOK", "One", "Two")
    assert config.constraints == ("Small", "Tiny")
    assert config.check_deadlock is False
    assert config.spans["CONSTANT", "FREE"] == Span(41, 45)


def test_an_empty_file_has_the_defaults() -> None:
    config = _read("\n")
    assert (config.specification, config.constants, config.invariants, config.check_deadlock) == (None, {}, (), True)


@pytest.mark.parametrize(
    "word", ["INIT", "NEXT", "PROPERTY", "PROPERTIES", "SYMMETRY", "VIEW", "ACTION_CONSTRAINT", "ALIAS", "POSTCONDITION"]
)
def test_other_statements_are_named(word: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        _read(f"SPECIFICATION Spec\n{word} Something\nINVARIANT Inv\n")
    (found,) = caught.value.diagnostics
    assert (found.code, found.line, found.column, found.message) == ("TF402", 2, 1, f"{word} is not supported")


BROKEN = {
    "not a statement": ("INVARIENT Inv\n", "1:1 TF401 'INVARIENT' does not begin a statement"),
    "no specification": ("SPECIFICATION\nINVARIANT Inv\n", "1:1 TF403 SPECIFICATION names no formula"),
    "two specifications": ("SPECIFICATION A\nSPECIFICATION B\n", "2:1 TF404 there are two SPECIFICATION statements"),
    "an invariant that is no name": ("INVARIANT 3\n", "1:11 TF403 expected the name of a definition after INVARIANT, not '3'"),
    "an invariant twice": ("INVARIANT Inv Inv\n", "1:15 TF404 Inv is listed twice under INVARIANT"),
    "a constant without a value": (
        "CONSTANT N\nINVARIANT Inv\n",
        "1:10 TF403 expected 'Name = value' or 'Name <- Definition' after CONSTANT",
    ),
    "a constant twice": ("CONSTANT N = 1 N = 2\n", "1:16 TF404 N is set twice"),
    "an unreadable value": ("CONSTANT N = [a |-> 1]\n", "1:14 TF403 cannot read the value at '['"),
    "a negative number": ("CONSTANT N = -3\n", "1:14 TF403 a configuration knows no negative numbers"),
    "no value": ("CONSTANT N =\n", "1:13 TF403 the value is missing"),
    "an unclosed set": ("CONSTANT N = {1, 2\n", "1:14 TF403 this set is never closed"),
    "a replacement by a number": ("CONSTANT N <- 3\n", "1:15 TF403 N <- needs the name of a definition"),
    "a replacement in an instance": ("CONSTANT N <- [M]D\n", "1:15 TF402 replacements inside instances (<- [Module]) are not supported"),
    "a deadlock flag": ("CHECK_DEADLOCK maybe\n", "1:1 TF403 CHECK_DEADLOCK needs TRUE or FALSE"),
    "an unclosed comment": ("(* SPECIFICATION Spec\n", "1:1 TF201 this comment is never closed"),
}


@pytest.mark.parametrize(("text", "problem"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_configuration_gets_this_message(text: str, problem: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        _read(text)
    first = caught.value.diagnostics[0]
    assert f"{first.line}:{first.column} {first.code} {first.message}" == problem


def test_every_problem_is_reported() -> None:
    with pytest.raises(InvalidInput) as caught:
        _read("SYMMETRY S\nCONSTANT N = [\nFOO\nVIEW V\nINVARIANT Inv Inv\n")
    assert [d.code for d in caught.value.diagnostics] == ["TF402", "TF403", "TF402", "TF404"]
