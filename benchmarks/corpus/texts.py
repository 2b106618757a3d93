"""From a file of texts to a corpus: against CountVectorizer, and against reading alone."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
from sklearn.feature_extraction.text import CountVectorizer

import thalweg
from benchmarks import corpora
from thalweg.corpus.text.stop_words import ENGLISH

# \w also matches superscripts and fractions, which are not letters.
LETTERS = r"[^\W\d_\u00b2\u00b3\u00b9\u00bc-\u00be]{3,}"
LIMITS: dict[str, Any] = {"min_df": 5, "max_df": 0.5}


def files(folder: Path) -> dict[str, Path]:
    """The shared corpora, or where they are absent one made here."""
    found = {
        name: corpora.SHARED / name / f"{name}.jsonl.gz" for name in ("20newsgroups", "arxiv50k")
    }
    found = {name: path for name, path in found.items() if path.exists()}
    if found:
        return found
    made = folder / "made.jsonl.gz"
    with gzip.open(made, "wt", compresslevel=6) as file:
        for text in corpora.sentences(20_000, 150):
            file.write(json.dumps({"text": text}) + "\n")
    return {"made": made}


def measure(path: Path, repeats: int) -> dict[str, Any]:
    """Seconds of each way, best of so many interleaved runs, and whether the counts are equal."""
    texts = pl.read_ndjson(path)["text"].to_list()
    vectorizer = CountVectorizer(token_pattern=LETTERS, stop_words=sorted(ENGLISH), **LIMITS)

    def count() -> Any:
        return vectorizer.fit_transform(texts)  # the texts are in memory already: to its advantage

    def read() -> thalweg.Corpus:
        return thalweg.read(path, max_features=None, **LIMITS)

    def polars() -> pl.DataFrame:
        return pl.read_ndjson(path)

    theirs, corpus = count(), read()
    seconds = dict.fromkeys(("count_vectorizer", "thalweg", "polars"), float("inf"))
    for _ in range(repeats):
        for name, way in (("thalweg", read), ("polars", polars)):
            seconds[name] = min(seconds[name], _seconds(way))
    for _ in range(max(repeats // 4, 1)):
        seconds["count_vectorizer"] = min(seconds["count_vectorizer"], _seconds(count))
    ours = corpus.to_csr()
    return {
        "documents": corpus.n_documents,
        "words": corpus.n_words,
        "tokens": corpus.n_tokens,
        "text_bytes": sum(len(text.encode()) for text in texts),
        "seconds": seconds,
        "times_faster_than_count_vectorizer": seconds["count_vectorizer"] / seconds["thalweg"],
        "times_as_long_as_polars_reading": seconds["thalweg"] / seconds["polars"],
        "equal_counts": list(corpus.vocabulary) == vectorizer.get_feature_names_out().tolist()
        and (ours != theirs.tocsr()).nnz == 0,
    }


def _seconds(way: Callable[[], Any]) -> float:
    start = time.perf_counter()
    way()
    return time.perf_counter() - start
