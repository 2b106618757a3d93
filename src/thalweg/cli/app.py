"""The command line's front door: its commands, its global options, and how it fails.

NumPy, polars and the model are imported by the commands that need them and not here, so that
`thalweg --help` and completion answer at once.

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
"""

import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn, TextIO

import typer
from typer.core import TyperGroup

from thalweg.cli.commands.corpus import app as corpus
from thalweg.cli.commands.demo import demo
from thalweg.cli.commands.evaluate import evaluate
from thalweg.cli.commands.export import export
from thalweg.cli.commands.infer import infer
from thalweg.cli.commands.info import info
from thalweg.cli.commands.merge import merge
from thalweg.cli.commands.plot import plot
from thalweg.cli.commands.show import show
from thalweg.cli.commands.similar import similar
from thalweg.cli.commands.topics import topics
from thalweg.cli.commands.train import train
from thalweg.cli.commands.update import update
from thalweg.cli.commands.words import words
from thalweg.cli.output import note
from thalweg.cli.wording import for_the_shell
from thalweg.errors import ThalwegError, ThalwegWarning

INTERRUPTED = 130


class FrontPage(TyperGroup):
    """Help on the commands without rich, which would take longer to import than all the rest."""

    def format_help(self, *arguments: Any) -> None:
        """Write the page as click does."""
        self.rich_markup_mode = None
        super().format_help(*arguments)


app = typer.Typer(
    name="thalweg",
    cls=FrontPage,
    no_args_is_help=True,
    # A traceback is for a bug report: plain text that survives being pasted.
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (topics, train, update, infer, show, words, similar, evaluate, merge, export, plot):
    app.command()(command)
app.add_typer(corpus)
app.command()(demo)
app.command()(info)


@dataclass
class GlobalOptions:
    """What stands before the command's name; `main` reads it after the command has failed."""

    debug: bool = False


def _print_version(wanted: bool) -> None:
    if wanted:
        from thalweg import __version__

        typer.echo(f"thalweg {__version__}")
        raise typer.Exit


@app.callback()
def read_global_options(
    context: typer.Context,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the full traceback of an error.")
    ] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Find the topics that run through a collection of documents."""
    context.ensure_object(GlobalOptions).debug = debug


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line, with the process's own arguments by default, and exit."""
    options = GlobalOptions()
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        try:
            app(args=arguments, prog_name="thalweg", obj=options)
        except SystemExit as ended:
            if ended.code == INTERRUPTED:
                note("interrupted")
            raise
        except Exception as error:
            if options.debug:
                raise
            _fail(error)


def _fail(error: Exception) -> NoReturn:
    told = f"{type(error).__name__}: {error}"
    if isinstance(error, ThalwegError):
        told = str(error)
    elif isinstance(error, OSError):
        told = f"{error}. Is the disk full, or a file gone?"
    elif isinstance(error, MemoryError):
        told = f"there is not enough memory ({error}). Use fewer words, topics or threads."
    else:
        told += ". This is a bug in thalweg; run `thalweg --debug ...` and report what it shows."
    typer.secho(f"error: {for_the_shell(told)}", fg=typer.colors.RED, err=True)
    sys.exit(1)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning of thalweg's own is for the user, one of another package about code."""
    if issubclass(category, ThalwegWarning):
        note(f"warning: {for_the_shell(str(message))}")
        return
    shown: Any = file or sys.stderr
    shown.write(warnings.formatwarning(message, category, filename, lineno, line))
