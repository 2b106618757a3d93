"""`thalweg hierarchy`: groups of similar topics."""

from typing import Annotated, Final

import typer

from thalweg.cli.destinations import PICTURE, check_file
from thalweg.cli.options.common_options import PlotFile, SavedModel, WordsPerTopic
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.output import next_step, note, output_width
from thalweg.cli.table_output import TableOptions

EXAMPLES: Final = """
thalweg hierarchy news.model
thalweg hierarchy news.model --groups 8 --out groups.csv
thalweg hierarchy news.model --groups 8 --plot topics.pdf
thalweg hierarchy news.model --pairs 10
"""


@with_options
def hierarchy(
    path: SavedModel,
    *,
    groups: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Print the topics in N groups.", show_default="the whole tree"
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Print the N most similar pairs of topics instead.",
            show_default=False,
        ),
    ] = None,
    n_words: WordsPerTopic = 8,
    plot: PlotFile = None,
    table: TableOptions,
) -> None:
    """Show groups of similar topics, as a tree or as a table.

    Similar topics are joined first, by Ward's method on the Hellinger distance between their
    words. The words of a group are those that distinguish it from the other topics. With --out or
    --json, the result is a table of the groups or, without --groups, of the steps in which topics
    were joined.
    """
    if pairs is not None and (groups is not None or plot is not None):
        raise typer.BadParameter(
            "cannot be combined with --groups and --plot; expected one of them",
            param_hint="--pairs",
        )
    from thalweg import plots
    from thalweg.model import TopicModel
    from thalweg.results import TopicGroupTable, TopicMergeTable, TopicPairTable

    by_groups = TopicMergeTable if groups is None else TopicGroupTable
    table.check(TopicPairTable if pairs is not None else by_groups, [path])
    if plot is not None:
        plots.check_name(plot)
        check_file(plot, PICTURE, option="--plot", inputs=[path], force=table.force)
    model = TopicModel.load(path)
    if pairs is not None:
        table.show(model.similar_topics(pairs, n_words))
        next_step("groups of similar topics", "hierarchy", str(path), "--groups", "8")
        return
    tree = model.hierarchy(groups, n_words=n_words)
    if table.out is None and not table.as_json:
        typer.echo(tree.text(output_width()))
    else:
        table.show(tree.merges if groups is None else tree.cut(groups))
    if plot is not None:
        plots.save(plots.hierarchy(model, n_groups=groups), plot)
        note(f"wrote {plot}")
    else:
        next_step("to draw it", "hierarchy", str(path), "--groups", "8", "--plot", "topics.png")
