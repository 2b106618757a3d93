"""A figure of the results of `choose_k`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from thalweg.plots._drawing import (
    BLUE,
    GREY,
    PALE_BLUE,
    as_percent,
    draw_grid_lines,
    new_figure,
    plain,
    ticker,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from thalweg.choosing_k.k_choice import KChoice

_SCORE = "held-out score per token"


def choice(result: KChoice) -> Figure:
    """Draw score, coherence and stability over the number of topics, and mark the recommended one.

    The bars of a score are two standard errors of its difference from the best one. If a bar
    reaches the dashed line, chance may explain the difference.

    Parameters
    ----------
    result : KChoice
        The result of `choose_k`.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

    Examples
    --------
    >>> from thalweg import choose_k, plots
    >>> plots.save(plots.choice(choose_k(corpus, "10..200")), "choice.png")  # doctest: +SKIP
    """
    best, chosen, ks = result.best, result.chosen, [trial.k for trial in result]
    curves = {_SCORE: [trial.score for trial in result]}
    curves["coherence (NPMI)"] = [trial.coherence for trial in result]
    if chosen.stability is not None:
        curves["stability of runs"] = [trial.stability or 0.0 for trial in result]
    figure = new_figure(7, 0.9 + 1.75 * len(curves))
    panels = figure.subplots(len(curves), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (name, values) in zip(panels, curves.items(), strict=True):
        plain(axes).axvline(chosen.k, color=PALE_BLUE, lw=7, zorder=0)
        axes.plot(ks, values, color=BLUE, marker="o", ms=3.5, lw=1.3)
        axes.set_title(name, loc="left", fontsize=9)
        axes.margins(y=0.15)
        draw_grid_lines(axes)
    bars = [result.standard_errors * result.error_behind(trial) for trial in result]
    panels[0].errorbar(ks, curves[_SCORE], bars, fmt="none", ecolor=BLUE, elinewidth=1, capsize=3)
    panels[0].axhline(best.score, color=GREY, lw=0.8, ls="--")
    panels[0].set_title(
        f"bars: {result.standard_errors:.0f} standard errors of the difference from the best",
        loc="right",
        fontsize=8,
        color=GREY,
    )
    if len(curves) == 3:  # from 0 to 100 %, so that small changes look small
        panels[2].set_ylim(0, 1.05)
        as_percent(panels[2].yaxis)
    panels[-1].set_xscale("log")
    panels[-1].set_xlabel("number of topics")
    _label_numbers(panels[-1].xaxis, ks)
    figure.suptitle(f"Numbers of topics: {chosen.k} recommended", x=0.01, ha="left")
    return figure


def _label_numbers(axis: Any, numbers: Sequence[int]) -> None:
    """Put ticks at the numbers themselves, except where their labels would overlap."""
    shown: list[int] = []
    least_ratio = (numbers[-1] / numbers[0]) ** (1 / 16)
    for number in numbers:
        if not shown or number >= least_ratio * shown[-1]:
            shown.append(number)
    axis.set_major_locator(ticker().FixedLocator(shown))
    axis.set_major_formatter(ticker().FuncFormatter(lambda number, _: f"{number:.0f}"))
    axis.set_minor_locator(ticker().NullLocator())
