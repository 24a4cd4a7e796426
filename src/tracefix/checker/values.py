"""TLA+ values.

| TLA+                      | here                                                        |
|---------------------------|-------------------------------------------------------------|
| TRUE, FALSE               | `TRUE`, `FALSE`: the two instances of `Bool`                |
| integer                   | `int`                                                       |
| string                    | `str`                                                       |
| model value               | `ModelValue`, one instance per name                         |
| tuple, sequence           | `tuple` (also every function whose domain is 1..n)          |
| finite set                | `frozenset`                                                 |
| record, other function    | `Fn`                                                        |

Booleans are not Python's: `True == 1` in Python, and TRUE is not 1 in TLA+, not inside a set or a tuple either.
Each value has exactly one representation, so equality and hashing of the Python objects are equality of the values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Union


class Bool:
    """A TLA+ truth value. Compare with `is`."""

    __slots__ = ("_name",)
    _name: str

    def __new__(cls, *_: Any) -> Bool:
        raise TypeError("use TRUE and FALSE")

    def __bool__(self) -> bool:
        return self is TRUE

    def __repr__(self) -> str:
        return self._name

    def __reduce__(self) -> str:
        return self._name


def _make_bool(name: str) -> Bool:
    value = object.__new__(Bool)
    value._name = name
    return value


TRUE = _make_bool("TRUE")
FALSE = _make_bool("FALSE")


class ModelValue:
    """A TLA+ model value: equal to itself only, comparable with everything. `ModelValue("A") is ModelValue("A")`."""

    __slots__ = ("name",)
    name: str
    _known: ClassVar[dict[str, ModelValue]] = {}

    def __new__(cls, name: str) -> ModelValue:
        value = cls._known.get(name)
        if value is None:
            value = cls._known.setdefault(name, object.__new__(cls))
            value.name = name
        return value

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return (ModelValue, (self.name,))


class Fn(Mapping[Any, Any]):
    """A function that is not a tuple, records included. Build with `make_function`."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: dict[Any, Any]) -> None:
        self._items = items
        self._hash: int | None = None

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fn) and self._items == other._items

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __repr__(self) -> str:
        return to_tla(self)


Value = Union[Bool, int, str, ModelValue, tuple[Any, ...], frozenset[Any], Fn]


def make_function(items: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> tuple[Any, ...] | Fn:
    """The function with these arguments and values in its one representation: a tuple when the domain is 1..n."""
    mapping = dict(items)
    count = len(mapping)
    if all(type(key) is int and 1 <= key <= count for key in mapping):
        return tuple(mapping[index] for index in range(1, count + 1))
    return Fn(mapping)


def boolean(value: bool) -> Bool:
    """TRUE or FALSE."""
    return TRUE if value else FALSE


_KINDS = ((ModelValue, 0), (Bool, 1), (int, 2), (str, 3), (tuple, 4), (frozenset, 5), (Fn, 6))


def order_key(value: Value) -> tuple[Any, ...]:
    """A total order of all values, the same in every process: used wherever an order must be picked.

    Values that TLC can compare have TLC's order, model values before all others, so that CHOOSE picks what it picks there.
    """
    rank = next(rank for kind, rank in _KINDS if isinstance(value, kind))
    if isinstance(value, Bool):
        return (rank, value is TRUE)
    if isinstance(value, ModelValue):
        return (rank, value.name)
    if isinstance(value, tuple):
        return (rank, len(value), *(order_key(item) for item in value))
    if isinstance(value, frozenset):
        return (rank, len(value), *sorted(order_key(item) for item in value))
    if isinstance(value, Fn):
        return (rank, len(value), *sorted((order_key(key), order_key(item)) for key, item in value.items()))
    return (rank, value)


def is_record(value: Fn) -> bool:
    """Whether every argument of the function is a string."""
    return all(type(key) is str for key in value)


def to_tla(value: Value) -> str:
    """The value as TLA+ text, sets and functions in `order_key` order."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, tuple):
        return "<<" + ", ".join(to_tla(item) for item in value) + ">>"
    if isinstance(value, frozenset):
        return "{" + ", ".join(to_tla(item) for item in sorted(value, key=order_key)) + "}"
    if isinstance(value, Fn):
        keys = sorted(value, key=order_key)
        if is_record(value):
            return "[" + ", ".join(f"{key} |-> {to_tla(value[key])}" for key in keys) + "]"
        return "(" + " @@ ".join(f"{to_tla(key)} :> {to_tla(value[key])}" for key in keys) + ")"
    return repr(value)


def to_json(value: Value) -> Any:
    """The value as `docs/contract.md` writes it in JSON; a model value becomes its name."""
    if isinstance(value, Bool):
        return value is TRUE
    if isinstance(value, ModelValue):
        return value.name
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if isinstance(value, frozenset):
        return {"#set": [to_json(item) for item in sorted(value, key=order_key)]}
    if isinstance(value, Fn):
        keys = sorted(value, key=order_key)
        if all(isinstance(key, (str, ModelValue)) for key in keys) and len({str(to_json(k)) for k in keys}) == len(keys):
            return {to_json(key): to_json(value[key]) for key in keys}
        return {"#map": [[to_json(key), to_json(value[key])] for key in keys]}
    return value
