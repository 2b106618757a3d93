"""What all five algorithms have in common, and what each does differently."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from tests.synthetic import make_corpus
from thalweg import LDA, InputError, MemoryLimitError
from thalweg.inference.registry import ALGORITHMS
from thalweg.inference.scvb0 import SCVB0, StochasticMAP
from thalweg.inference.svb import SVB
from thalweg.model import TopicModel

NAMES = tuple(ALGORITHMS)
CORPUS = make_corpus(n_documents=300, n_words=120, n_topics=4, mean_length=60, seed=5)
X = CORPUS.counts


def unigram_score(counts: sparse.csr_array) -> float:
    """Return the log-likelihood per token if every document had the corpus's word frequencies."""
    totals = np.asarray(counts.sum(axis=0)).ravel()
    shares = totals / totals.sum()
    return float((totals * np.log(np.where(totals > 0, shares, 1))).sum() / totals.sum())


@pytest.mark.parametrize("name", NAMES)
def test_each_finds_the_topics_that_documents_were_drawn_from(name: str) -> None:
    lda = LDA(4, algorithm=name, random_state=1, max_iter=60).fit(X)
    found = lda.components_ / lda.components_.sum(axis=1, keepdims=True)
    # Half the L1 distance from each true topic to the nearest one that was found; at most 1.
    distances = 0.5 * np.abs(CORPUS.topics[:, None] - found[None]).sum(axis=2).min(axis=1)
    assert np.median(distances) < 0.15
    assert lda.score(X) > unigram_score(X) + 0.3
    assert lda.n_iter_ == 60
    assert lda.transform(X).sum(axis=1) == pytest.approx(np.ones(300), abs=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_the_result_does_not_depend_on_the_number_of_threads(name: str) -> None:
    fits = [
        LDA(5, algorithm=name, random_state=3, max_iter=3, n_jobs=n).fit(X).components_
        for n in (1, 2, 3, 8)
    ]
    assert all(np.array_equal(fits[0], other) for other in fits[1:])


@pytest.mark.parametrize("name", NAMES)
def test_expected_counts_add_up_to_the_number_of_tokens(name: str) -> None:
    state = LDA(4, algorithm=name, random_state=0, max_iter=5).fit(X).state_
    counts = state.topic_word_counts
    assert state.topic_counts == pytest.approx(counts.sum(axis=0), rel=1e-4)
    # Minibatches of SVB represent documents and not tokens: the sum is right on average.
    tolerance = 0.2 if name == "svb" else 1e-3
    assert counts.sum() == pytest.approx(X.sum(), rel=tolerance)


def test_stochastic_map_is_scvb0_with_priors_minus_one() -> None:
    smap = LDA(4, algorithm="smap", doc_topic_prior=1.5, topic_word_prior=1.25, random_state=0)
    scvb0 = LDA(4, doc_topic_prior=0.5, topic_word_prior=0.25, random_state=0)
    assert np.array_equal(smap.fit(X).components_, scvb0.fit(X).components_)
    assert np.array_equal(smap.transform(X), scvb0.transform(X))


def test_stochastic_map_has_the_options_of_scvb0() -> None:
    options: dict[str, Any] = {"burn_in": 0.5, "clumping": False, "finishing_passes": 1}
    priors = {"doc_topic_prior": 1.5, "topic_word_prior": 1.25}
    smap = LDA(4, algorithm=StochasticMAP(**options), random_state=0, **priors).fit(X)
    less_one = {name: value - 1 for name, value in priors.items()}
    scvb0 = LDA(4, algorithm=SCVB0(**options), random_state=0, **less_one).fit(X)
    assert np.array_equal(smap.components_, scvb0.components_)


@pytest.mark.parametrize("name", ["map", "smap"])
@pytest.mark.parametrize("prior", [{"doc_topic_prior": 1.0}, {"topic_word_prior": [0.5] * 120}])
def test_map_needs_priors_above_one(name: str, prior: dict[str, Any]) -> None:
    lda = LDA(4, algorithm=name, **prior)
    with pytest.raises(InputError, match=r"_prior` is .*above 1"):
        lda.fit(X)
    assert not hasattr(lda, "state_")


MINIBATCH_PARAMETERS: dict[str, Any] = {
    "batch_size": 10,
    "learning_scale": 0.5,
    "learning_offset": 5.0,
    "learning_decay": 0.6,
    "shuffle": False,
    "total_samples": 100,
    "total_tokens": 1000.0,
}


@pytest.mark.parametrize("name", ["cvb0", "map"])
@pytest.mark.parametrize("parameter", MINIBATCH_PARAMETERS)
def test_batch_algorithms_refuse_parameters_of_minibatches(name: str, parameter: str) -> None:
    lda = LDA(4, algorithm=name, **{parameter: MINIBATCH_PARAMETERS[parameter]})
    title = ALGORITHMS[name].title
    with pytest.raises(InputError, match=rf"`{parameter}` cannot be used with {title}"):
        lda.fit(X)
    assert not hasattr(lda, "state_")


@pytest.mark.parametrize("name", ["cvb0", "map"])
def test_batch_algorithms_refuse_a_stream(name: str) -> None:
    """The estimator has no partial_fit, as scikit-learn expects; the reason is the cause."""
    assert not hasattr(LDA(4, algorithm=name), "partial_fit")
    with pytest.raises(AttributeError, match="'LDA' has no attribute 'partial_fit'") as caught:
        LDA(4, algorithm=name).partial_fit(X)
    assert 'algorithm="scvb0"' in str(caught.value.__cause__)
    with pytest.raises(InputError, match=r'partial_fit.*algorithm="scvb0"'):
        TopicModel(4, algorithm=name).partial_fit(X)


@pytest.mark.parametrize("name", ["smap", "svb"])
def test_online_algorithms_learn_from_a_stream(name: str) -> None:
    for size in ({"total_samples": 300}, {}):
        lda = LDA(4, algorithm=name, random_state=0, **size)
        for first in range(0, 300, 50):
            lda.partial_fit(X[first : first + 50])
        assert lda.n_documents_seen_ == 300
        assert lda.score(X) > unigram_score(X)


@pytest.mark.parametrize(
    "algorithm",
    [
        SCVB0(burn_in=2.0),
        SCVB0(clumping=False),
        SCVB0(keep_doc_topics=True),
        SCVB0(finishing_passes=0),
        SCVB0(learning_clock="documents"),
    ],
    ids=str,
)
def test_every_option_of_scvb0_changes_the_result(algorithm: SCVB0) -> None:
    settings = {"random_state": 0, "max_iter": 3, "learning_decay": 0.7}
    usual = LDA(4, **settings).fit(X).components_
    changed = LDA(4, algorithm=algorithm, **settings).fit(X).components_
    assert not np.allclose(usual, changed, rtol=1e-3)


@pytest.mark.parametrize(
    "algorithm",
    [
        SVB(max_doc_update_iter=1),
        SVB(mean_change_tol=0.5),
        SVB(prior_offset=0.5),
        SVB(learning_clock="documents"),
    ],
    ids=str,
)
def test_every_option_of_svb_changes_the_result(algorithm: SVB) -> None:
    usual = LDA(4, algorithm="svb", random_state=0, max_iter=2).fit(X).components_
    changed = LDA(4, algorithm=algorithm, random_state=0, max_iter=2).fit(X).components_
    assert not np.allclose(usual, changed, rtol=1e-3)


def test_cvb0_checks_its_memory_before_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thalweg.inference.cvb0.free_memory", lambda: 10_000)
    with pytest.raises(MemoryLimitError, match="scvb0"):
        LDA(4, algorithm="cvb0").fit(X)
