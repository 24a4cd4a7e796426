"""Syntax trees back to PlusCal text, in both syntaxes, laid out as the scaffold and the examples are.

Comments are not part of the tree: to change a file without losing them use `edit`, to lay one out use `format`.

What the tree does not say is written in one way: `await` for `when`, braces around every body, `;` after every statement, no blocks
of their own. A branch or body without statements, which only P-syntax can have, is `skip` in C-syntax.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .ast import (
    Algorithm,
    AssertStmt,
    Assign,
    Await,
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
from .expression_printer import WIDTH, print_definition, print_expression, print_path
from .labels import walk

__all__ = [
    "Labels",
    "print_algorithm",
    "print_definition",
    "print_expression",
    "print_macro",
    "print_process",
    "print_statement",
    "print_statements",
]

STEP = 4
"""Columns of one level of indentation."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Where labels stand: on a line of their own or before their statement, and in which column (from 0).

    Without a column a label on its own line stands one level left of its statement, and one before its statement takes the statement's
    place.
    """

    own_line: bool = True
    column: int | None = None


def print_statement(statement: Stmt, syntax: str, indent: int, labels: Labels | None = None) -> str:
    """A statement with its label and its `;`, indented by `indent`, without a line end after it. `syntax` is "c" or "p"."""
    return print_statements([statement], syntax, indent, labels)


def print_statements(statements: Iterable[Stmt], syntax: str, indent: int, labels: Labels | None = None) -> str:
    """Statements one below the other, as `print_statement` writes each. There are no statements in "" only."""
    return "\n".join(_Printer(syntax, labels or Labels()).statements(statements, indent))


def print_algorithm(algorithm: Algorithm, syntax: str | None = None) -> str:
    """A whole algorithm, in its own syntax when none is given, from `--algorithm` to its end: what stands in the comment.

    Definitions that only TLC can read are not in the tree and so not in the text.
    """
    syntax = syntax or algorithm.syntax
    c = syntax == "c"
    indent = STEP if c else 0
    pad = " " * indent
    sections = [_variables(algorithm.variables, indent, one_line=len(algorithm.variables) == 1)]
    if algorithm.definitions:
        inside = [f"{' ' * (indent + STEP)}{print_definition(d, indent + STEP)}" for d in algorithm.definitions]
        sections.append([f"{pad}define {{" if c else "define", *inside, f"{pad}}}" if c else "end define;"])
    sections += [[print_macro(macro, syntax)] for macro in algorithm.macros]
    sections += [[print_process(process, syntax)] for process in algorithm.processes]
    if not algorithm.processes:
        body = _body(algorithm.body, syntax, indent)
        sections.append([f"{pad}{{" if c else "begin", *body, *([f"{pad}}}"] if c else [])])
    word = "--fair algorithm" if algorithm.fair else "--algorithm"
    head, end = (f"{word} {algorithm.name} {{", "}") if c else (f"{word} {algorithm.name}", "\nend algorithm;")
    inner = "\n\n".join("\n".join(section) for section in sections if section)
    return "\n".join([head, inner, end])


def print_process(process: Process, syntax: str, indent: int | None = None) -> str:
    """A process; `indent` is 4 in C-syntax, where it stands in the algorithm's braces, and 0 in P-syntax."""
    indent = indent if indent is not None else STEP if syntax == "c" else 0
    pad = " " * indent
    body = _body(process.body, syntax, indent)
    fairness = f"{process.fairness} " if process.fairness else ""
    identity = f"{process.name} {process.kind} "
    lines = []
    if syntax == "c":
        head = f"{pad}{fairness}process ({identity}"
        lines.append(f"{head}{print_expression(process.identity, len(head))})")
        lines += _variables(process.variables, indent + STEP)
        lines += [f"{pad}{{", *body, f"{pad}}}"]
    else:
        head = f"{pad}{fairness}process {identity}"
        lines.append(f"{head}{print_expression(process.identity, len(head))}")
        lines += _variables(process.variables, indent)
        lines += [f"{pad}begin", *body, f"{pad}end process;"]
    return "\n".join(lines)


def print_macro(macro: Macro, syntax: str, indent: int | None = None) -> str:
    """A macro; `indent` as for a process."""
    indent = indent if indent is not None else STEP if syntax == "c" else 0
    pad = " " * indent
    head = f"{pad}macro {macro.name}({', '.join(macro.params)})"
    opening, closing = ("{", "}") if syntax == "c" else ("begin", "end macro;")
    body = _Printer(syntax, Labels(column=indent + STEP)).body(macro.body, indent + STEP)
    return "\n".join([f"{head} {opening}", *body, f"{pad}{closing}"])


def _body(statements: tuple[Stmt, ...], syntax: str, indent: int) -> list[str]:
    """The statements of a process, one level further in when there are labels."""
    labelled = any(statement.label for statement in walk(statements))
    return _Printer(syntax, Labels(column=indent + STEP)).statements(statements, indent + (2 if labelled else 1) * STEP)


def _variables(variables: Sequence[VarDecl], indent: int, *, one_line: bool = True) -> list[str]:
    if not variables:
        return []
    line = f"{' ' * indent}variables {', '.join(_declaration(v, 0, 10**9) for v in variables)};"
    if one_line and len(line) <= WIDTH:
        return [line]
    pad = " " * (indent + STEP)
    declared = [f"{pad}{_declaration(v, indent + STEP, WIDTH)}" for v in variables]
    return [f"{' ' * indent}variables", *(f"{text}," for text in declared[:-1]), f"{declared[-1]};"]


