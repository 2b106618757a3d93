"""The entry point of the command line: its commands, global options and errors.

NumPy, polars and the model are imported by the commands that need them, and not here, so that
`thalweg --help` and shell completion answer at once.

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 ended by SIGTERM, 129 by SIGHUP.
"""

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Final, NoReturn, TextIO

import typer

from thalweg.cli.commands import (
    choose_k,
    demo,
    evaluate,
    explore,
    export,
    infer,
    info,
    merge,
    plot,
    show,
    topics,
    train,
    update,
)
from thalweg.cli.commands.answers import (
    by,
    compare,
    edit,
    examples,
    explain,
    hierarchy,
    index,
    name,
    outliers,
    over_time,
    similar,
    words,
)
from thalweg.cli.commands.corpus import build as corpus_build
from thalweg.cli.commands.corpus import convert as corpus_convert
from thalweg.cli.commands.corpus import info as corpus_info
from thalweg.cli.commands.corpus import merge as corpus_merge
from thalweg.cli.help_format import add_command, help_command, new_group
from thalweg.cli.library_messages import for_command_line
from thalweg.cli.output import note, wrapped_for_terminal
from thalweg.errors import ThalwegError, ThalwegWarning
from thalweg.system.native_panics import hide_panics
from thalweg.visible_text import visible

INTERRUPTED: Final = 130

app: typer.Typer = new_group("thalweg", "Find the topics in a collection of documents.")
add_command(app, topics.topics, topics.EXAMPLES)
add_command(app, train.train, train.EXAMPLES)
add_command(app, update.update, update.EXAMPLES)
add_command(app, merge.merge, merge.EXAMPLES)
add_command(app, explore.explore, explore.EXAMPLES)
add_command(app, show.show, show.EXAMPLES)
add_command(app, words.words, words.EXAMPLES)
add_command(app, name.name, name.EXAMPLES)
add_command(app, edit.edit, edit.EXAMPLES)
add_command(app, infer.infer, infer.EXAMPLES)
add_command(app, by.by, by.EXAMPLES)
add_command(app, over_time.over_time, over_time.EXAMPLES)
add_command(app, examples.examples, examples.EXAMPLES)
add_command(app, explain.explain, explain.EXAMPLES)
add_command(app, outliers.outliers, outliers.EXAMPLES)
add_command(app, similar.similar, similar.EXAMPLES)
add_command(app, index.index, index.EXAMPLES)
add_command(app, hierarchy.hierarchy, hierarchy.EXAMPLES)
add_command(app, compare.compare, compare.EXAMPLES)
add_command(app, evaluate.evaluate, evaluate.EXAMPLES)
add_command(app, choose_k.choose_k, choose_k.EXAMPLES)
add_command(app, export.export, export.EXAMPLES)
add_command(app, plot.plot, plot.EXAMPLES)
add_command(app, demo.demo, demo.EXAMPLES)
add_command(app, info.info, info.EXAMPLES)
add_command(app, help_command, "thalweg help\nthalweg help topics")

corpus: typer.Typer = new_group("corpus", "Build, inspect, convert and merge corpora on disk.")
add_command(corpus, corpus_build.build, corpus_build.EXAMPLES)
add_command(corpus, corpus_info.info, corpus_info.EXAMPLES)
add_command(corpus, corpus_convert.convert, corpus_convert.EXAMPLES)
add_command(corpus, corpus_merge.merge, corpus_merge.EXAMPLES)
app.add_typer(corpus)


@dataclass
class GlobalOptions:
    """Options before the name of the command; `main` reads them after a command has failed."""

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
    """Store the global options."""
    context.ensure_object(GlobalOptions).debug = debug
    if not debug:
        hide_panics()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; the arguments are those of the process by default."""
    options = GlobalOptions()
    _prepare_streams()
    with warnings.catch_warnings(), _ended_by_signals() as received:
        warnings.showwarning = _show_warning
        try:
            app(args=arguments, prog_name="thalweg", obj=options)
        except SystemExit as end:
            if end.code == INTERRUPTED and received:
                sys.exit(128 + received[0])  # quietly: the terminal may be gone
            if end.code == INTERRUPTED:
                note("interrupted")
            raise
        except Exception as error:
            if options.debug:
                raise
            _fail(error)
        except BaseException as error:
            # A panic in Rust code is not an Exception.
            if options.debug or type(error).__name__ != "PanicException":
                raise
            _fail(error)


def _prepare_streams() -> None:
    """Replace streams that the shell has closed, and print what an encoding lacks as escapes."""
    for handle, attribute in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(handle)
        except OSError:
            # Otherwise the next file that is opened takes this number, and output enters it.
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, attribute) is None:
            setattr(sys, attribute, open(handle, "w" if handle else "r", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", None) == "strict" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def _ended_by_signals() -> Iterator[list[int]]:
    """End a command that gets SIGTERM or SIGHUP as Ctrl-C does, so that it removes partial files.

    Yields a list, to which the number of the signal is added.
    """
    received: list[int] = []
    names = ("SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    # Not those that are ignored (nohup), or that a program which calls main() handles.
    handled = [each for each in signals if signal.getsignal(each) is signal.SIG_DFL]

    def end(number: int, _: object) -> None:
        received.append(number)
        for each in handled:
            signal.signal(each, signal.SIG_IGN)  # the first one is being obeyed
        raise KeyboardInterrupt

    for each in handled:
        signal.signal(each, end)
    try:
        yield received
    finally:
        for each in handled:
            signal.signal(each, signal.SIG_DFL)


def _fail(error: BaseException) -> NoReturn:
    """Print the error in one line and exit."""
    if isinstance(error, ThalwegError):
        message = for_command_line(str(error))
    elif isinstance(error, OSError):
        message = f"{error}. Check that the disk is not full and that all files still exist."
    elif isinstance(error, MemoryError):
        message = f"not enough memory ({error}). Use fewer words, topics or threads."
    else:
        message = (
            f"{type(error).__name__}: {error}. This is a bug in thalweg. Run the command again as "
            "thalweg --debug COMMAND ... and report what it prints."
        )
    one_line = visible(" ".join(message.splitlines()))
    typer.secho(wrapped_for_terminal(f"error: {one_line}"), fg=typer.colors.RED, err=True)
    sys.exit(1)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning of thalweg as one line; other packages' warnings are about code."""
    if issubclass(category, ThalwegWarning):
        # Over a progress bar that may be in this line; it is drawn again below.
        clear = "\r\x1b[2K" if sys.stderr.isatty() else ""
        typer.echo(clear, nl=False, err=True)
        note(f"warning: {for_command_line(str(message))}")
        return
    stream: Any = file or sys.stderr
    stream.write(visible(warnings.formatwarning(message, category, filename, lineno, line)))
