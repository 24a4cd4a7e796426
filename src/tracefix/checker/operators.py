"""What the built-in TLA+ operators mean, over the values of `values`.

Semantics follow "Specifying Systems", part IV, restricted to what TLC evaluates; where TLC refuses to evaluate
(comparing an integer with a string, the head of an empty sequence) these functions raise EvaluationError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, permutations, product
from typing import Any

from ..source import Span
from .values import FALSE, TRUE, Bool, Fn, ModelValue, Value, boolean, make_function, order_key, to_tla

ENUMERATION_LIMIT = 1_000_000


class EvaluationError(Exception):
    """TLC could not evaluate this either; the message says what was wrong, `span` where, once known."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.span = span


def describe(value: Any) -> str:
    """The value for a message, cut to a readable length."""
    text = str(value) if isinstance(value, LazySet) else to_tla(value)
    return text if len(text) <= 60 else text[:57] + "..."


def kind_of(value: Any) -> str:
    """The kind of a value in words."""
    if isinstance(value, Bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, str):
        return "string"
    if isinstance(value, ModelValue):
        return "model value"
    if isinstance(value, tuple):
        return "sequence"
    if isinstance(value, (frozenset, LazySet)):
        return "set"
    return "function"


class LazySet:
    """A set described rather than listed: membership is cheap, enumeration may be large or impossible."""

    def __init__(self, text: str, contains: Callable[[Any], bool], members: Callable[[], Iterable[Value]] | None) -> None:
        self.text = text
        self.contains = contains
        self.members = members

    def enumerate(self) -> frozenset[Value]:
        """The set, listed. Raises EvaluationError when it is infinite or larger than ENUMERATION_LIMIT."""
        if self.members is None:
            raise EvaluationError(f"{self.text} is infinite and cannot be listed")
        found = set()
        for value in self.members():
            found.add(value)
            if len(found) > ENUMERATION_LIMIT:
                raise EvaluationError(f"{self.text} has more than {ENUMERATION_LIMIT:,} elements")
        return frozenset(found)

    def __str__(self) -> str:
        return self.text


def force(value: Any) -> Any:
    """The value itself, a LazySet listed."""
    return value.enumerate() if isinstance(value, LazySet) else value


