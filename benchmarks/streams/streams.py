"""The streams: documents in the order in which they arrive, and held-out documents to score."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

import thalweg
from benchmarks import corpora
from benchmarks.versus.tasks import HELD_OUT, TASKS
from thalweg.corpus.corpus import Corpus
from thalweg.demo.docstrings import read_docstrings

# Long enough to compare with one pass of `fit` after 10,000 documents. A longer collection is
# thinned out evenly, so that a stream in order of time still covers all years.
LONGEST = 11_200


@dataclass(frozen=True)
class Stream:
    """Documents that arrive one call after another, and documents that are held out."""

    title: str
    load: Callable[[], sparse.csr_array]  # in order of time if `is_sorted`
    is_sorted: bool = False
    longest: int = LONGEST

    def split(self) -> tuple[sparse.csr_array, sparse.csr_array]:
        """Return the stream and, always the same tenth, held-out documents.

        Words that only held-out documents have are dropped beforehand.
        """
        X = self.load()
        X = X[X.sum(axis=1) > 0]
        rng = np.random.default_rng(0)
        order = np.arange(X.shape[0]) if self.is_sorted else rng.permutation(X.shape[0])
        n = min(self.longest, X.shape[0])
        order = order[np.linspace(0, X.shape[0] - 1, n).astype(np.int64)]
        is_held_out = np.zeros(n, dtype=bool)
        is_held_out[rng.permutation(n)[: max(1, int(HELD_OUT * n))]] = True
        arriving, held_out = X[order[~is_held_out]], X[order[is_held_out]]
        known = np.asarray(arriving.sum(axis=0)).ravel() > 0
        return arriving[:, known], held_out[:, known]


def matrix_of(corpus: Corpus) -> sparse.csr_array:
    return corpus.documents().to_csr().astype(np.int32)


def docstrings() -> sparse.csr_array:
    """Docstrings of Python's standard library, in modules by alphabet: the order is not kept."""
    texts = read_docstrings()["text"].to_list()
    return matrix_of(thalweg.read(texts, min_df=3, max_df=0.25))


def by_year(name: str) -> sparse.csr_array:
    """Return a collection in order of the `year` of its texts."""
    folder = corpora.SHARED / name
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        years = np.array([json.loads(line)["year"] for line in lines])
    return bags(name)[np.argsort(years, kind="stable")]


def bags(name: str) -> sparse.csr_array:
    return corpora.docword(name) if corpora.available(name) else corpora.bags(name)


STREAMS = {
    "docstrings": Stream("Python docstrings", docstrings),
    "ap": Stream("AP", TASKS["ap-50"].matrix),
    "20newsgroups": Stream("20 newsgroups", TASKS["20newsgroups-50"].matrix),
    "acl": Stream("ACL abstracts by year", lambda: by_year("acl_abstracts"), is_sorted=True),
    "win32": Stream("Win32 documentation", lambda: bags("win32_api_docs")),
    "simplewiki": Stream("Simple English Wikipedia", lambda: bags("simplewiki")),
    "arxiv": Stream("arXiv abstracts by year", lambda: by_year("arxiv50k"), is_sorted=True),
}
