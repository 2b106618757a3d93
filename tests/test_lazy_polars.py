"""In a forked process that lacks polars' threads, what needs them is refused at once."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow
import pytest

import thalweg
from thalweg import LDA, Corpus, ThalwegError, lazy_polars
from thalweg.analysis.document_topics_file import write_document_topics
from thalweg.export import to_mallet

X = np.random.default_rng(0).poisson(0.5, (12, 6))
WORDS = [f"word{w}" for w in range(6)]
TEXTS = ["red fish", "blue fish", "one fish"] * 4
DATES = [date(2020 + i % 3, 1, 1) for i in range(12)]


@pytest.fixture
def lda() -> LDA:
    return LDA(2, max_iter=2, random_state=0).fit(Corpus(X, WORDS))


@pytest.fixture(autouse=True)
def forked(lda: LDA, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process look like a child that lost the threads."""
    monkeypatch.setattr(lazy_polars, "_lost_threads", True)


class ArrowStream:
    """Data of a package that is not known by name."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pyarrow.table({"text": TEXTS}).__arrow_c_stream__(requested_schema)


REFUSED: dict[str, Callable[[LDA, Path], object]] = {
    "arrow table": lambda lda, path: thalweg.read(pyarrow.table({"text": TEXTS})),
    "arrow stream": lambda lda, path: thalweg.read(ArrowStream()),
    "frame with metadata": lambda lda, path: thalweg.read(
        pl.DataFrame({"text": TEXTS, "year": DATES}), metadata=["year"]
    ),
    "where": lambda lda, path: thalweg.read([{"text": "a", "year": 2020}], where="year=2020"),
    "filter": lambda lda, path: Corpus(X, WORDS).filter(id=3),
    "concat": lambda lda, path: Corpus.concat([Corpus(X, WORDS, texts=TEXTS)] * 2),
    "groups": lambda lda, path: lda.by_group(X, list("abc") * 4),
    "over time": lambda lda, path: lda.over_time(X, DATES),
    "words over time": lambda lda, path: lda.words_over_time(X, 0, DATES),
    "uci": lambda lda, path: Corpus(X, WORDS).write(path / "docword.txt", format="uci"),
    "matrix market": lambda lda, path: Corpus(X, WORDS).write(path / "x.mtx"),
    "table of topics": lambda lda, path: write_document_topics(iter([]), io.BytesIO(), "csv", 2),
}


@pytest.mark.parametrize("use", REFUSED)
def test_what_needs_threads_is_refused_with_the_remedy(use: str, lda: LDA, tmp_path: Path) -> None:
    with pytest.raises(ThalwegError, match=r"is not possible in this process.*'spawn'"):
        REFUSED[use](lda, tmp_path)


def test_what_needs_no_threads_works(lda: LDA, tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join(TEXTS))
    limits = {"min_df": 1, "max_df": 1.0}
    assert len(thalweg.read(lines, **limits)) == 12
    assert len(thalweg.read(pl.DataFrame({"text": TEXTS}), **limits)) == 12
    rows = [{"text": f"{text} " * 9000, "year": 2020} for text in TEXTS * 2]  # in two chunks
    assert len(thalweg.read(rows, metadata=["year"], **limits)) == 24
    frame = pl.DataFrame(X, schema=WORDS)
    LDA(2, max_iter=2).fit(frame).transform(frame)
    to_mallet(lda, tmp_path / "mallet", Corpus(X, WORDS))
