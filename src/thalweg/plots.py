"""Pictures of a model: sizes of topics, words, the training's course, topics over time, K.

Each function returns a matplotlib Figure of its own and leaves pyplot, with its global state and
windows, alone. In a notebook it shows itself; `save` writes it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from thalweg.analysis.topics_over_time import shares_over_time
from thalweg.choosing_k.recommendation import CHANCE
from thalweg.errors import InputError
from thalweg.files.atomic import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from thalweg.choosing_k.recommendation import KChoice
    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel
    from thalweg.results import Topic

FORMATS = ("png", "svg", "pdf")
MOST_TOPICS = 100  # of more, only the largest are drawn
_COLUMNS = 4
_BLUE, _PALE, _GREY = "#2f6db3", "#c6daf0", "#6b7280"


def topic_sizes(model: TopicModel, *, n_words: int = 6, n_topics: int = MOST_TOPICS) -> Figure:
    """A bar for each topic's share of all tokens, largest first, beside its most probable words."""
    topics = _largest(model, n_words, n_topics)
    figure = _figure(9, 1.1 + 0.27 * len(topics))
    axes = _bars(figure.add_subplot(), [topic.share for topic in topics])
    _name_bars(axes, [f"{_short(topic.words)}   {_aligned(topic.topic)}" for topic in topics])
    for place, topic in enumerate(topics):
        axes.annotate(
            f"{topic.share:.1%}",
            (topic.share, place),
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=_GREY,
        )
    axes.margins(x=0.1)
    _as_percent(axes.xaxis)
    axes.set_xlabel("share of all tokens")
    axes.set_title("Topics by size", loc="left")
    return figure


def topic_words(model: TopicModel, *, n_words: int = 10, n_topics: int = MOST_TOPICS) -> Figure:
    """A small bar chart for each topic: its most probable words and their probabilities."""
    topics = _largest(model, n_words, n_topics)
    figure = _figure(3.1 * min(_COLUMNS, len(topics)), 1)
    grid = _grid(figure, len(topics), height=0.55 + 0.19 * len(topics[0].words))
    for axes, topic in zip(grid, topics, strict=True):
        _bars(axes, topic.weights)
        _name_bars(axes, [_short([word]) for word in topic.words])
        axes.xaxis.set_major_locator(_ticker().MaxNLocator(3))
        _as_percent(axes.xaxis)
        axes.set_title(f"topic {topic.topic} \u00b7 {topic.share:.1%}", loc="left", fontsize=9)
    return figure


