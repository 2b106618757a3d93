"""A figure of topics over time."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from thalweg.analysis.document_topics import model_stream
from thalweg.analysis.topics_over_time import shares_over_time
from thalweg.plots._drawing import (
    BLUE,
    PALE_BLUE,
    as_percent,
    check_count,
    label,
    short,
    small_charts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.figure import Figure

    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel


def topics_over_time(
    model: TopicModel,
    documents: Corpus | Iterator[Corpus],
    date: str,
    *,
    period: str | None = None,
    n_topics: int = 20,
) -> Figure:
    """Draw a curve for each topic: its mean share of the documents of each period.

    Documents without a word that the model knows, or without a date, are left out.

    Parameters
    ----------
    model : LDA
        A trained model.
    documents : Corpus or iterator of Corpus
        Documents with a metadata column of dates.
    date : str
        Name of the column. It holds dates, text such as 2024-05-31, or years.
    period : {"day", "week", "month", "year"}, default=None
        Length of the periods. None: chosen by the span of the dates.
    n_topics : int, default=20
        Number of topics to draw, the largest ones.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

    Examples
    --------
    >>> from thalweg import plots, read
    >>> news = read("news.csv", metadata=["published"])  # doctest: +SKIP
    >>> plots.topics_over_time(model, news, "published", period="month")  # doctest: +SKIP
    """
    check_count("n_topics", n_topics)
    times = shares_over_time(model_stream(model, documents), date, period)
    largest = np.argsort(-times.mean_shares, kind="stable")[:n_topics].tolist()
    topics = model.topics(3)
    figure, grid = small_charts(len(largest), height=1.5, share_axes=True)
    dot = "o" if times.starts.size <= 24 else ""
    for axes, k in zip(grid, largest, strict=True):
        shares = times.shares[:, k]
        axes.fill_between(times.starts, shares, color=PALE_BLUE, lw=0)
        axes.plot(times.starts, shares, color=BLUE, lw=1.3, marker=dot, ms=2.5)
        as_percent(axes.yaxis)
        name = topics[k].name
        words = label(topics[k].words) if name is None else short(name, 32)
        axes.set_title(f"{k}   {words}", loc="left", fontsize=8.5, parse_math=False)
    grid[0].set_ylim(bottom=0)
    dates = import_module("matplotlib.dates")
    locator = dates.AutoDateLocator(minticks=2, maxticks=4)
    grid[0].xaxis.set_major_locator(locator)
    grid[0].xaxis.set_major_formatter(dates.ConciseDateFormatter(locator))
    figure.suptitle(f"Mean share of topics by {times.period}", x=0.01, ha="left")
    return figure
