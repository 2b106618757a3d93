"""TopicState: additive, growing, copied and pickled without losing a bit."""

import copy
import pickle
from dataclasses import replace
from pathlib import Path

import joblib
import numpy as np
import pytest
from scipy import sparse

from tests.synthetic import (
    SyntheticCorpus,
    make_corpus,
    plain_visits,
    reference_of,
    relative_difference,
    rows_of,
    state_bytes,
    state_with_counts,
)
from thalweg import InputError
from thalweg.corpus.documents import Documents
from thalweg.inference import fold_in, scvb0
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState, padded

W, K = 50, 5


def prior(n_topics: int = K, n_words: int = W, alpha: float = 0.1) -> Prior:
    return Prior.create(alpha, 0.01, n_topics, n_words)


def new_state(seed: int = 0, corpus_tokens: float = 2500.0) -> TopicState:
    return TopicState.random(W, prior(), corpus_tokens, seed)


def train(state: TopicState, X: sparse.csr_array, steps: tuple[float, ...] = (0.7, 0.4)) -> None:
    """As many minibatches of equal size as there are step sizes, at the C of the state."""
    documents = Documents.check(X)
    batches = np.linspace(0, documents.n_documents, len(steps) + 1).astype(np.int64)
    scvb0.train(
        state,
        documents,
        np.arange(documents.n_documents),
        batches,
        np.array(steps),
        np.full(len(steps), state.corpus_tokens),
        plain_visits(),
    )


@pytest.fixture
def trained(corpus: SyntheticCorpus) -> TopicState:
    state = new_state()
    train(state, corpus.counts)
    return state


# ---------------------------------------------------------------------- a random start


@pytest.mark.parametrize("n_topics", [1, 5, 8, 19])
def test_random_counts_sum_to_c(n_topics: int) -> None:
    state = TopicState.random(W, prior(n_topics), 12345.0, 0)
    assert state.topic_word_counts.sum(dtype=np.float64) == pytest.approx(12345.0, rel=1e-6)
    assert state.topic_counts.sum() == pytest.approx(12345.0, rel=1e-12)
    assert state.corpus_tokens == 12345.0
    assert (state.n_words, state.n_topics) == (W, n_topics)
    assert (state.clock, state.n_documents_seen, state.n_tokens_seen) == (0, 0, 0.0)


def test_topic_counts_are_the_column_sums_of_random_counts() -> None:
    state = new_state()
    sums = state.topic_word_counts.sum(axis=0, dtype=np.float64)
    np.testing.assert_allclose(state.topic_counts, sums, rtol=1e-6)


def test_random_counts_lie_within_their_contrast() -> None:
    # Uniform on 1 -+ contrast of the mean (and then scaled by a per cent or so to sum to C).
    mean = 1e6 / (1000 * K)
    for contrast in (0.1, 0.5):
        state = TopicState.random(1000, prior(n_words=1000), 1e6, 0, contrast)
        ratios = state.topic_word_counts / mean
        assert 1 - 1.05 * contrast < ratios.min() < 1 - 0.9 * contrast
        assert 1 + 0.9 * contrast < ratios.max() < 1 + 1.05 * contrast


def test_the_padding_is_zero() -> None:
    state = new_state()
    assert padded(K) == 8
    assert state.scaled_counts.shape == (W, 8)
    assert not state.scaled_counts[:, K:].any()
    assert not state.scale[K:].any()
    assert not state.totals[K:].any()


def test_the_seed_decides_the_start() -> None:
    assert state_bytes(new_state(seed=1)) == state_bytes(new_state(seed=1))
    assert state_bytes(new_state(seed=1)) != state_bytes(new_state(seed=2))


