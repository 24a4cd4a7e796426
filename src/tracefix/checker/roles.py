"""What each shared variable is used as, read off the statements: a queue, a lock, a counter, or just a variable.

Only uses that commute with what other processes may do are recognised, each by its exact form; everything else is an ordinary use:

- queue: `q := Append(q, e)`; `q := Tail(q)` and `Head(q)` behind an `await` of the same step that says that q is not empty. No
  condition is true only while a queue is empty or short.
- lock: `await l = FREE; l := self` and `assert l = self; l := FREE`, each pair within one step.
- counter: `await c > 0; c := c - 1` within one step, and `c := c + 1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ..pluscal import ast
from .deciding import names
from .names import ProcessNames

QUEUE = frozenset({"append", "pop", "peek"})
LOCK = frozenset({"free?", "claim", "own?", "free"})
COUNTER = frozenset({"positive?", "minus", "plus"})


@dataclass(frozen=True, slots=True)
class Roles:
    """`uses` maps each shared variable to the kinds of use by each process; `pc` is set when a process looks at program counters."""

    uses: Mapping[str, Mapping[int, frozenset[str]]]
    pc: bool

    def users(self, name: str) -> frozenset[int]:
        """The processes that use a variable at all."""
        return frozenset(self.uses.get(name, {}))

    def who(self, name: str, *kinds: str) -> frozenset[int]:
        """The processes that use a variable in one of these ways."""
        return frozenset(process for process, found in self.uses.get(name, {}).items() if not found.isdisjoint(kinds))

    def only(self, name: str, kinds: frozenset[str]) -> bool:
        """Whether every use of a variable is of these kinds."""
        return all(found <= kinds for found in self.uses.get(name, {}).values())


def find_roles(
    processes: Sequence[ProcessNames], bodies: Sequence[Sequence[ast.Stmt]], shared: frozenset[str], definitions: Mapping[str, Any]
) -> Roles:
    """The uses of the variables in `shared` by each process. A definition that mentions one is an ordinary use of it."""
    mentions = _mentions(definitions)
    uses: dict[str, dict[int, set[str]]] = {}
    pc = False
    for process, body in zip(processes, bodies, strict=True):
        reader = _Reader(shared - process.locals.keys(), mentions)
        reader.block(body, frozenset())
        pc = pc or reader.pc
        for name, kinds in reader.uses.items():
            uses.setdefault(name, {})[process.index] = kinds
    return Roles({name: {process: frozenset(kinds) for process, kinds in found.items()} for name, found in uses.items()}, pc)


def _mentions(definitions: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Per definition every name that it mentions, through other definitions too; one that cannot be read mentions nothing."""
    direct = {name: frozenset(names(each.body)) for name, each in definitions.items() if isinstance(each, ast.Definition)}
    found = dict(direct)
    while True:
        further = {name: said.union(*(found[other] for other in said if other in found)) for name, said in found.items()}
        if further == found:
            return found
        found = further


def mentioned_by(defined: Sequence[str], definitions: Mapping[str, Any]) -> frozenset[str]:
    """Every name that these definitions mention, through other definitions too."""
    mentions = _mentions(definitions)
    return frozenset[str]().union(*(mentions.get(name, frozenset()) for name in defined))


