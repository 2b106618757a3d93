"""`thalweg plot`: a picture of a model."""

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from thalweg.cli.options import FileOptions, with_options
from thalweg.cli.output import note
from thalweg.errors import InputError


class Kind(StrEnum):
    """What can be drawn."""

    SIZES = "sizes"
    WORDS = "words"
    CURVE = "curve"
    TIME = "time"


class Period(StrEnum):
    """What documents are put together by."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@with_options
def plot(
    path: Annotated[
        Path, typer.Argument(metavar="MODEL", help="A saved model.", show_default=False)
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FILE", help="A .png, .svg or .pdf file.", show_default=False
        ),
    ],
    files: FileOptions,
    kind: Annotated[
        Kind,
        typer.Option(
            help="Sizes of topics, their words, held-out scores of the training, or topics over "
            "time."
        ),
    ] = Kind.SIZES,
    corpus: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="For time: documents.", show_default=False),
    ] = None,
    date: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="For time: their dates.", show_default=False),
    ] = None,
    period: Annotated[
        Period | None, typer.Option(show_default="by the span of the dates", help="For time.")
    ] = None,
) -> None:
    """Draw a model.

    Example: thalweg plot news.model --kind time --corpus news.csv --date published -o news.png
    """
    from thalweg import plots
    from thalweg.cli.reading import stream_for
    from thalweg.model import TopicModel

    if kind is not Kind.TIME and (corpus or date or period):
        raise InputError("--corpus, --date and --period are for --kind time")
    plots.check_name(out)
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    if kind is Kind.TIME:
        if corpus is None or date is None:
            raise InputError(
                "topics over time need documents and dates; give --corpus FILE and --date COLUMN"
            )
        documents = stream_for(model, [corpus], replace(files, metadata=date))
        figure = plots.topics_over_time(model, documents, date, period=period)
    elif kind is Kind.WORDS:
        figure = plots.topic_words(model)
    elif kind is Kind.CURVE:
        figure = plots.training_curve(model)
    else:
        figure = plots.topic_sizes(model)
    plots.save(figure, out)
    note(f"wrote {out}")
