"""Random edits of a protocol."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tracefix.pluscal.ast import Algorithm, Await, Binary, Either, Expr, Goto, IfStmt, Junction, Label, Name, Number, Skip, Stmt
from tracefix.pluscal.edit import Delete, Edit, InsertAfter, InsertBefore, Replace
from tracefix.pluscal.labels import blocks
from tracefix.source import Span

NOWHERE = Span(0, 0)


def sequences(algorithm: Algorithm) -> list[tuple[Stmt, ...]]:
    """Every sequence of statements that has some."""
    found = [algorithm.body, *(part.body for part in algorithm.macros), *(part.body for part in algorithm.processes)]
    for statements in found:
        for statement in statements:
            found += blocks(statement)
    return [statements for statements in found if statements]


def new_statements(random: Random, algorithm: Algorithm, least: int = 1) -> tuple[Stmt, ...]:
    """Up to three statements, taken from the protocol or made up."""
    pool = [statement for statements in sequences(algorithm) for statement in statements]
    return tuple(_statement(random, pool) for _ in range(random.randint(least, 3)))


def _statement(random: Random, pool: list[Stmt]) -> Stmt:
    one = Binary("=", Name("x", NOWHERE), Number(1, NOWHERE), NOWHERE)
    long: Expr = Junction("/\\", (one,) * 12, NOWHERE)
    made = random.choice(
        [
            Skip(NOWHERE),
            Goto("Done", NOWHERE),
            Await(long if random.random() < 0.3 else one, NOWHERE),
            IfStmt(one, (Skip(NOWHERE),), (), NOWHERE),
            Either(((Skip(NOWHERE),), (Goto("Done", NOWHERE),)), NOWHERE),
            random.choice(pool),
        ]
    )
    label = Label(f"new_{random.randint(1, 9)}", NOWHERE, random.choice(["", "", "+"])) if random.random() < 0.3 else None
    return replace(made, label=label)


def random_edit(random: Random, algorithm: Algorithm) -> Edit:
    """An edit of one to three statements in a row."""
    statements = random.choice(sequences(algorithm))
    first = random.randrange(len(statements))
    last = min(first + random.choice([0, 0, 0, 1, 2]), len(statements) - 1)
    span = statements[first].span.to(statements[last].span)
    match random.randrange(5):
        case 0:
            return Delete(span, keep_label=random.random() < 0.7)
        case 1 | 2:
            return Replace(span, new_statements(random, algorithm), keep_label=random.random() < 0.7)
        case 3:
            new = new_statements(random, algorithm)
            take = random.random() < 0.5
            return InsertBefore(span, (replace(new[0], label=None), *new[1:]) if take else new, take)
    return InsertAfter(span, new_statements(random, algorithm))
