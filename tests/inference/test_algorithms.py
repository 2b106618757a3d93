"""LDA(algorithm=...): what the five have in common, and which options each has."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from scipy import sparse

from tests.synthetic import make_corpus
from thalweg import LDA, InputError, MemoryLimitError
from thalweg.inference.algorithms import ALGORITHMS

NAMES = tuple(ALGORITHMS)
CORPUS = make_corpus(n_documents=300, n_words=120, n_topics=4, mean_length=60, seed=5)
X = CORPUS.counts


def unigram_score(counts: sparse.csr_array) -> float:
    """Log-likelihood a token if every document had the corpus' own word shares."""
    shares = np.asarray(counts.sum(axis=0)).ravel()
    words = shares / shares.sum()
    return float((shares * np.log(np.where(shares > 0, words, 1))).sum() / shares.sum())


@pytest.mark.parametrize("name", NAMES)
def test_each_finds_the_topics_that_documents_were_drawn_from(name):
    lda = LDA(4, algorithm=name, random_state=1, max_iter=60).fit(X)
    found = lda.components_ / lda.components_.sum(axis=1, keepdims=True)
    # Of every true topic, the nearest found one: half the L1 distance is at most 1.
    distances = 0.5 * np.abs(CORPUS.topics[:, None] - found[None]).sum(axis=2).min(axis=1)
    assert np.median(distances) < 0.15
    assert lda.score(X) > unigram_score(X) + 0.3
    assert lda.n_iter_ == 60
    shares = lda.transform(X)
    assert shares.sum(axis=1) == pytest.approx(np.ones(300), abs=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_the_bits_do_not_depend_on_threads(name):
    fits = [
        LDA(5, algorithm=name, random_state=3, max_iter=3, n_jobs=n).fit(X).components_
        for n in (1, 2, 3, 8)
    ]
    assert all(np.array_equal(fits[0], other) for other in fits[1:])


@pytest.mark.parametrize("name", NAMES)
def test_expected_counts_add_up_to_the_tokens(name):
    state = LDA(4, algorithm=name, random_state=0, max_iter=5).fit(X).state_
    counts = state.topic_word_counts
    assert state.topic_counts == pytest.approx(counts.sum(axis=0), rel=1e-4)
    # SVB's minibatches stand for documents and not for tokens: the sum is right on average.
    tolerance = 0.2 if name == "svb" else 1e-3
    assert counts.sum() == pytest.approx(X.sum(), rel=tolerance)


def test_stochastic_map_is_scvb0_with_priors_less_one():
    smap = LDA(4, algorithm="smap", doc_topic_prior=1.5, topic_word_prior=1.25, random_state=0)
    scvb0 = LDA(4, doc_topic_prior=0.5, topic_word_prior=0.25, random_state=0)
    assert np.array_equal(smap.fit(X).components_, scvb0.fit(X).components_)
    assert np.array_equal(smap.transform(X), scvb0.transform(X))


@pytest.mark.parametrize("name", ["map", "smap"])
@pytest.mark.parametrize("prior", [{"doc_topic_prior": 1.0}, {"topic_word_prior": [0.5] * 120}])
def test_map_wants_priors_above_one(name, prior):
    with pytest.raises(InputError, match=r"_prior is .*above 1"):
        LDA(4, algorithm=name, **prior).fit(X)


FOREIGN = {
    "scvb0": {"max_doc_update_iter": 3, "mean_change_tol": 0.1, "prior_offset": 0.5},
    "smap": {"prior_offset": 0.5},
    "svb": {"burn_in": 1, "clumping": False, "keep_doc_topics": True, "doc_learning_decay": 0.9},
    "cvb0": {"batch_size": 10, "learning_decay": 0.6, "burn_in": 1, "prior_offset": 0.5},
    "map": {"total_samples": 100, "shuffle": False, "keep_doc_topics": True},
}


@pytest.mark.parametrize(("name", "option"), [(n, o) for n in NAMES for o in FOREIGN[n]])
def test_an_option_of_another_algorithm_is_an_error(name, option):
    lda = LDA(4, algorithm=name, **{option: FOREIGN[name][option]})
    with pytest.raises(InputError, match=rf"algorithm='{name}'\) has no {option}"):
        lda.fit(X)
    assert not hasattr(lda, "state_")


def test_every_option_is_of_all_algorithms_or_of_some():
    parameters = set(inspect.signature(LDA).parameters)
    for algorithm in ALGORITHMS.values():
        assert algorithm.options <= parameters


@pytest.mark.parametrize("name", ["cvb0", "map"])
def test_batch_algorithms_have_no_stream(name):
    with pytest.raises(InputError, match=r'partial_fit.*algorithm="scvb0"'):
        LDA(4, algorithm=name).partial_fit(X)


def test_svb_streams():
    lda = LDA(4, algorithm="svb", random_state=0, total_samples=300)
    for first in range(0, 300, 50):
        lda.partial_fit(X[first : first + 50])
    assert lda.n_documents_seen_ == 300
    assert lda.score(X) > unigram_score(X)
    unknown = LDA(4, algorithm="svb", random_state=0)
    for first in range(0, 300, 50):
        unknown.partial_fit(X[first : first + 50])
    assert np.isfinite(unknown.score(X))


def test_svb_with_more_passes_or_an_offset_is_another_model():
    fits = [
        LDA(4, algorithm="svb", random_state=0, max_iter=2, **options).fit(X).components_
        for options in ({}, {"max_doc_update_iter": 1}, {"prior_offset": 0.5})
    ]
    assert not np.allclose(fits[0], fits[1], rtol=1e-3)
    assert not np.allclose(fits[0], fits[2], rtol=1e-3)


def test_cvb0_says_how_much_memory_it_needs_before_it_starts(monkeypatch):
    monkeypatch.setattr("thalweg.inference.cvb0.free_memory", lambda: 10_000)
    with pytest.raises(MemoryLimitError, match=r"scvb0"):
        LDA(4, algorithm="cvb0").fit(X)


@pytest.mark.parametrize("name", NAMES)
def test_time_and_early_stopping_end_training(name):
    timed = LDA(4, algorithm=name, random_state=0, max_time=0.2).fit(X)
    assert timed.n_iter_ >= 1
    stopped = LDA(4, algorithm=name, random_state=0, max_iter=200, early_stopping=True).fit(X)
    assert stopped.n_iter_ < 200
