"""Syntax tree nodes from the productions of algorithm.lark. Statements travel in lists: a block is several of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..source import Source, Span
from .ast import (
    Algorithm,
    AssertStmt,
    Assign,
    Await,
    Definition,
    Either,
    Expr,
    Goto,
    IfStmt,
    Label,
    Macro,
    MacroCall,
    Print,
    Process,
    Skip,
    Stmt,
    Target,
    VarDecl,
    While,
    With,
)
from .builder import ExpressionBuilder
from .lr import Parse
from .tables import END
from .tokens import Token

_EXPRESSION_GOES_ON = frozenset(["{", "macro"])
"""What does not end an expression for pcal.trans (class Tokenize, method IsDelimiter), so that a `;` before it must be written."""

NO_SEMICOLON_BEFORE = frozenset("end begin else elsif or do macro procedure process fair define } {".split()) | {END}
"""pcal.trans lets a `;` be missing before these (class ParseAlgorithm, method GobbleThis)."""


class AlgorithmBuilder(ExpressionBuilder):
    """Methods as in ExpressionBuilder. `parse` is the running parse, whose lookahead decides about missing semicolons."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.parse = Parse(self)
        # What the algorithm's productions do not show; set before the algorithm is read.
        self.definitions: tuple[Definition, ...] = ()
        self.define = -1
        self.fair = False
        self.start = 0
        self.macros: dict[str, tuple[str, ...]] = {}

    def stop(self, c: list[Any], start: int, end: int) -> None:
        """A `;` (or a comma in declarations), which may be missing before some tokens."""
        if c:
            return
        token = self.parse.lookahead
        if end <= self.define < token.start:
            return
        if token.kind not in NO_SEMICOLON_BEFORE or (token.kind in _EXPRESSION_GOES_ON and _ends_in_expression(self.parse.values[-1])):
            self.problem("TF221", "missing ';'", Span(end, end), f"put a ';' before {token.text!r}", (Span(end, end), ";"))

    # The algorithm and its parts

    def algorithm_processes_c(self, c: list[Any], start: int, end: int) -> Algorithm:
        """`{ ... process ... }`."""
        return self._algorithm(c, (), end, "c")

    def algorithm_body_c(self, c: list[Any], start: int, end: int) -> Algorithm:
        """`{ ... { ... } }`."""
        return self._algorithm(c[:-1], tuple(c[-1]), end, "c")

    def algorithm_processes_p(self, c: list[Any], start: int, end: int) -> Algorithm:
        """`... process ... end algorithm`."""
        return self._algorithm(c, (), end, "p")

    def algorithm_body_p(self, c: list[Any], start: int, end: int) -> Algorithm:
        """`... begin ... end algorithm`."""
        if not c[-1]:
            self._empty("algorithm", start)
        return self._algorithm(c[:-1], tuple(c[-1]), end, "p")

    def _algorithm(self, c: list[Any], body: tuple[Stmt, ...], end: int, syntax: str) -> Algorithm:
        macros = tuple(part for part in c[2:] if isinstance(part, Macro))
        processes = tuple(part for part in c[2:] if isinstance(part, Process))
        variables = tuple(c[1])
        return Algorithm(c[0].text, variables, self.definitions, macros, processes, body, self.fair, syntax, Span(self.start, end))

    def variable(self, c: list[Any], start: int, end: int) -> VarDecl:
        """A declaration without its separator."""
        declaration: VarDecl = c[0]
        return declaration

    def declaration(self, c: list[Any], start: int, end: int) -> VarDecl:
        """`x`, `x = e` or `x \\in S`."""
        if len(c) == 1:
            return VarDecl(c[0].text, "", None, Span(start, end))
        return VarDecl(c[0].text, c[1].text, c[2], Span(start, end))

    def macro(self, c: list[Any], start: int, end: int) -> Macro:
        """A macro, with or without parameters."""
        if not c[-1]:
            self.problem("TF224", f"the macro {c[0].text} is empty", c[0].span, "write skip where nothing is to be done")
        params = tuple(token.text for token in c[1]) if len(c) == 3 else ()
        self.macros.setdefault(c[0].text, params)
        return Macro(c[0].text, params, tuple(c[-1]), Span(start, end))

    def process(self, c: list[Any], start: int, end: int) -> Process:
        """A process."""
        fairness, (name, kind, identity), variables, body = c
        if not body:
            self._empty("process", name.start)
        if not fairness:
            # A rule that begins with nothing begins where the text before it ended.
            start = self.source.text.rfind("process", start, name.start)
        return Process(name.text, kind.text, identity, tuple(variables), tuple(body), fairness, Span(start, end))

    def fairness(self, c: list[Any], start: int, end: int) -> str:
        """Nothing, `fair` or `fair+`."""
        return "".join(token.text for token in c)

    def flatten(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """Lists of statements as one."""
        return [statement for statements in c for statement in statements]

    # Statements

    def label(self, c: list[Any], start: int, end: int) -> Label:
        """`l:`, `l:+` or `l:-`."""
        return Label(c[0].text, c[0].span, c[2].text if len(c) > 2 else "")

    def labelled(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """A label and what it stands before; before a block it is the label of the block's first statement."""
        label, statements = c
        first = statements[0] if statements else None
        if first is None:
            return []
        if first.label is not None:
            message = f"this statement has two labels, {label.name} and {first.label.name}"
            self.problem("TF222", message, label.span.to(first.label.span), "keep one of them")
        return [replace(first, label=label), *statements[1:]]

    def simple(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """One statement and its `;`."""
        return [c[0]]

    def block(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """A block and its `;`."""
        statements: list[Stmt] = c[0]
        return statements

    def assign(self, c: list[Any], start: int, end: int) -> Stmt:
        """Assignments joined by `||`."""
        return Assign(tuple((target, value) for target, value in c), Span(start, end))

    def target(self, c: list[Any], start: int, end: int) -> Target:
        """`x`, `x[i].f`."""
        return Target(c[0].text, tuple(c[1]) if len(c) > 1 else (), Span(start, end))

    def await_(self, c: list[Any], start: int, end: int) -> Stmt:
        """`await` and `when`."""
        return Await(c[0], Span(start, end))

    def goto(self, c: list[Any], start: int, end: int) -> Stmt:
        """`goto l`."""
        return Goto(c[0].text, Span(start, end))

    def skip(self, c: list[Any], start: int, end: int) -> Stmt:
        """`skip`."""
        return Skip(Span(start, end))

    def assert_(self, c: list[Any], start: int, end: int) -> Stmt:
        """`assert e`."""
        return AssertStmt(c[0], Span(start, end))

    def print_(self, c: list[Any], start: int, end: int) -> Stmt:
        """`print e`."""
        return Print(c[0], Span(start, end))

    def macro_call(self, c: list[Any], start: int, end: int) -> Stmt:
        """`m(a, b)`."""
        return MacroCall(c[0].text, tuple(c[1]) if len(c) > 1 else (), Span(start, end))

    def if_c(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """`if (e) s` with or without `else`."""
        return [IfStmt(c[0], tuple(c[1]), tuple(c[2]) if len(c) > 2 else (), Span(start, end))]

    def if_p(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """`if e then ... end if`."""
        if not c[1] and not c[2]:
            self._empty("if", start)
        return [IfStmt(c[0], tuple(c[1]), tuple(c[2]), Span(start, end))]

    def elsif(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """`elsif`: an if alone in the else branch."""
        if not c[1] and not c[2]:
            self._empty("elsif", start)
        return [IfStmt(c[0], tuple(c[1]), tuple(c[2]), Span(start, end))]

    def either_c(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """`either s or t`."""
        return self._either(c, start, end)

    def either_p(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """`either ... or ... end either`."""
        return self._either(c[:-1], start, end)

    def _either(self, branches: list[list[Stmt]], start: int, end: int) -> list[Stmt]:
        if len(branches) < 2:
            self.problem(
                "TF223", "this either has no 'or'", Span(start, start + len("either")), "give it a second branch, or drop the either"
            )
        for branch in branches:
            if not branch:
                self._empty("either", start)
        return [Either(tuple(tuple(branch) for branch in branches), Span(start, end))]

    def while_c(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """`while (e) s`."""
        return [While(c[0], tuple(c[1]), Span(start, end))]

    def while_p(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """`while e do ... end while`."""
        if not c[1]:
            self._empty("while", start)
        return [While(c[0], tuple(c[1]), Span(start, end))]

    def with_c(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """`with (...) s`."""
        return [With(self._bindings(c[0]), tuple(c[1]), Span(start, end))]

    def with_p(self, c: list[Any], start: int, end: int) -> list[Stmt]:
        """`with ... do ... end with`."""
        if not c[1]:
            self._empty("with", start)
        return [With(self._bindings(c[0]), tuple(c[1]), Span(start, end))]

    def _bindings(self, bindings: list[tuple[Token, Token, Expr]]) -> tuple[tuple[str, str, Expr], ...]:
        return tuple((name.text, kind.text, value) for name, kind, value in bindings)

    def _empty(self, word: str, start: int) -> None:
        self.problem("TF224", f"this {word} has an empty branch or body", Span(start, start + 1), "write skip where nothing is to be done")


def _ends_in_expression(node: Any) -> bool:
    return isinstance(node, (Assign, Await, AssertStmt, Print)) or (isinstance(node, VarDecl) and node.value is not None)
