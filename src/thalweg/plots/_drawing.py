"""What all figures share: empty figures, grids of small charts, bars, labels, ticks, colours."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from thalweg.errors import InputError
from thalweg.plots._text import user_text
from thalweg.visible_text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from thalweg.plots._notebook_figure import NotebookFigure

MAX_TOPICS = 100  # with more topics, only the largest are drawn
MAX_COLUMNS = 4
LABEL_SIZE = 8  # points
# The colours of Okabe and Ito, which are distinct for any kind of colour vision, a tint and greys.
# Figures never use colour alone: lines also differ in style, and texts name things.
BLUE, ORANGE, GREEN, VERMILION = "#0072b2", "#e69f00", "#009e73", "#d55e00"
PURPLE, SKY_BLUE, YELLOW, BLACK = "#cc79a7", "#56b4e9", "#f0e442", "#000000"
COLOURS = (BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY_BLUE, YELLOW, BLACK)
PALE_BLUE, GREY, PALE_GREY = "#bfdcec", "#595f69", "#e5e7eb"


def check_count(name: str, number: int) -> None:
    """Raise InputError if a figure has no room for this number of things."""
    if not 1 <= number <= MAX_TOPICS:
        raise InputError(
            f"`{name}` is {number}; expected 1 to {MAX_TOPICS}, for which a figure has room"
        )


def check_installed() -> None:
    """Raise InputError if matplotlib is not installed; to be called before long work."""
    try:
        import_module("matplotlib.figure")
    except ImportError:
        raise InputError("matplotlib is not installed. Run pip install matplotlib.") from None


def new_figure(width: float, height: float) -> NotebookFigure:
    """Return an empty figure of this size in inches."""
    check_installed()
    figure_class = import_module("thalweg.plots._notebook_figure").NotebookFigure
    figure: NotebookFigure = figure_class(figsize=(width, height), layout="constrained")
    return figure


def ticker() -> Any:
    """Return the module matplotlib.ticker."""
    return import_module("matplotlib.ticker")


def small_charts(
    n: int, *, height: float, share_axes: bool = False
) -> tuple[NotebookFigure, list[Axes]]:
    """Return a figure with n small charts in rows, each of this height in inches."""
    n_columns = min(MAX_COLUMNS, n)
    figure = new_figure(3.1 * n_columns, height * -(-n // n_columns) + 0.4)
    return figure, chart_grid(figure, n, n_columns, sharex=share_axes, sharey=share_axes)


def chart_grid(
    figure: NotebookFigure, n: int, n_columns: int, *, sharex: bool = False, sharey: bool = False
) -> list[Axes]:
    """Return n charts in rows; those at the bottom have the labels of a shared x axis."""
    n_rows = -(-n // n_columns)
    grid = figure.subplots(n_rows, n_columns, squeeze=False, sharex=sharex, sharey=sharey)
    places = list(grid.flat)
    for unused in places[n:]:
        unused.remove()
    for place in range(max(n - n_columns, 0), n):  # the last chart of each column
        places[place].xaxis.set_tick_params(labelbottom=True)
    return [plain(axes) for axes in places[:n]]


def plain(axes: Axes) -> Axes:
    """Remove the frame at the top and on the right, and make the labels small."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    return axes


def draw_bars(
    axes: Axes, lengths: Sequence[float], names: Sequence[str], font_size: float = LABEL_SIZE
) -> None:
    """Draw horizontal bars with their names, the first at the top."""
    axes.barh(range(len(lengths)), lengths, height=0.72, color=BLUE)
    axes.set_ylim(len(lengths) - 0.4, -0.6)
    plain(axes).set_yticks(range(len(names)), names, fontsize=font_size, **user_text())
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
