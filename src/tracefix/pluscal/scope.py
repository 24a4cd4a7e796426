"""What names mean at a place of a module, and the walk over expressions that checks their use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic
from ..source import Edit, Guess, Source, Span
from . import builtins
from .ast import (
    Apply,
    Binary,
    Bound,
    Call,
    Case,
    Choose,
    Definition,
    Except,
    Expr,
    Field,
    Function,
    FunctionSet,
    If,
    Junction,
    Let,
    Name,
    Quantifier,
    Record,
    RecordSet,
    SetEnum,
    SetFilter,
    SetMap,
    TupleExpr,
    Unary,
)
from .problems import is_full
from .unknown import Expected, Meaning, meaning_of


@dataclass(frozen=True, slots=True)
class Entry:
    """A visible name: what it is, in words, and how many arguments it takes.

    `refusal` says why it cannot be used although it is good TLA+; `variable` marks what can be assigned.
    """

    what: str
    arity: int = 0
    variable: bool = False
    refusal: str | None = None
    definition: bool = False


NO_VALUE = "it is a label or process, not a value"
"""Why the name of a label or process cannot be used."""

TRANSLATED = "defined by the translation"
"""What the operators of the translation are."""

Names = Mapping[str, Entry]
Refuse = Callable[[str, str, Span, "str | None"], None]


@dataclass(slots=True)
class Scope:
    """The names that are visible now. `problems` collects errors; `refuse` is told of good TLA+ that is not supported;
    `used` collects the definitions that were used. `extend_at` is where a module can be added to the EXTENDS line, and what to
    write before its name. `set_form` is how the process around the place would be declared with a set. `macros` are those of the
    algorithm, `call` is the call that a statement comes from, and words that say so. `reported` are the names that are to be declared."""

    source: Source
    problems: list[Diagnostic]
    visible: dict[str, Entry] = field(default_factory=dict)
    later: dict[str, str] = field(default_factory=dict)
    refuse: Refuse | None = None
    used: dict[str, Span] = field(default_factory=dict)
    extend_at: tuple[int, str] = (0, "")
    expected: Expected = field(default_factory=Expected)
    set_form: str | None = None
    macros: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    call: tuple[Span, str] | None = None
    reported: set[str] = field(default_factory=set)

    def error(self, code: str, message: str, span: Span, hint: str | None = None, edit: Edit | None = None) -> None:
        """Note an error."""
        self.problems.append(self.source.diagnostic(code, message, span, hint=hint, edit=edit))

    def not_extended(self, what: str, module: str, span: Span) -> None:
        """Note a use of something whose module is not extended."""
        place, before = self.extend_at
        edit = (Span(place, place), before + module)
        self.error("TF313", f"{what} needs EXTENDS {module}", span, f"add {module} to the EXTENDS line", edit)

    def instead(self, name: str, span: Span, right: str) -> Edit | None:
        """The change of a name at the start of a span to another; None where the text there comes from somewhere else."""
        place = Span(span.start, span.start + len(name))
        return (place, right) if self.source.text[place.start : place.end] == name else None

    def guess(self, name: str, span: Span, right: str) -> Edit | None:
        """As `instead`, when another name may be meant."""
        edit = self.instead(name, span, right)
        return None if edit is None else Guess(*edit)

    def not_supported(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Note a use of something that is good TLA+ but not supported."""
        (self.refuse or self.error)(code, message, span, hint)

    # Declaring

    def declare(self, name: str, entry: Entry, span: Span) -> None:
        """Make a name visible; an error if it is taken."""
        taken = self.visible.get(name)
        if taken is not None:
            self.error(
                "TF337", f"{name} is already {taken.what}", span, "choose another name; TLA+ does not allow two meanings at one place"
            )
        else:
            self.visible[name] = entry

    def bind(self, names: tuple[str, ...], bound: Names, span: Span, what: str = "bound here") -> Names:
        """The bound names with more of them; TLA+ has no shadowing."""
        result = dict(bound)
        for name in names:
            taken = result.get(name) or self.visible.get(name)
            if taken is not None:
                self.error(
                    "TF337", f"{name} is already {taken.what}", span, "choose another name; TLA+ does not allow two meanings at one place"
                )
            result[name] = Entry(what)
        return result

    # Using

    def lookup(self, name: str, bound: Names, span: Span, *, value: bool = True) -> Entry | None:
        """What a name means, without arguments if `value`; an error if nothing."""
        entry = bound.get(name) or self.visible.get(name)
        if entry is None:
            self._unknown(name, bound, span, value=value)
            return None
        if entry.refusal is not None:
            hint = f'a message is a string: write "{name}"' if entry.refusal == NO_VALUE and value else None
            self.not_supported("TF314", f"{name} cannot be used: {entry.refusal}", span, hint)
            return None
        if entry.definition:
            self.used.setdefault(name, span)
        return entry

    def _unknown(self, name: str, bound: Names, span: Span, *, value: bool) -> None:
        home = builtins.home_of(name)
        if home is not None:
            self.not_extended(name, home, span)
        elif name.upper() in ("TRUE", "FALSE"):
            right = name.upper()
            hint = "TLA+ keywords are upper case"
            self.error("TF217", f"{name!r} must be written {right}", span, hint, self.instead(name, span, right))
        elif name in self.later:
            self.error("TF310", f"{name} is {self.later[name]}", span, "a definition sees what stands before it")
        elif name == "self":
            if not self.first_use(f"self in {self.set_form}"):
                return
            span, where = self.call or (span, "")
            form = f"as {self.set_form}" if self.set_form is not None else "with \\in and a set of one element"
            hint = f"write the identity, or declare the process {form}"
            self.error("TF315", f"self only has a meaning in a process that is declared with \\in{where}", span, hint)
        else:
            if is_full(self.problems):
                self.error("TF310", f"{name} is not declared", span)
                return
            meaning = self._macro(name) or meaning_of(name, [*bound, *self.visible], self.expected, value=value)
            if meaning.right is None and not self.first_use(name):
                return
            edit = None if meaning.right is None else self.instead(name, span, meaning.right)
            if edit is not None and not meaning.certain:
                edit = Guess(*edit)
            self.error("TF310", f"{name} is not declared", span, meaning.hint, edit)

    def first_use(self, name: str) -> bool:
        """Whether a name that has to be declared has not been reported yet: once is enough, however often it is used."""
        if name in self.reported:
            return False
        self.reported.add(name)
        return True

    def _macro(self, name: str) -> Meaning | None:
        """What to say when a macro is used as if it had a value."""
        parameters = self.macros.get(name)
        if parameters is None:
            return None
        return Meaning(f"it is a macro, which has no value: call it as a statement of its own, {name}({', '.join(parameters)});")

    def _operator(self, op: str, span: Span) -> None:
        home = builtins.home_of(op)
        if home is not None and op not in self.visible:
            self.not_extended("- as a sign" if op == "-." else op, home, span)

    def check(self, expr: Expr, bound: Names) -> None:
        """Check every name in an expression."""
        match expr:
            case Name(name, span):
                entry = self.lookup(name, bound, span)
                if entry is not None and entry.arity > 0:
                    self.error("TF312", f"{name} takes {_arguments(entry.arity)}, not 0", span)
            case Call(name, args, span):
                self._call(name, args, span, bound)
            case Binary(op, left, right, span):
                self._operator(op, span)
                self.check(left, bound)
                self.check(right, bound)
            case Unary(op, operand, span):
                self._operator(op, span)
                self.check(operand, bound)
            case Junction(_, items, _) | TupleExpr(items, _) | SetEnum(items, _):
                for item in items:
                    self.check(item, bound)
            case Apply(function, args, _):
                self.check(function, bound)
                for argument in args:
                    self.check(argument, bound)
            case Field(record, _, _):
                self.check(record, bound)
            case If(condition, then, otherwise, _):
                for part in (condition, then, otherwise):
                    self.check(part, bound)
            case SetFilter(b, body, _) | Choose(b, body, _):
                self.check(body, self.bounds((b,), bound))
            case Quantifier(_, bs, body, _) | Function(bs, body, _) | SetMap(body, bs, _):
                self.check(body, self.bounds(bs, bound))
            case FunctionSet(domain, codomain, _):
                self.check(domain, bound)
                self.check(codomain, bound)
            case Record(fields, span) | RecordSet(fields, span):
                self._fields(fields, span)
                for _, value in fields:
                    self.check(value, bound)
            case Except(function, updates, _):
                self.check(function, bound)
                for path, value in updates:
                    self.path(path, bound)
                    self.check(value, bound)
            case Case(arms, other, _):
                for guard, value in arms:
                    self.check(guard, bound)
                    self.check(value, bound)
                if other is not None:
                    self.check(other, bound)
            case Let(definitions, body, _):
                inner: Names = bound
                for definition in definitions:
                    inner = self.definition(definition, inner)
                self.check(body, inner)
            case _:
                pass

    def path(self, path: tuple[tuple[Expr, ...] | str, ...], bound: Names) -> None:
        """Check the indices of a path."""
        for step in path:
            if not isinstance(step, str):
                for index in step:
                    self.check(index, bound)

    def bounds(self, bounds: tuple[Bound, ...], bound: Names) -> Names:
        """Check the domains, which do not see the names, and bind the names."""
        for b in bounds:
            self.check(b.domain, bound)
        inner = bound
        for b in bounds:
            inner = self.bind(b.names, inner, b.span)
        return inner

    def definition(self, definition: Definition, bound: Names) -> Names:
        """Check the body of a definition; the bound names with it."""
        inner = bound
        for parameter in definition.params:
            inner = self.bind((parameter,), inner, definition.name_span, f"a parameter of {definition.name}")
        self.check(definition.body, inner)
        result = dict(self.bind((definition.name,), bound, definition.name_span))
        result[definition.name] = Entry("defined here", len(definition.params))
        return result

    def _call(self, name: str, args: tuple[Expr, ...], span: Span, bound: Names) -> None:
        place = Span(span.start, span.start + len(name))
        entry = self.lookup(name, bound, place, value=False)
        taken = bound.get(name) or self.visible.get(name)
        if entry is None and args and taken is not None and taken.what == TRANSLATED:
            self.error("TF312", f"{name} is {taken.what} and takes no arguments", place)
        if entry is not None and entry.arity == 0:
            hint = f"apply a function with brackets: {name}[...]" if entry.what.endswith(("variable", "constant", "bound here")) else None
            self.error("TF312", f"{name} is {entry.what} and takes no arguments", place, hint)
        elif entry is not None and entry.arity not in (len(args), -1):
            self.error("TF312", f"{name} takes {_arguments(entry.arity)}, not {len(args)}", place)
        if entry is not None:
            for argument in args:
                self.check(argument, bound)

    def _fields(self, fields: tuple[tuple[str, Expr], ...], span: Span) -> None:
        seen: set[str] = set()
        for name, _ in fields:
            if name in seen:
                self.error("TF338", f"the field {name} stands twice in one record", span)
            seen.add(name)


def _arguments(number: int) -> str:
    return f"{number} argument{'' if number == 1 else 's'}"
