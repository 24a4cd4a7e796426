"""Syntax trees of expressions back to TLA+ text.

Parentheses stand where the tree needs them (`operators` has the precedences) and around a prefix operator that binds less
tightly than the operator before it. What is longer than the width is broken: conjunctions and disjunctions become aligned
lists, IF, CASE, LET, quantifiers, calls and tuples take a line for each part. Reading the text again gives the same tree.
"""

from __future__ import annotations

from collections.abc import Iterable

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
    Unary,
)
from .operators import INFIX, PREFIX

WIDTH = 110
"""Columns of a line before an expression is broken, where it can be."""

# What may not end an expression, because of what follows it in the same row.
_NO_OPEN, _NO_CASE, _NO_LIST = 1, 2, 4
_END = 0
_DEFINITION = _NO_LIST
_ARM = _NO_CASE | _NO_LIST
_MIDDLE = _NO_OPEN | _ARM

_OPEN = (If, Case, Let, Quantifier, Choose)
"""Expressions that take everything after them."""

_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f"})


def print_expression(expr: Expr, column: int = 0, width: int = WIDTH) -> str:
    """The text of an expression that starts at `column` (from 0): one line, or several when it would go beyond `width`.

    Lines after the first are indented from the start of the line, so the text belongs at this column and no other.
    """
    return _broken(expr, column, width, _END)


def print_definition(definition: Definition, column: int = 0, width: int = WIDTH) -> str:
    """`Op(params) == body`, starting at `column`."""
    head = f"{_head(definition)} == "
    flat = head + _flat(definition.body, _END)
    several = isinstance(definition.body, Let) and len(definition.body.definitions) > 1
    if column + len(flat) <= width and not several:
        return flat
    if isinstance(definition.body, (Junction, Quantifier, Let)):
        return f"{head.rstrip()}\n{' ' * (column + 4)}{_broken(definition.body, column + 4, width, _END)}"
    return head + _broken(definition.body, column + len(head), width, _END)


def print_path(path: Iterable[tuple[Expr, ...] | str]) -> str:
    """Indices and fields after a name: `[a, b].c`."""
    return "".join(f".{step}" if isinstance(step, str) else f"[{_list(step)}]" for step in path)


def _head(definition: Definition) -> str:
    return f"{definition.name}({', '.join(definition.params)})" if definition.params else definition.name


# --- on one line


def _flat(expr: Expr, position: int) -> str:
    """The text on one line; `position` says what may not stand at its end."""
    if isinstance(expr, _OPEN) and (position & _NO_OPEN or (position & _NO_CASE and isinstance(expr, Case))):
        return f"({_flat(expr, _END)})"
    match expr:
        case Number(value):
            return str(value)
        case String(value):
            return f'"{value.translate(_ESCAPES)}"'
        case Boolean(value):
            return "TRUE" if value else "FALSE"
        case Name(name):
            return name
        case At():
            return "@"
        case Call(name, args):
            return f"{name}({_list(args)})"
        case TupleExpr(items):
            return f"<<{_list(items)}>>"
        case SetEnum(items):
            return f"{{{_list(items)}}}"
        case SetFilter(bound, predicate):
            return f"{{{_bound(bound)} : {_flat(predicate, _END)}}}"
        case SetMap(body, bounds):
            return f"{{{_no_bound(body)} : {_bounds(bounds)}}}"
        case Function(bounds, body):
            return f"[{_bounds(bounds)} |-> {_flat(body, _END)}]"
        case FunctionSet(domain, range_):
            return f"[{_no_bound(domain)} -> {_flat(range_, _END)}]"
        case Record(fields):
            return f"[{', '.join(f'{name} |-> {_flat(value, _END)}' for name, value in fields)}]"
        case RecordSet(fields):
            return f"[{', '.join(f'{name} : {_flat(value, _END)}' for name, value in fields)}]"
        case Apply(function, args):
            return f"{_closed(function)}[{_list(args)}]"
        case Field(record, name):
            return f"({_flat(record, _END)}).{name}" if isinstance(record, Number) else f"{_closed(record)}.{name}"
        case Except(function, updates):
            return f"[{_flat(function, _MIDDLE)} EXCEPT {', '.join(map(_update, updates))}]"
        case Unary(op, operand):
            return _prefix(op) + _unary_operand(op, operand, position)
        case Binary(op, left, right):
            return _join(op, _left(left, op), _right(right, op, position), tight=_is_short(left) and _is_short(right))
        case Junction(op, items):
            return _junction(op, items, position)
        case If(condition, then, otherwise):
            return f"IF {_flat(condition, _END)} THEN {_flat(then, _END)} ELSE {_flat(otherwise, position)}"
        case Case(arms, other):
            return "CASE " + " [] ".join(_arms(arms, other, position))
        case Let(definitions, body):
            inner = " ".join(f"{_head(d)} == {_flat(d.body, _DEFINITION)}" for d in definitions)
            return f"LET {inner} IN {_flat(body, position)}"
        case Quantifier() | Choose():
            header, body = _quantified(expr)
            return f"{header} {_flat(body, position)}"


