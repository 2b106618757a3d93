"""Conditions on the columns of documents, such as year>=2020, and the documents that meet them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.sources.chunk import TextChunk, TextSource
from thalweg.corpus.text.token_lists import TokenLists
from thalweg.errors import InputError
from thalweg.lazy_polars import pl, require_polars_threads

_CONDITION = re.compile(r"\s*(.+?)\s*(>=|<=|!=|=|<|>)\s*(.*?)\s*", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ][\d:.]+)?)?)?", re.ASCII)
_DATE_IN_COLUMN = r"^\d{4}-\d\d"
_MOST_VALUES = 5


@dataclass(frozen=True)
class Condition:
    """A column, a comparison and a value.

    Numbers are compared as numbers. Dates are compared as far as the value goes: 2024-05-31 is
    equal to 2024, and not after it. Other values can be equal or not. A document without a value
    does not meet a condition.
    """

    column: str
    comparison: str
    value: str

    @classmethod
    def of(cls, text: Any) -> Condition:
        """Parse a condition such as year>=2020."""
        match = _CONDITION.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise InputError(
                f"`where` has {text!r}; expected a column, one of = != > >= < <=, and a value, "
                "such as year>=2020"
            )
        condition = cls(*match.groups())
        is_ordered = condition.comparison[0] in "<>"
        if is_ordered and not (condition.number is not None or _DATE.fullmatch(condition.value)):
            raise InputError(
                f"`where` has {text!r}; expected a number or a date, such as 2024-05, after "
                f"{condition.comparison}"
            )
        return condition

    @property
    def number(self) -> float | None:
        """The value as a number; None if it is not one."""
        return float(self.value) if _NUMBER.fullmatch(self.value) else None

    def __str__(self) -> str:
        return f"{self.column}{self.comparison}{self.value}"

    def meets(self) -> pl.Expr:
        """Return the expression that is true for the documents that meet the condition."""
        texts = pl.col(self.column).cast(pl.String)
        met = pl.lit(False)
        if self.comparison in ("=", "!="):
            met = _compared(texts, self.comparison, self.value)
        if _DATE.fullmatch(self.value):
            value = self.value.replace("T", " ")
            beginnings = texts.str.replace("T", " ", literal=True).str.slice(0, len(value))
            compared = _compared(beginnings, self.comparison, value)
            met = pl.when(texts.str.contains(_DATE_IN_COLUMN)).then(compared).otherwise(met)
        if self.number is not None:
            numbers = texts.cast(pl.Float64, strict=False)
            compared = _compared(numbers, self.comparison, self.number)
            met = pl.when(numbers.is_not_null()).then(compared).otherwise(met)
        return met.fill_null(False)


def _compared(column: pl.Expr, comparison: str, value: Any) -> pl.Expr:
    methods = {"=": "eq", "!=": "ne", ">": "gt", ">=": "ge", "<": "lt", "<=": "le"}
    compared: pl.Expr = getattr(column, methods[comparison])(pl.lit(value))
    return compared


@dataclass(frozen=True)
class Conditions:
    """Conditions that must all hold."""

    all: tuple[Condition, ...] = ()

    @classmethod
    def of(cls, where: Any) -> Conditions:
        """Parse one condition, or several."""
        if where is None:
            return cls()
        if not isinstance(where, str | Iterable):
            raise InputError(
                f"`where` is {where!r}; expected a condition such as 'year>=2020', or a list of "
                "conditions"
            )
        return cls(tuple(map(Condition.of, [where] if isinstance(where, str) else where)))

    def __bool__(self) -> bool:
        return bool(self.all)

    @property
    def columns(self) -> list[str]:
        """The columns that the conditions are about."""
        return [condition.column for condition in self.all]

    def rows(self, frame: pl.DataFrame) -> pl.Series:
        """Return for each row whether all conditions hold."""
        require_polars_threads("choosing documents with `where`")
        met = frame.select(pl.all_horizontal([each.meets() for each in self.all]).alias("met"))
        return met["met"]

    def of_corpus(self, corpus: Corpus) -> Corpus:
        """Return the documents of a corpus that meet the conditions."""
        if not self:
            return corpus
        frame = corpus.metadata
        for name in self.columns:
            if name not in frame.columns:
                raise InputError(
                    f"`where` has the column {name!r}, but the corpus has "
                    f"{', '.join(map(repr, frame.columns))}; expected one of these"
                )
        met = self.rows(frame).to_numpy()
        if not met.any():
            raise self._nothing_found(frame, len(corpus))
        return corpus[np.flatnonzero(met)]

    def of_texts(self, source: TextSource, kept: Sequence[str]) -> TextSource:
        """Return the texts of a source that meet the conditions, with the columns to keep."""
        return _MatchingTexts(source, self, tuple(kept)) if self else source

    def _nothing_found(self, frame: pl.DataFrame | None, n_documents: int) -> InputError:
        message = (
            f"`where` is {', '.join(map(repr, map(str, self.all)))}; none of the {n_documents:,} "
            "documents is like this"
        )
        if frame is None:
            return InputError(message)
        name = self.columns[0]
        values = frame[name].drop_nulls().cast(pl.String).unique(maintain_order=True)
        listed = ", ".join(map(repr, values.head(_MOST_VALUES)))
        return InputError(f"{message}. Values of {name!r} are, for example, {listed or 'missing'}.")


@dataclass(frozen=True)
class _MatchingTexts:
    """The texts of a source that meet conditions."""

    source: TextSource
    conditions: Conditions
    kept: tuple[str, ...]  # columns

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def n_bytes(self) -> int | None:
        return self.source.n_bytes

    @property
    def repeatable(self) -> bool:
        return self.source.repeatable

    @property
    def n_replaced(self) -> int:
        return self.source.n_replaced

    def chunks(self) -> Iterator[TextChunk]:
        n_documents, n_met, first = 0, 0, None
        for chunk in self.source.chunks():
            frame, texts = chunk.columns, chunk.texts
            assert frame is not None
            assert not isinstance(texts, TokenLists)  # which have no columns
            met = self.conditions.rows(frame)
            first = frame.head(1000) if first is None else first
            n_documents, n_met = n_documents + frame.height, n_met + int(met.sum())
            columns = frame.select(self.kept).filter(met) if self.kept else None
            yield replace(chunk, texts=texts.filter(met), columns=columns)
        if not n_met and n_documents:
            raise self.conditions._nothing_found(first, n_documents)
