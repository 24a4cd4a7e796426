"""Mistakes that people and models make, put into valid modules: one or two random edits each, reproducible from a seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

_TOKEN = re.compile(
    r"\s+|\\\*[^\n]*|\(\*|\*\)|\w+|\"[^\"\n]*\"|\\\w+|--\w+|:=|==|/\\|\\/|\|\||\|->|->|<<|>>|=>|<=>|#|<=|>=|\.\.|.", re.DOTALL
)
_BEGIN = re.compile(r"--(?:fair\s+)?algorithm")

KEYWORDS = (
    "algorithm assert await begin call define do either else elsif end fair goto if macro or print procedure process return skip "
    "then variable variables when while with"
).split()
OPENINGS, CLOSINGS = ("(", "[", "{", "<<"), (")", "]", "}", ">>")

INSERTED = (
    ";", ";;", ",", "{", "}", "(", ")", "[", "]", "<<", ">>", ":", "L9:", "a1:", "Done:", "end if;", "end if", "end while;",
    "end either;", "end with;", "end process;", "end macro;", "end algorithm;", "begin", "do", "then", "else", "or", "skip;", "skip",
    "goto Done;", "goto a1;", "goto L9;", "x := 1;", "x := 1; x := 2;", "x := x + 1", "L8: x := 1;", "await TRUE;", "when FALSE;",
    "assert TRUE;", 'print "hi";', "if (TRUE) { skip; };", "if TRUE then skip; end if;", "if TRUE then L7: skip; end if;",
    "if (TRUE) { L7: skip; };", "while (TRUE) { skip; };", "while TRUE do skip; end while;", "either { skip; } or { skip; };",
    "either skip; or skip; end either;", "with (h = 1) { skip; };", "with (h = 1) { L6: skip; };", "with h = 1 do skip; end with;",
    "call p();", "return;", "both();", "acquire(x);", "inc(x);", "m();", "self", "@", "'", "pc", "#", "=", ":=", "==", "/\\", "\\/", "||",
    "-", "~", "TRUE", "FALSE", "0", '"s"', "(* comment *)", "(* one (* nested *) *)", "(* unclosed", "*)", "\\* to the end", "\\", '"',
    "!", "&&", "!=", "++", "1.5", "é", "\t", "\n", "variables v9 = 0;", "variable v9;", "define { D9 == 1 }",
    "define D9 == 1 end define;", "macro m() { skip; }", "macro m() begin skip; end macro;", "process (Q = 9) { q: skip; }",
    "process Q = 9 begin q: skip; end process;", "procedure p() { p1: return; }", "procedure p() begin p1: return; end procedure;",
    "fair", "fair+", "--algorithm", "D9 == 1", "VARIABLE v9", "CONSTANT c9", "EXTENDS TLC", "RECURSIVE D9(_)", "====", "----",
    "LET q9 == 1 IN", "IF TRUE THEN 1 ELSE", "CHOOSE q9 \\in {1} : ", "\\E q9 \\in {1} : ",
)  # fmt: skip
"""What is put between two tokens."""

REPLACED: Mapping[str, tuple[str, ...]] = {
    ":=": ("=", "==", "<-", ":", "+=", ":= :="), "=": (":=", "==", "#", "\\in", "!="), "==": ("=", ":="),
    "\\in": ("=", "in", "\\subseteq", ":"), "/\\": ("&&", "&", "\\/", "and", "\\land"), "\\/": ("||", "|", "/\\", "or", "\\lor"),
    "#": ("!=", "<>", "/=", "=="), ";": (",", ";;", ":", ""), ",": (";", ",,", ""), "||": (";", "|", "\\/"), "{": ("(", "[", "begin", ""),
    "}": (")", "end", "", "};"), "(": ("{", "[", ""), ")": ("]", "}", ""), "<<": ("<", "(", "["), ">>": (">", ")", "]"),
    "|->": ("->", ":", ":=", "="), "->": ("|->", ":", "=>"), "elsif": ("elseif", "elif", "else if", "else"),
    "else": ("elsif", "otherwise", ""), "if": ("IF", "while", "when", "with", ""), "IF": ("if", ""), "THEN": ("then", ""),
    "ELSE": ("else", ""), "then": ("THEN", "do", ""), "do": ("then", "begin", ""), "while": ("While", "for", "if", ""),
    "await": ("wait", "when", "assert", "Await", ""), "when": ("await", ""), "either": ("Either", "if", "while", ""),
    "or": ("\\/", "else", "and", ""), "end": ("End", "", "}"), "macro": ("procedure", "function", "Macro", "process"),
    "process": ("Process", "macro", "procedure", "processes"), "define": ("Define", "definition"),
    "variables": ("variable", "var", "VARIABLES", "vars"), "variable": ("variables", "var"), "goto": ("call", "goto goto", ""),
    "skip": ("pass", ""), "assert": ("print", "Assert", ""), "print": ("assert", "PRINT", "printf", ""),
    "with": ("With", "when", "while", ""), "begin": ("{", "do", ""), "TRUE": ("true", "1"), "FALSE": ("false", "FREE"),
    "self": ("Self", "pc", "P", "this"), "fair": ("Fair", "strong", ""), "LET": ("let", ""), "IN": ("in", ""), "CHOOSE": ("choose", ""),
    "EXCEPT": ("except", "!"), "CASE": ("case", ""), "OTHER": ("other", ""), "DOMAIN": ("domain", ""), "Head": ("head", "first"),
    "Append": ("append", "Push"), "Len": ("len", "Length"), "EXTENDS": ("extends", "IMPORT"), "CONSTANT": ("VARIABLE", "constant"),
    "@": ("", "self"), "algorithm": ("Algorithm", "module"), "\\E": ("\\A", "\\exists"), "\\A": ("\\E", "\\forall"),
    "..": ("...", ".", ","), "%": ("mod", "\\div"), "Integers": ("Naturals", "Nat", "FiniteSets", "Reals"), "TLC": ("TLA", "Naturals"),
    "Sequences": ("Sequence", "TLC"),
}  # fmt: skip
"""Words and signs to what is written in their place by mistake."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with mistakes, what it was made of, and which edits were made."""

    base: str
    edits: tuple[str, ...]
    text: str


