"""Answers about groups and time: of a sample of the documents at once, of all when asked for.

Topics of all documents take seconds for a large corpus. A sample of 2,000 documents, spread evenly,
takes a tenth of a second, and its intervals are shown.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from thalweg.analysis.groups.periods import Period
from thalweg.errors import InputError
from thalweg.explore.requests.column_values import shown_values
from thalweg.explore.requests.message_fields import Fields
from thalweg.lazy_polars import pl

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.explore.run_status import Run
    from thalweg.explore.session import Session
    from thalweg.explore.text_search import TextSearch

SAMPLE = 2000
MAX_GROUPS = 24


def groups(session: Session, fields: Fields) -> dict[str, Any]:
    """Mean share of every topic in every group of documents, with 95% intervals."""
    run, model = _model(session)
    column = _column(fields, run.columns.groups)
    documents = _documents(run, exact=fields.flag("exact"))
    table = model.by_group(documents, column, max_groups=MAX_GROUPS)
    values = documents.metadata[column].drop_nulls().unique()
    shown = dict(zip(map(str, values.to_list()), shown_values(values), strict=True))
    rows: dict[str, dict[str, Any]] = {}
    for each in table:
        name = shown.get(str(each.group), str(each.group))  # True is true
        row = rows.setdefault(name, {"group": name, "n_documents": each.n_documents, "topics": []})
        row["topics"].append(
            [each.topic, round(each.share, 5), round(each.low, 5), round(each.high, 5)]
        )
    return {"column": column, "groups": list(rows.values()), **_basis(run, documents)}


def over_time(session: Session, fields: Fields) -> dict[str, Any]:
    """Mean share of every topic in every period, with 95% intervals."""
    run, model = _model(session)
    column = _column(fields, run.columns.dates)
    documents = _documents(run, exact=fields.flag("exact"))
    table = model.over_time(documents, column, fields.optional_text("every", most=20))
    rows: dict[str, dict[str, Any]] = {}
    for each in table:
        start = str(each.start)
        row = rows.setdefault(start, {"start": start, "n_documents": each.n_documents})
        if each.share is not None and each.low is not None and each.high is not None:
            row.setdefault("topics", []).append(
                [each.topic, round(each.share, 5), round(each.low, 5), round(each.high, 5)]
            )
    periods = [{"topics": [], **row} for row in rows.values()]
    return {"column": column, "every": table.every, "periods": periods, **_basis(run, documents)}


def word_trend(run: Run, search: TextSearch, word: str) -> dict[str, Any] | None:
    """Return the share of documents with a word in every period; None without dates."""
    if run.columns.date is None:
        return None
    everywhere = search.days()
    if not everywhere:
        return None
    days = pl.Series(sorted(everywhere), dtype=pl.Date)
    period = Period.readable(days)
    starts = dict(zip(days.to_list(), period.starts(days).to_list(), strict=True))
    total: Counter[Any] = Counter()
    found: Counter[Any] = Counter()
    for day, n in everywhere.items():
        total[starts[day]] += n
    for day, n in search.days(f'"{word}"').items():
        found[starts[day]] += n
    return {
        "column": run.columns.date,
        "every": period.name,
        "periods": [
            {"start": str(start), "n_documents": total[start], "n_found": found[start]}
            for start in period.without_gaps(min(total), max(total))
        ],
    }


def _model(session: Session) -> tuple[Run, Any]:
    run, view = session.run, session.view()
    if run is None or view is None:
        raise InputError("there are no topics yet; the documents are being read")
    return run, view.model


def _column(fields: Fields, known: tuple[str, ...]) -> str:
    column = fields.text("column", known[0] if known else "")
    if column not in known:
        expected = ", ".join(known) or "none: the documents have no such column"
        raise InputError(f"`column` is {column!r}; expected one of: {expected}")
    return column


def _documents(run: Run, *, exact: bool) -> Corpus:
    n = run.corpus.n_documents
    if exact or n <= SAMPLE:
        return run.corpus
    return run.corpus[np.unique(np.linspace(0, n - 1, SAMPLE).round().astype(np.int64))]


def _basis(run: Run, documents: Corpus) -> dict[str, Any]:
    return {"n_used": documents.n_documents, "n_documents": run.corpus.n_documents}
