"""`thalweg infer`: the topics of documents, as a table."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from thalweg.cli.options import FileOptions, with_options
from thalweg.cli.output import STANDARD_OUTPUT, note, open_result


class TableFormat(StrEnum):
    """What `--to` knows."""

    csv = "csv"
    jsonl = "jsonl"
    parquet = "parquet"


_SUFFIXES = {
    ".csv": TableFormat.csv,
    ".jsonl": TableFormat.jsonl,
    ".ndjson": TableFormat.jsonl,
    ".parquet": TableFormat.parquet,
}


@with_options
def infer(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A saved model.")],
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Documents; - is standard input.")
    ],
    options: FileOptions,
    out: Annotated[
        str,
        typer.Option("--out", "-o", metavar="FILE", help="File to write; - is standard output."),
    ] = STANDARD_OUTPUT,
    to: Annotated[
        TableFormat | None,
        typer.Option(help="Format of the table.", show_default="by the name, or csv"),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(min=1, help="Only so many of each document's largest topics, as pairs."),
    ] = None,
    precision: Annotated[
        int, typer.Option(min=1, max=7, help="Decimals of CSV and JSON lines.")
    ] = 5,
) -> None:
    """Write the topic proportions of documents.

    They are streamed: millions of documents in constant memory. Columns are id, topic_0, topic_1,
    ...; with --top they are id, top_1, share_1, top_2, ...

    Example: thalweg infer news.model articles.jsonl --metadata id --out topics.parquet
    """
    format = to or _format_of(out)
    if format is TableFormat.parquet and out == STANDARD_OUTPUT and sys.stdout.isatty():
        raise typer.BadParameter("Parquet is no text; name a file: --out topics.parquet")
    from thalweg.analysis.document_topics import infer_stream
    from thalweg.analysis.document_topics_file import write_document_topics
    from thalweg.cli.reading import stream_for
    from thalweg.model import TopicModel
    from thalweg.system.threads import resolve_threads

    opened = TopicModel.load(model)
    corpora = stream_for(opened, files, options)
    batches = infer_stream(opened.state_, corpora, n_threads=resolve_threads(options.threads))
    n_topics = opened.state_.n_topics
    if top is not None and top > n_topics:
        raise typer.BadParameter(f"--top is {top}; the model has {n_topics} topics")
    with open_result(out) as file:
        n_documents = write_document_topics(
            batches, file, format.value, n_topics, largest=top, decimals=precision
        )
    if out != STANDARD_OUTPUT:
        note(f"{out}: topics of {n_documents:,} documents")


def _format_of(out: str) -> TableFormat:
    if out == STANDARD_OUTPUT:
        return TableFormat.csv
    suffixes = [suffix.lower() for suffix in Path(out).suffixes]
    if suffixes and suffixes[-1] in (".gz", ".zst"):
        suffixes.pop()
    if suffixes and suffixes[-1] in _SUFFIXES:
        return _SUFFIXES[suffixes[-1]]
    raise typer.BadParameter(
        f"{out} ends as no table does; expected {', '.join(_SUFFIXES)}, or give --to"
    )
