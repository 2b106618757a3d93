"""Figures of topics: their sizes and their words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from thalweg.plots._drawing import (
    GREY,
    LABEL_SIZE,
    as_percent,
    chart_grid,
    check_count,
    draw_bars,
    new_figure,
    ticker,
)
from thalweg.plots._options import DrawnTopics, Size, checked_size, choose_topics
from thalweg.plots._text import as_many_as_fit, cut, inches_of, set_title, user_text
from thalweg.results import TopicSize, TopicSizeTable, TopicWord, TopicWordTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from thalweg.model import TopicModel
    from thalweg.plots._notebook_figure import NotebookFigure

# Inches. A row is as high as a line of text with some space.
_ROW, _WORD_ROW, _PANEL_HEAD = 0.23, 0.16, 0.42
_AROUND = 1.15  # title, axis labels and notes
_COLUMN, _PANEL = 4.2, 2.2  # least widths
_PROPORTION = 16 / 9  # of grids of panels
_DEFAULT_SIZES, _DEFAULT_WORDS = 40, 20  # topics to draw
_MIN_HEIGHT = 2.6
_HEADING_SIZE = 9  # points


def topic_sizes(
    model: TopicModel,
    *,
    n_words: int = 6,
    n_topics: int | None = None,
    topics: Sequence[int | str] | None = None,
    title: str | None = None,
    size: Size | None = None,
) -> NotebookFigure:
    """Draw a bar for each topic's share of all tokens, largest first, with its most probable words.

    A topic that has a name is labelled with it and with half as many words. Words are left out
    where a label has no room for them.

    Parameters
    ----------
    model : LDA
        A trained model.
    n_words : int, default=6
        Number of words per topic.
    n_topics : int, default=None
        Number of topics to draw, the largest ones. None: 40, or as many as there is room for. A
        note says how many others there are, and their share.
    topics : list of int or str, default=None
        Numbers or names of the topics to draw, in this order.
    title : str, default=None
        Title of the figure. None: "Topics by size". "": no title.
    size : tuple of float, default=None
        Width and height in inches. None: depends on the number of topics.

    Returns
    -------
    matplotlib.figure.Figure
        The figure. Its attribute `table` has the numbers, as a `TopicSizeTable`.

    Examples
    --------
    >>> from thalweg import plots
    >>> figure = plots.topic_sizes(model, title="News of May", size=(10, 5.6))  # doctest: +SKIP
    >>> plots.save(figure, "sizes.png")  # doctest: +SKIP
    >>> figure.table.to_pandas()  # doctest: +SKIP
    """
    _check_counts(n_words, n_topics)
    width, height = checked_size(size, (math.inf, math.inf))
    rows = max(1, int((height - _AROUND) / _ROW)) if size else 0
    columns = max(1, int(width / _COLUMN)) if size else 0
    drawn = choose_topics(
        model,
        topics=topics,
        n_topics=n_topics,
        n_words=n_words,
        default=_DEFAULT_SIZES,
        room=lambda n: rows * columns if size else n,
    )
    n = len(drawn.topics)
    if size is None:
        columns = 1 if n <= 20 else 2 if n <= 50 else 3
        rows = -(-n // columns)
        width, height = (9.0, 13.3, 16.0)[columns - 1], max(_MIN_HEIGHT, _AROUND + _ROW * rows)
    else:
        columns = -(-n // rows)
        rows = -(-n // columns)
    figure = new_figure(width, height)
    grid = chart_grid(figure, columns, columns, sharex=True)
    font_size = min(10.5, max(LABEL_SIZE, 72 * 0.4 * (height - _AROUND) / rows))
    room = 0.5 * width / columns - 0.5
    names = _row_labels(figure, drawn, n_words, inches=room, font_size=font_size)
    for column, axes in enumerate(grid):
        part = slice(column * rows, (column + 1) * rows)
        shares = [topic.share for topic in drawn.topics[part]]
        draw_bars(axes, shares, names[part], font_size)
        axes.set_ylim(rows - 0.4, -0.6)  # bars of a column that is not full are as high as others
        for place, share in enumerate(shares):
            axes.annotate(
                f"{share:.1%}",
                (share, place),
                (4, 0),
                textcoords="offset points",
                va="center",
                fontsize=font_size,
                color=GREY,
            )
        axes.xaxis.set_major_locator(ticker().MaxNLocator(max(2, int(width / columns / 2))))
        as_percent(axes.xaxis)
    largest = max(topic.share for topic in drawn.topics)
    grid[0].set_xlim(0, largest * (1 + 1.4 / max(width / columns - 1, 1)))  # room for the last text
    _note_below(figure, "share of all tokens", drawn)
    set_title(figure, title, "Topics by size")
    rest = [TopicSize(None, drawn.others, drawn.others_share, [])] if drawn.n_others else []
    figure.table = TopicSizeTable(
        [
            TopicSize(topic.topic, label, topic.share, topic.words)
            for topic, label in zip(drawn.topics, drawn.labels, strict=True)
        ]
        + rest
    )
    return figure


def topic_words(
    model: TopicModel,
    *,
    n_words: int = 10,
    n_topics: int | None = None,
    topics: Sequence[int | str] | None = None,
    title: str | None = None,
    size: Size | None = None,
) -> NotebookFigure:
    """Draw a small bar chart for each topic: its most probable words and their probabilities.

    All charts have the same scale.

    Parameters
    ----------
    model : LDA
        A trained model.
    n_words : int, default=10
        Number of words per topic.
    n_topics : int, default=None
        Number of topics to draw, the largest ones. None: 20, or as many as there is room for. A
        note says how many others there are, and their share.
    topics : list of int or str, default=None
        Numbers or names of the topics to draw, in this order.
    title : str, default=None
        Title of the figure. None: "Words of topics". "": no title.
    size : tuple of float, default=None
        Width and height in inches. None: depends on the number of topics and words.

    Returns
    -------
    matplotlib.figure.Figure
        The figure. Its attribute `table` has the numbers, as a `TopicWordTable`.

    Examples
    --------
    >>> from thalweg import plots
    >>> plots.save(plots.topic_words(model, topics=[3, 7, 1]), "words.pdf")  # doctest: +SKIP
    """
    _check_counts(n_words, n_topics)
    width, height = checked_size(size, (math.inf, math.inf))
    panel_height = _PANEL_HEAD + _WORD_ROW * n_words
    n_rows = int((height - _AROUND) / panel_height) if size else 0
    n_columns = max(1, int(width / _PANEL)) if size else 0
    drawn = choose_topics(
        model,
        topics=topics,
        n_topics=n_topics,
        n_words=n_words,
        default=_DEFAULT_WORDS,
        room=lambda n: n_rows * n_columns if size else n,
    )
    n = len(drawn.topics)
    if size is None:
        n_columns = _best_columns(n, panel_height)
        width = max(4.0, 2.6 * n_columns)
        height = panel_height * -(-n // n_columns) + _AROUND
    else:  # the fewest rows that hold all topics, then no more columns than needed
        n_rows = -(-n // n_columns)
        n_columns = -(-n // n_rows)
    figure = new_figure(width, height)
    figure.set_layout_engine("constrained", wspace=0.04)
    grid = chart_grid(figure, n, n_columns, sharex=True)
    panel = width / n_columns
    for axes, topic, label in zip(grid, drawn.topics, drawn.labels, strict=True):
        names = [cut(figure, word, 0.42 * panel, LABEL_SIZE) for word in topic.words]
        draw_bars(axes, topic.weights, names)
        axes.xaxis.set_major_locator(ticker().MaxNLocator(2))
        as_percent(axes.xaxis)
        _set_heading(axes, figure, label, f" \u00b7 {topic.share:.1%}", panel)
    _note_below(figure, "probability of the word within the topic", drawn)
    set_title(figure, title, "Words of topics")
    figure.table = TopicWordTable(
        TopicWord(topic.topic, label, topic.share, rank, word, probability)
        for topic, label in zip(drawn.topics, drawn.labels, strict=True)
        for rank, (word, probability) in enumerate(
            zip(topic.words, topic.weights, strict=True), start=1
        )
    )
    return figure


def _check_counts(n_words: int, n_topics: int | None) -> None:
    check_count("n_words", n_words)
    if n_topics is not None:
        check_count("n_topics", n_topics)


def _best_columns(n: int, panel_height: float) -> int:
    """Return the number of columns for which the figure is closest to the shape of a slide."""

    def misfit(n_columns: int) -> float:
        n_rows = -(-n // n_columns)
        proportion = 2.6 * n_columns / (panel_height * n_rows + _AROUND)
        n_empty = n_rows * n_columns - n
        return abs(math.log(proportion / _PROPORTION)) + n_empty / n

    return min(range(1, n + 1), key=misfit)


def _row_labels(
    figure: NotebookFigure, drawn: DrawnTopics, n_words: int, *, inches: float, font_size: float
) -> list[str]:
    labels = []
    for topic, label, named in zip(drawn.topics, drawn.labels, drawn.named, strict=True):
        words = topic.words
        if named:  # words that the name does not have
            words = [word for word in words if word not in label.lower()][: max(1, n_words // 2)]
        number = f" {topic.topic:>3}".replace(" ", "\u2007")  # blanks as wide as a digit
        start = label if named else ""
        labels.append(as_many_as_fit(figure, start, words, max(inches, 0.5), font_size) + number)
    return labels


def _set_heading(axes: Axes, figure: NotebookFigure, label: str, share: str, panel: float) -> None:
    """Put the name of a topic above its bars; a long one also above its words, to the left."""
    is_short = inches_of(figure, label + share, _HEADING_SIZE) <= 0.48 * panel
    name = cut(figure, label, 0.85 * panel - inches_of(figure, share, _HEADING_SIZE), _HEADING_SIZE)
    loc: Literal["left", "right"] = "left" if is_short else "right"
    axes.set_title(name + share, loc=loc, fontsize=_HEADING_SIZE, **user_text())


def _note_below(figure: NotebookFigure, axis: str, drawn: DrawnTopics) -> None:
    """Name the axis of all charts, and what is not drawn."""
    figure.supxlabel("\n".join(filter(None, (axis, drawn.note))), fontsize=9, color=GREY)