def _list(items: Iterable[Expr]) -> str:
    return ", ".join(_flat(item, _END) for item in items)


def _update(update: tuple[tuple[tuple[Expr, ...] | str, ...], Expr]) -> str:
    path, value = update
    return f"!{print_path(path)} = {_flat(value, _END)}"


def _bounds(bounds: Iterable[Bound]) -> str:
    return ", ".join(map(_bound, bounds))


def _bound(bound: Bound) -> str:
    names = ", ".join(bound.names)
    domain = _right(bound.domain, "\\in", _MIDDLE)
    return f"<<{names}>> \\in {domain}" if bound.tuple_pattern else f"{names} \\in {domain}"


def _no_bound(expr: Expr) -> str:
    """An expression that must not be taken for a bound such as `x \\in S`."""
    text = _flat(expr, _MIDDLE)
    return f"({text})" if isinstance(expr, Binary) and expr.op == "\\in" else text


def _closed(expr: Expr) -> str:
    """An expression that an index or a field follows."""
    return f"({_flat(expr, _END)})" if isinstance(expr, (Unary, Binary, Junction, *_OPEN)) else _flat(expr, _END)


def _quantified(expr: Quantifier | Choose) -> tuple[str, Expr]:
    if isinstance(expr, Quantifier):
        return f"{expr.kind} {_bounds(expr.bounds)} :", expr.body
    return f"CHOOSE {_bound(expr.bound)} :", expr.predicate


def _arms(arms: tuple[tuple[Expr, Expr], ...], other: Expr | None, position: int) -> list[str]:
    pairs = [(_flat(condition, _MIDDLE), value) for condition, value in arms]
    if other is not None:
        pairs.append(("OTHER", other))
    last = len(pairs) - 1
    return [f"{condition} -> {_flat(value, position if index == last else _ARM)}" for index, (condition, value) in enumerate(pairs)]


def _junction(op: str, items: tuple[Expr, ...], position: int) -> str:
    if len(items) == 1:
        # Only an aligned list can have one item.
        text = f"{op} {_flat(items[0], _END)}"
        return f"({text})" if position & _NO_LIST else text
    first, *middle, last = items
    return f" {op} ".join([_left(first, op), *(_between(item, op) for item in middle), _right(last, op, position)])


def _join(op: str, left: str, right: str, *, tight: bool) -> str:
    return f"{left}..{right}" if op == ".." and tight else f"{left} {op} {right}"


def _is_short(expr: Expr) -> bool:
    return isinstance(expr, (Name, Number, Call, Apply, Field))


def _prefix(op: str) -> str:
    return "-" if op == "-." else f"{op} " if op.isalpha() else op


# --- precedence


def _left(expr: Expr, op: str) -> str:
    """The operand before an infix operator."""
    text = _flat(expr, _MIDDLE)
    return text if _ends_before(expr, op) or _has_brackets(expr) else f"({text})"


def _right(expr: Expr, op: str, position: int) -> str:
    """The operand after an infix operator."""
    if _follows(expr, op):
        return _flat(expr, position if not _is_list(expr) else _MIDDLE)
    return f"({_flat(expr, _END)})"


def _between(expr: Expr, op: str) -> str:
    """An operand with the same infix operator on both sides."""
    text = _flat(expr, _MIDDLE)
    return text if _has_brackets(expr) or (_follows(expr, op) and _ends_before(expr, op)) else f"({text})"


def _unary_operand(op: str, expr: Expr, position: int) -> str:
    if not _bare_under(op, expr):
        return f"({_flat(expr, _END)})"
    text = _flat(expr, position)
    return f" {text}" if op == "-." and text[0] == "-" else text


def _has_brackets(expr: Expr) -> bool:
    """Whether `_flat` puts the expression in parentheses when something follows."""
    return isinstance(expr, _OPEN) or _is_list(expr)


def _is_list(expr: Expr) -> bool:
    return isinstance(expr, Junction) and len(expr.items) == 1


