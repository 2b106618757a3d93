"""`thalweg infer`: the topics of documents, as a table."""

import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from thalweg.cli.destinations import PARQUET_TABLE, TOPIC_TABLE, check_file, check_folder
from thalweg.cli.options.cluster_options import (
    FilesOnCluster,
    files_on_cluster,
    is_on_cluster,
    one_or_all,
)
from thalweg.cli.options.common_options import Documents, Force, ForSpreadsheet, SavedModel
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions
from thalweg.cli.output import STANDARD_OUTPUT, counted, next_step, note, open_result
from thalweg.cli.table_output import TableFormat, format_from_name

DECIMALS: Final = 5
EXAMPLES: Final = """
thalweg infer news.model news.csv --metadata id --out topics.parquet
thalweg infer news.model today.csv --top 3
thalweg infer news.model news.csv --metadata id,date --score --out scores.csv
thalweg infer news.model news/*.parquet --metadata id --out topics --ray auto
"""


@with_options
def infer(
    path: SavedModel,
    paths: Documents,
    *,
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the table to this file; - is standard output. With --ray, a folder for one "
            "Parquet file per input file.",
        ),
    ] = STANDARD_OUTPUT,
    force: Force = False,
    to: Annotated[
        TableFormat | None,
        typer.Option(
            metavar="FORMAT",
            help="Format to write: csv, jsonl or parquet.",
            show_default="from the name of the file; csv for standard output",
        ),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Write only the N largest topics of each document.",
            show_default="all topics",
        ),
    ] = None,
    precision: Annotated[
        int,
        typer.Option(min=1, max=7, metavar="N", help="Number of decimals in csv and jsonl tables."),
    ] = DECIMALS,
    score: Annotated[
        bool,
        typer.Option(
            "--score",
            help="Also write the held-out log-likelihood per token of each document. See also "
            "thalweg outliers.",
        ),
    ] = False,
    spreadsheet: ForSpreadsheet = False,
    files: DocumentOptions,
    cluster: FilesOnCluster,
) -> None:
    """Write the topics of each document.

    A row has the document's id and the share of each topic: id, topic_0, topic_1, ... With --top
    it has the largest topics and their shares: id, top_1, share_1, top_2, ... The columns of
    --metadata come after the id. If topics have names (thalweg name), these are the names of their
    columns, and with --top there are columns name_1, name_2, ... Documents are streamed, so memory
    does not grow with their number.

    With --ray, a cluster works on many Parquet or JSON lines files at once. If the command was
    killed, run it again: it does the files that are left.
    """
    if is_on_cluster(
        cluster,
        files,
        score=score,
        spreadsheet=spreadsheet,
        precision=precision != DECIMALS,
        to=to not in (None, TableFormat.PARQUET),
    ):
        _infer_on_cluster(path, paths, out, top, files, cluster)
        return
    table_format = to or format_from_name(out)
    if table_format is TableFormat.PARQUET and out == STANDARD_OUTPUT and sys.stdout.isatty():
        raise typer.BadParameter(
            "parquet is a binary format; expected a file, such as --out topics.parquet",
            param_hint="--to",
        )
    kind = PARQUET_TABLE if table_format is TableFormat.PARQUET else TOPIC_TABLE
    check_file(out, kind, inputs=[path, *paths], force=force)
    from thalweg.analysis.document_topics import infer_stream
    from thalweg.analysis.document_topics_file import write_document_topics
    from thalweg.answers.document_scores import with_scores
    from thalweg.cli.input_files import stream_for_model
    from thalweg.model import TopicModel
    from thalweg.system.threads import resolve_threads

    model = TopicModel.load(path)
    n_topics = model.state_.n_topics
    _check_top(top, n_topics)
    n_threads = resolve_threads(files.threads)
    corpora = stream_for_model(model, paths, files)
    batches = infer_stream(model.state_, corpora, n_threads=n_threads)
    if score:
        batches = with_scores(batches, model.state_, n_threads)
    with open_result(out) as file:
        n_documents = write_document_topics(
            batches,
            file,
            table_format.value,
            n_topics,
            largest=top,
            decimals=precision,
            spreadsheet=spreadsheet,
            columns=files.of_files()["metadata"],
            topic_names=model.topic_names_,
            topic_numbers=model.state_.topic_numbers.tolist(),
        )
    if out != STANDARD_OUTPUT:
        note(f"wrote {out}: topics of {counted(n_documents, 'document')}")
        _explain_columns(path, top)


def _infer_on_cluster(
    path: Path,
    paths: list[str],
    out: str,
    top: int | None,
    files: DocumentOptions,
    cluster: FilesOnCluster,
) -> None:
    if out == STANDARD_OUTPUT:
        raise typer.BadParameter(
            "the option is missing; with --ray, give a folder that all machines share",
            param_hint="--out",
        )
    check_folder(out)
    from thalweg import distributed
    from thalweg.model import TopicModel

    model = TopicModel.load(path)
    _check_top(top, model.state_.n_topics)
    with files_on_cluster(cluster, files) as arguments:
        written = distributed.infer(model, one_or_all(paths), out, largest=top, **arguments)
    note(f"wrote {out}: {counted(len(written), 'Parquet file')}")
    _explain_columns(path, top)


def _check_top(top: int | None, n_topics: int) -> None:
    if top is not None and top > n_topics:
        raise typer.BadParameter(
            f"{top} is more than the {n_topics} topics of the model; expected at most {n_topics}",
            param_hint="--top",
        )


def _explain_columns(path: Path, top: int | None) -> None:
    meaning = "topic_0 is the share of topic 0"
    if top is not None:
        meaning = "top_1 is the largest topic of a document and share_1 its share"
    next_step(f"{meaning}; to see what the topics are", "show", str(path))