def _declaration(variable: VarDecl, column: int, width: int) -> str:
    if variable.value is None:
        return variable.name
    head = f"{variable.name} {variable.kind} "
    return head + print_expression(variable.value, column + len(head), width)


class _Printer:
    """Statements to lines. Every method returns whole lines, indented."""

    def __init__(self, syntax: str, labels: Labels) -> None:
        self.c = syntax == "c"
        self.labels = labels

    def statements(self, statements: Iterable[Stmt], indent: int) -> list[str]:
        return [line for statement in statements for line in self.statement(statement, indent)]

    def body(self, statements: Sequence[Stmt], indent: int) -> list[str]:
        """A branch or body: C-syntax has no empty ones."""
        return self.statements(statements, indent) if statements or not self.c else [f"{' ' * indent}skip;"]

    def statement(self, statement: Stmt, indent: int) -> list[str]:
        label = statement.label
        if label is None:
            return self._text(statement, indent, indent)
        name = label_text(label)
        if self.labels.own_line:
            column = self.labels.column if self.labels.column is not None else max(indent - STEP, 0)
            return [f"{' ' * column}{name}", *self._text(statement, indent, indent)]
        column = self.labels.column if self.labels.column is not None else indent
        first, *rest = self._text(statement, column, column + len(name) + 1)
        return [f"{' ' * column}{name} {first.lstrip()}", *rest]

    def _text(self, statement: Stmt, indent: int, start: int) -> list[str]:
        """A statement without its label. Its first token stands at `start`, its other lines and closing words at `indent`."""
        if isinstance(statement, (IfStmt, Either, While, With)):
            return list(self._compound(statement, indent, start))
        return [*f"{' ' * start}{simple_text(statement, start)};".split("\n")]

    def _compound(self, statement: IfStmt | Either | While | With, indent: int, start: int) -> Iterator[str]:
        pad, inner = " " * indent, indent + STEP
        match statement:
            case IfStmt():
                yield from self._if(statement, indent, start, "if")
                return
            case Either(branches):
                yield " " * start + ("either {" if self.c else "either")
                for index, branch in enumerate(branches):
                    if index:
                        yield pad + ("} or {" if self.c else "or")
                    yield from self.body(branch, inner)
                yield pad + ("};" if self.c else "end either;")
                return
            case While(condition, body):
                yield from self._header("while", condition, start, "do")
                word = "while"
            case With(bindings, body):
                yield from self._with(bindings, start)
                word = "with"
        yield from self.body(body, inner)
        yield pad + ("};" if self.c else f"end {word};")

    def _if(self, statement: IfStmt, indent: int, start: int, word: str) -> Iterator[str]:
        pad, inner = " " * indent, indent + STEP
        yield from self._header(word, statement.condition, start, "then")
        yield from self.body(statement.then, inner)
        otherwise = statement.otherwise
        nested = otherwise[0] if len(otherwise) == 1 else None
        if isinstance(nested, IfStmt) and nested.label is None:
            # The nested if brings the end of this one with it.
            yield from self._if(nested, indent, indent, "} else if" if self.c else "elsif")
            return
        if otherwise:
            yield pad + ("} else {" if self.c else "else")
            yield from self.statements(otherwise, inner)
        yield pad + ("};" if self.c else "end if;")

    def _header(self, word: str, condition: Expr, start: int, after: str) -> list[str]:
        head = f"{' ' * start}{word} " + ("(" if self.c else "")
        return f"{head}{print_expression(condition, len(head))}{') {' if self.c else f' {after}'}".split("\n")

    def _with(self, bindings: Iterable[tuple[str, str, Expr]], start: int) -> list[str]:
        text = " " * start + ("with (" if self.c else "with ")
        column = len(text)
        for index, (name, kind, value) in enumerate(bindings):
            head = f"{name} {kind} "
            if index:
                length = len(head + print_expression(value, 0, 10**9))
                text += ", " if "\n" not in text and len(text) + 2 + length <= WIDTH else ",\n" + " " * column
            text += head
            text += print_expression(value, len(text) - (text.rfind("\n") + 1))
        return f"{text}{') {' if self.c else ' do'}".split("\n")


def label_text(label: Label) -> str:
    """A label with its colon: `a1:`, `a1:+`."""
    return f"{label.name}:{label.fairness}"


def simple_text(statement: Stmt, column: int) -> str:
    """A statement that holds no others, from `column` on, without label and `;`."""
    match statement:
        case Assign(assignments):
            text = ""
            for index, (target, value) in enumerate(assignments):
                if index:
                    # After a value on several lines, which may end in an aligned list, on a line of its own.
                    text += f"\n{' ' * column}|| " if "\n" in text else " || "
                text += f"{target_text(target)} := "
                line = text.rpartition("\n")[2]
                text += print_expression(value, len(line) + (0 if "\n" in text else column))
            return text
        case Await(condition):
            return f"await {print_expression(condition, column + len('await '))}"
        case AssertStmt(condition):
            return f"assert {print_expression(condition, column + len('assert '))}"
        case Print(value):
            return f"print {print_expression(value, column + len('print '))}"
        case Goto(target_label):
            return f"goto {target_label}"
        case Skip():
            return "skip"
        case MacroCall(name, args):
            whole = f"{name}({', '.join(print_expression(arg, 0, 10**9) for arg in args)})"
            if column + len(whole) <= WIDTH or not args:
                return whole
            inside = column + len(name) + 1
            separator = f",\n{' ' * inside}"
            return f"{name}({separator.join(print_expression(arg, inside) for arg in args)})"
    raise TypeError(f"{type(statement).__name__} holds other statements")


def target_text(target: Target) -> str:
    """The left side of an assignment."""
    return target.name + print_path(target.path)
