"""PlusCal and the TLA+ around it: text to checked syntax trees.

Nothing is loaded until something is parsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..source import Source

if TYPE_CHECKING:
    from .ast import Definition, Expr
    from .model import Config, Module
    from .unknown import Expected

__all__ = ["parse_cfg", "parse_definitions", "parse_expression", "parse_module"]


def parse_module(source: Source, expected: Expected | None = None) -> Module:
    """Read a `.tla` file with a PlusCal algorithm, expand its macros, and check its labels and names.

    `expected` are names that belong to the protocol although it may have forgotten them. Raises InvalidInput with every problem that
    can be found in one pass: syntax (TF2xx), and labels and names (TF3xx) as far as it is clear what the text means.
    """
    from .check import check_module

    return check_module(source, expected)


def parse_expression(source: Source | str) -> Expr:
    """Read one TLA+ expression. Raises InvalidInput."""
    from .module import read_expression

    return read_expression(Source("expression", source) if isinstance(source, str) else source)


def parse_definitions(source: Source | str) -> dict[str, Definition]:
    """Read TLA+ definitions, by name in order. Raises InvalidInput, also for definitions that are good TLA+ but not supported."""
    from .module import read_definitions

    return read_definitions(Source("definitions", source) if isinstance(source, str) else source)


def parse_cfg(source: Source) -> Config:
    """Read a TLC configuration. Raises InvalidInput."""
    from .cfg import read_cfg

    return read_cfg(source)
