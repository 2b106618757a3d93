"""How many of a topic's words do not belong, estimated without people.

A word belongs if it occurs in documents together with the other words of its topic: its mean NPMI
with them is above what 95 % of words have in topics that were shuffled.

    NPMI(v, w) = log(p(v, w) / (p(v) p(w))) / -log p(v, w),   -1 if they never meet

p: the share of the corpus' documents that have the word, or both.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import DocumentSource

N_SHUFFLED = 2000  # topics
PERCENTILE = 95.0


@dataclass(frozen=True)
class Judgement:
    """How near words are to the others of their topic, and how near they are in shuffled topics."""

    nearness: NDArray[np.float64]  # topics x words
    shuffled: NDArray[np.float64]

    def threshold(self, percentile: float = PERCENTILE) -> float:
        """What so many of the words in shuffled topics are below."""
        return float(np.percentile(self.shuffled, percentile))

    def errors(self, percentile: float = PERCENTILE) -> NDArray[np.int64]:
        """The number of words of each topic that look no better than shuffled ones."""
        return np.asarray((self.nearness < self.threshold(percentile)).sum(axis=1))


def judge(topics: NDArray[np.int64], corpus: DocumentSource, *, seed: int = 0) -> Judgement:
    """Topics x words, as word ids, of all systems that are to be compared, by one standard."""
    words, places = np.unique(topics, return_inverse=True)
    places = places.reshape(topics.shape)
    closeness = npmi(documents_with_both(corpus, words), corpus.n_documents)
    shuffled = shuffle(places, N_SHUFFLED, np.random.default_rng(seed))
    return Judgement(mean_with_others(places, closeness), mean_with_others(shuffled, closeness))


def documents_with_both(corpus: DocumentSource, words: NDArray[np.int64]) -> NDArray[np.float64]:
    """In how many documents two words meet; on the diagonal, in how many a word is."""
    together = np.zeros((words.size, words.size))
    for part in corpus.parts():
        occurs = part.to_csr()[:, words]
        occurs.data = np.ones(occurs.data.size, dtype=np.float64)
        together += (occurs.T @ occurs).toarray()
    return together


def npmi(together: NDArray[np.float64], n_documents: int) -> NDArray[np.float64]:
    """Of all pairs of words, from -1 (never meet) to 1 (never occur apart)."""
    joint = together / n_documents
    alone = np.diag(joint)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.log(joint / np.outer(alone, alone)) / -np.log(joint)
    values[joint == 0] = -1.0
    values[joint == 1] = 1.0  # both in every document
    return np.asarray(values)


def mean_with_others(
    topics: NDArray[np.int64], closeness: NDArray[np.float64]
) -> NDArray[np.float64]:
    """For every word of every topic, the mean NPMI with the other words of the topic."""
    pairs = closeness[topics[:, :, None], topics[:, None, :]]
    own = np.einsum("tii->ti", pairs)
    return np.asarray((pairs.sum(axis=2) - own) / (topics.shape[1] - 1))


def shuffle(
    topics: NDArray[np.int64], n_topics: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Topics of distinct words, drawn as often as they occur in the given topics."""
    words, counts = np.unique(topics, return_counts=True)
    size = topics.shape[1]
    shares = counts / counts.sum()
    return np.stack(
        [rng.choice(words, size, replace=False, p=shares) for _ in range(n_topics)]
    ).astype(np.int64)
