"""TLC configuration files (*Specifying Systems*, section 14.7.1), as far as the native checker goes."""

from __future__ import annotations

from ..errors import InvalidInput
from ..similar import similar
from ..source import Edit, Guess, Source, Span
from .builder import string_value
from .model import CfgValue, Config, ModelValueName
from .problems import TooMany, and_more
from .tokens import Lexer, Token

_LISTS = {"INVARIANT": "INVARIANT", "INVARIANTS": "INVARIANT", "CONSTRAINT": "CONSTRAINT", "CONSTRAINTS": "CONSTRAINT"}
_CONSTANTS = frozenset(["CONSTANT", "CONSTANTS"])
_READ = frozenset([*_LISTS, *_CONSTANTS, "SPECIFICATION", "CHECK_DEADLOCK"])
_UNSUPPORTED = {
    "INIT": "use SPECIFICATION Spec",
    "NEXT": "use SPECIFICATION Spec",
    "PROPERTY": "temporal properties are not checked; run TLC for them",
    "PROPERTIES": "temporal properties are not checked; run TLC for them",
    "SYMMETRY": "leave it out; identical agents are found by the checker",
    "VIEW": "leave it out; states are always compared whole",
    "ACTION_CONSTRAINT": "use a CONSTRAINT over one state",
    "ACTION_CONSTRAINTS": "use a CONSTRAINT over one state",
    "ALIAS": "leave it out; it only changes how traces are printed",
    "POSTCONDITION": "leave it out; it is evaluated by TLC only",
    "_PERIODIC": "leave it out; it is evaluated by TLC only",
    "_RL_REWARD": "leave it out; it is evaluated by TLC only",
}
_SECTIONS = _READ | _UNSUPPORTED.keys()


