"""A figure of the hierarchy of topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thalweg.plots._drawing import COLOURS, GREY, YELLOW, label, new_figure, plain
from thalweg.plots._options import Size, checked_size
from thalweg.plots._text import set_title, user_text
from thalweg.visible_text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from thalweg.model import TopicModel
    from thalweg.plots._notebook_figure import NotebookFigure
    from thalweg.results import HierarchyNode

_COLOURS = tuple(colour for colour in COLOURS if colour != YELLOW)  # too pale for thin lines
_LINE = 0.17  # inches per topic
_MAX_LABEL = 60  # characters


def hierarchy(
    model: TopicModel,
    *,
    n_groups: int | None = None,
    n_words: int = 5,
    topics: Sequence[int | str] | None = None,
    title: str | None = None,
    size: Size | None = None,
) -> NotebookFigure:
    """Draw the hierarchy of topics as a dendrogram: similar topics are joined first.

    The numbers are those of `LDA.hierarchy`.

    Parameters
    ----------
    model : LDA
        A trained model.
    n_groups : int, default=None
        Number of groups to colour. None: up to 8, by the number of topics; 1 for no colours.
    n_words : int, default=5
        Number of words per topic.
    topics : sequence of int or str, default=None
        Numbers or names of the topics to draw; None for all.
    title : str, default=None
        Title of the figure; "" for none.
    size : (width, height) in inches, default=None
        Size of the figure. None: as high as the topics need.

    Returns
    -------
    matplotlib.figure.Figure
        The figure. Its attribute `table` has the steps of the hierarchy, as a `TopicMergeTable`.

    Examples
    --------
    >>> from thalweg import plots
    >>> plots.save(plots.hierarchy(model, n_groups=6), "hierarchy.png")  # doctest: +SKIP
    """
    tree = model.hierarchy(n_words=n_words, topics=topics)
    order, nodes = tree.root.topics, tree.nodes
    n_groups = max(1, min(8, len(order) // 3)) if n_groups is None else n_groups
    groups = tree.cut(n_groups)
    colours = {k: _COLOURS[g.group % len(_COLOURS)] for g in groups for k in g.topics}
    if n_groups == 1:
        colours = dict.fromkeys(order, _COLOURS[0])
    within = {tuple(group.topics) for group in groups}
    figure = new_figure(*checked_size(size, (9.0, 1.0 + _LINE * max(len(order), 6))))
    axes = plain(figure.add_subplot())
    axes.spines[["left", "right"]].set_visible(False)
    places = {k: place for place, k in enumerate(order)}
    heights: dict[int, float] = {}
    for node in nodes:
        if node.children is None:
            heights[node.node] = float(places[node.topics[0]])
            continue
        is_within = any(set(node.topics) <= set(topics) for topics in within)
        colour = colours[node.topics[0]] if is_within else GREY
        ends = [(heights[child], nodes[child].distance) for child in node.children]
        (low, low_at), (high, high_at) = ends
        line = [low_at, node.distance, node.distance, high_at], [low, low, high, high]
        axes.plot(*line, color=colour, lw=1.2, solid_capstyle="butt")
        heights[node.node] = (low + high) / 2
    axes.set_xlim(1.03 * tree.root.distance, 0)
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.yaxis.tick_right()
    names = [_name(node) for node in _leaves(nodes, order)]
    axes.set_yticks(range(len(order)), names, fontsize=7.5, **user_text())
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("distance at which topics are joined", fontsize=8)
    set_title(figure, title, "Hierarchy of topics")
    figure.table = tree.merges
    return figure


def _leaves(nodes: Sequence[HierarchyNode], order: Sequence[int]) -> list[HierarchyNode]:
    leaves = {node.topics[0]: node for node in nodes if node.children is None}
    return [leaves[k] for k in order]


def _name(node: HierarchyNode) -> str:
    """Return the name or number of a topic and its words, as many as fit."""
    name = visible(node.label.removeprefix("topic "))
    text = f"{name}  {label(node.words)}"
    return text if len(text) <= _MAX_LABEL else f"{text[: _MAX_LABEL - 1]}\u2026"
