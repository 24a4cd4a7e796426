"""The command line. `main` is the console script; it loads a command's module only when that command is run."""

from __future__ import annotations


def main() -> None:
    """Run the command line and end the process with the command's exit status."""
    from .app import run

    run()


__all__ = ["main"]