def equal(left: Any, right: Any) -> bool:
    """`left = right`; raises EvaluationError where TLC cannot compare (kinds differ and neither is a model value)."""
    if left is right:
        return True
    if isinstance(left, ModelValue) or isinstance(right, ModelValue):
        return False
    left_kind, right_kind = kind_of(left), kind_of(right)
    if left_kind != right_kind:
        if {left_kind, right_kind} == {"sequence", "function"}:
            return False
        raise EvaluationError(f"cannot compare the {left_kind} {describe(left)} with the {right_kind} {describe(right)}")
    if left == right:
        return True
    if isinstance(left, tuple):
        return len(left) == len(right) and all(equal(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Fn):
        return left.keys() == right.keys() and all(equal(left[key], right[key]) for key in left)
    if isinstance(left, frozenset) and left and right and len(left) == len(right):
        equal(next(iter(left)), next(iter(right)))
    return False


def member(value: Any, container: Any) -> bool:
    """`value \\in container`."""
    if isinstance(container, LazySet):
        return container.contains(value)
    if not isinstance(container, frozenset):
        raise EvaluationError(f"the right side of \\in is the {kind_of(container)} {describe(container)}, not a set")
    if value in container:
        return True
    for element in container:
        equal(value, element)
        break
    return False


def as_set(value: Any) -> frozenset[Any]:
    """The operand as a listed set."""
    if isinstance(value, frozenset):
        return value
    if isinstance(value, LazySet):
        return value.enumerate()
    raise EvaluationError(f"expected a set, got the {kind_of(value)} {describe(value)}")


def as_integer(value: Any) -> int:
    """The operand as an integer."""
    if type(value) is int:
        return value
    raise EvaluationError(f"expected an integer, got the {kind_of(value)} {describe(value)}")


def as_sequence(value: Any) -> tuple[Any, ...]:
    """The operand as a sequence."""
    if isinstance(value, tuple):
        return value
    raise EvaluationError(f"expected a sequence, got the {kind_of(value)} {describe(value)}")


def as_boolean(value: Any) -> bool:
    """The operand as a truth value."""
    if value is TRUE:
        return True
    if value is FALSE:
        return False
    raise EvaluationError(f"expected a boolean, got the {kind_of(value)} {describe(value)}")


def sorted_elements(values: Iterable[Any]) -> list[Any]:
    """Elements in the order in which choices are explored; the same in every run."""
    items = list(values)
    if all(type(item) is int for item in items):
        return sorted(items)
    return sorted(items, key=order_key)


def apply(function: Any, key: Any) -> Any:
    """`function[key]`."""
    if isinstance(function, tuple):
        if type(key) is int and 1 <= key <= len(function):
            return function[key - 1]
        raise EvaluationError(f"index {describe(key)} is outside the sequence {describe(function)}")
    if isinstance(function, Fn):
        if key in function:
            return function[key]
        raise EvaluationError(f"{describe(key)} is not in the domain of {describe(function)}")
    raise EvaluationError(f"{describe(function)} is a {kind_of(function)}, not a function")


def domain(function: Any) -> frozenset[Any]:
    """`DOMAIN function`."""
    if isinstance(function, tuple):
        return frozenset(range(1, len(function) + 1))
    if isinstance(function, Fn):
        return frozenset(function)
    raise EvaluationError(f"DOMAIN of the {kind_of(function)} {describe(function)}, which is not a function")


def update(function: Any, path: tuple[Any, ...], compute: Callable[[Any], Any]) -> Any:
    """`[function EXCEPT !path = compute(@)]`; an argument outside the domain leaves the function unchanged, as in TLC."""
    key, rest = path[0], path[1:]
    if isinstance(function, tuple):
        if not (type(key) is int and 1 <= key <= len(function)):
            return function
        old = function[key - 1]
        new = update(old, rest, compute) if rest else compute(old)
        return (*function[: key - 1], new, *function[key:])
    if isinstance(function, Fn):
        if key not in function:
            return function
        old = function[key]
        new = update(old, rest, compute) if rest else compute(old)
        return Fn({**function, key: new})
    raise EvaluationError(f"EXCEPT on the {kind_of(function)} {describe(function)}, which is not a function")


def divide(left: int, right: int) -> int:
    """`\\div`: rounds towards minus infinity."""
    if right == 0:
        raise EvaluationError("division by zero")
    return left // right


def modulo(left: int, right: int) -> int:
    """`%`: the divisor must be positive."""
    if right <= 0:
        raise EvaluationError(f"the right side of % must be positive, it is {right}")
    return left % right


def power(left: int, right: int) -> int:
    """`^` with a non-negative exponent."""
    if right < 0:
        raise EvaluationError(f"the exponent must not be negative, it is {right}")
    return int(left**right)


def head(value: Any) -> Any:
    """`Head(value)`."""
    sequence = as_sequence(value)
    if not sequence:
        raise EvaluationError("Head of an empty sequence")
    return sequence[0]


def tail(value: Any) -> Any:
    """`Tail(value)`."""
    sequence = as_sequence(value)
    if not sequence:
        raise EvaluationError("Tail of an empty sequence")
    return sequence[1:]


def concatenate(left: Any, right: Any) -> Any:
    """`left \\o right` on sequences or strings."""
    if isinstance(left, str) and isinstance(right, str):
        return left + right
    return as_sequence(left) + as_sequence(right)


def length(value: Any) -> int:
    """`Len(value)` of a sequence or string."""
    return len(value) if isinstance(value, str) else len(as_sequence(value))


def subsequence(value: Any, start: Any, end: Any) -> Any:
    """`SubSeq(value, start, end)`; empty when start > end."""
    sequence, first, last = as_sequence(value), as_integer(start), as_integer(end)
    if first > last:
        return ()
    if first < 1 or last > len(sequence):
        raise EvaluationError(f"SubSeq from {first} to {last} of a sequence of length {len(sequence)}")
    return sequence[first - 1 : last]


def merge(left: Any, right: Any) -> Any:
    """`left @@ right`: the left function wins where both are defined."""
    if not isinstance(left, (tuple, Fn)) or not isinstance(right, (tuple, Fn)):
        raise EvaluationError("@@ needs functions on both sides")
    return make_function({**function_items(right), **function_items(left)})


def function_items(function: Any) -> dict[Any, Any]:
    """The function as a dictionary."""
    if isinstance(function, tuple):
        return dict(enumerate(function, start=1))
    return dict(function)


def subset_of(left: Any, right: Any) -> bool:
    """`left \\subseteq right`."""
    return all(member(value, right) for value in as_set(left))


def interval(left: Any, right: Any) -> frozenset[int]:
    """`left .. right`."""
    first, last = as_integer(left), as_integer(right)
    if last - first >= ENUMERATION_LIMIT:
        raise EvaluationError(f"{first}..{last} has more than {ENUMERATION_LIMIT:,} elements")
    return frozenset(range(first, last + 1))


def power_set(value: Any) -> LazySet:
    """`SUBSET value`."""

    def members() -> Iterator[Value]:
        items = sorted_elements(as_set(value))
        return (frozenset(part) for part in chain.from_iterable(combinations(items, size) for size in range(len(items) + 1)))

    return LazySet(f"SUBSET {describe(value)}", lambda candidate: subset_of(candidate, value), members)


def function_set(arguments: Any, results: Any) -> LazySet:
    """`[arguments -> results]`."""
    keys = as_set(arguments)

    def contains(candidate: Any) -> bool:
        if not isinstance(candidate, (tuple, Fn)):
            raise EvaluationError(f"expected a function, got the {kind_of(candidate)} {describe(candidate)}")
        return domain(candidate) == keys and all(member(item, results) for item in function_items(candidate).values())

    def members() -> Iterator[Value]:
        order, range_ = sorted_elements(keys), sorted_elements(as_set(results))
        return (make_function(zip(order, choice, strict=True)) for choice in product(range_, repeat=len(order)))

    return LazySet(f"[{describe(arguments)} -> {describe(results)}]", contains, members)


def record_set(fields: tuple[tuple[str, Any], ...]) -> LazySet:
    """`[a : S, b : T]`."""
    names = frozenset(name for name, _ in fields)

    def contains(candidate: Any) -> bool:
        if not isinstance(candidate, (tuple, Fn)):
            raise EvaluationError(f"expected a record, got the {kind_of(candidate)} {describe(candidate)}")
        return domain(candidate) == names and all(member(apply(candidate, name), values) for name, values in fields)

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
    ("Len", 1): length,
    ("Head", 1): head,
    ("Tail", 1): tail,
    ("Append", 2): lambda sequence, item: (*as_sequence(sequence), force(item)),
    ("SubSeq", 3): subsequence,
    ("Seq", 1): sequences_over,
    ("Cardinality", 1): _cardinality,
    ("IsFiniteSet", 1): lambda value: TRUE if isinstance(force(value), frozenset) else FALSE,
    ("Permutations", 1): _permutations,
    ("Print", 2): lambda shown, value: value,
    ("PrintT", 1): lambda shown: TRUE,
    ("ToString", 1): to_tla,
}


