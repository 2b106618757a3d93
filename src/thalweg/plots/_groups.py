"""Figures of topics by group: a heat map, and bars with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from thalweg.errors import InputError
from thalweg.plots._drawing import (
    BLUE,
    GREY,
    as_percent,
    check_count,
    label,
    new_figure,
    plain,
    small_charts,
    ticker,
)
from thalweg.plots._options import checked_size
from thalweg.plots._text import set_title
from thalweg.results import GroupTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from thalweg.model import TopicModel
    from thalweg.plots._notebook_figure import NotebookFigure
    from thalweg.results import GroupTopic

KINDS = ("heatmap", "bars")
MAX_GROUPS = 60  # with more groups, only the largest are drawn
_NUMBERED_GROUPS = 24  # with more groups, cells have no room for numbers
_FULL_COLOUR = 1.5  # log odds with the strongest colour: odds of 4.5 to 1
_CLEAR = 2.0  # z of a difference that has its full colour
_NAME_LENGTH = 24


def topics_by_group(
    source: TopicModel | GroupTable,
    documents: Any = None,
    column: Any = None,
    *,
    kind: str = "heatmap",
    topics: Sequence[int | str] | None = None,
    n_topics: int | None = None,
    title: str | None = None,
    size: tuple[float, float] | None = None,
) -> NotebookFigure:
    """Draw the share of topics in groups of documents.

    In the heat map, the number of a cell is the share in percent, and the colour says whether the
    topic is more (orange) or less (purple) frequent in the group than elsewhere; it is paler where
    chance may explain the difference. In bars, each topic has a chart with a bar per group and its
    95% interval. The topics that distinguish groups most clearly come first, and the title says how
    many topics and groups are not drawn. The numbers are those of `LDA.by_group`.

    Parameters
    ----------
    source : LDA or GroupTable
        A trained model, or the table that `LDA.by_group` returned.
    documents : Corpus, iterator of Corpus, data frame or texts, default=None
        Documents, if `source` is a model.
    column : str, sequence or list of two, default=None
        Name of a metadata column, or one value per document, if `source` is a model.
    kind : {"heatmap", "bars"}, default="heatmap"
        What to draw.
    topics : list of int or str, default=None
        Numbers or names of the topics to draw, and the sum of all others. None: the most
        distinctive `n_topics`.
    n_topics : int, default=None
        Number of topics to draw if `topics` is None. None: 30 in a heat map, 12 with bars.
    title : str, default=None
        Title of the figure. None: what is drawn and what is not.
    size : tuple of two numbers, default=None
        Width and height in inches. None: depends on the number of topics and groups.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

    Examples
    --------
    >>> from thalweg import plots
    >>> plots.topics_by_group(model, corpus, "rating", kind="bars")  # doctest: +SKIP
    """
    if kind not in KINDS:
        raise InputError(f"`kind` is {kind!r}; expected {' or '.join(KINDS)}")
    most = n_topics if n_topics is not None else (30 if kind == "heatmap" else 12)
    check_count("n_topics", most)
    table = _table(source, documents, column, topics)
    groups = list(table.groups.values())
    largest = sorted(groups, key=lambda rows: -rows[0].n_documents)[:MAX_GROUPS]
    kept = [rows for rows in groups if any(rows is each for each in largest)]
    order = list(range(len(kept[0])))
    if topics is None and (len(order) > most or not isinstance(source, GroupTable)):
        order = sorted(order, key=lambda k: -max(abs(rows[k].z) for rows in kept))[:most]
    check_count("topics", len(order))
    chosen = [[rows[k] for rows in kept] for k in order]  # topics x groups
    names = [_group_name(table, rows[0]) for rows in kept]
    draw = _heat_map if kind == "heatmap" else _bars
    figure = draw(chosen, names, " and ".join(table.about.columns))
    figure.set_size_inches(*checked_size(size, tuple(figure.get_size_inches())))
    default = _title(table, len(chosen), len(kept[0]), len(kept), len(groups), kind)
    set_title(figure, title, default)
    figure.table = table
    return figure


def _table(source: TopicModel | GroupTable, documents: Any, column: Any, topics: Any) -> GroupTable:
    if isinstance(source, GroupTable):
        if documents is not None or column is not None or topics is not None:
            raise InputError(
                "`source` is a table; expected no documents, column or topics in addition. Choose "
                "them in `LDA.by_group`."
            )
        if not len(source):
            raise InputError("`source` is an empty table; expected at least one group")
        return source
    if documents is None or column is None:
        raise InputError(
            "`documents` or `column` is missing; expected documents and a column of groups, or a "
            "table of `LDA.by_group`"
        )
    return source.by_group(documents, column, topics=topics)


def _heat_map(cells: list[list[GroupTopic]], names: list[str], column: str) -> NotebookFigure:
    n_topics, n_groups = len(cells), len(names)
    has_numbers = n_groups <= _NUMBERED_GROUPS
    width = 0.55 if has_numbers else 0.24
    longest = max(map(len, names))
    upright = longest * 0.075 > width  # group names that do not fit next to each other
    figure = new_figure(
        3.6 + width * n_groups + 1.0,
        1.5 + 0.27 * n_topics + (0.075 * longest if upright else 0.0),
    )
    axes = figure.add_subplot()
    # Paler where chance may explain the difference: with few documents, odds are often large.
    colours = np.array(
        [[row.log_odds * min(1.0, abs(row.z) / _CLEAR) for row in rows] for rows in cells]
    )
    image = axes.imshow(
        colours, cmap="PuOr_r", vmin=-_FULL_COLOUR, vmax=_FULL_COLOUR, aspect="auto"
    )
    plain(axes).spines[:].set_visible(False)
    axes.set_yticks(range(n_topics), [_topic_name(row[0]) for row in cells], parse_math=False)
    axes.set_xticks(range(n_groups), names, rotation=90 if upright else 0, parse_math=False)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel(column, fontsize=9, parse_math=False)
    axes.tick_params(length=0)
    if has_numbers:
        for k, of_topic in enumerate(cells):
            for g, row in enumerate(of_topic):
                strong = abs(colours[k, g]) > 0.65 * _FULL_COLOUR
                axes.text(
                    g,
                    k,
                    f"{100 * row.share:.1f}",
                    ha="center",
                    va="center",
                    fontsize=7.5,
                    color="white" if strong else "black",
                )
    bar = figure.colorbar(image, ax=axes, shrink=min(1.0, 2.0 / (0.27 * n_topics)), aspect=12)
    bar.set_ticks(np.log([0.25, 0.5, 1.0, 2.0, 4.0]).tolist())
    bar.set_ticklabels(["\u00bc", "\u00bd", "same", "2 x", "4 x"], fontsize=8)
    bar.set_label("odds against other documents\n(paler where not clear)", fontsize=8)
    bar.outline.set_visible(False)
    return figure


def _bars(cells: list[list[GroupTopic]], names: list[str], column: str) -> NotebookFigure:
    names = [name if len(name) <= 14 else f"{name[:13]}\u2026" for name in names]
    figure, grid = small_charts(len(cells), height=0.6 + 0.19 * max(len(names), 3), share_axes=True)
    places = np.arange(len(names))
    for axes, rows in zip(grid, cells, strict=True):
        shares = np.array([row.share for row in rows])
        below = shares - [row.low for row in rows]
        above = np.array([row.high for row in rows]) - shares
        axes.barh(places, shares, height=0.72, color=BLUE)
        axes.errorbar(
            shares,
            places,
            xerr=np.vstack([below, above]),
            fmt="none",
            ecolor="black",
            elinewidth=0.9,
            capsize=1.5,
        )
        if rows[0].elsewhere is not None:
            total = sum(row.n_documents for row in rows)
            mean = float(shares @ [row.n_documents for row in rows]) / total
            axes.axvline(mean, color=GREY, lw=0.8, ls="--")
        axes.set_title(_topic_name(rows[0]), loc="left", fontsize=8.5, parse_math=False)
    grid[0].set_ylim(len(names) - 0.4, -0.6)
    grid[0].set_yticks(places, names, fontsize=8, parse_math=False)
    grid[0].set_xlim(left=0)
    grid[0].xaxis.set_major_locator(ticker().MaxNLocator(4))
    for axes in grid:
        as_percent(axes.xaxis)
        axes.tick_params(axis="y", length=0)
    figure.supylabel(column, fontsize=9, parse_math=False)
    return figure


def _group_name(table: GroupTable, row: GroupTopic) -> str:
    name = " / ".join(map(str, table.key(row)))
    return name if len(name) <= _NAME_LENGTH else f"{name[: _NAME_LENGTH - 1]}\u2026"


def _topic_name(row: GroupTopic) -> str:
    if row.topic is None:
        return row.name
    is_named = row.name != f"topic {row.topic}"
    text = row.name if is_named else label(row.words[:3])
    text = text if len(text) <= 34 else f"{text[:33]}\u2026"
    return f"{row.topic}   {text}"


def _title(
    table: GroupTable, n_drawn: int, n_topics: int, n_groups: int, n_all_groups: int, kind: str
) -> str:
    shown = "mean share in percent"
    if kind == "bars":
        shown = "mean share with 95% interval; dashed: all documents"
    text = f"Topics by {' and '.join(table.about.columns)}: {shown}"
    left_out = []
    if n_topics > n_drawn:
        left_out.append(f"{n_topics - n_drawn} of {n_topics} topics, which differ least,")
    if n_all_groups > n_groups:
        left_out.append(f"{n_all_groups - n_groups:,} of {n_all_groups:,} groups, the smallest,")
    return f"{text}\n{' and '.join(left_out)} are not shown" if left_out else text
