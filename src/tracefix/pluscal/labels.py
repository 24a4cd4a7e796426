"""Where labels must and must not stand: the rules of pcal.trans (class ParseAlgorithm, method InnerAddLabels).

A step of a process runs from one label to the next. pcal.trans adds missing labels by itself only to a uniprocess algorithm
in which nobody wrote a label, or when the file asks for it with `PlusCal options (-label)`; the same happens here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from ..diagnostics import Diagnostic
from ..similar import similar
from ..source import Edit, Guess, Source, Span
from .ast import Algorithm, Assign, Either, Goto, IfStmt, Label, Macro, Stmt, While, With
from .problems import is_full

RESERVED = frozenset(["Done", "Error"])


def check_labels(algorithm: Algorithm, source: Source, problems: list[Diagnostic], warnings: list[Diagnostic], *, add: bool) -> Algorithm:
    """Check every label rule of an algorithm whose macros are expanded.

    With `add`, or in a uniprocess algorithm without labels, missing labels are put in; the algorithm is returned with them.
    """
    bodies = [(process.body, f"process {process.name}") for process in algorithm.processes] or [(algorithm.body, "the algorithm")]
    labels = [[s.label for s in walk(body) if s.label] for body, _ in bodies]
    add = add or not (algorithm.processes or labels[0])
    used = {label.name for found in labels for label in found}
    fresh = (name for name in (f"Lbl_{number}" for number in count(1)) if name not in used)
    _check_macros(algorithm, source, problems)
    complete = []
    for body, owner in bodies:
        lost = None if add else _Names(source, problems, body, owner, bodies, algorithm.macros).hint_of_lost
        steps = _Steps(source, problems, owner, fresh, algorithm.macros, lost, add=add)
        complete.append(steps.check(body))
        _Names(source, problems, complete[-1], owner, bodies, algorithm.macros).check(steps.missing)
        _check_branches(complete[-1], source, problems)
    _warn_shared(algorithm, labels, source, warnings)
    if not algorithm.processes:
        return replace(algorithm, body=complete[0])
    processes = tuple(replace(process, body=body) for process, body in zip(algorithm.processes, complete, strict=True))
    return replace(algorithm, processes=processes)


def walk(statements: Sequence[Stmt]) -> Iterator[Stmt]:
    """All statements of a sequence and inside its statements, in the order of the text."""
    for statement in statements:
        yield statement
        for block in blocks(statement):
            yield from walk(block)


def blocks(statement: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The sequences of statements inside a statement."""
    match statement:
        case IfStmt(_, then, otherwise):
            return then, otherwise
        case Either(branches):
            return branches
        case While(_, body) | With(_, body):
            return (body,)
    return ()


def place_of(statement: Stmt) -> tuple[Span, str]:
    """Where the author can act on a statement: itself, or the outermost macro call it came from, and words that say so."""
    call = statement.origin
    if call is None:
        return statement.span, ""
    innermost = call.name
    while call.origin is not None:
        call = call.origin
    return call.span, f" (in the macro {innermost})"