def _order(compare: Callable[[int, int], bool]) -> Callable[[Any, Any], Bool]:
    return lambda left, right: boolean(compare(as_integer(left), as_integer(right)))


def _arithmetic(compute: Callable[[int, int], int]) -> Callable[[Any, Any], int]:
    return lambda left, right: compute(as_integer(left), as_integer(right))


BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "=": lambda left, right: boolean(equal(left, right)),
    "#": lambda left, right: boolean(not equal(left, right)),
    "<": _order(lambda left, right: left < right),
    ">": _order(lambda left, right: left > right),
    "<=": _order(lambda left, right: left <= right),
    ">=": _order(lambda left, right: left >= right),
    "<=>": lambda left, right: boolean(as_boolean(left) == as_boolean(right)),
    "+": _arithmetic(lambda left, right: left + right),
    "-": _arithmetic(lambda left, right: left - right),
    "*": _arithmetic(lambda left, right: left * right),
    "\\div": _arithmetic(divide),
    "%": _arithmetic(modulo),
    "^": _arithmetic(power),
    "..": interval,
    "\\cup": lambda left, right: as_set(left) | as_set(right),
    "\\cap": lambda left, right: as_set(left) & as_set(right),
    "\\": lambda left, right: as_set(left) - as_set(right),
    "\\o": concatenate,
    "@@": merge,
    ":>": lambda key, value: make_function({key: value}),
}
"""Infix operators over evaluated operands; `\\in`, `\\notin`, `\\subseteq`, `\\X` and `=>` are treated by the compiler."""
