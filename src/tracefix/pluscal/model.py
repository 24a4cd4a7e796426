"""What a parsed `.tla` file and a parsed `.cfg` file are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Union

from ..diagnostics import Diagnostic
from ..source import Source, Span
from .ast import Algorithm, Definition, Expr


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A definition that cannot be read as an ordinary expression (temporal, recursive, ...): an error only if used."""

    name: str
    diagnostic: Diagnostic


@dataclass(frozen=True, slots=True)
class Module:
    """A `.tla` file: `algorithm` has its macros expanded and its labels checked; `written` is as the author wrote it.

    `definitions` holds those before the algorithm, in its `define` block and after the translation, by name, in
    order; what stands between BEGIN TRANSLATION and END TRANSLATION is skipped. `warnings` are non-fatal findings. `assumptions`
    are those that TLC evaluates before it starts, as far as they can be evaluated here.
    """

    source: Source
    name: str
    extends: tuple[str, ...]
    constants: tuple[tuple[str, Span], ...]
    definitions: Mapping[str, Definition | Unsupported]
    algorithm: Algorithm
    written: Algorithm
    warnings: tuple[Diagnostic, ...]
    assumptions: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelValueName:
    """A model value in a configuration: `FREE = FREE`."""

    name: str


CfgValue = Union[ModelValueName, str, int, bool, frozenset["CfgValue"]]


@dataclass(frozen=True, slots=True)
class Config:
    """A `.cfg` file. `constants` maps a constant to its value; `overrides` maps `C <- D` (an operator of the module).

    `specification` is None when the file names none; `check_deadlock` is TRUE unless the file says otherwise.
    Entries keep their spans in `spans`, keyed by (section, name).
    """

    source: Source | None
    specification: str | None
    constants: Mapping[str, CfgValue]
    overrides: Mapping[str, str]
    invariants: tuple[str, ...]
    constraints: tuple[str, ...]
    check_deadlock: bool
    spans: Mapping[tuple[str, str], Span]
