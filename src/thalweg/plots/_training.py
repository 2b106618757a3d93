"""A figure of the held-out score during training."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thalweg.errors import InputError
from thalweg.plots._drawing import BLUE, GREY, draw_grid_lines, new_figure, plain, ticker
from thalweg.state.of_model import state_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from thalweg.model import TopicModel


def training_curve(model: TopicModel) -> Figure:
    """Draw the held-out score over the documents visited.

    Parameters
    ----------
    model : LDA
        A model that was trained with validation documents or with early stopping.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

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
            "documents or with `early_stopping`."
        )
    figure = new_figure(7, 4)
    axes = plain(figure.add_subplot())
    documents = [row["documents"] for row in scored]
    scores = [row["score"] for row in scored]
    axes.plot(documents, scores, color=BLUE, marker="o" if len(scored) <= 60 else "", ms=3.5)
    best = int(np.argmax(scores))
    axes.plot(documents[best], scores[best], "o", ms=8, mfc="none", mec=GREY)
    axes.set_title(  # above the plot, where no line can run through it
        f"best: {scores[best]:.3f} after {documents[best]:,} documents",
        loc="right",
        fontsize=8,
        color=GREY,
    )
    axes.margins(y=0.15)
    axes.xaxis.set_major_formatter(ticker().StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_major_locator(ticker().MaxNLocator(6, integer=True))
    draw_grid_lines(axes)
    axes.set_xlabel("documents visited")
    axes.set_ylabel("held-out log-likelihood per token")
    axes.set_title("Training", loc="left")
    return figure
