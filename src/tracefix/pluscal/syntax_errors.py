"""What to tell the author about a syntax error: a headline, the place to look at, and a hint for the common mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..source import Edit, Guess, Source, Span
from .ast import Either
from .brackets import bracket
from .foreign_text import OPERAND_ENDS
from .habits import MISSPELT, habit
from .lr import Parse
from .problems import Problem
from .tables import END
from .tokens import CLOSING, NO_NAME, PLUSCAL_WORDS, TLA_WORDS, UNIT_WORDS, UNKNOWN, UNSUPPORTED, Token

_OPENING = {closing: opening for opening, closing in CLOSING.items()}
_BLOCKS = frozenset(["if", "while", "either", "with"])
_SECTIONS = frozenset(["process", "macro", "fair", "define", "procedure", "variables", "variable", END])
_STATEMENT_WORDS = frozenset(["begin", "then", "do", "else", "or", "either", "<label>", ":="])
_ALGORITHM_BRACE = 2
"""Where the brace after the algorithm's name is on the stack: a part that stands in the wrong order leaves it as it is."""

_UPPER = frozenset(["IF", "THEN", "ELSE", "LET", "IN", "CASE", "OTHER", "CHOOSE", "EXCEPT", "DOMAIN", "SUBSET", "UNION", "TRUE", "FALSE"])
_FOREIGN: dict[str, tuple[str, str, str | None]] = {
    "!=": ("not equal is # or /=", "a # b", "#"),
    "&&": ("conjunction is /\\", "a /\\ b", "/\\"),
    "&": ("conjunction is /\\", "a /\\ b", "/\\"),
    "|": ("disjunction is \\/", "a \\/ b", "\\/"),
    "||": ("disjunction is \\/", "a \\/ b", "\\/"),
    "!": ("negation is ~", "~a", "~"),
    "/": ("integer division is \\div", "a \\div b", "\\div"),
    "//": ("integer division is \\div", "a \\div b", "\\div"),
    "++": ("there is no increment", "x := x + 1", None),
    "--": ("there is no decrement", "x := x - 1", None),
    "**": ("power is ^", "a ^ b", "^"),
    "?": ("a choice is IF c THEN a ELSE b", "IF c THEN a ELSE b", None),
}
_UNSUPPORTED_STATEMENTS = {
    "procedure": ("procedures are not supported", "use a macro, or write the steps out in the process"),
    "call": ("call is not supported", "use a macro, or write the steps out in the process"),
    "return": ("return is not supported", "use a macro, or goto"),
}


def explain(source: Source, parse: Parse, tokens: Sequence[Token], index: int) -> Problem:
    """The problem at a token that does not fit what was read before it."""
    token = tokens[index]
    expected = parse.accepts()
    return (
        bracket(source, parse, tokens, index, expected)
        or _unsupported(token, tokens, index, expected)
        or habit(source.text, parse, tokens, index, expected)
        or _keyword_as_name(parse, tokens, index, expected)
        or _foreign_operator(parse, tokens, index, expected)
        or _wrong_case(parse, token, tokens, index, expected)
        or _unclosed(source, parse, tokens, index, expected)
        or _statement(source, parse, tokens, index, expected)
        or _expression(parse, token, expected)
        or _generic(token, expected)
    )


def shown(token: Token) -> str:
    """A token as messages show it."""
    if token.kind == "LIST_END":
        return "the end of the list item"
    return token.text if token.kind == END else repr(token.text)


