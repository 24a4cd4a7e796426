"""Random protocols for differential tests: PlusCal text with a configuration, and a topology now and then.

`protocols()` is a Hypothesis strategy. What it makes is always accepted by pcal.trans and SANY: statements are typed, and labels are
put where the translator demands them. Evaluation errors, deadlocks, failing assertions and unbounded counters do occur.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

MESSAGES = ('"ask"', '"ok"', '"no"')
INDENT = "    "


@dataclass(frozen=True)
class Protocol:
    """The texts of one workspace."""

    module: str
    config: str
    topology: str | None = None

    def write(self, folder: Path) -> Path:
        """Make a workspace folder of it."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "Protocol.tla").write_text(self.module, encoding="utf-8")
        (folder / "Protocol.cfg").write_text(self.config, encoding="utf-8")
        if self.topology is not None:
            (folder / "topology.json").write_text(self.topology, encoding="utf-8")
        return folder

    def exploring(self) -> Protocol:
        """The same algorithm with nothing to violate but assertions, so that a search sees every state."""
        kept = [line for line in self.config.splitlines() if not line.startswith(("INVARIANT", "CHECK_DEADLOCK"))]
        return Protocol(self.module, "\n".join([*kept, "CHECK_DEADLOCK FALSE", ""]))

    def __repr__(self) -> str:
        return "\n".join(["", self.module, "--- Protocol.cfg", self.config, *([] if self.topology is None else [self.topology])])


@st.composite
def protocols(draw: Callable[[Any], Any]) -> Protocol:
    """A strategy for protocols of two to four agents."""
    return _Maker(draw).protocol()


