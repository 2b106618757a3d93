"""Priors: what may be given, what they add up to, and what they do to training."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from tests.synthetic import (
    SyntheticCorpus,
    plain_visits,
    reference_of,
    relative_difference,
    rows_of,
    state_bytes,
    state_with_counts,
)
from thalweg import LDA, InputError
from thalweg.corpus.documents import Documents
from thalweg.inference import scvb0
from thalweg.inference.reference import Reference
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

W, K = 50, 5
ALPHA = np.array([0.05, 0.3, 0.1, 0.6, 0.2])
ETA = np.linspace(0.01, 0.5, W)


def seeds() -> sparse.csr_array:
    """Weights added to single (word, topic) pairs, (W, K)."""
    return sparse.csr_array(
        ([5.0, 2.5, 1.0, 0.25], ([0, 9, 9, 49], [1, 0, 4, 2])), shape=(W, K), dtype=np.float32
    )


def mask() -> sparse.csr_array:
    """Pairs held at zero, one of them seeded too; word 25 is left to a single topic."""
    words, topics = [0, 2, 9, 25, 25, 25, 25], [0, 2, 4, 0, 1, 2, 3]
    return sparse.csr_array((np.ones(7, dtype=bool), (words, topics)), shape=(W, K))


def dense_eta(prior: Prior) -> np.ndarray:
    """(W, K): all that is added to N^Phi."""
    eta = np.array(np.broadcast_to(prior.topic_word[:, None], (W, K)))
    if prior.added is not None:
        eta += prior.added.toarray()
    if prior.masked is not None:
        eta[prior.masked.toarray()] = 0
    return eta


# ---------------------------------------------------------------------- what is taken


def test_numbers_hold_for_all_topics_and_words() -> None:
    prior = Prior.create(0.1, 0.02, K, W)
    assert prior.doc_topic.tolist() == [0.1] * K
    assert prior.topic_word.tolist() == [0.02]
    assert prior.added is prior.masked is prior.locked is None


def test_vectors_give_every_topic_and_word_its_own() -> None:
    prior = Prior.create(ALPHA.tolist(), ETA, K, W)
    assert prior.doc_topic.tolist() == ALPHA.tolist()
    assert prior.topic_word.tolist() == ETA.tolist()


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix, sparse.coo_array])
def test_a_sparse_topic_word_prior_is_added_to_the_base(kind: type) -> None:
    prior = Prior.create(0.1, kind(seeds().T), K, W, base_topic_word=0.07)
    assert prior.topic_word.tolist() == [0.07]
    assert prior.added.toarray().tolist() == seeds().toarray().tolist()


def test_what_the_user_gave_is_not_shared(corpus: SyntheticCorpus) -> None:
    alpha, eta = ALPHA.copy(), ETA.copy()
    lda = LDA(K, doc_topic_prior=alpha, topic_word_prior=eta, random_state=0, max_iter=1)
    lda.fit(corpus.counts)
    before = lda.components_
    alpha[:], eta[:] = 100.0, 100.0
    assert lda.components_.tolist() == before.tolist()
    assert lda.state_.prior.doc_topic.tolist() == ALPHA.tolist()


# ---------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (0, "0.0"),
        (0.0, "0.0"),
        (-0.1, "-0.1"),
        (np.nan, "nan"),
        (np.inf, "inf"),
        ([0.1] * (K + 1), r"\(6,\)"),
        ([0.1, 0.1, 0.1, 0.1, 0.0], "0.0"),
        ([0.1, 0.1, 0.1, 0.1, np.nan], "nan"),
        ([[0.1] * K], r"\(1, 5\)"),
        ([], r"\(0,\)"),
        ("symmetric", "symmetric"),
        ("0.1", "0.1"),
        (["a"] * K, "a"),
        (1j, "1j"),
        ({"a": 1}, "'a'"),
    ],
)
def test_a_doc_topic_prior_that_is_none_is_refused(value: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"doc_topic_prior.*{message}"):
        Prior.create(value, 0.01, K, W)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (0, "0.0"),
        (-0.1, "-0.1"),
        (np.nan, "nan"),
        (np.inf, "inf"),
        (np.full(W - 1, 0.1), r"\(49,\)"),
        (np.full((W, K), 0.1), r"\(50, 5\)"),
        (np.where(np.arange(W) == 9, -2.0, 0.1), "-2.0"),
        ("symmetric", "symmetric"),
        (sparse.csr_array((W, K)), r"\(50, 5\).*\(5, 50\)"),
        (sparse.csr_array(([-1.0], ([0], [0])), shape=(K, W)), "-1.0"),
        (sparse.csr_array(([np.nan], ([0], [0])), shape=(K, W)), "nan"),
    ],
    ids=[
        "zero",
        "negative",
        "nan",
        "infinite",
        "length",
        "dense",
        "one negative",
        "text",
        "sparse shape",
        "sparse negative",
        "sparse nan",
    ],
)
def test_a_topic_word_prior_that_is_none_is_refused(value: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"topic_word_prior.*{message}"):
        Prior.create(0.1, value, K, W)


# ---------------------------------------------------------------------- sums, growth, equality

PRIORS = {
    "scalar": Prior.create(0.1, 0.02, K, W),
    "vector eta": Prior.create(0.1, ETA, K, W),
    "vector alpha": Prior.create(ALPHA, 0.02, K, W),
    "added": Prior.create(0.1, seeds().T, K, W, base_topic_word=0.02),
    "masked": replace(Prior.create(0.1, 0.02, K, W), masked=mask()),
    "masked vector": replace(Prior.create(0.1, ETA, K, W), masked=mask()),
    "all": replace(Prior.create(ALPHA, ETA, K, W), added=seeds(), masked=mask()),
}


@pytest.mark.parametrize("name", PRIORS)
def test_word_totals_are_the_column_sums_of_the_dense_prior(name: str) -> None:
    prior = PRIORS[name]
    np.testing.assert_allclose(prior.word_totals(W), dense_eta(prior).sum(axis=0), rtol=1e-6)


@pytest.mark.parametrize("name", PRIORS)
def test_a_grown_prior_keeps_the_old_words_and_knows_the_new(name: str) -> None:
    prior = PRIORS[name]
    grown = prior.grown(W + 3)
    assert grown.doc_topic.tolist() == prior.doc_topic.tolist()
    eta = np.broadcast_to(grown.topic_word, (W + 3,))
    assert eta[:W].tolist() == np.broadcast_to(prior.topic_word, (W,)).tolist()
    np.testing.assert_allclose(eta[W:], prior.topic_word.mean())  # the mean of the known ones
    for pairs in ("added", "masked"):
        old, new = getattr(prior, pairs), getattr(grown, pairs)
        assert (old is None) == (new is None)
        if old is not None:
            assert old.shape == (W, K), "the old prior was resized"
            assert new.shape == (W + 3, K)
            assert (new[:W] != old).nnz == 0
            assert new[W:].nnz == 0
    extra = 3 * prior.topic_word.mean()
    np.testing.assert_allclose(grown.word_totals(W + 3), prior.word_totals(W) + extra)


def test_priors_are_the_same_when_all_their_numbers_are() -> None:
    for name, prior in PRIORS.items():
        assert prior.same_as(replace(prior, doc_topic=prior.doc_topic.copy()))
        for other_name, other in PRIORS.items():
            assert prior.same_as(other) == (name == other_name), (name, other_name)
    locked = replace(PRIORS["all"], locked=np.array([True, False, False, False, False]))
    assert not locked.same_as(PRIORS["all"])


# ---------------------------------------------------------------------- end to end


def start(prior: Prior) -> TopicState:
    """Random counts, none of them masked: C is 2500 less what is masked."""
    counts = TopicState.random(W, prior, 2500.0, seed=3).topic_word_counts
    if prior.masked is not None:
        counts[prior.masked.toarray()] = 0
    return state_with_counts(counts, prior, seed=3)


def train(state: TopicState, X: sparse.csr_array, steps: list[float], burn_in: float = 0.5) -> None:
    documents = Documents.check(X)
    batches = np.linspace(0, documents.n_documents, len(steps) + 1).astype(np.int64)
    scvb0.train(
        state,
        documents,
        np.arange(documents.n_documents),
        batches,
        np.array(steps),
        np.full(len(steps), state.corpus_tokens),
        plain_visits(burn_in),
    )


STEPS = [0.8, 0.5, 0.4]


def train_reference(
    reference: Reference, X: sparse.csr_array, locked: np.ndarray | None = None
) -> None:
    """The same minibatches; a locked topic is put back after each."""
    rows = rows_of(Documents.check(X))
    bounds = np.linspace(0, len(rows), len(STEPS) + 1).astype(int)
    N_phi, N_z = reference.N_phi, reference.N_z
    for first, last, step in zip(bounds, bounds[1:], STEPS, strict=False):
        reference.minibatch(rows[first:last], step)
        if locked is not None:
            reference.N_phi[:, locked] = N_phi[:, locked]
            reference.N_z[locked] = N_z[locked]


@pytest.mark.parametrize("name", PRIORS)
def test_a_pass_under_the_prior_agrees_with_the_reference(
    corpus: SyntheticCorpus, name: str
) -> None:
    state = start(PRIORS[name])
    reference = reference_of(state, plain_visits(0.5))
    train(state, corpus.counts, STEPS)
    train_reference(reference, corpus.counts)
    assert relative_difference(state.topic_word_counts, reference.N_phi) < 1e-4
    assert relative_difference(state.topic_counts, reference.N_z) < 1e-4


@pytest.mark.parametrize("name", ["vector eta", "vector alpha", "added", "masked"])
def test_the_prior_makes_a_difference(corpus: SyntheticCorpus, name: str) -> None:
    # Otherwise the test above would pass with a kernel that ignores it.
    state, plain = start(PRIORS[name]), start(PRIORS["scalar"])
    train(state, corpus.counts, STEPS)
    train(plain, corpus.counts, STEPS)
    assert relative_difference(state.topic_word_counts, plain.topic_word_counts) > 1e-2


@pytest.mark.parametrize("name", ["masked", "masked vector", "all"])
def test_masked_pairs_gain_nothing(corpus: SyntheticCorpus, name: str) -> None:
    state = start(PRIORS[name])
    masked = mask().toarray()
    assert np.asarray(corpus.counts.sum(axis=0))[masked.any(axis=1)].all(), "words never seen"
    train(state, corpus.counts, STEPS)
    counts = state.topic_word_counts
    assert not counts[masked].any()
    assert (counts[~masked] > 0).all()
    lda = LDA(K, random_state=0, max_iter=1).fit(corpus.counts)
    lda.state_ = state
    assert not lda.components_.T[masked].any()
    assert (lda.components_.T[~masked] > 0).all()
    sums = lda.components_.sum(axis=1, dtype=np.float64)
    np.testing.assert_allclose(sums, state.topic_counts + state.prior.word_totals(W), rtol=1e-5)


def test_a_word_left_to_one_topic_has_all_its_tokens_there(corpus: SyntheticCorpus) -> None:
    state = start(PRIORS["masked"])
    train(state, corpus.counts, [1.0])  # rho = 1: all counts come from this pass
    row = state.topic_word_counts[25]
    share = corpus.counts[:, [25]].sum() / corpus.counts.sum()
    assert share > 0.1
    assert row[:4].tolist() == [0, 0, 0, 0]
    assert row[4] == pytest.approx(share * state.corpus_tokens, rel=1e-5)


def test_components_are_the_counts_and_the_prior(corpus: SyntheticCorpus) -> None:
    lda = LDA(K, topic_word_prior=sparse.csr_array(seeds().T), random_state=0, max_iter=1)
    lda.fit(corpus.counts)
    expected = lda.state_.topic_word_counts + dense_eta(lda.state_.prior)
    np.testing.assert_allclose(lda.components_, expected.T, rtol=1e-6)


# ---------------------------------------------------------------------- locks

LOCKED = np.array([False, True, False, True, False])


@pytest.mark.parametrize("burn_in", [0.0, 1.0])
@pytest.mark.parametrize("steps", [STEPS, [1.0], [0.3, 1.0, 0.9]], ids=["decay", "one", "both"])
def test_locked_topics_stand_still_to_the_bit_while_the_others_learn(
    corpus: SyntheticCorpus, steps: list[float], burn_in: float
) -> None:
    state = start(PRIORS["scalar"])
    train(state, corpus.counts, STEPS)  # so that the lazy scale is not one
    state = state.with_prior(replace(state.prior, locked=LOCKED))
    counts, totals = state.topic_word_counts, state.topic_counts
    train(state, corpus.counts, steps, burn_in)
    after = state.topic_word_counts
    assert after[:, LOCKED].tobytes() == counts[:, LOCKED].tobytes()
    assert state.topic_counts[LOCKED].tobytes() == totals[LOCKED].tobytes()
    for k in np.flatnonzero(~LOCKED):
        assert relative_difference(after[:, k], counts[:, k]) > 1e-2
        assert state.topic_counts[k] == pytest.approx(after[:, k].sum(dtype=np.float64), rel=1e-5)


def test_beside_locked_topics_the_others_learn_as_in_the_reference(
    corpus: SyntheticCorpus,
) -> None:
    state = start(replace(PRIORS["vector eta"], locked=LOCKED))
    reference = reference_of(state, plain_visits(0.5))
    train(state, corpus.counts, STEPS)
    train_reference(reference, corpus.counts, LOCKED)
    assert relative_difference(state.topic_word_counts, reference.N_phi) < 1e-4
    assert relative_difference(state.topic_counts, reference.N_z) < 1e-4


def test_locked_topics_stand_still_when_the_corpus_grows(corpus: SyntheticCorpus) -> None:
    # C doubles before the minibatch: N^Phi and N^Z of the free topics double, then Eq. 7 and 8.
    state = start(replace(PRIORS["vector eta"], locked=LOCKED))
    reference = reference_of(state)
    reference.corpus_tokens *= 2
    growth = np.where(LOCKED, 1.0, 2.0)
    grown_phi, grown_z = reference.N_phi * growth, reference.N_z * growth
    reference.N_phi, reference.N_z = grown_phi, grown_z
    documents = Documents.check(corpus.counts)
    scvb0.train(
        state,
        documents,
        np.arange(60),
        np.array([0, 60]),
        np.array([0.5]),
        np.array([2 * state.corpus_tokens]),
        plain_visits(),
    )
    reference.minibatch(rows_of(documents), 0.5)
    reference.N_phi[:, LOCKED], reference.N_z[LOCKED] = grown_phi[:, LOCKED], grown_z[LOCKED]
    assert relative_difference(state.topic_word_counts, reference.N_phi) < 1e-4
    assert relative_difference(state.topic_counts, reference.N_z) < 1e-4


def test_with_all_topics_locked_nothing_changes(corpus: SyntheticCorpus) -> None:
    state = start(replace(PRIORS["scalar"], locked=np.ones(K, dtype=bool)))
    before = state_bytes(state)[:3]
    train(state, corpus.counts, STEPS)
    assert state_bytes(state)[:3] == before


@pytest.mark.parametrize("algorithm", ["scvb0", "svb", "cvb0"])
@pytest.mark.parametrize("name", ["doc_topic_prior", "topic_word_prior"])
def test_priors_beyond_single_precision_are_refused_and_the_limits_work(
    name: str, algorithm: str
) -> None:
    """An alpha of 1e-38 gave topics that were NaN, and so did 1e39."""
    X = np.random.default_rng(0).poisson(0.5, (30, 20))
    for value in (1e-45, 1e-38, 1e39):
        with pytest.raises(InputError, match=f"`{name}` contains .* from 1e-30 to 1e\\+30"):
            LDA(3, algorithm=algorithm, **{name: value}).fit(X)
    for value in (1e-30, 1e30):
        lda = LDA(3, algorithm=algorithm, max_iter=2, random_state=0, **{name: value}).fit(X)
        assert np.isfinite(lda.components_).all()
        np.testing.assert_allclose(lda.transform(X).sum(axis=1), 1, rtol=1e-4)
