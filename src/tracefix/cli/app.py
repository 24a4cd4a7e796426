"""The group of commands, and what becomes of exceptions."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from importlib import import_module
from typing import NoReturn

import click

from .. import __version__
from ..errors import InternalError, InvalidInput, ToolFailed, ToolMissing
from . import interrupts
from .exits import Exit
from .output import show_invalid
from .streams import cannot_write, give_up_output, open_streams

COMMANDS = {
    "validate": "topology rules, PlusCal syntax, labels and names",
    "scaffold": "a protocol's skeleton from a topology",
    "check": "explore every interleaving with the native checker",
    "verify": "check, then run TLC and compare",
    "report": "one HTML page: verdict, traces, diagnosis, source, topology",
    "fmt": "lay out the algorithm of a protocol",
    "suite": "the coordination tasks: list, show, check",
    "explain": "what a diagnostic code means, with a wrong and a right example",
    "doctor": "what is installed, what is missing, and how to get it",
}
"""Each command and its line of help; the module of the same name holds it as `command`."""


class _Lazy(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __package__).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="tracefix", message="%(prog)s %(version)s")
def cli() -> None:
    """Prove that agents which coordinate through locks, counters and channels cannot deadlock."""


def run() -> NoReturn:
    """Run the command that `sys.argv` names and end the process."""
    # Looking for pydantic's plugins means reading every installed distribution; tracefix uses none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    interrupts.install()
    open_streams()
    try:
        status = _status()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone.
        give_up_output()
        status = Exit.PIPE
    except KeyboardInterrupt:
        status = Exit.INTERRUPTED
    except OSError as error:
        status = _no_output(error)
    # From here on there is nothing left to interrupt.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stderr.flush()
    sys.exit(int(status))


def _no_output(error: OSError) -> int:
    give_up_output()
    print(f"tracefix: cannot write the output: {(error.strerror or str(error)).lower()}", file=sys.stderr)
    return Exit.OUTPUT


def _status() -> int:
    try:
        # Not `cli.main`: it answers a closed pipe and an interrupt itself.
        with cli.make_context("tracefix", sys.argv[1:]) as context:
            result = cli.invoke(context)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return Exit.INTERRUPTED
    except BrokenPipeError:
        raise
    except InvalidInput as error:
        show_invalid(error.diagnostics)
        return Exit.INVALID
    except (ToolMissing, ToolFailed) as error:
        print(f"tracefix: {error}", file=sys.stderr)
        return Exit.TOOL
    except OSError as error:
        if cannot_write(error):
            return _no_output(error)
        return _internal(error)
    except Exception as error:  # Whatever else arrives here is a bug, and is reported as one.
        return _internal(error)
    return result if isinstance(result, int) else Exit.OK


def _internal(error: Exception) -> int:
    traceback.print_exc()
    if not isinstance(error, InternalError):
        print(InternalError(f"{type(error).__name__} was not handled"), file=sys.stderr)
    return Exit.INTERNAL
