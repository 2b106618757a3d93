"""`thalweg compare`: which topics of one model are which topics of another."""

from pathlib import Path
from typing import Annotated, Final

import typer

from thalweg.cli.options.common_options import WordsPerTopic
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.output import next_step, note
from thalweg.cli.table_output import TableOptions

EXAMPLES: Final = """
thalweg compare monday.model tuesday.model
thalweg compare monday.model tuesday.model --out changes.csv
"""


@with_options
def compare(
    before: Annotated[Path, typer.Argument(metavar="OLD", help="Saved model.", show_default=False)],
    after: Annotated[
        Path, typer.Argument(metavar="NEW", help="Saved model to compare with.", show_default=False)
    ],
    *,
    n_words: WordsPerTopic = 6,
    max_distance: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            max=1.0,
            metavar="DISTANCE",
            help="Two topics are the same if their distance is smaller.",
            show_default="from the distances within each model, 0.4 to 0.65",
        ),
    ] = None,
    table: TableOptions,
) -> None:
    """Show what became of the topics of a model in another one.

    Topics are matched, split into several, merged into one, new or vanished. Words are matched by
    name. The distance is the Hellinger distance between the words of two topics, from 0 (the same)
    to 1 (no word in common). Words with + are much more probable in the new topic, words with -
    much less.
    """
    from thalweg.model import TopicModel
    from thalweg.results import ComparisonTable

    table.check(ComparisonTable, [before, after])
    old, new = TopicModel.load(before), TopicModel.load(after)
    changes = old.compare(new, n_words=n_words, max_distance=max_distance)
    table.show(changes)
    if table.out is not None:
        note(changes.summary)
    next_step("groups of similar topics", "hierarchy", str(after))