def test_a_start_is_the_same_however_it_is_cut_into_slices() -> None:
    # The rows are drawn in slices of 2^20 numbers; 300,000 x 4 needs two.
    wide = TopicState.random(300_000, prior(4, 300_000), 1e6, 0)
    drawn = np.random.Generator(np.random.Philox(0)).random((300_000, 4), dtype=np.float32)
    expected = 0.5 + drawn.astype(np.float64)  # contrast one half
    expected *= 1e6 / expected.sum()
    np.testing.assert_allclose(wide.topic_word_counts, expected, rtol=1e-5)


# ---------------------------------------------------------------------- merge, decay, grow


def test_merge_adds_counts_tokens_and_clocks(corpus: SyntheticCorpus, trained: TopicState) -> None:
    other = new_state(seed=1, corpus_tokens=1000.0)
    train(other, corpus.counts[:20], (0.5, 0.3, 0.2))
    before = state_bytes(trained), state_bytes(other)
    merged = trained.merge(other)
    np.testing.assert_allclose(
        merged.topic_word_counts, trained.topic_word_counts + other.topic_word_counts, rtol=1e-6
    )
    np.testing.assert_allclose(merged.topic_counts, trained.topic_counts + other.topic_counts)
    assert merged.corpus_tokens == 3500.0
    assert merged.clock == 2 + 3
    assert merged.n_documents_seen == 60 + 20
    assert merged.n_tokens_seen == corpus.counts.sum() + corpus.counts[:20].sum()
    assert (state_bytes(trained), state_bytes(other)) == before, "merge changed what it merged"


def test_merge_agrees_with_itself_in_either_order(
    corpus: SyntheticCorpus, trained: TopicState
) -> None:
    other = new_state(seed=1)
    train(other, corpus.counts[:20])
    one, two = trained.merge(other), other.merge(trained)
    np.testing.assert_allclose(one.topic_word_counts, two.topic_word_counts, rtol=1e-6)
    np.testing.assert_allclose(one.topic_counts, two.topic_counts)


def test_a_merged_state_trains_on(corpus: SyntheticCorpus, trained: TopicState) -> None:
    merged = trained.merge(new_state(seed=1))
    reference = reference_of(merged)
    train(merged, corpus.counts, (0.5,))
    reference.minibatch(rows_of(Documents.check(corpus.counts)), 0.5)
    assert relative_difference(merged.topic_word_counts, reference.N_phi) < 1e-4
    assert relative_difference(merged.topic_counts, reference.N_z) < 1e-4


@pytest.mark.parametrize(
    ("n_words", "n_topics"), [(W + 1, K), (W, K + 8), (W, K - 1)], ids=["words", "topics", "padded"]
)
def test_merge_refuses_a_state_of_another_shape(n_words: int, n_topics: int) -> None:
    other = TopicState.random(n_words, prior(n_topics, n_words), 100.0, 0)
    with pytest.raises(InputError, match=rf"{W} words x {K} topics and {n_words} x {n_topics}"):
        new_state().merge(other)


def test_merge_refuses_another_prior() -> None:
    other = TopicState.random(W, prior(alpha=0.2), 100.0, 0)
    with pytest.raises(InputError, match="priors"):
        new_state().merge(other)


def test_decay_multiplies_the_counts_and_the_corpus(trained: TopicState) -> None:
    counts, totals = trained.topic_word_counts, trained.topic_counts
    trained.decay(0.25)  # a power of two: exact
    assert np.array_equal(trained.topic_word_counts, counts / 4)
    assert np.array_equal(trained.topic_counts, totals / 4)
    assert trained.corpus_tokens == 2500.0 / 4
    assert trained.clock == 2


@pytest.mark.parametrize("factor", [0.0, -0.5, 1.5, np.nan, np.inf])
def test_decay_refuses_a_factor_outside_of_zero_to_one(trained: TopicState, factor: float) -> None:
    before = state_bytes(trained)
    with pytest.raises(InputError, match=str(factor)):
        trained.decay(factor)
    assert state_bytes(trained) == before


