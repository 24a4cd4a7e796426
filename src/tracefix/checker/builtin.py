"""The built-in operators by name, and the sets that are described rather than listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, permutations, product
from typing import Any

from . import operators as op
from .operators import EvaluationError, LazySet, as_integer, as_sequence, as_set, describe, domain, kind_of, member, sorted_elements
from .values import FALSE, TRUE, Bool, Fn, ModelValue, Value, boolean, is_record, make_function, to_tla


def power_set(value: Any) -> LazySet:
    """`SUBSET value`."""

    def members() -> Iterator[Value]:
        items = sorted_elements(as_set(value))
        return (frozenset(part) for part in chain.from_iterable(combinations(items, size) for size in range(len(items) + 1)))

    return LazySet(f"SUBSET {describe(value)}", lambda candidate: op.subset_of(candidate, value), members)


def function_set(arguments: Any, results: Any) -> LazySet:
    """`[arguments -> results]`."""
    keys = as_set(arguments)

    def contains(candidate: Any) -> bool:
        if not isinstance(candidate, (tuple, Fn)):
            raise EvaluationError(f"expected a function, got the {kind_of(candidate)} {describe(candidate)}")
        return domain(candidate) == keys and all(member(item, results) for item in op.function_items(candidate).values())

    def members() -> Iterator[Value]:
        order, range_ = sorted_elements(keys), sorted_elements(as_set(results))
        return (make_function(zip(order, choice, strict=True)) for choice in product(range_, repeat=len(order)))

    return LazySet(f"[{describe(arguments)} -> {describe(results)}]", contains, members)


def record_set(fields: tuple[tuple[str, Any], ...]) -> LazySet:
    """`[a : S, b : T]`."""
    names = frozenset(name for name, _ in fields)

    def contains(candidate: Any) -> bool:
        if candidate == ():
            return False
        if not isinstance(candidate, Fn) or not is_record(candidate):
            raise EvaluationError(f"expected a record, got the {kind_of(candidate)} {describe(candidate)}")
        return domain(candidate) == names and all(member(op.apply(candidate, name), values) for name, values in fields)

    def members() -> Iterator[Value]:
        lists = [sorted_elements(as_set(values)) for _, values in fields]
        return (Fn(dict(zip((name for name, _ in fields), choice, strict=True))) for choice in product(*lists))

    return LazySet("[" + ", ".join(f"{name} : {describe(values)}" for name, values in fields) + "]", contains, members)


def sequences_over(values: Any) -> LazySet:
    """`Seq(values)`."""
    return LazySet(f"Seq({describe(values)})", lambda candidate: all(member(item, values) for item in as_sequence(candidate)), None)


def times(sets: tuple[Any, ...]) -> LazySet:
    """`A \\X B \\X ...`."""

    def contains(candidate: Any) -> bool:
        return len(as_sequence(candidate)) == len(sets) and all(member(item, values) for item, values in zip(candidate, sets, strict=True))

    return LazySet(" \\X ".join(describe(values) for values in sets), contains, lambda: product(*(as_set(values) for values in sets)))


def _check_kind(kind: type, word: str) -> Callable[[Any], bool]:
    def contains(candidate: Any) -> bool:
        if type(candidate) is kind:
            return True
        if isinstance(candidate, ModelValue):
            return False
        raise EvaluationError(f"expected {word}, got the {kind_of(candidate)} {describe(candidate)}")

    return contains


_is_integer = _check_kind(int, "an integer")

BUILTIN_SETS: dict[str, Any] = {
    "BOOLEAN": frozenset({TRUE, FALSE}),
    "STRING": LazySet("STRING", _check_kind(str, "a string"), None),
    "Int": LazySet("Int", _is_integer, None),
    "Nat": LazySet("Nat", lambda candidate: _is_integer(candidate) and candidate >= 0, None),
}


def _cardinality(value: Any) -> int:
    return len(as_set(value))


def _permutations(value: Any) -> frozenset[Any]:
    items = sorted_elements(as_set(value))
    return frozenset(make_function(zip(items, order, strict=True)) for order in permutations(items))


CALLS: dict[tuple[str, int], Callable[..., Any]] = {
    ("Len", 1): op.length,
    ("Head", 1): op.head,
    ("Tail", 1): op.tail,
    ("Append", 2): op.append,
    ("SubSeq", 3): op.subsequence,
    ("Seq", 1): sequences_over,
    ("Cardinality", 1): _cardinality,
    ("IsFiniteSet", 1): op.is_finite,
    ("Permutations", 1): _permutations,
    ("Print", 2): lambda shown, value: value,
    ("PrintT", 1): lambda shown: TRUE,
    ("ToString", 1): to_tla,
}


def _order(compare: Callable[[int, int], bool]) -> Callable[[Any, Any], Bool]:
    return lambda left, right: boolean(compare(as_integer(left), as_integer(right)))


def _arithmetic(compute: Callable[[int, int], int]) -> Callable[[Any, Any], int]:
    return lambda left, right: op.within(compute(as_integer(left), as_integer(right)))


BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "=": lambda left, right: boolean(op.equal(left, right)),
    "#": lambda left, right: boolean(not op.equal(left, right)),
    "<": _order(lambda left, right: left < right),
    ">": _order(lambda left, right: left > right),
    "<=": _order(lambda left, right: left <= right),
    ">=": _order(lambda left, right: left >= right),
    "<=>": lambda left, right: boolean(op.as_boolean(left) == op.as_boolean(right)),
    "+": _arithmetic(lambda left, right: left + right),
    "-": _arithmetic(lambda left, right: left - right),
    "*": _arithmetic(lambda left, right: left * right),
    "\\div": _arithmetic(op.divide),
    "%": _arithmetic(op.modulo),
    "^": _arithmetic(op.power),
    "..": op.interval,
    "\\cup": op.union,
    "\\o": op.concatenate,
    "@@": op.merge,
    ":>": lambda key, value: make_function({key: value}),
}
"""Infix operators over evaluated operands; `\\in`, `\\notin`, `\\subseteq`, `\\X` and `=>` are treated by the compiler."""

LAZY_BINARY: dict[str, Callable[[Any, Any], Any]] = {"\\cap": op.intersection, "\\": op.difference}
"""Infix operators over sets that need not be listed."""
