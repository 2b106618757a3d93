"""`thalweg over-time`: topics and their words over time."""

import sys
from collections.abc import Sequence
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
    topic_list,
)
from thalweg.cli.options.grouped_options import typed_options, with_options
from thalweg.cli.options.reading_options import DocumentOptions, FileOptions
from thalweg.cli.output import console, next_step, note, output_width
from thalweg.cli.table_output import TableOptions, change_between, print_table

if TYPE_CHECKING:
    from thalweg.results import TimeTable, WordTimeTable

EXAMPLES: Final = """
thalweg over-time news.model news.csv --date date --every month
thalweg over-time news.model news.csv --date date --every quarter --only 3,7 --out time.csv
thalweg over-time news.model news.csv --date date --every year --compare 2018,2019
thalweg over-time news.model news.csv --date date --every year --words 3
thalweg over-time news.model news.csv --date date --plot time.png
"""
_LEVELS: Final = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"
_PLAIN_LEVELS: Final = "12345678"
_CURVE_WIDTH: Final = 24


@with_options
def over_time(
    path: SavedModel,
    paths: Documents,
    *,
    date: Annotated[
        str,
        typer.Option(
            metavar="COLUMN",
            help="Column that holds the dates: 2024-05-31, 2024-05 or 2024.",
            show_default=False,
        ),
    ],
    every: Annotated[
        str | None,
        typer.Option(
            metavar="PERIOD",
            help="Length of the periods: day, week, month, quarter, year, or a number of them, "
            "such as 2w or 10y.",
            show_default="depends on the range of the dates",
        ),
    ] = None,
    compare: Compared = None,
    topics: ChosenTopics = None,
    wide: Wide = False,
    words: Annotated[
        str | None,
        typer.Option(
            metavar="TOPIC",
            help="Show the words of this topic over time, rising and falling ones first.",
            show_default=False,
        ),
    ] = None,
    top: Annotated[
        int, typer.Option(min=1, metavar="N", help="Number of words of each kind, with --words.")
    ] = 10,
    plot: PlotFile = None,
    table: TableOptions,
    files: FileOptions,
) -> None:
    """Show how the shares of topics change over time.

    On a terminal, a line per topic with its curve. If topics are chosen with --only, a line per
    period: with the 95% interval of one topic, or with the shares of several. --out and --json have
    all periods and intervals. Periods without documents are listed with 0 documents.
    """
    others = {"--only": topics, "--plot": plot, "--wide": wide or None, "--compare": compare}
    for option, given in others.items():
        if words is not None and given is not None:
            raise typer.BadParameter("cannot be used with --words", param_hint=option)
    from thalweg.cli.destinations import PICTURE, check_file
    from thalweg.cli.input_files import stream_for_model
    from thalweg.model import TopicModel
    from thalweg.results import ChangeTable, TimeTable, WordTimeTable

    inputs: list[str | Path] = [path, *paths]
    shares = TimeTable if compare is None else ChangeTable
    table.check(shares if words is None else WordTimeTable, inputs)
    if plot is not None:
        from thalweg import plots

        plots.check_name(plot)
        check_file(plot, PICTURE, option="--plot", inputs=inputs, force=table.force)
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    corpora = stream_for_model(model, paths, DocumentOptions(**vars(files), metadata=date))
    is_printed = not table.as_json and table.out is None
    command = ["over-time", str(path), *paths, *typed_options(files), "--date", date]
    command += [] if every is None else ["--every", every]
    if words is not None:
        (topic,) = topic_list(words)
        of_words = model.words_over_time(corpora, topic, date, every, top)
        if is_printed:
            _print_words(of_words, top)
            next_step("a picture of all topics", *command, "--plot", "time.png")
        else:
            table.show(of_words)
        return
    found = model.over_time(corpora, date, every, topics=topics)
    if compare is not None:
        table.show(change_between(found, compare))
    elif not is_printed:
        table.show(found)
    elif topics is not None and len(topics) == 1 and not wide:  # the others are the rest to 100%
        chosen = (row for row in found if row.topic is not None)
        print_table(TimeTable(chosen, found.every, found.about))
    else:
        by_period = found.wide().to_text(output_width())
        has_room = "\n\n" not in by_period  # for all topics next to each other
        if wide or (topics is not None and has_room):
            typer.echo(by_period if not found.footer else f"{by_period}\n{found.footer}")
        else:
            _print_curves(found)
    if plot is not None:
        from thalweg import plots

        plots.save(plots.topics_over_time(found), plot)
        note(f"wrote {plot}")
    elif is_printed:
        next_step("the words of a topic over time", *command, "--words", _rising(found))


