"""Expressions of generated protocols: typed, over what can be read at a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

MESSAGES = ('"ask"', '"ok"', '"no"')


@dataclass
class Scope:
    """What can be read and written at a place. Values are TLA+ texts, sorted by type."""

    ints: list[str] = field(default_factory=list)
    bools: list[str] = field(default_factory=list)
    queues: list[str] = field(default_factory=list)
    sets: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    locks: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)
    writable: list[str] = field(default_factory=list)
    identities: list[str] = field(default_factory=list)
    operators: list[str] = field(default_factory=list)
    me: str = ""
    depth: int = 0

    def inside(self, **more: list[str]) -> Scope:
        """The same scope with more readable names."""
        values = {name: list(value) if isinstance(value, list) else value for name, value in vars(self).items()}
        for name, extra in more.items():
            values[name] = [*values[name], *extra]
        return Scope(**{**values, "depth": self.depth + 1})


class Expressions:
    """Draws expressions; everything shrinks towards the first alternative."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self._draw = draw
        self.names = 0

    # --- choices: everything shrinks towards the first alternative

    def number(self, low: int, high: int) -> int:
        return int(self._draw(st.integers(low, high)))

    def pick(self, options: Sequence[Any]) -> Any:
        return options[self.number(0, len(options) - 1)]

    def chance(self, one_in: int) -> bool:
        return self.number(0, one_in - 1) == one_in - 1

    def fresh(self, base: str) -> str:
        self.names += 1
        return f"{base}{self.names}"

    # --- expressions

    def integer(self, scope: Scope, depth: int = 2) -> str:
        options: list[Callable[[], str]] = [
            lambda: str(self.number(0, 2)),
            lambda: self.pick(scope.ints or ["1"]),
            lambda: self.pick(scope.ints or ["1"]),
        ]
        if depth > 0:
            options += [
                lambda: f"(({self.integer(scope, depth - 1)} {self.pick(['+', '-', '*'])} {self.integer(scope, depth - 1)}) % 3)",
                lambda: f"(IF {self.boolean(scope, depth - 1)} THEN {self.integer(scope, 0)} ELSE {self.integer(scope, 0)})",
                lambda: self._bound("n", lambda n, s: f"(CHOOSE {n} \\in 0..2 : {n} = 2 \\/ ({self.boolean(s, 0)}))", scope),
                lambda: self._let(scope),
                lambda: f"(CASE {self.boolean(scope, 0)} -> {self.integer(scope, 0)} [] OTHER -> {self.integer(scope, 0)})",
            ]
            if scope.queues:
                options.append(lambda: f"Len({self.pick(scope.queues)})")
            if scope.sets:
                options.append(lambda: f"Cardinality({self.pick(scope.sets)})")
            if scope.records:
                options.append(lambda: f"{self.pick(scope.records)}.n")
            if scope.functions:
                options.append(lambda: f"{self.pick(scope.functions)}[{self.pick(scope.identities)}]")
        return str(self.pick(options)())

    def _bound(self, base: str, make: Callable[[str, Scope], str], scope: Scope) -> str:
        name = self.fresh(base)
        return make(name, scope.inside(ints=[name]))

    def _let(self, scope: Scope) -> str:
        value = self.integer(scope, 0)
        return self._bound("t", lambda t, s: f"(LET {t} == {value} IN ({t} + {self.integer(s, 0)}) % 3)", scope)

    def boolean(self, scope: Scope, depth: int = 2) -> str:
        def small() -> str:
            return self.integer(scope, max(0, depth - 1))

        options: list[Callable[[], str]] = [
            lambda: f"{small()} {self.pick(['=', '#', '<', '>=', '>', '<='])} {small()}",
            lambda: self.pick(scope.bools or ["TRUE"]),
        ]
        if scope.queues:
            options.append(lambda: f"{self.pick(scope.queues)} {self.pick(['#', '='])} <<>>")
        if scope.locks:
            options.append(lambda: f"{self.pick(scope.locks)} = {self.pick([*scope.identities, 'FREE'])}")
        if scope.messages:
            options.append(lambda: f"{self.pick(scope.messages)} = {self.pick(MESSAGES)}")
        if scope.sets:
            options.append(lambda: f"{small()} {self.pick([chr(92) + 'in', chr(92) + 'notin'])} {self.pick(scope.sets)}")
        if scope.operators:
            options.append(lambda: self._operator(scope))
        if depth > 0:
            deeper = depth - 1
            options += [
                lambda: f"({self.boolean(scope, deeper)}) {self.pick(['/' + chr(92), chr(92) + '/'])} ({self.boolean(scope, deeper)})",
                lambda: f"~({self.boolean(scope, deeper)})",
                lambda: f"({self.boolean(scope, deeper)}) => ({self.boolean(scope, deeper)})",
                lambda: f"({self.boolean(scope, deeper)}) <=> ({self.boolean(scope, deeper)})",
                lambda: self._quantifier(scope, deeper),
                lambda: f"(IF {self.boolean(scope, deeper)} THEN {self.boolean(scope, 0)} ELSE {self.boolean(scope, 0)})",
                lambda: self._boolean_let(scope, deeper),
                lambda: f"(\\E <<u, v>> \\in {{0, 1}} \\X {{1, 2}} : u + v = {self.integer(scope, 0)})",
            ]
            if scope.queues:
                options.append(lambda: self._head_is(scope))
            if scope.functions:
                options.append(lambda: self._about_agents(scope))
        return str(self.pick(options)())

    def _quantifier(self, scope: Scope, depth: int) -> str:
        kind = self.pick(["\\E", "\\A"])
        domain = self.pick(["0..2", f"0..{self.integer(scope, 0)}", *scope.sets])
        return self._bound("n", lambda n, s: f"({kind} {n} \\in {domain} : {self.boolean(s, depth)})", scope)

    def _head_is(self, scope: Scope) -> str:
        queue = self.pick(scope.queues)
        return f"({queue} # <<>> /\\ Head({queue}) = {self.pick(MESSAGES)})"

    def _about_agents(self, scope: Scope) -> str:
        function = self.pick(scope.functions)
        kind = self.pick(["\\A", "\\E"])
        return f"({kind} p \\in DOMAIN {function} : {function}[p] {self.pick(['=', '<', '>'])} {self.integer(scope, 0)})"

    def _boolean_let(self, scope: Scope, depth: int) -> str:
        value, name = self.boolean(scope, depth), self.fresh("t")
        if self.chance(3):
            parameter = self.fresh("q")
            return f"(LET {name}({parameter}) == {parameter} \\/ ({value}) IN {name}({self.boolean(scope, 0)}))"
        return f"(LET {name} == {value} IN {self.boolean(scope.inside(bools=[name, name]), depth)})"

    def _operator(self, scope: Scope) -> str:
        name = self.pick(scope.operators)
        if name == "Over":
            return f"Over({self.integer(scope, 1)})"
        return f"Twice({self.boolean(scope, 1)})" if name == "Twice" else str(name)

    def set_of_integers(self, scope: Scope) -> str:
        options: list[Callable[[], str]] = [
            lambda: f"{{{self.integer(scope, 1)}}}",
            lambda: "{}",
            lambda: f"0..{self.integer(scope, 0)}",
            lambda: self._bound("n", lambda n, s: f"{{{n} \\in 0..2 : {self.boolean(s, 1)}}}", scope),
            lambda: self._bound("n", lambda n, s: f"{{{self.integer(s, 1)} : {n} \\in 0..1}}", scope),
        ]
        if scope.sets:
            options.append(lambda: f"({self.pick(scope.sets)} {self.pick(['cup', 'cap', ''])} {{{self.integer(scope, 0)}}})")
        text = str(self.pick(options)())
        return text.replace(" cup ", " \\cup ").replace(" cap ", " \\cap ").replace("  ", " \\ ")
