"""Document completion: how well half of an unseen document predicts its other half."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.corpus.document_source import Supply
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference import scvb0
from thalweg.state.topic_state import TopicState
from thalweg.system.threads import resolve_threads

GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, as in SplitMix64
N_SUMS = 5  # over documents, which a score and its standard error are made of
_LARGEST_BY_BITS = 1 << 12  # tokens of a word in a document for which bits are drawn


def split_tokens(
    documents: Documents, seed: int = 0, first_number: int = 0
) -> tuple[Documents, Documents]:
    """Deal the tokens of every document to an observed and a scored half, at random.

    Each of a word's m tokens goes either way with probability one half; what a fractional count
    leaves over a whole number goes as one piece. The seed, the number of the document and the word
    decide: documents are split alike in whatever parts they come. The first one here has the number
    `first_number`.
    """
    counts = documents.counts.astype(np.float32)  # first: then every difference below is exact
    whole = np.floor(counts)
    keys = _keys(documents, seed, first_number)
    observed = _half_of(whole.astype(np.int64), keys).astype(np.float32)
    rest = counts - whole
    if rest.any():
        observed += np.where(_mixed(~keys) >> np.uint64(63) == 0, rest, 0)
    scored = counts - observed
    return (
        Documents(documents.offsets, documents.words, observed, documents.n_words),
        Documents(documents.offsets, documents.words, scored, documents.n_words),
    )


def _keys(documents: Documents, seed: int, first_number: int) -> NDArray[np.uint64]:
    """A random number for each entry, which says all about its tokens."""
    numbers = first_number + np.arange(documents.n_documents, dtype=np.uint64)
    of_documents = _mixed(
        _mixed(np.array([seed], dtype=np.uint64)) + GOLDEN * (numbers + np.uint64(1))
    )
    words = documents.words.astype(np.uint64)
    each = np.repeat(of_documents, np.diff(documents.offsets))
    return _mixed(each + GOLDEN * (words + np.uint64(1)))


def _half_of(counts: NDArray[np.int64], keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Binomial(m, 1/2) for each count m: how many of m random bits are set."""
    half = np.zeros(counts.size, dtype=np.int64)
    for i in np.flatnonzero(counts > _LARGEST_BY_BITS):
        half[i] = np.random.Generator(np.random.Philox(int(keys[i]))).binomial(counts[i], 0.5)
    entries = np.flatnonzero((counts > 0) & (counts <= _LARGEST_BY_BITS))
    for first_bit in range(0, _LARGEST_BY_BITS, 64):
        if not entries.size:
            break
        step = np.array([first_bit // 64 + 1], dtype=np.uint64)
        bits = _mixed(keys[entries] + GOLDEN * step)
        n_unused = np.maximum(first_bit + 64 - counts[entries], 0).astype(np.uint64)
        half[entries] += _n_ones(bits >> n_unused).astype(np.int64)
        entries = entries[counts[entries] > first_bit + 64]
    return half


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64's finaliser: neighbours become numbers that have nothing in common."""
    mixed = numbers ^ (numbers >> np.uint64(30))
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def _n_ones(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The bits that are set, summed in pairs, fours and bytes (numpy has it from 2.0 on)."""
    n = numbers - (numbers >> np.uint64(1) & np.uint64(0x5555555555555555))
    fours = np.uint64(0x3333333333333333)
    n = (n & fours) + (n >> np.uint64(2) & fours)
    n = (n + (n >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.asarray(n * np.uint64(0x0101010101010101) >> np.uint64(56))


@dataclass(frozen=True)
class Completion:
    """The log-probability of so many tokens of so many documents."""

    log_likelihood: float
    n_tokens: float
    n_documents: int  # of which something was scored
    standard_error: float | None  # of the score, over documents; None of a single one

    @classmethod
    def of(cls, parts: Iterable[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> Completion:
        """Add up documents' log-probabilities L_j and scored tokens n_j, part by part.

        The score s = sum L / sum n is a ratio, of which the standard error is
        sqrt(D / (D - 1) sum (L_j - s n_j)^2) / sum n.
        """
        sums, n_documents = np.zeros(N_SUMS), 0
        for L, n in parts:
            sums = add_documents(sums, L, n)
            n_documents += int((n > 0).sum())
        return cls.of_sums(sums, n_documents)

    @classmethod
    def of_sums(cls, sums: NDArray[np.float64], n_documents: int) -> Completion:
        """From what `add_documents` has added up."""
        L_sum, n_sum, LL, Ln, nn = map(float, sums)
        error = None
        if n_documents > 1:
            score = L_sum / n_sum
            squares = max(LL - 2 * score * Ln + score * score * nn, 0.0)
            error = math.sqrt(n_documents / (n_documents - 1) * squares) / n_sum
        return cls(L_sum, n_sum, n_documents, error)

    @property
    def score(self) -> float:
        """Mean log-probability of a token."""
        return _per_token(self.log_likelihood, self.n_tokens)

    @property
    def perplexity(self) -> float:
        """exp(-score)."""
        return math.exp(-self.score)


def add_documents(
    sums: NDArray[np.float64], L: NDArray[np.float64], n: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Add documents' log-probabilities and scored tokens to the sums of those before."""
    # One by one, in the order of documents: parts do not matter.
    terms = np.stack([L, n, L * L, L * n, n * n])
    return np.asarray(np.cumsum(np.column_stack([sums, terms]), axis=1)[:, -1])


def state_of(topics: Any, doc_topic_prior: ArrayLike | None) -> TopicState:
    """The state of a model, or one of a topics x words array and its prior over topics, alpha."""
    state = topics if isinstance(topics, TopicState) else getattr(topics, "state_", None)
    if state is None:
        if doc_topic_prior is None:
            raise InputError("topics without a model need doc_topic_prior, their alpha")
        return TopicState.of_topics(topics, doc_topic_prior)
    if doc_topic_prior is not None:
        raise InputError("a model has its own prior; expected doc_topic_prior for an array only")
    assert isinstance(state, TopicState)
    return state


def completion(
    topics: Any, X: Any, *, doc_topic_prior: ArrayLike | None = None, n_jobs: int | None = None
) -> Completion:
    """Score documents under a model, or under any topics x words array and a prior over topics.

    Words of a model and a Corpus are matched by name; those of an array are the columns of X.
    """
    supply = Supply.of(X, getattr(topics, "vocabulary_", None))
    state = state_of(topics, doc_topic_prior)
    return complete_documents(state, supply, n_threads=resolve_threads(n_jobs))


def document_completion(state: TopicState, X: Any, *, n_threads: int = 1) -> float:
    """Mean log-probability of a token: see `complete_documents`."""
    return complete_documents(state, X, n_threads=n_threads).score


def complete_documents(state: TopicState, X: Any, *, n_threads: int = 1) -> Completion:
    """Score whole documents, a matrix or a Corpus part by part: half of each predicts the other."""
    supply = X if isinstance(X, Supply) else Supply.of(X)

    def parts() -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        for first, documents in zip(supply.bounds.tolist(), supply.parts(), strict=False):
            observed, scored = split_tokens(documents, first_number=first)
            settling = scvb0.Settling()
            each = scvb0.log_likelihood(state, observed, scored, settling, n_threads=n_threads)
            yield each, scored.lengths

    return Completion.of(parts())


def log_likelihood_per_token(
    state: TopicState,
    observed: Documents,
    scored: Documents,
    settling: scvb0.Settling | None = None,
    *,
    n_threads: int = 1,
) -> float:
    """Mean log-probability of a scored token given the observed half of its document."""
    each = scvb0.log_likelihood(
        state, observed, scored, settling or scvb0.Settling(), n_threads=n_threads
    )
    return _per_token(float(np.cumsum(np.append(0.0, each))[-1]), scored.n_tokens)


def _per_token(total: float, n_tokens: float) -> float:
    if n_tokens == 0:
        raise InputError("there is no token to score; expected documents of at least two tokens")
    return total / n_tokens
