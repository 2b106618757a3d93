"""Corpora for benchmarks and experiments: the shared real ones, and synthetic ones of any shape."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import numpy as np
from scipy import sparse

SHARED = Path(
    os.environ.get("THALWEG_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")
)


def available(name: str) -> bool:
    return (SHARED / name / f"docword.{name}.txt.gz").exists()


def docword(name: str) -> sparse.csr_array:
    """A corpus in UCI's bag-of-words format: three header lines, then document, word, count."""
    with gzip.open(SHARED / name / f"docword.{name}.txt.gz", "rb") as file:
        numbers = np.array(file.read().split(), dtype=np.int64)
    n_documents, n_words, n_entries = numbers[:3]
    documents, words, counts = numbers[3:].reshape(n_entries, 3).T.astype(np.int32)
    return sparse.coo_array(
        (counts, (documents - 1, words - 1)), shape=(int(n_documents), int(n_words))
    ).tocsr()


def bags(name: str) -> sparse.csr_array:
    """A corpus as a matrix of scipy."""
    return sparse.csr_array(sparse.load_npz(SHARED / name / "bow.npz"))


def vocabulary(name: str) -> list[str]:
    return (SHARED / name / f"vocab.{name}.txt").read_text(encoding="utf-8").split("\n")[:-1]


def zipf(
    n_documents: int, n_words: int, mean_length: int, seed: int = 0, span: int | None = None
) -> sparse.csr_array:
    """Documents of Zipf-distributed words, spread over the ids of a vocabulary of `span` words."""
    rng = np.random.default_rng(seed)
    lengths = rng.poisson(mean_length, n_documents)
    probability = 1 / np.arange(3, n_words + 3)
    cumulative = np.cumsum(probability / probability.sum())
    words = np.searchsorted(cumulative, rng.random(lengths.sum()))
    places = rng.permutation(span or n_words)[:n_words]  # frequent words are not neighbours
    documents = np.repeat(np.arange(n_documents), lengths)
    ones = np.ones(len(words), dtype=np.int32)
    matrix = sparse.coo_array(
        (ones, (documents, places[np.minimum(words, n_words - 1)])),
        shape=(n_documents, span or n_words),
    ).tocsr()
    matrix.sum_duplicates()
    return matrix


def zipf_distinct(
    n_documents: int, n_words: int, n_distinct: int, seed: int = 0
) -> sparse.csr_array:
    """Documents that draw words by Zipf's law until they have so many distinct ones."""
    rng = np.random.default_rng(seed)
    cumulative = np.cumsum(1 / np.arange(3, n_words + 3))
    places = rng.permutation(n_words)  # frequent words are not neighbours
    words, counts = [], []
    for _ in range(n_documents):
        drawn = np.searchsorted(cumulative, rng.random(4 * n_distinct) * cumulative[-1])
        _, first = np.unique(drawn, return_index=True)
        end = np.sort(first)[n_distinct]  # the first token of one distinct word too many
        found, times = np.unique(places[drawn[:end]], return_counts=True)
        words.append(found)
        counts.append(times)
    offsets = np.arange(n_documents + 1) * n_distinct
    data, indices = np.concatenate(counts).astype(np.int32), np.concatenate(words)
    return sparse.csr_array((data, indices, offsets), shape=(n_documents, n_words))


def sentences(n: int, n_words: int, seed: int = 0) -> list[str]:
    """Texts of so many made-up words each, drawn by Zipf's law from fifty thousand."""
    rng = np.random.default_rng(seed)
    syllables = np.array([c + v for c in "bcdfghjklmnprstvwz" for v in "aeiou"])
    spelled = syllables[rng.integers(syllables.size, size=(50_000, 4))]
    words = np.array(["".join(word[: 2 + i % 3]) for i, word in enumerate(spelled)])
    cumulative = np.cumsum(1 / np.arange(3, words.size + 3))
    drawn = np.searchsorted(cumulative, rng.random((n, n_words)) * cumulative[-1])
    return [" ".join(row) for row in words[np.minimum(drawn, words.size - 1)].tolist()]
