"""Coherence: whether the most probable words of a topic occur together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.evaluation._cooccurrence import Cooccurrences
from thalweg.evaluation._word_pairs import WHOLE_DOCUMENTS, PairCounts

# The usual size of windows, in tokens, of the measures that use windows.
WINDOWS = {"npmi": WHOLE_DOCUMENTS, "umass": WHOLE_DOCUMENTS, "npmi_windows": 10, "c_v": 110}
_CV_EPSILON = 1e-12


@dataclass(frozen=True)
class Coherence:
    """The coherence of each topic."""

    measure: str
    """Name of the measure."""
    per_topic: NDArray[np.float64]
    """Coherence of each topic."""
    n_words: int
    """Number of distinct words of all topics."""
    n_unknown: int
    """Number of these words that do not occur in the reference corpus."""

    @property
    def mean(self) -> float:
        """Mean coherence of the topics."""
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
    """Measure how often the most probable words of each topic occur together.

    The words are counted in a reference corpus: the one that the model was trained on, or any
    other. Words are matched by name. A word that does not occur there never occurs together with
    another one; `n_unknown` of the result is the number of such words. The result is never NaN.

    Parameters
    ----------
    topics : model, array of shape (n_topics, n_words) or lists of words
        The topics, also those of other programs.
    corpus : Corpus or matrix, default=None
        Reference corpus. Measures with windows need its texts: `read(..., keep_texts=True)`.
    measure : {"npmi", "npmi_windows", "umass", "c_v"}, default="npmi"
        Measure of coherence. p is the share of documents (npmi, umass) or of windows (npmi_windows,
        c_v) that contain a word or two words:

        - npmi: mean over pairs of log(p(v, w) / (p(v) p(w))) / -log p(v, w), between -1 (never
          together) and 1 (always together).
        - umass: mean over pairs of log((D(v, w) + 1) / D(w)), where D is a number of documents and
          w the more probable word in the topic. A word w that never occurs counts as occurring in
          all documents.
        - c_v: mean over words of the cosine between the word's NPMI values with all words of the
          topic and the sum of all these vectors. Use it for comparison with other programs only:
          topics whose words never occur together can score high. A word that never occurs counts
          as zero.
    n_words : int, default=10
        Number of most probable words per topic.
    window : int, default=None
        Size of a window in tokens. None: 10, for c_v 110.
    texts : iterable of lists of tokens, default=None
        Count words in these texts instead of a corpus.
    vocabulary : list of str, default=None
        Words of the columns of an array, if they are not those of the corpus.
    epsilon : float, default=None
        Number to add to p(v, w), as gensim does: with 1e-12 the values equal its u_mass and c_npmi.
        None: no number, but 1e-12 for c_v.
    n_jobs : int, default=None
        Number of threads. None: all cores. The result does not depend on it.

    Returns
    -------
    Coherence
        The coherence of each topic, `per_topic`, and the `mean`.

    Examples
    --------
    >>> from thalweg.evaluation import coherence
    >>> texts = [["river", "bank"], ["river", "bank"], ["money", "bank"]]
    >>> coherence([["river", "bank"], ["river", "money"]], texts=texts).per_topic.round(2).tolist()
    [0.0, -1.0]
    """
    size = _window(measure, window)
    if epsilon is not None and not 0 < epsilon < 1:
        raise InputError(f"`epsilon` is {epsilon!r}; expected a number between 0 and 1, or None")
    reference = Cooccurrences.of(corpus, texts, size, n_jobs)
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
    """Return the NPMI of pairs of words, log(p(v, w) / (p(v) p(w))) / -log p(v, w).

    It is -1 for words that never occur together and 1 for words that occur everywhere, which are
    its limits. `epsilon` is added to p(v, w); then only a word that never occurs gives -1.
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
    """Return log((D(v, w) + 1) / D(w)) of the pairs of each topic.

    With `epsilon`, it is log((p(v, w) + epsilon) / p(w)).
    """
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
    """Return the mean cosine between the rows of each topic's NPMI matrix and their sum."""
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
    """The pairs of words within topics. A pair of several topics is counted only once."""

    distinct: NDArray[np.int32]
    """The distinct pairs of all topics, (pairs, 2), as places of words."""
    numbers: NDArray[np.int64]
    """For the pairs of all topics, one topic after the other, their places in `distinct`."""
    earlier: NDArray[np.int64]
    """The more probable word of each of these pairs."""
    offsets: NDArray[np.int64]
    """The first pair of each topic, and the end."""

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
        """Return the mean of the values of each topic's pairs."""
        return np.asarray(np.add.reduceat(values, self.offsets[:-1]) / np.diff(self.offsets))


def _window(measure: str, window: int | None) -> int:
    if measure not in WINDOWS:
        raise InputError(f"`measure` is {measure!r}; expected one of {', '.join(WINDOWS)}")
    if window is None:
        return WINDOWS[measure]
    if WINDOWS[measure] == WHOLE_DOCUMENTS:
        raise InputError(
            f"`window` is {window!r}, but {measure} counts whole documents; expected None. Use "
            "npmi_windows or c_v to count in windows."
        )
    return whole_number("window", window, least=1)
