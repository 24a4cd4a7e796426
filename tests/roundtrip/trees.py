"""Random syntax trees, and the trees of the corpus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args

from hypothesis import strategies as st

from tracefix.pluscal import ast
from tracefix.pluscal.operators import INFIX, PREFIX
from tracefix.source import Span

NOWHERE = Span(0, 0)
NAMES = st.sampled_from(["x", "y", "Zed", "a_1", "self"])
OPERATORS = st.sampled_from(["Len", "Op", "Append"])
FIELDS = st.sampled_from(["a", "b", "kind"])


def expressions_in(node: Any) -> Iterator[ast.Expr]:
    """Every expression in a tree that stands in no other one."""
    if isinstance(node, tuple):
        for part in node:
            yield from expressions_in(part)
    elif is_dataclass(node) and not isinstance(node, Span):
        if isinstance(node, get_args(ast.Expr)):
            yield node
            return
        for field in fields(node):
            yield from expressions_in(getattr(node, field.name))


def expressions() -> st.SearchStrategy[ast.Expr]:
    """Expressions of every kind. A product of three sets is written only as the parser reads it: leaning to the left."""
    atoms = st.one_of(
        st.integers(0, 99).map(lambda n: ast.Number(n, NOWHERE)),
        st.text(st.sampled_from('az "\\\n\t(*'), max_size=4).map(lambda s: ast.String(s, NOWHERE)),
        st.booleans().map(lambda b: ast.Boolean(b, NOWHERE)),
        NAMES.map(lambda n: ast.Name(n, NOWHERE)),
        st.just(ast.At(NOWHERE)),
    )
    return st.recursive(atoms, _compound, max_leaves=12)


def _compound(inner: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
    def build(kind: Any, *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.builds(lambda *values: kind(*values, NOWHERE), *parts)

    some = st.lists(inner, min_size=1, max_size=3).map(tuple)
    names = st.lists(NAMES, min_size=1, max_size=2).map(tuple)
    one_name = NAMES.map(lambda name: (name,))
    pattern = st.one_of(st.tuples(names, inner, st.just(True)), st.tuples(one_name, inner, st.just(False)))
    single = pattern.map(lambda parts: ast.Bound(*parts, NOWHERE))
    bound = st.one_of(build(ast.Bound, names, inner, st.just(False)), single)
    bounds = st.lists(bound, min_size=1, max_size=2).map(tuple)
    fields_of = st.lists(st.tuples(FIELDS, inner), min_size=1, max_size=2).map(tuple)
    path = st.lists(st.one_of(some, FIELDS), min_size=1, max_size=2).map(tuple)
    params = st.lists(NAMES, max_size=2).map(tuple)
    definition = st.builds(lambda name, params, body: ast.Definition(name, params, body, NOWHERE, NOWHERE), OPERATORS, params, inner)
    infix = st.sampled_from(sorted(set(INFIX) - {"/\\", "\\/", "\\X"}))
    product = st.builds(lambda left, right: ast.Binary("\\X", left, right, NOWHERE), inner, inner)
    prefix = st.sampled_from(sorted((set(PREFIX) - {"-"}) | {"-."}))
    arms = st.lists(st.tuples(inner, inner), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        build(ast.Call, OPERATORS, some),
        build(ast.Unary, prefix, inner),
        build(ast.Binary, infix, inner, inner),
        product,
        build(ast.Junction, st.sampled_from(["/\\", "\\/"]), some),
        build(ast.TupleExpr, st.lists(inner, max_size=2).map(tuple)),
        build(ast.SetEnum, st.lists(inner, max_size=2).map(tuple)),
        build(ast.SetFilter, single, inner),
        build(ast.SetMap, inner, bounds),
        build(ast.Function, bounds, inner),
        build(ast.FunctionSet, inner, inner),
        build(ast.Record, fields_of),
        build(ast.RecordSet, fields_of),
        build(ast.Apply, inner, some),
        build(ast.Field, inner, FIELDS),
        build(ast.Except, inner, st.lists(st.tuples(path, inner), min_size=1, max_size=2).map(tuple)),
        build(ast.If, inner, inner, inner),
        build(ast.Case, arms, st.one_of(st.none(), inner)),
        build(ast.Let, st.lists(definition, min_size=1, max_size=2).map(tuple), inner),
        build(ast.Quantifier, st.sampled_from(["\\A", "\\E"]), bounds, inner),
        build(ast.Choose, single, inner),
    )
