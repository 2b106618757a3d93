"""Corpora and models with known topics: drawn from the LDA model, or set by hand."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.inference.document_schedule import BurnIn, DocumentSteps, DocumentVisits
from thalweg.inference.reference import Document, Reference
from thalweg.inference.schedules import StepSchedule
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState


@dataclass(frozen=True)
class SyntheticCorpus:
    """Word counts, and the topics and proportions that they were drawn from."""

    counts: sparse.csr_array  # (D, W)
    topics: NDArray[np.float64]  # phi, (K, W)
    proportions: NDArray[np.float64]  # theta, (D, K)


def make_corpus(
    n_documents: int = 60,
    n_words: int = 50,
    n_topics: int = 4,
    mean_length: float = 40.0,
    seed: int = 0,
) -> SyntheticCorpus:
    """Draw documents from LDA: phi and theta are Dirichlet, lengths Poisson (at least 1)."""
    rng = np.random.default_rng(seed)
    topics = rng.dirichlet(np.full(n_words, 0.1), n_topics)
    proportions = rng.dirichlet(np.full(n_topics, 0.2), n_documents)
    lengths = np.maximum(rng.poisson(mean_length, n_documents), 1)
    words = proportions @ topics
    counts = rng.multinomial(lengths, words / words.sum(axis=1, keepdims=True))
    return SyntheticCorpus(sparse.csr_array(counts.astype(np.int32)), topics, proportions)


def corpus_in_parts(X: sparse.csr_array, folder: Path, n_entries: int) -> Corpus:
    """Save documents in a folder; return the corpus on disk, read in parts of so many entries."""
    Corpus(X, [f"w{w}" for w in range(X.shape[1])]).save(folder)
    corpus = Corpus.open(folder)
    corpus.part_entries = n_entries
    return corpus


def state_with_counts(counts: ArrayLike, prior: Prior, seed: int = 0) -> TopicState:
    """Return a state whose N^Phi is this (W, K) array; N^Z and C are its sums."""
    counts = np.asarray(counts, dtype=np.float32)
    n_words, n_topics = counts.shape
    state = TopicState.random(n_words, prior, float(counts.sum()), seed)
    state.scale[:n_topics] = 1.0
    state.scaled_counts[:, :n_topics] = counts
    state.totals[:n_topics] = counts.sum(axis=0, dtype=np.float64)
    return state


def plain_visits(burn_in: float = 0.0, clumped: bool = True) -> DocumentVisits:
    """DocumentVisits with a fixed number of burn-in passes, which the reference can follow."""
    steps = DocumentSteps.same(StepSchedule(1.0, 10.0, 0.9))
    return DocumentVisits(steps, BurnIn(passes=burn_in), clumped)


def reference_of(state: TopicState, visits: DocumentVisits | None = None) -> Reference:
    """Return the reference with the same counts and priors; a masked pair has neither."""
    visits = visits or plain_visits()
    prior = state.prior
    shape = (state.n_words, state.n_topics)
    eta = np.array(np.broadcast_to(prior.topic_word[:, None], shape))
    if prior.added is not None:
        eta += prior.added.toarray()
    counts = state.topic_word_counts.astype(np.float64)
    if prior.masked is not None:
        masked = prior.masked.toarray() != 0
        eta[masked] = 0
        assert not counts[masked].any(), "the reference has no counts of masked pairs"
    return Reference(
        N_phi=counts,
        N_z=state.topic_counts,
        alpha=prior.doc_topic.copy(),
        eta=eta,
        corpus_tokens=state.corpus_tokens,
        schedule=visits.steps,
        burn_in=visits.burn_in.passes or 0.0,
        clumped=visits.clumped,
        seed=state.seed,
        n_visits=state.n_documents_seen,
    )


def rows_of(documents: Documents) -> list[Document]:
    """Return documents in the form that the reference expects."""
    bounds = zip(documents.offsets[:-1], documents.offsets[1:], strict=True)
    rows = [(documents.words[a:b], documents.counts[a:b].astype(np.float64)) for a, b in bounds]
    return [(words[counts > 0].astype(np.int64), counts[counts > 0]) for words, counts in rows]


def relative_difference(found: ArrayLike, expected: ArrayLike) -> float:
    """Return the Frobenius norm of the difference divided by that of the expected array."""
    difference = np.asarray(found, dtype=np.float64) - np.asarray(expected)
    return float(np.linalg.norm(difference) / np.linalg.norm(expected))


def state_bytes(state: TopicState) -> tuple[bytes | float, ...]:
    """Return everything that training changes, bit for bit."""
    return (
        state.scaled_counts.tobytes(),
        state.scale.tobytes(),
        state.totals.tobytes(),
        state.corpus_tokens,
        state.clock,
        state.n_documents_seen,
        state.n_tokens_seen,
        state.prior.doc_topic.tobytes(),
        state.prior.topic_word.tobytes(),
        state.prior_clock,
    )
