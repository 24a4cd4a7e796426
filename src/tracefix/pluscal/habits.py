"""Statements as other languages write them: what to say about each, and what to write here.

A parser stops at the first token that does not fit, which is often not the one that is wrong: `break;` stops it at the `;`. So these
messages look back at the words before the token.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..similar import similar
from ..source import Edit, Guess, Span
from .foreign_text import OPERAND_ENDS, line_comment
from .lr import Parse
from .problems import Problem
from .tables import END
from .tokens import PLUSCAL_WORDS, Token

_ENDS = frozenset([";", "}", "end", "else", "elsif", "or", END])
_OPENS = frozenset(["await", "when", "if", "while", "either", "with", "goto", "skip", "assert", "print"])
STATEMENTS = ("assert", "await", "either", "goto", "print", "skip", "when", "while", "with")
"""Words that begin a statement and that another name may follow."""

MISSPELT = {
    "elseif": "elsif", "elif": "elsif", "endif": "end if", "endwhile": "end while", "endwith": "end with", "endprocess": "end process",
    "endeither": "end either", "fi": "end if", "od": "end while", "function": "macro", "wait": "await", "var": "variable",
    "vars": "variables",
}  # fmt: skip
"""Words that are nearly right, and the right ones."""

_KINDS = "a statement assigns (x := e), calls a macro (m(e)), or begins with await, if, while, either, with, goto, skip, assert or print"

_NOTHING = frozenset(["pass", "noop", "nop", "nothing", "ignore"])
_LEAVES = frozenset(["stop", "exit", "quit", "halt", "terminate", "finish", "done", "stopped", "abort", "die"])
_TYPES = frozenset(
    "val mut int integer bool boolean string str char let const local auto float double var vars def list set dict map queue".split()
)
_WAITS = frozenset(["wait", "block", "sleep"])
_JUMPS = frozenset(["jump", "go", "branch"])
_WITH_A_BLOCK = frozenset(["for", "foreach", "loop", "forever", "atomic", "synchronized", "unless", "parallel"])
"""Constructs with one block, which is read without them."""

_GOES_ON = frozenset(["catch", "except", "finally", "until", "while", "else"])
CONSTRUCTS = {
    "for": ("PlusCal has no for loop", "count in a while with a variable of the process; with chooses one element of a set"),
    "foreach": ("PlusCal has no foreach loop", "count in a while with a variable of the process; with chooses one element of a set"),
    "loop": ("PlusCal has no loop statement", "an endless loop is a while with the condition TRUE"),
    "forever": ("PlusCal has no forever statement", "an endless loop is a while with the condition TRUE"),
    "repeat": ("PlusCal has no repeat loop", "the condition of a loop stands at its beginning: while"),
    "until": ("PlusCal has no until loop", "the condition of a loop stands at its beginning: while"),
    "do": ("PlusCal has no do loop", "the condition of a loop stands at its beginning: while"),
    "unless": ("PlusCal has no unless", "write if with ~ before the condition"),
    "switch": ("PlusCal has no switch", "write if ... else if ..., or either with an await in each branch"),
    "match": ("PlusCal has no match", "write if ... else if ..., or either with an await in each branch"),
    "case": ("PlusCal has no case statement", "write if ... else if ..., or either with an await in each branch"),
    "select": ("PlusCal has no select", "write either with a receive or an await at the beginning of each branch"),
    "choose": ("PlusCal has no choose statement", "write either ... or ..., or with to choose an element of a set"),
    "try": ("PlusCal has no exceptions", "write either: one branch where it goes well, one where it fails"),
    "catch": ("PlusCal has no exceptions", "write either: one branch where it goes well, one where it fails"),
    "except": ("PlusCal has no exceptions", "write either: one branch where it goes well, one where it fails"),
    "finally": ("PlusCal has no exceptions", "write either: one branch where it goes well, one where it fails"),
    "throw": ("PlusCal has no exceptions", "goto the label where the failure is handled"),
    "raise": ("PlusCal has no exceptions", "goto the label where the failure is handled"),
    "atomic": ("PlusCal has no atomic blocks", "all statements between two labels are one step: leave the inner labels out"),
    "synchronized": ("PlusCal has no synchronized blocks", "all statements between two labels are one step; a lock is a variable"),
    "spawn": ("PlusCal has no spawn", "all processes exist from the beginning; let one await what starts it"),
    "fork": ("PlusCal has no fork", "all processes exist from the beginning; let one await what starts it"),
    "parallel": ("PlusCal has no parallel blocks", "what runs side by side are processes"),
}  # fmt: skip
"""Words of other languages, what to say about them, and what to write."""

_METHODS = {
    **dict.fromkeys(["append", "push", "add", "put", "enqueue", "send", "push_back"], "{0} := Append({0}, {1})"),
    **dict.fromkeys(["length", "len", "size", "count"], "Len({0})"),
    **dict.fromkeys(["empty", "isEmpty", "is_empty"], "{0} = <<>>"),
    **dict.fromkeys(["pop", "shift", "get", "dequeue", "receive", "popleft", "pop_front"], "x := Head({0}); {0} := Tail({0})"),
    **dict.fromkeys(["first", "front", "peek", "head"], "Head({0})"),
    **dict.fromkeys(["contains", "includes", "has"], "{1} \\in {0}"),
}


def habit(source_text: str, parse: Parse, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem | None:
    """The problem when a statement of another language stands before, or at, the token that does not fit."""
    token, previous = tokens[index], parse.previous
    if previous is None:
        return None
    if parse.symbols[-1] == "NAME" and previous.kind == "NAME" and ":=" in expected:
        return _after_a_name(source_text, parse, tokens, index, previous)
    if token.kind == "(" and index > 1 and tokens[index - 2].kind == "." and previous.kind == "NAME":
        return _method(source_text, parse, tokens, index, expected)
    if token.kind == ":" and expected & {"then", "do"} and "{" not in expected:
        word = "then" if "then" in expected else "do"
        return Problem("TF218", f"{word} follows the condition, not ':'", token.span, f"write {word}", (token.span, f" {word}"))
    if token.kind == "or" and "either" not in parse.symbols and previous.kind in OPERAND_ENDS and "INFIX" in expected:
        return Problem("TF214", "'or' is not an operator here: disjunction is \\/", token.span, "write a \\/ b", (token.span, "\\/"))
    if token.kind == ";" and parse.symbols[-1] == "end" and len(expected) == 1:
        word = next(iter(expected))
        edit: Edit = (Span(previous.end, previous.end), f" {word}")
        return Problem("TF218", f"this end does not say what it ends: end {word}", previous.span, f"write end {word}", edit)
    if "goto" in expected:
        return _in_place_of_a_statement(source_text, parse, tokens, index, previous)
    if previous.kind == "NAME" and previous.text.lower() in ("for", "foreach") and token.kind in ("NAME", "\\in"):
        return _construct(source_text, parse, tokens, index, previous)
    if token.kind != "(" and index > 1 and tokens[index - 2].kind == "(":
        return _in_a_header(source_text, parse, tokens, index)
    return None


def _after_a_name(text: str, parse: Parse, tokens: Sequence[Token], index: int, previous: Token) -> Problem | None:
    """A name stands where a statement begins, and something follows that makes no statement of it."""
    token = tokens[index]
    after = tokens[min(index + 1, len(tokens) - 1)]
    word = previous.text.lower()
    if (word in PLUSCAL_WORDS or previous.text in MISSPELT) and word not in CONSTRUCTS and word not in _TYPES and word != "wait":
        return None
    if token.kind in _ENDS:
        return _alone(parse, previous, word)
    if token.kind == "," and after.kind == "NAME":
        return Problem("TF218", "an assignment has one variable on its left", token.span, "write x := 1 || y := 2 to assign both at once")
    if token.text in ("!", "?") and token.end == after.start:
        hint = "a channel is a sequence: send with ch := Append(ch, m), receive with x := Head(ch); ch := Tail(ch)"
        return Problem("TF229", f"{token.text!r} neither sends nor receives", token.span, hint)
    if token.text in ("++", "--") and after.kind in _ENDS:
        right = f"{previous.text} := {previous.text} {token.text[0]} 1"
        message = f"{token.text!r} is not an operator here: there is no {'in' if token.text == '++' else 'de'}crement"
        return Problem("TF214", message, token.span, f"write {right}", (previous.span.to(token.span), right))
    if token.text == "::":
        return Problem("TF218", "a label ends with one ':'", token.span, f"write {previous.text}:", (token.span, ":"))
    if word in CONSTRUCTS and token.kind not in ("[", ".", "="):
        return _construct(text, parse, tokens, index, previous)
    if token.kind in ("NAME", "NUMBER", "STRING", "{", "BOOLEAN", "(", "<<", *_OPENS):
        return _two_words(text, parse, tokens, index, previous, word)
    if token.text == "-" and after.kind == "NUMBER" and tokens[min(index + 2, len(tokens) - 1)].kind == ":":
        return _label_of_one_word(previous.span.to(after.span), f"{previous.text}_{after.text}")
    return None


def _alone(parse: Parse, previous: Token, word: str) -> Problem:
    span = previous.span
    skip: Edit = (span, "skip")
    if word in _NOTHING:
        return Problem("TF229", f"{previous.text!r} is no statement", span, "write skip where nothing is to be done", skip)
    if word == "break":
        return Problem("TF229", "PlusCal has no break", span, "put a label behind the loop, and goto it", mend=skip)
    if word == "continue":
        return Problem("TF229", "PlusCal has no continue", span, "goto the label of the loop", mend=skip)
    if word in _LEAVES:
        return Problem("TF229", f"{previous.text!r} is no statement", span, "goto Done ends the process", Guess(span, "goto Done"))
    if word in CONSTRUCTS:
        return Problem("TF229", CONSTRUCTS[word][0], span, CONSTRUCTS[word][1], mend=skip)
    parameters = parse.builder.macros.get(previous.text)
    if parameters is not None:
        edit: Edit | None = (span, f"{previous.text}()") if not parameters else None
        hint = f"write {previous.text}({', '.join(parameters)})"
        return Problem("TF218", f"a macro is called with parentheses: {previous.text}", span, hint, edit, skip)
    close = similar(previous.text, ["skip"], 0.7)
    if close:
        return Problem("TF217", f"{previous.text!r} begins no statement", span, "did you mean skip?", Guess(*skip))
    hint = f"a label is followed by a colon, as in {previous.text}: skip; {_KINDS}"
    return Problem("TF218", f"{previous.text!r} alone is no statement", span, hint, mend=skip)


def _two_words(text: str, parse: Parse, tokens: Sequence[Token], index: int, previous: Token, word: str) -> Problem | None:
    token = tokens[index]
    after = tokens[min(index + 1, len(tokens) - 1)]
    both = previous.span.to(token.span)
    if word in _WAITS and token.text in ("until", "for", "while"):
        hint = "write await and the condition"
        return Problem("TF217", f"'{previous.text} {token.text}' must be written await", both, hint, (both, "await"))
    if word == "wait":
        return Problem("TF217", f"{previous.text!r} must be written await", previous.span, edit=(previous.span, "await"))
    if word in _JUMPS and (token.text == "to" or token.kind == "NAME"):
        place = both if token.text == "to" else previous.span
        return Problem("TF217", f"{text[place.start : place.end]!r} must be written goto", place, edit=(place, "goto"))
    if word == "label" and token.kind == "NAME" and after.kind == ":":
        edit: Edit = (Span(previous.start, token.start), "")
        return Problem("TF218", "a label is its name and a colon", previous.span, f"write {token.text}:", edit)
    if word in _TYPES and token.kind == "NAME":
        hint = f"declare it before the body, as in variables {token.text} = ...; in the body it is assigned with :="
        return Problem("TF229", "a variable cannot be declared among the statements", both, hint)
    if token.kind in ("NUMBER", "NAME") and after.kind == ":" and previous.end < token.start:
        return _label_of_one_word(both, f"{previous.text}_{token.text}")
    parameters = parse.builder.macros.get(previous.text)
    if parameters is not None and token.kind != "{":
        call = _call(text, tokens, index, previous)
        return Problem("TF218", f"a macro is called with parentheses: {previous.text}", previous.span, f"write {call[1]}", call)
    close = similar(previous.text, STATEMENTS)
    if close and token.kind in ("NAME", "{"):
        message = f"{previous.text!r} begins no statement"
        return Problem("TF217", message, previous.span, f"did you mean {close[0]}?", Guess(previous.span, close[0]))
    if token.kind in _OPENS or (token.kind == "NAME" and after.kind in (":=", "(", "[")) or token.kind == "{":
        edit = Guess(Span(previous.end, previous.end), ":")
        if token.kind in _OPENS:
            edit = (edit.span, edit.text)
        message = f"{previous.text!r} begins no statement"
        return Problem("TF218", message, previous.span, f"if it is a label, write {previous.text}: before the statement", edit)
    return Problem("TF218", f"{previous.text!r} begins no statement", previous.span, _KINDS)


def _label_of_one_word(span: Span, right: str) -> Problem:
    hint = f"a label is a name of letters, digits and _, as in {right}: ..."
    return Problem("TF218", "a label is one word", span, hint, Guess(span, right))


def _call(text: str, tokens: Sequence[Token], index: int, previous: Token) -> Edit:
    """`send ch, "go"` as a call: the arguments are what stands on the line up to the `;`."""
    last = previous
    for token in tokens[index:]:
        if token.kind in _ENDS or "\n" in text[last.end : token.start]:
            break
        last = token
    arguments = text[previous.end : last.end].strip()
    return previous.span.to(last.span), f"{previous.text}({arguments})"


def _construct(text: str, parse: Parse, tokens: Sequence[Token], index: int, name: Token) -> Problem:
    message, hint = CONSTRUCTS[name.text.lower()]
    closing = _closing_words(tokens, name)
    if closing is not None:
        return Problem("TF229", message, name.span, hint, mend=(Span(name.start, closing), "skip"))
    end = name.end
    depth = 0
    # What stands between the word and its block goes with it.
    for token in tokens[index if tokens[index].start >= name.end else index + 1 :]:
        if depth == 0 and (token.kind in ("{", "do", ":", *_ENDS) or "\n" in text[name.end : token.start]):
            end = token.end if token.kind in ("do", ":") else end
            break
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.kind, 0)
        end = token.end
    if name.text.lower() not in _WITH_A_BLOCK:
        return Problem("TF229", message, name.span, hint, mend=(Span(name.start, _end_of_construct(tokens, name, end)), "skip"))
    return Problem("TF229", message, name.span, hint, mend=(Span(name.start, end), ""))


def _closing_words(tokens: Sequence[Token], name: Token) -> int | None:
    """Where `end for` or the condition of an `until` ends that belongs to a construct without braces."""
    start = next(i for i, token in enumerate(tokens) if token.start >= name.start)
    for before, token in pairwise(tokens[start:]):
        if before.kind == "end" and token.text == name.text:
            return token.end
        if before.kind == "end" and token.kind in ("process", "algorithm", "macro"):
            return None
    return None


def _end_of_construct(tokens: Sequence[Token], name: Token, end: int) -> int:
    """Where a construct ends whose blocks have heads of their own: with its last block, or at the end of its statement."""
    position = next(i for i, token in enumerate(tokens) if token.start >= end)
    while tokens[position].kind == "{":
        depth = 0
        while tokens[position].kind != END:
            depth += {"{": 1, "}": -1}.get(tokens[position].kind, 0)
            position += 1
            if depth == 0:
                break
        end = tokens[position - 1].end
        if tokens[position].text not in _GOES_ON:
            return end
        while tokens[position].kind not in ("{", *_ENDS - {"else"}):
            end = tokens[position].end
            position += 1
    return end


def _in_a_header(text: str, parse: Parse, tokens: Sequence[Token], index: int) -> Problem | None:
    """`for (i in S)` is read as a macro call up to its second word."""
    for position in range(index - 1, max(-1, index - 12), -1):
        if tokens[position].kind == "(":
            name = tokens[position - 1]
            if name.kind == "NAME" and name.text.lower() in CONSTRUCTS and name.text not in parse.builder.macros:
                return _construct(text, parse, tokens, position, name)
            return None
    return None


def _method(text: str, parse: Parse, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem:
    name, owner = tokens[index - 1], tokens[index - 3]
    close = index
    depth = 0
    for close in range(index, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[close].kind, 0)
        if depth == 0:
            break
    arguments = text[tokens[index].end : tokens[close].start].strip()
    form = _METHODS.get(name.text)
    whole = index > 3 and tokens[index - 4].kind not in (".", "]", ")") and owner.kind == "NAME"
    right = form.format(owner.text, arguments or "x") if form is not None and whole else None
    statement = ":=" in expected
    edit: Edit | None = None
    if right is not None and statement == (":=" in right) and ";" not in right:
        edit = Guess(owner.span.to(tokens[close].span), right if statement or right.startswith(("Len", "Head")) else f"({right})")
    hint = f"write {right}" if right is not None else "an operator is called as Op(x); a field is r.f without parentheses"
    return Problem("TF229", f"there are no methods: .{name.text}(...)", name.span, hint, edit)


def _in_place_of_a_statement(text: str, parse: Parse, tokens: Sequence[Token], index: int, previous: Token) -> Problem | None:
    token = tokens[index]
    after = tokens[min(index + 1, len(tokens) - 1)]
    if token.kind in ("NUMBER", "STRING") and after.kind == ":":
        right = token.text.strip('"') if token.kind == "STRING" else f"step{token.text}"
        return _label_of_one_word(token.span, right if right.isidentifier() else "step1")
    if token.text in ("++", "--") and after.kind == "NAME" and tokens[min(index + 2, len(tokens) - 1)].kind in _ENDS:
        right = f"{after.text} := {after.text} {token.text[0]} 1"
        message = f"{token.text!r} is not an operator here: there is no {'in' if token.text == '++' else 'de'}crement"
        return Problem("TF214", message, token.span, f"write {right}", (token.span.to(after.span), right))
    if token.kind in ("then", "do") and previous.kind == ")" and after.kind == "{":
        hint = "with braces, nothing stands between the condition and the block"
        return Problem("TF218", f"{token.text!r} belongs to the syntax with begin and end", token.span, hint, (token.span, ""))
    if token.text.lower() == "case" and previous.kind == "{" and index > 3 and tokens[index - 2].kind == ")":
        found = _in_a_header(text, parse, tokens, index - 1)
        if found is not None:
            return found
    if token.kind in ("do", "case") or (token.kind in ("CASE", "NAME") and token.text.lower() == "case"):
        if token.kind == "do" and after.kind != "{":
            return None
        return _construct(text, parse, tokens, index + 1, token)
    if token.kind == ":" and previous.kind == ")":
        edit = (token.span, "") if text[previous.end - 1] == ")" else Guess(token.span, "")
        return Problem("TF218", "no ':' follows the condition", token.span, "remove it", edit)
    begins = next((i for i in range(index - 1, -1, -1) if tokens[i].kind in (";", ":", "{", "}", "begin", "then", "do", "else")), 0) + 1
    if token.kind == "," and tokens[begins].kind == "print":
        return Problem("TF218", "print prints one value", token.span, "write print <<x, y>> to see several")
    if token.kind == "," and after.kind == "NAME" and tokens[min(index + 2, len(tokens) - 1)].kind in (":=", "["):
        return Problem("TF218", "statements are separated by ';', not by ','", token.span, "write ;", Guess(token.span, ";"))
    if token.text in ("#", "//", "--") and previous.kind not in OPERAND_ENDS - {"}"}:
        comment = line_comment(text, token.start, token.end)
        place = Span(token.start, comment.end)
        return Problem(comment.code, comment.message, place, comment.hint, comment.edit, (place, ""))
    return None
