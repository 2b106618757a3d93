"""`thalweg similar`: the documents most similar to a document or a text."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.options.common_options import SavedModel
from thalweg.cli.options.grouped_options import typed_options, with_options
from thalweg.cli.options.reading_options import DocumentOptions
from thalweg.cli.output import next_step
from thalweg.cli.table_output import TableOptions

if TYPE_CHECKING:
    from thalweg.model import TopicModel

EXAMPLES: Final = """
thalweg similar news.model news.csv --metadata id --document a17
thalweg similar news.model news.csv --text "interest rates rise again" --nearest 5
thalweg similar news.model news.index --text "interest rates rise again"
"""


@with_options
def similar(
    path: SavedModel,
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Documents: texts (CSV, JSON lines, Parquet, plain text, a folder or a pattern), "
            "bags of words, a stored corpus, or an index (thalweg index). - is standard input.",
            show_default=False,
        ),
    ],
    *,
    document: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Compare with this document of FILE: its id, or its row, counted from 0.",
            show_default=False,
        ),
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Compare with this text.", show_default=False),
    ] = None,
    text_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Compare with the text of this file.", show_default=False
        ),
    ] = None,
    nearest: Annotated[
        int,
        typer.Option("--nearest", "-n", min=1, metavar="N", help="Number of documents to print."),
    ] = 10,
    table: TableOptions,
    files: DocumentOptions,
) -> None:
    """Find the documents most similar in topics to a document or a text.

    Say what to compare with: --document, --text or --text-file. The distance is the Hellinger
    distance between topic proportions, from 0 (the same) to 1 (no topic in common).
    """
    if [document, text, text_file].count(None) != 2:
        raise typer.BadParameter(
            "expected exactly one of --document, --text and --text-file",
            param_hint="--document",
        )
    if document is not None and "-" in paths:
        raise typer.BadParameter(
            "cannot be used with standard input, which can be read only once; expected a file, or "
            "--text",
            param_hint="--document",
        )
    from thalweg.cli.input_files import stream_for_model
    from thalweg.model import TopicModel
    from thalweg.persistence.index_file import is_index
    from thalweg.results import SimilarTable

    read: list[str | Path] = [path, *paths]
    if text_file is not None:
        read.append(text_file)
    table.check(SimilarTable, read)
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    if text_file is not None:
        text = _read_text(text_file)
    option = "--text" if text_file is None else "--text-file"
    if len(paths) == 1 and is_index(paths[0]):
        shares, found = None, _search(model, paths[0], document, text, option, nearest)
    else:
        from thalweg.analysis.similarity import most_similar

        row, shares = _wanted(model, paths, files, document, text, option)
        corpora = stream_for_model(model, paths, files, keep_texts=True)
        with model._batches(corpora) as batches:
            found = most_similar(shares, batches, nearest, except_row=row)
    table.show(found)
    if shares is not None:
        given = (*paths, *typed_options(files), "--out", "documents.index")
        next_step("for faster searches", "index", str(path), *given)


def _wanted(
    model: "TopicModel",
    paths: list[str],
    files: DocumentOptions,
    document: str | None,
    text: str | None,
    option: str,
) -> tuple[int | None, Any]:
    """Return the row to leave out, if any, and the topic proportions to compare with."""
    from thalweg.analysis.document_topics import proportions
    from thalweg.cli.input_files import named_document, stream_for_model

    if document is None:
        return None, _proportions(model, text, option)
    row, found = named_document(document, stream_for_model(model, paths, files))
    return row, proportions(model.state_, found.documents())[0]


def _search(
    model: "TopicModel",
    index: str,
    document: str | None,
    text: str | None,
    option: str,
    nearest: int,
) -> Any:
    from thalweg.answers.document_index import DocumentIndex

    opened = DocumentIndex.load(index, model)
    if document is not None:
        return opened.search(document, nearest, by="id")
    return opened.search(_proportions(model, text, option), nearest)


def _proportions(model: "TopicModel", text: str | None, option: str) -> Any:
    from thalweg.answers.document_index import text_proportions
    from thalweg.errors import InputError

    if model.text_settings_ is None:
        raise InputError(
            f"{option} needs a model that was trained on texts; this one was trained on counts. "
            "Give one of the documents instead, such as --document 0"
        )
    try:
        return text_proportions(model, text)
    except InputError as error:
        raise InputError(f"{option}: {error}") from None


def _read_text(file: Path) -> str:
    from thalweg.files.compressed import read_whole

    return read_whole(file).decode("utf-8", errors="replace")
