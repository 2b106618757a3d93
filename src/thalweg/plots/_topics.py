"""Figures of topics: their sizes and their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thalweg.plots._drawing import (
    GREY,
    MAX_TOPICS,
    as_percent,
    check_count,
    draw_bars,
    label,
    new_figure,
    short,
    small_charts,
    ticker,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from thalweg.model import TopicModel
    from thalweg.results import Topic


def topic_sizes(model: TopicModel, *, n_words: int = 6, n_topics: int = MAX_TOPICS) -> Figure:
    """Draw a bar for each topic's share of all tokens, largest first, with its name or its words.

    Parameters
    ----------
    model : LDA
        A trained model.
    n_words : int, default=6
        Number of most probable words to show of each topic that has no name.
    n_topics : int, default=100
        Number of topics to draw, the largest ones.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

    Examples
    --------
    >>> from thalweg import plots
    >>> plots.save(plots.topic_sizes(model), "sizes.png")  # doctest: +SKIP
    """
    topics = _largest(model, n_words, n_topics)
    figure = new_figure(9, 1.1 + 0.27 * len(topics))
    axes = figure.add_subplot()
    names = [
        f"{short(topic.name) if topic.name else label(topic.words)}   {_aligned(topic.topic)}"
        for topic in topics
    ]
    draw_bars(axes, [topic.share for topic in topics], names)
    for place, topic in enumerate(topics):
        axes.annotate(
            f"{topic.share:.1%}",
            (topic.share, place),
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=GREY,
        )
    axes.margins(x=0.1)
    as_percent(axes.xaxis)
    axes.set_xlabel("share of all tokens")
    axes.set_title("Topics by size", loc="left")
    return figure


def topic_words(model: TopicModel, *, n_words: int = 10, n_topics: int = MAX_TOPICS) -> Figure:
    """Draw a small bar chart for each topic: its most probable words and their probabilities.

    Parameters
    ----------
    model : LDA
        A trained model.
    n_words : int, default=10
        Number of words per topic.
    n_topics : int, default=100
        Number of topics to draw, the largest ones.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

    Examples
    --------
    >>> from thalweg import plots
    >>> plots.save(plots.topic_words(model, n_topics=12), "words.pdf")  # doctest: +SKIP
    """
    topics = _largest(model, n_words, n_topics)
    figure, grid = small_charts(len(topics), height=0.55 + 0.19 * len(topics[0].words))
    for axes, topic in zip(grid, topics, strict=True):
        draw_bars(axes, topic.weights, [label([word]) for word in topic.words])
        axes.xaxis.set_major_locator(ticker().MaxNLocator(3))
        as_percent(axes.xaxis)
        name = f"{topic.topic} {short(topic.name, 28)}" if topic.name else f"topic {topic.topic}"
        title = f"{name} \u00b7 {topic.share:.1%}"
        axes.set_title(title, loc="left", fontsize=9, parse_math=False)
    return figure


def _largest(model: TopicModel, n_words: int, n_topics: int) -> list[Topic]:
    check_count("n_words", n_words)
    check_count("n_topics", n_topics)
    return sorted(model.topics(n_words), key=lambda topic: -topic.share)[:n_topics]


def _aligned(number: int) -> str:
    return f"{number:>3}".replace(" ", "\u2007")  # a blank as wide as a digit
