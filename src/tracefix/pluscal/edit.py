"""Edits of statements, as data: what they make of the syntax tree, and of the text.

An edit names statements by their span in the tree as written (`Module.written`, macros not expanded): the span of one statement or from
the first to the last of several in a row in one block; labels and the last `;` may be inside it or not. `edit_tree` gives the
tree after some edits without a text, for those who try many; `apply_edits` gives the text, in which everything outside the edited
statements is as it was, byte for byte.

Labels: a label marks a place, so it stays when the statement behind it goes. The first of the new statements gets it; after a
deletion the statement behind the deleted ones gets it, unless it has its own. A new statement's own label replaces the old one. The labels
of the other replaced statements go with them.

Comments inside replaced or deleted statements are kept, above what comes in their place.

A block that would lose its last statement gets a `skip`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Union

from ..errors import TracefixError
from ..source import Source, Span
from .ast import Algorithm, Either, IfStmt, Label, Skip, Stmt, While, With
from .labels import blocks


class EditRefused(TracefixError):
    """An edit that cannot be made: its span is not one of statements, or edits overlap. `span` is where."""

    def __init__(self, message: str, span: Span) -> None:
        self.span = span
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Replace:
    """Statements in the place of others. Without `keep_label` the label of the first goes with it."""

    span: Span
    statements: tuple[Stmt, ...]
    keep_label: bool = True


@dataclass(frozen=True, slots=True)
class Delete:
    """Statements that go."""

    span: Span
    keep_label: bool = True


@dataclass(frozen=True, slots=True)
class InsertBefore:
    """Statements before another: before its label, so in the step before; with `take_label` behind its label, so in its own step."""

    span: Span
    statements: tuple[Stmt, ...]
    take_label: bool = False


@dataclass(frozen=True, slots=True)
class InsertAfter:
    """Statements after others."""

    span: Span
    statements: tuple[Stmt, ...]


Edit = Union[Replace, Delete, InsertBefore, InsertAfter]


@dataclass(frozen=True, slots=True)
class Edited:
    """A text after edits, its algorithm as read from it, and the difference as a unified diff."""

    source: Source
    algorithm: Algorithm
    diff: str


def apply_edits(source: Source, algorithm: Algorithm, edits: Iterable[Edit]) -> Edited:
    """The text of a module after edits of its algorithm as written. Edits must not overlap; their order does not matter.

    Where the new text stands depends on the text around it: statements get its indentation, labels are written as the others are.
    Raises EditRefused. Whether labels and names are right afterwards is for `parse_module` to say.
    """
    from .edit_text import edited

    return edited(source, algorithm, resolve(algorithm, edits))


def replace_statements(source: Source, algorithm: Algorithm, span: Span, statements: Iterable[Stmt]) -> Edited:
    """One `Replace`, applied."""
    return apply_edits(source, algorithm, [Replace(span, tuple(statements))])


def insert_before(source: Source, algorithm: Algorithm, span: Span, statements: Iterable[Stmt], *, take_label: bool = False) -> Edited:
    """One `InsertBefore`, applied."""
    return apply_edits(source, algorithm, [InsertBefore(span, tuple(statements), take_label)])


def insert_after(source: Source, algorithm: Algorithm, span: Span, statements: Iterable[Stmt]) -> Edited:
    """One `InsertAfter`, applied."""
    return apply_edits(source, algorithm, [InsertAfter(span, tuple(statements))])


def delete(source: Source, algorithm: Algorithm, span: Span) -> Edited:
    """One `Delete`, applied."""
    return apply_edits(source, algorithm, [Delete(span)])


def edit_tree(algorithm: Algorithm, edits: Iterable[Edit]) -> Algorithm:
    """The tree after edits. Statements that stay keep their spans in the old text, new ones the spans they come with.

    Raises EditRefused as `apply_edits` does.
    """
    return resolve(algorithm, edits).tree


# --- edits found in the tree


@dataclass(slots=True)
class Run:
    """Statements in a row that are replaced by `new`, which may be empty; without `written` the run is put back as it is, labels
    apart. `keep` says whether the label of the first may stay."""

    statements: tuple[Stmt, ...]
    new: tuple[Stmt, ...]
    keep: bool


@dataclass(slots=True)
class Resolved:
    """Edits by the offset at which the statement begins that they are about, and what they come to.

    `labels` tells what becomes of labels, by the offset at which each begins: another in its place, or None when it goes. A label that is
    not in it stays as it is.
    """

    tree: Algorithm
    runs: dict[int, Run] = field(default_factory=dict)
    before: dict[int, list[Stmt]] = field(default_factory=dict)
    behind_label: dict[int, list[Stmt]] = field(default_factory=dict)
    after: dict[int, list[Stmt]] = field(default_factory=dict)
    labels: dict[int, Label | None] = field(default_factory=dict)


def resolve(algorithm: Algorithm, edits: Iterable[Edit]) -> Resolved:
    """Find the statements that edits are about and work out the new tree. Raises EditRefused."""
    resolved = Resolved(algorithm)
    finder = _Finder(algorithm)
    touched: list[Span] = []
    for edit in edits:
        statements = finder.find(edit.span)
        first, last = statements[0], statements[-1]
        match edit:
            case Replace(_, new, keep):
                resolved.runs[first.span.start] = Run(statements, new, keep)
                touched.append(first.span.to(last.span))
            case Delete(_, keep):
                resolved.runs[first.span.start] = Run(statements, (), keep)
                touched.append(first.span.to(last.span))
            case InsertBefore(_, new, True):
                if new and new[0].label is not None:
                    raise EditRefused("a statement that takes over a label must have none of its own", edit.span)
                behind = resolved.behind_label if first.label is not None else resolved.before
                behind.setdefault(first.span.start, []).extend(new)
            case InsertBefore(_, new):
                resolved.before.setdefault(first.span.start, []).extend(new)
            case InsertAfter(_, new):
                resolved.after.setdefault(last.span.start, []).extend(new)
    _refuse_overlaps(resolved, touched)
    _join_neighbours(resolved)
    rewrite = _Rewrite(resolved)
    resolved.tree = replace(
        algorithm,
        macros=tuple(replace(macro, body=rewrite.sequence(macro.body)) for macro in algorithm.macros),
        processes=tuple(replace(process, body=rewrite.sequence(process.body)) for process in algorithm.processes),
        body=rewrite.sequence(algorithm.body),
    )
    _join_at_lost_labels(resolved)
    return resolved


def _refuse_overlaps(resolved: Resolved, touched: list[Span]) -> None:
    """Nothing may be edited inside what another edit replaces; before its first and after its last statement is outside."""
    touched.sort()
    for one, other in pairwise(touched):
        if other.start < one.end:
            raise EditRefused("two edits overlap", other)
    for span in touched:
        run = resolved.runs[span.start]
        for offset in (*resolved.before, *resolved.behind_label):
            if span.start < offset < span.end:
                raise EditRefused("statements are put in where others are replaced", span)
        for offset in resolved.after:
            if span.start <= offset < span.end and offset != run.statements[-1].span.start:
                raise EditRefused("statements are put in where others are replaced", span)


def _join_neighbours(resolved: Resolved) -> None:
    """What is put in beside statements that are replaced is part of what they are replaced by, unless a label stands between."""
    for start, run in resolved.runs.items():
        run.new += tuple(resolved.after.pop(run.statements[-1].span.start, ()))
        inside = resolved.behind_label.pop(start, [])
        run.new = (*inside, *run.new)
        run.keep = run.keep or bool(inside)
        if run.statements[0].label is None:
            run.new = (*resolved.before.pop(start, []), *run.new)


def _join_at_lost_labels(resolved: Resolved) -> None:
    """Where a label between what is put in and what is replaced goes, the two are one."""
    for start, run in resolved.runs.items():
        label = run.statements[0].label
        if label is None or resolved.labels.get(label.span.start, label) is not None or start not in resolved.before:
            continue
        run.new = (*resolved.before.pop(start), *run.new)
        if run.new[0].label is not None:
            resolved.labels[label.span.start] = run.new[0].label


class _Finder:
    """Statements by their spans."""

    def __init__(self, algorithm: Algorithm) -> None:
        self.places: dict[int, tuple[tuple[Stmt, ...], int]] = {}
        self._note(algorithm.body)
        for macro in algorithm.macros:
            self._note(macro.body)
        for process in algorithm.processes:
            self._note(process.body)

    def _note(self, statements: tuple[Stmt, ...]) -> None:
        for index, statement in enumerate(statements):
            self.places[statement.span.start] = (statements, index)
            if statement.label is not None:
                self.places[statement.label.span.start] = (statements, index)
            for block in blocks(statement):
                self._note(block)

    def find(self, span: Span) -> tuple[Stmt, ...]:
        """The statements that a span covers. Its end may be that of the last one or behind its `;`."""
        if span.start in self.places:
            statements, first = self.places[span.start]
            following = (*statements[first + 1 :], None)
            for last, (statement, after) in enumerate(zip(statements[first:], following, strict=True), first):
                end = statement.span.end
                if end == span.end or (end + 1 == span.end and (after is None or span.end <= after.span.start)):
                    return statements[first : last + 1]
        raise EditRefused("no statements of one block stand exactly here", span)


class _Rewrite:
    """The tree after edits, and what becomes of the labels."""

    def __init__(self, resolved: Resolved) -> None:
        self.edits = resolved

    def sequence(self, statements: Sequence[Stmt]) -> tuple[Stmt, ...]:
        if not statements:
            return ()
        out: list[Stmt] = []
        # The label of deleted statements, which looks for another.
        waiting: Label | None = None

        def put(new: Iterable[Stmt]) -> None:
            nonlocal waiting
            for statement in new:
                if waiting is not None and statement.label is None:
                    statement = replace(statement, label=waiting)
                elif waiting is not None:
                    self.edits.labels[waiting.span.start] = None
                waiting = None
                out.append(statement)

        index = 0
        while index < len(statements):
            statement = statements[index]
            start, label = statement.span.start, statement.label
            run = self.edits.runs.get(start)
            put(self.edits.before.get(start, ()))
            inside = self.edits.behind_label.get(start, [])
            if inside:
                put([replace(inside[0], label=label), *inside[1:]])
                label = None
            if run is None:
                put([replace(self._inner(statement), label=label)])
                put(self.edits.after.get(start, ()))
                index += 1
                continue
            if label is not None and not run.keep:
                self.edits.labels[label.span.start] = None
                label = None
            new = run.new
            index += len(run.statements)
            if not new and index == len(statements) and not out:
                new = run.new = (Skip(run.statements[0].span),)
            if new and label is not None:
                if new[0].label is None:
                    new = (replace(new[0], label=label), *new[1:])
                else:
                    self.edits.labels[label.span.start] = new[0].label
            elif label is not None and waiting is None:
                waiting = label
            elif label is not None:
                self.edits.labels[label.span.start] = None
            put(new)
        if waiting is not None:
            self.edits.labels[waiting.span.start] = None
        return tuple(out)

    def _inner(self, statement: Stmt) -> Stmt:
        match statement:
            case IfStmt(_, then, otherwise):
                return replace(statement, then=self.sequence(then), otherwise=self.sequence(otherwise))
            case Either(branches):
                return replace(statement, branches=tuple(self.sequence(branch) for branch in branches))
            case While(_, body) | With(_, body):
                return replace(statement, body=self.sequence(body))
        return statement
