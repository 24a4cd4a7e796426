"""Options that commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from math import isnan
from pathlib import Path
from typing import Any, TypeVar, cast

import click

F = TypeVar("F", bound=Callable[..., Any])

_UNITS = {
    "": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12, "kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40,
}  # fmt: skip
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]*)")


class Size(click.ParamType[int]):
    """An amount of memory: `8GiB`, `500MB`, `1.5 GiB`, or bytes."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The size in bytes."""
        if isinstance(value, int):
            return value
        match = _SIZE.fullmatch(str(value).strip())
        if match is None:
            self.fail(f"{value!r} is not a size; write for example 500MB or 8GiB", param, ctx)
        unit = match.group(2).lower()
        if unit not in _UNITS:
            self.fail(f"{match.group(2)!r} is not a unit of memory; units are B, KB, MB, GB, TB, KiB, MiB, GiB, TiB", param, ctx)
        size = int(float(match.group(1)) * _UNITS[unit])
        if size < 1:
            self.fail("the size must be at least one byte", param, ctx)
        return size


class Seconds(click.FloatRange):
    """A positive number of seconds."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; what is not one (`nan`) is refused."""
        seconds = super().convert(value, param, ctx)
        if isinstance(seconds, float) and isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds


class UserPath(click.Path):
    """A path; an empty one, as of a variable that is not set, and one that the system takes for none are refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if value == "":
            self.fail("the path is empty; write . for this folder", param, ctx)
        try:
            Path(value).exists()
        except (OSError, ValueError) as error:
            self.fail(f"this is no path: {getattr(error, 'strerror', None) or error}".lower(), param, ctx)
        return super().convert(value, param, ctx)


def path_argument(name: str = "path", metavar: str = "PATH") -> Callable[[F], F]:
    """The folder or file that a command works on."""
    return click.argument(name, metavar=metavar, type=UserPath())


def topology_option() -> Callable[[F], F]:
    """`--topology`."""
    return click.option("--topology", type=UserPath(), metavar="FILE", help="the topology to check against, wherever the protocol lies")


def json_option(what: str) -> Callable[[F], F]:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help=f"print {what} as one JSON object")


def format_option(what: str, *more: str) -> Callable[[F], F]:
    """`--format` and `--json`, as the keyword argument `form`: `text`, `json`, `sarif`, or one of `more`."""

    def decorate(function: F) -> F:
        @click.option("--format", "form", type=click.Choice(["text", "json", "sarif", *more]), help=f"print {what} in this form")
        @click.option("--json", "as_json", is_flag=True, help="the same as --format json")
        @wraps(function)
        def wrapped(*arguments: Any, form: str | None, as_json: bool, **options: Any) -> Any:
            if as_json and form not in (None, "json"):
                raise click.UsageError(f"--json and --format {form} exclude each other")
            return function(*arguments, form="json" if as_json else form or "text", **options)

        return cast(F, wrapped)

    return decorate


def check_options(reduce: str, *, all_option: bool = True) -> Callable[[F], F]:
    """The options of a search, as keyword arguments of `tracefix.check`; `reduce` is the default to show for `--reduce`."""
    choices = (
        click.option("--bound", type=click.IntRange(min=1, max=2**31 - 1), metavar="N", help="let every channel hold at most N messages"),
        click.option(
            "--reduce", type=click.Choice(["none", "safe", "full"]), default=None, show_default=reduce, help="skip needless states"
        ),
        click.option("--granularity", type=click.Choice(["label", "op"]), default="label", show_default=True, help="what one step is"),
        click.option(
            "--threads", type=click.IntRange(min=1), default=None, show_default="all processors", metavar="N", help="search with N threads"
        ),
        click.option("--max-states", type=click.IntRange(min=1), metavar="N", help="stop after N distinct states"),
        click.option("--max-memory", type=Size(), metavar="SIZE", help="take at most this much memory, for example 8GiB"),
        click.option("--timeout", type=Seconds(), metavar="S", help="stop after S seconds"),
        click.option(
            "--tmpdir",
            type=click.Path(exists=True, file_okay=False, writable=True),
            metavar="DIR",
            help="where states go when memory gets scarce (TRACEFIX_TMPDIR)",
        ),
        click.option("--all", "all_violations", is_flag=True, help="a shortest trace of each violated property, not only of the first"),
    )

    def decorate(function: F) -> F:
        for choice in reversed(choices if all_option else choices[:-1]):
            function = choice(function)
        return function

    return decorate