class _Steps:
    """The rules about where a step must begin, for one process body."""

    def __init__(
        self,
        source: Source,
        problems: list[Diagnostic],
        owner: str,
        fresh: Iterator[str],
        macros: Sequence[Macro],
        lost: str | None,
        *,
        add: bool,
    ) -> None:
        self.source = source
        self.problems = problems
        self.owner = owner
        self.fresh = fresh
        self.add = add
        # What to say where a label is missing and a goto leads to one that does not exist: it may be that one.
        self.lost = lost
        self.missing: list[Span] = []
        self.first_in_macro = {macro.name: macro.body[0].span for macro in macros if macro.body}
        self.added: dict[int, Label] = {}
        # What pcal.trans no longer knows to be assigned when it adds labels: it forgets at each with.
        self.forgotten: set[str] = set()

    def check(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """Check a body; the body with the labels that were added."""
        self._sequence(body, f"the first statement of {self.owner} needs a label", set(), inside_with=False)
        return self._with_labels(body) if self.added else body

    def error(self, code: str, message: str, statement: Stmt, hint: str, edit: Edit | None = None) -> None:
        span, where = place_of(statement)
        self.problems.append(self.source.diagnostic(code, message + where, span, hint=hint, edit=edit))

    def _sequence(self, statements: Sequence[Stmt], needed: str, assigned: set[str], *, inside_with: bool) -> tuple[str, set[str]]:
        """Check a sequence. `needed` says why its first statement needs a label, "" if it does not; `assigned` holds what
        the step has assigned so far. Returns why the statement after the sequence needs a label, and what is assigned then.
        """
        contains = ""
        entered = frozenset(assigned)
        for statement in statements:
            if statement.label is not None:
                contains = "a label"
                assigned = set()
                self.forgotten = set()
                if inside_with:
                    hint = "the body of a with is one step; end the with before the label"
                    self.error("TF303", f"the label {statement.label.name} stands inside a with", statement, hint)
            if needed:
                if inside_with:
                    self.error("TF303", "nothing can follow a goto inside a with", statement, "make the goto the last statement")
                elif self._needs_label(statement, needed):
                    contains, assigned = "a label", set()
                needed = ""
            needed, assigned, labelled = self._statement(statement, assigned, entered, inside_with)
            contains = contains or labelled
        # Nested reasons ("an if that contains ...") come down to what is innermost.
        return contains or needed.rsplit(" contains ", 1)[-1], assigned

    def _statement(self, statement: Stmt, assigned: set[str], entered: frozenset[str], inside_with: bool) -> tuple[str, set[str], str]:
        """Why the next statement needs a label, what is assigned after this one, and what label was found missing here.

        `entered` is what was assigned where the sequence begins that the statement stands in.
        """
        if isinstance(statement, Goto):
            return "a goto", assigned, ""
        if isinstance(statement, (IfStmt, Either)):
            kind = "if" if isinstance(statement, IfStmt) else "either"
            after: set[str] = set()
            reason = ""
            for block in blocks(statement):
                found, changed = self._sequence(block, "", set(assigned), inside_with=inside_with)
                after |= changed
                reason = reason or found
            return (f"an {kind} that contains {reason}" if reason else ""), after, ""
        if isinstance(statement, While):
            if inside_with:
                self.error("TF303", "a while cannot stand inside a with", statement, "the body of a with is one step")
            else:
                self._needs_label(statement, "a while needs a label: it is where each round begins")
            self._sequence(statement.body, "", set(), inside_with=False)
            return "", set(), "a label"
        if isinstance(statement, With):
            return self._with(statement, assigned, entered, inside_with)
        if isinstance(statement, Assign):
            return self._assign(statement, assigned, inside_with)
        return "", assigned, ""

    def _with(self, statement: With, assigned: set[str], entered: frozenset[str], inside_with: bool) -> tuple[str, set[str], str]:
        reason, changed = self._sequence(statement.body, "", set(assigned) if inside_with else set(), inside_with=True)
        # pcal.trans remembers what was assigned before the branch of an if or either, past the labels in the branch, and looks
        # at it when a with has no label of its own.
        known = assigned if statement.label is not None else assigned | entered
        twice = sorted(changed & known)
        reason = "a with that contains a goto" if reason else ""
        if not inside_with and self.add:
            self.forgotten |= assigned - changed
        if inside_with or not twice:
            return reason, assigned | changed, ""
        if self.add:
            self._not_added(statement, twice[0])
        elif self._needs_label(statement, f"{_before(twice[0], assigned)}: this with needs a label"):
            return reason, changed, "a label"
        return reason, assigned | changed, ""

    def _assign(self, statement: Assign, assigned: set[str], inside_with: bool) -> tuple[str, set[str], str]:
        names = [target.name for target, _ in statement.assignments]
        whole = [target.name for target, _ in statement.assignments if not target.path]
        for name in sorted(set(whole)):
            if names.count(name) > 1:
                message = f"{name} is assigned twice in one statement"
                self.error(
                    "TF307", message, statement, "|| allows different elements, as in f[1] := a || f[2] := b, not the whole variable twice"
                )
        twice = sorted(set(names) & assigned)
        if not twice:
            return "", assigned | set(names), ""
        if inside_with:
            message = f"{twice[0]} is assigned twice inside a with"
            self.error("TF303", message, statement, "the body of a with is one step; assign the final value once, or join them with ||")
            return "", assigned, ""
        if self.add and set(twice) <= self.forgotten:
            self._not_added(statement, twice[0])
        elif self._needs_label(statement, f"this step has already assigned to {twice[0]}: the second assignment needs a label"):
            return "", set(names), "a label"
        return "", assigned | set(names), ""

    def _not_added(self, statement: Stmt, name: str) -> None:
        message = f"this step has already assigned to {name}, and pcal.trans does not add a label here"
        self.error("TF307", message, statement, "write the labels yourself")

    def _needs_label(self, statement: Stmt, reason: str) -> bool:
        """Require a label. Whether there was none and one is added, or its absence reported."""
        if statement.label is not None or id(statement) in self.added:
            return False
        span, _ = place_of(statement)
        if self.add:
            self.added[id(statement)] = Label(next(self.fresh), Span(span.start, span.start))
            self.forgotten = set()
            return True
        message = reason if "needs a label" in reason else f"the statement after {reason} needs a label"
        self.missing.append(span)
        edit = self._new_label(statement) if self.lost is None else None
        if edit is not None and ("already assigned" in reason or reason == "a goto"):
            # The label may also stand further up: which assignments are one step is the author's choice. And nothing comes to what
            # follows a goto, unless another goto leads there.
            edit = Guess(*edit)
        self.error("TF301", message, statement, self.lost or _hint(statement), edit)
        return True

    def _new_label(self, statement: Stmt) -> Edit | None:
        """A label at the statement or, when that begins a macro, at the outermost call of it."""
        call, place = statement.origin, statement.span
        while call is not None:
            if call.label is not None or self.first_in_macro.get(call.name) != place:
                return None
            place, call = call.span, call.origin
        return Span(place.start, place.start), f"{next(self.fresh)}: "

    def _with_labels(self, statements: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        result: list[Stmt] = []
        for statement in statements:
            label = self.added.get(id(statement), statement.label)
            if isinstance(statement, IfStmt):
                then, otherwise = self._with_labels(statement.then), self._with_labels(statement.otherwise)
                result.append(replace(statement, label=label, then=then, otherwise=otherwise))
            elif isinstance(statement, Either):
                branches = tuple(self._with_labels(branch) for branch in statement.branches)
                result.append(replace(statement, label=label, branches=branches))
            elif isinstance(statement, (While, With)):
                result.append(replace(statement, label=label, body=self._with_labels(statement.body)))
            else:
                result.append(replace(statement, label=label))
        return tuple(result)


def _before(name: str, assigned: set[str]) -> str:
    if name in assigned:
        return f"this step has already assigned to {name}"
    return f"{name} is assigned before this branch"


def _hint(statement: Stmt) -> str:
    if statement.origin is None:
        return "write a name and a colon before it, as in step1: ..."
    if statement.origin.label is None:
        return "put a label before the call, or split the macro if the label belongs inside it"
    return "a macro cannot contain labels: split it in two, or join the assignments with ||"


def _check_branches(body: tuple[Stmt, ...], source: Source, problems: list[Diagnostic]) -> None:
    """pcal.trans fills an empty `then` with what the other branch leaves unchanged; when that is nothing, the translation is no TLA+."""
    for statement in walk(body):
        if isinstance(statement, IfStmt) and not statement.then and statement.otherwise:
            if not any(isinstance(s, (Assign, Goto)) or s.label is not None for s in walk(statement.otherwise)):
                span, where = place_of(statement)
                hint = "write skip where nothing is to be done"
                problems.append(source.diagnostic("TF224", f"this if has an empty branch{where}", span, hint=hint))


def _check_macros(algorithm: Algorithm, source: Source, problems: list[Diagnostic]) -> None:
    for macro in algorithm.macros:
        for statement in walk(macro.body):
            if statement.label is not None:
                message = f"the macro {macro.name} contains the label {statement.label.name}"
                hint = "a macro is part of one step; put the label before the call"
                problems.append(source.diagnostic("TF302", message, statement.label.span, hint=hint))


class _Names:
    """Reserved and repeated labels, and gotos to nowhere, in one process body."""

    def __init__(
        self,
        source: Source,
        problems: list[Diagnostic],
        body: tuple[Stmt, ...],
        owner: str,
        bodies: list[tuple[tuple[Stmt, ...], str]],
        macros: Sequence[Macro],
    ) -> None:
        self.source = source
        self.problems = problems
        self.owner = owner
        self.bodies = bodies
        self.macros = macros
        self.labels = [statement.label for statement in walk(body) if statement.label is not None]
        self.known = {label.name for label in self.labels}
        self.lost = [s for s in walk(body) if isinstance(s, Goto) and s.target not in self.known and s.target != "Done"]

    @property
    def hint_of_lost(self) -> str | None:
        """What to write where a label is missing, when a goto leads to a label that does not exist."""
        targets = {goto.target: goto for goto in reversed(self.lost)}
        if not targets:
            return None
        name, goto = next(iter(targets.items()))
        line = self.source.position(place_of(goto)[0].start)[0]
        if len(targets) > 1:
            return f"write a label and a colon before it; is it one of {', '.join(sorted(targets))}, to which a goto leads?"
        return f"write a label and a colon before it; is it {name}, where the goto at line {line} leads?"

    def check(self, missing: Sequence[Span]) -> None:
        """`missing` are the places where a label is missing."""
        doubtful = bool(missing) or any(statement.label for macro in self.macros for statement in walk(macro.body))
        seen: set[str] = set()
        for label in self.labels:
            if label.name in RESERVED:
                hint = "every process ends at the label Done by itself" if label.name == "Done" else "pcal.trans keeps it for itself"
                self.problems.append(self.source.diagnostic("TF304", f"{label.name} is a reserved label", label.span, hint=hint))
                doubtful = True
            elif label.name in seen:
                message = f"the label {label.name} stands twice in {self.owner}"
                self.problems.append(self.source.diagnostic("TF305", message, label.span, hint="rename one of them"))
                doubtful = True
            seen.add(label.name)
        for goto in self.lost:
            span, where = place_of(goto)
            # Where labels are missing or doubled, one that is like the target is most likely not the one that is meant.
            elsewhere = self._elsewhere(goto.target) is not None
            close = [] if doubtful or elsewhere or is_full(self.problems) else similar(goto.target, [*self.known, "Done"])
            say: str | None = f"did you mean {close[0]}?" if close else self._where(goto, missing)
            edit = Guess(Span(span.end - len(goto.target), span.end), close[0]) if close and goto.origin is None else None
            message = f"{self.owner} has no label {goto.target}{where}"
            self.problems.append(self.source.diagnostic("TF306", message, span, hint=say, edit=edit))

    def _elsewhere(self, label: str) -> str | None:
        """The process that has a label."""
        return next((o for body, o in self.bodies if any(s.label is not None and s.label.name == label for s in walk(body))), None)

    def _where(self, goto: Goto, missing: Sequence[Span]) -> str | None:
        if is_full(self.problems):
            return None
        for macro in self.macros:
            if any(statement.label is not None and statement.label.name == goto.target for statement in walk(macro.body)):
                return f"the macro {macro.name} has it; a macro cannot contain labels: put the label before the call"
        if (owner := self._elsewhere(goto.target)) is not None:
            return f"{owner} has it, but a goto cannot leave its process"
        if missing:
            line = self.source.position(missing[0].start)[0]
            return f"write {goto.target}: before the statement it leads to; the one at line {line} has no label"
        return f"the labels here are {', '.join(sorted(self.known))}, and Done" if self.known else "write the label before a statement"


def _warn_shared(algorithm: Algorithm, labels: list[list[Label]], source: Source, warnings: list[Diagnostic]) -> None:
    """Labels that several processes use: pcal.trans renames all but the first in its translation."""
    first: dict[str, str] = {}
    warned: set[str] = set()
    for process, found in zip(algorithm.processes, labels, strict=False):
        for label in found:
            other = first.setdefault(label.name, process.name)
            if other != process.name and label.name not in warned:
                warned.add(label.name)
                message = f"the label {label.name} is used by the processes {other} and {process.name}"
                hint = "traces read better when labels differ; TLC shows a renamed label for one of them"
                warnings.append(source.diagnostic("TF308", message, label.span, hint=hint, severity="warning"))