class _Reader:
    """Reads one process body. `tested` are the queues that an `await` of the same step found not empty."""

    def __init__(self, shared: frozenset[str], mentions: Mapping[str, frozenset[str]]) -> None:
        self._shared = shared
        self._mentions = mentions
        self.uses: dict[str, set[str]] = {}
        self.pc = False

    def _use(self, name: str, kind: str) -> None:
        self.uses.setdefault(name, set()).add(kind)

    def block(self, statements: Sequence[ast.Stmt], tested: frozenset[str]) -> None:
        for place, statement in enumerate(statements):
            if statement.label is not None:
                tested = frozenset()
            after = statements[place + 1] if place + 1 < len(statements) and statements[place + 1].label is None else None
            before = statements[place - 1] if place and statement.label is None else None
            match statement:
                case ast.Assign(assignments):
                    for target, value in assignments:
                        tested -= self._assign(target, value, tested, before)
                case ast.Await(condition):
                    tested = self._await(condition, tested, after)
                case ast.AssertStmt(condition):
                    owned = _compared(condition, "=", ast.Name)
                    if owned in self._shared and _is_name(condition, "self") and _assigned(after) == (owned, "FREE"):
                        self._use(owned, "own?")
                    else:
                        self._expr(condition, tested)
                case ast.IfStmt(condition, then, otherwise):
                    self._expr(condition, tested)
                    self.block(then, tested)
                    self.block(otherwise, tested)
                case ast.Either(branches):
                    for branch in branches:
                        self.block(branch, tested)
                case ast.While(condition, body):
                    self._expr(condition, frozenset())
                    self.block(body, frozenset())
                    tested = frozenset()
                case ast.With(bindings, body):
                    self._expr(bindings, tested)
                    self.block(body, tested)
                case ast.Print(value):
                    self._expr(value, tested)
            if isinstance(statement, (ast.IfStmt, ast.Either, ast.With)):
                # A branch may have taken the message that was there.
                tested = frozenset()

    def _assign(self, target: ast.Target, value: ast.Expr, tested: frozenset[str], before: ast.Stmt | None) -> frozenset[str]:
        """Note what an assignment does; returns the queues of which nothing is known behind it."""
        name = target.name
        if name not in self._shared or target.path:
            self._expr(target.path, tested)
            self._expr(value, tested)
            if name in self._shared:
                self._use(name, "other")
            return frozenset({name})
        condition = before.condition if isinstance(before, ast.Await) else None
        match value:
            case ast.Call("Append", (ast.Name(id=queue), message)) if queue == name:
                self._use(name, "append")
                self._expr(message, tested)
            case ast.Call("Tail", (ast.Name(id=queue),)) if queue == name and name in tested:
                self._use(name, "pop")
            case ast.Name(id="self") if _compared(condition, "=", ast.Name) == name and _is_name(condition, "FREE"):
                self._use(name, "claim")
            case ast.Name(id="FREE"):
                self._use(name, "free")
            case ast.Binary(op="+", left=ast.Name(id=counter), right=ast.Number(value=1)) if counter == name:
                self._use(name, "plus")
            case ast.Binary(op="-", left=ast.Name(id=counter), right=ast.Number(value=1)) if (
                counter == name and _positive(condition) == name
            ):
                self._use(name, "minus")
            case _:
                self._use(name, "other")
                self._expr(value, tested)
        return frozenset({name})

    def _await(self, condition: ast.Expr, tested: frozenset[str], after: ast.Stmt | None) -> frozenset[str]:
        wanted = _compared(condition, "=", ast.Name)
        if wanted in self._shared and _is_name(condition, "FREE") and _assigned(after) == (wanted, "self"):
            self._use(wanted, "free?")
            return tested
        counter = _positive(condition)
        if counter in self._shared and _decremented(after) == counter:
            self._use(counter, "positive?")
            return tested
        for item in condition.items if isinstance(condition, ast.Junction) and condition.op == "/\\" else (condition,):
            queue = _not_empty(item)
            if queue in self._shared:
                self._use(queue, "peek")
                tested |= {queue}
            else:
                self._expr(item, tested)
        return tested

    def _expr(self, node: Any, tested: frozenset[str]) -> None:
        match node:
            case tuple():
                for item in node:
                    self._expr(item, tested)
            case ast.Call("Head", (ast.Name(id=queue),)) if queue in self._shared and queue in tested:
                self._use(queue, "peek")
            case ast.Name(id=name):
                self._name(name)
            case ast.Call(name, arguments):
                self._name(name)
                self._expr(arguments, tested)
            case _ if is_dataclass(node):
                for field in fields(node):
                    if field.name != "span":
                        self._expr(getattr(node, field.name), tested)

    def _name(self, name: str) -> None:
        for mentioned in self._mentions.get(name, frozenset({name})):
            if mentioned in self._shared:
                self._use(mentioned, "other")
            if mentioned == "pc":
                self.pc = True


def _compared(condition: Any, operator: str, kind: type) -> str:
    """The name on the left of a comparison with something of this kind; empty when it is another expression."""
    match condition:
        case ast.Binary(op=op, left=ast.Name(id=name), right=right) if op == operator and isinstance(right, kind):
            return name
    return ""


def _is_name(condition: Any, name: str) -> bool:
    return isinstance(condition, ast.Binary) and isinstance(condition.right, ast.Name) and condition.right.id == name


def _positive(condition: Any) -> str:
    """c of `c > 0`."""
    match condition:
        case ast.Binary(op=">", left=ast.Name(id=name), right=ast.Number(value=0)):
            return name
    return ""


def _not_empty(condition: Any) -> str:
    """q of `q # <<>>` and `Len(q) > 0`."""
    match condition:
        case ast.Binary(op="#", left=ast.Name(id=name), right=ast.TupleExpr(items=())):
            return name
        case ast.Binary(op=">", left=ast.Call("Len", (ast.Name(id=name),)), right=ast.Number(value=0)):
            return name
    return ""


def _assigned(statement: ast.Stmt | None) -> tuple[str, str]:
    """(variable, name) of `variable := name`."""
    match statement:
        case ast.Assign(((ast.Target(name=variable, path=()), ast.Name(id=name)),)):
            return variable, name
    return "", ""


def _decremented(statement: ast.Stmt | None) -> str:
    match statement:
        case ast.Assign(((ast.Target(name=variable, path=()), ast.Binary(op="-", left=ast.Name(id=name), right=ast.Number(value=1))),)) if (
            variable == name
        ):
            return variable
    return ""
