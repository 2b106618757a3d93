"""Values of a column, to choose from in a search."""

from __future__ import annotations

from typing import Any, cast

from thalweg.errors import InputError
from thalweg.explore.requests.message_fields import MAX_TEXT, Fields
from thalweg.explore.session import Session
from thalweg.lazy_polars import pl


def values(session: Session, fields: Fields) -> dict[str, Any]:
    """Return the values of a column with groups, in their order."""
    run = session.run
    if run is None:
        raise InputError("there are no topics yet; the documents are being read")
    column = fields.text("column")
    if column not in run.columns.groups:
        expected = ", ".join(run.columns.groups) or "none: the documents have no such column"
        raise InputError(f"`column` is {column!r}; expected one of: {expected}")
    found = shown_values(run.corpus.metadata[column].drop_nulls().unique().sort())
    # The page could not send longer ones back.
    return {"column": column, "values": [each for each in found if len(each) <= MAX_TEXT]}


def shown_values(column: pl.Series) -> list[str]:
    """Return the values of a column as the page and the search index have them."""
    return cast("list[str]", column.cast(pl.String).to_list())
