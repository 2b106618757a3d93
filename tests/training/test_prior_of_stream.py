"""partial_fit keeps the prior of its model, and refuses another one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from thalweg import LDA, Corpus, InputError

X = np.random.default_rng(0).poisson(0.5, (60, 40))


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("doc_topic_prior", 0.1, 0.5),
        ("doc_topic_prior", 0.1, [0.1, 0.1, 0.1, 0.2]),
        ("doc_topic_prior", None, 7.0),
        ("topic_word_prior", 0.01, 0.5),
        ("topic_word_prior", None, 0.5),
        ("topic_word_prior", 0.01, np.linspace(0.01, 0.02, 40)),
    ],
)
def test_another_prior_is_refused_and_the_model_stays(name: str, before: Any, after: Any) -> None:
    lda = LDA(4, random_state=0, **{name: before}).partial_fit(X)
    counts, seen = lda.components_.copy(), lda.n_documents_seen_
    lda.set_params(**{name: after})
    with pytest.raises(InputError, match=f"`{name}` is .* call fit to start a new model"):
        lda.partial_fit(X)
    np.testing.assert_array_equal(lda.components_, counts)
    assert lda.n_documents_seen_ == seen
    lda.fit(X)


@pytest.mark.parametrize(
    "priors",
    [
        {},
        {"doc_topic_prior": 0.3, "topic_word_prior": 0.05},
        {"doc_topic_prior": [0.1, 0.2, 0.3, 0.4], "topic_word_prior": np.linspace(0.01, 0.02, 40)},
        {"topic_word_prior": sparse.csr_array(([2.0], ([1], [5])), shape=(4, 40))},
        {"doc_topic_prior": "auto", "topic_word_prior": "auto"},
        {"algorithm": "smap", "doc_topic_prior": 1.1, "topic_word_prior": 1.01},
    ],
)
def test_the_same_prior_is_accepted_also_after_saving(
    priors: dict[str, Any], tmp_path: Any
) -> None:
    lda = LDA(4, random_state=0, **priors)
    for _ in range(3):
        lda.partial_fit(X)
    lda.save(tmp_path / "model")
    LDA.load(tmp_path / "model").partial_fit(X)


def test_a_prior_for_each_word_stays_valid_when_the_vocabulary_grows() -> None:
    words = [f"w{w}" for w in range(40)]
    lda = LDA(4, random_state=0, topic_word_prior=np.linspace(0.01, 0.02, 40))
    lda.partial_fit(Corpus(sparse.csr_array(X), words))
    lda.partial_fit(Corpus(sparse.csr_array(np.hstack([X, X[:, :3]])), [*words, "a", "b", "c"]))
    lda.partial_fit(Corpus(sparse.csr_array(X), words))
    assert lda.n_features_in_ == 43
