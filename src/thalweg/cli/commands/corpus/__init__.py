"""`thalweg corpus`: commands for corpora on disk."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thalweg.cli.output import counted, note

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus

Source = Annotated[
    str,
    typer.Argument(
        metavar="CORPUS",
        help="Stored corpus, bag of words, or texts. - is standard input.",
        show_default=False,
    ),
]
NewCorpus = Annotated[
    Path,
    typer.Option(
        "--out",
        "-o",
        metavar="FOLDER",
        help="Write the corpus to this folder.",
        show_default=False,
    ),
]


def note_written(corpus: "Corpus", out: Path) -> None:
    """Print what was written, and its size."""
    note(
        f"wrote {out}: {counted(corpus.n_documents, 'document')}, "
        f"{counted(corpus.n_words, 'word')}, {counted(corpus.n_tokens, 'token')}"
    )
