"""The command line's front door: its commands, its global options, and how it fails.

NumPy, scikit-learn and the estimator are imported by the commands that need them and not here, so
that `thalweg --help` and completion answer at once.

Exit codes: 0 done, 1 failed, 2 wrong usage.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from thalweg.cli.demo import demo
from thalweg.cli.export import export
from thalweg.cli.info import info
from thalweg.cli.plot import plot
from thalweg.errors import ThalwegError

app = typer.Typer(
    name="thalweg",
    no_args_is_help=True,
    # A traceback is for a bug report: plain text that survives being pasted.
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(demo)
app.command()(info)
app.command()(export)
app.command()(plot)


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
def _read_global_options(
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
    try:
        app(args=arguments, obj=options)
    except ThalwegError as error:
        if options.debug:
            raise
        typer.secho(f"error: {error}", fg=typer.colors.RED, err=True)
        sys.exit(1)
