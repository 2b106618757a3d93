"""Coherence: whether the most probable words of a topic belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.evaluation._cooccurrence import Reference
from thalweg.evaluation._word_pairs import WHOLE_DOCUMENTS, PairCounts

# The usual windows, in tokens, of the measures that have any.
WINDOWS = {"npmi": WHOLE_DOCUMENTS, "umass": WHOLE_DOCUMENTS, "npmi_windows": 10, "c_v": 110}
_CV_EPSILON = 1e-12


@dataclass(frozen=True)
class Coherence:
    """The coherence of each topic."""

    measure: str
    per_topic: NDArray[np.float64]
    n_words: int  # different ones of all topics
    n_unknown: int  # of these, words that do not occur where they were counted

    @property
    def mean(self) -> float:
        """Over topics."""
        return float(self.per_topic.mean())


def coherence(
    topics: Any,
    corpus: Any = None,
    measure: str = "npmi",
    *,
    n_words: int = 10,
    window: int | None = None,
    texts: Iterable[Sequence[str]] | None = None,
    vocabulary: Sequence[str] | None = None,
    epsilon: float | None = None,
    n_jobs: int | None = None,
) -> Coherence:
    """How often the n most probable words of each topic occur together.

    The words are counted in the corpus that a model was trained on or in any other: words are
    matched by name. One that does not occur there is never together with another; the result says
    how many such words there are, and is never NaN.

    Parameters
    ----------
    topics : model, array of shape (n_topics, n_words) or lists of words
        Also those of other programs.
    corpus : Corpus or matrix, default=None
        Where words are counted. Windows need its texts: `read(..., keep_texts=True)`.
    measure : {"npmi", "npmi_windows", "umass", "c_v"}, default="npmi"
        p is the share of documents (npmi, umass) or of windows (npmi_windows, c_v) that have a
        word, or both:

        - npmi: mean over pairs of log(p(v, w) / (p(v) p(w))) / -log p(v, w); from -1, never
          together, to 1, never apart.
        - umass: mean over pairs of log((D(v, w) + 1) / D(w)), D the number of documents and w the
          more probable word in the topic. If it never occurs it counts as being in all documents.
        - c_v: mean over words of the cosine between the word's NPMIs with all words of the topic
          and the sum of all these vectors. For comparison with other programs: topics whose words
          are never together can score high. A word that never occurs counts as zero.
    n_words : int, default=10
        Words of a topic.
    window : int, default=None
        Tokens of a window. None: 10, for c_v 110.
    texts : iterable of lists of tokens, default=None
        Count in these instead of a corpus.
    vocabulary : list of str, default=None
        The words of an array's columns, where they are not those of the corpus.
    epsilon : float, default=None
        What gensim adds to p(v, w): 1e-12 gives its values of u_mass and c_npmi. c_v always has it.
    n_jobs : int, default=None
        Threads. None: all cores. The result does not depend on it.
    """
    size = _window(measure, window)
    if epsilon is not None and not 0 < epsilon < 1:
        raise InputError(f"epsilon is {epsilon!r}; expected a number between 0 and 1, or None")
    reference = Reference.of(corpus, texts, size, n_jobs)
    top = reference.top_words(topics, n_words, vocabulary)
    pairs = _TopicPairs.of(top.topics)
    counts = reference.count(top.words, pairs.distinct)
    if measure == "umass":
        per_topic = pairs.mean(umass(counts, pairs, epsilon))
    elif measure == "c_v":
        per_topic = c_v(counts, pairs, top.topics, _CV_EPSILON if epsilon is None else epsilon)
    else:
        per_topic = pairs.mean(npmi(counts, pairs.distinct, epsilon)[pairs.numbers])
    n_unknown = int((counts.words == 0).sum())
    return Coherence(measure, per_topic, len(top.words), n_unknown)


def npmi(
    counts: PairCounts, pairs: NDArray[np.int32], epsilon: float | None = None
) -> NDArray[np.float64]:
    """log(p(v, w) / (p(v) p(w))) / -log p(v, w) of pairs of words.

    -1 if they are never together and 1 if both are everywhere, which are the limits. With epsilon
    p(v, w) is larger by it, and only a word that never occurs makes -1.
    """
    n = counts.n_windows
    joint = counts.pairs / n
    alone = (counts.words / n)[pairs]
    if epsilon is not None:
        joint = np.where(joint < 1, joint + epsilon, 1.0)
    values = np.full(joint.shape, -1.0)
    values[joint == 1] = 1.0
    usual = (joint > 0) & (joint < 1) & (alone > 0).all(axis=1)
    joint, alone = joint[usual], alone[usual]
    values[usual] = np.log(joint / (alone[:, 0] * alone[:, 1])) / -np.log(joint)
    return values


def umass(
    counts: PairCounts, pairs: _TopicPairs, epsilon: float | None = None
) -> NDArray[np.float64]:
    """log((D(v, w) + 1) / D(w)) of topics' pairs; with epsilon, log((p(v, w) + epsilon) / p(w))."""
    n = counts.n_windows
    joint = counts.pairs[pairs.numbers]
    given = counts.words[pairs.earlier]
    given = np.where(given == 0, n, given)
    if epsilon is None:
        return np.asarray(np.log((joint + 1) / given))
    return np.asarray(np.log((joint / n + epsilon) / (given / n)))


