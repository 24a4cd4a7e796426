"""What an expression is known to be, without running the protocol.

Values are those of a configuration (strings, integers, booleans, model values, sets) and tuples. Everything that depends on what is not
known is UNKNOWN; so is what TLC could not evaluate. The meaning is that of the checker's interpreter, on far fewer expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..pluscal.ast import (
    Apply,
    Binary,
    Boolean,
    Call,
    Definition,
    Expr,
    If,
    Junction,
    Name,
    Number,
    SetEnum,
    String,
    TupleExpr,
    Unary,
)
from ..pluscal.model import ModelValueName, Unsupported
from ..pluscal.substitute import substitute


class _Unknown:
    """The type of UNKNOWN."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _Unknown()
Value = Any
"""A value, or UNKNOWN."""

Lookup = Callable[[str], Value]
"""What a variable, constant or bound name is known to be."""

Definitions = Mapping[str, Definition | Unsupported]

LARGEST_RANGE = 32
MAX_DEPTH = 20


def text(value: Value) -> str:
    """A value as TLA+ text."""
    if isinstance(value, ModelValueName):
        return value.name
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"<<{', '.join(map(text, value))}>>"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(text, value)))}}}"
    return str(value)


class Evaluator:
    """Evaluates expressions with the definitions of one module."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions

    def body(self, expr: Expr) -> Expr:
        """The expression that a use of a defined operator stands for; the expression itself when it is no such use."""
        for _ in range(MAX_DEPTH):
            name, args = (expr.name, expr.args) if isinstance(expr, Call) else (expr.id, ()) if isinstance(expr, Name) else ("", ())
            definition = self.definitions.get(name)
            if not isinstance(definition, Definition) or len(definition.params) != len(args):
                break
            expr = substitute(definition.body, dict(zip(definition.params, args, strict=True)))
        return expr

    def value(self, expr: Expr, lookup: Lookup) -> Value:
        """What the expression is known to be."""
        match expr:
            case Number(value) | String(value) | Boolean(value):
                return value
            case Name(name):
                found = lookup(name)
                return self._defined(expr, lookup) if found is UNKNOWN else found
            case Unary(op, operand):
                return _unary(op, self.value(operand, lookup))
            case Binary(op, left, right):
                return self._binary(op, left, right, lookup)
            case Junction(op, items):
                return _junction(op, [self.value(item, lookup) for item in items])
            case If(condition, then, otherwise):
                decided = self.value(condition, lookup)
                if isinstance(decided, bool):
                    return self.value(then if decided else otherwise, lookup)
                both = self.value(then, lookup), self.value(otherwise, lookup)
                return both[0] if same(*both) is True else UNKNOWN
            case TupleExpr(items) | SetEnum(items):
                values = [self.value(item, lookup) for item in items]
                if any(value is UNKNOWN for value in values):
                    return UNKNOWN
                return tuple(values) if isinstance(expr, TupleExpr) else frozenset(values)
            case Call(name, args):
                if name in self.definitions:
                    return self._defined(expr, lookup)
                return _call(name, [self.value(argument, lookup) for argument in args])
            case Apply(function, (argument,)):
                sequence, index = self.value(function, lookup), self.value(argument, lookup)
                if isinstance(sequence, tuple) and type(index) is int and 1 <= index <= len(sequence):
                    return sequence[index - 1]
        return UNKNOWN

    def _defined(self, expr: Expr, lookup: Lookup) -> Value:
        body = self.body(expr)
        return UNKNOWN if body is expr else self.value(body, lookup)

    def _binary(self, op: str, left: Expr, right: Expr, lookup: Lookup) -> Value:
        a, b = self.value(left, lookup), self.value(right, lookup)
        if op == "=>":
            return _junction("\\/", [_unary("~", a), b])
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        if op in ("=", "<=>"):
            return same(a, b)
        if op == "#":
            return _unary("~", same(a, b))
        if op in ("\\in", "\\notin"):
            found = _member(a, b)
            return found if op == "\\in" else _unary("~", found)
        if isinstance(a, frozenset) and isinstance(b, frozenset):
            return a | b if op == "\\cup" else a & b if op == "\\cap" else a - b if op == "\\" else UNKNOWN
        return _arithmetic(op, a, b) if type(a) is int and type(b) is int else UNKNOWN


def same(a: Value, b: Value) -> Value:
    """Whether two values are equal; UNKNOWN where TLC cannot compare them."""
    if a is UNKNOWN or b is UNKNOWN:
        return UNKNOWN
    if isinstance(a, ModelValueName) or isinstance(b, ModelValueName) or type(a) is type(b):
        return bool(a == b)
    return UNKNOWN


def _member(element: Value, values: Value) -> Value:
    if not isinstance(values, frozenset):
        return UNKNOWN
    return _junction("\\/", [same(element, value) for value in values])


def _unary(op: str, value: Value) -> Value:
    if op == "~" and isinstance(value, bool):
        return not value
    if op == "-." and type(value) is int:
        return -value
    return UNKNOWN


def _junction(op: str, values: list[Value]) -> Value:
    decisive = op == "\\/"
    if any(value is decisive for value in values):
        return decisive
    return not decisive if all(value is (not decisive) for value in values) else UNKNOWN


def _arithmetic(op: str, a: int, b: int) -> Value:
    if op == "..":
        return frozenset(range(a, b + 1)) if b - a < LARGEST_RANGE else UNKNOWN
    if op in ("\\div", "%"):
        return UNKNOWN if b <= 0 else a // b if op == "\\div" else a % b
    comparisons = {"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}
    if op in comparisons:
        return comparisons[op]
    results = {"+": a + b, "-": a - b, "*": a * b}
    return results.get(op, UNKNOWN)


def _call(name: str, args: list[Value]) -> Value:
    if any(value is UNKNOWN for value in args):
        return UNKNOWN
    first = args[0] if args else None
    if name == "Cardinality" and isinstance(first, frozenset):
        return len(first)
    if not isinstance(first, tuple):
        return UNKNOWN
    if name == "Len":
        return len(first)
    if name == "Append" and len(args) == 2:
        return (*first, args[1])
    if name == "Head" and first:
        return first[0]
    if name == "Tail" and first:
        return first[1:]
    return UNKNOWN
