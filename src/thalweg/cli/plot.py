"""`thalweg plot`: a picture of a model."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from thalweg.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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


def plot(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model file.")],
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="A .png, .svg or .pdf file.")
    ],
    kind: Annotated[
        Kind,
        typer.Option(
            help="Sizes of topics, their words, held-out scores of the training, or topics over "
            "time."
        ),
    ] = Kind.SIZES,
    corpus: Annotated[
        str | None, typer.Option(metavar="FILE", help="For time: documents with dates.")
    ] = None,
    date: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="For time: column with the dates.")
    ] = None,
    period: Annotated[
        Period | None, typer.Option(show_default="by the span of the dates", help="For time.")
    ] = None,
    column: Annotated[str, typer.Option(help="Column of the corpus that holds the text.")] = "text",
) -> None:
    """Draw a model.

    Example: thalweg plot news.model --kind time --corpus news.csv --date published -o news.png
    """
    if kind is Kind.TIME and (corpus is None or date is None):
        raise InputError(
            "topics over time need documents and their dates; give --corpus FILE and --date COLUMN"
        )
    from thalweg import plots
    from thalweg.cli.model_documents import documents_for
    from thalweg.model import TopicModel

    plots.check_name(out)
    trained = TopicModel.load(model)
    figure: Figure
    if kind is Kind.TIME and corpus is not None and date is not None:
        documents = documents_for(trained, corpus, column, [date])
        figure = plots.topics_over_time(trained, documents, date, period=period)
    elif kind is Kind.WORDS:
        figure = plots.topic_words(trained)
    elif kind is Kind.CURVE:
        figure = plots.training_curve(trained)
    else:
        figure = plots.topic_sizes(trained)
    plots.save(figure, out)
    typer.echo(f"wrote {out}", err=True)
