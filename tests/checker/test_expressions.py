"""What expressions mean: a table of texts and values, evaluated here and by TLC."""

from __future__ import annotations

from pathlib import Path

import pytest
from expression_table import DEFINITIONS, ERRORS, VALUES

from tracefix.checker import ModelValue, Value
from tracefix.checker.context import OUTSIDE, Context
from tracefix.checker.expressions import Compiler
from tracefix.checker.names import Names
from tracefix.checker.operators import EvaluationError
from tracefix.pluscal import parse_definitions
from tracefix.pluscal.ast import Definition
from tracefix.source import Source
from tracefix.tlc import find_toolchain
from tracefix.tlc.process import run_java
from tracefix.tlc.values import parse_prefix


def evaluate(text: str) -> Value:
    source = Source("definitions", f"{DEFINITIONS}\nTested == {text}\n")
    definitions = parse_definitions(source)
    constants = {name: ModelValue(name) for name in ("A", "B")}
    compiler = Compiler(Names(source, constants, definitions, {}, (), False, {}))
    tested = definitions["Tested"]
    assert isinstance(tested, Definition)
    context = Context(())
    context.reset((), OUTSIDE, [], [])
    value: Value = compiler.compile(tested.body)(context, ())
    return value


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[text for text, _ in VALUES])
def test_an_expression_has_its_value(text: str, value: Value) -> None:
    found = evaluate(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(("text", "message"), ERRORS, ids=[text for text, _ in ERRORS])
def test_an_expression_without_a_value_says_why(text: str, message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        evaluate(text)
    assert str(caught.value) == message
    assert caught.value.span is not None


def test_tlc_gives_every_expression_of_the_table_the_same_value(tmp_path: Path) -> None:
    prints = "\n".join(f'ASSUME PrintT(<<"value", {number}, {text}>>)' for number, (text, _) in enumerate(VALUES))
    module = f"---- MODULE Table ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\nCONSTANTS A, B\n{DEFINITIONS}\n{prints}\n====\n"
    (tmp_path / "Table.tla").write_text(module)
    (tmp_path / "Table.cfg").write_text("CONSTANTS A = A B = B\n")
    done = run_java(find_toolchain(), tmp_path, ["tlc2.TLC", "-metadir", "meta", "Table.tla"], jvm=("-XX:+UseSerialGC",))
    printed = _printed(done.output)
    assert {number: value for _, number, value in printed} == {number: value for number, (_, value) in enumerate(VALUES)}, done.output


def _printed(output: str) -> list[tuple[str, int, Value]]:
    found = []
    position = output.find('<<"value"')
    while position >= 0:
        value = parse_prefix(output[position:])
        assert isinstance(value, tuple)
        found.append(value)
        position = output.find('<<"value"', position + 1)
    return found
