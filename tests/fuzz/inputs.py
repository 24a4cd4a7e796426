"""Inputs that no author would write, for the readers of modules, configurations and topologies.

A reader either returns or raises InvalidInput; `crash` says what else happened.
"""

from __future__ import annotations

import json
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_cfg, parse_module
from tracefix.source import Source
from tracefix.topology.reader import read_topology

ROOT = Path(__file__).resolve().parent.parent.parent

READERS: Mapping[str, Callable[[Source], object]] = {"module": parse_module, "cfg": parse_cfg, "topology": read_topology}

_MODULE_WORDS = (
    "algorithm assert await begin call define do either else elsif end fair goto if macro or print procedure process return skip "
    "then variable variables when while with self pc Done EXTENDS CONSTANT CONSTANTS VARIABLE ASSUME THEOREM INSTANCE LOCAL "
    "RECURSIVE MODULE Integers TLC IF THEN ELSE CASE OTHER LET IN CHOOSE EXCEPT DOMAIN SUBSET UNION TRUE FALSE BOOLEAN ENABLED "
    'UNCHANGED LAMBDA x y f a1 a2 A P M m Len Head 0 1 42 "s" "" \' ! @ _ ( ) [ ] { } << >> , ; : := :: = == # /= < > <= >= => <=> '
    "+ - * / % ^ .. . /\\ \\/ || |-> -> <- ~ [] <> ~> @@ :> \\ \\in \\notin \\cup \\cap \\X \\o \\E \\A \\* (* *) ---- ==== "
    "--algorithm --fair & && | ? $ é 😀"
).split(" ")
_CFG_WORDS = (
    "SPECIFICATION CONSTANT CONSTANTS INVARIANT INVARIANTS CONSTRAINT CHECK_DEADLOCK PROPERTY SYMMETRY VIEW INIT NEXT Spec A B "
    'FREE TRUE FALSE 1 -1 "s" = <- { } , [ ] ( ) \\* (* *) ==== é'
).split(" ")
_JSON_WORDS = (
    '{ } [ ] , : "agents" "resources" "channels" "id" "type" "config" "initial" "from" "to" "labels" "bound" "Lock" "Counter" "A" '
    '"B" "\\ud800" "é" "" 0 1 -1 1.5 1e999 true false null nul " \\ / #'
).split(" ")
WORDS: Mapping[str, tuple[str, ...]] = {"module": tuple(_MODULE_WORDS), "cfg": tuple(_CFG_WORDS), "topology": tuple(_JSON_WORDS)}

HEADS = {
    "module": (
        "",
        "---- MODULE M ----\n",
        "---- MODULE M ----\n(* --algorithm M {\n",
        "---- MODULE M ----\nEXTENDS Integers\n(* --algorithm M variables x = 0; begin ",
        "---- MODULE M ----\n(* --algorithm M { variables x = 0; process (P = 1) { a: ",
        "---- MODULE M ----\n(* --algorithm M { process (P = 1) { a: skip } } *)\nD == ",
    ),
    "cfg": ("", "SPECIFICATION Spec\n", "CONSTANTS\n"),
    "topology": ("", '{"agents": [', '{"agents": [{"id": "A"}], "channels": [{'),
}
TAILS = {"module": ("", "\n} } *)\n====\n", "\nend algorithm; *)\n====\n"), "cfg": ("",), "topology": ("", "]}", "}]}")}


def samples(kind: str) -> list[str]:
    """Good files of a kind, to cut and to damage."""
    name = {"module": "Protocol.tla", "cfg": "Protocol.cfg", "topology": "topology.json"}[kind]
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").rglob(name))]


def random_bytes(kind: str, random: Random) -> bytes:
    """Bytes without any sense, or those of a good file with some of them replaced."""
    if random.random() < 0.5:
        return random.randbytes(random.randrange(200))
    data = bytearray(random.choice(samples(kind)).encode())
    for _ in range(random.randrange(1, 20)):
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


