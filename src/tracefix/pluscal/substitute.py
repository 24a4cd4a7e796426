"""Expressions for names in expressions, as macro expansion needs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..source import Span
from .ast import (
    Apply,
    AssertStmt,
    Assign,
    At,
    Await,
    Binary,
    Boolean,
    Bound,
    Call,
    Case,
    Choose,
    Definition,
    Except,
    Expr,
    Field,
    Function,
    FunctionSet,
    If,
    IfStmt,
    Junction,
    Let,
    MacroCall,
    Name,
    Number,
    Print,
    Quantifier,
    Record,
    RecordSet,
    SetEnum,
    SetFilter,
    SetMap,
    Stmt,
    String,
    TupleExpr,
    Unary,
    While,
    With,
)

Path = tuple[tuple[Expr, ...] | str, ...]


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """The expression with every free or bound use of the names replaced, as pcal.trans does it on tokens.

    A name that is bound inside the expression is not expected among `values` (expand.py refuses that); an operator's name
    is replaced when its value is a name.
    """
    if isinstance(expr, Name):
        return values.get(expr.id, expr)
    if isinstance(expr, (Number, String, Boolean, At)):
        return expr

    def sub(e: Expr) -> Expr:
        return substitute(e, values)

    def all_of(exprs: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return tuple(substitute(e, values) for e in exprs)

    def bound(b: Bound) -> Bound:
        return Bound(b.names, sub(b.domain), b.tuple_pattern, b.span)

    def bounds(bs: tuple[Bound, ...]) -> tuple[Bound, ...]:
        return tuple(bound(b) for b in bs)

    def pairs(fields: tuple[tuple[str, Expr], ...]) -> tuple[tuple[str, Expr], ...]:
        return tuple((name, sub(value)) for name, value in fields)

    match expr:
        case Call(name, args, span):
            operator = values.get(name)
            return Call(operator.id if isinstance(operator, Name) else name, all_of(args), span)
        case Unary(op, operand, span):
            return Unary(op, sub(operand), span)
        case Binary(op, left, right, span):
            return Binary(op, sub(left), sub(right), span)
        case Junction(op, items, span):
            return Junction(op, all_of(items), span)
        case TupleExpr(items, span):
            return TupleExpr(all_of(items), span)
        case SetEnum(items, span):
            return SetEnum(all_of(items), span)
        case SetFilter(b, predicate, span):
            return SetFilter(bound(b), sub(predicate), span)
        case SetMap(body, bs, span):
            return SetMap(sub(body), bounds(bs), span)
        case Function(bs, body, span):
            return Function(bounds(bs), sub(body), span)
        case FunctionSet(domain, codomain, span):
            return FunctionSet(sub(domain), sub(codomain), span)
        case Record(fields, span):
            return Record(pairs(fields), span)
        case RecordSet(fields, span):
            return RecordSet(pairs(fields), span)
        case Apply(function, args, span):
            return Apply(sub(function), all_of(args), span)
        case Field(record, name, span):
            return Field(sub(record), name, span)
        case Except(function, updates, span):
            return Except(sub(function), tuple((substitute_path(path, values), sub(value)) for path, value in updates), span)
        case If(condition, then, otherwise, span):
            return If(sub(condition), sub(then), sub(otherwise), span)
        case Case(arms, other, span):
            return Case(tuple((sub(guard), sub(value)) for guard, value in arms), sub(other) if other else None, span)
        case Let(definitions, body, span):
            replaced = tuple(Definition(d.name, d.params, sub(d.body), d.span, d.name_span) for d in definitions)
            return Let(replaced, sub(body), span)
        case Quantifier(kind, bs, body, span):
            return Quantifier(kind, bounds(bs), sub(body), span)
        case Choose(b, predicate, span):
            return Choose(bound(b), sub(predicate), span)


def substitute_path(path: Path, values: Mapping[str, Expr]) -> Path:
    """The same for a path of indices and field names."""
    return tuple(step if isinstance(step, str) else tuple(substitute(e, values) for e in step) for step in path)


def as_target(expr: Expr) -> tuple[str, Path] | None:
    """The variable and path that `x`, `x[i]`, `x.f[i]` ... assign to; None for other expressions."""
    path: list[Any] = []
    while True:
        if isinstance(expr, Name):
            return expr.id, tuple(reversed(path))
        if isinstance(expr, Apply):
            path.append(expr.args)
            expr = expr.function
        elif isinstance(expr, Field):
            path.append(expr.name)
            expr = expr.record
        else:
            return None


def bound_names(statement: Stmt) -> list[tuple[str, Span]]:
    """The names that quantifiers and the like bind in a statement's own expressions."""
    found: list[tuple[str, Span]] = []
    for expr in expressions_of(statement):
        _collect(expr, found)
    return found


def expressions_of(statement: Stmt) -> tuple[Expr, ...]:
    """A statement's own expressions, without those of statements inside it."""
    match statement:
        case Assign(assignments):
            indices = (e for target, _ in assignments for step in target.path if not isinstance(step, str) for e in step)
            return (*indices, *(value for _, value in assignments))
        case Await(e) | AssertStmt(e) | Print(e) | IfStmt(e) | While(e):
            return (e,)
        case With(bindings):
            return tuple(value for _, _, value in bindings)
        case MacroCall(_, args):
            return args
    return ()


def _collect(node: Any, found: list[tuple[str, Span]]) -> None:
    if isinstance(node, tuple):
        for item in node:
            _collect(item, found)
    elif isinstance(node, Bound):
        found += [(name, node.span) for name in node.names]
        _collect(node.domain, found)
    elif isinstance(node, Definition):
        found += [(name, node.name_span) for name in (node.name, *node.params)]
        _collect(node.body, found)
    elif hasattr(node, "__dataclass_fields__") and not isinstance(node, Span):
        for name in node.__dataclass_fields__:
            _collect(getattr(node, name), found)


def names_in(node: Any) -> set[str]:
    """Every name in a tree: variables, constants, bound names, operators."""
    found: set[str] = set()
    stack = [node]
    while stack:
        each = stack.pop()
        if isinstance(each, tuple):
            stack += each
        elif hasattr(each, "__dataclass_fields__") and not isinstance(each, Span):
            if isinstance(each, Name):
                found.add(each.id)
            elif isinstance(each, Call):
                found.add(each.name)
            stack += [getattr(each, name) for name in each.__dataclass_fields__]
    return found
