"""`thalweg export`: a model for other programs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from thalweg.cli.options import FileOptions, with_options
from thalweg.cli.output import note
from thalweg.errors import InputError


class Target(StrEnum):
    """What a model can be written for."""

    LDAVIS = "ldavis"
    MALLET = "mallet"
    CSV = "csv"
    JSON = "json"
    SKLEARN = "sklearn"
    GENSIM = "gensim"


@with_options
def export(
    path: Annotated[
        Path, typer.Argument(metavar="MODEL", help="A saved model.", show_default=False)
    ],
    to: Annotated[
        Target, typer.Option(help="The program or format to write for.", show_default=False)
    ],
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="PATH",
            help="File to write; for mallet a folder. - is standard output, for csv, json, ldavis.",
            show_default=False,
        ),
    ],
    files: FileOptions,
    corpus: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Documents: needed by ldavis; mallet writes their topics.",
            show_default=False,
        ),
    ] = None,
    words: Annotated[
        int | None, typer.Option(min=1, show_default="20, ldavis 30", help="Words of a topic.")
    ] = None,
) -> None:
    """Write a model for another program.

    Example: thalweg export news.model --to ldavis --corpus news.csv --out news.json
    """
    if to is Target.LDAVIS and corpus is None:
        raise InputError("LDAvis sizes topics by documents; give some with --corpus FILE")
    from thalweg.cli.reading import stream_for
    from thalweg.export.targets import TEXTS, encoded_text, write
    from thalweg.model import TopicModel

    if out == "-" and to not in TEXTS:
        raise InputError(f"{to} is not text for standard output; give --out a name")
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    documents = None if corpus is None else stream_for(model, [corpus], files)
    if out == "-":
        typer.echo(encoded_text(model, to, documents, n_words=words), nl=False)
        return
    write(model, to, out, documents, n_words=words)
    note(f"wrote {out}")