def mutants(bases: Mapping[str, str], count: int, seed: int) -> list[Mutant]:
    """`count` different mutants of random bases. The same arguments always give the same ones."""
    random = Random(seed)
    names = sorted(bases)
    seen = set(bases.values())
    found: list[Mutant] = []
    while len(found) < count:
        base = random.choice(names)
        text, edits = bases[base], []
        for _ in range(random.choice((1, 1, 1, 2))):
            kind = random.choice(list(EDITS))
            text = EDITS[kind](text, random)
            edits.append(kind)
        if text not in seen:
            seen.add(text)
            found.append(Mutant(base, tuple(edits), text))
    return found


class _Tokens:
    """A text cut into tokens; `code` are the indices of those that are neither space nor comment, mostly of the algorithm."""

    def __init__(self, text: str, random: Random) -> None:
        self.random = random
        self.tokens = _TOKEN.findall(text)
        begin = _BEGIN.search(text)
        start, stop = 0, len(text)
        if begin is not None and random.random() < 0.85:
            start = begin.end()
            stop = text.find("\n*)", start) if text.find("\n*)", start) >= 0 else stop
        self.code = []
        offset = 0
        for index, token in enumerate(self.tokens):
            if start <= offset < stop and not token.isspace() and not token.startswith(("\\*", "(*")):
                self.code.append(index)
            offset += len(token)

    def pick(self, *wanted: str) -> int | None:
        """The index of a random token, of the wanted ones if any are named."""
        found = [index for index in self.code if not wanted or self.tokens[index] in wanted]
        return self.random.choice(found) if found else None

    def where(self, test: Callable[[int], bool]) -> int | None:
        """The index of a random token for which the test holds."""
        found = [index for index in self.code if test(index)]
        return self.random.choice(found) if found else None

    def after(self, index: int) -> str:
        """The next token that is not a space."""
        return next((token for token in self.tokens[index + 1 :] if not token.isspace()), "")

    def text(self) -> str:
        return "".join(self.tokens)


Edit = Callable[[str, Random], str]
EDITS: dict[str, Edit] = {}


