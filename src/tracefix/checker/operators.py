"""What the built-in TLA+ operators mean, over the values of `values`; `builtin` lists them by name.

Semantics follow "Specifying Systems", part IV, restricted to what TLC evaluates; where TLC refuses to evaluate
(comparing an integer with a string, the head of an empty sequence) these functions raise EvaluationError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..source import Span
from .values import FALSE, TRUE, Bool, Fn, ModelValue, Value, is_record, make_function, order_key, to_tla

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
            function = left if left_kind == "function" else right
            comparable = len(left) != len(right) or type(next(iter(function))) is int
            if not comparable or (function is left and is_record(function)):
                raise EvaluationError(f"cannot compare {describe(left)} with {describe(right)}")
            return False
        raise EvaluationError(f"cannot compare the {left_kind} {describe(left)} with the {right_kind} {describe(right)}")
    if left == right:
        return True
    if isinstance(left, tuple):
        return len(left) == len(right) and all(equal(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Fn):
        if is_record(left) and not is_record(right):
            raise EvaluationError(f"cannot compare the record {describe(left)} with the function {describe(right)}")
        if len(left) != len(right):
            return False
        domains = zip(sorted_elements(left), sorted_elements(right), strict=True)
        return all(equal(a, b) for a, b in domains) and all(equal(left[key], right[key]) for key in left)
    if isinstance(left, frozenset) and left and right and len(left) == len(right):
        _compare_some(left, right)
    return False


def listed(values: Iterable[Any]) -> frozenset[Any]:
    """The set of these values; raises EvaluationError when they cannot be compared with each other."""
    elements = list(values)
    for element in elements[1:]:
        equal(elements[0], element)
    return frozenset(elements)


def union(left: Any, right: Any) -> frozenset[Any]:
    """`left \\cup right`."""
    return together((as_set(left), as_set(right)))


def together(parts: Iterable[frozenset[Any]]) -> frozenset[Any]:
    """The union of sets; raises EvaluationError when elements of different sets cannot be compared."""
    found: frozenset[Any] = frozenset()
    for part in parts:
        if found and part:
            _compare_some(found, part)
        found |= part
    return found


def _compare_some(left: frozenset[Any], right: frozenset[Any]) -> None:
    """Raise EvaluationError when elements of two sets cannot be compared; the message is the same in every process."""
    try:
        equal(next(iter(left)), next(iter(right)))
    except EvaluationError:
        equal(min(left, key=order_key), min(right, key=order_key))
        raise


def intersection(left: Any, right: Any) -> frozenset[Any]:
    """`left \\cap right`; one of the two must be listable."""
    if isinstance(left, LazySet) and not isinstance(right, LazySet):
        left, right = right, left
    return frozenset(value for value in as_set(left) if member(value, right))


def difference(left: Any, right: Any) -> frozenset[Any]:
    """`left \\ right`."""
    return frozenset(value for value in as_set(left) if not member(value, right))


def is_finite(value: Any) -> Bool:
    """`IsFiniteSet(value)`."""
    try:
        as_set(value)
    except EvaluationError:
        if isinstance(value, LazySet):
            return FALSE
        raise
    return TRUE


def member(value: Any, container: Any) -> bool:
    """`value \\in container`."""
    if isinstance(container, LazySet):
        return container.contains(value)
    if not isinstance(container, frozenset):
        raise EvaluationError(f"expected a set, got the {kind_of(container)} {describe(container)}")
    if value in container:
        return True
    if container:
        _compare_some(frozenset([value]), container)
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
        if type(key) is not int and function:
            raise EvaluationError(f"{describe(key)} is no index of the sequence {describe(function)}")
        if not 1 <= key <= len(function):
            return function
        old = function[key - 1]
        new = update(old, rest, compute) if rest else compute(old)
        return (*function[: key - 1], new, *function[key:])
    if isinstance(function, Fn):
        if key not in function:
            if is_record(function) and type(key) is not str:
                raise EvaluationError(f"{describe(key)} is no field of the record {describe(function)}")
            equal(key, next(iter(function)))
            return function
        old = function[key]
        new = update(old, rest, compute) if rest else compute(old)
        return Fn({**function, key: new})
    raise EvaluationError(f"EXCEPT on the {kind_of(function)} {describe(function)}, which is not a function")


INTEGERS = range(-(1 << 31), 1 << 31)
"""TLC computes with integers of 32 bits and refuses results outside."""


def within(value: int) -> int:
    """The result of an arithmetic operation. Raises EvaluationError where TLC overflows."""
    if value not in INTEGERS:
        raise EvaluationError(f"{value} is beyond the integers of 32 bits that TLC computes with")
    return value


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
    if left == right == 0:
        raise EvaluationError("0^0 is undefined")
    # Whatever the base, more than 32 bits of exponent overflow or do not matter.
    return int(left ** min(right, 32 + right % 2))


def head(value: Any) -> Any:
    """`Head(value)` of a sequence or string."""
    sequence = value if isinstance(value, str) else as_sequence(value)
    if not sequence:
        raise EvaluationError("Head of an empty sequence")
    return sequence[0]


def tail(value: Any) -> Any:
    """`Tail(value)` of a sequence or string."""
    sequence = value if isinstance(value, str) else as_sequence(value)
    if not sequence:
        raise EvaluationError("Tail of an empty sequence")
    return sequence[1:]


def concatenate(left: Any, right: Any) -> Any:
    """`left \\o right` on sequences or strings."""
    if isinstance(left, str) and isinstance(right, str):
        return left + right
    return as_sequence(left) + as_sequence(right)


def append(value: Any, item: Any) -> Any:
    """`Append(value, item)`; a string may be appended to a string."""
    if isinstance(value, str) and isinstance(item, str):
        return value + item
    return (*as_sequence(value), force(item))


def length(value: Any) -> int:
    """`Len(value)` of a sequence or string."""
    return len(value) if isinstance(value, str) else len(as_sequence(value))


def subsequence(value: Any, start: Any, end: Any) -> Any:
    """`SubSeq(value, start, end)` of a sequence or string; empty when start > end."""
    sequence = value if isinstance(value, str) else as_sequence(value)
    first, last = as_integer(start), as_integer(end)
    if first > last:
        return sequence[:0]
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
