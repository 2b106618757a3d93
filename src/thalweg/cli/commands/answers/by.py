"""`thalweg by`: the topics of groups of documents."""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from thalweg.cli.options.common_options import (
    ChosenTopics,
    Compared,
    Documents,
    PlotFile,
    SavedModel,
    Wide,
)
from thalweg.cli.options.grouped_options import typed_options, with_options
from thalweg.cli.options.reading_options import DocumentOptions, FileOptions
from thalweg.cli.output import counted, next_step, note, output_width
from thalweg.cli.table_output import TableOptions, change_between, print_table

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.results import GroupTable

EXAMPLES: Final = """
thalweg by news.model news.csv --column section
thalweg by news.model news.csv --column section --compare sports,politics
thalweg by news.model news.csv --column section --column country --out by.csv
thalweg by news.model news.csv --column section --plot by.png
"""
_HEADER: Final = "topic   share   95% interval  elsewhere  "
_TEXT_COLUMN: Final = re.compile(r"`column='([^`]*)'`")


class Chart(StrEnum):
    """Kinds of pictures."""

    HEATMAP = "heatmap"
    BARS = "bars"


@dataclass(frozen=True)
class GroupFileOptions(FileOptions):
    """How files are read by a command in which --column names the groups."""

    column: Annotated[
        str,
        typer.Option(
            "--text-column",
            metavar="COLUMN",
            help="Column of a table that holds the text.",
            rich_help_panel="Reading files",
        ),
    ] = "text"


@with_options
def by(
    path: SavedModel,
    paths: Documents,
    *,
    columns: Annotated[
        list[str],
        typer.Option(
            "--column",
            "-c",
            metavar="COLUMN",
            help="Column that holds the groups, such as rating. Give it twice for groups within "
            "groups.",
            show_default=False,
        ),
    ],
    compare: Compared = None,
    top: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Print the N most distinctive topics of each group."),
    ] = 3,
    wide: Wide = False,
    topics: ChosenTopics = None,
    min_documents: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="Put groups with fewer documents together as (other)."
        ),
    ] = 1,
    max_groups: Annotated[
        int | None,
        typer.Option(
            min=2,
            metavar="N",
            help="Put the smallest groups together as (other), so that at most N are left.",
            show_default="all groups",
        ),
    ] = None,
    plot: PlotFile = None,
    chart: Annotated[
        Chart, typer.Option(metavar="heatmap|bars", help="What to draw with --plot.")
    ] = Chart.HEATMAP,
    table: TableOptions,
    files: GroupFileOptions,
) -> None:
    """Show which topics belong to which group of documents.

    On a terminal, for each group the topics that distinguish it: their share of the group's tokens
    with a 95% interval, and their share elsewhere. --out and --json have all topics of all groups.
    """
    if len(columns) > 2:
        raise typer.BadParameter(
            f"is given {len(columns)} times; expected one column, or two for groups within groups",
            param_hint="--column",
        )
    pair: tuple[object, object] | None = compare
    if compare is not None and len(columns) == 2:  # groups within groups are written as A/B
        pair = tuple(compare[0].split("/")), tuple(compare[1].split("/"))
    from thalweg.cli.destinations import PICTURE, check_file
    from thalweg.model import TopicModel
    from thalweg.results import ChangeTable, GroupTable, NestedGroupTable

    groups = GroupTable if len(columns) == 1 else NestedGroupTable
    inputs: list[str | Path] = [path, *paths]
    table.check(groups if pair is None else ChangeTable, inputs)
    if plot is not None:
        from thalweg import plots

        plots.check_name(plot)
        check_file(plot, PICTURE, option="--plot", inputs=inputs, force=table.force)
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    found = model.by_group(
        _with_columns(model, paths, files, columns),
        columns if len(columns) == 2 else columns[0],
        topics=topics,
        min_documents=min_documents,
        max_groups=max_groups,
    )
    shown = found if pair is None else change_between(found, pair)
    if table.as_json or table.out is not None:
        table.show(shown)
    elif pair is not None:
        print_table(shown)
    elif wide:
        typer.echo(found.wide().to_text(output_width()))
    else:
        _print_groups(found, top)
    if plot is not None:
        from thalweg import plots

        plots.save(plots.topics_by_group(found, kind=chart.value), plot)
        note(f"wrote {plot}")
    elif table.out is None:
        given = [word for column in columns for word in ("--column", column)]
        given += [*typed_options(files), "--plot", "by.png"]
        next_step("a picture of all groups", "by", str(path), *paths, *given)


def _with_columns(
    model: object, paths: list[str], files: FileOptions, columns: list[str]
) -> "Iterator[Corpus]":
    """Read the documents with the columns of the groups."""
    from thalweg.cli.input_files import stream_for_model
    from thalweg.errors import InputError
    from thalweg.model import TopicModel

    assert isinstance(model, TopicModel)
    options = DocumentOptions(**vars(files), metadata=",".join(columns))
    try:
        yield from stream_for_model(model, paths, options)
    except InputError as error:
        # --column names the groups here; elsewhere it names the column of the texts.
        raise InputError(_TEXT_COLUMN.sub(r"--text-column \1", str(error))) from None


def _print_groups(table: "GroupTable", n_topics: int) -> None:
    """Print the most distinctive topics of each group, group by group."""
    from thalweg.results.share_changes import described, interval, percent
    from thalweg.visible_text import visible

    indent = " " * len(_HEADER)
    width = max(output_width(), len(_HEADER) + 20)
    typer.echo(f"{_HEADER}name")
    distinctive = table.distinctive(n_topics).groups
    for key, rows in table.groups.items():
        named = zip(table.about.columns, key, strict=True)
        name = ", ".join(f"{column} {value}" for column, value in named)
        typer.echo(f"\n{visible(name)}: {counted(rows[0].n_documents, 'document')}")
        if key not in distinctive:
            typer.echo(f"{indent}no topic is more frequent than elsewhere")
        for row in distinctive.get(key, ()):
            numbers = f"{row.topic:5}  {percent(row.share):>6}  {interval(row.low, row.high):>13}"
            numbers += f"  {percent(row.elsewhere):>9}  "
            text = visible(described(row))
            typer.echo(textwrap.fill(text, width, initial_indent=numbers, subsequent_indent=indent))
    if table.footer:
        typer.echo("\n" + textwrap.fill(visible(table.footer), width))
