"""What a command prints: its result on standard output, all else on standard error."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console

STANDARD_OUTPUT: Final = "-"
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


@contextmanager
def open_result(out: str) -> Iterator[IO[bytes]]:
    """Standard output, or a file that appears when it is whole."""
    if out == STANDARD_OUTPUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    from thalweg.files.atomic import write_atomically

    with write_atomically(Path(out)) as (file,):
        yield file
