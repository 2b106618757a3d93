"""`thalweg examples`: typical documents of every topic."""

from typing import Annotated, Final

import typer

from thalweg.cli.options.common_options import ChosenTopics, Documents, SavedModel
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions
from thalweg.cli.output import next_explanation
from thalweg.cli.table_output import TableOptions

EXAMPLES: Final = """
thalweg examples news.model news.csv --metadata id
thalweg examples news.model news.csv --only 3,7 -n 5 --out examples.csv
"""


@with_options
def examples(
    path: SavedModel,
    paths: Documents,
    *,
    n_documents: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="N", help="Documents per topic.")
    ] = 3,
    topics: ChosenTopics = None,
    table: TableOptions,
    files: DocumentOptions,
) -> None:
    """Show typical documents of every topic.

    A document is typical if most of it belongs to the topic and if it is not very short. The words
    of the topic are highlighted. Texts come from the files, or from a corpus that was built with
    --keep-texts.
    """
    from thalweg.cli.input_files import stream_for_model
    from thalweg.model import TopicModel
    from thalweg.results import ExampleTable

    table.check(ExampleTable, [path, *paths])
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    corpora = stream_for_model(model, paths, files, keep_texts=True)
    found = model.examples(corpora, n_documents, topics)
    table.show(found)
    next_explanation(path, paths, files, found)
