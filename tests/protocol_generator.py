"""Random protocols for differential tests: PlusCal text with a configuration, and a topology now and then.

`protocols()` is a Hypothesis strategy. What it makes is always accepted by pcal.trans and SANY: statements are typed, and labels are
put where the translator demands them. Evaluation errors, deadlocks, failing assertions and unbounded counters do occur.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from protocol_expressions import MESSAGES, Expressions, Scope
from protocol_statements import Labeller, Node, c_algorithm, c_block, p_algorithm


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


class _Maker(Expressions):
    # --- statements

    def statements(self, scope: Scope, count: int) -> list[Node]:
        return [node for _ in range(count) for node in self.statement(scope)]

    def statement(self, scope: Scope) -> list[Node]:
        simple: list[Callable[[Scope], list[Node]]] = [self._assign, self._await, self._assign, self._skip]
        if scope.queues:
            simple += [self._send, self._receive, self._receive, self._send]
        if scope.locks:
            simple += [self._acquire, self._release, self._critical]
        if scope.counters:
            simple += [self._take, self._give]
        simple += [self._several, self._with, self._if, self._assert_sometimes]
        if scope.depth < 2:
            simple += [self._either, self._if, self._while, self._goto, self._either]
        found: list[Node] = self.pick(simple)(scope)
        found[0].wants_label = self.chance(3)
        return found

    def _simple(self, text: str, *assigned: str) -> Node:
        return Node("simple", text, assigned=frozenset(assigned))

    def _skip(self, scope: Scope) -> list[Node]:
        return [self._simple("skip")]

    def _assign(self, scope: Scope) -> list[Node]:
        text, name = self._assignment(scope, self.pick(scope.writable))
        return [self._simple(text, name)]

    def _assignment(self, scope: Scope, name: str) -> tuple[str, str]:
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

    def _several(self, scope: Scope) -> list[Node]:
        names = list(dict.fromkeys([self.pick(scope.writable), self.pick(scope.writable)]))
        found = [self._assignment(scope, name) for name in names]
        if scope.functions and len(scope.identities) > 1 and self.chance(3):
            name, agents = scope.functions[0], scope.identities[:2]
            if agents[0] != agents[1] and name in scope.writable:
                found = [(f"{name}[{agent}] := {self.integer(scope, 1)}", name) for agent in agents]
        return [self._simple(" || ".join(text for text, _ in found), *(name for _, name in found))]

    def _await(self, scope: Scope) -> list[Node]:
        condition = self.boolean(scope)
        if not self.chance(3):
            condition = f"({condition}) \\/ ({self.boolean(scope, 1)})"
        return [self._simple(f"{self.pick(['await', 'when'])} {condition}")]

    def _assert_sometimes(self, scope: Scope) -> list[Node]:
        if self.chance(6):
            return [self._simple(f"assert ({self.boolean(scope, 1)}) \\/ ({self.boolean(scope, 1)})")]
        return self._assign(scope)

    def _send(self, scope: Scope) -> list[Node]:
        queue = self.pick(scope.queues)
        message = self.pick([*MESSAGES[:2], *scope.messages])
        room = [] if self.chance(6) else [self._simple(f"await Len({queue}) < {self.number(1, 2)}")]
        return [*room, self._simple(f"{queue} := Append({queue}, {message})", queue)]

    def _receive(self, scope: Scope) -> list[Node]:
        queue = self.pick(scope.queues)
        found = [] if self.chance(12) else [self._simple(f"await {queue} # <<>>")]
        places = [name for name in scope.messages if name in scope.writable]
        if places and self.chance(2):
            name = self.pick(places)
            found.append(self._simple(f"{name} := Head({queue})", name))
        return [*found, self._simple(f"{queue} := Tail({queue})", queue)]

    def _acquire(self, scope: Scope) -> list[Node]:
        lock = self.pick(scope.locks)
        if self.chance(2):
            return [self._simple(f"acquire({lock}, {scope.me})", lock)]
        return [self._simple(f"await {lock} = FREE"), self._simple(f"{lock} := {scope.me}", lock)]

    def _release(self, scope: Scope) -> list[Node]:
        lock = self.pick(scope.locks)
        if self.chance(2):
            return [self._simple(f"release({lock}, {scope.me})", lock)]
        return [self._simple(f"{lock} := FREE", lock)]

    def _critical(self, scope: Scope) -> list[Node]:
        lock = self.pick(scope.locks)
        first = self._simple(f"acquire({lock}, {scope.me})", lock)
        last = self._simple(f"release({lock}, {scope.me})", lock)
        return [first, *self.statements(scope, self.number(0, 2)), last]

    def _take(self, scope: Scope) -> list[Node]:
        counter = self.pick(scope.counters)
        guard = [] if self.chance(10) else [self._simple(f"await {counter} > 0")]
        return [*guard, self._simple(f"{counter} := {counter} - 1", counter)]

    def _give(self, scope: Scope) -> list[Node]:
        counter = self.pick(scope.counters)
        guard = [self._simple(f"await {counter} < 2")] if self.chance(2) else []
        return [*guard, self._simple(f"{counter} := {counter} + 1", counter)]

    def _block(self, scope: Scope) -> list[Node]:
        return self.statements(scope.inside(), self.number(1, 2))

    def _if(self, scope: Scope) -> list[Node]:
        arms = [self._block(scope) for _ in range(self.number(1, 3))]
        conditions = [self.boolean(scope, 1) for _ in arms[:2]]
        if len(arms) == 1:
            conditions = conditions[:1]
        elif len(arms) == 2:
            conditions = conditions[:1]
        return [Node("if", "\n".join(conditions), arms)]

    def _either(self, scope: Scope) -> list[Node]:
        return [Node("either", "", [self._block(scope) for _ in range(self.number(2, 3))])]

    def _while(self, scope: Scope) -> list[Node]:
        condition = "TRUE" if self.chance(3) else self.boolean(scope, 1)
        return [Node("while", condition, [self._block(scope)])]

    def _goto(self, scope: Scope) -> list[Node]:
        jump = Node("goto", target=self.number(0, 9))
        return [Node("if", self.boolean(scope, 1), [[jump]])] if self.chance(2) else [jump]

    def _with(self, scope: Scope) -> list[Node]:
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
        return [Node("with", "; ".join(bindings), [self.statements(inner, self.number(1, 2))])]

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
        scope = Scope(identities=identities)
        declarations = self._globals(scope, free, with_topology)
        operators = self._define(scope) if self.chance(2) else []
        processes = self._processes(scope, identities, count)
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

    def _globals(self, scope: Scope, free: str, with_topology: bool) -> list[str]:
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

    def _define(self, scope: Scope) -> list[str]:
        """Operators that look at variables: the translation cannot prime these."""
        plain = Scope(**{name: list(value) for name, value in vars(scope).items() if isinstance(value, list)})
        twice = self.pick(["p \\/ p", "(p # FALSE) /\\ p", "IF p THEN p ELSE TRUE", "p => p"])
        scope.operators += ["Ready", "Over", "Twice"]
        return [f"Ready == {self.boolean(plain, 1)}", f"Over(n) == n > {self.integer(plain, 1)}", f"Twice(p) == {twice}"]

    def _processes(self, scope: Scope, identities: list[str], count: int) -> list[tuple[str, str, list[str], list[Node]]]:
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
            declarations = self._locals(own, "" if same_names else f"_{index + 1}")
            body = self.statements(own, self.number(2, 5 if len(identities) == 2 else 3))
            labeller = Labeller("s" if same_names else f"{'pqrs'[index]}_")
            labeller.block(body, first=True)
            self._aim(body, [*labeller.labels, "Done"])
            head = f"\\in {{{', '.join(group)}}}" if is_set else f"= {group[0]}"
            found.append((f"proc_{index + 1}", head, declarations, body))
        return found

    def _locals(self, scope: Scope, suffix: str) -> list[str]:
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

    def _aim(self, nodes: list[Node], labels: list[str]) -> None:
        for node in nodes:
            if node.kind == "goto":
                node.text = labels[node.target % len(labels)]
            for block in node.blocks:
                self._aim(block, labels)

    def _properties(self, scope: Scope, with_topology: bool, identities: list[str]) -> tuple[list[str], list[str], str]:
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

    def _topology(self, scope: Scope, letters: str, processes: list[tuple[str, str, list[str], list[Node]]]) -> str:
        """Locks and counters, and the channels that a topology may have: nobody both sends and receives, no two between the same agents."""
        resources: list[dict[str, Any]] = [{"id": name, "type": "Lock"} for name in scope.locks]
        resources += [{"id": name, "type": "Counter", "config": {"initial": 1}} for name in scope.counters]
        texts = [("".join(letter for letter in letters if letter in head), "\n".join(c_block(body, 0))) for _, head, _, body in processes]
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
        scope: Scope,
        style: str,
        letters: str,
        free: str,
        declarations: list[str],
        operators: list[str],
        processes: list[tuple[str, str, list[str], list[Node]]],
    ) -> str:
        lines = ["---- MODULE Protocol ----", "EXTENDS Integers, Sequences, FiniteSets, TLC"]
        lines.append(f"CONSTANTS {', '.join([*letters, 'FREE'])}" if style == "model" else f"FREE == {free}")
        lines.append("(*")
        lines += c_algorithm(declarations, operators, processes) if self.c_syntax else p_algorithm(declarations, operators, processes)
        lines.append("*)")
        return "\n".join(lines)
