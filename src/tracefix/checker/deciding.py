"""Which variables decide where a process goes: what a condition looks at, and what flows into something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from typing import Any

from ..pluscal import ast

_GROWING = (
    ast.Name, ast.Number, ast.String, ast.Boolean, ast.TupleExpr, ast.Record, ast.Apply, ast.Field, ast.At, ast.Except, ast.Binary,
    ast.Call, ast.Unary,
)  # fmt: skip
_OPERATORS = frozenset(["+", "-", "*", "\\o", "@@", ":>", "-.", "Append", "\\cup"])
"""Operators that give more for more, without a bound of their own."""


def deciding_names(statements: Sequence[ast.Stmt], growing: AbstractSet[str]) -> frozenset[str]:
    """The names on whose value it depends what these statements do, other than to the variables in `growing`.

    A variable in `growing` may flow into another one, or into itself, through operators that set no bound. Names inside
    definitions are not looked for, so an operator of the module counts as a name that decides.
    """
    return frozenset(_deciding(statements, growing))


def _deciding(statements: Sequence[ast.Stmt], growing: AbstractSet[str]) -> Iterator[str]:
    for statement in statements:
        match statement:
            case ast.Assign(assignments):
                for target, value in assignments:
                    yield from names(target.path)
                    if target.name not in growing or not _unlimited(value, growing):
                        yield from names(value)
            case ast.IfStmt(condition, then, otherwise):
                yield from names(condition)
                yield from _deciding((*then, *otherwise), growing)
            case ast.While(condition, body):
                yield from names(condition)
                yield from _deciding(body, growing)
            case ast.With(bindings, body):
                yield from names(tuple(expr for _, _, expr in bindings))
                yield from _deciding(body, growing)
            case ast.Either(branches):
                for branch in branches:
                    yield from _deciding(branch, growing)
            case ast.Await(condition) | ast.AssertStmt(condition):
                yield from names(condition)


def names(node: Any) -> Iterator[str]:
    """Every identifier in an expression, operators that are called included."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, tuple):
        for item in node:
            yield from names(item)
    elif is_dataclass(node):
        if isinstance(node, ast.Call):
            yield node.name
        for field in fields(node):
            if field.name != "span":
                yield from names(getattr(node, field.name))


def _unlimited(node: Any, growing: AbstractSet[str]) -> bool:
    """Whether an expression grows with what it is made of."""
    if isinstance(node, tuple):
        return all(_unlimited(item, growing) for item in node)
    if not is_dataclass(node):
        return True
    if not isinstance(node, _GROWING):
        return False
    if isinstance(node, (ast.Binary, ast.Unary)) and node.op not in _OPERATORS:
        return False
    if isinstance(node, ast.Call) and node.name not in _OPERATORS:
        return False
    if isinstance(node, ast.Apply) and not growing.isdisjoint(names(node.args)):
        return False
    return all(_unlimited(getattr(node, field.name), growing) for field in fields(node) if field.name != "span")
