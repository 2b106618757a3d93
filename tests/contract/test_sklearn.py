"""The scikit-learn contract: its own checks, and the tools that use estimators."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from tests.inference.comparison import random_counts
from thalweg import LDA
from thalweg.inference.cvb0 import CVB0
from thalweg.inference.schedules import StepSchedule
from thalweg.inference.scvb0 import SCVB0
from thalweg.inference.svb import SVB

TEXTS = [
    "the cat sat on the mat with another cat",
    "dogs and cats are animals that people keep",
    "stocks fell as markets closed lower on rates",
    "the bank raised rates and markets fell",
] * 5


# No check is expected to fail. Most use matrices of two to ten features, fewer than the 20 topics
# of the default: that is a warning.
@pytest.mark.filterwarnings("ignore:`n_components` is:thalweg.ThalwegWarning")
@parametrize_with_checks(
    [
        LDA(),
        LDA(n_components=2),
        LDA(n_components=2, learning_method="batch"),
        LDA(n_components=2, algorithm="map"),
        LDA(n_components=2, algorithm=SCVB0(keep_doc_topics=True)),
        LDA(n_components=2, algorithm=SVB(max_doc_update_iter=3)),
        LDA(n_components=2, algorithm="cvb0"),
        LDA(n_components=2, algorithm="smap"),
        LDA(n_components=2, early_stopping=True),
    ]
)
def test_scikit_learns_own_checks(estimator: LDA, check: object) -> None:
    check(estimator)  # type: ignore[operator]


def test_works_in_a_pipeline_with_a_vectorizer() -> None:
    pipeline = make_pipeline(CountVectorizer(), LDA(3, random_state=0))
    shares = pipeline.fit_transform(TEXTS)
    assert shares.shape == (20, 3)
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-5)


def test_grid_search_picks_the_best_held_out_score() -> None:
    """Documents of four topics that share no word: one topic must lose."""
    rng = np.random.default_rng(0)
    theta = rng.dirichlet([0.1] * 4, 90)
    phi = np.kron(np.eye(4), np.full(10, 0.1))
    X = np.array([rng.multinomial(50, row @ phi) for row in theta])
    search = GridSearchCV(LDA(random_state=0), {"n_components": [1, 4]}, cv=KFold(3)).fit(X)
    assert search.best_params_ == {"n_components": 4}
    by_hand = [
        LDA(4, random_state=0).fit(X[train]).score(X[test]) for train, test in KFold(3).split(X)
    ]
    assert search.best_score_ == pytest.approx(np.mean(by_hand), rel=1e-9)
    worse, better = search.cv_results_["mean_test_score"]
    assert better > worse + 0.5


def test_grid_search_over_algorithms_takes_objects_and_names() -> None:
    X = random_counts(60, 40, 50, seed=0)
    grid = {"algorithm": [SCVB0(burn_in=0), "svb"]}
    search = GridSearchCV(LDA(3, random_state=0, max_iter=3), grid, cv=KFold(3)).fit(X)
    for tried, found in zip(grid["algorithm"], search.cv_results_["mean_test_score"], strict=True):
        model = LDA(3, random_state=0, max_iter=3, algorithm=tried)
        by_hand = [clone(model).fit(X[train]).score(X[test]) for train, test in KFold(3).split(X)]
        assert found == pytest.approx(np.mean(by_hand), rel=1e-9)
    assert search.best_estimator_.algorithm == search.best_params_["algorithm"]


def test_clone_copies_parameters_and_forgets_the_model() -> None:
    lda = LDA(7, doc_topic_prior=0.3, random_state=5).fit(random_counts(20, 30, 20, seed=0))
    copy = clone(lda)
    assert copy.get_params() == lda.get_params()
    assert not hasattr(copy, "state_")


def test_clone_copies_the_options_of_an_algorithm() -> None:
    algorithm = SCVB0(burn_in=2, doc_schedule=StepSchedule(1, 5, 0.8))
    X = random_counts(20, 30, 20, seed=0)
    lda = LDA(3, algorithm=algorithm, random_state=0)
    copy = clone(lda)
    assert copy.algorithm == algorithm
    np.testing.assert_array_equal(copy.fit(X).components_, lda.fit(X).components_)


def test_set_params_replaces_the_algorithm() -> None:
    lda = LDA(3, random_state=0).set_params(algorithm=SVB(prior_offset=0.5))
    assert lda.get_params()["algorithm"] == SVB(prior_offset=0.5)
    X = random_counts(20, 30, 20, seed=0)
    expected = LDA(3, algorithm=SVB(prior_offset=0.5), random_state=0).fit(X)
    np.testing.assert_array_equal(lda.fit(X).components_, expected.components_)
    assert lda.set_params(algorithm="cvb0").fit(X).settings_.algorithm == CVB0()


def test_the_text_form_shows_the_options_of_the_algorithm() -> None:
    assert repr(LDA(3)) == "LDA(n_components=3)"
    text = repr(LDA(3, algorithm=SCVB0(burn_in=2)))
    assert text.startswith("LDA(")
    assert "SCVB0(burn_in=2" in text


def test_options_of_algorithms_are_not_parameters_of_the_estimator() -> None:
    assert len(LDA().get_params()) == 28
    for option in ("burn_in", "clumping", "keep_doc_topics", "prior_offset", "learning_clock"):
        with pytest.raises(TypeError, match=option):
            LDA(3, **{option: 1})


def test_set_output_gives_named_columns() -> None:
    X = random_counts(20, 30, 20, seed=0)
    frame = LDA(3, random_state=0).set_output(transform="pandas").fit_transform(X)
    assert list(frame.columns) == ["lda0", "lda1", "lda2"]


def test_names_of_a_data_frame_reach_the_topics() -> None:
    frame = pd.DataFrame(random_counts(20, 5, 20, seed=0).toarray(), columns=list("abcde"))
    lda = LDA(2, random_state=0).fit(frame)
    assert set(lda.topics(5)[0].words) == set("abcde")


def test_constructor_only_stores() -> None:
    assert LDA(-3, batch_size="x").batch_size == "x"  # type: ignore[arg-type]


def test_dense_and_sparse_give_the_same_model() -> None:
    X = random_counts(20, 30, 20, seed=0)
    forms = [X, X.toarray(), sparse.csc_matrix(X), sparse.coo_array(X), X.toarray().tolist()]
    models = [LDA(3, random_state=0).fit(form).components_ for form in forms]
    for model in models[1:]:
        np.testing.assert_array_equal(models[0], model)


@pytest.mark.parametrize("X", [np.zeros((3, 5)), sparse.csr_array((3, 5))])
def test_empty_documents_keep_their_row_and_get_the_prior_mean(X: object) -> None:
    lda = LDA(4, doc_topic_prior=[1.0, 2.0, 3.0, 4.0], random_state=0)
    lda.fit(random_counts(20, 5, 20, seed=0))
    np.testing.assert_allclose(lda.transform(X), [[0.1, 0.2, 0.3, 0.4]] * 3, rtol=1e-6)
