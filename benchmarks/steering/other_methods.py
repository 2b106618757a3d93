"""Other ways to guide topics by words: pseudo-counts, tomotopy's word priors, guided BERTopic."""

from __future__ import annotations

import itertools
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

GUIDED_BERTOPIC = Path(__file__).with_name("guided_bertopic.py")


def pseudo_counts(ids: list[list[int]], shape: tuple[int, int], weights: NDArray[Any]) -> Any:
    """Return weights of the seed words as a sparse `topic_word_prior`, as in seededlda."""
    pairs = [(k, w) for k, words in enumerate(ids) for w in words]
    topics, words = map(np.array, zip(*pairs, strict=True))
    return sparse.csr_array((weights[words], (topics, words)), shape=shape)


def with_tomotopy(
    train: Any, words: list[str], ids: list[list[int]], n_topics: int, seed: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return topics x words and documents x topics; the prior is that of tomotopy's example."""
    import tomotopy

    model = tomotopy.LDAModel(k=n_topics, seed=seed, eta=0.01)
    for k, of_topic in enumerate(ids):
        for w in of_topic:
            model.set_word_prior(words[w], [1.0 if t == k else 0.1 for t in range(n_topics)])
    is_empty = np.diff(train.indptr) == 0
    for text in _texts(train, words):
        if text:
            model.add_doc(text)
    model.train(200, workers=1)
    place = {word: w for w, word in enumerate(words)}
    topics = np.full((n_topics, len(words)), 1e-9)
    used = [place[word] for word in model.used_vocabs]
    sizes = model.get_count_by_topics()
    for k in range(n_topics):
        topics[k, used] = model.get_topic_word_dist(k) * sizes[k]
    theta = np.zeros((train.shape[0], n_topics))
    theta[~is_empty] = [document.get_topic_dist() for document in model.docs]
    return topics, theta


@dataclass(frozen=True)
class Clusters:
    """What BERTopic found: the cluster of every document, -1 for none, and weights of words."""

    of_documents: NDArray[np.int64]
    weights: NDArray[np.float64]
    """c-TF-IDF of clusters 0, 1, ..."""

    def word_counts(self, train: Any) -> NDArray[np.float64]:
        """Return the word counts of the clusters; those of documents without one come last."""
        n = self.weights.shape[0]
        place = np.where(self.of_documents < 0, n, self.of_documents)
        ones = (np.ones(place.size), (place, np.arange(place.size)))
        chosen = sparse.csr_array(ones, shape=(n + 1, place.size))
        return np.asarray((chosen @ train).toarray(), np.float64)

    def of_seeds(self, train: Any, ids: list[list[int]]) -> list[int]:
        """Return the cluster with the largest share of the words of each seeded topic."""
        counts = self.word_counts(train)
        shares = counts / np.maximum(counts.sum(axis=0), 1)
        return [int(np.argmax(shares[:-1, words].mean(axis=1))) for words in ids]


def with_bertopic(
    python: str, train: Any, words: list[str], ids: list[list[int]], n_topics: int, seed: int
) -> Clusters:
    """Run guided BERTopic in another environment: it needs packages of other versions."""
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder, "given.npz"), Path(folder, "found.npz")
        np.savez(
            given,
            texts=np.array([" ".join(text) for text in _texts(train, words)]),
            words=np.array(words),
            seeds=np.array([" ".join(words[w] for w in of_topic) for of_topic in ids]),
            n_topics=n_topics,
            seed=seed,
        )
        subprocess.run([python, str(GUIDED_BERTOPIC), str(given), str(found)], check=True)
        with np.load(found) as arrays:
            return Clusters(arrays["of_documents"], arrays["weights"])


def _texts(train: Any, words: list[str]) -> list[list[str]]:
    """Return the tokens of documents, in the order of the vocabulary."""
    names = np.array(words, dtype=object)
    tokens = np.repeat(names[train.indices], train.data.astype(np.int64))
    ends = np.concatenate([[0], np.cumsum(train.data.astype(np.int64))])[train.indptr]
    return [tokens[a:b].tolist() for a, b in itertools.pairwise(ends)]
