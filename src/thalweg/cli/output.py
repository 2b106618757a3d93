"""What a command prints: its result on standard output, all else on standard error."""

import json
import os
import sys
from typing import TYPE_CHECKING, Any, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console

WIDTH_OF_A_FILE: Final = 100


def console() -> "Console":
    """For tables; it asks the terminal for its width and gives a file a fixed one."""
    from rich.console import Console

    told = sys.stdout.isatty() or "COLUMNS" in os.environ
    # Words of a corpus are not markup, whatever brackets and colons they have.
    return Console(
        width=None if told else WIDTH_OF_A_FILE, highlight=False, markup=False, emoji=False
    )


def print_json(value: Any) -> None:
    """The result as one JSON value, for programs."""
    typer.echo(json.dumps(value, indent=2, allow_nan=False))


def note(text: str) -> None:
    """A line about what was done, which is not the result."""
    typer.echo(text, err=True)