def soup(kind: str, random: Random) -> bytes:
    """Words of the language in any order, often where something of the kind is expected."""
    words = random.choices(WORDS[kind], k=random.randrange(60))
    text = random.choice(HEADS[kind]) + random.choice((" ", "\n", "")).join(words) + random.choice(TAILS[kind])
    return text.encode()


def cut(kind: str, random: Random) -> bytes:
    """The beginning of a good file, the end of one, or one without its middle."""
    data = random.choice(samples(kind)).encode()
    first, second = sorted((random.randrange(len(data)), random.randrange(len(data))))
    return random.choice((data[:first], data[second:], data[:first] + data[second:]))


def shuffled(kind: str, random: Random) -> bytes:
    """The lines of a good file in another order."""
    lines = random.choice(samples(kind)).split("\n")
    first = random.randrange(len(lines))
    some = lines[first : first + random.randrange(2, 12)]
    random.shuffle(some)
    return "\n".join([*lines[:first], *some, *lines[first + len(some) :]]).encode()


KINDS: tuple[Callable[[str, Random], bytes], ...] = (random_bytes, soup, cut, shuffled)


def crash(kind: str, data: bytes, folder: Path) -> str | None:
    """What a reader did with a file instead of returning or raising InvalidInput; None when it did one of these."""
    path = folder / "M.tla"
    path.write_bytes(data)
    try:
        READERS[kind](Source.read(path))
    except InvalidInput as error:
        if not error.diagnostics:
            return f"{kind}: refused without a diagnostic: {data!r}"
    except Exception:
        return f"{kind}: {data!r}\n{traceback.format_exc()}"
    return None


def crashes(count: int, seed: int) -> list[str]:
    """What `count` random inputs for each reader bring to light."""
    random = Random(seed)
    found = []
    with tempfile.TemporaryDirectory(prefix="tracefix-fuzz-") as name:
        for number in range(count):
            for kind in READERS:
                problem = crash(kind, KINDS[number % len(KINDS)](kind, random), Path(name))
                if problem is not None:
                    found.append(problem)
    return found


def _module(statements: str = "a: skip;", definitions: str = "", variables: str = "x = 0") -> str:
    return (
        f"---- MODULE M ----\nEXTENDS Integers, Sequences, TLC\n{definitions}(* --algorithm M {{ variables {variables};\n"
        f"process (P = 1) {{ {statements} }} }} *)\n====\n"
    )


def _macro_chain(n: int, call: str) -> str:
    """A chain of macros, each of which calls the one before."""
    macros = "".join(f"macro m{i + 1}(a) {{ {call.format(i)} }} " for i in range(n))
    head = "---- MODULE M ----\nEXTENDS Integers\n(* --algorithm M { variables x; macro m0(a) { x := a } "
    return f"{head}{macros}\nprocess (P = 1) {{ a: m{n}(1) }} }} *)\n====\n"


