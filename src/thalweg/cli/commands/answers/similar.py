"""`thalweg similar`: the documents most similar to a document or a text."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from thalweg.cli.options.common_options import AsJson, Documents, SavedModel
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions
from thalweg.cli.output import console, print_json

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel

EXAMPLES: Final = """
thalweg similar news.model news.csv --metadata id --document a17
thalweg similar news.model news.csv --text "interest rates rise again" --nearest 5
"""


@with_options
def similar(
    path: SavedModel,
    paths: Documents,
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
    as_json: AsJson = False,
    files: DocumentOptions,
) -> None:
    """Show the documents with the most similar topics.

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
    from thalweg.analysis.document_topics import infer_stream, proportions
    from thalweg.analysis.similarity import most_similar
    from thalweg.cli.find_document import find_document
    from thalweg.cli.input_files import stream_for_model
    from thalweg.model import TopicModel
    from thalweg.system.threads import resolve_threads

    model = TopicModel.load(path)
    row = None
    if document is not None:
        row, wanted = find_document(document, stream_for_model(model, paths, files))
    else:
        wanted = _document_from_text(model, text, text_file)
    shares = proportions(model.state_, wanted.documents())[0]
    corpora = stream_for_model(model, paths, files)
    batches = infer_stream(model.state_, corpora, n_threads=resolve_threads(files.threads))
    found = most_similar(shares, batches, nearest, except_row=row)
    if as_json:
        print_json(
            {
                "shares": [float(f"{share:.6g}") for share in shares],
                "documents": [asdict(each) for each in found],
            }
        )
        return
    from thalweg.cli.result_tables import row_table

    rows = [(f"{each.distance:.3f}", str(each.document), str(each.id)) for each in found]
    console().print(row_table(("distance", "row"), ("document",), rows))


def _document_from_text(model: "TopicModel", text: str | None, text_file: Path | None) -> "Corpus":
    """Return a corpus of one document, with the words of the model."""
    from thalweg.cli.input_files import model_vocabulary
    from thalweg.corpus.reading import stream
    from thalweg.errors import InputError

    option = "--text"
    if text_file is not None:
        option, text = "--text-file", _read_text(text_file)
    if model.text_settings_ is None:
        raise InputError(
            f"{option} needs a model that was trained on texts; this one was trained on counts. "
            "Give one of the documents instead, such as --document 0"
        )
    document = next(stream([text], model_vocabulary(model), text_settings=model.text_settings_))
    if not document.n_tokens:
        raise InputError(
            f"{option} has no word that the model knows; expected at least one word of its "
            "vocabulary"
        )
    return document


def _read_text(file: Path) -> str:
    from thalweg.files.compressed import read_whole

    return read_whole(file).decode("utf-8", errors="replace")
