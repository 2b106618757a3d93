"""`thalweg plot`: draw a model."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from thalweg.cli.destinations import PICTURE, check_file
from thalweg.cli.options.common_options import Force, ForSpreadsheet, SavedModel
from thalweg.cli.options.figure_options import FigureOptions
from thalweg.cli.options.grouped_options import typed_options, with_options
from thalweg.cli.options.reading_options import DocumentOptions, FileOptions
from thalweg.cli.output import next_step, note
from thalweg.cli.table_output import check_table, write_table

_TIME: Final = "Topics over time (--kind time)"

EXAMPLES: Final = """
thalweg plot news.model --out sizes.png --title "News of May" --size 10x5.6
thalweg plot news.model --kind words --only 3,7 --words 8 --out words.pdf --numbers words.csv
thalweg plot news.model --kind time --corpus news.csv --date date --out time.svg
"""


class PlotKind(StrEnum):
    """What can be drawn."""

    SIZES = "sizes"
    WORDS = "words"
    CURVE = "curve"
    TIME = "time"


@with_options
def plot(
    path: SavedModel,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the picture to this .png, .svg or .pdf file.",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    kind: Annotated[
        PlotKind,
        typer.Option(
            metavar="KIND",
            help="What to draw: sizes (of the topics), words (of each topic), curve (held-out "
            "scores while training) or time (shares of the topics over time).",
        ),
    ] = PlotKind.SIZES,
    figure_options: FigureOptions,
    spreadsheet: ForSpreadsheet = False,
    words: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Number of words per topic.",
            show_default="6 for sizes, 10 for words",
        ),
    ] = None,
    corpus: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Documents with dates.", show_default=False, rich_help_panel=_TIME
        ),
    ] = None,
    date: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Column that holds the dates: 2024-05-31, 2024-05 or 2024.",
            show_default=False,
            rich_help_panel=_TIME,
        ),
    ] = None,
    every: Annotated[
        str | None,
        typer.Option(
            "--every",
            "--period",
            metavar="PERIOD",
            help="Length of the periods: day, week, month, quarter, year, or a number of them, "
            "such as 2w or 10y.",
            show_default="depends on the range of the dates",
            rich_help_panel=_TIME,
        ),
    ] = None,
    files: FileOptions,
) -> None:
    """Draw a model: topic sizes, words, training curve or time."""
    _refuse({"--corpus": corpus, "--date": date, "--every": every}, kind, (PlotKind.TIME,))
    _refuse({"--words": words}, kind, (PlotKind.SIZES, PlotKind.WORDS))
    _refuse(
        {"--only": figure_options.topics}, kind, (PlotKind.SIZES, PlotKind.WORDS, PlotKind.TIME)
    )
    if kind is PlotKind.TIME and (corpus is None or date is None):
        raise typer.BadParameter(
            "time needs documents and their dates; expected --corpus FILE and --date COLUMN",
            param_hint="--kind",
        )
    if out is None and figure_options.numbers is None:
        raise typer.BadParameter(
            "is missing; expected a name for the picture, or --numbers FILE for its numbers",
            param_hint="--out",
        )
    from thalweg import plots
    from thalweg.cli.input_files import stream_for_model
    from thalweg.model import TopicModel
    from thalweg.plots._drawing import check_installed
    from thalweg.results import TopicSizeTable, TopicWordTable, TrainingScoreTable

    check_installed()
    inputs: list[str | Path] = [path] if corpus is None else [path, corpus]
    if out is not None:
        plots.check_name(out)
        check_file(out, PICTURE, inputs=inputs, force=force)
    numbers = figure_options.numbers
    if numbers is not None:
        kinds = (TopicSizeTable, TopicWordTable, TrainingScoreTable)
        check_table(numbers, *kinds, option="--numbers", inputs=inputs, force=force)
    given = figure_options.given()
    if words is not None:
        given["n_words"] = words
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    figure: Any
    if corpus is not None and date is not None:
        with_dates = DocumentOptions(**vars(files), metadata=date)
        documents = stream_for_model(model, [corpus], with_dates)
        figure = plots.topics_over_time(model, documents, date, every=every, **given)
    elif kind is PlotKind.WORDS:
        figure = plots.topic_words(model, **given)
    elif kind is PlotKind.CURVE:
        figure = plots.training_curve(model, **given)
    else:
        figure = plots.topic_sizes(model, **given)
    if out is not None:
        plots.save(figure, out)
        note(f"wrote {out}")
    if numbers is not None:
        write_table(figure.table, str(numbers), spreadsheet=spreadsheet)
        note(f"wrote {numbers}: {len(figure.table):,} rows")
    if corpus is not None and date is not None:
        periods = [] if every is None else ["--every", every]
        of_time = [corpus, *typed_options(files), "--date", date, *periods]
        next_step("the same as a table", "over-time", str(path), *of_time)
    elif kind is PlotKind.WORDS:
        next_step("typical documents of each topic", "examples", str(path), "FILE")
    else:
        words_of_topics = ["--kind", "words", "--out", "words.png"]
        next_step("the words of each topic", "plot", str(path), *words_of_topics)


def _refuse(options: Mapping[str, Any], kind: PlotKind, kinds: Sequence[PlotKind]) -> None:
    """Raise an error if an option is given that only other kinds of pictures have."""
    for option, given in options.items():
        if kind not in kinds and given is not None:
            expected = " or ".join(f"--kind {each}" for each in kinds)
            raise typer.BadParameter(
                f"has no effect on --kind {kind}; expected {expected}", param_hint=option
            )
