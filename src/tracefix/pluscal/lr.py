"""The LR driver: tokens and tables in, the builder's values out. It never recurses, so nesting is limited by choice only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .tables import END, load
from .tokens import Token

MAX_STACK = 600
"""Symbols that may be open at once: about 150 nested brackets or 100 nested statements."""


class Parse:
    """A parser for one builder, and the stacks of the running parse, which error recovery may cut and extend."""

    def __init__(self, builder: Any) -> None:
        self.tables = load()
        self.builder = builder
        self.states: list[int] = []
        self.symbols: list[str] = []
        self.values: list[Any] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.lookahead: Token = Token(END, "", 0, 0)
        self.previous: Token | None = None
        self._makers: list[tuple[str, int, Callable[[list[Any], int, int], Any]]] = [
            (rule.name, rule.size, self._maker(index)) for index, rule in enumerate(self.tables.rules)
        ]

    def _maker(self, index: int) -> Callable[[list[Any], int, int], Any]:
        rule = self.tables.rules[index]
        keep, inline = rule.keep, rule.inline
        if rule.collect:
            if inline and inline[0] == 0:
                rest = keep[1:]

                def grow(values: list[Any], _start: int, _end: int) -> Any:
                    values[0].extend([values[i] for i in rest])
                    return values[0]

                return grow
            return lambda values, _start, _end: [values[i] for i in keep]
        if rule.action is None:
            only = keep[0]
            return lambda values, _start, _end: values[only]
        action: Callable[[list[Any], int, int], Any] = getattr(self.builder, rule.action)
        if inline:

            def spread(values: list[Any], start: int, end: int) -> Any:
                children: list[Any] = []
                for i in keep:
                    if i in inline:
                        children.extend(values[i])
                    else:
                        children.append(values[i])
                return action(children, start, end)

            return spread
        if len(keep) == rule.size:
            return action
        return lambda values, start, end: action([values[i] for i in keep], start, end)

    def push(self, state: int, symbol: str, value: Any, start: int, end: int) -> None:
        """Put a symbol on the stacks."""
        self.states.append(state)
        self.symbols.append(symbol)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)

    def cut(self, length: int) -> None:
        """Drop all but the first `length` symbols."""
        for stack in (self.states, self.symbols, self.values, self.starts, self.ends):
            del stack[length:]

    def settle(self) -> None:
        """Reduce what is complete whatever comes next, so that the stacks show what is open."""
        while True:
            choices = {action for kind, action in self.tables.actions[self.states[-1]].items() if not _is_rule(kind)}
            if len(choices) != 1 or max(choices) >= 0:
                return
            self.reduce(choices.pop())

    def reduce(self, action: int) -> None:
        """Replace the symbols of a rule by its value."""
        name, size, make = self._makers[~action]
        if size:
            begin, finish = self.starts[-size], self.ends[-1]
            value = make(self.values[-size:], begin, finish)
            self.cut(len(self.states) - size)
        else:
            begin = finish = self.ends[-1]
            value = make([], begin, finish)
        self.push(self.tables.actions[self.states[-1]][name], name, value, begin, finish)

    def accepts(self) -> set[str]:
        """The token kinds that could come next; lookahead sets alone name too many."""
        if self.states[-1] in self.tables.ends.values():
            return {END}
        return {kind for kind in self.tables.actions[self.states[-1]] if not _is_rule(kind) and self._accepts(kind)}

    def _accepts(self, kind: str) -> bool:
        actions, rules = self.tables.actions, self.tables.rules
        states = list(self.states)
        while True:
            if kind == END and states[-1] in self.tables.ends.values():
                return True
            action = actions[states[-1]].get(kind)
            if action is None:
                return False
            if action >= 0:
                return True
            rule = rules[~action]
            if rule.size:
                del states[-rule.size :]
            states.append(actions[states[-1]][rule.name])

    def run(self, start: str, tokens: Sequence[Token], end: int, on_error: Callable[[Parse, list[Token], int], int | None]) -> Any:
        """Parse all tokens as `start`; `end` is the offset after the last one.

        At an error `on_error(parse, tokens, index)` is called: it notes the problem and either returns the index of the
        token to go on with, after mending the stacks or the tokens, or None to give up. Returns None then.
        """
        actions = self.tables.actions
        makers = self._makers
        self.cut(0)
        self.previous = None
        states, symbols, values, starts, ends = self.states, self.symbols, self.values, self.starts, self.ends
        self.push(self.tables.starts[start], "", None, 0, 0)
        final = self.tables.ends[start]
        text = "the end of the algorithm" if start == "algorithm" else f"the end of the {'expression' if start == 'expr' else start}"
        tokens = [*tokens, Token(END, text, end, end)]
        index = 0
        while True:
            token = self.lookahead = tokens[index]
            kind = token[0]
            while True:
                action = actions[states[-1]].get(kind)
                if action is None or len(states) > MAX_STACK:
                    resume = on_error(self, tokens, index)
                    if resume is None:
                        return None
                    index = resume
                    break
                if action >= 0:
                    states.append(action)
                    symbols.append(kind)
                    values.append(token)
                    starts.append(token[2])
                    ends.append(token[3])
                    self.previous = token
                    index += 1
                    break
                # The same as `reduce`, written out: most of the time of a parse is spent here.
                name, size, make = makers[~action]
                if size:
                    begin, finish = starts[-size], ends[-1]
                    value = make(values[-size:], begin, finish)
                    del states[-size:], symbols[-size:], values[-size:], starts[-size:], ends[-size:]
                else:
                    begin = finish = ends[-1]
                    value = make([], begin, finish)
                states.append(actions[states[-1]][name])
                symbols.append(name)
                values.append(value)
                starts.append(begin)
                ends.append(finish)
                if kind == END and states[-1] == final:
                    return value


def _is_rule(symbol: str) -> bool:
    """Rule names stand in angle brackets in the tables; `<<`, `<-` and the like are tokens."""
    return symbol[0] == "<" and symbol[-1] == ">" and len(symbol) > 2
