"""`thalweg similar`: documents most like one."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thalweg.cli.options import FileOptions, with_options
from thalweg.cli.output import console, print_json

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel


@with_options
def similar(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A saved model.")],
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Documents; - is standard input.")
    ],
    options: FileOptions,
    to: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Id of one of the documents, or its row from 0."),
    ] = None,
    text: Annotated[str | None, typer.Option(help="A text of your own.")] = None,
    file: Annotated[Path | None, typer.Option(help="A file with a text of your own.")] = None,
    n: Annotated[int, typer.Option("-n", min=1, help="Documents to show.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the documents whose topics are most like those of one.

    That one is given by --to, --text or --file. The distance is Hellinger's: 0 for the same
    proportions, 1 for no topic in common.

    Example: thalweg similar news.model articles.jsonl --text "interest rates rise again"
    """
    if [to, text, file].count(None) != 2:
        raise typer.BadParameter("expected one of --to, --text and --file")
    if to is not None and "-" in files:
        raise typer.BadParameter("standard input is read once; --to needs a file to search first")
    from thalweg.analysis.document_topics import infer_stream, proportions
    from thalweg.analysis.similarity import most_similar
    from thalweg.cli.reading import stream_for
    from thalweg.model import TopicModel
    from thalweg.system.threads import resolve_threads

    opened = TopicModel.load(model)
    row = None
    if to is not None:
        row, document = _find(to, stream_for(opened, files, options))
    else:
        document = _document_of(opened, text, file)
    shares = proportions(opened.state_, document.documents())[0]
    n_threads = resolve_threads(options.threads)
    corpora = stream_for(opened, files, options)
    batches = infer_stream(opened.state_, corpora, n_threads=n_threads)
    found = most_similar(shares, batches, n, except_row=row)
    if as_json:
        print_json(
            {
                "shares": [float(f"{share:.6g}") for share in shares],
                "documents": [asdict(document) for document in found],
            }
        )
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("distance", "row"):
        table.add_column(name, justify="right")
    table.add_column("document")
    for each in found:
        table.add_row(f"{each.distance:.3f}", str(each.document), str(each.id))
    console().print(table)


def _find(wanted: str, corpora: "Iterator[Corpus]") -> "tuple[int, Corpus]":
    """The document of an id; if none has it, of a row. Ids are looked for first: most are text."""
    from thalweg.errors import InputError

    by_row: tuple[int, Corpus] | None = None
    first = 0
    for corpus in corpora:
        ids = [str(name) for name in corpus.ids.to_list()]
        if wanted in ids:
            place = ids.index(wanted)
            return first + place, corpus[[place]]
        if wanted.isdecimal() and first <= int(wanted) < first + len(ids):
            by_row = int(wanted), corpus[[int(wanted) - first]]
        first += len(ids)
    if by_row is None:
        raise InputError(
            f"none of the {first:,} documents has the id {wanted!r}, and it is no row of them. Is "
            "the column of ids named, as in --metadata id?"
        )
    return by_row


def _document_of(model: "TopicModel", text: str | None, file: Path | None) -> "Corpus":
    """A document of the user's own, under the words of the model."""
    from thalweg.cli.reading import words_of
    from thalweg.corpus.reading import stream
    from thalweg.errors import InputError

    if file is not None:
        text = _read_text(file)
    if model.text_settings_ is None:
        raise InputError(
            "the model was trained on counts and does not know how text becomes words; "
            "give one of the documents, as in --to 0"
        )
    document = next(stream([text], words_of(model), text_settings=model.text_settings_))
    if not document.n_tokens:
        raise InputError("the text has no word that the model knows; expected at least one")
    return document


def _read_text(file: Path) -> str:
    from thalweg.files.compressed import read_whole

    return read_whole(file).decode("utf-8", errors="replace")
