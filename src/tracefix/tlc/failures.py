"""Why TLC did not check a model at all: its errors as diagnostics of the author's file."""

from __future__ import annotations

import re

from ..diagnostics import Diagnostic
from ..pluscal.ast import Definition
from .mapping import Mapper
from .messages import CONFIGURATION, Code, Message, Transcript
from .translate import Translation
from .wrapper import PREFIX, WRAPPER

_SANY_PLACE = re.compile(r"^line (\d+), col (\d+) to line \d+, col \d+ of module (\w+)\s*$\n+((?:.+\n?)+)", re.MULTILINE)
_ACTION = re.compile(r"(\w+)(?:\(self\))? ==")

CONFIGURATION_SYNTAX = (5001, 5002, 5003, 5004, 5005, 5006)
MEMORY = (Code.OUT_OF_MEMORY, Code.OUT_OF_MEMORY_INITIAL)


def invalid(transcript: Transcript, status: int | None, translation: Translation, mapper: Mapper) -> list[Diagnostic]:
    """The diagnostics of a run that ended in an error that is no finding; empty when the errors are of no known kind."""
    module = translation.module
    name = module.source.name
    codes = {inner.code for message in transcript.messages for inner in message.walk()}
    if Code.PARSING_FAILED in codes or Code.PARSING in codes or status == 150:
        return _parsing(transcript, translation, mapper)
    if codes & ({*CONFIGURATION} | {*CONFIGURATION_SYNTAX}) or status == 151:
        return [Diagnostic("TF722", f"TLC refuses the configuration: {_innermost(m)}", file=name) for m in transcript.errors]
    if Code.NO_INITIAL_STATE in codes or (not transcript.errors and transcript.counts == (0, 0, 0)):
        # TLC 2.15 calls a model without initial states a success.
        return [Diagnostic("TF723", "TLC finds no initial state", file=name)]
    if {Code.ASSUMPTION_FALSE, Code.ASSUMPTION_FAILED} & codes:
        return [Diagnostic("TF724", f"TLC: {_innermost(m)}", file=name) for m in transcript.errors]
    if transcript.errors and not codes & set(MEMORY):
        return [_evaluation(transcript, translation, mapper)]
    return []


def action_at(translation: Translation, line: int) -> str | None:
    """The definition in the translation that holds a line of the translated file."""
    lines = translation.text.split("\n")
    for number in range(min(line, len(lines)), translation.begin, -1):
        found = _ACTION.match(lines[number - 1])
        if found is not None:
            return found[1]
    return None


def _parsing(transcript: Transcript, translation: Translation, mapper: Mapper) -> list[Diagnostic]:
    found: dict[Diagnostic, None] = {}
    source = translation.module.source
    # Warnings come in the same form, in a section of their own.
    semantic = "".join(part.partition("*** Warnings:")[0] for part in transcript.printed.split("*** Errors:")[1:])
    for line, column, where, text in _SANY_PLACE.findall(semantic):
        found.setdefault(_placed("TF721", f"TLC's parser: {_line(text)}", where, int(line), int(column), translation, mapper))
    syntax = re.search(r"\*\*\*\s*Parse Error\s*\*\*\*\s*(.*?)(?:\n\s*\n|\Z)", transcript.printed, re.DOTALL)
    if not found and syntax is not None:
        place = re.search(r"at line (\d+), col(?:umn)? (\d+)", syntax[1])
        where = re.search(r"Could not parse module (\w+)", transcript.printed)
        text = "TLC's parser: " + _line(re.sub(r"\s*at line \d+, col(umn)? \d+", "", syntax[1]))
        if place is not None:
            module = where[1] if where else translation.module.name
            found.setdefault(_placed("TF721", text, module, int(place[1]), int(place[2]), translation, mapper))
        else:
            found.setdefault(Diagnostic("TF721", text, file=source.name))
    if not found:
        last = _line(transcript.printed[-500:]) or "the module is refused"
        found.setdefault(Diagnostic("TF721", f"TLC's parser: {last}", file=source.name))
    return list(found)


def _placed(code: str, message: str, where: str, line: int, column: int, translation: Translation, mapper: Mapper) -> Diagnostic:
    """A diagnostic at a place of the translated files, put where the author can see it."""
    source = translation.module.source
    if where == WRAPPER:
        return Diagnostic(
            code, message, file=source.name, hint="in a property of the topology: a name that it needs means something else here"
        )
    if where != translation.module.name:
        return Diagnostic(code, message, file=f"{where}.tla", line=line, column=column)
    author = translation.author_line(line)
    if author is None:
        return _in_translation(code, message, line, translation, mapper)
    return Diagnostic(code, message, file=source.name, line=author, column=column, excerpt=source.line_text(author))


def _in_translation(code: str, message: str, line: int, translation: Translation, mapper: Mapper) -> Diagnostic:
    module = translation.module
    name = action_at(translation, line) or ""
    definition = module.definitions.get(name)
    used = mapper.action_label(name)
    if used is not None:
        place = mapper.place_of(used)
        hint = f"in the step at label {mapper.label(used)[1]}"
    elif isinstance(definition, Definition):
        place, hint = module.source.position(definition.span.start), f"in the definition of {name}"
    else:
        return Diagnostic(code, message, file=module.source.name, hint=f"in {name} of the translation" if name else None)
    return Diagnostic(
        code, message, file=module.source.name, line=place[0], column=place[1], excerpt=module.source.line_text(place[0]), hint=hint
    )


def _evaluation(transcript: Transcript, translation: Translation, mapper: Mapper) -> Diagnostic:
    """An expression that TLC could not evaluate, placed at the innermost position that belongs to the author."""
    message = f"TLC cannot evaluate: {_innermost(transcript.errors[0])}"
    module = translation.module
    for line, column, _, _, where in reversed(transcript.positions):
        if where == module.name:
            author = translation.author_line(line)
            if author is not None:
                return _placed("TF720", message, where, line, column, translation, mapper)
            name = action_at(translation, line) or ""
            if mapper.action_label(name) is not None or name in module.definitions:
                return _in_translation("TF720", message, line, translation, mapper)
    failed = transcript.failed_invariant
    definition = module.definitions.get(failed) if failed is not None else None
    if isinstance(definition, Definition):
        return module.source.diagnostic("TF720", message, definition.name_span)
    return Diagnostic("TF720", message.replace(PREFIX, ""), file=module.source.name)


def _innermost(message: Message) -> str:
    """What went wrong: the innermost text, since the exception's name stands around it."""
    texts = [inner.text for inner in message.walk() if inner.text.strip()]
    return _line(texts[-1]) if texts else f"message {message.code}"


def _line(text: str) -> str:
    """The text on one line, without its last full stop."""
    return " ".join(text.split()).rstrip(".")