def training_curve(model: TopicModel) -> Figure:
    """The held-out score over the documents visited; needs a training that took scores."""
    model.topics(1)  # of a model that is not trained, this says so
    scored = [row for row in model.history_ if row["score"] is not None]
    if not scored:
        raise InputError(
            "the model's training took no held-out scores, so there is no curve to draw; train "
            "with validation documents or with early_stopping"
        )
    figure = _figure(7, 4)
    axes = _plain(figure.add_subplot())
    documents = [row["documents"] for row in scored]
    scores = [row["score"] for row in scored]
    axes.plot(documents, scores, color=_BLUE, marker="o" if len(scored) <= 60 else "", ms=3.5)
    best = int(np.argmax(scores))
    axes.plot(documents[best], scores[best], "o", ms=8, mfc="none", mec=_GREY)
    axes.set_title(  # above the plot, where no line can run through it
        f"best: {scores[best]:.3f} after {documents[best]:,} documents",
        loc="right",
        fontsize=8,
        color=_GREY,
    )
    axes.margins(y=0.15)
    axes.xaxis.set_major_formatter(_ticker().StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_major_locator(_ticker().MaxNLocator(6, integer=True))
    axes.grid(axis="y", color="#e5e7eb", lw=0.8)
    axes.set_xlabel("documents visited")
    axes.set_ylabel("held-out log-likelihood per token")
    axes.set_title("Training", loc="left")
    return figure


def topics_over_time(
    model: TopicModel,
    documents: Corpus | Iterator[Corpus],
    date: str,
    *,
    period: str | None = None,
    n_topics: int = 20,
) -> Figure:
    """A curve for every topic: its mean share of the documents of a day, week, month or year.

    `date` names a column of dates, of text such as 2024-05-31 or of years. Without a `period`, the
    span of the dates decides. Documents without a word or a date do not count.
    """
    _check_count("n_topics", n_topics)
    times = shares_over_time(model, documents, date, period)
    largest = np.argsort(-times.mean_shares, kind="stable")[:n_topics].tolist()
    topics = model.topics(3)
    figure = _figure(3.1 * min(_COLUMNS, len(largest)), 1)
    grid = _grid(figure, len(largest), height=1.5, share_axes=True)
    dot = "o" if times.starts.size <= 24 else ""
    for axes, k in zip(grid, largest, strict=True):
        shares = times.shares[:, k]
        axes.fill_between(times.starts, shares, color=_PALE, lw=0)
        axes.plot(times.starts, shares, color=_BLUE, lw=1.3, marker=dot, ms=2.5)
        _as_percent(axes.yaxis)
        words = _short(topics[k].words)
        axes.set_title(f"{k}   {words}", loc="left", fontsize=8.5, parse_math=False)
    grid[0].set_ylim(bottom=0)
    dates = import_module("matplotlib.dates")
    locator = dates.AutoDateLocator(minticks=2, maxticks=4)
    grid[0].xaxis.set_major_locator(locator)
    grid[0].xaxis.set_major_formatter(dates.ConciseDateFormatter(locator))
    figure.suptitle(f"Mean share of topics by {times.period}", x=0.01, ha="left")
    return figure


def choice(result: KChoice) -> Figure:
    """Score, coherence and stability over the number of topics, the recommended one marked.

    The bars of a score are two standard errors of its difference from the best: where one reaches
    the line, chance may explain the difference.
    """
    best, chosen, ks = result.best, result.chosen, [trial.k for trial in result]
    curves = {"held-out score a token": [trial.score for trial in result]}
    curves["coherence (NPMI)"] = [trial.coherence for trial in result]
    if chosen.stability is not None:
        curves["stability of runs"] = [trial.stability or 0.0 for trial in result]
    figure = _figure(7, 0.9 + 1.75 * len(curves))
    panels = figure.subplots(len(curves), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (name, values) in zip(panels, curves.items(), strict=True):
        _plain(axes).axvline(chosen.k, color=_PALE, lw=7, zorder=0)
        axes.plot(ks, values, color=_BLUE, marker="o", ms=3.5, lw=1.3)
        axes.set_title(name, loc="left", fontsize=9)
        axes.margins(y=0.15)
        axes.grid(axis="y", color="#e5e7eb", lw=0.8)
    bars = [CHANCE * result.error_behind(trial) for trial in result]
    scores = curves["held-out score a token"]
    panels[0].errorbar(ks, scores, bars, fmt="none", ecolor=_BLUE, elinewidth=1, capsize=3)
    panels[0].axhline(best.score, color=_GREY, lw=0.8, ls="--")
    panels[0].set_title(
        f"bars: {CHANCE:.0f} standard errors of the difference from the best",
        loc="right",
        fontsize=8,
        color=_GREY,
    )
    if len(curves) == 3:  # of all that it could be: it changes little where scores change much
        panels[2].set_ylim(0, 1.05)
        _as_percent(panels[2].yaxis)
    panels[-1].set_xscale("log")
    panels[-1].set_xlabel("number of topics")
    _name_numbers(panels[-1].xaxis, ks)
    figure.suptitle(f"Numbers of topics: {chosen.k} recommended", x=0.01, ha="left")
    return figure


def save(figure: Figure, path: str | Path) -> None:
    """Write a picture: PNG, SVG or PDF, as the file's name says."""
    kind = check_name(path)
    with write_atomically(Path(path)) as (file,):
        figure.savefig(file, format=kind, dpi=150)


def check_name(path: str | Path) -> str:
    """The format that a file's name says."""
    kind = Path(path).suffix.removeprefix(".").lower()
    if kind not in FORMATS:
        endings = ", ".join(f".{name}" for name in FORMATS)
        raise InputError(f"{path} is no name of a picture; expected one that ends in {endings}")
    return kind


def _largest(model: TopicModel, n_words: int, n_topics: int) -> list[Topic]:
    _check_count("n_words", n_words)
    _check_count("n_topics", n_topics)
    return sorted(model.topics(n_words), key=lambda topic: -topic.share)[:n_topics]


def _check_count(name: str, number: int) -> None:
    if not 1 <= number <= MOST_TOPICS:
        raise InputError(f"{name} is {number}; a picture has room for 1 to {MOST_TOPICS}")


def _figure(width: float, height: float) -> Figure:
    try:
        figure_class = import_module("matplotlib.figure").Figure
    except ImportError:
        raise InputError(
            "matplotlib is not installed. Run `pip install 'thalweg[plot]'`."
        ) from None
    figure: Figure = figure_class(figsize=(width, height), layout="constrained")
    return figure


def _grid(figure: Figure, n: int, *, height: float, share_axes: bool = False) -> Sequence[Axes]:
    """Axes of n small charts, row by row; places that stay empty are blank."""
    n_columns = min(_COLUMNS, n)
    n_rows = -(-n // n_columns)
    figure.set_figheight(height * n_rows + 0.4)
    grid = figure.subplots(n_rows, n_columns, squeeze=False, sharex=share_axes, sharey=share_axes)
    places = list(grid.flat)
    for empty in places[n:]:
        empty.remove()
    for place in range(max(n - n_columns, 0), n):  # the last of each column
        places[place].xaxis.set_tick_params(labelbottom=True)
    return [_plain(axes) for axes in places[:n]]


def _plain(axes: Axes) -> Axes:
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    return axes


def _bars(axes: Axes, lengths: Sequence[float]) -> Axes:
    axes.barh(range(len(lengths)), lengths, height=0.72, color=_BLUE)
    axes.set_ylim(len(lengths) - 0.4, -0.6)
    return _plain(axes)


def _name_bars(axes: Axes, names: Sequence[str]) -> None:
    # Without parse_math, two dollar signs in a word would start a formula.
    axes.set_yticks(range(len(names)), names, fontsize=8, parse_math=False)
    axes.tick_params(axis="y", length=0)


def _name_numbers(axis: Any, numbers: Sequence[int]) -> None:
    """Ticks at the numbers themselves, without those that would be printed over each other."""
    shown: list[int] = []
    room = (numbers[-1] / numbers[0]) ** (1 / 16)
    for number in numbers:
        if not shown or number >= room * shown[-1]:
            shown.append(number)
    axis.set_major_locator(_ticker().FixedLocator(shown))
    axis.set_major_formatter(_ticker().FuncFormatter(lambda number, _: f"{number:.0f}"))
    axis.set_minor_locator(_ticker().NullLocator())


def _short(words: Sequence[str]) -> str:
    """Words as a label; a very long one is cut, it would take the picture's room."""
    return " ".join(word if len(word) <= 20 else f"{word[:19]}\u2026" for word in words)


def _aligned(number: int) -> str:
    return f"{number:>3}".replace(" ", "\u2007")  # a blank as wide as a digit


def _as_percent(axis: Any) -> None:
    axis.set_major_formatter(_ticker().FuncFormatter(lambda share, _: f"{100 * share:.3g}%"))


def _ticker() -> Any:
    return import_module("matplotlib.ticker")
