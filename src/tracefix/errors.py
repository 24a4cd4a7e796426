"""The exception tree.

TracefixError
+-- InvalidInput        the user's files: carries diagnostics
+-- ToolMissing         Java or the TLA+ tools cannot be found: carries what to install
+-- ToolFailed          an outside tool ended in a way it should not: carries its output
+-- InternalError       a bug in tracefix: carries what to report
"""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostics import Diagnostic


class TracefixError(Exception):
    """Base of every exception that tracefix raises on purpose."""


class InvalidInput(TracefixError):
    """The input is wrong; `diagnostics` says where and why, all problems at once."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))


class ToolMissing(TracefixError):
    """An outside tool is missing or not the pinned one; the message says how to get it."""

    def __init__(self, message: str, hint: str) -> None:
        self.hint = hint
        super().__init__(f"{message}\n{hint}")


class ToolFailed(TracefixError):
    """An outside tool crashed or printed what cannot be read; `output` holds the end of what it said."""

    def __init__(self, message: str, output: str = "") -> None:
        self.output = output
        super().__init__(f"{message}\n{output}" if output else message)


class InternalError(TracefixError):
    """A bug in tracefix. Never shown as a finding about a protocol."""

    def __init__(self, message: str) -> None:
        report = "Please report this with the protocol that caused it and the output of 'tracefix doctor'."
        super().__init__(f"internal error: {message}\n{report}")
