"""Where a command prints: its result to standard output, everything else to standard error."""

import codecs
import errno
import io
import json
import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, cast

import typer

from thalweg.cli.options.grouped_options import typed_options
from thalweg.visible_text import visible

if TYPE_CHECKING:
    from rich.console import Console

    from thalweg.results import JunkTable

STANDARD_INPUT: Final = "-"
STANDARD_OUTPUT: Final = "-"
WIDTH_OF_A_FILE: Final = 100
MAX_JUNK_WORDS: Final = 8


def output_width() -> int:
    """Return the width of the terminal in characters, or a fixed width if there is none."""
    if not (sys.stdout.isatty() or "COLUMNS" in os.environ):
        return WIDTH_OF_A_FILE
    return shutil.get_terminal_size().columns


def console() -> "Console":
    """Return a console for tables."""
    from rich.console import Console

    file = None if sys.stdout.isatty() else cast(IO[str], _WithoutPadding())
    # The words of a corpus are not markup, whatever brackets and colons they contain.
    return Console(file=file, width=output_width(), highlight=False, markup=False, emoji=False)


def print_json(value: Any) -> None:
    """Print the result as one JSON value; dates and other values of columns become text."""
    typer.echo(json.dumps(value, indent=2, allow_nan=False, default=str))


def note(text: str) -> None:
    """Print a line about what was done to standard error."""
    typer.echo(wrapped_for_terminal(visible(text)), err=True)


def wrapped_for_terminal(text: str) -> str:
    """Return a text in lines that fit a terminal; in a file, a message is one line."""
    if not sys.stderr.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def print_lines(text: str) -> None:
    """Print the result as lines; on a terminal, long ones continue further to the right."""
    lines = text.split("\n")
    if sys.stdout.isatty():
        width = max(shutil.get_terminal_size().columns, 20)
        indents = [" " * (len(line) - len(line.lstrip()) + 4) for line in lines]
        lines = [
            textwrap.fill(
                line,
                width,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
            for line, indent in zip(lines, indents, strict=True)
        ]
    typer.echo("\n".join(lines))


def next_step(text: str, *command: str) -> None:
    """Print a useful next command to standard error, as in "by group: thalweg by my.model".

    On a terminal, a command that does not fit into the line gets a line of its own, where it can be
    copied. A command that would read standard input again is not printed.
    """
    if STANDARD_INPUT in command:
        return
    line = f"{text}: {shlex.join(('thalweg', *command))}"
    if sys.stderr.isatty() and len(line) > shutil.get_terminal_size().columns:
        note(f"{text}:")
        typer.echo(visible(f"  {shlex.join(('thalweg', *command))}"), err=True)
    else:
        note(line)


def next_explanation(
    model: Path, paths: Sequence[str], files: Any, documents: Sequence[Any]
) -> None:
    """Print how to explain the first of the documents, if their texts are known."""
    if documents and documents[0].snippet is not None:
        given = (*paths, *typed_options(files), "--document", str(documents[0].id))
        next_step("why the first document has its topics", "explain", str(model), *given)


def note_saved_model(path: Path) -> None:
    """Print where the model is, and how to look at it."""
    next_step(f"model saved in {path}; to look at it", "show", str(path))


def note_junk_words(found: "JunkTable", stop_words: str) -> None:
    """Print which words say nothing about topics, and how to leave them out next time.

    The words are added to the value that --stop-words has.
    """
    if not found:
        return
    shown = found[:MAX_JUNK_WORDS]
    first = shown[0]
    text = f"{first.word} looks like {first.reason} in {counted(len(first.topics), 'topic')}"
    if others := ", ".join(row.word for row in shown[1:]):
        text += f"; see also {others}"
    words = ",".join(row.word for row in shown)
    given = words if stop_words == "none" else f"{stop_words},{words}"
    pronoun = "them" if others else "it"
    note(f"{text}; to leave {pronoun} out: --stop-words {shlex.quote(given)}")


def counted(number: float, noun: str, plural: str | None = None) -> str:
    """Return the number with its noun, as in "1 pass" and "2,000 passes"."""
    return f"{number:,.0f} {noun if number == 1 else plural or f'{noun}s'}"


@contextmanager
def open_result(out: str) -> Iterator[IO[bytes]]:
    """Open standard output, or a file that appears only when it is complete."""
    if out == STANDARD_OUTPUT:
        try:
            yield cast(IO[bytes], _TerminalFile()) if sys.stdout.isatty() else sys.stdout.buffer
            sys.stdout.buffer.flush()
        except OSError as error:
            if os.strerror(errno.EPIPE) not in str(error):
                raise
            # Polars raises an error without a number when the reader closes the pipe (`| head`);
            # with the number, typer ends the command quietly.
            raise BrokenPipeError(errno.EPIPE, str(error)) from error
        return
    from thalweg.files.atomic import write_atomically

    with write_atomically(Path(out)) as (file,):
        yield file


class _WithoutPadding:
    """Writes to standard output without the blanks that fill the rows of a table."""

    def __init__(self) -> None:
        self.encoding = sys.stdout.encoding  # decides which lines a table is drawn with

    def write(self, text: str) -> int:
        sys.stdout.write("\n".join(line.rstrip(" ") for line in text.split("\n")))
        return len(text)

    def flush(self) -> None:
        sys.stdout.flush()


class _TerminalFile(io.RawIOBase):
    """Writes UTF-8 to a terminal, with control characters made visible."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        text = self._decoder.decode(bytes(data))
        sys.stdout.buffer.write(visible(text).encode())
        return len(data)
