"""What a statement does with what agents share: operations on locks, counters and channels, recognised by their shape.

`await L = FREE; L := self` is an acquire, `ch := Append(ch, "go")` a send, `await ch # <<>>; m := Head(ch); ch := Tail(ch)` a receive, in
a macro or written out. The parts of one operation stand in several statements, so each statement has operations of its own: the wait
(`FREE`, `ARRIVED`, `SLOT`) and the effect (`ACQUIRE`, `RECEIVE`, `TAKE`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from ..pluscal.ast import AssertStmt, Assign, Await, Case, Expr, If, Name, Stmt, TupleExpr, With
from . import patterns
from .patterns import Located
from .values import UNKNOWN, Evaluator, Lookup, Value, same, text


class Kind(Enum):
    """What an operation does."""

    FREE = "waits until a lock is free"
    ACQUIRE = "makes the agent the owner of a lock"
    OWNED = "asserts that the agent owns a lock"
    RELEASE = "makes a lock free"
    SEIZE = "gives a lock an owner that is not known to be the agent"
    ARRIVED = "waits until a channel has messages"
    READ = "looks at the first message of a channel"
    RECEIVE = "takes the first message out of a channel"
    CLEAR = "takes all messages out of a channel"
    SEND = "puts a message into a channel"
    REWRITE = "changes a channel or counter in another way"
    SLOT = "waits until a counter is above zero"
    TAKE = "lowers a counter"
    GIVE = "raises a counter"
    WAIT = "waits for something else"
    WRITE = "writes another shared variable"


BLOCKING = frozenset([Kind.FREE, Kind.ARRIVED, Kind.SLOT, Kind.WAIT])
"""Operations that wait."""

LOCK, COUNTER, CHANNEL = "lock", "counter", "channel"


@dataclass(frozen=True, slots=True)
class Place:
    """A shared object: a variable, or an element of one. An index that is not known is UNKNOWN."""

    name: str
    index: tuple[Value, ...] = ()

    @property
    def known(self) -> bool:
        """Whether it is clear which element is meant."""
        return all(value is not UNKNOWN for value in self.index)

    def __str__(self) -> str:
        return self.name + "".join(f"[{'...' if value is UNKNOWN else text(value)}]" for value in self.index)


@dataclass(frozen=True, slots=True)
class Shared:
    """A variable that holds a lock, a counter or a channel, or a function of such.

    `free` is the value of a lock that nobody holds. `holds` is how many messages a channel starts with, None when that is not known.
    `labels` are the labels of a channel that the topology declares, None without a topology.
    """

    name: str
    sort: str
    free: Value = UNKNOWN
    holds: int | None = 0
    labels: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of one statement.

    `place` is None for WAIT and WRITE. `count` is how many messages are waited for. `labels` are what a send may send, None when that is
    not known, and `message` is what it sends. `variable` is what a read stores the message in.
    """

    kind: Kind
    place: Place | None = None
    count: int = 1
    labels: frozenset[str] | None = None
    variable: str | None = None
    message: Expr | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Recognises operations: `shared` by variable, `private` are the variables that only one agent has."""

    evaluator: Evaluator
    shared: Mapping[str, Shared]

    def operations(self, statement: Stmt | None, lookup: Lookup, private: frozenset[str]) -> tuple[Operation, ...]:
        """The operations of a statement by itself, without those of statements inside it."""
        match statement:
            case Await(condition):
                return tuple(self._waits(condition, lookup))
            case AssertStmt(condition):
                return tuple(self._asserts(condition, lookup))
            case Assign():
                return tuple(
                    operation for target, value in patterns.updates(statement) for operation in self._update(target, value, lookup, private)
                )
            case With(bindings):
                return tuple(
                    Operation(Kind.READ, place, variable=name)
                    for name, kind, value in bindings
                    if kind == "="
                    for place in self.first(value, lookup)
                )
        return ()

    def place(self, located: Located, lookup: Lookup) -> Place:
        """The object at a target. A field of a record is an index that is not known."""
        name, path = located
        index = [UNKNOWN if isinstance(part, str) or len(part) != 1 else self.evaluator.value(part[0], lookup) for part in path]
        return Place(name, tuple(index))

    def first(self, value: Expr, lookup: Lookup) -> Iterator[Place]:
        """The channel whose first message an expression is, if it is one."""
        located = patterns.first_of(value)
        if located is not None and self._sort(located) == CHANNEL:
            yield self.place(located, lookup)

    def labels(self, message: Expr, lookup: Lookup) -> frozenset[str] | None:
        """The strings that a message may be, also by the arms of IF and CASE; None when that is not known."""
        value = self.evaluator.value(message, lookup)
        if isinstance(value, str):
            return frozenset([value])
        body = self.evaluator.body(message)
        arms: tuple[Expr, ...] = ()
        if isinstance(body, If):
            condition = self.evaluator.value(body.condition, lookup)
            arms = tuple(arm for arm, wrong in ((body.then, False), (body.otherwise, True)) if condition is not wrong)
        elif isinstance(body, Case):
            arms = (*(arm for _, arm in body.arms), *([body.other] if body.other is not None else []))
        found = [self.labels(arm, lookup) for arm in arms]
        known = [labels for labels in found if labels is not None]
        return frozenset().union(*known) if found and len(known) == len(found) else None

    def _sort(self, located: Located) -> str | None:
        variable = self.shared.get(located[0])
        return None if variable is None else variable.sort

    def _waits(self, condition: Expr, lookup: Lookup) -> Iterator[Operation]:
        for conjunct in patterns.conjuncts(self.evaluator.body(condition)):
            part = self.evaluator.body(conjunct)
            if part is not conjunct:
                yield from self._waits(part, lookup)
            elif self.evaluator.value(part, lookup) is not True:
                yield self._wait(part, lookup)

    def _wait(self, part: Expr, lookup: Lookup) -> Operation:
        messages = patterns.awaited_messages(part)
        if messages is not None and self._sort(messages[0]) == CHANNEL:
            return Operation(Kind.ARRIVED, self.place(messages[0], lookup), messages[1])
        slots = patterns.awaited_slots(part)
        if slots is not None and self._sort(slots) == COUNTER:
            return Operation(Kind.SLOT, self.place(slots, lookup))
        for located, other in patterns.equated(part):
            if self._sort(located) == LOCK and self._is_free(located, other, lookup):
                return Operation(Kind.FREE, self.place(located, lookup))
        return Operation(Kind.WAIT)

    def _asserts(self, condition: Expr, lookup: Lookup) -> Iterator[Operation]:
        for located, other in patterns.equated(condition):
            if self._sort(located) == LOCK and self._is_me(other, lookup):
                yield Operation(Kind.OWNED, self.place(located, lookup))

    def _update(self, target: Located, value: Expr, lookup: Lookup, private: frozenset[str]) -> Iterator[Operation]:
        sort = self._sort(target)
        if sort is None:
            for place in self.first(value, lookup):
                yield Operation(Kind.READ, place, variable=target[0])
            if target[0] not in private:
                yield Operation(Kind.WRITE)
            return
        place = self.place(target, lookup)
        if sort == LOCK:
            kind = Kind.RELEASE if self._is_free(target, value, lookup) else Kind.ACQUIRE if self._is_me(value, lookup) else Kind.SEIZE
            yield Operation(kind, place)
        elif sort == COUNTER:
            amount = patterns.moved(value, target)
            yield Operation(Kind.REWRITE if amount is None else Kind.TAKE if amount < 0 else Kind.GIVE, place)
        elif messages := patterns.appended(value, target):
            for message in messages:
                yield Operation(Kind.SEND, place, labels=self.labels(message, lookup), message=message)
        elif patterns.removed(value, target):
            yield Operation(Kind.RECEIVE, place)
        else:
            emptied = isinstance(value, TupleExpr) and not value.items
            yield Operation(Kind.CLEAR if emptied else Kind.REWRITE, place)

    def _is_free(self, target: Located, value: Expr, lookup: Lookup) -> bool:
        return same(self.shared[target[0]].free, self.evaluator.value(value, lookup)) is True

    def _is_me(self, value: Expr, lookup: Lookup) -> bool:
        return (isinstance(value, Name) and value.id == "self") or same(lookup("self"), self.evaluator.value(value, lookup)) is True
