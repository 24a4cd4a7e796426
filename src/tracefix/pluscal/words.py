"""Operators that other languages write as words, put right before the parser sees them.

`x and y` would be read as `x` and the beginning of a next statement. Two operands without an operator between them are never legal, so
nothing that is good TLA+ is touched.
"""

from __future__ import annotations

from .foreign_text import OPERAND_ENDS
from .problems import Problem
from .tokens import OPERATOR_KINDS, Token

_INFIX = {
    "and": ("/\\", "conjunction is /\\"), "AND": ("/\\", "conjunction is /\\"), "OR": ("\\/", "disjunction is \\/"),
    "or": ("\\/", "disjunction is \\/"), "mod": ("%", "the remainder is %"), "in": ("\\in", "membership is \\in"),
    "is": ("=", "equality is ="),
    "implies": ("=>", "implication is =>"), "xor": ("#", "for booleans, xor is #"), "div": ("\\div", "integer division is \\div"),
    "union": ("\\cup", "union is \\cup"), "equals": ("=", "equality is ="),
}  # fmt: skip
_EXAMPLES = {"~": "~a", "/\\": "a /\\ b", "\\/": "a \\/ b", "\\in": "x \\in S", "\\notin": "x \\notin S", "=": "a = b", "#": "a # b"}
_OPERANDS = frozenset(["NAME", "NUMBER", "STRING", "BOOLEAN", "(", "{", "[", "<<", "PREFIX", "-", "@", "IF", "QUANTIFIER"])
_NO_OPERAND_AFTER = frozenset([":=", ":"])
_BEFORE_AN_OPERAND = frozenset(
    ["(", "[", "{", "<<", ",", "=", "INFIX", "PREFIX", "\\in", "await", "when", "assert", ":=", "==", "if", "while"]
)


_ELSE_IF = frozenset(["elif", "elseif"])


def with_operators(tokens: list[Token], problems: list[Problem]) -> list[Token]:
    """The tokens with operators for words; `problems` gets what was wrong. In the algorithm `or` is a word of PlusCal."""
    result: list[Token] = []
    index = depth = 0
    while index < len(tokens):
        token = tokens[index]
        depth += {"(": 1, ")": -1, ";": -depth}.get(token.kind, 0)
        if token.text in _ELSE_IF and _goes_on_an_if(tokens, index):
            message = f"{token.text!r} must be written else if"
            problems.append(Problem("TF217", message, token.span, "with braces write: else if (...) { ... }", (token.span, "else if")))
            result += [Token(word, word, token.start, token.end) for word in ("else", "if")]
            index += 1
            continue
        found = _operator(tokens, index) if token.kind == "NAME" or (token.kind == "or" and depth > 0) else None
        if found is None:
            result.append(token)
            index += 1
            continue
        right, meaning, used = found
        last = tokens[index + used - 1]
        span = token.span.to(last.span)
        written = " ".join(each.text for each in tokens[index : index + used])
        after = tokens[index + used].start if index + used < len(tokens) else last.end
        edit = (span, f"{right} " if right[-1].isalpha() and after == last.end else right)
        if right == ";":
            problems.append(Problem("TF218", f"{written!r} joins no statements", span, "statements are separated by ';'", edit))
        else:
            problems.append(
                Problem("TF214", f"{written!r} is not an operator here: {meaning}", span, f"write {_EXAMPLES.get(right, right)}", edit)
            )
        result.append(Token(OPERATOR_KINDS[right], right, token.start, last.end))
        index += used
    return result


def _operator(tokens: list[Token], index: int) -> tuple[str, str, int] | None:
    """The operator that a word stands for, what it means, and how many words it takes; None when it is a name."""
    token = tokens[index]
    before = tokens[index - 1].kind if index else ""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    behind = tokens[index + 2].kind if index + 2 < len(tokens) else ""
    if after is None:
        return None
    if token.text == "in" and any(each.text in ("for", "foreach") for each in tokens[max(0, index - 3) : index]):
        # A loop of another language, about which the parser says more.
        return None
    if before in OPERAND_ENDS:
        if token.text == "not" and after.text == "in":
            return "\\notin", "membership is \\in, its negation \\notin", 2
        if token.text == "is" and after.text == "not":
            return "#", "not equal is # or /=", 2
        if token.text in _INFIX and after.kind in _OPERANDS and not (before == "}" and behind in _NO_OPERAND_AFTER):
            if token.text == "and" and behind == ":=":
                return ";", "", 1
            if behind == ":=" or (behind == ":" and before not in ("NAME", "NUMBER")):
                return None
            right, meaning = _INFIX[token.text]
            return right, meaning, 1
    elif token.text in ("not", "NOT") and after.kind in ("NAME", "BOOLEAN", "STRING", "NUMBER", "PREFIX") and before in _BEFORE_AN_OPERAND:
        return "~", "negation is ~", 1
    return None


def _goes_on_an_if(tokens: list[Token], index: int) -> bool:
    """Whether `} elif (` or `; elif (` stands here: as a call, it would be followed by a `;` and not by a block or statement."""
    if not index or tokens[index - 1].kind not in ("}", ";") or tokens[min(index + 1, len(tokens) - 1)].kind != "(":
        return False
    depth = 0
    for position in range(index + 1, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[position].kind, 0)
        if depth == 0:
            return position + 1 < len(tokens) and tokens[position + 1].kind not in (";", "}", "end")
    return False
