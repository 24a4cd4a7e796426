"""Syntax trees of PlusCal algorithms and of the TLA+ expressions in them.

Every node carries the span of its source text. Nodes are immutable and compare by identity of
structure, spans included. After macro expansion a node keeps the span of the macro's own text and
statements name the call they came from in `origin`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from ..source import Span

# --- TLA+ expressions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A non-negative integer literal; negation is `Unary("-.", ...)`."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class String:
    """A string literal, unescaped."""

    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class Boolean:
    """TRUE or FALSE."""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, constant, bound identifier, `self`, `pc`, or an operator without arguments
    (also built-in sets: `BOOLEAN`, `STRING`, `Nat`, `Int`)."""

    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`Op(args)`: a built-in operator (`Len`, `Append`, `Cardinality`, ...) or one that the module defines."""

    name: str
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """A prefix operator: `~` (also for `\\lnot`, `\\neg`), `-.`, `DOMAIN`, `SUBSET`, `UNION`."""

    op: str
    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """An infix operator, spelt in its ASCII form.

    `=`, `#` (also for `/=`), `<`, `>`, `<=` (also `=<`, `\\leq`), `>=`, `\\in`, `\\notin`, `\\subseteq`, `=>`, `<=>`
    (also `\\equiv`), `+`, `-`, `*`, `\\div`, `%`, `^`, `..`, `\\cup` (also `\\union`), `\\cap`, `\\`, `\\X`, `\\o` (also `\\circ`),
    `@@`, `:>`. Conjunction and disjunction are `Junction`.
    """

    op: str
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Junction:
    """`/\\` or `\\/` over one or more operands, infix or as an aligned list; infix chains are flattened."""

    op: str
    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class TupleExpr:
    """`<<a, b>>`."""

    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SetEnum:
    """`{a, b}`."""

    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Bound:
    """`x, y \\in S` (several names, one domain) or `<<x, y>> \\in S` (`tuple_pattern`)."""

    names: tuple[str, ...]
    domain: Expr
    tuple_pattern: bool
    span: Span


@dataclass(frozen=True, slots=True)
class SetFilter:
    """`{x \\in S : P}`."""

    bound: Bound
    predicate: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SetMap:
    """`{e : x \\in S, y \\in T}`."""

    body: Expr
    bounds: tuple[Bound, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Function:
    """`[x \\in S, y \\in T |-> e]`."""

    bounds: tuple[Bound, ...]
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class FunctionSet:
    """`[S -> T]`."""

    domain: Expr
    range: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Record:
    """`[a |-> e, b |-> f]`."""

    fields: tuple[tuple[str, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RecordSet:
    """`[a : S, b : T]`."""

    fields: tuple[tuple[str, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Apply:
    """`f[e]`; `f[e1, e2]` has two args and means application to the tuple `<<e1, e2>>`."""

    function: Expr
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Field:
    """`r.name`."""

    record: Expr
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class At:
    """`@` inside EXCEPT."""

    span: Span


@dataclass(frozen=True, slots=True)
class Except:
    """`[f EXCEPT ![a].b = e, ...]`: per update a path (each element the index arguments, or a field name) and a value."""

    function: Expr
    updates: tuple[tuple[tuple[tuple[Expr, ...] | str, ...], Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`IF c THEN a ELSE b`."""

    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Case:
    """`CASE p -> e [] q -> f [] OTHER -> g`."""

    arms: tuple[tuple[Expr, Expr], ...]
    other: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """`LET A == ... B(x) == ... IN e`."""

    definitions: tuple[Definition, ...]
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Quantifier:
    """`\\A` or `\\E` over bounds, in order."""

    kind: str
    bounds: tuple[Bound, ...]
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """`CHOOSE x \\in S : P`."""

    bound: Bound
    predicate: Expr
    span: Span


Expr = Union[
    Number, String, Boolean, Name, Call, Unary, Binary, Junction, TupleExpr, SetEnum, SetFilter, SetMap, Function,
    FunctionSet, Record, RecordSet, Apply, Field, At, Except, If, Case, Let, Quantifier, Choose,
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Definition:
    """`Op(params) == body`; `name_span` is the operator's name alone."""

    name: str
    params: tuple[str, ...]
    body: Expr
    span: Span
    name_span: Span


# --- PlusCal -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """A label before a statement; `fairness` is "", "+" or "-"."""

    name: str
    span: Span
    fairness: str = ""


@dataclass(frozen=True, slots=True)
class MacroCall:
    """`m(a, b)` as a statement. Gone after expansion, where it is the `origin` of the statements it became."""

    name: str
    args: tuple[Expr, ...]
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """The left side of one assignment: a variable and a path of indices (`[e1, e2]`) and field names (`.a`)."""

    name: str
    path: tuple[tuple[Expr, ...] | str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """`x := e || f[i] := d`: simultaneous when there are several."""

    assignments: tuple[tuple[Target, Expr], ...]
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class Await:
    """`await e` or `when e`."""

    condition: Expr
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class IfStmt:
    """`if`; an `elsif` is a nested IfStmt alone in `otherwise`. A missing else is an empty tuple."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class Either:
    """`either ... or ...`: two or more branches."""

    branches: tuple[tuple[Stmt, ...], ...]
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class While:
    """`while`; always labelled in a valid algorithm."""

    condition: Expr
    body: tuple[Stmt, ...]
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class With:
    """`with x \\in S, y = e`: bindings (name, kind "=" or "\\in", expression) in order; later ones see earlier ones."""

    bindings: tuple[tuple[str, str, Expr], ...]
    body: tuple[Stmt, ...]
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class Goto:
    """`goto l`; `Done` ends the process."""

    target: str
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class Skip:
    """`skip`."""

    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class AssertStmt:
    """`assert e`; `span` is the whole statement, as TLC reports its position."""

    condition: Expr
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


@dataclass(frozen=True, slots=True)
class Print:
    """`print e`."""

    value: Expr
    span: Span
    label: Label | None = None
    origin: MacroCall | None = None


Stmt = Union[MacroCall, Assign, Await, IfStmt, Either, While, With, Goto, Skip, AssertStmt, Print]


@dataclass(frozen=True, slots=True)
class VarDecl:
    """`x`, `x = e` or `x \\in S`: `kind` is "", "=" or "\\in" and `value` is None exactly when it is "" (TLC then uses the
    model value `defaultInitValue`)."""

    name: str
    kind: str
    value: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Macro:
    """`macro m(a, b) { ... }`."""

    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Process:
    """`process (P = e)` or `process (P \\in S)`. `fairness` is "", "fair" or "fair+"."""

    name: str
    kind: str
    identity: Expr
    variables: tuple[VarDecl, ...]
    body: tuple[Stmt, ...]
    fairness: str
    span: Span


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A PlusCal algorithm. A uniprocess one has no `processes` and its statements in `body`. `syntax` is "c" or "p"."""

    name: str
    variables: tuple[VarDecl, ...]
    definitions: tuple[Definition, ...]
    macros: tuple[Macro, ...]
    processes: tuple[Process, ...]
    body: tuple[Stmt, ...]
    fair: bool
    syntax: str
    span: Span
