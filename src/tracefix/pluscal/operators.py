"""TLA+'s operator precedence, applied to a flat row of operands and operators.

Precedences are ranges (*Specifying Systems*, table 6): of two neighbours the one whose whole range is higher binds first; when
the ranges overlap, the row needs parentheses unless both are the same left-associative operator. A prefix operator wins when
its range overlaps with that of the infix operator after its operand (as SANY decides).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..source import Span
from .ast import Binary, Boolean, Expr, Junction, Unary

INFIX: dict[str, tuple[int, int, bool]] = {
    "=>": (1, 1, False), "<=>": (2, 2, False), "/\\": (3, 3, True), "\\/": (3, 3, True),
    "=": (5, 5, False), "#": (5, 5, False), "<": (5, 5, False), ">": (5, 5, False), "<=": (5, 5, False), ">=": (5, 5, False),
    "\\in": (5, 5, False), "\\notin": (5, 5, False), "\\subseteq": (5, 5, False), "@@": (6, 6, True), ":>": (7, 7, False),
    "\\": (8, 8, False), "\\cup": (8, 8, True), "\\cap": (8, 8, True), "..": (9, 9, False), "+": (10, 10, True),
    "\\X": (10, 13, True), "-": (11, 11, True), "%": (10, 11, False), "*": (13, 13, True), "\\div": (13, 13, False),
    "\\o": (13, 13, True), "^": (14, 14, False),
}  # fmt: skip
"""Lowest and highest precedence, and whether the operator associates to the left."""

PREFIX: dict[str, tuple[int, int]] = {"~": (4, 4), "SUBSET": (8, 8), "UNION": (8, 8), "DOMAIN": (9, 9), "-": (12, 12)}

MAX_CHAIN = 150
"""How deeply the operators of one row may nest; those who read the tree recurse."""

Operator = tuple[str, Span, bool]
"""Spelling, place, and whether it is a prefix operator."""

Problem = Callable[[str, str, Span, str | None], None]


def resolve(row: list[Any], spans: list[Span], problem: Problem) -> Expr:
    """The expression that a row means. `row` mixes operands and `Operator` tuples; `spans` gives the place of each element
    as written, brackets included. Conflicts are told to `problem(code, message, span, hint)`."""
    if len(row) == 1:
        operand: Expr = row[0]
        return operand
    # Each operand with its place and how deeply the operators of this row are nested in it. A chain of conjuncts or disjuncts
    # becomes one flat node; while it grows its items are in a list.
    operands: list[tuple[Expr | _Chain, Span, int]] = []
    operators: list[Operator] = []
    deepest = 0

    def reduce() -> None:
        nonlocal deepest
        name, span, prefix = operators.pop()
        right, right_place, depth = _closed(operands.pop())
        if prefix:
            place = span.to(right_place)
            operands.append((Unary("-." if name == "-" else name, right, place), place, depth + 1))
        elif name in ("/\\", "\\/"):
            left, left_place, left_depth = operands.pop()
            if not (isinstance(left, _Chain) and left.op == name):
                left = _Chain(name, [_closed((left, left_place, 0))[0]])
            left.items.append(right)
            operands.append((left, left_place.to(right_place), max(depth, left_depth)))
        else:
            first, left_place, left_depth = _closed(operands.pop())
            place = left_place.to(right_place)
            operands.append((_binary(name, first, right, left_place, place, problem), place, max(depth, left_depth + 1)))
        deepest = max(deepest, operands[-1][2])

    for element, place in zip(row, spans, strict=True):
        if not isinstance(element, tuple):
            operands.append((element, place, 0))
            continue
        if not element[2]:
            while operators and _binds_first(operators[-1], element, problem):
                reduce()
        elif operators and not operators[-1][2]:
            _check_sign(operators[-1], element, problem)
        operators.append(element)
    while operators:
        reduce()
    if deepest > MAX_CHAIN:
        place = operands[0][1]
        problem("TF207", f"more than {MAX_CHAIN} operators in one expression", place, "define a part of it as an operator")
        return Boolean(True, place)
    return _closed(operands[0])[0]


@dataclass(slots=True)
class _Chain:
    """Operands that are joined by one of `/\\` and `\\/`, without brackets between them."""

    op: str
    items: list[Expr]


def _closed(operand: tuple[Expr | _Chain, Span, int]) -> tuple[Expr, Span, int]:
    expr, place, depth = operand
    return (Junction(expr.op, tuple(expr.items), place) if isinstance(expr, _Chain) else expr), place, depth


def _binds_first(left: Operator, right: Operator, problem: Problem) -> bool:
    """Whether the operator on the left takes the operand between the two."""
    low, high, associative = INFIX[right[0]]
    if left[2]:
        return PREFIX[left[0]][1] >= low
    left_low, left_high, _ = INFIX[left[0]]
    if left_low > high:
        return True
    if left_high < low:
        return False
    if left[0] != right[0] or not associative:
        _conflict(left, right, problem)
    return True


def _check_sign(left: Operator, right: Operator, problem: Problem) -> None:
    """SANY reads `a * -b` as two infix operators in a row; other prefix operators may follow any infix operator."""
    if right[0] == "-" and INFIX[left[0]][0] > PREFIX["-"][1]:
        _conflict(left, right, problem)


def _conflict(left: Operator, right: Operator, problem: Problem) -> None:
    if left[0] == right[0]:
        message = f"{left[0]} cannot be chained"
        hint = f"write a {left[0]} b /\\ b {left[0]} c, or use parentheses" if INFIX[left[0]][0] == 5 else "use parentheses"
    else:
        message = f"{left[0]} and {right[0]} need parentheses here: neither binds more tightly"
        hint = "write (a /\\ b) \\/ c or a /\\ (b \\/ c)" if {left[0], right[0]} == {"/\\", "\\/"} else "use parentheses"
    problem("TF211", message, right[1], hint)


def _binary(name: str, left: Expr, right: Expr, left_place: Span, span: Span, problem: Problem) -> Expr:
    if name == "\\X" and isinstance(left, Binary) and left.op == "\\X" and left.span != left_place:
        problem(
            "TF206", "(A \\X B) \\X C, a set of pairs with a pair in each, is not supported", span, "write A \\X B \\X C, a set of triples"
        )
    return Binary(name, left, right, span)
