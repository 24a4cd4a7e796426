"""What an author may have meant by a name that nothing here has: names of other languages, messages without quotes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ..similar import similar
from .habits import CONSTRUCTS

_NULL = frozenset(["null", "none", "nil", "undefined", "void", "nan"])
_SELF = frozenset(["this", "me", "myself", "self_id", "selfid"])
_OPERATORS = {
    **dict.fromkeys(["max", "maximum"], "write IF a > b THEN a ELSE b, or define Max(a, b)"),
    **dict.fromkeys(["min", "minimum"], "write IF a < b THEN a ELSE b, or define Min(a, b)"),
    **dict.fromkeys(["empty", "isempty", "is_empty"], "the empty sequence is <<>>, the empty set {}: write ch = <<>>"),
    **dict.fromkeys(["length", "size", "count"], "the length of a sequence is Len(s), the size of a set Cardinality(S)"),
    **dict.fromkeys(["push", "enqueue", "add", "insert"], "Append(s, x) is the sequence s with x at its end"),
    **dict.fromkeys(["pop", "dequeue", "shift", "popleft"], "Head(s) is the first element of s, Tail(s) is s without it"),
    **dict.fromkeys(["first", "front", "peek"], "the first element of s is Head(s)"),
    "last": "the last element of s is s[Len(s)]",
    "abs": "write IF x < 0 THEN -x ELSE x",
    **dict.fromkeys(["range", "xrange"], "the integers from a to b are a..b"),
    **dict.fromkeys(["contains", "includes", "elem"], "membership in a set is x \\in S; of a sequence, \\E i \\in DOMAIN s : s[i] = x"),
    **dict.fromkeys(["keys", "indices"], "the domain of a function or sequence is DOMAIN f"),
    "not": "negation is ~: write ~(x = 1)",
    **dict.fromkeys(["random", "randint", "rand"], "use with (x \\in S) or either, so that every choice is checked"),
    **dict.fromkeys(["now", "time", "clock", "timeout"], "there is no time: let an either stand for what may come first"),
}
_STANDARD = ("Len", "Head", "Tail", "Append", "SubSeq", "Cardinality")
_NUMBER = re.compile(r"0[xXbBoO][0-9a-fA-F]+|[0-9]+[eE][0-9]+")

_MACROS = {
    **dict.fromkeys(["lock", "obtain", "grab", "claim"], ("acquire", "take")), **dict.fromkeys(["unlock", "free"], ("release", "give")),
    **dict.fromkeys(["take", "p", "down", "acquire"], ("take", "acquire")),
    **dict.fromkeys(["give", "v", "up", "release"], ("give", "release")),
    **dict.fromkeys(["recv", "read", "get", "pop"], ("receive",)), **dict.fromkeys(["write", "put", "emit", "post", "push"], ("send",)),
}  # fmt: skip
_PRINTS = frozenset(["printf", "log", "println", "echo", "write_line", "debug"])


@dataclass(frozen=True, slots=True)
class Expected:
    """Names that belong to the protocol although its text need not declare them: each shared variable of its topology with its first
    value as text, and the labels of its channels."""

    variables: Mapping[str, str] = field(default_factory=dict)
    labels: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Meaning:
    """A hint about an unknown name; `right` is what may be written instead, `certain` when nothing else can be meant."""

    hint: str | None
    right: str | None = None
    certain: bool = False


def meaning_of(name: str, known: Iterable[str], expected: Expected, *, value: bool) -> Meaning:
    """What may be meant by a name in an expression; `value` says that it has no arguments."""
    lower = name.lower()
    if name in expected.variables:
        return Meaning(f"the topology has it: declare it under variables, as {name} = {expected.variables[name]}")
    if value and name in expected.labels:
        return Meaning(f'a message is a string: write "{name}"', f'"{name}"', certain=True)
    if value and lower in _NULL:
        return Meaning('there is no null: use a string such as "none", or a model value that is declared with CONSTANT')
    if lower in _SELF:
        return Meaning("the identity of the process is self", "self")
    if _NUMBER.fullmatch(name):
        return Meaning("numbers are written in decimal digits")
    known = list(known)
    standard = next((each for each in _STANDARD if each.lower() == lower), None)
    if not value and standard is not None and not any(each.lower() == lower for each in known if each != standard):
        return Meaning(f"write {standard}", standard, certain=True)
    if lower in _OPERATORS and not any(each.lower() == lower for each in known):
        return Meaning(_OPERATORS[lower])
    close = similar(name, known)
    if close:
        return Meaning(f"did you mean {close[0]}?", close[0])
    if not value:
        return Meaning(f"define it before the algorithm: {name}(x) == ...")
    if name.isupper():
        return Meaning(f"declare it with CONSTANT {name}")
    return Meaning(f'declare it under variables, or write "{name}" with quotes if it is a message')


def meaning_of_macro(name: str, macros: Mapping[str, object]) -> Meaning:
    """What may be meant by a call of a macro that does not exist."""
    lower = name.lower()
    if lower in CONSTRUCTS:
        return Meaning(CONSTRUCTS[lower][1])
    close = similar(name, macros)
    if close:
        return Meaning(f"did you mean {close[0]}?", close[0])
    other = next((macro for macro in _MACROS.get(lower, ()) if macro in macros), None)
    if other is not None:
        return Meaning(f"did you mean {other}?", other)
    if lower in _PRINTS:
        return Meaning("print e is a statement of PlusCal", None)
    if lower in ("sleep", "wait", "delay", "timeout", "pause"):
        return Meaning("there is no time: await a condition, or let an either stand for what may come first")
    if macros:
        return Meaning(f"the macros here are {', '.join(macros)}; another one is declared with: macro {name}(...)")
    return Meaning(f"declare it with: macro {name}(...)")