class _Reader:
    def __init__(self, source: Source) -> None:
        lexer = Lexer(source)
        self.source = source
        self.tokens = lexer.tokens()
        self.diagnostics = lexer.diagnostics
        self.index = 0
        self.specification: str | None = None
        self.constants: dict[str, CfgValue] = {}
        self.overrides: dict[str, str] = {}
        self.names: dict[str, list[str]] = {"INVARIANT": [], "CONSTRAINT": []}
        self.check_deadlock = True
        self.spans: dict[tuple[str, str], Span] = {}

    def error(self, code: str, message: str, span: Span, hint: str | None = None, edit: Edit | None = None) -> None:
        self.diagnostics.append(self.source.diagnostic(code, message, span, hint=hint, edit=edit))

    def peek(self, ahead: int = 0) -> Token:
        position = self.index + ahead
        end = self.tokens[-1].end if self.tokens else 0
        return self.tokens[position] if position < len(self.tokens) else Token("end of file", "", end, end)

    def next(self) -> Token:
        token = self.peek()
        self.index += 1
        return token

    def at_section(self) -> bool:
        token = self.peek()
        # A statement's keyword may also be the name of a constant, as in `VIEW = 1`.
        return token.kind == "end of file" or (token.text in _SECTIONS and self.peek(1).kind not in ("=", "<-"))

    def skip_section(self) -> None:
        while not self.at_section():
            self.index += 1

    def read(self) -> None:
        while self.peek().kind != "end of file":
            token = self.next()
            word = token.text
            if word == "SPECIFICATION":
                self.read_specification(token)
            elif word in _LISTS:
                self.read_names(token, _LISTS[word])
            elif word in _CONSTANTS:
                self.read_constants(token)
            elif word == "CHECK_DEADLOCK":
                self.read_check_deadlock(token)
            elif word in _UNSUPPORTED:
                self.error("TF402", f"{word} is not supported", token.span, _UNSUPPORTED[word])
                self.skip_section()
            else:
                close = similar(word.upper(), _SECTIONS)
                hint = (
                    f"did you mean {close[0]}?"
                    if close
                    else "statements are SPECIFICATION, CONSTANT, INVARIANT, CONSTRAINT, CHECK_DEADLOCK"
                )
                edit = None if not close else (token.span, close[0]) if close[0] == word.upper() else Guess(token.span, close[0])
                self.error("TF401", f"{word!r} does not begin a statement", token.span, hint, edit)
                self.skip_section()

    def read_specification(self, section: Token) -> None:
        if self.at_section() or self.peek().kind != "NAME":
            self.error("TF403", "SPECIFICATION names no formula", section.span, "write SPECIFICATION Spec")
            return
        token = self.next()
        if self.specification is not None:
            self.error("TF404", "there are two SPECIFICATION statements", section.span, "keep one")
        self.specification = token.text
        self.spans["SPECIFICATION", token.text] = token.span

    def read_names(self, section: Token, kind: str) -> None:
        while not self.at_section():
            token = self.next()
            if token.kind == ",":
                continue
            if token.kind != "NAME":
                message = f"expected the name of a definition after {section.text}, not {token.text!r}"
                self.error("TF403", message, token.span, "define the formula in the module and name it here")
                self.skip_section()
                return
            if (kind, token.text) in self.spans:
                self.error("TF404", f"{token.text} is listed twice under {kind}", token.span, "list it once")
                continue
            self.names[kind].append(token.text)
            self.spans[kind, token.text] = token.span

    def read_check_deadlock(self, section: Token) -> None:
        token = self.peek()
        if token.kind != "BOOLEAN":
            self.error("TF403", "CHECK_DEADLOCK needs TRUE or FALSE", section.span)
            return
        self.index += 1
        self.check_deadlock = token.text == "TRUE"
        self.spans["CHECK_DEADLOCK", token.text] = token.span

    def read_constants(self, section: Token) -> None:
        while not self.at_section():
            token = self.next()
            sign = self.next()
            close = similar(token.text.upper(), _SECTIONS, 0.75) if token.kind == "NAME" and sign.kind not in ("=", "<-") else []
            if close:
                self.error(
                    "TF401",
                    f"{token.text!r} does not begin a statement",
                    token.span,
                    f"did you mean {close[0]}?",
                    Guess(token.span, close[0]),
                )
                self.skip_section()
                return
            if token.kind != "NAME" or sign.kind not in ("=", "<-"):
                message = f"expected 'Name = value' or 'Name <- Definition' after {section.text}"
                self.error("TF403", message, token.span)
                self.skip_section()
                return
            if ("CONSTANT", token.text) in self.spans:
                self.error("TF404", f"{token.text} is set twice", token.span, "keep one value")
            self.spans["CONSTANT", token.text] = token.span
            if sign.kind == "<-":
                self.read_override(token)
                continue
            value = self.read_value()
            if value is None:
                self.skip_section()
                return
            self.constants[token.text] = value
            if self.peek().kind == ",":
                self.index += 1

    def read_override(self, name: Token) -> None:
        token = self.next()
        if token.kind == "[":
            while self.peek().kind not in ("]", "end of file"):
                self.index += 1
            self.index += 2
            self.error("TF402", "replacements inside instances (<- [Module]) are not supported", token.span)
        elif token.kind != "NAME":
            self.error("TF403", f"{name.text} <- needs the name of a definition", token.span)
        else:
            self.overrides[name.text] = token.text

    def read_value(self, depth: int = 0) -> CfgValue | None:
        """A value; None after an error."""
        token = self.next()
        if token.kind == "NUMBER":
            return int(token.text)
        if token.text == "-" and self.peek().kind == "NUMBER":
            number = self.next().text
            hint = f"define an operator Negative == -{number} in the module and write <- Negative here"
            self.error("TF403", "a configuration knows no negative numbers", token.span, hint)
            return None
        if token.kind == "STRING":
            return string_value(token)
        if token.kind == "BOOLEAN":
            return token.text == "TRUE"
        if token.kind == "NAME":
            return ModelValueName(token.text)
        if token.kind == "{" and depth < 50:
            return self.read_set(token, depth)
        message = "the value is missing" if token.kind == "end of file" else f"cannot read the value at {token.text!r}"
        self.error("TF403", message, token.span, "values are model values, strings, integers, TRUE, FALSE and sets of them")
        return None

    def read_set(self, opening: Token, depth: int) -> frozenset[CfgValue] | None:
        items: list[CfgValue] = []
        if self.peek().kind == "}":
            self.index += 1
            return frozenset()
        while True:
            value = self.read_value(depth + 1)
            if value is None:
                return None
            items.append(value)
            token = self.next()
            if token.kind == "}":
                return frozenset(items)
            if token.kind == "end of file" or token.text in _SECTIONS:
                self.index -= 1
                self.error("TF403", "this set is never closed", opening.span, f"expected ',' or '}}' before {token.text or token.kind}")
                return None
            if token.kind != ",":
                self.error("TF403", "expected ',' or '}' in the set", token.span)
                return None


def read_cfg(source: Source) -> Config:
    """A configuration. Raises InvalidInput with every problem."""
    reader = _Reader(source)
    try:
        reader.read()
    except TooMany as error:
        raise InvalidInput(and_more(error.problems, error.problems, source.name)) from None
    if reader.diagnostics:
        raise InvalidInput(and_more(reader.diagnostics, reader.diagnostics, source.name))
    return Config(
        source=source,
        specification=reader.specification,
        constants=reader.constants,
        overrides=reader.overrides,
        invariants=tuple(reader.names["INVARIANT"]),
        constraints=tuple(reader.names["CONSTRAINT"]),
        check_deadlock=reader.check_deadlock,
        spans=reader.spans,
    )
