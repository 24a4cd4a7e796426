"""The parse tables: made by lark from the `.lark` files, kept as JSON beside them.

Building LALR tables takes longer than the rest of a small check, and so does importing lark; hence the file. It holds the
hash of the grammar text it was made from. When the hash differs, or the file cannot be read, the tables are built with lark.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "grammar"
STARTS = ("expr", "definition", "algorithm")
END = "$END"


@dataclass(frozen=True, slots=True)
class Rule:
    """One production: what it reduces to, how many symbols it takes, and how its value is made.

    `action` names the builder's method; None passes the only child on (`?rule`) or, when `collect`, gathers children in
    a list that the rule above takes over. `keep` lists the symbols that carry a value, `inline` those of them that are
    such lists; None means all and none.
    """

    name: str
    size: int
    action: str | None
    collect: bool
    keep: tuple[int, ...]
    inline: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """LALR(1) tables. `actions[state][symbol]` is the next state, or `~rule` to reduce; symbols are token kinds and, in
    angle brackets, rule names."""

    rules: tuple[Rule, ...]
    actions: tuple[Mapping[str, int], ...]
    starts: Mapping[str, int]
    ends: Mapping[str, int]


def grammar_text() -> str:
    """Both grammar files as one grammar."""
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in ("expressions.lark", "algorithm.lark"))


def build() -> dict[str, Any]:
    """The tables as JSON data, built by lark."""
    from lark import Lark

    grammar = grammar_text()
    lark: Any = Lark(grammar, parser="lalr", lexer="basic", start=list(STARTS), maybe_placeholders=False)
    # A quoted token is known by its text, a declared one by its name: so the lexer needs no table of lark's names.
    kinds = {terminal.name: terminal.pattern.value for terminal in lark.terminals if terminal.pattern is not None}
    rule_names = {str(rule.origin.name) for rule in lark.rules}
    table = lark.parser.parser._parse_table

    def name_of(symbol: str) -> str:
        return str(kinds.get(symbol, f"<{symbol}>" if symbol in rule_names else symbol))

    def rule_key(rule: Any) -> tuple[str, ...]:
        return (str(rule.origin.name), str(rule.alias), *(str(symbol.name) for symbol in rule.expansion))

    used = {rule_key(argument): argument for row in table.states.values() for action, argument in row.values() if action.name != "Shift"}
    rule_numbers = {key: number for number, key in enumerate(sorted(used))}
    # lark numbers states as it finds them, in the order of hashes: number them again, in breadth-first order from the starts.
    order = [table.start_states[start] for start in STARTS]
    for state in order:
        following = (argument for _, (action, argument) in sorted(table.states[state].items()) if action.name == "Shift")
        order += [argument for argument in dict.fromkeys(following) if argument not in order]
    state_numbers = {state: number for number, state in enumerate(order)}
    actions = [
        {
            name_of(symbol): state_numbers[argument] if action.name == "Shift" else ~rule_numbers[rule_key(argument)]
            for symbol, (action, argument) in sorted(table.states[state].items())
        }
        for state in order
    ]
    return {
        "grammar": sha256(grammar.encode()).hexdigest(),
        "rules": [_rule_data(used[key]) for key in sorted(used)],
        "actions": actions,
        "starts": {start: state_numbers[table.start_states[start]] for start in STARTS},
        "ends": {start: state_numbers[table.end_states[start]] for start in STARTS},
    }


def _rule_data(rule: Any) -> list[Any]:
    name = str(rule.origin.name)
    collect = name.startswith("_")
    keep = [i for i, s in enumerate(rule.expansion) if rule.options.keep_all_tokens or not (s.is_term and s.filter_out)]
    inline = [i for i in keep if str(rule.expansion[i].name).startswith("_") and not rule.expansion[i].is_term]
    passes = rule.options.expand1 and not rule.alias and len(keep) == 1
    action = None if collect or passes else str(rule.alias or name)
    return [f"<{name}>", len(rule.expansion), action, collect, keep, inline]


@cache
def load() -> Tables:
    """The tables, from the file when it is up to date."""
    try:
        data = json.loads((FOLDER / "tables.json").read_text(encoding="utf-8"))
        if data["grammar"] != sha256(grammar_text().encode()).hexdigest():
            data = build()
    except (OSError, ValueError, KeyError, TypeError):
        data = build()
    return Tables(
        rules=tuple(
            Rule(name, size, action, collect, tuple(keep), tuple(inline)) for name, size, action, collect, keep, inline in data["rules"]
        ),
        actions=tuple(data["actions"]),
        starts=data["starts"],
        ends=data["ends"],
    )
