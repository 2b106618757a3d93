"""A model file of format version 1 opens with the numbers that were put into it."""

import numpy as np
import pytest

import thalweg
from tests.golden.make import FOLDER
from thalweg.persistence import model_file

V1 = FOLDER / "model-v1.safetensors"


def test_a_file_of_version_1_holds_the_numbers_that_were_put_into_it() -> None:
    saved = model_file.read(V1)
    state, prior = saved.state, saved.state.prior
    counts = np.arange(18.0).reshape(6, 3)
    counts[5, 0] = 0
    assert saved.training is None
    assert np.array_equal(state.topic_word_counts, counts * [1, 2, 0.5])
    assert state.topic_counts.tolist() == [30, 102, 28.5]
    assert (state.clock, state.n_documents_seen, state.n_tokens_seen) == (11, 22, 33.5)
    assert (state.seed, state.corpus_tokens) == (7, 168.0)
    assert prior.doc_topic.tolist() == [0.1, 0.2, 0.3]
    assert prior.topic_word.tolist() == [0.01, 0.02, 0.03, 0.04, 0.05, 0.06]
    assert prior.added.toarray()[4].tolist() == [0, 2.5, 0]
    assert prior.added.nnz == prior.masked.nnz == 1
    assert prior.masked.toarray()[5].tolist() == [True, False, False]
    assert prior.locked.tolist() == [False, False, True]
    assert saved.history == [{"passes": 4, "documents": 22, "tokens": 33.5, "score": -2.5}]


def test_a_model_of_version_1_can_be_used_and_trained_further() -> None:
    lda = thalweg.load(V1)
    assert list(lda.vocabulary_) == ["river", "bank", "money", "über", "河", "loan"]
    assert lda.vocabulary_.retired == {2}
    assert (lda.n_components, lda.max_iter, lda.n_iter_, lda.batch_size_) == (3, 4, 4, 8)
    assert lda.schedule_ == thalweg.StepSchedule(1.0, 10.0, 0.9)
    assert lda.best_score_ == -2.5
    assert lda.random_state.randint(1000) == np.random.RandomState(7).randint(1000)
    assert lda.topic_word_prior.toarray()[1].tolist() == [0, 0, 0, 0, 2.5, 0]
    assert lda.text_settings_.stop_words == ("the",)
    # E[phi] of topic 1: N^Phi + eta + what was added, over their sum.
    unnormalised = 2 * np.arange(1, 18, 3) + lda.state_.prior.topic_word + [0, 0, 0, 0, 2.5, 0]
    weights = dict(zip(lda.topics(6)[1].words, lda.topics(6)[1].weights, strict=True))
    assert weights["loan"] == pytest.approx(unnormalised[5] / unnormalised.sum())
    X = np.array([[1, 2, 0, 0, 0, 3]])
    assert lda.transform(X).sum() == pytest.approx(1)
    assert lda.partial_fit(X).n_documents_seen_ == 23
