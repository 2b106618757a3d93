"""A figure that a notebook displays. Imported only when a figure is drawn: it needs matplotlib."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

if TYPE_CHECKING:
    from thalweg.results import Table


class NotebookFigure(Figure):
    """A matplotlib Figure that a notebook displays, and that has the numbers it shows as a table.

    Notebooks display figures of pyplot by themselves, but others only after `%matplotlib inline`.
    With it, this figure is displayed as any other, and once.
    """

    table: Table[Any]
    """The numbers that the figure shows."""

    def _repr_png_(self) -> bytes:
        image = BytesIO()
        self.savefig(image, format="png", dpi=self.dpi)
        return image.getvalue()