def _prefix_range(op: str) -> tuple[int, int]:
    return PREFIX["-" if op == "-." else op]


def _follows(expr: Expr, op: str) -> bool:
    """Whether the expression can stand after an infix operator without parentheses."""
    if isinstance(expr, Unary):
        return _prefix_range(expr.op)[1] >= INFIX[op][0]
    if isinstance(expr, (Binary, Junction)) and not _is_list(expr):
        return INFIX[expr.op][0] > INFIX[op][1]
    return True


def _bare_under(op: str, expr: Expr) -> bool:
    """Whether the expression can stand after a prefix operator without parentheses."""
    highest = _prefix_range(op)[1]
    if isinstance(expr, Unary):
        return _prefix_range(expr.op)[1] >= highest
    if isinstance(expr, (Binary, Junction)):
        return not _is_list(expr) and INFIX[expr.op][0] > highest
    return True


def _ends_before(expr: Expr, op: str) -> bool:
    """Whether the expression is complete, without parentheses, when an infix operator comes after it."""
    low, high, associative = INFIX[op]
    match expr:
        case Binary(own, _, right):
            if not (INFIX[own][0] > high or (own == op and associative)):
                return False
            return not _follows(right, own) or _ends_before(right, op)
        case Junction(own):
            return INFIX[own][0] > high
        case Unary(own, operand):
            return _prefix_range(own)[1] >= low and (not _bare_under(own, operand) or _ends_before(operand, op))
    return True


# --- on several lines


def _broken(expr: Expr, column: int, width: int, position: int) -> str:
    """The text from `column` on, on several lines when it is too long and can be broken."""
    flat = _flat(expr, position)
    several = isinstance(expr, Let) and len(expr.definitions) > 1
    if (column + len(flat) <= width and not several) or position & _NO_OPEN:
        return flat
    match expr:
        case Junction(op, items) if not position & _NO_LIST:
            return _lines(column, (f"{op} {_item(op, item, column + 3, width)}" for item in items))
        case If(condition, then, otherwise):
            return _lines(
                column,
                (
                    f"IF {_broken(condition, column + 3, width, _END)}",
                    f"THEN {_broken(then, column + 5, width, _END)}",
                    f"ELSE {_broken(otherwise, column + 5, width, position)}",
                ),
            )
        case Case(arms, other) if not position & _NO_CASE:
            return "CASE " + _lines(column + 2, _arms(arms, other, position), separator="[] ")
        case Let(definitions, body):
            inner = _lines(column + 4, (print_definition(d, column + 4, width) for d in definitions))
            return f"LET {inner}\n{' ' * column}IN  {_broken(body, column + 4, width, position)}"
        case Quantifier() | Choose():
            header, body = _quantified(expr)
            return _lines(column, (header, " " * 4 + _broken(body, column + 4, width, position)))
        case Binary("=>" | "<=>" as op, left, right) if position == _END:
            breakable = isinstance(right, (Junction, *_OPEN))
            inner = _broken(right, column + 4, width, _END) if breakable else _right(right, op, _END)
            return _lines(column, (f"{_left(left, op)} {op}", " " * 4 + inner))
        case Call(name, args):
            return _bracketed(f"{name}(", args, ")", column, width)
        case TupleExpr(items) if items:
            return _bracketed("<<", items, ">>", column, width)
        case SetEnum(items) if items:
            return _bracketed("{", items, "}", column, width)
        case Record(fields):
            inside = column + 1
            return f"[{_lines(inside, (_field(f, inside, width) for f in fields), separator='', ending=',')}]"
    return flat


def _item(op: str, item: Expr, column: int, width: int) -> str:
    """An item of an aligned list of `op`."""
    text = _broken(item, column, width, _END)
    same = isinstance(item, Junction) and item.op == op and len(item.items) > 1
    return f"({text})" if same and "\n" not in text else text


def _field(field: tuple[str, Expr], column: int, width: int) -> str:
    name, value = field
    head = f"{name} |-> "
    return head + _broken(value, column + len(head), width, _END)


def _bracketed(opening: str, items: tuple[Expr, ...], closing: str, column: int, width: int) -> str:
    inside = column + len(opening)
    return opening + _lines(inside, (_broken(item, inside, width, _END) for item in items), separator="", ending=",") + closing


def _lines(column: int, parts: Iterable[str], separator: str = "", ending: str = "") -> str:
    return f"{ending}\n{' ' * column}{separator}".join(parts)
