"""Cells of CSV files that spreadsheets would run as formulas."""

from __future__ import annotations

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def without_formula(cell: str) -> str:
    """Return the cell, after an apostrophe if a spreadsheet would run it as a formula.

    Examples
    --------
    >>> without_formula("=1+1"), without_formula("river")
    ("'=1+1", 'river')
    """
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
