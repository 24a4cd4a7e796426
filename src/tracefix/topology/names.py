"""Which names a topology may use, and which legal name an illegal one suggests.

Ids become TLA+ constants (agents) and PlusCal variables (resources and channels) under the same spelling, so a name must be an
identifier and must not mean anything else in a protocol, its translation or its configuration.
"""

from __future__ import annotations

import re
from collections.abc import Collection

IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

# Lamport, "Specifying Systems" and "TLA+2: A Preliminary Guide": the reserved words, SANY's list.
_TLA_WORDS = """
    ACTION ASSUME ASSUMPTION AXIOM BOOLEAN BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF DEFINE DEFS DOMAIN ELSE ENABLED EXCEPT
    EXTENDS FALSE HAVE HIDE IF IN INSTANCE LAMBDA LEMMA LET LOCAL MODULE NEW OBVIOUS OMITTED ONLY OTHER PICK PROOF PROPOSITION PROVE
    QED RECURSIVE STATE STRING SUBSET SUFFICES TAKE TEMPORAL THEN THEOREM TRUE UNCHANGED UNION USE VARIABLE VARIABLES WITH WITNESS
"""
# "A PlusCal User's Manual": the words of both syntaxes.
_PLUSCAL_WORDS = """
    algorithm assert await begin call define do either else elsif end fair goto if macro or print procedure process return self
    skip then variable variables when while with
"""
# What pcal.trans adds to a module.
_TRANSLATION_NAMES = "Done Error Init Next ProcSet Spec Terminating Termination defaultInitValue pc stack vars"
# The modules that a scaffold extends.
_MODULE_OPERATORS = """
    Any Append Assert Cardinality FiniteSets Head Int Integers IsFiniteSet JavaTime Len Nat Naturals Permutations Print PrintT
    RandomElement SelectSeq Seq Sequences SortSeq SubSeq TLC TLCEval TLCGet TLCSet Tail ToString
"""
# Words of a TLC configuration, where agents are named.
_CFG_WORDS = """
    ACTION_CONSTRAINT ACTION_CONSTRAINTS ALIAS CHECK_DEADLOCK CONSTRAINT CONSTRAINTS INIT INVARIANT INVARIANTS NEXT POSTCONDITION
    PROPERTIES PROPERTY SPECIFICATION SYMMETRY TYPE TYPE_CONSTRAINT VIEW
"""
MACROS = ("acquire", "release", "take", "give", "send", "receive")
"""The macros of a scaffold."""
_SCAFFOLD_NAMES = ("AllDone", "TypeInvariant", "ChannelBound", "NoOrphanLocks", "ChannelsDrained", "Protocol", *MACROS)

_MEANINGS = {
    **dict.fromkeys(_TLA_WORDS.split(), "a word of TLA+"),
    **dict.fromkeys(_PLUSCAL_WORDS.split(), "a word of PlusCal"),
    **dict.fromkeys(_TRANSLATION_NAMES.split(), "a name that the PlusCal translation defines"),
    **dict.fromkeys(_MODULE_OPERATORS.split(), "a name of the standard modules"),
    **dict.fromkeys(_CFG_WORDS.split(), "a word of TLC configuration files"),
    **dict.fromkeys(_SCAFFOLD_NAMES, "a name that the scaffold defines"),
    "FREE": "the value of a lock that nobody holds",
}
_PREFIXES = {
    "WF_": "the start of a fairness formula of TLA+",
    "SF_": "the start of a fairness formula of TLA+",
    "tf_": "kept for names that tracefix generates",
}


def meaning(name: str) -> str | None:
    """What a name already means in a protocol, as the end of a sentence; None when it is free."""
    if name in _MEANINGS:
        return _MEANINGS[name]
    return next((reason for prefix, reason in _PREFIXES.items() if name.startswith(prefix)), None)


def is_identifier(name: str) -> bool:
    """Whether a name is spelt as an identifier: an ASCII letter, then ASCII letters, digits and `_`."""
    return IDENTIFIER.fullmatch(name) is not None


def suggest(name: str, taken: Collection[str], fallback: str) -> str:
    """A legal name close to `name` that is not in `taken`; `fallback` is the stem when nothing of it can be kept."""
    stem = re.sub(r"[^A-Za-z0-9_]+", "_", name).strip("_")
    if not stem or not stem[0].isalpha():
        stem = f"{fallback}_{stem}".rstrip("_")
    if meaning(stem) is not None:
        stem = f"{fallback}_{stem}"
    return fresh(stem, taken)


def fresh(stem: str, taken: Collection[str]) -> str:
    """The stem, or the stem with the first number from 2 that makes it new and legal."""
    candidate, number = stem, 1
    while candidate in taken or meaning(candidate) is not None:
        number += 1
        candidate = f"{stem}_{number}"
    return candidate
