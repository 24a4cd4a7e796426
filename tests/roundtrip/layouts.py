"""Other layouts of a protocol: the same tokens with other white space and more comments between them."""

from __future__ import annotations

from random import Random

from tracefix.pluscal.ast import Algorithm
from tracefix.pluscal.concrete import Concrete, read_concrete
from tracefix.pluscal.module import read_module
from tracefix.pluscal.trivia import gap
from tracefix.source import Source

BLANKS = (" ", " ", " ", "  ", "\t", "\n", "\n", "\n    ", "\n\t\t", "\n\n", "\n\n\n\n        ", " \n \n ")
COMMENTS = (" (* c *) ", "(* c *)", " \\* line\n", "\n  \\* above\n", "\n    (* two\n       lines *)\n", " (* a (* b *)\n c *) ")


def module_of(algorithm: str) -> Source:
    """A module around the text of an algorithm."""
    return Source("M.tla", f"---- MODULE M ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\n(*\n{algorithm}\n*)\n====\n")


def algorithm_of(source: Source) -> Algorithm:
    """The algorithm of a module, as written, which can be read."""
    parts = read_module(source)
    assert parts.diagnostics == []
    assert parts.algorithm is not None
    return parts.algorithm


def concrete_of(source: Source) -> Concrete:
    """The tokens of a module's algorithm, which can be read."""
    algorithm = algorithm_of(source)
    return read_concrete(source, algorithm.span.start, algorithm.span.end, algorithm.syntax)


def comments_of(source: Source) -> list[list[str]]:
    """The words of all comments inside the algorithm, in order."""
    concrete = concrete_of(source)
    ends = [concrete.head, *(token.end for token in concrete.tokens)]
    gaps = [gap(source, end, token.start) for end, token in zip(ends, concrete.tokens, strict=False)]
    return [comment.text.split() for each in gaps for comment in each.comments]


def another_layout(source: Source, random: Random) -> Source:
    """The module with other white space between the tokens of its algorithm.

    From a token of an aligned list up to the `;` after it everything stays: there columns have a meaning.
    """
    concrete = concrete_of(source)
    text = source.text
    pieces = [text[: concrete.head]]
    end = concrete.head
    listed = False
    for token in concrete.tokens:
        written = text[end : token.start]
        if not listed and not written.strip() and random.random() < 0.7:
            written = random.choice(BLANKS)
            if random.random() < 0.08:
                written = random.choice(COMMENTS)
        pieces += [written, token.text]
        end = token.end
        listed = (listed or token.text in ("/\\", "\\/")) and token.kind != ";"
    return Source(source.name, "".join([*pieces, text[end:]]))