def growing(kind: str) -> Mapping[str, Callable[[int], str]]:
    """Inputs of any size by name: what is nested, repeated or left open `n` times."""
    if kind == "cfg":
        return {
            "constants": lambda n: "CONSTANTS " + "".join(f"C{i} = C{i} " for i in range(n)),
            "sets in sets": lambda n: "CONSTANT S = " + "{" * n + "}" * n,
            "one large set": lambda n: "CONSTANT S = {" + ",".join(map(str, range(n))) + "}",
            "invariants": lambda n: "INVARIANT " + " ".join(f"I{i}" for i in range(n)),
            "one invariant again and again": lambda n: "INVARIANT " + "I " * n,
            "no statements": lambda n: "x " * n,
            "unsupported statements": lambda n: "VIEW v " * n,
            "comments opened": lambda n: "(* " * n,
            "an open set": lambda n: "CONSTANT S = {" + "1," * n,
        }
    if kind == "topology":
        return {
            "brackets": lambda n: "[" * n,
            "objects": lambda n: '{"a":' * n,
            "agents": lambda n: json.dumps({"agents": [{"id": f"A{i}"} for i in range(n)], "resources": [], "channels": []}),
            "equal agents": lambda n: json.dumps({"agents": [{"id": "A"}] * n, "resources": [], "channels": []}),
            "unknown keys": lambda n: json.dumps({"agents": [{"id": "A", f"k{i}": 1} for i in range(n)]}),
            "equal keys": lambda n: "{" + ",".join('"agents": []' for _ in range(n)) + "}",
            "one long string": lambda n: '{"agents": [{"id": "' + "A" * n + '"}]}',
            "spaces": lambda n: " " * n,
            "labels": lambda n: json.dumps(
                {
                    "agents": [{"id": "A"}, {"id": "B"}],
                    "channels": [{"id": "c", "from": "A", "to": "B", "labels": [f"l{i}" for i in range(n)]}],
                }
            ),
        }
    return {
        "parentheses": lambda n: _module("a: x := " + "(" * n + "1" + ")" * n + ";"),
        "open parentheses": lambda n: _module("a: x := " + "(" * n),
        "blocks": lambda n: _module("a: " + "{" * n + "skip" + "}" * n),
        "ifs": lambda n: _module("a: " + "if (x = 1) " * n + "skip;"),
        "else ifs": lambda n: _module("a: " + "if (x = 1) { skip } else " * n + "skip;"),
        "whiles": lambda n: _module("".join(f"w{i}: while (x = 1) " for i in range(n)) + "skip;"),
        "eithers": lambda n: _module("a: either skip; " + "or skip; " * n),
        "open eithers": lambda n: _module("a: " + "either { " * n),
        "withs": lambda n: _module("a: " + "".join(f"with (w{i} = 1) " for i in range(n)) + "skip;"),
        "statements": lambda n: _module("".join(f"s{i}: x := {i}; " for i in range(n))),
        "statements without labels": lambda n: _module("x := 1; " * n),
        "the same label": lambda n: _module("a: skip; " * n),
        "gotos to nowhere": lambda n: _module("".join(f"a{i}: goto b{i}; " for i in range(n))),
        "no semicolons": lambda n: _module("a: skip " * n),
        "semicolons": lambda n: _module("a: skip" + ";" * n),
        "errors": lambda n: _module("a: x = 1; " * n),
        "undeclared names": lambda n: _module("".join(f"s{i}: x := y{i}; " for i in range(n))),
        "a sum": lambda n: _module("a: x := 1" + " + 1" * n + ";"),
        "a conjunction": lambda n: _module("a: await TRUE" + " /\\ TRUE" * n + ";"),
        "negations": lambda n: _module("a: await " + "~" * n + "TRUE;"),
        "minus signs": lambda n: _module("a: x := " + "-" * n + "1;"),
        "aligned items": lambda n: _module("a: await" + "\n  /\\ x = 1" * n + ";"),
        "lists in lists": lambda n: _module(
            "a: await " + "".join("\n" + " " * i + ("/\\", "\\/")[i % 2] + " TRUE" for i in range(n)) + ";"
        ),
        "bullets in a line": lambda n: _module("a: await " + "/\\ \\/ " * n + "TRUE;"),
        "quantifiers": lambda n: _module("a: await " + "".join(f"\\E i{i} \\in {{1}} : " for i in range(n)) + "TRUE;"),
        "lets": lambda n: _module("a: x := " + "".join(f"LET d{i} == 1 IN " for i in range(n)) + "1;"),
        "open lets": lambda n: _module("a: x := " + "LET d == " * n),
        "ifs in an expression": lambda n: _module("a: x := " + "IF TRUE THEN " * n + "1" + " ELSE 1" * n + ";"),
        "a case": lambda n: _module("a: x := CASE TRUE -> 1" + " [] TRUE -> 1" * n + ";"),
        "indices": lambda n: _module("a: x := x" + "[1]" * n + ";"),
        "fields": lambda n: _module("a: x" + ".f" * n + " := 1;"),
        "a sequence": lambda n: _module("a: x := <<" + ",".join(["1"] * n) + ">>;"),
        "a record": lambda n: _module("a: x := [" + ",".join(f"f{i} |-> 1" for i in range(n)) + "];"),
        "updates": lambda n: _module("a: x := [x EXCEPT " + ",".join(["![1] = 1"] * n) + "];"),
        "assignments at once": lambda n: _module("a: f[1] := 1" + " || f[1] := 1" * n + ";", variables="f = <<1>>"),
        "variables": lambda n: _module(variables=", ".join(f"v{i} = 0" for i in range(n))),
        "equal variables": lambda n: _module(variables=", ".join(["x = 0"] * n)),
        "definitions": lambda n: _module(definitions="".join(f"D{i} == {i}\n" for i in range(n))),
        "equal definitions": lambda n: _module(definitions="D == 1\n" * n),
        "definitions of definitions": lambda n: _module(definitions="D0 == 1\n" + "".join(f"D{i + 1} == D{i}\n" for i in range(n))),
        "constants": lambda n: _module(definitions="CONSTANTS " + ", ".join(f"C{i}" for i in range(n)) + "\n"),
        "comments in comments": lambda n: _module(definitions="(*" * n + "*)" * n),
        "open comments": lambda n: _module(definitions="(*" * n),
        "comments": lambda n: _module(definitions="(* c *) \\* d\n" * n),
        "a long name": lambda n: _module("a: x := " + "y" * n + ";"),
        "a long number": lambda n: _module("a: x := " + "9" * n + ";"),
        "a long string": lambda n: _module('a: x := "' + "s" * n + '";'),
        "an open string": lambda n: _module('a: x := "' + "s" * n),
        "open strings": lambda n: _module('a: x := "s\n' * n),
        "dashes": lambda n: "-" * n,
        "equal signs": lambda n: _module(definitions="=" * n + "\n"),
        "modules": lambda n: "---- MODULE M ----\n" * n,
        "algorithms": lambda n: "---- MODULE M ----\n(* --algorithm M {" * n,
        "lines": lambda n: "\n" * n,
        "spaces": lambda n: _module(" " * n + "a: skip;"),
        "macro calls": lambda n: (
            "---- MODULE M ----\n(* --algorithm M { variables x; macro m(p) { p := 1 }\nprocess (P = 1) { "
            + "".join(f"a{i}: m(x); " for i in range(n))
            + "} } *)\n====\n"
        ),
        "macros": lambda n: (
            "---- MODULE M ----\n(* --algorithm M { variables x; "
            + "".join(f"macro m{i}() {{ skip }} " for i in range(n))
            + "\nprocess (P = 1) { a: skip } } *)\n====\n"
        ),
        "macros that call two": lambda n: (
            "---- MODULE M ----\n(* --algorithm M { variables x; macro m0() { skip } "
            + "".join(f"macro m{i + 1}() {{ m{i}(); m{i}() }} " for i in range(n))
            + f"\nprocess (P = 1) {{ a: m{n}() }} }} *)\n====\n"
        ),
        "macros that double their argument": lambda n: _macro_chain(n, "m{0}(a + a)"),
        "macros that call one": lambda n: _macro_chain(n, "m{0}(a)"),
        "macros that add to their argument": lambda n: _macro_chain(n, "m{0}(a + 1)"),
        "macros in ifs": lambda n: _macro_chain(n, "if (x = 1) {{ m{0}(a) }}"),
        "processes": lambda n: (
            "---- MODULE M ----\n(* --algorithm M { "
            + "".join(f"process (P{i} = {i}) {{ a{i}: skip }} " for i in range(n))
            + "} *)\n====\n"
        ),
        "unsupported definitions": lambda n: _module(definitions="".join(f"D{i} == [](TRUE)\n" for i in range(n))),
        "closing brackets": lambda n: _module("a: x := 1" + ")" * n + ";"),
    }


def grown(kind: str, size: int) -> Iterator[tuple[str, str]]:
    """Every growing input of a kind at a size, by name."""
    for name, make in growing(kind).items():
        yield name, make(size)
