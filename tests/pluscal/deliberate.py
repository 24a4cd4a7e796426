"""Where tracefix refuses on purpose what pcal.trans and SANY accept: the list in docs/language.md, as predicates.

Nothing else may be refused that they accept, and nothing may be accepted that they refuse.
"""

from __future__ import annotations

from collections.abc import Sequence

from tracefix.diagnostics import Diagnostic
from tracefix.pluscal.tokens import PLUSCAL_WORDS

BY_CODE = {
    "TF206": "not supported",
    "TF207": "nested too deeply",
    "TF226": "text that would be ignored",
    "TF230": "numbers beyond 32 bits",
    "TF235": "text that would be ignored",
    "TF314": "not supported",
    "TF316": "another process's local variable",
}


def deliberate(diagnostics: Sequence[Diagnostic]) -> str | None:
    """The entry of the list that a refusal falls under, None when it falls under none. The first problem decides, mostly."""
    first = diagnostics[0]
    excerpt = (first.excerpt or "")[(first.column or 1) - 1 :]
    word = excerpt[: next((i for i, c in enumerate(excerpt) if not (c.isalnum() or c == "_")), len(excerpt))]
    if first.code == "TF235" and "after the end of the module" not in first.message:
        return None
    if first.code in BY_CODE:
        return BY_CODE[first.code]
    # The word may hide what closes a block, whose place is further up.
    if any(d.code == "TF228" for d in diagnostics) or (word in PLUSCAL_WORDS and first.code in ("TF210", "TF218", "TF227")):
        return "reserved words as names"
    if excerpt.startswith('"') and first.code == "TF210":
        return "strings as names"
    if first.code == "TF310" and "declared by the algorithm further down" in first.message:
        return "initial values that TLC cannot compute"
    if first.code == "TF309" and "the translation uses the name" in first.message:
        return "reserved words as names"
    if first.code == "TF337" and word == "self":
        return "reserved words as names"
    if first.code == "TF224" and "macro" in first.message:
        return "empty macros"
    if word == "_":
        return "reserved words as names"
    return None
