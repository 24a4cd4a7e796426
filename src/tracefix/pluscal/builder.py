"""Syntax tree nodes from the productions of expressions.lark; one method per production."""

from __future__ import annotations

import re
from typing import Any

from ..diagnostics import Diagnostic
from ..source import Edit, Source, Span
from .ast import (
    Apply,
    At,
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
    Junction,
    Let,
    Name,
    Number,
    Quantifier,
    Record,
    RecordSet,
    SetEnum,
    SetFilter,
    SetMap,
    String,
    TupleExpr,
)
from .operators import MAX_CHAIN, resolve
from .problems import Problems
from .tokens import SPELLING, Token

_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}


class ExpressionBuilder:
    """Methods take the values of a production's symbols and the offsets of its text.

    `diagnostics` collects what is wrong although the grammar accepts it.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = Problems()
        # Bracketed expressions stand for themselves in the tree; their own places are needed to see the brackets.
        self._groups: dict[int, tuple[Expr, Span]] = {}

    def problem(self, code: str, message: str, span: Span, hint: str | None = None, edit: Edit | None = None) -> None:
        """Note a diagnostic."""
        self.diagnostics.append(self.source.diagnostic(code, message, span, hint=hint, edit=edit))

    def items(self, c: list[Any], start: int, end: int) -> list[Any]:
        """The children as they are."""
        return c

    # Rows of operands and operators: pairs of lists (elements, spans), extended in place.

    def first(self, c: list[Any], start: int, end: int) -> tuple[list[Any], list[Span]]:
        """A row of one element."""
        return [c[0]], [self._place(c[0])]

    def more(self, c: list[Any], start: int, end: int) -> tuple[list[Any], list[Span]]:
        """A row with one more element."""
        row: tuple[list[Any], list[Span]] = c[0]
        row[0].append(c[1])
        row[1].append(self._place(c[1]))
        return row

    def _place(self, element: Any) -> Span:
        if isinstance(element, tuple):
            span: Span = element[1]
            return span
        group = self._groups.get(id(element))
        return group[1] if group else element.span

    def prefix(self, c: list[Any], start: int, end: int) -> tuple[str, Span, bool]:
        """A prefix operator."""
        return SPELLING.get(c[0].text, c[0].text), Span(start, end), True

    def infix(self, c: list[Any], start: int, end: int) -> tuple[str, Span, bool]:
        """An infix operator."""
        return SPELLING.get(c[0].text, c[0].text), Span(start, end), False

    def row(self, c: list[Any], start: int, end: int) -> Expr:
        """A row of operands and operators."""
        return resolve(c[0][0], c[0][1], self.problem)

    def row_open(self, c: list[Any], start: int, end: int) -> Expr:
        """A row that ends in a quantifier, IF, CASE, CHOOSE or LET, which takes everything that follows."""
        elements, spans = c[0]
        return resolve([*elements, c[1]], [*spans, c[1].span], self.problem)

    # Operands

    def name(self, c: list[Any], start: int, end: int) -> Expr:
        """An identifier."""
        return Name(c[0].text, Span(start, end))

    def call(self, c: list[Any], start: int, end: int) -> Expr:
        """An operator with arguments."""
        return Call(c[0].text, tuple(c[1]), Span(start, end))

    def number(self, c: list[Any], start: int, end: int) -> Expr:
        """An integer."""
        return Number(int(c[0].text), Span(start, end))

    def string(self, c: list[Any], start: int, end: int) -> Expr:
        """A string."""
        return String(string_value(c[0]), Span(start, end))

    def boolean(self, c: list[Any], start: int, end: int) -> Expr:
        """TRUE or FALSE."""
        return Boolean(c[0].text == "TRUE", Span(start, end))

    def at(self, c: list[Any], start: int, end: int) -> Expr:
        """The old value in EXCEPT."""
        return At(Span(start, end))

    def group(self, c: list[Any], start: int, end: int) -> Expr:
        """Parentheses."""
        expr: Expr = c[0]
        self._groups[id(expr)] = (expr, Span(start, end))
        return expr

    def set_enum(self, c: list[Any], start: int, end: int) -> Expr:
        """Braces around elements."""
        return SetEnum(tuple(c[0]) if c else (), Span(start, end))

    def set_of(self, c: list[Any], start: int, end: int) -> Expr:
        """`{x \\in S : P}` when the left side reads as a bound (TLA+ decides it so), else `{e : x \\in S}`."""
        left, right = c
        if len(left) == 1 and len(right) == 1:
            bounds = self._bounds(left, quiet=True)
            if bounds:
                return SetFilter(bounds[0], right[0], Span(start, end))
        if len(left) > 1:
            self.problem("TF212", "expected one expression before ':'", left[0].span.to(left[-1].span))
        return SetMap(left[0], self._bounds(right), Span(start, end))

    def tuple_(self, c: list[Any], start: int, end: int) -> Expr:
        """Angle brackets."""
        return TupleExpr(tuple(c[0]) if c else (), Span(start, end))

    def maps_to(self, c: list[Any], start: int, end: int) -> Expr:
        """A record or a function: both use `|->`."""
        left, body, more = c
        if len(left) == 1 and isinstance(left[0], Name):
            return Record(((left[0].id, body), *_pairs(more)), Span(start, end))
        if more:
            self.problem("TF212", "expected ']' after the value of the function", more[0].span)
        return Function(self._bounds(left), body, Span(start, end))

    def record_set(self, c: list[Any], start: int, end: int) -> Expr:
        """`[a : S, b : T]`."""
        left, domain, more = c
        name = left[-1].id if isinstance(left[-1], Name) else ""
        if len(left) > 1 or not name:
            self.problem("TF212", "expected a field name before ':'", left[0].span.to(left[-1].span))
        return RecordSet(((name, domain), *_pairs(more)), Span(start, end))

    def function_set(self, c: list[Any], start: int, end: int) -> Expr:
        """`[S -> T]`."""
        return FunctionSet(c[0], c[1], Span(start, end))

    def except_(self, c: list[Any], start: int, end: int) -> Expr:
        """`[f EXCEPT ...]`."""
        return Except(c[0], tuple(c[1:]), Span(start, end))

    def update(self, c: list[Any], start: int, end: int) -> tuple[Any, Expr]:
        """`![a].b = e`."""
        return tuple(c[0]), c[1]

    def step_index(self, c: list[Any], start: int, end: int) -> tuple[Expr, ...]:
        """`[a, b]` in a path."""
        return tuple(c[0])

    def step_field(self, c: list[Any], start: int, end: int) -> str:
        """`.a` in a path."""
        text: str = c[0].text
        return text

    def apply(self, c: list[Any], start: int, end: int) -> Expr:
        """`f[a, b]`."""
        return self._not_too_long(Apply(c[0], tuple(c[1]), Span(start, end)))

    def field(self, c: list[Any], start: int, end: int) -> Expr:
        """`r.a`."""
        return self._not_too_long(Field(c[0], c[1].text, Span(start, end)))

    def _not_too_long(self, expr: Expr) -> Expr:
        """The expression, unless more than MAX_CHAIN indices and fields follow each other."""
        inner = expr
        for _ in range(MAX_CHAIN):
            if isinstance(inner, Apply):
                inner = inner.function
            elif isinstance(inner, Field):
                inner = inner.record
            else:
                return expr
        self.problem("TF207", f"more than {MAX_CHAIN} indices or fields in a row", expr.span)
        return inner

    def list_(self, c: list[Any], start: int, end: int) -> Expr:
        """An aligned list."""
        return Junction(SPELLING[c[0].text], tuple(c[1::2]), Span(start, end))

    # Expressions that take everything after them

    def quantifier(self, c: list[Any], start: int, end: int) -> Expr:
        """`\\A` and `\\E`."""
        return Quantifier(SPELLING[c[0].text], self._bounds(c[1]), c[2], Span(start, end))

    def choose(self, c: list[Any], start: int, end: int) -> Expr:
        """CHOOSE."""
        bounds = self._bounds(c[0])
        if len(bounds) > 1 or (bounds and len(bounds[0].names) > 1 and not bounds[0].tuple_pattern):
            self.problem(
                "TF212", "CHOOSE takes one identifier", bounds[0].span.to(bounds[-1].span), "choose a tuple: CHOOSE <<x, y>> \\in S : P"
            )
        bound = bounds[0] if bounds else Bound((), SetEnum((), Span(start, end)), False, Span(start, end))
        return Choose(bound, c[1], Span(start, end))

    def if_(self, c: list[Any], start: int, end: int) -> Expr:
        """IF."""
        return If(c[0], c[1], c[2], Span(start, end))

    def case(self, c: list[Any], start: int, end: int) -> Expr:
        """CASE without OTHER."""
        return Case(tuple((arm[0], arm[1]) for arm in c), None, Span(start, end))

    def case_other(self, c: list[Any], start: int, end: int) -> Expr:
        """CASE with OTHER."""
        return Case(tuple((arm[0], arm[1]) for arm in c[:-1]), c[-1], Span(start, end))

    def let(self, c: list[Any], start: int, end: int) -> Expr:
        """LET."""
        return Let(tuple(c[:-1]), c[-1], Span(start, end))

    def definition(self, c: list[Any], start: int, end: int) -> Definition:
        """`Op == e`."""
        return Definition(c[0].text, (), c[1], Span(start, end), c[0].span)

    def definition_with(self, c: list[Any], start: int, end: int) -> Definition:
        """`Op(a, b) == e`."""
        return Definition(c[0].text, tuple(token.text for token in c[1]), c[2], Span(start, end), c[0].span)

    def definition_function(self, c: list[Any], start: int, end: int) -> Definition:
        """`f[x \\in S] == e`: the same as `f == [x \\in S |-> e]` when f does not use itself."""
        body = Function(self._bounds(c[1]), c[2], Span(c[0].end, end))
        return Definition(c[0].text, (), body, Span(start, end), c[0].span)

    def _bounds(self, items: list[Expr], *, quiet: bool = False) -> tuple[Bound, ...]:
        """Bounds from arguments such as `x`, `y \\in S`; empty when `quiet` and they are something else."""
        bounds: list[Bound] = []
        names: list[str] = []
        start: Span | None = None
        for item in items:
            start = start or item.span
            if isinstance(item, Name):
                names.append(item.id)
                continue
            left = item.left if isinstance(item, Binary) and item.op == "\\in" and id(item) not in self._groups else None
            if isinstance(item, Binary) and isinstance(left, Name):
                bounds.append(Bound((*names, left.id), item.right, False, start.to(item.span)))
            elif isinstance(item, Binary) and isinstance(left, TupleExpr) and not names and all(isinstance(x, Name) for x in left.items):
                pattern = tuple(x.id for x in left.items if isinstance(x, Name))
                bounds.append(Bound(pattern, item.right, True, item.span))
            elif quiet:
                return ()
            else:
                hint = "a set is written {1, 2}, a record [name |-> value], a function [x \\in S |-> value]"
                self.problem("TF212", "expected a bound such as x \\in S", item.span, hint)
            names, start = [], None
        if names and start is not None and not quiet:
            self.problem("TF206", f"{names[0]} has no domain: unbounded quantification is not supported", start, f"write {names[0]} \\in S")
        return tuple(bounds) if not (quiet and names) else ()


def _pairs(tokens_and_values: list[Any]) -> list[tuple[str, Expr]]:
    return [(name.text, value) for name, value in zip(tokens_and_values[::2], tokens_and_values[1::2], strict=True)]


def string_value(token: Token) -> str:
    """The string that a STRING token denotes."""
    text = token.text[1:-1]
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), text) if "\\" in text else text