def _unsupported(token: Token, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem | None:
    if token.text == "<>" and "INFIX" in expected:
        return Problem("TF214", "'<>' is not an operator here: not equal is # or /=", token.span, "write a # b", (token.span, "#"))
    if token.kind in _UNSUPPORTED_STATEMENTS:
        message, hint = _UNSUPPORTED_STATEMENTS[token.kind]
        after = tokens[index + 1] if index + 1 < len(tokens) else token
        name = f" ({after.text})" if token.kind != "return" and after.kind == "NAME" else ""
        return Problem("TF206", message + name, token.span, hint)
    if token.text == "'" and index and ":=" in expected:
        hint = f"write {tokens[index - 1].text} := ..."
        after = tokens[min(index + 1, len(tokens) - 1)]
        edit = (token.span.to(after.span), " :=") if after.kind == "=" else (token.span, "")
        return Problem("TF216", "an assignment names the variable without '", token.span, hint, edit)
    if token.kind == UNSUPPORTED or (token.kind == "[]" and "NUMBER" in expected):
        return Problem("TF206", f"{token.text} is not supported in an expression", token.span, "an expression here is about one state")
    if token.kind == "NUMBER" and index > 1 and tokens[index - 1].kind == "." and tokens[index - 2].kind == "NUMBER":
        return Problem("TF206", "decimal numbers are not supported", Span(tokens[index - 2].start, token.end), "use integers")
    if token.kind == NO_NAME:
        return Problem("TF210", f"{token.text!r} is not a name: it has no letter", token.span, "choose another name")
    return None


def _keyword_as_name(parse: Parse, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem | None:
    token, previous = tokens[index], parse.previous
    if token.kind == ":" and previous is not None and previous.kind in ("else", "or", "either", "begin", "then", "do"):
        return Problem("TF218", f"no ':' follows {previous.text}", token.span, "remove it", (token.span, ""))
    after = tokens[min(index + 1, len(tokens) - 1)].kind
    declared = after in (",", ";") and "NAME" in expected and not expected & {"goto", "NUMBER"}
    named = declared or after == ":" or (after in (":=", "=", "\\in", "[", ".") and token.kind != "with")
    if token.kind in PLUSCAL_WORDS and named:
        return Problem("TF228", f"{token.text!r} is a reserved word", token.span, "choose another name")
    if previous is None or previous.kind not in PLUSCAL_WORDS or parse.symbols[-1] != previous.kind:
        return None
    if token.kind not in ("=", "\\in", ":=", "[", ".", ":"):
        return None
    return Problem("TF228", f"{previous.text!r} is a reserved word", previous.span, "choose another name")


def _foreign_operator(parse: Parse, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem | None:
    token = tokens[index]
    text = token.text
    if text == "!=" and "INFIX" in expected and index + 1 < len(tokens) and tokens[index + 1].kind == "=":
        place = token.span.to(tokens[index + 1].span)
        return Problem("TF214", "'!==' is not an operator here: not equal is # or /=", place, "write a # b", (place, "#"))
    if text in _FOREIGN and (token.kind in (UNKNOWN, "!", "||") or text == "||"):
        meaning, example, operator = _FOREIGN[text]
        edit: Edit | None = None if operator is None else (token.span, _spaced(operator, token, tokens, index))
        if edit is not None and text == "/":
            # Where the quotient is no integer, something else must be meant.
            edit = Guess(*edit)
        return Problem("TF214", f"{text!r} is not an operator here: {meaning}", token.span, f"write {example}", edit)
    after = tokens[index + 1].kind if index + 1 < len(tokens) else END
    if token.kind in ("+", "-", "INFIX") and after == "=" and ":=" in expected:
        name = tokens[index - 1].text
        hint = f"write {name} := {name} {text} ..."
        return Problem("TF216", f"'{text}=' does not assign", token.span, hint, _in_place(tokens, index))
    if token.kind == "NAME" and after == "=" and END in expected:
        edit = (tokens[index + 1].span, "==")
        return Problem("TF215", "a definition is written with '=='", token.span, f"write {text} == ...", edit)
    if token.kind == "=" and "==" in expected:
        return Problem("TF215", "a definition is written with '=='", token.span, "write == to define", (token.span, "=="))
    if token.kind == "==" and after == "=" and ":=" not in expected and "INFIX" in expected:
        place = token.span.to(tokens[index + 1].span)
        return Problem("TF215", "'===' is no operator", place, "write = to compare", (place, "="))
    if token.kind == "<-" and ":=" in expected:
        hint = "write := to assign; a message is sent with Append: ch := Append(ch, m)"
        return Problem("TF216", "'<-' does not assign", token.span, hint, Guess(token.span, ":="))
    if token.kind in ("==", "=") and ":=" in expected and _is_condition(tokens, index):
        hint = "write := to assign, or await before a condition"
        return Problem("TF216", f"'{text}' does not assign", token.span, hint, Guess(token.span, ":="))
    if token.kind in ("==", "=") and ":=" in expected:
        return Problem("TF216", f"'{text}' does not assign", token.span, "write := to assign", (token.span, ":="))
    if token.kind == "==":
        return Problem("TF215", "'==' defines an operator", token.span, "write = to compare", (token.span, "="))
    if token.kind == "<-":
        return Problem("TF214", "'<-' is not an operator here", token.span, "write x < -1 with a space to compare with a negative number")
    if token.kind == ":=":
        if ":=" in parse.symbols:
            return Problem("TF215", "one := assigns to one variable", token.span, "write y := 1; x := 1 in place of x := y := 1")
        if expected & {"=", "\\in"}:
            hint = "write = to compare or to give an initial value"
            return Problem("TF215", "':=' assigns, which is not possible here", token.span, hint, (token.span, "="))
        return Problem("TF215", "only a variable, x[i] or x.f can be assigned to", token.span)
    if token.kind == UNKNOWN:
        return Problem("TF214", f"{text!r} is not a supported operator", token.span)
    return None


def _is_condition(tokens: Sequence[Token], index: int) -> bool:
    """Whether `x = 1 /\\ y > 0;` stands here: more likely a condition without its await than an assignment."""
    depth = 0
    for token in tokens[index + 1 :]:
        if token.kind in (";", "}", END, "IF", "QUANTIFIER") or depth < 0:
            return False
        depth += {"(": 1, "[": 1, "{": 1, "<<": 1, ")": -1, "]": -1, "}": -1, ">>": -1}.get(token.kind, 0)
        if depth == 0 and token.text in ("/\\", "\\/", "&&", "||", "and", "or"):
            return True
    return False


def _spaced(operator: str, token: Token, tokens: Sequence[Token], index: int) -> str:
    """The operator in the place of a token, apart from what would make another word of it."""
    touches = index + 1 < len(tokens) and tokens[index + 1].start == token.end
    return f"{operator} " if touches and operator.startswith("\\") else operator


def _in_place(tokens: Sequence[Token], index: int) -> Edit | None:
    """`x += 1` as an assignment, when x is a whole variable and one operand follows: then no precedence is in the way."""
    before, operator, after = tokens[index - 2 : index], tokens[index], tokens[index + 2 : index + 4]
    if len(before) < 2 or before[1].kind != "NAME" or before[0].kind == "." or len(after) < 2 or after[1].kind not in (";", "}"):
        return None
    return operator.span.to(tokens[index + 1].span), f":= {before[1].text} {operator.text}"


def _wrong_case(parse: Parse, token: Token, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem | None:
    """Keywords in the wrong case: TLA+'s are upper case, PlusCal's lower case."""
    previous = tokens[index - 1] if index else None
    for candidate in (previous, token):
        if candidate is None or (candidate is previous and candidate.kind != "NAME"):
            continue
        text = candidate.text
        if text in MISSPELT and candidate.kind == "NAME":
            right = MISSPELT[text]
            edit: Edit = Guess(candidate.span, right) if text == "function" else (candidate.span, right)
            return Problem("TF217", f"{text!r} must be written {right}", candidate.span, edit=edit)
        if text.islower() and text.upper() in _UPPER and (candidate is token or text not in ("in",)):
            if candidate is token and text in PLUSCAL_WORDS and not ("NUMBER" in expected or text.upper() in expected):
                continue
            if candidate is token and candidate.kind == "NAME" and text.upper() not in expected:
                continue
            message = f"{text!r} must be written {text.upper()} in an expression"
            return Problem("TF217", message, candidate.span, "TLA+ keywords are upper case", (candidate.span, text.upper()))
        if not text.islower() and text.lower() in PLUSCAL_WORDS and text.isalpha() and (candidate is previous or "goto" in expected):
            edit = (candidate.span, text.lower())
            return Problem("TF217", f"{text!r} must be written {text.lower()}", candidate.span, "PlusCal keywords are lower case", edit)
    return None


def _unclosed(source: Source, parse: Parse, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem | None:
    """Something that was opened and never closed, told where it opens."""
    token = tokens[index]
    if parse.symbols[-1] == "end" and token.kind in (*_BLOCKS, "process", "macro", "algorithm"):
        return _wrong_end(parse, tokens, index, expected)
    closes = token.kind in _OPENING
    if not closes and token.kind not in _SECTIONS and token.kind not in (";", "then", "do"):
        return None
    for position in _open(parse):
        word = parse.symbols[position]
        span = Span(parse.starts[position], parse.ends[position])
        block = "<stmt_c>" in parse.tables.actions[parse.states[position]]
        if word in CLOSING:
            if block and token.kind in ("then", "do"):
                return None
            # Statements stand in braces, so a ';' there is at home, and ')' has nothing to do with them.
            if (
                token.kind == CLOSING[word]
                or (block and token.kind == ";")
                or (word == "{" and position == _ALGORITHM_BRACE and token.kind != END)
            ):
                return None
            if block and closes:
                break
            hint = f"{shown(token)} was found before its '{CLOSING[word]}'"
            if not block and CLOSING[word] in expected and token.kind not in _SECTIONS:
                return Problem("TF220", f"this '{word}' is never closed", span, hint, mend=_closed(parse, token, position, CLOSING[word]))
            if word == "{" and token.kind in _SECTIONS:
                return _by_indentation(source, tokens[:index]) or Problem("TF220", "this '{' is never closed", span, hint)
            return Problem("TF220", f"this '{word}' is never closed", span, hint)
        another = word == "process" and token.kind in ("process", "fair", "macro")
        if (word in _BLOCKS or another) and "end" in expected and token.kind != ";":
            other = _else_if(tokens, span, index) if word == "if" else None
            return Problem("TF220", f"this {word} has no 'end {word}'", span, other or f"{shown(token)} was found before it")
        if word in _STATEMENT_WORDS and token.kind == ";":
            return None
    if closes and token.kind != "}":
        return Problem("TF220", f"this '{token.text}' closes nothing", token.span, "remove it, or find the opening one")
    return None


def _closed(parse: Parse, token: Token, position: int, closing: str) -> Edit:
    """Where a closing bracket is missing, it is read as if it stood there; a wrong one that closes nothing is read as the right one."""
    outer = {parse.symbols[each] for each in _open(parse) if each < position}
    if token.kind in _OPENING and _OPENING[token.kind] not in outer:
        return token.span, closing
    return Span(token.start, token.start), closing


def _by_indentation(source: Source, tokens: Sequence[Token]) -> Problem | None:
    """The first brace that is closed by one further left than the line it stands on: most likely it is itself unclosed."""
    opened: list[Token] = []
    for token in tokens:
        if token.kind == "{":
            opened.append(token)
        elif token.kind == "}" and opened:
            opener = opened.pop()
            line, column = source.position(token.start)
            opening_line = source.line_text(source.position(opener.start)[0])
            first_in_line = not source.line_text(line)[: column - 1].strip()
            if first_in_line and column - 1 < len(opening_line) - len(opening_line.lstrip()):
                hint = f"the '}}' at line {line} stands further left than this line"
                return Problem("TF220", "this '{' is never closed", opener.span, hint)
    return None


def _open(parse: Parse) -> Iterator[int]:
    """The stack positions from the top down, without brackets that are closed and what stands in them."""
    closed = 0
    for position in range(len(parse.symbols) - 1, 0, -1):
        word = parse.symbols[position]
        if word in _OPENING:
            closed += 1
        elif word in CLOSING and closed:
            closed -= 1
        elif not closed:
            yield position


def _else_if(tokens: Sequence[Token], opener: Span, index: int) -> str | None:
    """What to say when `else if` stands in an if that is not closed."""
    inside = [token for token in tokens[:index] if token.start >= opener.start]
    if any(a.kind == "else" and b.kind == "if" for a, b in pairwise(inside)):
        return "else if begins an if of its own, which needs an end if too: write elsif"
    return None


def _wrong_end(parse: Parse, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem | None:
    token = tokens[index]
    for position in range(len(parse.symbols) - 1, 0, -1):
        word = parse.symbols[position]
        if word in expected:
            span = Span(parse.starts[position], parse.ends[position])
            hint = _else_if(tokens, span, index) if word == "if" else None
            return Problem("TF220", f"this {word} has no 'end {word}'", span, hint or f"'end {token.text}' was found in its place")
    return None


def _without_parentheses(source: Source, parse: Parse, tokens: Sequence[Token], index: int, word: str) -> Problem:
    """A condition, binding or identity without parentheses, and with them as far as it is clear where it ends."""
    message = f"{word} needs parentheses here"
    form = {"process": "(Name = identity)", "with": "(x \\in S)"}.get(word, "(condition)")
    last = None
    for position in range(index, min(index + 60, len(tokens))):
        token = tokens[position]
        before = tokens[position - 1]
        if token.kind in ("variables", "variable", "then", "do", ";", ":", "begin") or "\n" in source.text[before.end : token.start]:
            last = before
            break
        if token.kind == "{" and before.kind in OPERAND_ENDS:
            last = before
            break
    if last is None or last.end <= tokens[index].start:
        return Problem("TF218", message, tokens[index].span, f"write {word} {form}")
    span = Span(tokens[index].start, last.end)
    right = f"({source.text[span.start : span.end]})"
    return Problem("TF218", message, tokens[index].span, f"write {word} {right}", Guess(span, right))


def _one_branch(parse: Parse) -> bool:
    """Whether the statement before is an either without or."""
    last = parse.values[-1]
    while isinstance(last, list) and last:
        last = last[-1]
    return isinstance(last, Either) and len(last.branches) == 1


def _statement(source: Source, parse: Parse, tokens: Sequence[Token], index: int, expected: set[str]) -> Problem | None:
    token = tokens[index]
    previous = parse.previous
    last = parse.symbols[-1]
    before = parse.symbols[-2] if len(parse.symbols) > 1 else ""
    if token.kind == ";" and (previous is None or previous.kind in (";", "{", "begin", "then", "else", "do", ":")):
        return Problem("TF225", "there is no statement before this ';'", token.span, "remove it, or write skip", (token.span, ""))
    if token.kind == "}" and last == "{" and "goto" in expected:
        edit = (Span(token.start, token.start), "skip; ")
        return Problem("TF224", "this block is empty", token.span, "write skip where nothing is to be done", edit)
    if token.kind == ":" and last == "NAME" and before == "<label>":
        labels = Span(parse.starts[-2], token.end)
        return Problem("TF222", "a statement has one label only", labels, "remove one of the labels")
    if token.kind == "elsif" and "else" in expected:
        edit = (token.span, "else if")
        return Problem(
            "TF218", "elsif belongs to the syntax with begin and end", token.span, "with braces write: else if (...) { ... }", edit
        )
    if "(" in expected and last in ("if", "while", "with", "process", "macro") and token.kind != END:
        return _without_parentheses(source, parse, tokens, index, last)
    if last == "goto":
        return Problem("TF218", f"expected a label after goto, not {shown(token)}", token.span, "write the label's name without quotes")
    if last in (":", "<label>") and token.kind in ("}", "end", END, "or", "else", "elsif"):
        edit = (Span(token.start, token.start), "skip; ")
        return Problem("TF225", "there is no statement after this label", token.span, "write skip", edit)
    if token.kind in ("{", "}") and "begin" not in expected and expected & {"end", "then", "do"}:
        return Problem(
            "TF218", "braces do not mark blocks in this algorithm", token.span, "it uses begin ... end; use one syntax throughout"
        )
    if token.kind in ("then", "do", "begin", "end") and "{" in expected:
        return Problem(
            "TF218",
            f"{token.text!r} belongs to the syntax with begin and end",
            token.span,
            "this algorithm uses braces; use one syntax throughout",
        )
    if token.kind == "else" and (_one_branch(parse) or ("or" in expected and "either" in parse.symbols)):
        return Problem("TF223", "the branches of an either begin with or, not with else", token.span, "write or", (token.span, "or"))
    if token.kind in ("else", "elsif", "or") and "goto" in expected:
        opener = "either" if token.kind == "or" else "if"
        return Problem(
            "TF218", f"this {token.text} belongs to no {opener}", token.span, "is there a closing brace or an end too many before it?"
        )
    if token.kind == "}" and "process" in expected:
        return Problem("TF210", "the algorithm has no process and no body", token.span, "add process (Name = identity) { ... }")
    if token.kind == "define" or (token.kind in ("variables", "variable") and "process" in expected):
        order = "variables, define, macros, processes"
        return Problem("TF227", f"{token.text} stands in the wrong place", token.span, f"the order is {order}")
    if token.kind == "macro":
        return Problem("TF227", "a macro must stand before the processes", token.span, "the order is variables, define, macros, processes")
    if "NAME" in expected and token.kind in PLUSCAL_WORDS | TLA_WORDS | UNIT_WORDS and "NUMBER" not in expected and "goto" not in expected:
        return Problem("TF228", f"{token.text!r} is a reserved word", token.span, "choose another name")
    return None


def _expression(parse: Parse, token: Token, expected: set[str]) -> Problem | None:
    for word, complaint in (("THEN", "this IF has no THEN"), ("ELSE", "this IF has no ELSE"), ("IN", "this LET has no IN")):
        if word in expected:
            opener = "LET" if word == "IN" else "IF"
            for position in range(len(parse.symbols) - 1, 0, -1):
                if parse.symbols[position] == opener:
                    span = Span(parse.starts[position], parse.ends[position])
                    return Problem("TF219", complaint, span, f"expected {word} before {shown(token)}")
    if token.kind == "]" and "|->" in expected:
        form = "a record is [field |-> value], a function [x \\in S |-> value]"
        return Problem("TF210", "expected '|->' or ':' before ']'", token.span, form)
    if "," in expected and token.kind in ("NAME", "NUMBER", "STRING", "BOOLEAN") and parse.previous is not None:
        edit = Guess(Span(parse.previous.end, parse.previous.end), ",")
        return Problem("TF210", f"expected ',' before {shown(token)}", token.span, "arguments and elements are separated by commas", edit)
    if "NUMBER" in expected:
        after = f" after {parse.previous.text!r}" if parse.previous is not None else ""
        hint = "indent what belongs to the item further than its bullet" if token.kind == "LIST_END" else None
        return Problem("TF210", f"expected an expression{after}, found {shown(token)}", token.span, hint)
    return None


def _generic(token: Token, expected: set[str]) -> Problem:
    names = {"NAME": "a name", "NUMBER": "a number", END: "the end"}
    short = sorted(names.get(kind, repr(kind)) for kind in expected if kind not in ("INFIX", "LIST_END", "LIST_ITEM"))
    hint = f"expected {' or '.join(short)}" if 0 < len(short) <= 4 else None
    if token.kind == END:
        return Problem("TF210", f"unexpected {token.text}", token.span, hint)
    return Problem("TF210", f"unexpected {shown(token)}", token.span, hint)
