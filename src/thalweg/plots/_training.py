"""A figure of the held-out score during training."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thalweg.errors import InputError
from thalweg.plots._drawing import BLUE, GREY, draw_grid_lines, new_figure, plain, ticker
from thalweg.plots._options import Size, checked_size
from thalweg.plots._text import set_title
from thalweg.results import TrainingScore, TrainingScoreTable
from thalweg.state.of_model import state_of

if TYPE_CHECKING:
    from thalweg.model import TopicModel
    from thalweg.plots._notebook_figure import NotebookFigure


def training_curve(
    model: TopicModel, *, title: str | None = None, size: Size | None = None
) -> NotebookFigure:
    """Draw the held-out score over the documents visited.

    Parameters
    ----------
    model : LDA
        A model that was trained with validation documents or with early stopping.
    title : str, default=None
        Title of the figure. None: "Training". "": no title.
    size : tuple of float, default=None
        Width and height in inches. None: 7 x 4.

    Returns
    -------
    matplotlib.figure.Figure
        The figure. Its attribute `table` has the numbers, as a `TrainingScoreTable`.

    Examples
    --------
    >>> from thalweg import LDA, plots
    >>> model = LDA(20, early_stopping=True).fit(corpus)  # doctest: +SKIP
    >>> plots.save(plots.training_curve(model), "training.png")  # doctest: +SKIP
    """
    state_of(model)
    scored = [row for row in model.history_ if row["score"] is not None]
    if not scored:
        raise InputError(
            "the model has no held-out scores from training to draw. Train it with `validation` "
            "documents or with `early_stopping=True`."
        )
    figure = new_figure(*checked_size(size, (7.0, 4.0)))
    axes = plain(figure.add_subplot())
    documents = [row["documents"] for row in scored]
    scores = [row["score"] for row in scored]
    axes.plot(documents, scores, color=BLUE, marker="o" if len(scored) <= 60 else "", ms=3.5)
    best = int(np.argmax(scores))
    axes.plot(documents[best], scores[best], "o", ms=8, mfc="none", mec=GREY)
    axes.set_title(  # above the plot, where no line can run through it
        f"best: {scores[best]:.3f} after {documents[best]:,} documents",
        loc="left",
        fontsize=8,
        color=GREY,
    )
    axes.margins(y=0.15)
    n_ticks = max(2, int(0.8 * figure.get_figwidth()))
    axes.xaxis.set_major_formatter(ticker().StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_major_locator(ticker().MaxNLocator(n_ticks, integer=True))
    draw_grid_lines(axes)
    axes.set_xlabel("documents visited")
    axes.set_ylabel("held-out score per token")
    set_title(figure, title, "Training")
    figure.table = TrainingScoreTable(
        TrainingScore(row["passes"], row["documents"], row["tokens"], row["score"])
        for row in scored
    )
    return figure
