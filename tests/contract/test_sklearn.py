"""The scikit-learn contract: its own checks, and the tools that people put an estimator into."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from tests.inference.comparison import random_counts
from thalweg import LDA

TEXTS = [
    "the cat sat on the mat with another cat",
    "dogs and cats are animals that people keep",
    "stocks fell as markets closed lower on rates",
    "the bank raised rates and markets fell",
] * 5


# Two topics: the checks use matrices of two to ten features, and more topics than words are refused
# on purpose. No check is expected to fail.
@parametrize_with_checks([LDA(n_components=2), LDA(n_components=2, keep_doc_topics=True)])
def test_scikit_learns_own_checks(estimator: LDA, check: object) -> None:
    check(estimator)  # type: ignore[operator]


def test_works_in_a_pipeline_with_a_vectorizer() -> None:
    pipeline = make_pipeline(CountVectorizer(), LDA(3, random_state=0))
    shares = pipeline.fit_transform(TEXTS)
    assert shares.shape == (20, 3)
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-5)


def test_grid_search_picks_by_held_out_score() -> None:
    X = random_counts(60, 40, 50, seed=0)
    search = GridSearchCV(LDA(random_state=0), {"n_components": [2, 4]}, cv=3).fit(X)
    assert search.best_params_["n_components"] in (2, 4)
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()


def test_clone_copies_parameters_and_forgets_the_model() -> None:
    lda = LDA(7, doc_topic_prior=0.3, random_state=5).fit(random_counts(20, 30, 20, seed=0))
    copy = clone(lda)
    assert copy.get_params() == lda.get_params()
    assert not hasattr(copy, "state_")


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
