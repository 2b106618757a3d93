"""One regression test for each bug found in public implementations of SCVB0."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from tests.inference.comparison import random_counts, run_both
from tests.synthetic import plain_visits, state_with_counts
from thalweg import LDA, MemoryLimitError, _core
from thalweg.corpus.documents import Documents
from thalweg.inference import fold_in, scvb0
from thalweg.inference.schedules import PAPER_DOCUMENTS
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState


def replace_all(X: sparse.csr_array, n_topics: int = 4, C: float | None = None) -> TopicState:
    """One minibatch of all documents with step size 1."""
    documents = Documents.check(X)
    prior = Prior.create(0.1, 0.01, n_topics, documents.n_words)
    C = documents.n_tokens if C is None else C
    state = TopicState.random(documents.n_words, prior, C, seed=0)
    n = documents.n_documents
    scvb0.train(
        state,
        documents,
        np.arange(n),
        np.array([0, n]),
        np.array([1.0]),
        np.array([C]),
        scvb0.DocumentVisits(),
    )
    return state


def test_the_global_update_weighs_a_word_by_its_count() -> None:
    """A word that occurs m times adds m to N^Phi, not 1."""
    X = sparse.csr_array(np.array([[7, 1, 0], [0, 2, 5]]))
    state = replace_all(X)
    np.testing.assert_allclose(state.topic_word_counts.sum(axis=1), [7, 3, 5], rtol=1e-5)


def test_responsibilities_are_normalised_by_their_sum() -> None:
    """L1, not L2: every token adds exactly one, so N^Phi sums to C after full replacement."""
    X = random_counts(20, 50, 40, seed=0)
    assert replace_all(X).topic_word_counts.sum() == pytest.approx(X.sum(), rel=1e-5)


def test_the_denominator_has_w_eta_not_k_eta() -> None:
    """With N^Phi = 0, P must be 1 / W; the likelihood of any token is then 1 / W."""
    n_words, n_topics, eta = 50, 3, 0.7
    prior = Prior.create(0.1, eta, n_topics, n_words)
    np.testing.assert_allclose(prior.word_totals(n_words), n_words * eta)
    state = TopicState.random(n_words, prior, 1.0, seed=0)
    state.scaled_counts[:] = 0
    state.totals[:] = 0
    X = Documents.check(random_counts(5, n_words, 20, seed=0))
    score = fold_in.log_likelihood(state, X, X, fold_in.Convergence())
    np.testing.assert_allclose(score, -np.log(n_words) * X.lengths, rtol=1e-5)


def test_the_document_step_size_does_not_decay_with_the_global_clock() -> None:
    """A late visit of a document moves its N^Theta as far as the first one."""
    X = random_counts(1, 50, 40, seed=0)
    documents = Documents.check(X)
    prior = Prior.create(0.1, 0.01, 4, 50)
    results = []
    for clock in (0, 10**9):
        state = TopicState.random(50, prior, documents.n_tokens, seed=0)
        state.clock = clock
        scvb0.train(
            state,
            documents,
            np.array([0]),
            np.array([0, 1]),
            np.array([1.0]),
            np.array([documents.n_tokens]),
            scvb0.DocumentVisits(),
        )
        results.append(state.topic_word_counts)
    np.testing.assert_array_equal(*results)


def test_a_minibatch_is_scaled_by_tokens_not_by_documents() -> None:
    """C / |M| with |M| in tokens: N^Phi sums to C whatever the lengths of the documents are."""
    X = sparse.csr_array(np.array([[100, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]]))
    state = replace_all(X, n_topics=2, C=5000.0)
    assert state.topic_word_counts.sum() == pytest.approx(5000.0, rel=1e-5)


def test_streaming_keeps_nothing_per_document() -> None:
    X = random_counts(500, 60, 30, seed=0)
    lda = LDA(4, random_state=0).fit(X)
    arrays = [v for v in vars(lda.state_).values() if isinstance(v, np.ndarray)]
    assert all(500 not in array.shape for array in arrays)
    assert lda.doc_topic_counts_ is None


def test_a_minibatch_touches_only_the_rows_of_its_words() -> None:
    """No dense W x K work: rows of words that do not occur keep their stored bits."""
    X = sparse.csr_array((np.ones(4), np.array([1, 5, 1, 9]), np.array([0, 2, 4])), shape=(2, 1000))
    documents = Documents.check(X)
    prior = Prior.create(0.1, 0.01, 8, 1000)
    state = TopicState.random(1000, prior, 4.0, seed=0)
    before, counts_before = state.scaled_counts.copy(), state.topic_word_counts
    scvb0.train(
        state,
        documents,
        np.arange(2),
        np.array([0, 2]),
        np.array([0.5]),
        np.array([4.0]),
        scvb0.DocumentVisits(),
    )
    changed = (before != state.scaled_counts).any(axis=1)
    assert set(np.flatnonzero(changed)) == {1, 5, 9}
    # and yet N^Phi has decayed everywhere
    np.testing.assert_allclose(
        state.topic_word_counts[~changed], 0.5 * counts_before[~changed], rtol=1e-6
    )


def test_the_random_seed_is_the_users() -> None:
    X = random_counts(30, 50, 40, seed=0)
    first, second = (LDA(4, random_state=3).fit(X).components_ for _ in range(2))
    np.testing.assert_array_equal(first, second)
    unseeded = [LDA(4).fit(X).components_ for _ in range(2)]
    assert not np.array_equal(*unseeded)


def test_transform_leaves_the_model_unchanged() -> None:
    X = random_counts(30, 50, 40, seed=0)
    lda = LDA(4, random_state=3).fit(X)
    before = lda.state_.copy()
    first = lda.transform(X)
    lda.score(X)
    np.testing.assert_array_equal(first, lda.transform(X))
    assert before.scaled_counts.tobytes() == lda.state_.scaled_counts.tobytes()
    assert before.totals.tobytes() == lda.state_.totals.tobytes()
    assert before.clock == lda.state_.clock


def test_equal_topics_stay_equal_but_random_ones_separate() -> None:
    """Random N^Phi matters: from exactly equal topics nothing can be learned."""
    X = random_counts(50, 50, 40, seed=0)
    both = run_both(X, 3)
    both.reference.N_phi[:] = 1.0
    both.reference.N_z[:] = 50.0
    rows = [(X[[j]].indices.astype(np.int64), X[[j]].data.astype(float)) for j in range(50)]
    both.reference.minibatch(rows, 0.5)
    np.testing.assert_allclose(both.reference.N_phi[:, 0], both.reference.N_phi[:, 1])
    learned = both.state.topic_word_counts
    assert np.abs(learned[:, 0] - learned[:, 1]).max() > 1.0


def test_words_are_visited_in_random_order_because_later_tokens_weigh_more() -> None:
    """In stored order, the topic of the words with the largest ids would win every document.

    Words 0-49 belong to topic 0, words 50-99 to topic 1, and words 100-149 to both: their
    responsibilities show N^Theta. By symmetry they are 1/2 on average over random orders.
    """
    counts = np.repeat([[100.0, 1e-3], [1e-3, 100.0], [100.0, 100.0]], 50, axis=0)
    start = state_with_counts(counts, Prior.create(0.1, 1e-3, 2, 150))
    document = Documents.check(np.ones((1, 150)))
    shares = []
    for visit in range(200):
        state = start.copy()
        state.n_documents_seen = visit
        scvb0.train(
            state,
            document,
            np.array([0]),
            np.array([0, 1]),
            np.array([1.0]),
            np.array([150.0]),
            plain_visits(burn_in=0.0),
        )
        shares.append(state.topic_word_counts[100:, 0].sum() / 50)
    error = np.std(shares) / np.sqrt(len(shares))
    assert len(set(np.round(shares, 6))) > 190  # every visit has an order of its own
    assert np.mean(shares) == pytest.approx(0.5, abs=4 * error)
    # In stored order: 50 tokens of topic 0, then 50 of topic 1.
    theta = np.array([75.0, 75.0])
    for t, rho in enumerate(PAPER_DOCUMENTS.at(np.arange(1.0, 101))):
        theta *= 1 - rho
        theta[int(t >= 50)] += rho * 150
    in_stored_order = (theta[0] + 0.1) / (150 + 0.2)
    assert abs(in_stored_order - 0.5) > 10 * error


def test_kept_document_counts_follow_algorithm_1() -> None:
    """keep_doc_topics: the second visit starts where the first ended, clock included."""
    X = random_counts(12, 60, 40, seed=2)
    documents = Documents.check(X)
    prior = Prior.create(0.1, 0.01, 5, 60)
    state = TopicState.random(60, prior, documents.n_tokens, seed=4)
    kept = scvb0.KeptCounts.random(documents, state)
    np.testing.assert_allclose(kept.counts.sum(axis=1), documents.lengths, rtol=1e-4)
    reference = run_both(X, 5, seed=4).reference  # for its settings; model and theta follow
    reference.N_phi = state.topic_word_counts.astype(np.float64)
    reference.N_z = state.topic_counts
    reference.n_visits = 0
    reference.burn_in = 0.0
    thetas = kept.counts[:, :5].astype(np.float64)
    clocks = np.zeros(12)
    visits = scvb0.DocumentVisits(burn_in=scvb0.BurnIn(0.0))
    for rho in (0.6, 0.4):
        scvb0.train(
            state,
            documents,
            np.arange(12),
            np.array([0, 12]),
            np.array([rho]),
            np.array([documents.n_tokens]),
            visits,
            kept=kept,
        )
        Nhat = np.zeros((60, 5))
        for j in range(12):
            row = X[[j]]
            counts = row.data.astype(float)
            for w, m, gamma, _, theta in reference.visits(
                row.indices.astype(np.int64), counts, thetas[j], clocks[j]
            ):
                Nhat[w] += m * gamma
                thetas[j] = theta
            clocks[j] += counts.sum()
        reference.N_phi = (1 - rho) * reference.N_phi + rho * Nhat
        reference.N_z = (1 - rho) * reference.N_z + rho * Nhat.sum(axis=0)
    np.testing.assert_allclose(kept.counts[:, :5], thetas, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(kept.clocks, clocks)
    np.testing.assert_allclose(state.topic_word_counts, reference.N_phi, rtol=1e-4, atol=1e-5)


def test_kept_counts_that_do_not_fit_are_refused_with_their_size() -> None:
    state = TopicState.random(10, Prior.create(0.1, 0.01, 10, 10), 1.0, seed=0)
    with pytest.raises(MemoryLimitError, match=r"GB for 1000000000000000 documents"):
        scvb0.KeptCounts.random(_HugeDocuments(), state)  # type: ignore[arg-type]


class _HugeDocuments:
    n_documents = 10**15


def test_instruction_sets_are_reported_best_first() -> None:
    assert _core.instruction_sets()[-1] == "baseline"
    assert _core.instruction_set() in _core.instruction_sets()