def _rising(table: "TimeTable") -> str:
    """Return the topic that grew most, as an example."""
    grown = [row.topic for row in table.change() if row.topic is not None]
    return str(grown[0]) if grown else "0"


def _print_curves(table: "TimeTable") -> None:
    """Print a line per topic: mean share, first and last period, and its curve."""
    from thalweg.cli.result_tables import row_table
    from thalweg.results.share_changes import described, percent

    periods = list(table.periods.values())
    filled = [rows for rows in periods if rows[0].n_documents]
    n_documents = sum(rows[0].n_documents for rows in filled)
    lines = []
    for place, row in enumerate(periods[0]):
        mean = sum(rows[place].n_documents * (rows[place].share or 0.0) for rows in filled)
        first, last = filled[0][place].share, filled[-1][place].share
        curve = _curve([rows[place].share for rows in periods])
        number = "" if row.topic is None else str(row.topic)
        text = (percent(mean / n_documents), percent(first), percent(last), curve, described(row))
        lines.append((mean, (number, *text)))
    lines.sort(key=lambda line: (line[1][0] == "", -line[0]))  # the sum of others last
    headers = ("topic", "share", "first", "last", "curve")
    screen = console()
    screen.print(row_table(headers, ("name",), (cells for _, cells in lines)))
    n_gaps = len(periods) - len(filled)
    gaps = f", {n_gaps:,} of them without documents" if n_gaps else ""
    screen.print(
        f"{len(periods):,} periods (every {table.every}) from {periods[0][0].start} to "
        f"{periods[-1][0].start}{gaps}; {n_documents:,} documents. {table.footer}".rstrip()
    )


def _print_words(table: "WordTimeTable", n_words: int) -> None:
    """Print the rising, falling and most frequent words of a topic, each with its curve."""
    from thalweg.cli.result_tables import row_table
    from thalweg.results.share_changes import percent

    frequent = sorted(table.trends(), key=lambda row: -row.n_tokens)[:n_words]
    screen = console()
    parts = {"rising": table.rising(n_words), "falling": table.falling(n_words)}
    for title, rows in {**parts, "most frequent": frequent}.items():
        cells = [
            (percent(row.early), percent(row.late), f"{row.z:+.1f}", _curve(row.shares), row.word)
            for row in rows
        ]
        headers = ("first half", "last half", "z", "curve")
        screen.print(row_table(headers, ("word",), cells, title=title))


def _curve(shares: Sequence[float | None]) -> str:
    """Return shares as a line of blocks; a gap is a blank. Neighbours are joined if there are many.

    Examples
    --------
    >>> len(_curve([0.0, None, 0.5, 1.0]))
    4
    """
    size = -(-len(shares) // (_CURVE_WIDTH if output_width() >= 90 else _CURVE_WIDTH // 2))
    parts = [shares[first : first + size] for first in range(0, len(shares), size)]
    means = []
    for part in parts:
        known = [share for share in part if share is not None]
        means.append(sum(known) / len(known) if known else None)
    most = max((mean for mean in means if mean is not None), default=0.0) or 1.0
    can_draw = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    levels = _LEVELS if can_draw else _PLAIN_LEVELS
    top = len(levels) - 1
    return "".join(" " if mean is None else levels[round(top * mean / most)] for mean in means)
