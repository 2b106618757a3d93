"""`thalweg corpus convert`: write a corpus in another format."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from thalweg.cli.commands.corpus import Source, note_written
from thalweg.cli.destinations import BAG_OF_WORDS, check_file
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions, WordOptions

EXAMPLES: Final = """
thalweg corpus convert news.corpus --to uci --out docword.news.txt.gz
thalweg corpus convert docword.news.txt.gz --to store --out copy.corpus
"""


class CorpusFormat(StrEnum):
    """Formats that a corpus can be written in."""

    STORE = "store"
    UCI = "uci"
    MATRIX_MARKET = "matrix_market"
    SVMLIGHT = "svmlight"
    LDA_C = "lda_c"
    VW = "vw"
    MALLET = "mallet"
    NPZ = "npz"


@with_options
def convert(
    source: Source,
    *,
    to: Annotated[
        CorpusFormat,
        typer.Option(
            metavar="FORMAT",
            help="Format to write: store (a corpus on disk), uci, matrix_market, svmlight, lda_c, "
            "vw, mallet or npz.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="PATH",
            help="Write to this file, or for store to this folder.",
            show_default=False,
        ),
    ],
    files: DocumentOptions,
    words: WordOptions,
) -> None:
    """Write a corpus in another format.

    Formats that number their words get a second file with the words, next to the first.
    """
    from thalweg.cli.input_files import read_files
    from thalweg.corpus.formats._shared.vocabulary_file import vocabulary_path
    from thalweg.corpus.store.writer import refuse_existing

    refuse_existing(out)
    if to is CorpusFormat.STORE:
        corpus = read_files([source], files, words, out=out)
    else:
        refuse_existing(vocabulary_path(out))
        check_file(out, BAG_OF_WORDS, inputs=[source])
        corpus = read_files([source], files, words)
        corpus.write(out, to.value)
    note_written(corpus, out)
