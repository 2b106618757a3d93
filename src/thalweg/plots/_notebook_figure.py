"""A figure that a notebook displays. Imported only when a figure is drawn: it needs matplotlib."""

from __future__ import annotations

from io import BytesIO

from matplotlib.figure import Figure


class NotebookFigure(Figure):
    """A matplotlib Figure that a notebook displays as the last line of a cell.

    Notebooks display figures of pyplot by themselves, but others only after `%matplotlib inline`.
    With it, this figure is displayed as any other, and once.
    """

    def _repr_png_(self) -> bytes:
        image = BytesIO()
        self.savefig(image, format="png", dpi=self.dpi)
        return image.getvalue()
