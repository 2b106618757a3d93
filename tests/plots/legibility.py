"""A check of figures: no two texts overlap, and no text leaves the figure."""

from itertools import combinations
from typing import Any

from matplotlib.text import Text


def assert_legible(figure: Any) -> None:
    """Fail if two texts of a figure overlap, or if something is outside of it."""
    figure.draw_without_rendering()
    drawn = figure.get_tightbbox().padded(-0.02)  # in inches
    assert figure.bbox_inches.contains(drawn.x0, drawn.y0), f"{drawn} starts outside of the figure"
    assert figure.bbox_inches.contains(drawn.x1, drawn.y1), f"{drawn} ends outside of the figure"
    hidden = undrawn(figure)
    boxes = [
        (text.get_text(), text.get_window_extent().padded(-1))
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip() and text not in hidden
    ]
    assert len(boxes) > 5
    for (a, box), (b, other) in combinations(boxes, 2):
        assert not box.overlaps(other), f"{a!r} and {b!r} overlap"


def undrawn(figure: Any) -> set[Any]:
    """Labels of ticks beyond the ends of an axis."""
    return {
        tick.label1
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in axis.get_major_ticks()
        if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
    }
