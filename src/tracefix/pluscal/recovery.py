"""Going on after a syntax error, so that one run reports every mistake.

The stacks are cut back to where an expression or a statement could stand, an empty one is put there, and the parse goes on at
a token that may follow it. At `process` and `macro` it always goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from ..diagnostics import Diagnostic
from ..source import Edit, Guess, Source, Span
from .ast import Boolean, Process, Skip
from .habits import MISSPELT
from .lr import MAX_STACK, Parse
from .problems import MOST, MOST_COUNTED, Problem
from .syntax_errors import explain
from .tables import END
from .tokens import LEXICAL_ERROR, Lexer, Token

MAX_ERRORS = MOST + MOST_COUNTED
_BOUNDARIES = {"process": ("(", "NAME"), "macro": ("NAME",), "fair": ("process", "+"), END: (END,)}
"""Where a new part of the algorithm begins, and what then follows."""

_AFTER_END = ("if", "while", "either", "with", "process", "macro", "algorithm")
_STATEMENTS = ("<stmt_c>", "<plain_c>", "<stmt_p>", "<plain_p>")
_FOLLOWS = {";": ("<expr>", *_STATEMENTS), "}": ("<expr>", *_STATEMENTS), ")": ("<expr>",), "then": ("<expr>",), "do": ("<expr>",)}
_UNEXPECTED_AFTER_THE_END = frozenset(["process", "macro", "fair", "}", "end", "procedure", "variables", "variable", "define"])


_STRUCTURE = frozenset(["TF207", "TF220", "TF226", "TF227"])
"""Problems after which it is not clear what belongs to what, unless they could be mended."""


class Recovery:
    """The driver's `on_error` for one parse. `damaged` are the places where text was dropped, `broken` says that blocks may be wrong."""

    def __init__(self, source: Source, diagnostics: list[Diagnostic], *, resume: bool) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.resume = resume
        self.errors = 0
        self.resumed_at = -1
        self.failed_at = -1
        self.damaged: list[int] = []
        self.broken = False

    def note(self, problem: Problem) -> None:
        """Report a problem."""
        self.diagnostics.append(self.source.diagnostic(problem.code, problem.message, problem.span, hint=problem.hint, edit=problem.edit))

    def __call__(self, parse: Parse, tokens: list[Token], index: int) -> int | None:
        """Report the error at a token and find where to go on; see Parse.run."""
        token = tokens[index]
        if len(parse.states) > MAX_STACK:
            hint = "name a part of it in a definition or a macro"
            self.note(Problem("TF207", "this is nested too deeply", token.span, hint))
            return None
        ending = parse.tables.actions[parse.states[-1]].get(END, 0)
        if ending < 0 and parse.tables.rules[~ending].name == "<algorithm>":
            return self._after_the_end(parse, tokens, index)
        parse.settle()
        problem = None
        if index > self.resumed_at and token.kind != LEXICAL_ERROR:
            problem = explain(self.source, parse, tokens, index)
            if problem.code == "TF223":
                self._forget(problem.code, parse)
            self.note(problem)
            self.errors += 1
        if not self.resume or self.errors >= MAX_ERRORS:
            return None
        edit = None if problem is None else problem.mend or problem.edit
        if edit is not None:
            mended = self._apply(parse, tokens, index, edit)
            if mended is not None:
                if problem is not None and _is_a_stopgap(problem):
                    self.damaged.append(token.start)
                return mended
        self.broken = self.broken or (problem is not None and problem.code in _STRUCTURE)
        start = index + 1 if index == self.failed_at else index
        self.failed_at = index
        resumed = self._mend(parse, tokens, index) if start == index else None
        if resumed is None:
            self.damaged.append(token.start)
            resumed = self._resume(parse, tokens, start)
        self.resumed_at = -1 if resumed is None else resumed
        return resumed

    def _forget(self, code: str, parse: Parse) -> None:
        """Take back what the builder said about the statement before, which is known better now."""
        while self.diagnostics and self.diagnostics[-1].code == code:
            self.diagnostics.pop()

    def _apply(self, parse: Parse, tokens: list[Token], index: int, edit: Edit) -> int | None:
        """Change the tokens as an edit changes the text, and go back to where that begins; None when that is not possible any more."""
        span, text = edit
        first = index
        while first and tokens[first - 1].start >= span.start:
            first -= 1
        if first < index:
            position = next((p for p in range(1, len(parse.starts)) if parse.starts[p] >= span.start and parse.ends[p] > span.start), None)
            if position is None or parse.starts[position] != tokens[first].start:
                return None
            parse.cut(position)
            parse.previous = next((t for t in reversed(tokens[:first]) if t.end > t.start), None)
        last = first
        while last < len(tokens) - 1 and tokens[last].start < span.end:
            last += 1
        new = _aligned(tokens[first:last], text, span)
        tokens[first:last] = new
        # An error inside what was put in follows from the first one.
        self.resumed_at = first + len(new) - 1
        return first

    def _after_the_end(self, parse: Parse, tokens: Sequence[Token], index: int) -> int:
        """The algorithm is complete: pcal.trans ignores the rest of the comment. Refuse what looks like a part of it."""
        token = tokens[index]
        if token.kind in _UNEXPECTED_AFTER_THE_END:
            last = parse.previous or token
            hint = f"the algorithm ends at line {self.source.position(last.start)[0]}; is there one closing brace too many before this?"
            self.broken = True
            message = f"{token.text!r} stands after the end of the algorithm, where it is ignored"
            self.note(Problem("TF226", message, token.span, hint))
        return len(tokens) - 1

    def _mend(self, parse: Parse, tokens: list[Token], index: int) -> int | None:
        """Put in a missing `then` or `do`; take `end process` where `end if` is missing, and a mistyped `end if`, for the right one."""
        token = tokens[index]
        expected = parse.accepts()
        previous = parse.previous
        if previous is not None and previous.kind == "NAME" and parse.symbols[-1] == "NAME" and previous.text in MISSPELT:
            words = MISSPELT[previous.text].split()
            if words[0] in ("end", "elsif"):
                parse.cut(len(parse.symbols) - 1)
                tokens[index:index] = [Token(word, word, previous.start, previous.end) for word in words]
                return index
        for word in ("then", "do"):
            if word in expected and token.kind not in (*_FOLLOWS, "{", END):
                tokens.insert(index, Token(word, word, token.start, token.start))
                return index
        if token.kind not in _AFTER_END or parse.symbols[-1] != "end":
            return None
        wanted = next((kind for kind in _AFTER_END if kind in expected), None)
        if wanted is None:
            return None
        if token.kind not in parse.symbols:
            tokens[index] = token._replace(kind=wanted)
            return index
        for position in range(len(parse.symbols) - 1, 0, -1):
            if parse.symbols[position] == wanted:
                parse.cut(position)
                return index - 1 if self._put(parse, position - 1, _STATEMENTS, "end") else None
        return None

    def _resume(self, parse: Parse, tokens: Sequence[Token], start: int) -> int | None:
        depth = 0
        for index in range(start, len(tokens)):
            kind = tokens[index].kind
            if kind in _BOUNDARIES and tokens[min(index + 1, len(tokens) - 1)].kind in _BOUNDARIES[kind]:
                if self._cut_to_boundary(parse, kind):
                    return index
                depth = 0
            elif kind in ("(", "{", "[", "<<"):
                depth += 1
            elif depth > 0 and kind in (")", "}", "]", ">>"):
                depth -= 1
            elif depth <= 0 and kind in _FOLLOWS:
                for position in range(len(parse.states) - 1, -1, -1):
                    if self._put(parse, position, _FOLLOWS[kind], kind):
                        # An empty statement stands for the faulty one up to and with its semicolon.
                        return index + 1 if kind == ";" and parse.symbols[-1] in _STATEMENTS else index
        return None

    def _cut_to_boundary(self, parse: Parse, kind: str) -> bool:
        if kind == END or (kind == "macro" and _in_processes(parse)):
            return False
        for position in range(len(parse.states) - 1, -1, -1):
            if kind in parse.tables.actions[parse.states[position]]:
                parse.cut(position + 1)
                return True
        return False

    def _put(self, parse: Parse, position: int, symbols: tuple[str, ...], kind: str) -> bool:
        """Put an empty expression or statement after a stack position, if one fits there and the token fits after it."""
        actions = parse.tables.actions
        row = actions[parse.states[position]]
        for symbol in symbols:
            state = row.get(symbol)
            if state is None:
                continue
            # A statement takes its semicolon along, so what follows is the next statement.
            follows = kind in actions[state] or (kind == ";" and symbol in _STATEMENTS)
            if follows:
                end = parse.ends[position]
                parse.cut(position + 1)
                place = Span(end, end)
                value: Any = Boolean(True, place) if symbol == "<expr>" else [Skip(place)]
                parse.push(state, symbol, value, end, end)
                return True
        return False


def _is_a_stopgap(problem: Problem) -> bool:
    """Whether what is read in the place of the faulty text may differ from what its author will write there."""
    if problem.mend is not None:
        return problem.code not in ("TF208", "TF220")
    return isinstance(problem.edit, Guess) and problem.code not in ("TF210", "TF212", "TF214")


def _in_processes(parse: Parse) -> bool:
    """Whether a process has begun: going back to a macro would drop it."""
    return "process" in parse.symbols or any(isinstance(value, list) and value and isinstance(value[0], Process) for value in parse.values)


def _aligned(old: Sequence[Token], text: str, span: Span) -> list[Token]:
    """The tokens of a text that stands in the place of others; those that stay keep their places."""
    new = [Token(token.kind, token.text, span.start, span.end) for token in Lexer(Source("", text), foreign=False).tokens(pluscal=True)]
    matcher = SequenceMatcher(None, [token.text for token in old], [token.text for token in new], autojunk=False)
    for block in matcher.get_matching_blocks():
        new[block.b : block.b + block.size] = old[block.a : block.a + block.size]
    return new
