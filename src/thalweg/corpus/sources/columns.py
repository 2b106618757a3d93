"""WantedColumns: the columns of a table to read, and errors about missing ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from thalweg.corpus.sources.recognise import Sample, likely_text_column
from thalweg.errors import InputError
from thalweg.lazy_polars import pl

_MOST_NAMES = 20


@dataclass(frozen=True)
class WantedColumns:
    """The column of the texts, and further columns to keep."""

    text: str = "text"
    others: tuple[str, ...] = ()

    @classmethod
    def of(cls, column: str, columns: Sequence[str]) -> WantedColumns:
        """Return checked names, each once."""
        if isinstance(columns, str):
            columns = (columns,)
        if not isinstance(columns, Iterable):
            raise InputError(f"`metadata` is {columns!r}; expected a list of column names")
        for parameter, names in (("column", [column]), ("metadata", columns)):
            for name in names:
                if not isinstance(name, str):
                    raise InputError(f"`{parameter}` has {name!r}; expected a name (str)")
        return cls(column, tuple(dict.fromkeys(columns)))

    @property
    def names(self) -> list[str]:
        """All names, each once."""
        return list(dict.fromkeys((self.text, *self.others)))

    def check(self, available: Collection[str], where: str, sample: Sample | None = None) -> None:
        """Raise InputError if a table lacks one of the columns.

        `sample` returns some values of all columns, from which the column of the texts is guessed.
        """
        for name in self.names:
            if name not in available:
                names = list(available)
                raise InputError(_missing(name, names, where, name == self.text, sample))

    def of_frame(self, frame: pl.DataFrame) -> pl.DataFrame | None:
        """Return the further columns of a frame; None if there are none."""
        return frame.select(self.others) if self.others else None

    def refuse_others(self, where: str, known: Collection[str] = ()) -> None:
        """Raise InputError if columns other than `known` are wanted, for sources without others."""
        for name in self.others:
            if name not in known:
                has = f"only the columns {', '.join(known)}" if known else "no columns"
                raise InputError(f"`metadata` or `where` has {name!r}, but {where} has {has}")


def _missing(
    name: str, available: list[str], where: str, is_text: bool, sample: Sample | None
) -> str:
    listed = ", ".join(repr(other) for other in available[:_MOST_NAMES])
    if len(available) > _MOST_NAMES:
        listed += f" and {len(available) - _MOST_NAMES} more"
    message = f"{where} has no column {name!r}; it has {listed or 'none'}"
    names = [other for other in available if isinstance(other, str)]
    close = get_close_matches(name, names, 1, cutoff=0.7 if is_text else 0.6)
    if is_text:
        likely = close[0] if close else likely_text_column(names, sample)
        example = "" if likely is None else f", such as `column={likely!r}`"
        return message + f". Pass the column that holds the texts{example}."
    return message + (f". Did you mean {close[0]!r}?" if close else ".")
