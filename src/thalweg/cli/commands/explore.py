"""`thalweg explore`: a live page about a model, while it trains or afterwards."""

import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.destinations import MODEL, check_file
from thalweg.cli.options.common_options import Force, held_out_option
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.model_options import ModelOptions, build_model
from thalweg.cli.options.reading_options import DocumentOptions, WordOptions
from thalweg.cli.output import note, note_saved_model

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel

_PAGE: Final = "Page"

EXAMPLES: Final = """
thalweg explore reviews.csv -k 20
thalweg explore news.corpus -k 50 --port 8000 --no-open
thalweg explore news.model news.csv
"""


@with_options
def explore(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="[MODEL] FILE",
            help="Documents, as for `thalweg train`. If the first file is a saved model, it is "
            "shown and not trained.",
            show_default=False,
        ),
    ],
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="MODEL",
            help="Write the model to this file when the explorer ends.",
            show_default="not written; the page can save it",
        ),
    ] = None,
    force: Force = False,
    model_options: ModelOptions,
    held_out: Annotated[Any, held_out_option("1 %, at most 1000; 0 is none")] = None,
    port: Annotated[
        int,
        typer.Option(
            min=0,
            max=65535,
            metavar="PORT",
            help="Port of the page on this machine.",
            show_default="any free port",
            rich_help_panel=_PAGE,
        ),
    ] = 0,
    open_page: Annotated[
        bool,
        typer.Option("--open/--no-open", help="Open the page in a browser.", rich_help_panel=_PAGE),
    ] = True,
    files: DocumentOptions,
    words: WordOptions,
) -> None:
    """Open a page that shows topics while they form.

    The page is served on this machine only, and nothing leaves it. Training is that of `thalweg
    train` with the same options: the model is the same, bit for bit. Stop with Ctrl-C.
    """
    from thalweg.cli.commands.train import number_held_out
    from thalweg.cli.explored_files import document_reader
    from thalweg.explore.session import Session

    serve = _server()
    if out is not None:
        inputs = [*paths, model_options.seeds, *words.stop_word_files]
        check_file(out, MODEL, inputs=inputs, force=force)
    trained = _saved_model(paths)
    if trained is not None:
        trained.n_jobs = files.threads
        reader = document_reader(paths[1:], files, words, trained)
        session = Session(reader, trained)
    else:
        model = build_model(model_options, files.threads)

        def split(corpus: "Corpus") -> tuple["Corpus", "Corpus | None"]:
            n = number_held_out(held_out, corpus.n_documents)
            return corpus.split(n, random_state=model_options.seed) if n else (corpus, None)

        session = Session(document_reader(paths, files, words, None), model, split)
        session.training_command = training_command(sys.argv[1:])
    # Ctrl-C is how the explorer ends.
    with suppress(KeyboardInterrupt):
        serve(
            session,
            port=port,
            open_browser=open_page,
            announce=lambda url: note(f"open {url}\nCtrl-C ends the explorer"),
        )
    session.wait()
    if out is not None and hasattr(session.model, "state_"):
        session.model.save(out, metadata=session.model.metadata_)
        note_saved_model(out)


def training_command(arguments: list[str]) -> str | None:
    """Return the `thalweg train` with the options of a `thalweg explore`."""
    if not arguments or arguments[0] != "explore":
        return None
    kept, is_value = [], False
    for argument in arguments[1:]:
        if is_value:
            is_value = False
        elif argument in ("--port", "--out", "-o"):
            is_value = True
        elif argument not in ("--open", "--no-open", "--force") and not argument.startswith(
            ("--port=", "--out=")
        ):
            kept.append(argument)
    return shlex.join(["thalweg", "train", *kept])


def _server() -> Any:
    try:
        from thalweg.explore.serving.server import serve
    except ModuleNotFoundError as error:
        from thalweg.errors import InputError

        raise InputError(
            f"thalweg explore needs the package {error.name}; install it with: pip install "
            "'thalweg[explore]'"
        ) from None
    return serve


def _saved_model(paths: list[str]) -> "TopicModel | None":
    """Return the model if the first of several files is one."""
    from thalweg.model import TopicModel

    first = Path(paths[0])
    if not first.is_file():
        return None
    with first.open("rb") as file:
        if not MODEL.is_own(file.read(64), b""):
            return None
    if len(paths) == 1:
        raise typer.BadParameter(
            f"{first} is a saved model; expected its documents after it: thalweg explore "
            f"{first} FILE",
            param_hint="FILE",
        )
    return TopicModel.load(first)
