"""Runs the same minibatches through the native core and through the float64 reference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.corpus.documents import Documents
from thalweg.inference import scvb0
from thalweg.inference.document_schedule import BurnIn, DocumentSteps, DocumentVisits
from thalweg.inference.reference import SVB, Reference
from thalweg.inference.schedules import StepSchedule
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

# float32 against float64: a pass accumulates a few thousand roundings of 6e-8 each.
TOLERANCE = 1e-4


@dataclass
class Comparison:
    state: TopicState
    reference: Reference | SVB

    @property
    def difference(self) -> float:
        """Relative difference of N^Phi in the Frobenius norm."""
        native, true = self.state.topic_word_counts, self.reference.N_phi
        return float(np.linalg.norm(native - true) / np.linalg.norm(true))

    @property
    def worst(self) -> float:
        """Largest difference of an entry, relative to the largest entry of its topic."""
        native, true = self.state.topic_word_counts, self.reference.N_phi
        return float((np.abs(native - true) / true.max(axis=0)).max())


def random_counts(
    n_documents: int, n_words: int, mean_length: float, seed: int
) -> sparse.csr_array:
    rng = np.random.default_rng(seed)
    rates = rng.gamma(0.3, mean_length / n_words / 0.3, (n_documents, n_words))
    return sparse.csr_array(rng.poisson(rates))


def run_both(
    X: sparse.csr_array,
    n_topics: int,
    *,
    steps: NDArray[np.float64] | None = None,
    batch_size: int = 10,
    burn_in: float = 1.0,
    clumped: bool = True,
    seed: int = 7,
    n_threads: int = 2,
    alpha: float = 0.1,
    eta: float = 0.01,
) -> Comparison:
    """One pass over X, in its order, in minibatches."""
    documents = Documents.check(X)
    n_documents, n_words = X.shape
    prior = Prior.create(alpha, eta, n_topics, n_words)
    state = TopicState.random(n_words, prior, max(documents.n_tokens, 1.0), seed)
    schedule = StepSchedule(1.0, 10.0, 0.9)
    reference = Reference(
        N_phi=state.topic_word_counts.astype(np.float64),
        N_z=state.topic_counts,
        alpha=prior.doc_topic,
        eta=np.full((n_words, n_topics), eta),
        corpus_tokens=state.corpus_tokens,
        schedule=schedule,
        burn_in=burn_in,
        clumped=clumped,
        seed=seed,
    )
    batches = np.append(np.arange(0, n_documents, batch_size), n_documents)
    if steps is not None:
        batches = batches[: steps.size + 1]
    else:
        steps = 1 / (1.0 + np.arange(1, batches.size)) ** 0.6
    scvb0.train(
        state,
        documents,
        np.arange(n_documents),
        batches,
        steps,
        np.full(steps.size, state.corpus_tokens),
        DocumentVisits(DocumentSteps.same(schedule), BurnIn(burn_in), clumped),
        n_threads=n_threads,
    )
    csr = documents.to_csr()
    rows = [
        (csr[[j]].indices.astype(np.int64), csr[[j]].data.astype(np.float64))
        for j in range(n_documents)
    ]
    for b, rho in enumerate(steps):
        reference.minibatch(rows[batches[b] : batches[b + 1]], float(rho))
    return Comparison(state, reference)