def sample(count: int, number: int) -> list[Protocol]:
    """`count` different protocols (a few less when many come out alike), always the same ones for one `number`."""
    found: dict[Protocol, None] = {}

    @seed(number)
    @settings(max_examples=_examples(count), phases=[Phase.generate], database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(protocols())
    def collect(protocol: Protocol) -> None:
        found.setdefault(protocol)

    collect()
    return list(found)[-count:]


def _examples(count: int) -> int:
    """Hypothesis repeats itself a little, and begins with the simplest."""
    return count + count // 4 + 5


def shrink(protocol: Protocol, count: int, number: int, fails: Callable[[Protocol], bool]) -> Protocol:
    """The simplest protocol found for which `fails` is true, starting at one that `sample(count, number)` returned."""
    smallest = protocol
    reached = False

    @seed(number)
    @settings(
        max_examples=_examples(count), database=None, deadline=None, suppress_health_check=list(HealthCheck), report_multiple_bugs=False
    )
    @given(protocols())
    def search(candidate: Protocol) -> None:
        nonlocal smallest, reached
        if candidate == protocol or (reached and fails(candidate)):
            reached = True
            smallest = candidate
            raise AssertionError

    with contextlib.suppress(AssertionError), contextlib.redirect_stdout(io.StringIO()):
        search()
    return smallest


@dataclass
class _Node:
    """A statement: a simple one is its text; others are a kind, a head and blocks. `assigned` are the variables it assigns itself."""

    kind: str
    text: str = ""
    blocks: list[list[_Node]] = field(default_factory=list)
    assigned: frozenset[str] = frozenset()
    label: str | None = None
    wants_label: bool = False
    target: int = 0

    def all_assigned(self) -> frozenset[str]:
        return self.assigned.union(*(node.all_assigned() for block in self.blocks for node in block))

    def jumps(self) -> bool:
        """Whether control may leave the step inside: the translator wants a label behind it."""
        return self.kind == "goto" or any(node.label is not None or node.jumps() for block in self.blocks for node in block)


@dataclass
class _Scope:
    """What can be read and written at a place. Values are TLA+ texts, sorted by type."""

    ints: list[str] = field(default_factory=list)
    bools: list[str] = field(default_factory=list)
    queues: list[str] = field(default_factory=list)
    sends: list[str] = field(default_factory=list)
    receives: list[str] = field(default_factory=list)
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

    def inside(self, **more: list[str]) -> _Scope:
        """The same scope with more readable names."""
        values = {name: list(value) if isinstance(value, list) else value for name, value in vars(self).items()}
        for name, extra in more.items():
            values[name] = [*values[name], *extra]
        return _Scope(**{**values, "depth": self.depth + 1})


class _Labeller:
    """Gives labels to the statements of one process, where pcal.trans demands them and where they are wanted."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.labels: list[str] = []
        self.assigned: frozenset[str] = frozenset()

    def fresh(self) -> str:
        self.labels.append(f"{self.prefix}{len(self.labels) + 1}")
        return self.labels[-1]

    def block(self, nodes: list[_Node], *, first: bool = False, allowed: bool = True) -> None:
        """Label a block; without `allowed` (inside `with`) statements that would need a label are dropped."""
        must = first
        kept = []
        entered = self.assigned
        for node in nodes:
            taken = self.assigned | entered if node.kind == "with" else self.assigned
            needs = must or node.kind == "while" or bool(taken & self.head_assigned(node)) or node.wants_label
            if needs and not allowed:
                if node.kind in ("while", "goto") or self.assigned & node.all_assigned():
                    continue
                needs = False
            if needs:
                node.label = self.fresh()
                self.assigned = frozenset()
            self.inside(node, allowed)
            must = node.jumps()
            kept.append(node)
        nodes[:] = kept or [_Node("simple", "skip")]
        if first and nodes[0].label is None:
            nodes[0].label = self.fresh()

    def head_assigned(self, node: _Node) -> frozenset[str]:
        """What a statement assigns before a label can stand: a `with` must fit in whole."""
        return node.all_assigned() if node.kind == "with" else node.assigned

    def inside(self, node: _Node, allowed: bool) -> None:
        before = self.assigned
        after = before | node.assigned
        for block in node.blocks:
            self.assigned = before
            self.block(block, allowed=allowed and node.kind != "with")
            after |= self.assigned
        self.assigned = after


class _Maker:
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

    def integer(self, scope: _Scope, depth: int = 2) -> str:
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

    def _bound(self, base: str, make: Callable[[str, _Scope], str], scope: _Scope) -> str:
        name = self.fresh(base)
        return make(name, scope.inside(ints=[name]))

    def _let(self, scope: _Scope) -> str:
        value = self.integer(scope, 0)
        return self._bound("t", lambda t, s: f"(LET {t} == {value} IN ({t} + {self.integer(s, 0)}) % 3)", scope)

    def boolean(self, scope: _Scope, depth: int = 2) -> str:
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

    def _quantifier(self, scope: _Scope, depth: int) -> str:
        kind = self.pick(["\\E", "\\A"])
        domain = self.pick(["0..2", f"0..{self.integer(scope, 0)}", *scope.sets])
        return self._bound("n", lambda n, s: f"({kind} {n} \\in {domain} : {self.boolean(s, depth)})", scope)

    def _head_is(self, scope: _Scope) -> str:
        queue = self.pick(scope.queues)
        return f"({queue} # <<>> /\\ Head({queue}) = {self.pick(MESSAGES)})"

    def _about_agents(self, scope: _Scope) -> str:
        function = self.pick(scope.functions)
        kind = self.pick(["\\A", "\\E"])
        return f"({kind} p \\in DOMAIN {function} : {function}[p] {self.pick(['=', '<', '>'])} {self.integer(scope, 0)})"

    def _boolean_let(self, scope: _Scope, depth: int) -> str:
        value, name = self.boolean(scope, depth), self.fresh("t")
        if self.chance(3):
            parameter = self.fresh("q")
            return f"(LET {name}({parameter}) == {parameter} \\/ ({value}) IN {name}({self.boolean(scope, 0)}))"
        return f"(LET {name} == {value} IN {self.boolean(scope.inside(bools=[name, name]), depth)})"

    def _operator(self, scope: _Scope) -> str:
        name = self.pick(scope.operators)
        if name == "Over":
            return f"Over({self.integer(scope, 1)})"
        return f"Twice({self.boolean(scope, 1)})" if name == "Twice" else str(name)

    def set_of_integers(self, scope: _Scope) -> str:
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

    # --- statements

    def statements(self, scope: _Scope, count: int) -> list[_Node]:
        return [node for _ in range(count) for node in self.statement(scope)]

    def statement(self, scope: _Scope) -> list[_Node]:
        simple: list[Callable[[_Scope], list[_Node]]] = [self._assign, self._await, self._assign, self._skip]
        simple += [self._send] * (2 if scope.sends else 0) + [self._receive] * (2 if scope.receives else 0)
        if scope.locks:
            simple += [self._acquire, self._release, self._critical]
        if scope.counters:
            simple += [self._take, self._give]
        simple += [self._several, self._with, self._if, self._assert_sometimes]
        if scope.depth < 2:
            simple += [self._either, self._if, self._while, self._goto, self._either]
        found: list[_Node] = self.pick(simple)(scope)
        found[0].wants_label = self.chance(3)
        return found

    def _simple(self, text: str, *assigned: str) -> _Node:
        return _Node("simple", text, assigned=frozenset(assigned))

    def _skip(self, scope: _Scope) -> list[_Node]:
        return [self._simple("skip")]

    def _assign(self, scope: _Scope) -> list[_Node]:
        text, name = self._assignment(scope, self.pick(scope.writable))
        return [self._simple(text, name)]

    def _assignment(self, scope: _Scope, name: str) -> tuple[str, str]:
        if name in scope.bools:
            return f"{name} := {self.boolean(scope, 1)}", name
        if name in scope.sets:
            return f"{name} := {self.set_of_integers(scope)}", name
        if name in scope.records:
            return (
                self.pick(
                    [
                        lambda: f"{name}.n := {self.integer(scope)}",
                        lambda: f"{name} := [{name} EXCEPT !.n = (@ + 1) % 3, !.b = {self.boolean(scope, 0)}]",
                        lambda: f"{name} := [n |-> {self.integer(scope, 0)}, b |-> {self.boolean(scope, 0)}]",
                    ]
                )(),
                name,
            )
        if name in scope.functions:
            agent = self.pick(scope.identities)
            return (
                self.pick(
                    [
                        lambda: f"{name}[{agent}] := {self.integer(scope)}",
                        lambda: f"{name} := [{name} EXCEPT ![{agent}] = (@ + {self.integer(scope, 0)}) % 3]",
                        lambda: f"{name} := [p \\in DOMAIN {name} |-> {self.integer(scope, 1)}]",
                    ]
                )(),
                name,
            )
        if name in scope.messages:
            return f"{name} := {self.pick(MESSAGES)}", name
        if self.chance(8):
            return f"{name} := {name} + 1", name
        return f"{name} := {self.integer(scope)}", name

    def _several(self, scope: _Scope) -> list[_Node]:
        names = list(dict.fromkeys([self.pick(scope.writable), self.pick(scope.writable)]))
        found = [self._assignment(scope, name) for name in names]
        if scope.functions and len(scope.identities) > 1 and self.chance(3):
            name, agents = scope.functions[0], scope.identities[:2]
            if agents[0] != agents[1] and name in scope.writable:
                found = [(f"{name}[{agent}] := {self.integer(scope, 1)}", name) for agent in agents]
        return [self._simple(" || ".join(text for text, _ in found), *(name for _, name in found))]

    def _await(self, scope: _Scope) -> list[_Node]:
        condition = self.boolean(scope)
        if not self.chance(3):
            condition = f"({condition}) \\/ ({self.boolean(scope, 1)})"
        return [self._simple(f"{self.pick(['await', 'when'])} {condition}")]

    def _assert_sometimes(self, scope: _Scope) -> list[_Node]:
        if self.chance(6):
            return [self._simple(f"assert ({self.boolean(scope, 1)}) \\/ ({self.boolean(scope, 1)})")]
        return self._assign(scope)

    def _send(self, scope: _Scope) -> list[_Node]:
        queue = self.pick(scope.sends)
        message = self.pick([*MESSAGES[:2], *scope.messages])
        room = [] if self.chance(6) else [self._simple(f"await Len({queue}) < {self.number(1, 2)}")]
        return [*room, self._simple(f"{queue} := Append({queue}, {message})", queue)]

    def _receive(self, scope: _Scope) -> list[_Node]:
        queue = self.pick(scope.receives)
        found = [] if self.chance(12) else [self._simple(f"await {queue} # <<>>")]
        places = [name for name in scope.messages if name in scope.writable]
        if places and self.chance(2):
            name = self.pick(places)
            found.append(self._simple(f"{name} := Head({queue})", name))
        return [*found, self._simple(f"{queue} := Tail({queue})", queue)]

    def _acquire(self, scope: _Scope) -> list[_Node]:
        lock = self.pick(scope.locks)
        if self.chance(2):
            return [self._simple(f"acquire({lock}, {scope.me})", lock)]
        return [self._simple(f"await {lock} = FREE"), self._simple(f"{lock} := {scope.me}", lock)]

    def _release(self, scope: _Scope) -> list[_Node]:
        lock = self.pick(scope.locks)
        if self.chance(2):
            return [self._simple(f"release({lock}, {scope.me})", lock)]
        return [self._simple(f"{lock} := FREE", lock)]

    def _critical(self, scope: _Scope) -> list[_Node]:
        lock = self.pick(scope.locks)
        first = self._simple(f"acquire({lock}, {scope.me})", lock)
        last = self._simple(f"release({lock}, {scope.me})", lock)
        return [first, *self.statements(scope, self.number(0, 2)), last]

    def _take(self, scope: _Scope) -> list[_Node]:
        counter = self.pick(scope.counters)
        guard = [] if self.chance(10) else [self._simple(f"await {counter} > 0")]
        return [*guard, self._simple(f"{counter} := {counter} - 1", counter)]

    def _give(self, scope: _Scope) -> list[_Node]:
        counter = self.pick(scope.counters)
        guard = [self._simple(f"await {counter} < 2")] if self.chance(2) else []
        return [*guard, self._simple(f"{counter} := {counter} + 1", counter)]

    def _block(self, scope: _Scope) -> list[_Node]:
        return self.statements(scope.inside(), self.number(1, 2))

    def _if(self, scope: _Scope) -> list[_Node]:
        arms = [self._block(scope) for _ in range(self.number(1, 3))]
        conditions = [self.boolean(scope, 1) for _ in arms[:2]]
        if len(arms) == 1:
            conditions = conditions[:1]
        elif len(arms) == 2:
            conditions = conditions[:1]
        return [_Node("if", "\n".join(conditions), arms)]

    def _either(self, scope: _Scope) -> list[_Node]:
        return [_Node("either", "", [self._block(scope) for _ in range(self.number(2, 3))])]

    def _while(self, scope: _Scope) -> list[_Node]:
        condition = "TRUE" if self.chance(3) else self.boolean(scope, 1)
        return [_Node("while", condition, [self._block(scope)])]

    def _goto(self, scope: _Scope) -> list[_Node]:
        jump = _Node("goto", target=self.number(0, 9))
        return [_Node("if", self.boolean(scope, 1), [[jump]])] if self.chance(2) else [jump]

    def _with(self, scope: _Scope) -> list[_Node]:
        bindings = []
        inner = scope
        for _ in range(self.number(1, 2)):
            name = self.fresh("w")
            if self.chance(2):
                bindings.append(f"{name} \\in {self.set_of_integers(inner)}")
            elif self.chance(3):
                bindings.append(f"{name} = ({self.boolean(inner, 1)})")
                inner = inner.inside(bools=[name, name])
                continue
            elif inner.queues and self.chance(4):
                bindings.append(f"{name} = Len(Tail({self.pick(inner.queues)}))")
            else:
                bindings.append(f"{name} = {self.integer(inner)}")
            inner = inner.inside(ints=[name])
        inner.depth = max(inner.depth, 2)
        return [_Node("with", "; ".join(bindings), [self.statements(inner, self.number(1, 2))])]

    # --- the module

    def protocol(self) -> Protocol:
        self.c_syntax = self.chance(2)
        count = self.number(2, 4)
        with_topology = self.chance(4)
        style = "model" if with_topology else self.pick(["model", "string", "integer"])
        letters = "ABCD"[:count]
        identities = {
            "model": list(letters),
            "string": [f'"{letter.lower()}"' for letter in letters],
            "integer": [str(number) for number in range(1, count + 1)],
        }[style]
        free = {"model": "FREE", "string": '"free"', "integer": "0"}[style]
        scope = _Scope(identities=identities)
        declarations = self._globals(scope, free, with_topology)
        operators = self._define(scope) if self.chance(2) else []
        processes = self._processes(scope, identities, count, with_topology)
        text = self._module(scope, style, letters, free, declarations, operators, processes)
        invariants, constraints, tail = self._properties(scope, with_topology, identities)
        lines = ["SPECIFICATION Spec"]
        if style == "model":
            lines.append("CONSTANTS " + " ".join(f"{name} = {name}" for name in [*letters, "FREE"]))
        lines += [f"INVARIANT {name}" for name in invariants] + [f"CONSTRAINT {name}" for name in constraints]
        if self.chance(3):
            lines.append("CHECK_DEADLOCK FALSE")
        topology = self._topology(scope, letters, processes) if with_topology else None
        return Protocol(f"{text}\n{tail}====\n", "\n".join(lines) + "\n", topology)

    def _globals(self, scope: _Scope, free: str, with_topology: bool) -> list[str]:
        found = []
        for kind in ("ints", "locks", "queues", "counters", "bools", "sets", "functions", "records"):
            fewest = 1 if kind == "ints" else 0
            for index in range(self.number(fewest, 2 if kind in ("ints", "locks", "queues") else 1)):
                name = f"{kind[:-1] if kind != 'queues' else 'ch'}_{index + 1}"
                if kind == "functions":
                    values = f"[p \\in {{{', '.join(scope.identities)}}} |-> {self.number(0, 1)}]"
                    found.append(f"{name} = {values}")
                elif not with_topology and kind in ("ints", "bools", "queues") and self.chance(4):
                    values = {"ints": "0..1", "bools": "BOOLEAN", "queues": '{<<>>, <<"ask">>}'}[kind]
                    found.append(f"{name} \\in {values}")
                else:
                    value = {
                        "ints": "0",
                        "locks": "FREE",
                        "queues": "<<>>",
                        "counters": "1",
                        "bools": "FALSE",
                        "sets": self.pick(["{}", "{1}"]),
                        "records": "[n |-> 0, b |-> FALSE]",
                    }[kind]
                    found.append(f"{name} = {value}")
                getattr(scope, kind).append(name)
                if kind in ("ints", "bools", "sets", "functions", "records"):
                    scope.writable.append(name)
        scope.ints += scope.counters
        scope.bools += [f"{name}.b" for name in scope.records]
        return found

    def _define(self, scope: _Scope) -> list[str]:
        """Operators that look at variables: the translation cannot prime these."""
        plain = _Scope(**{name: list(value) for name, value in vars(scope).items() if isinstance(value, list)})
        twice = self.pick(["p \\/ p", "(p # FALSE) /\\ p", "IF p THEN p ELSE TRUE", "p => p"])
        scope.operators += ["Ready", "Over", "Twice"]
        return [f"Ready == {self.boolean(plain, 1)}", f"Over(n) == n > {self.integer(plain, 1)}", f"Twice(p) == {twice}"]

    def _processes(
        self, scope: _Scope, identities: list[str], count: int, with_topology: bool
    ) -> list[tuple[str, str, list[str], list[_Node]]]:
        """Name, head (`= A` or `\\in {A, B}`), local declarations, labelled body."""
        found = []
        as_set = count if self.chance(6) else self.pick([0, 0, 2])
        groups = [identities[:as_set]] if as_set else []
        groups += [[identity] for identity in identities[as_set:]]
        same_names = self.chance(4)
        for index, group in enumerate(groups):
            own = scope.inside()
            own.depth = 0
            is_set = len(group) > 1
            own.me = "self" if is_set else group[0]
            if is_set:
                own.identities = ["self", *scope.identities]
            # The topology gives ch_1 from A to B, and ch_2 back.
            own.sends = [ch for ch in scope.queues if not with_topology or group == [{"ch_1": "A", "ch_2": "B"}[ch]]]
            own.receives = [ch for ch in scope.queues if not with_topology or group == [{"ch_1": "B", "ch_2": "A"}[ch]]]
            declarations = self._locals(own, "" if same_names else f"_{index + 1}")
            body = self.statements(own, self.number(2, 5 if len(identities) == 2 else 3))
            labeller = _Labeller("s" if same_names else f"{'pqrs'[index]}_")
            labeller.block(body, first=True)
            self._aim(body, [*labeller.labels, "Done"])
            head = f"\\in {{{', '.join(group)}}}" if is_set else f"= {group[0]}"
            found.append((f"proc_{index + 1}", head, declarations, body))
        return found

    def _locals(self, scope: _Scope, suffix: str) -> list[str]:
        found = []
        if self.chance(2):
            name = f"i{suffix}"
            found.append(f"{name} {self.pick(['= 0', '= 0', chr(92) + 'in {0, 1}'])}")
            scope.ints.append(name)
            scope.writable.append(name)
        if scope.queues and self.chance(2):
            name = f"m{suffix}"
            found.append(f'{name} = "none"')
            scope.messages.append(name)
            scope.writable.append(name)
        return found

    def _aim(self, nodes: list[_Node], labels: list[str]) -> None:
        for node in nodes:
            if node.kind == "goto":
                node.text = labels[node.target % len(labels)]
            for block in node.blocks:
                self._aim(block, labels)

    def _properties(self, scope: _Scope, with_topology: bool, identities: list[str]) -> tuple[list[str], list[str], str]:
        plain = scope.inside()
        text = ""
        invariants = []
        constraints = []
        if self.chance(3):
            invariants.append("Inv")
            text += f"Inv == ({self.boolean(plain, 2)}) \\/ ({self.boolean(plain, 1)}) \\/ ({self.boolean(plain, 1)})\n"
        if self.chance(3):
            invariants.append("AtEnd")
            done = '\\A p \\in ProcSet : pc[p] = "Done"'
            text += f"AtEnd == ({done}) => ({self.boolean(plain, 1)})\n"
        if self.chance(4):
            invariants.append("NotBoth")
            text += f'NotBoth == ~(pc[{identities[0]}] = "Done" /\\ ({self.boolean(plain, 1)}) /\\ ({self.boolean(plain, 1)}))\n'
        if self.chance(3):
            constraints.append("Small")
            parts = [f"{name} \\in -1..3" for name in scope.ints] + [f"Len({name}) <= 2" for name in scope.queues]
            text += "Small == " + " /\\ ".join(parts) + "\n"
        return invariants, constraints, text

    def _topology(self, scope: _Scope, letters: str, processes: list[tuple[str, str, list[str], list[_Node]]]) -> str:
        """Locks and counters, and the channels that a topology may have: nobody both sends and receives, no two between the same agents."""
        resources: list[dict[str, Any]] = [{"id": name, "type": "Lock"} for name in scope.locks]
        resources += [{"id": name, "type": "Counter", "config": {"initial": 1}} for name in scope.counters]
        texts = [("".join(letter for letter in letters if letter in head), "\n".join(_c_block(body, 0))) for _, head, _, body in processes]
        channels = []
        connected: set[tuple[str, str]] = set()
        for name in scope.queues:
            bound = self.number(1, 3)
            senders = [letter for group, text in texts if f"Append({name}," in text for letter in group]
            receivers = [letter for group, text in texts if f"Tail({name})" in text for letter in group]
            receivers = receivers or [letter for letter in letters if letter not in senders][:1]
            senders = senders or [letter for letter in letters if letter not in receivers][:1]
            pairs = {(sender, receiver) for sender in senders for receiver in receivers}
            if pairs and not pairs & connected and not set(senders) & set(receivers):
                connected |= pairs
                channels.append({"id": name, "from": senders, "to": receivers, "labels": ["ask", "ok", "no"], "bound": bound})
        return json.dumps({"agents": [{"id": letter} for letter in letters], "resources": resources, "channels": channels}, indent=1)

    def _module(
        self,
        scope: _Scope,
        style: str,
        letters: str,
        free: str,
        declarations: list[str],
        operators: list[str],
        processes: list[tuple[str, str, list[str], list[_Node]]],
    ) -> str:
        lines = ["---- MODULE Protocol ----", "EXTENDS Integers, Sequences, FiniteSets, TLC"]
        lines.append(f"CONSTANTS {', '.join([*letters, 'FREE'])}" if style == "model" else f"FREE == {free}")
        lines.append("(*")
        lines += (
            self._c_algorithm(declarations, operators, processes)
            if self.c_syntax
            else self._p_algorithm(declarations, operators, processes)
        )
        lines.append("*)")
        return "\n".join(lines)

    def _c_algorithm(self, declarations: list[str], operators: list[str], processes: list[Any]) -> list[str]:
        lines = ["--algorithm Protocol {", f"variables {', '.join(declarations)};"]
        if operators:
            lines += ["define {", *(INDENT + operator for operator in operators), "}"]
        lines += ["macro acquire(l, who) { await l = FREE; l := who; }", "macro release(l, who) { assert l = who; l := FREE; }"]
        for name, head, own, body in processes:
            lines.append(f"process ({name} {head})")
            if own:
                lines.append(f"variables {', '.join(own)};")
            lines += ["{", *_c_block(body, 1), "}"]
        return [*lines, "}"]

    def _p_algorithm(self, declarations: list[str], operators: list[str], processes: list[Any]) -> list[str]:
        lines = ["--algorithm Protocol", f"variables {', '.join(declarations)};"]
        if operators:
            lines += ["define", *(INDENT + operator for operator in operators), "end define;"]
        lines += ["macro acquire(l, who) begin await l = FREE; l := who; end macro;"]
        lines += ["macro release(l, who) begin assert l = who; l := FREE; end macro;"]
        for name, head, own, body in processes:
            lines.append(f"process {name} {head}")
            if own:
                lines.append(f"variables {', '.join(own)};")
            lines += ["begin", *_p_block(body, 1), "end process;"]
        return [*lines, "end algorithm;"]


def _c_block(nodes: list[_Node], level: int) -> list[str]:
    pad = INDENT * level
    lines = []
    for node in nodes:
        label = f"{node.label}: " if node.label else ""
        if node.kind in ("simple", "goto"):
            text = f"goto {node.text}" if node.kind == "goto" else node.text
            lines.append(f"{pad}{label}{text};")
            continue
        conditions = node.text.split("\n")
        for index, block in enumerate(node.blocks):
            if node.kind == "if":
                condition = f"({conditions[index]}) " if index < len(conditions) else ""
                head = f"if {condition}" if index == 0 else f"}} else if {condition}" if condition else "} else "
            elif node.kind == "either":
                head = "either " if index == 0 else "} or "
            else:
                head = f"{node.kind} ({node.text}) "
            lines.append(f"{pad}{label if index == 0 else ''}{head}{{")
            lines += _c_block(block, level + 1)
        lines.append(f"{pad}}};")
    return lines


def _p_block(nodes: list[_Node], level: int) -> list[str]:
    pad = INDENT * level
    lines = []
    for node in nodes:
        label = f"{node.label}: " if node.label else ""
        if node.kind in ("simple", "goto"):
            text = f"goto {node.text}" if node.kind == "goto" else node.text
            lines.append(f"{pad}{label}{text};")
            continue
        conditions = node.text.split("\n")
        for index, block in enumerate(node.blocks):
            if node.kind == "if":
                word = "if" if index == 0 else "elsif"
                head = f"{word} {conditions[index]} then" if index < len(conditions) else "else"
            elif node.kind == "either":
                head = "either" if index == 0 else "or"
            else:
                head = f"{node.kind} {node.text} do"
            lines.append(f"{pad}{label if index == 0 else ''}{head}")
            lines += _p_block(block, level + 1)
        lines.append(f"{pad}end {node.kind};")
    return lines
