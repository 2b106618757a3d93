"""Which columns of a table are wanted, and what to say when one is not there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from thalweg.errors import InputError
from thalweg.lazy_polars import pl

_MOST_NAMES = 20


@dataclass(frozen=True)
class WantedColumns:
    """The column of the texts, and those that come along."""

    text: str = "text"
    others: tuple[str, ...] = ()

    @classmethod
    def of(cls, column: str, columns: Sequence[str]) -> WantedColumns:
        """Checked; a name given twice counts once."""
        if isinstance(columns, str):
            columns = (columns,)
        if not isinstance(columns, Iterable):
            raise InputError(f"the columns to keep are {columns!r}; expected a list of names")
        for name in (column, *columns):
            if not isinstance(name, str):
                raise InputError(f"a column's name is {name!r}; expected a string")
        return cls(column, tuple(dict.fromkeys(columns)))

    @property
    def names(self) -> list[str]:
        """All of them, each once."""
        return list(dict.fromkeys((self.text, *self.others)))

    def check(self, available: Collection[str], where: str) -> None:
        """Refuse a table that lacks one of them."""
        for name in self.names:
            if name not in available:
                raise InputError(_missing(name, list(available), where, name == self.text))

    def of_frame(self, frame: pl.DataFrame) -> pl.DataFrame | None:
        """The columns that come along, None where there are none."""
        return frame.select(self.others) if self.others else None

    def refuse_others(self, where: str, known: Collection[str] = ()) -> None:
        """For kinds of input that have no columns but those `known`."""
        for name in self.others:
            if name not in known:
                has = f"the columns {', '.join(known)}" if known else "no columns"
                raise InputError(f"{where} has {has}; {name!r} was asked for")


def _missing(name: str, available: list[str], where: str, is_text: bool) -> str:
    listed = ", ".join(repr(other) for other in available[:_MOST_NAMES])
    if len(available) > _MOST_NAMES:
        listed += f" and {len(available) - _MOST_NAMES} more"
    message = f"{where} has no column {name!r}; it has {listed or 'none'}"
    names = [other for other in available if isinstance(other, str)]
    close = get_close_matches(name, names, 1)
    if is_text:
        likely = (close or names or ["text"])[0]
        return message + f". Pass the column of the texts, such as column={likely!r}."
    return message + (f". Was {close[0]!r} meant?" if close else ".")