def c_v(
    counts: PairCounts, pairs: _TopicPairs, topics: list[NDArray[np.int64]], epsilon: float
) -> NDArray[np.float64]:
    """Mean cosine of the rows of each topic's matrix of NPMIs with the sum of its rows."""
    unknown = counts.words == 0
    itself = np.repeat(np.arange(unknown.size, dtype=np.int32)[:, None], 2, axis=1)
    alone = PairCounts(counts.n_windows, counts.words, counts.words)
    with_itself = np.where(unknown, 0.0, npmi(alone, itself, epsilon))
    with_others = npmi(counts, pairs.distinct, epsilon)
    with_others[unknown[pairs.distinct].any(axis=1)] = 0.0
    per_topic = np.empty(len(topics))
    for k, (words, numbers) in enumerate(zip(topics, pairs.by_topic(), strict=True)):
        rows = np.diag(with_itself[words])
        rows[_below_diagonal(words.size)] = with_others[numbers]
        rows += np.tril(rows, -1).T
        total = rows.sum(axis=0)
        lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(total)
        cosines = np.divide(rows @ total, lengths, out=np.zeros(words.size), where=lengths > 0)
        per_topic[k] = cosines.mean()
    return per_topic


@cache
def _below_diagonal(n_words: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return np.tril_indices(n_words, -1)


@dataclass(frozen=True)
class _TopicPairs:
    """The pairs of words within topics, and the different ones of all, which are counted once."""

    distinct: NDArray[np.int32]  # (pairs, 2), places of words
    numbers: NDArray[np.int64]  # of each topic's pairs among these, topic after topic
    earlier: NDArray[np.int64]  # the more probable word of each
    offsets: NDArray[np.int64]  # the first pair of each topic, and the end

    @classmethod
    def of(cls, topics: list[NDArray[np.int64]]) -> _TopicPairs:
        later, earlier, sizes = [], [], [0]
        for words in topics:
            rows, columns = _below_diagonal(words.size)
            later.append(words[rows])
            earlier.append(words[columns])
            sizes.append(rows.size)
        all_earlier = np.concatenate(earlier)
        pairs = np.sort(np.stack([np.concatenate(later), all_earlier], axis=1), axis=1)
        n_words = int(pairs.max()) + 1
        keys, numbers = np.unique(pairs[:, 0] * n_words + pairs[:, 1], return_inverse=True)
        distinct = np.stack(np.divmod(keys, n_words), axis=1).astype(np.int32)
        return cls(distinct, numbers, all_earlier, np.cumsum(sizes))

    def by_topic(self) -> list[NDArray[np.int64]]:
        return np.split(self.numbers, self.offsets[1:-1])

    def mean(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of the values of all pairs, the mean of each topic's."""
        return np.asarray(np.add.reduceat(values, self.offsets[:-1]) / np.diff(self.offsets))


def _window(measure: str, window: int | None) -> int:
    if measure not in WINDOWS:
        raise InputError(f"measure is {measure!r}; expected one of {', '.join(WINDOWS)}")
    if window is None:
        return WINDOWS[measure]
    if WINDOWS[measure] == WHOLE_DOCUMENTS:
        raise InputError(
            f"window is {window!r}, and {measure} counts whole documents; expected None, or the "
            "measure npmi_windows or c_v"
        )
    if isinstance(window, bool) or not isinstance(window, int | np.integer) or window < 1:
        raise InputError(f"window is {window!r}; expected a whole number of at least 1")
    return int(window)
