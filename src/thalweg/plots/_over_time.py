"""A figure of topics over time."""

from __future__ import annotations

import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from thalweg.analysis.groups.periods import Period
from thalweg.errors import InputError
from thalweg.plots._drawing import (
    BLUE,
    PALE_BLUE,
    as_percent,
    check_count,
    label,
    small_charts,
)
from thalweg.plots._options import checked_size
from thalweg.plots._text import set_title
from thalweg.results import TimeTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from thalweg.model import TopicModel
    from thalweg.plots._notebook_figure import NotebookFigure
    from thalweg.results import PeriodTopic

_MAX_DOTS = 24  # periods that get a dot each
_TITLE_LENGTH = 40


def topics_over_time(
    source: TopicModel | TimeTable,
    documents: Any = None,
    date: Any = None,
    *,
    every: str | None = None,
    topics: Sequence[int | str] | None = None,
    n_topics: int = 20,
    title: str | None = None,
    size: tuple[float, float] | None = None,
) -> NotebookFigure:
    """Draw a curve for each topic: its mean share of the documents of each period.

    The band is the 95% interval over documents. Where a period has no documents, the curve has a
    gap. The title says how many topics are not drawn. The numbers are those of `LDA.over_time`.

    Parameters
    ----------
    source : LDA or TimeTable
        A trained model, or the table that `LDA.over_time` returned.
    documents : Corpus, iterator of Corpus, data frame or texts, default=None
        Documents, if `source` is a model.
    date : str or sequence, default=None
        Name of a metadata column, or one value per document, if `source` is a model: dates, text
        such as 2024-05-31, or years.
    every : str, default=None
        Length of the periods: "day", "week", "month", "quarter", "year", or a number of them, such
        as "2w". None: chosen by the span of the dates.
    topics : list of int or str, default=None
        Numbers or names of the topics to draw; the sum of all others is drawn as well. None: the
        largest `n_topics`.
    n_topics : int, default=20
        Number of topics to draw if `topics` is None.
    title : str, default=None
        Title of the figure. None: what is drawn and what is not.
    size : tuple of two numbers, default=None
        Width and height in inches. None: depends on the number of topics.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

    Examples
    --------
    >>> from thalweg import plots, read
    >>> news = read("news.csv", metadata=["published"])  # doctest: +SKIP
    >>> plots.topics_over_time(model, news, "published", every="month")  # doctest: +SKIP
    """
    check_count("n_topics", n_topics)
    if isinstance(source, TimeTable):
        if documents is not None or date is not None or every is not None or topics is not None:
            raise InputError(
                "`source` is a table; expected no documents, date, every or topics in addition. "
                "Choose them in `LDA.over_time`."
            )
        table = source
    else:
        if documents is None or date is None:
            raise InputError(
                "`documents` or `date` is missing; expected documents and their dates, or a table "
                "of `LDA.over_time`"
            )
        table = source.over_time(documents, date, every, topics=topics)
    curves = _curves(table)
    # Largest first, but chosen topics stay in the order in which they were chosen.
    if topics is None and (len(curves) > n_topics or not isinstance(source, TimeTable)):
        curves = sorted(curves, key=_mean_share, reverse=True)
    drawn = curves[:n_topics] if topics is None else curves
    check_count("topics", len(drawn))
    figure, grid = small_charts(len(drawn), height=1.5, share_axes=True)
    for axes, curve in zip(grid, drawn, strict=True):
        _draw(axes, curve)
    grid[0].set_ylim(bottom=0)
    _label_dates(grid[0], [row.start for row in drawn[0]])
    n_left_out = len(curves) - len(drawn)
    figure.set_size_inches(*checked_size(size, tuple(figure.get_size_inches())))
    set_title(figure, title, _title(table, drawn, n_left_out))
    figure.table = table
    return figure


def _curves(table: TimeTable) -> list[list[PeriodTopic]]:
    periods = list(table.periods.values())
    if not periods:
        raise InputError("`source` is an empty table; expected at least one period")
    return [[rows[place] for rows in periods] for place in range(len(periods[0]))]


def _mean_share(curve: list[PeriodTopic]) -> float:
    total = sum(row.n_documents * (row.share or 0.0) for row in curve)
    return total / max(sum(row.n_documents for row in curve), 1)


def _draw(axes: Axes, curve: list[PeriodTopic]) -> None:
    starts: Any = np.array([row.start for row in curve], dtype="datetime64[D]")
    share, low, high = (
        np.array([np.nan if value is None else value for value in values])
        for values in zip(*((row.share, row.low, row.high) for row in curve), strict=True)
    )
    # A period between two gaps has no line to either side: it needs a dot.
    known = np.pad(~np.isnan(share), 1)
    alone = known[1:-1] & ~known[:-2] & ~known[2:]
    dots = known[1:-1] if len(curve) <= _MAX_DOTS else alone
    axes.fill_between(starts, low, high, color=PALE_BLUE, lw=0)
    axes.vlines(starts[alone], low[alone], high[alone], color=PALE_BLUE, lw=3)
    axes.plot(starts, share, color=BLUE, lw=1.3, marker="o", ms=2.5, markevery=dots.tolist())
    as_percent(axes.yaxis)
    axes.set_title(_chart_title(curve[0]), loc="left", fontsize=8.5, parse_math=False)


def _chart_title(row: PeriodTopic) -> str:
    if row.topic is None:
        return row.name
    is_named = row.name != f"topic {row.topic}"
    text = label([row.name]) if is_named else label(row.words[:3])
    if is_named and len(row.name) > 20:
        text = row.name
    text = text if len(text) <= _TITLE_LENGTH else f"{text[: _TITLE_LENGTH - 1]}\u2026"
    return f"{row.topic}   {text}"


def _title(table: TimeTable, drawn: list[list[PeriodTopic]], n_left_out: int) -> str:
    first, last = drawn[0][0].start, drawn[0][-1].start
    text = f"Mean share of topics by {Period.of(table.every).title}, with 95% intervals"
    text += f"\nperiods from {first} to {last}" if first != last else f"\n{first}"
    if n_left_out:
        text += (
            f"; the {len(drawn)} largest topics, {n_left_out} "
            f"{'other is' if n_left_out == 1 else 'others are'} not shown"
        )
    n_gaps = sum(row.n_documents == 0 for row in drawn[0])
    if n_gaps:
        text += f"; {n_gaps:,} without documents" + (" (gaps)" if n_gaps > 1 else " (gap)")
    return text


def _label_dates(axes: Axes, starts: list[datetime.date]) -> None:
    """Put a few short ticks at the beginning of years, months or days, for any span."""
    dates = import_module("matplotlib.dates")
    span = (starts[-1] - starts[0]).days
    if span >= 3 * 365:
        steps = (1, 2, 5, 10, 20, 50, 100)
        base = next((step for step in steps if span / 365 / step <= 4), 200)
        locator = dates.YearLocator(base)
    elif span >= 300:
        locator = dates.MonthLocator(bymonth=(1, 7))
    elif span >= 80:
        locator = dates.MonthLocator(interval=1 if span <= 120 else 2)
    else:
        locator = dates.AutoDateLocator(minticks=2, maxticks=4)

    def tick(place: float, _: float) -> str:
        day = dates.num2date(place)
        if span < 80:
            return f"{day.day} {day:%b}"
        return str(day.year) if day.month == 1 else f"{day:%b}"

    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(tick)
