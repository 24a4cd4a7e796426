"""The tokens of an algorithm sorted into statements and blocks: what its syntax tree leaves out.

A syntax tree has no braces, semicolons or comments. Formatting and editing need them, so this module reads the tokens again, after the
parser has found them right: it decides nothing about what is legal and trusts what it sees. Numbers are indices into `Concrete.tokens`;
ranges of them are half open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..source import Source
from .tokens import PLUSCAL_WORDS, Lexer, Token
from .units import split_units

_WORD = "algorithm"
_OPENING = frozenset(["(", "[", "{", "<<"])
_CLOSING = frozenset([")", "]", "}", ">>"])

BRACES, WORDS, BARE, ELSIF = "braces", "words", "bare", "elsif"
"""Kinds of blocks: `{ ... }`; between words (`then ... else`, `begin ... end`); one statement without braces; an `elsif`."""


@dataclass(slots=True)
class Block:
    """A sequence of statements: `opening` is its `{` or the word before it, `closing` its `}` or the word after it (-1: none)."""

    kind: str
    statements: list[Node] = field(default_factory=list)
    opening: int = -1
    closing: int = -1


@dataclass(slots=True)
class Node:
    """A statement from `first` up to `end`, without its label (`label_end` tokens from `label` on) and its `;`.

    `kind` is "simple", "if", "either", "while", "with" or "block"; `expressions` are the ranges of its own expressions.
    """

    kind: str
    first: int
    label: int = -1
    label_end: int = -1
    end: int = -1
    semicolon: int = -1
    expressions: list[tuple[int, int]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    @property
    def start(self) -> int:
        """Its first token, label included."""
        return self.label if self.label >= 0 else self.first

    @property
    def stop(self) -> int:
        """After its last token, `;` included."""
        return self.semicolon + 1 if self.semicolon >= 0 else self.end


@dataclass(slots=True)
class Variables:
    """A declaration section: its word, and each declaration with its separator."""

    word: int
    declarations: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Section:
    """A macro, a process, the `define` block, or the body of an algorithm without processes, from `first` up to `end`.

    `expressions` are the identity of a process or the definitions; `closing` is the `}` or the `end`.
    """

    kind: str
    first: int
    end: int = -1
    expressions: list[tuple[int, int]] = field(default_factory=list)
    variables: Variables | None = None
    body: Block | None = None
    opening: int = -1
    closing: int = -1


@dataclass(slots=True)
class Concrete:
    """An algorithm. `head` is the offset after the word `algorithm`; `opening` and `closing` are its own braces, or -1 and its `end`."""

    source: Source
    syntax: str
    tokens: list[Token]
    head: int
    opening: int = -1
    closing: int = -1
    variables: Variables | None = None
    sections: list[Section] = field(default_factory=list)

    def blocks(self) -> Iterator[Block]:
        """Every block, the outer ones before the inner ones."""
        waiting = [section.body for section in reversed(self.sections) if section.body is not None]
        while waiting:
            block = waiting.pop()
            yield block
            waiting += [inner for node in reversed(block.statements) for inner in reversed(node.blocks)]


def read_concrete(source: Source, start: int, end: int, syntax: str) -> Concrete:
    """The algorithm that the parser found from offset `start` (of `--algorithm`) to `end`."""
    head = source.text.index(_WORD, start) + len(_WORD)
    concrete = Concrete(source, syntax, Lexer(source).tokens(head, end, pluscal=True), head)
    _Reader(concrete).algorithm()
    return concrete


class _Reader:
    def __init__(self, concrete: Concrete) -> None:
        self.concrete = concrete
        self.tokens = concrete.tokens
        self.c = concrete.syntax == "c"
        self.at = 0

    def kind(self, ahead: int = 0) -> str:
        """The kind of a token to come; "" after the last one."""
        index = self.at + ahead
        return self.tokens[index].kind if index < len(self.tokens) else ""

    def take(self, *kinds: str) -> int:
        """Step over the next token if it is one of these: its index, or -1."""
        if self.kind() not in kinds:
            return -1
        self.at += 1
        return self.at - 1

    def expression(self, *ends: str) -> tuple[int, int]:
        """The range up to one of these tokens, a word of PlusCal or a closing bracket, outside brackets."""
        first, depth = self.at, 0
        while self.at < len(self.tokens):
            kind = self.kind()
            if depth == 0 and (kind in ends or kind in PLUSCAL_WORDS or kind in _CLOSING):
                break
            depth += (kind in _OPENING) - (kind in _CLOSING)
            self.at += 1
        return first, self.at

    # Sections

    def algorithm(self) -> None:
        concrete = self.concrete
        self.at = 1  # the name
        concrete.opening = self.take("{")
        while self.at < len(self.tokens):
            kind = self.kind()
            if kind in ("variable", "variables"):
                concrete.variables = self.variables()
            elif kind == "define":
                concrete.sections.append(self.define())
            elif kind == "macro":
                concrete.sections.append(self.macro())
            elif kind in ("process", "fair"):
                concrete.sections.append(self.process())
            elif kind in ("begin", "{"):
                section = Section("body", self.at)
                self.body(section)
                if not self.c:
                    # Its end is the algorithm's.
                    concrete.closing = section.closing
                concrete.sections.append(section)
            else:
                concrete.closing = self.at
                self.at = len(self.tokens)

    def variables(self) -> Variables:
        section = Variables(self.at)
        self.at += 1
        while self.kind() == "NAME":
            first, _ = self.expression(",", ";")
            self.take(",", ";")
            section.declarations.append((first, self.at))
        return section

    def define(self) -> Section:
        section = Section("define", self.at)
        self.at += 1
        section.opening = self.take("{")
        first, depth = self.at, 0
        while self.at < len(self.tokens):
            kind = self.kind()
            if depth == 0 and (kind == "}" if self.c else kind == "end" and self.kind(1) == "define"):
                break
            depth += (kind == "{") - (kind == "}")
            self.at += 1
        inside = self.tokens[first : self.at]
        for unit in split_units(self.concrete.source, inside):
            section.expressions.append((first, first + len(unit)))
            first += len(unit)
        return self.closed(section, 1 if self.c else 2)

    def closed(self, section: Section, words: int) -> Section:
        """A section whose last words come now, perhaps with a `;`."""
        section.closing = self.at
        self.at += words
        self.take(";")
        section.end = self.at
        return section

    def macro(self) -> Section:
        section = Section("macro", self.at)
        self.at += 2
        self.at += 1
        self.expression()
        self.at += 1
        self.body(section)
        return section

    def process(self) -> Section:
        section = Section("process", self.at)
        while self.take("process") < 0:
            self.at += 1
        self.take("(")
        self.at += 2
        section.expressions.append(self.expression())
        self.take(")")
        if self.kind() in ("variable", "variables"):
            section.variables = self.variables()
        self.body(section)
        return section

    def body(self, section: Section) -> None:
        """`{ ... }` or `begin ... end`, with what closes the section."""
        if self.c:
            section.body = self.braces()
            section.opening, section.closing = section.body.opening, section.body.closing
            self.take(";")
            section.end = self.at
        else:
            section.opening = self.take("begin")
            section.body = self.words(section.opening)
            self.closed(section, 2)

    # Blocks and statements

    def braces(self) -> Block:
        block = Block(BRACES, opening=self.take("{"))
        while self.kind() not in ("}", ""):
            block.statements.append(self.statement())
        block.closing = self.take("}")
        return block

    def words(self, opening: int) -> Block:
        """Statements of P-syntax up to a word that ends them."""
        block = Block(WORDS, opening=opening)
        while self.kind() not in ("end", "or", "else", "elsif", ""):
            block.statements.append(self.statement())
        block.closing = self.at
        return block

    def branch(self, opening: int) -> Block:
        """What follows `if (...)` and the like in C-syntax."""
        if self.kind() == "{":
            return self.braces()
        return Block(BARE, [self.statement()], opening)

    def statement(self) -> Node:
        label = label_end = -1
        if self.kind() == "NAME" and self.kind(1) == ":":
            label = self.at
            self.at += 2
            self.take("+", "-")
            label_end = self.at
        first, kind = self.at, self.kind()
        node = Node("simple", first, label, label_end)
        if kind in ("if", "either", "while", "with", "{"):
            node.kind = "block" if kind == "{" else kind
            self.compound(node)
        else:
            self.at += 1
            node.expressions.append(self.expression(";"))
            node.end = self.at
        # A branch without braces has taken the `;`; one before `else` or `or` was taken with the branch.
        last = node.blocks[-1] if node.blocks else None
        if last is not None and last.kind == BARE:
            node.semicolon = last.statements[-1].semicolon
            node.end = last.statements[-1].end
        else:
            node.semicolon = self.take(";")
        return node

    def compound(self, node: Node) -> None:
        if node.kind == "block":
            node.blocks.append(self.braces())
        elif self.c:
            self.compound_c(node)
        else:
            self.compound_p(node)
        node.end = self.at

    def compound_c(self, node: Node) -> None:
        word = self.at
        self.at += 1
        if node.kind != "either":
            self.take("(")
            node.expressions.append(self.expression())
            word = self.take(")")
        node.blocks.append(self.branch(word))
        joint = {"if": "else", "either": "or"}.get(node.kind, "")
        while joint:
            # pcal.trans takes a `;` after the block of a branch.
            skipped = self.kind() == ";" and self.kind(1) == joint and node.blocks[-1].kind == BRACES
            self.at += skipped
            word = self.take(joint)
            if word < 0:
                break
            node.blocks.append(self.branch(word))
            if joint == "else":
                break

    def compound_p(self, node: Node) -> None:
        self.at += 1
        if node.kind == "either":
            node.blocks.append(self.words(self.at - 1))
            while (word := self.take("or")) >= 0:
                node.blocks.append(self.words(word))
        else:
            node.expressions.append(self.expression())
            node.blocks.append(self.words(self.take("then", "do")))
            if self.kind() == "elsif":
                inner = Node("if", self.at)
                self.compound_p(inner)
                inner.end = self.at
                node.blocks.append(Block(ELSIF, [inner], inner.first, self.at))
            elif (word := self.take("else")) >= 0:
                node.blocks.append(self.words(word))
        if self.tokens[node.first].kind != "elsif":
            self.at += 2  # end if
