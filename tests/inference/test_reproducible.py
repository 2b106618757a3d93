"""The same seed gives the same bits, at any number of threads and along any road."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from tests.inference.comparison import random_counts
from thalweg import LDA, _core
from thalweg.corpus.documents import Documents

EXPLICIT = {
    "batch_size": 64,
    "learning_scale": 1.0,
    "learning_offset": 1.0,
    "learning_decay": 0.6,
    "max_iter": 1,
    "shuffle": False,
    "doc_topic_prior": 0.1,
}


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    # Minibatches of several blocks: more than 2 x 32,768 entries each.
    return random_counts(300, 4000, 1500, seed=0)


@pytest.mark.parametrize("n_topics", [3, 20, 130])
@pytest.mark.parametrize("isa", _core.instruction_sets())
def test_bits_do_not_depend_on_threads(
    X: sparse.csr_array, n_topics: int, isa: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THALWEG_ISA", isa)
    models = {
        n_jobs: LDA(n_topics, batch_size=150, max_iter=2, random_state=1, n_jobs=n_jobs).fit(X)
        for n_jobs in (1, 2, 3, 8)
    }
    for n_jobs in (2, 3, 8):
        assert_same_bits(models[1], models[n_jobs])
        np.testing.assert_array_equal(models[1].transform(X), models[n_jobs].transform(X))
        assert models[1].score(X) == models[n_jobs].score(X)


def test_minibatches_of_this_corpus_span_several_blocks(X: sparse.csr_array) -> None:
    """Otherwise the test above would show nothing."""
    assert Documents.check(X).offsets[150] > 2 * 32768


def test_partial_fit_in_the_same_minibatches_gives_the_bits_of_fit(X: sparse.csr_array) -> None:
    total = float(X.sum())
    whole = LDA(20, random_state=5, **EXPLICIT).fit(X)
    stream = LDA(20, random_state=5, total_tokens=total, **EXPLICIT)
    for first in range(0, X.shape[0], 64):
        stream.partial_fit(X[first : first + 64])
    assert_same_bits(whole, stream)


def test_partial_fit_in_one_call_gives_the_bits_of_many(X: sparse.csr_array) -> None:
    one = LDA(20, random_state=5, **EXPLICIT).partial_fit(X)
    many = LDA(20, random_state=5, **EXPLICIT)
    for first in range(0, X.shape[0], 64):
        many.partial_fit(X[first : first + 64])
    assert_same_bits(one, many)


def test_types_of_indices_and_counts_do_not_change_the_bits() -> None:
    X = random_counts(50, 200, 60, seed=2)
    expected = LDA(5, random_state=0).fit(X)
    for dtype in (np.uint8, np.uint16, np.int16, np.int32, np.int64, np.float32, np.float64):
        assert_same_bits(expected, LDA(5, random_state=0).fit(X.astype(dtype)))
    for index in (np.int32, np.int64):
        Y = X.copy()
        Y.indices, Y.indptr = Y.indices.astype(index), Y.indptr.astype(index)
        assert_same_bits(expected, LDA(5, random_state=0).fit(Y))


def test_another_seed_gives_another_model() -> None:
    X = random_counts(50, 200, 60, seed=2)
    first, second = (LDA(5, random_state=seed).fit(X) for seed in (0, 1))
    assert not np.array_equal(first.components_, second.components_)


def assert_same_bits(a: LDA, b: LDA) -> None:
    assert a.components_.tobytes() == b.components_.tobytes()
    assert a.state_.totals.tobytes() == b.state_.totals.tobytes()
    assert (a.state_.clock, a.n_documents_seen_) == (b.state_.clock, b.n_documents_seen_)