def test_a_decayed_state_trains_on(corpus: SyntheticCorpus, trained: TopicState) -> None:
    trained.decay(0.3)
    reference = reference_of(trained)
    train(trained, corpus.counts, (0.5,))
    reference.minibatch(rows_of(Documents.check(corpus.counts)), 0.5)
    assert relative_difference(trained.topic_word_counts, reference.N_phi) < 1e-4
    assert trained.topic_counts.sum() == pytest.approx(750.0, rel=1e-5)


def test_grow_appends_empty_rows_and_keeps_the_others(trained: TopicState) -> None:
    counts, totals = trained.topic_word_counts, trained.topic_counts
    trained.grow(W + 7)
    assert trained.n_words == W + 7
    assert trained.topic_word_counts[:W].tobytes() == counts.tobytes()
    assert not trained.topic_word_counts[W:].any()
    assert np.array_equal(trained.topic_counts, totals)
    assert trained.clock == 2


def test_a_grown_state_learns_the_new_words(trained: TopicState) -> None:
    wider = make_corpus(n_words=W + 7, seed=5).counts
    trained.grow(W + 7)
    reference = reference_of(trained)
    train(trained, wider, (0.5,))
    reference.minibatch(rows_of(Documents.check(wider)), 0.5)
    assert trained.topic_word_counts[W:].sum() > 0
    assert relative_difference(trained.topic_word_counts, reference.N_phi) < 1e-4
    assert relative_difference(trained.topic_counts, reference.N_z) < 1e-4


def test_grow_to_the_same_size_changes_nothing(trained: TopicState) -> None:
    before = state_bytes(trained)
    trained.grow(W)
    assert state_bytes(trained) == before


def test_grow_refuses_to_shrink(trained: TopicState) -> None:
    before = state_bytes(trained)
    with pytest.raises(
        InputError, match=f"`n_words` is {W - 1}; expected at least the present {W}"
    ):
        trained.grow(W - 1)
    assert state_bytes(trained) == before


def test_training_refuses_documents_of_another_vocabulary(
    corpus: SyntheticCorpus, trained: TopicState
) -> None:
    before = state_bytes(trained)
    with pytest.raises(InputError, match=f"{W - 1} words"):
        train(trained, corpus.counts[:, : W - 1])
    assert state_bytes(trained) == before


@pytest.mark.parametrize("use", ["infer", "log_likelihood"])
def test_inference_refuses_documents_of_another_vocabulary(
    monkeypatch: pytest.MonkeyPatch, corpus: SyntheticCorpus, trained: TopicState, use: str
) -> None:
    monkeypatch.setattr(fold_in._core, use, lambda **_: pytest.fail("it would read out of bounds"))
    wider = Documents.check(make_corpus(n_words=W + 7).counts)
    documents = [wider] if use == "infer" else [wider, wider]
    with pytest.raises(InputError, match=f"{W + 7} words"):
        getattr(fold_in, use)(trained, *documents, fold_in.Convergence())


# ---------------------------------------------------------------------- copies


def test_training_a_copy_leaves_the_original_alone(
    corpus: SyntheticCorpus, trained: TopicState
) -> None:
    before = state_bytes(trained)
    for twin in (trained.copy(), copy.deepcopy(trained)):
        assert state_bytes(twin) == before
        train(twin, corpus.counts)
        assert state_bytes(twin) != before
        assert state_bytes(trained) == before


def test_a_copy_trains_to_the_same_bits(corpus: SyntheticCorpus, trained: TopicState) -> None:
    twin = trained.copy()
    train(trained, corpus.counts)
    train(twin, corpus.counts)
    assert state_bytes(twin) == state_bytes(trained)


def test_with_prior_shares_the_counts_under_another_prior(trained: TopicState) -> None:
    fold_in.infer(trained, Documents.check(np.zeros((1, W))), fold_in.Convergence())
    other = trained.with_prior(prior(alpha=0.7))
    for name in ("scaled_counts", "scale", "totals"):
        assert np.shares_memory(getattr(other, name), getattr(trained, name))
    # Of an empty document N^Theta + alpha is alpha.
    empty = Documents.check(np.zeros((1, W)))
    for state, alpha in ((trained, 0.1), (other, 0.7)):
        assert state.prior.doc_topic.tolist() == [alpha] * K
        found = fold_in.infer(state, empty, fold_in.Convergence())
        np.testing.assert_allclose(found, np.full((1, K), alpha), rtol=1e-6)