def _edit(function: Callable[[_Tokens, Random], None]) -> Callable[[_Tokens, Random], None]:
    def apply(text: str, random: Random) -> str:
        tokens = _Tokens(text, random)
        function(tokens, random)
        return tokens.text()

    EDITS[function.__name__] = apply
    return function


@_edit
def drop_token(t: _Tokens, random: Random) -> None:
    index = t.pick()
    if index is not None:
        t.tokens[index] = ""


@_edit
def drop_punctuation(t: _Tokens, random: Random) -> None:
    index = t.pick(";", ";", ",", "{", "}", "(", ")", ":", "[", "]", "<<", ">>")
    if index is not None:
        t.tokens[index] = ""


@_edit
def drop_keyword(t: _Tokens, random: Random) -> None:
    index = t.pick(*KEYWORDS)
    if index is not None:
        t.tokens[index] = ""


@_edit
def drop_end(t: _Tokens, random: Random) -> None:
    index = t.pick("end", "}")
    if index is None:
        return
    if t.tokens[index] == "end":
        following = next((i for i in range(index + 1, len(t.tokens)) if not t.tokens[i].isspace()), index)
        t.tokens[following] = ""
    t.tokens[index] = ""


@_edit
def wrong_end(t: _Tokens, random: Random) -> None:
    index = t.pick("end")
    if index is not None:
        following = next((i for i in range(index + 1, len(t.tokens)) if not t.tokens[i].isspace()), index)
        t.tokens[following] = random.choice(["if", "while", "either", "with", "process", "macro", "algorithm", "define", ""])


@_edit
def drop_label(t: _Tokens, random: Random) -> None:
    index = t.where(lambda i: t.after(i) == ":" and t.tokens[i].isidentifier())
    if index is not None:
        colon = t.tokens.index(":", index)
        t.tokens[index : colon + 1] = [""]


@_edit
def move_label(t: _Tokens, random: Random) -> None:
    index = t.where(lambda i: t.after(i) == ":" and t.tokens[i].isidentifier())
    if index is not None:
        colon = t.tokens.index(":", index)
        name = t.tokens[index]
        t.tokens[index : colon + 1] = [""] * (colon + 1 - index)
        target = t.pick(";", "{", "}", "then", "else", "do", "or", "begin")
        if target is not None:
            t.tokens[target] += f" {name}: "


@_edit
def add_label(t: _Tokens, random: Random) -> None:
    index = t.pick(";", "{", "then", "else", "do", "or", "begin")
    if index is not None:
        names = [t.tokens[i] for i in t.code if t.tokens[i].isidentifier()]
        name = random.choice(["L9", "L9", "Done", "Error", *random.sample(names, 1), random.choice(KEYWORDS)])
        t.tokens[index] += f" {name}: "


@_edit
def rename(t: _Tokens, random: Random) -> None:
    """A name in one place becomes another name of the module."""
    index = t.where(lambda i: t.tokens[i].isidentifier())
    other = t.where(lambda i: t.tokens[i].isidentifier() and t.tokens[i] not in KEYWORDS)
    if index is not None and other is not None:
        t.tokens[index] = random.choice(
            [t.tokens[other], t.tokens[other], "nowhere", "pc", "self", "vars", "Next", random.choice(KEYWORDS), "LET", "_"]
        )


@_edit
def rename_everywhere(t: _Tokens, random: Random) -> None:
    index = t.where(lambda i: t.tokens[i].isidentifier() and t.tokens[i] not in KEYWORDS)
    other = t.where(lambda i: t.tokens[i].isidentifier() and t.tokens[i] not in KEYWORDS)
    if index is not None and other is not None:
        old = t.tokens[index]
        new = random.choice(
            [t.tokens[other], t.tokens[other], "pc", "self", "stack", "vars", "Init", "Next", "Spec", "ProcSet", "Terminating", "x_", "Nat"]
        )
        t.tokens = [new if token == old else token for token in t.tokens]


@_edit
def swap_neighbours(t: _Tokens, random: Random) -> None:
    if len(t.code) > 1:
        first = random.randrange(len(t.code) - 1)
        a, b = t.code[first], t.code[first + 1]
        t.tokens[a], t.tokens[b] = t.tokens[b], t.tokens[a]


