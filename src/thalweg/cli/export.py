"""`thalweg export`: a model for other programs."""

from enum import StrEnum
from typing import Annotated

import typer

from thalweg.errors import InputError


class Target(StrEnum):
    """What a model can be written for."""

    LDAVIS = "ldavis"
    MALLET = "mallet"
    CSV = "csv"
    JSON = "json"
    SKLEARN = "sklearn"
    GENSIM = "gensim"


def export(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model file.")],
    to: Annotated[Target, typer.Option("--to", help="The program or format to write for.")],
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="PATH",
            help="File to write; for mallet a folder. - is standard output, for csv, json, ldavis.",
        ),
    ],
    corpus: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Documents: needed by ldavis, used by mallet for doc-topics."
        ),
    ] = None,
    column: Annotated[str, typer.Option(help="Column of the corpus that holds the text.")] = "text",
    words: Annotated[
        int | None, typer.Option(min=1, show_default="20, ldavis 30", help="Words of a topic.")
    ] = None,
) -> None:
    """Write a model for another program.

    Example: thalweg export news.model --to ldavis --corpus news.csv --out news.json
    """
    if to is Target.LDAVIS and corpus is None:
        raise InputError("LDAvis sizes topics by documents; give some with --corpus FILE")
    from thalweg.cli.model_documents import documents_for
    from thalweg.export import files
    from thalweg.model import TopicModel

    if out == "-" and to not in files.TEXTS:
        raise InputError(f"{to} is not text for standard output; give --out a name")
    trained = TopicModel.load(model)
    uses_documents = to in (Target.LDAVIS, Target.MALLET)
    documents = None
    if corpus is not None and uses_documents:
        documents = documents_for(trained, corpus, column)
    if out == "-":
        typer.echo(files.encoded_text(trained, to, documents, n_words=words), nl=False)
        return
    files.write(trained, to, out, documents, n_words=words)
    typer.echo(f"wrote {out}", err=True)