def test_growing_one_of_two_that_share_counts_leaves_the_other_whole(
    corpus: SyntheticCorpus, trained: TopicState
) -> None:
    other = trained.with_prior(prior(alpha=0.7))
    before = state_bytes(trained)
    other.grow(W + 7)
    assert state_bytes(trained) == before
    train(trained, corpus.counts)
    assert not other.topic_word_counts[W:].any()


def test_releasing_the_working_memory_loses_nothing(
    corpus: SyntheticCorpus, trained: TopicState
) -> None:
    twin = trained.copy()
    trained.release_native()
    train(trained, corpus.counts)
    train(twin, corpus.counts)
    assert state_bytes(twin) == state_bytes(trained)


# ---------------------------------------------------------------------- pickles


def steered(state: TopicState) -> TopicState:
    """A state that uses every part of a prior."""
    pairs = sparse.csr_array(([2.0, 1.0], ([3, 7], [0, 2])), shape=(W, K))
    locked = np.zeros(K, dtype=bool)
    locked[1] = True
    base = prior()
    return state.with_prior(
        Prior(base.doc_topic, np.linspace(0.01, 0.1, W), pairs, pairs.astype(bool), locked)
    )


@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_a_pickled_state_comes_back_to_the_bit(trained: TopicState, protocol: int) -> None:
    state = steered(trained)
    back = pickle.loads(pickle.dumps(state, protocol))
    assert state_bytes(back) == state_bytes(state)
    assert back.seed == state.seed
    assert back.prior.same_as(state.prior)


def test_a_pickled_state_trains_to_the_same_bits(
    corpus: SyntheticCorpus, trained: TopicState
) -> None:
    back = pickle.loads(pickle.dumps(trained))
    train(trained, corpus.counts)
    train(back, corpus.counts)
    assert state_bytes(back) == state_bytes(trained)


def test_a_state_loaded_as_a_read_only_memory_map_trains_on(
    tmp_path: Path, corpus: SyntheticCorpus, trained: TopicState
) -> None:
    # As joblib hands large arguments to its worker processes.
    joblib.dump(trained, tmp_path / "state")
    back = joblib.load(tmp_path / "state", mmap_mode="r")
    assert state_bytes(back) == state_bytes(trained)
    train(trained, corpus.counts)
    train(back, corpus.counts)
    assert state_bytes(back) == state_bytes(trained)
    assert state_bytes(joblib.load(tmp_path / "state")) != state_bytes(back), "the file changed"


# ---------------------------------------------------------------------- the tests' own tool


def test_counts_set_by_hand_are_the_counts_of_the_state() -> None:
    counts = np.array([[3.0, 1.0], [1.0, 5.0]])
    state = state_with_counts(counts, prior(2, 2))
    assert state.topic_word_counts.tolist() == counts.tolist()
    assert state.topic_counts.tolist() == [4.0, 6.0]
    assert state.corpus_tokens == 10.0


def test_weights_of_some_topics_are_columns_of_all_weights() -> None:
    added = sparse.csr_array(([5.0, 2.0], ([1, 3], [0, 2])), shape=(6, 4))
    masked = sparse.csr_array(([True], ([2], [3])), shape=(6, 4))
    prior = replace(Prior.create(0.1, 0.5, 4, 6), added=added, masked=masked)
    state = TopicState.random(6, prior, 100.0, seed=0)
    for rows in (slice(None), slice(1, 4)):
        for topics in ([3], [2, 0]):
            some = state.weights(rows, np.array(topics))
            np.testing.assert_array_equal(some, state.weights(rows)[:, topics])
