"""A figure of the results of `choose_k`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from thalweg.plots._drawing import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    as_percent,
    chart_grid,
    draw_grid_lines,
    new_figure,
    ticker,
)
from thalweg.plots._options import Size, checked_size
from thalweg.plots._text import set_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from thalweg.choosing_k.k_choice import KChoice
    from thalweg.plots._notebook_figure import NotebookFigure

_SCORE = "held-out score per token"
# Each choice has a colour and a line style of its own.
_MARKS = {"small": (GREEN, ":"), "medium": (ORANGE, "-"), "large": (PURPLE, "--")}


def choice(
    result: KChoice, *, title: str | None = None, size: Size | None = None
) -> NotebookFigure:
    """Draw score, coherence, stability and distinctness over the number of topics.

    Vertical lines mark the small, medium (recommended) and large number. The bars of a score are
    two standard errors of its difference from the best one. If a bar reaches the dashed line,
    chance may explain the difference.

    Parameters
    ----------
    result : KChoice
        The result of `choose_k`.
    title : str, default=None
        Title of the figure. None: the recommended number. "": no title.
    size : tuple of float, default=None
        Width and height in inches. None: 10 x 5.6.

    Returns
    -------
    matplotlib.figure.Figure
        The figure. Its attribute `table` is `result`.

    Examples
    --------
    >>> from thalweg import choose_k, plots
    >>> plots.save(plots.choice(choose_k(corpus, "10..200")), "choice.png")  # doctest: +SKIP
    """
    ks = [trial.k for trial in result]
    curves = {_SCORE: [trial.score for trial in result]}
    curves["coherence (NPMI)"] = [trial.coherence for trial in result]
    if result.chosen.stability is not None:
        curves["stability of runs"] = [trial.stability or 0.0 for trial in result]
    curves["distinct words"] = [trial.distinctness for trial in result]
    marks = _marks(result)
    figure = new_figure(*checked_size(size, (10.0, 5.6)))
    n_columns = 2 if figure.get_figwidth() >= 5 else 1
    panels = chart_grid(figure, len(curves), n_columns, sharex=True)
    for axes, (name, values) in zip(panels, curves.items(), strict=True):
        for name_of_mark, (k, colour, style) in marks.items():
            axes.axvline(k, color=colour, ls=style, lw=2, zorder=1, label=name_of_mark)
        axes.plot(ks, values, color=BLUE, marker="o", ms=3.5, lw=1.3)
        axes.set_title(name, loc="left", fontsize=9)
        axes.margins(y=0.15)
        axes.set_axisbelow(True)
        draw_grid_lines(axes)
        if name.startswith(("stability", "distinct")):  # so that small changes look small
            axes.set_ylim(0, 1.05)
            as_percent(axes.yaxis)
    bars = [result.standard_errors * result.error_behind(trial) for trial in result]
    panels[0].errorbar(ks, curves[_SCORE], bars, fmt="none", ecolor=BLUE, elinewidth=1, capsize=3)
    panels[0].axhline(result.best.score, color=GREY, lw=0.8, ls="--")
    panels[0].set_xscale("log")
    _label_numbers(panels[0].xaxis, ks, inches=figure.get_figwidth() / n_columns)
    figure.supxlabel(
        f"number of topics\nbars: {result.standard_errors:.0f} standard errors of the difference "
        "from the best score",
        fontsize=9,
        color=GREY,
    )
    panels[-1].legend(loc="best", fontsize=8)
    set_title(figure, title, f"Numbers of topics: {result.k} recommended")
    figure.table = result
    return figure


def _marks(result: KChoice) -> dict[str, tuple[int, str, str]]:
    """Return number, colour and line style of each choice, by a text such as "large: 50"."""
    marks = {}
    for name, (colour, style) in _MARKS.items():
        trial = getattr(result, name)
        if trial is result.medium and name != "medium":
            continue
        marks[f"{result.choice_of(trial)}: {trial.k}"] = (trial.k, colour, style)
    return marks


def _label_numbers(axis: Any, numbers: Sequence[int], *, inches: float) -> None:
    """Put ticks at the numbers themselves, except where their labels would overlap."""
    shown: list[int] = []
    n_labels = max(2.0, (inches - 0.8) / 0.33)
    least_ratio = (numbers[-1] / numbers[0]) ** (1 / n_labels)
    for number in numbers:
        if not shown or number >= least_ratio * shown[-1]:
            shown.append(number)
    axis.set_major_locator(ticker().FixedLocator(shown))
    axis.set_major_formatter(ticker().FuncFormatter(lambda number, _: f"{number:.0f}"))
    axis.set_minor_locator(ticker().NullLocator())
