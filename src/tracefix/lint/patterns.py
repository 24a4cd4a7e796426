"""The shapes in which locks, counters and channels are used, whoever wrote them: a macro of the scaffold or the author's own hand.

Shapes speak about a target: a variable with the path of an assignment, as `pluscal.substitute.as_target` gives it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..pluscal.ast import Assign, At, Binary, Call, Except, Expr, Junction, Name, Number, TupleExpr, Unary
from ..pluscal.substitute import Path, as_target
from ..source import Span

Located = tuple[str, Path]
"""A variable and a path into it."""

_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "#": "#"}


def alike(a: Any, b: Any) -> bool:
    """Whether two pieces of syntax are the same but for where they stand."""
    if isinstance(a, Span) and isinstance(b, Span):
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(alike, a, b))
    if hasattr(a, "__dataclass_fields__"):
        return all(alike(getattr(a, name), getattr(b, name)) for name in a.__dataclass_fields__)
    return bool(a == b)


def updates(statement: Assign) -> Iterator[tuple[Located, Expr]]:
    """What a statement assigns to which part of which variable; `f := [f EXCEPT ![i] = e]` assigns to `f[i]`."""
    for target, value in statement.assignments:
        inside = as_target(value.function) if isinstance(value, Except) else None
        if isinstance(value, Except) and inside is not None and alike(inside, (target.name, target.path)):
            for path, part in value.updates:
                yield (target.name, (*target.path, *path)), part
        else:
            yield (target.name, target.path), value


def is_target(expr: Expr, target: Located) -> bool:
    """Whether an expression is the old value of what is assigned to: itself, or `@`."""
    return isinstance(expr, At) or alike(as_target(expr), target)


def appended(value: Expr, target: Located) -> tuple[Expr, ...]:
    """The messages of `target := Append(target, m)` or `target \\o <<m, ...>>`; none for other values."""
    match value:
        case Call("Append", (old, message)) if is_target(old, target):
            return (message,)
        case Binary("\\o", old, TupleExpr(messages)) if is_target(old, target):
            return messages
    return ()


def removed(value: Expr, target: Located) -> bool:
    """Whether `target := value` takes the first message out: `Tail(target)` or `SubSeq(target, 2, Len(target))`."""
    match value:
        case Call("Tail", (old,)):
            return is_target(old, target)
        case Call("SubSeq", (old, Number(2), Call("Len", (again,)))):
            return is_target(old, target) and is_target(again, target)
    return False


def first_of(value: Expr) -> Located | None:
    """What `Head(c)` or `c[1]` takes the first message of."""
    match value:
        case Call("Head", (channel,)):
            return as_target(channel)
    located = as_target(value)
    if located is not None and located[1]:
        *path, last = located[1]
        if isinstance(last, tuple) and len(last) == 1 and isinstance(last[0], Number) and last[0].value == 1:
            return located[0], tuple(path)
    return None


def moved(value: Expr, target: Located) -> int | None:
    """By how much `target := target + n` or `target - n` moves a counter; None for other values."""
    match value:
        case Binary("+", old, Number(amount)) if is_target(old, target):
            return amount
        case Binary("+", Number(amount), old) if is_target(old, target):
            return amount
        case Binary("-", old, Number(amount)) if is_target(old, target):
            return -amount
    return None


def conjuncts(condition: Expr) -> Iterator[Expr]:
    """The parts that must all be true, as deep as conjunction goes."""
    if isinstance(condition, Junction) and condition.op == "/\\":
        for item in condition.items:
            yield from conjuncts(item)
    else:
        yield condition


def awaited_messages(condition: Expr) -> tuple[Located, int] | None:
    """The channel that a condition wants messages in, and how many at least.

    `c # <<>>`, `~(c = <<>>)`, and `Len(c)` compared with a number from below or for equality.
    """
    match condition:
        case Unary("~", Binary("=", left, right)):
            return _not_empty(left, right)
        case Binary("#", left, right) if isinstance(left, TupleExpr) or isinstance(right, TupleExpr):
            return _not_empty(left, right)
    compared = _compared(condition)
    if compared is None or not isinstance(compared[0], Call) or compared[0].name != "Len" or len(compared[0].args) != 1:
        return None
    channel = as_target(compared[0].args[0])
    wanted = _at_least(compared[1], compared[2])
    return None if channel is None or wanted is None else (channel, wanted)


def awaited_slots(condition: Expr) -> Located | None:
    """The counter that a condition wants to be above zero."""
    compared = _compared(condition)
    if compared is None or _at_least(compared[1], compared[2]) is None:
        return None
    return as_target(compared[0])


def equated(condition: Expr) -> Iterator[tuple[Located, Expr]]:
    """For `x = e`: each side that is a target, with the other side."""
    if isinstance(condition, Binary) and condition.op == "=":
        for side, other in ((condition.left, condition.right), (condition.right, condition.left)):
            located = as_target(side)
            if located is not None:
                yield located, other


def _not_empty(left: Expr, right: Expr) -> tuple[Located, int] | None:
    channel, empty = (right, left) if isinstance(left, TupleExpr) else (left, right)
    located = as_target(channel)
    return (located, 1) if isinstance(empty, TupleExpr) and not empty.items and located is not None else None


def _compared(condition: Expr) -> tuple[Expr, str, int] | None:
    """An expression, a comparison and the number that it is compared with."""
    match condition:
        case Binary(op, left, Number(number)) if op in _MIRRORED:
            return left, op, number
        case Binary(op, Number(number), right) if op in _MIRRORED:
            return right, _MIRRORED[op], number
    return None


def _at_least(op: str, number: int) -> int | None:
    """The least value above zero that a comparison of something that is never negative asks for; None when zero will do."""
    least = {">": number + 1, ">=": number, "=": number, "#": 1 if number == 0 else 0}.get(op, 0)
    return least or None


def mentions(expr: Any) -> frozenset[str]:
    """Every name in an expression: variables, constants, bound names, operators."""
    found: set[str] = set()
    _mentions(expr, found)
    return frozenset(found)


def _mentions(node: Any, found: set[str]) -> None:
    if isinstance(node, tuple):
        for item in node:
            _mentions(item, found)
    elif isinstance(node, Name):
        found.add(node.id)
    elif hasattr(node, "__dataclass_fields__") and not isinstance(node, Span):
        if isinstance(node, Call):
            found.add(node.name)
        for name in node.__dataclass_fields__:
            _mentions(getattr(node, name), found)
