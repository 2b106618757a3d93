"""What all figures share: empty figures, grids of small charts, bars, labels and ticks."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from thalweg.errors import InputError
from thalweg.visible_text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_TOPICS = 100  # with more topics, only the largest are drawn
MAX_COLUMNS = 4
BLUE, PALE_BLUE, GREY, PALE_GREY = "#2f6db3", "#c6daf0", "#6b7280", "#e5e7eb"


def check_count(name: str, number: int) -> None:
    """Raise InputError if a figure has no room for this number of things."""
    if not 1 <= number <= MAX_TOPICS:
        raise InputError(
            f"`{name}` is {number}; expected 1 to {MAX_TOPICS}, for which a figure has room"
        )


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of this size in inches."""
    try:
        import_module("matplotlib.figure")
        figure_class = import_module("thalweg.plots._notebook_figure").NotebookFigure
    except ImportError:
        raise InputError("matplotlib is not installed. Run pip install matplotlib.") from None
    figure: Figure = figure_class(figsize=(width, height), layout="constrained")
    return figure


def write_title(figure: Figure, title: str) -> None:
    """Write a title at the top left; one of several lines is smaller."""
    size = 10 if "\n" in title else 12
    figure.suptitle(title, x=0.01, ha="left", fontsize=size, parse_math=False)


def set_size(figure: Figure, size: tuple[float, float] | None) -> None:
    """Set the size of a figure in inches, if the user gave one."""
    if size is None:
        return
    try:
        width, height = (float(length) for length in size)
    except (TypeError, ValueError):
        width = height = 0.0
    if not (0.5 <= width <= 100 and 0.5 <= height <= 200):
        raise InputError(f"`size` is {size!r}; expected width and height in inches, such as (8, 5)")
    figure.set_size_inches(width, height)


def ticker() -> Any:
    """Return the module matplotlib.ticker."""
    return import_module("matplotlib.ticker")


def small_charts(n: int, *, height: float, share_axes: bool = False) -> tuple[Figure, list[Axes]]:
    """Return a figure with n small charts in rows, each of this height in inches."""
    n_columns = min(MAX_COLUMNS, n)
    n_rows = -(-n // n_columns)
    figure = new_figure(3.1 * n_columns, height * n_rows + 0.4)
    grid = figure.subplots(n_rows, n_columns, squeeze=False, sharex=share_axes, sharey=share_axes)
    places = list(grid.flat)
    for unused in places[n:]:
        unused.remove()
    for place in range(max(n - n_columns, 0), n):  # the last chart of each column
        places[place].xaxis.set_tick_params(labelbottom=True)
    return figure, [plain(axes) for axes in places[:n]]


def plain(axes: Axes) -> Axes:
    """Remove the frame at the top and on the right, and make the labels small."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    return axes


def draw_bars(axes: Axes, lengths: Sequence[float], names: Sequence[str]) -> None:
    """Draw horizontal bars with their names, the first at the top."""
    axes.barh(range(len(lengths)), lengths, height=0.72, color=BLUE)
    axes.set_ylim(len(lengths) - 0.4, -0.6)
    # With parse_math, two dollar signs in a word would start a formula.
    plain(axes).set_yticks(range(len(names)), names, fontsize=8, parse_math=False)
    axes.tick_params(axis="y", length=0)


def draw_grid_lines(axes: Axes) -> None:
    """Draw pale horizontal lines at the ticks."""
    axes.grid(axis="y", color=PALE_GREY, lw=0.8)


def as_percent(axis: Any) -> None:
    """Label the ticks of an axis with percentages."""
    axis.set_major_formatter(ticker().FuncFormatter(lambda share, _: f"{100 * share:.3g}%"))


def label(words: Sequence[str]) -> str:
    """Return words as a label; very long words are cut, as they would fill the figure."""
    words = [visible(word) for word in words]
    return " ".join(word if len(word) <= 20 else f"{word[:19]}\u2026" for word in words)
