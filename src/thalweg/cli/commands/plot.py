"""`thalweg plot`: draw a model."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from thalweg.cli.destinations import PICTURE, check_file
from thalweg.cli.options.common_options import Force, SavedModel
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions, FileOptions
from thalweg.cli.output import note

_TIME: Final = "Topics over time (--kind time)"

EXAMPLES: Final = """
thalweg plot news.model --out sizes.png
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
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the picture to this .png, .svg or .pdf file.",
            show_default=False,
        ),
    ],
    force: Force = False,
    kind: Annotated[
        PlotKind,
        typer.Option(
            metavar="KIND",
            help="What to draw: sizes (of the topics), words (of each topic), curve (held-out "
            "scores while training) or time (shares of the topics over time).",
        ),
    ] = PlotKind.SIZES,
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
            help="Column of the documents that holds their dates.",
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
            help="Length of time to group documents by: day, week, month, quarter, year, or a "
            "number of them, such as 2w or 10y.",
            show_default="depends on the range of the dates",
            rich_help_panel=_TIME,
        ),
    ] = None,
    files: FileOptions,
) -> None:
    """Draw a model: topic sizes, words, training curve or time."""
    for option, given in (("--corpus", corpus), ("--date", date), ("--every", every)):
        if kind is not PlotKind.TIME and given is not None:
            raise typer.BadParameter(
                f"has no effect on --kind {kind}; expected --kind time", param_hint=option
            )
    if kind is PlotKind.TIME and (corpus is None or date is None):
        raise typer.BadParameter(
            "time needs documents and their dates; expected --corpus FILE and --date COLUMN",
            param_hint="--kind",
        )
    from thalweg import plots
    from thalweg.cli.input_files import stream_for_model
    from thalweg.model import TopicModel

    plots.check_name(out)
    inputs: list[str | Path] = [path] if corpus is None else [path, corpus]
    check_file(out, PICTURE, inputs=inputs, force=force)
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    if corpus is not None and date is not None:
        with_dates = DocumentOptions(**vars(files), metadata=date)
        documents = stream_for_model(model, [corpus], with_dates)
        figure = plots.topics_over_time(model, documents, date, every=every)
    elif kind is PlotKind.WORDS:
        figure = plots.topic_words(model)
    elif kind is PlotKind.CURVE:
        figure = plots.training_curve(model)
    else:
        figure = plots.topic_sizes(model)
    plots.save(figure, out)
    note(f"wrote {out}")
