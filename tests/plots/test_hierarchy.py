"""The dendrogram of topics."""

import itertools

import pytest

from tests.analysis.comparing.planted_topics import model_with, subjects
from thalweg import plots

pytest.importorskip("matplotlib")


@pytest.mark.parametrize("n_topics", [2, 5, 60])
def test_the_dendrogram_has_a_label_for_every_topic_in_the_order_of_the_tree(n_topics: int) -> None:
    model = model_with(subjects(n_topics))
    model.name_topics({0: "first $one$"})
    figure = plots.hierarchy(model, title="Mine", n_words=2)
    (axes,) = figure.axes
    labels = [tick.get_text().split("  ")[0] for tick in axes.get_yticklabels()]
    order = model.hierarchy().root.topics
    assert labels == ["first $one$" if k == 0 else str(k) for k in order]
    assert figure.get_suptitle() == "Mine"
    assert figure.table == model.hierarchy(n_words=2).merges
    assert len(axes.lines) == n_topics - 1
    figure.canvas.draw()
    boxes = [tick.get_window_extent() for tick in axes.get_yticklabels()]
    tops = sorted((box.y0, box.y1) for box in boxes)
    assert all(below[1] <= above[0] + 1 for below, above in itertools.pairwise(tops))


def test_chosen_topics_and_the_size() -> None:
    figure = plots.hierarchy(model_with(subjects(6)), topics=[1, 2, 5], size=(5, 3))
    assert len(figure.axes[0].get_yticklabels()) == 3
    assert figure.get_size_inches().tolist() == [5.0, 3.0]
