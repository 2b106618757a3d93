"""`thalweg outliers`: documents that do not fit the model."""

from typing import Annotated, Final

import typer

from thalweg.cli.options.common_options import Documents, SavedModel
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions
from thalweg.cli.output import next_explanation
from thalweg.cli.table_output import TableOptions

EXAMPLES: Final = """
thalweg outliers news.model news.csv --metadata id
thalweg outliers news.model today.csv -n 100 --out outliers.csv
"""


@with_options
def outliers(
    path: SavedModel,
    paths: Documents,
    *,
    n_documents: Annotated[
        int,
        typer.Option("--number", "-n", min=1, metavar="N", help="Number of documents at most."),
    ] = 10,
    threshold: Annotated[
        float,
        typer.Option(
            min=0,
            metavar="Z",
            help="Standard errors below other documents from which a document does not fit. With "
            "0, the worst documents are shown even if they fit.",
        ),
    ] = 3.0,
    table: TableOptions,
    files: DocumentOptions,
) -> None:
    """Show documents that do not fit the model, the worst first.

    Their words are less likely than is expected of documents with the same topics and length, or
    more of their words are unknown than in other documents. z counts in standard errors.
    """
    from thalweg.cli.input_files import stream_for_model
    from thalweg.model import TopicModel
    from thalweg.results import OutlierTable

    table.check(OutlierTable, [path, *paths])
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    corpora = stream_for_model(model, paths, files, keep_texts=True)
    found = model.outliers(corpora, n_documents, threshold)
    table.show(found)
    next_explanation(path, paths, files, found)