@_edit
def swap_keywords(t: _Tokens, random: Random) -> None:
    a, b = t.pick(*KEYWORDS), t.pick(*KEYWORDS)
    if a is not None and b is not None:
        t.tokens[a], t.tokens[b] = t.tokens[b], t.tokens[a]


@_edit
def wrong_keyword(t: _Tokens, random: Random) -> None:
    index = t.pick(*KEYWORDS)
    if index is not None:
        t.tokens[index] = random.choice(KEYWORDS)


@_edit
def replace_by_a_habit(t: _Tokens, random: Random) -> None:
    index = t.pick(*REPLACED)
    if index is not None:
        t.tokens[index] = random.choice(REPLACED[t.tokens[index]])


@_edit
def insert(t: _Tokens, random: Random) -> None:
    index = t.pick()
    if index is not None:
        t.tokens[index] += f" {random.choice(INSERTED)} "


@_edit
def insert_between_statements(t: _Tokens, random: Random) -> None:
    index = t.pick(";", "{", "}", "then", "else", "do", "or", "begin")
    if index is not None:
        t.tokens[index] += f" {random.choice(INSERTED)} "


@_edit
def double_token(t: _Tokens, random: Random) -> None:
    index = t.pick()
    if index is not None:
        t.tokens[index] += f" {t.tokens[index]}"


@_edit
def double_statement(t: _Tokens, random: Random) -> None:
    """What stands between two semicolons, twice."""
    stops = [i for i in t.code if t.tokens[i] == ";"]
    if len(stops) > 1:
        first = random.randrange(len(stops) - 1)
        t.tokens[stops[first]] += "".join(t.tokens[stops[first] + 1 : stops[first + 1] + 1])


@_edit
def drop_statement(t: _Tokens, random: Random) -> None:
    stops = [i for i in t.code if t.tokens[i] == ";"]
    if len(stops) > 1:
        first = random.randrange(len(stops) - 1)
        t.tokens[stops[first] + 1 : stops[first + 1] + 1] = [""]


@_edit
def move_statement(t: _Tokens, random: Random) -> None:
    stops = [i for i in t.code if t.tokens[i] == ";"]
    if len(stops) > 2:
        first = random.randrange(len(stops) - 1)
        moved = t.tokens[stops[first] + 1 : stops[first + 1] + 1]
        t.tokens[stops[first] + 1 : stops[first + 1] + 1] = [""] * len(moved)
        target = t.pick(";", "{", "}", "then", "else", "do", "or", "begin")
        if target is not None:
            t.tokens[target] += "".join(moved)


@_edit
def shift_line(t: _Tokens, random: Random) -> None:
    """Indentation matters to aligned lists."""
    breaks = [i for i, token in enumerate(t.tokens) if token.isspace() and "\n" in token]
    if breaks:
        index = random.choice(breaks)
        head, _, indent = t.tokens[index].rpartition("\n")
        width = max(0, len(indent) + random.choice((-3, -2, -1, 1, 2, 3)))
        t.tokens[index] = f"{head}\n{' ' * width}"


@_edit
def join_lines(t: _Tokens, random: Random) -> None:
    breaks = [i for i, token in enumerate(t.tokens) if token.isspace() and "\n" in token]
    if breaks:
        t.tokens[random.choice(breaks)] = random.choice((" ", ""))


@_edit
def swap_lines(t: _Tokens, random: Random) -> None:
    lines = t.text().split("\n")
    if len(lines) > 4:
        first = random.randrange(1, len(lines) - 2)
        lines[first], lines[first + 1] = lines[first + 1], lines[first]
        t.tokens = ["\n".join(lines)]


@_edit
def drop_line(t: _Tokens, random: Random) -> None:
    lines = t.text().split("\n")
    if len(lines) > 4:
        del lines[random.randrange(1, len(lines) - 1)]
        t.tokens = ["\n".join(lines)]


@_edit
def double_line(t: _Tokens, random: Random) -> None:
    lines = t.text().split("\n")
    first = random.randrange(len(lines))
    lines.insert(first, lines[first])
    t.tokens = ["\n".join(lines)]
