"""Laws that hold for every corpus: conservation, independence, and agreement with the reference."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import sparse

from tests.synthetic import (
    make_corpus,
    plain_visits,
    reference_of,
    relative_difference,
    rows_of,
    state_bytes,
)
from thalweg import LDA
from thalweg.corpus.documents import Documents
from thalweg.inference import fold_in, scvb0
from thalweg.inference.scvb0 import SCVB0, DocumentVisits
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

# The same examples every time: a check before a commit must not fail by chance.
laws = settings(max_examples=40, deadline=None, derandomize=True, database=None)


@dataclass(frozen=True)
class Case:
    """A corpus and the number of topics to find in it."""

    X: sparse.csr_array
    n_topics: int
    seed: int

    @property
    def documents(self) -> Documents:
        return Documents.check(self.X)

    def state(self) -> TopicState:
        rng = np.random.default_rng(self.seed)
        prior = Prior.create(
            rng.uniform(0.05, 1.0, self.n_topics),
            rng.uniform(0.01, 0.5, self.X.shape[1]),
            self.n_topics,
            self.X.shape[1],
        )
        return TopicState.random(self.X.shape[1], prior, self.documents.n_tokens, self.seed)

    def fitted(self, X: sparse.csr_array | None = None, **parameters: object) -> LDA:
        chosen = {"random_state": self.seed, "max_iter": 2, "batch_size": 3, "n_jobs": 1}
        return LDA(self.n_topics, **(chosen | parameters)).fit(self.X if X is None else X)


@st.composite
def cases(
    draw: st.DrawFn, most_topics: int = 40, least_words: int = 1, fractions: bool | None = None
) -> Case:
    """Random sparse counts with at least one token.

    Fractions are eighths: whole in float32 too, so that clocks pass whole numbers at the same time.
    """
    seed = draw(st.integers(0, 2**32 - 1))
    n_documents = draw(st.integers(1, 8))
    n_words = draw(st.integers(least_words, 30))
    density = draw(st.sampled_from([0.1, 0.4, 1.0]))
    if fractions is None:
        fractions = draw(st.booleans())
    rng = np.random.default_rng(seed)
    counts = rng.geometric(0.4, (n_documents, n_words)).astype(np.float64)
    if fractions:
        counts = rng.integers(1, 40, counts.shape) / 8
    counts[rng.random(counts.shape) > density] = 0
    assume(counts.any())
    return Case(sparse.csr_array(counts), draw(st.integers(1, most_topics)), seed)


@st.composite
def fit_cases(draw: st.DrawFn) -> Case:
    """Cases that the estimator accepts without a warning: no more topics than words."""
    case = draw(cases(least_words=3))
    return Case(case.X, min(case.n_topics, case.X.shape[1]), case.seed)


def train(
    state: TopicState, documents: Documents, steps: list[float], visits: DocumentVisits
) -> None:
    scvb0.train(
        state,
        documents,
        np.arange(documents.n_documents),
        np.linspace(0, documents.n_documents, len(steps) + 1).astype(np.int64),
        np.array(steps),
        np.full(len(steps), state.corpus_tokens),
        visits,
    )


VISITS = st.builds(
    plain_visits,
    burn_in=st.sampled_from([0.0, 0.3, 1.0, 1.5, 2.0]),
    clumped=st.booleans(),
)


# ---------------------------------------------------------------------- training


@laws
@given(cases(), VISITS)
def test_after_full_replacement_the_counts_sum_to_c(case: Case, visits: DocumentVisits) -> None:
    # Eq. 7 with rho = 1: N^Phi = (C / |M|) sum of gamma, and every gamma sums to one.
    state = case.state()
    train(state, case.documents, [1.0], visits)
    counts = state.topic_word_counts
    assert counts.sum(dtype=np.float64) == pytest.approx(state.corpus_tokens, rel=1e-5)
    # gamma spreads a word's tokens over topics: its row sums to its tokens.
    np.testing.assert_allclose(counts.sum(axis=1), case.X.sum(axis=0), rtol=1e-4)
    assert (counts >= 0).all()


@laws
@given(cases(), VISITS, st.lists(st.floats(0.01, 1.0), min_size=1, max_size=4))
def test_topic_counts_are_the_column_sums(
    case: Case, visits: DocumentVisits, steps: list[float]
) -> None:
    state = case.state()
    train(state, case.documents, steps, visits)
    sums = state.topic_word_counts.sum(axis=0, dtype=np.float64)
    np.testing.assert_allclose(state.topic_counts, sums, rtol=1e-5)
    assert state.topic_counts.sum() == pytest.approx(state.corpus_tokens, rel=1e-5)


@laws
@given(cases(), VISITS, st.lists(st.floats(0.01, 1.0), min_size=1, max_size=3))
def test_training_agrees_with_the_reference(
    case: Case, visits: DocumentVisits, steps: list[float]
) -> None:
    state = case.state()
    reference = reference_of(state, visits)
    train(state, case.documents, steps, visits)
    rows = rows_of(case.documents)
    bounds = np.linspace(0, len(rows), len(steps) + 1).astype(int)
    for first, last, step in zip(bounds, bounds[1:], steps, strict=False):
        reference.minibatch(rows[first:last], step)
    assert relative_difference(state.topic_word_counts, reference.N_phi) < 1e-4
    assert relative_difference(state.topic_counts, reference.N_z) < 1e-4


@laws
@given(cases())
def test_inference_agrees_with_the_reference(case: Case) -> None:
    # Both make 2000 passes, to the fixed point.
    state = case.state()
    train(state, case.documents, [0.9], plain_visits())
    found = fold_in.infer(
        state, case.documents, fold_in.Convergence(max_passes=2000, tolerance=0.0)
    )
    reference = reference_of(state)
    expected = [reference.theta(*row, n_passes=2000) for row in rows_of(case.documents)]
    assert relative_difference(found, expected) < 1e-3


@laws
@given(fit_cases())
def test_fitted_counts_are_conserved_whatever_the_settings(case: Case) -> None:
    for parameters in (
        {},
        {"algorithm": SCVB0(clumping=False)},
        {"algorithm": SCVB0(keep_doc_topics=True)},
        {"shuffle": False},
    ):
        state = case.fitted(**parameters).state_
        assert state.topic_counts.sum() == pytest.approx(case.X.sum(), rel=1e-5)
        assert state.corpus_tokens == case.X.sum()
        assert state.n_tokens_seen == pytest.approx(2 * case.X.sum())


@laws
@given(cases(fractions=True), st.sampled_from([0.25, 0.5, 2.0, 4.0]))
def test_fractional_counts_add_up_as_whole_ones_do(case: Case, factor: float) -> None:
    state = Case(case.X * factor, case.n_topics, case.seed).state()
    assert state.corpus_tokens == factor * case.X.sum()
    train(state, Documents.check(case.X * factor), [1.0], plain_visits(0.5))
    words = np.asarray(case.X.sum(axis=0)) * factor
    np.testing.assert_allclose(state.topic_word_counts.sum(axis=1), words, rtol=1e-4)


# ---------------------------------------------------------------------- transform


@laws
@given(fit_cases(), st.booleans())
def test_rows_of_transform_are_distributions(case: Case, vector: bool) -> None:
    rng = np.random.default_rng(case.seed)
    alpha = rng.uniform(0.05, 1.0, case.n_topics) if vector else 0.3
    lda = case.fitted(doc_topic_prior=alpha)
    theta = lda.transform(sparse.vstack([case.X, sparse.csr_array((1, case.X.shape[1]))]))
    assert theta.shape == (case.X.shape[0] + 1, case.n_topics)
    assert theta.dtype == np.float32
    assert (theta > 0).all()
    np.testing.assert_allclose(theta.sum(axis=1), 1, rtol=1e-6)
    alpha = np.broadcast_to(alpha, (case.n_topics,))
    np.testing.assert_allclose(theta[-1], alpha / alpha.sum(), rtol=1e-6)


@laws
@given(fit_cases(), st.randoms(use_true_random=False))
def test_a_row_of_transform_depends_on_its_document_alone(case: Case, random: object) -> None:
    lda = case.fitted()
    theta = lda.transform(case.X)
    n = case.X.shape[0]
    for j in range(n):
        assert lda.transform(case.X[[j]]).tobytes() == theta[[j]].tobytes()
    order = list(range(n))
    random.shuffle(order)
    assert lda.transform(case.X[order]).tobytes() == theta[order].tobytes()


def test_a_row_of_transform_does_not_depend_on_where_a_block_ends() -> None:
    # Inference takes documents in blocks of 128.
    X = make_corpus(300, 40, 4, 20.0).counts
    lda = LDA(4, random_state=0, max_iter=2).fit(X)
    theta = lda.transform(X)
    assert lda.transform(X[100:]).tobytes() == theta[100:].tobytes()
    assert lda.transform(X[::-1]).tobytes() == theta[::-1].tobytes()


@laws
@given(fit_cases())
def test_transform_and_score_leave_the_model_unchanged(case: Case) -> None:
    lda = case.fitted()
    before = state_bytes(lda.state_)
    lda.transform(case.X)
    lda.score(np.ones((2, case.X.shape[1])) * 4)
    assert state_bytes(lda.state_) == before


# ---------------------------------------------------------------------- forms of the same corpus


def shuffled_within_rows(X: sparse.csr_array, seed: int) -> sparse.csr_array:
    rng = np.random.default_rng(seed)
    indices, data = X.indices.copy(), X.data.copy()
    for a, b in zip(X.indptr[:-1], X.indptr[1:], strict=True):
        order = a + rng.permutation(b - a)
        indices[a:b], data[a:b] = X.indices[order], X.data[order]
    return sparse.csr_array((data, indices, X.indptr.copy()), shape=X.shape)


@laws
@given(fit_cases())
def test_the_stored_order_of_words_changes_no_bit(case: Case) -> None:
    other = shuffled_within_rows(case.X, case.seed)
    one, two = case.fitted(), case.fitted(other)
    assert state_bytes(one.state_) == state_bytes(two.state_)
    assert one.transform(case.X).tobytes() == two.transform(other).tobytes()


@laws
@given(fit_cases())
def test_another_seed_changes_bits(case: Case) -> None:
    assume(case.n_topics > 1)
    other = case.fitted(random_state=(case.seed + 1) % 2**32)
    assert state_bytes(case.fitted().state_) != state_bytes(other.state_)


@laws
@given(fit_cases())
def test_an_entry_cut_in_two_is_the_same_as_a_whole_one(case: Case) -> None:
    # 3 = 2 + 1; eighths add up exactly.
    X = case.X
    first = np.ceil(X.data * 5) / 8
    parts = np.stack([first, X.data - first], axis=1).ravel()
    cut = sparse.csr_array((parts, np.repeat(X.indices, 2), 2 * X.indptr), shape=X.shape)
    assert cut.nnz == 2 * X.nnz
    assert state_bytes(case.fitted(cut).state_) == state_bytes(case.fitted().state_)


def with_explicit_zeros(X: sparse.csr_array) -> sparse.csr_array:
    """Every zero is stored."""
    n_documents, n_words = X.shape
    words = np.tile(np.arange(n_words), n_documents)
    offsets = np.arange(n_documents + 1) * n_words
    return sparse.csr_array((X.toarray().ravel(), words, offsets), shape=X.shape)


@laws
@given(fit_cases())
def test_stored_zeros_change_no_bit(case: Case) -> None:
    padded = with_explicit_zeros(case.X)
    assert padded.nnz == case.X.shape[0] * case.X.shape[1]
    one, two = case.fitted(), case.fitted(padded)
    assert state_bytes(one.state_) == state_bytes(two.state_)
    assert one.transform(case.X).tobytes() == two.transform(padded).tobytes()


def test_stored_zeros_change_no_bit_of_a_fit_that_is_cut_into_blocks_nor_of_a_score() -> None:
    # 200 x 100 stored entries are cut into blocks, 200 documents of a few words each are not.
    X = make_corpus(200, 100, 5, 6.0).counts
    padded = with_explicit_zeros(X)
    parameters = {"batch_size": 200, "max_iter": 1, "random_state": 0}
    one, two = LDA(5, **parameters).fit(X), LDA(5, **parameters).fit(padded)
    assert state_bytes(one.state_) == state_bytes(two.state_)
    assert one.score(X) == two.score(padded)
