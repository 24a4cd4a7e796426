"""A progress bar on standard error; rich is loaded when there is a terminal to show it on."""

from __future__ import annotations

import sys
from typing import Any


class Bar:
    """Counts tasks, and says what is being done; silent when standard error is not a terminal. Use as a context manager."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._progress: Any = None
        self._line: Any = None
        self._name = ""

    def __enter__(self) -> Bar:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self._line = self._progress.add_task("", total=self._total)
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def start(self, name: str) -> None:
        """A task begins."""
        self._name = name
        self.tell("")

    def tell(self, text: str) -> None:
        """What is being done."""
        if self._progress is not None:
            self._progress.update(self._line, description=f"{self._name}  {text}")

    def done(self) -> None:
        """A task is done."""
        if self._progress is not None:
            self._progress.advance(self._line)
