"""Undo after further training: prior, names and numbers exactly, counts as far as known."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.steering.planted import CORPUS, VOCABULARY, planted_corpus
from tests.steering.test_edit_sequences import QUICK, STARTED, edits, require_held
from tests.steering.test_edits import ALL, everything, further, top
from thalweg import LDA, InputError
from thalweg.steering import (
    AddWords,
    Create,
    Delete,
    Merge,
    RemoveWords,
    Rename,
    Split,
    StopWords,
)

pytestmark = pytest.mark.filterwarnings("ignore:this edit may fight")


def constraints(model: LDA):
    """Return all that undo restores exactly."""
    return everything(model)[-6:]


def of_words(model: LDA) -> np.ndarray:
    return model.state_.topic_word_counts.sum(axis=1, dtype=np.float64)


@pytest.mark.parametrize("edit", ALL, ids=lambda edit: edit.name)
def test_undo_restores_prior_names_and_numbers_and_the_topics(lda, edit) -> None:
    unsteered = further(pickle.loads(pickle.dumps(lda)))
    before, n_edits = constraints(lda), len(lda.edits)
    lda.edit(edit)
    further(lda)
    total = lda.state_.totals.sum()
    lda.undo()
    assert constraints(lda) == before
    assert len(lda.edits) == n_edits
    require_held(lda)
    state = lda.state_
    np.testing.assert_allclose(
        state.totals[: state.n_topics], state.topic_word_counts.sum(axis=0), rtol=1e-3, atol=0.5
    )
    assert state.totals.sum() == pytest.approx(total, rel=0.05)
    for number in range(5):  # planted subjects; the sixth topic has what is left
        assert len(set(top(lda, number, 5)) & set(top(unsteered, number, 5))) >= 3
    assert lda.score(CORPUS) > unsteered.score(CORPUS) - 0.1


@pytest.mark.parametrize(
    "edit",
    [
        Merge([0, 2]),
        Split(0, words=["parking0", "common1"]),
        AddWords(0, ["music0"], 0.9),
        RemoveWords(2, ["music0"]),
        Create(words=["music0", "food1"]),
    ],
    ids=lambda edit: edit.name,
)
def test_edits_that_only_move_counts_keep_the_counts_of_every_word(lda, edit) -> None:
    lda.edit(edit)
    further(lda)
    before = of_words(lda)
    lda.undo()
    np.testing.assert_allclose(of_words(lda), before, rtol=2e-3, atol=0.6)


def test_parts_of_a_merged_topic_have_the_proportions_that_they_had(lda) -> None:
    old = lda.state_.topic_word_counts.astype(np.float64)
    lda.edit(Merge([0, 2], 0.0))
    further(lda)
    merged = lda.state_.topic_word_counts[:, 0].astype(np.float64)
    lda.undo()
    now = lda.state_.topic_word_counts
    expected = merged * old[:, 2] / (old[:, 0] + old[:, 2])
    np.testing.assert_allclose(now[:, 2], expected, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(now[:, 0], merged - expected, rtol=1e-4, atol=1e-4)


def test_a_stopped_word_returns_with_its_remembered_counts(lda) -> None:
    w, size = VOCABULARY.index("music0"), lda.state_.corpus_tokens
    before = lda.state_.topic_word_counts[w]
    lda.edit(StopWords(["music0"]))
    further(lda)
    grown = lda.state_.corpus_tokens / size
    lda.undo()
    np.testing.assert_allclose(lda.state_.topic_word_counts[w], before * grown, rtol=0.05, atol=0.1)


def test_words_that_returned_in_other_topics_leave_them_for_a_restored_topic(lda) -> None:
    lda.edit(Delete("music"))
    further(lda)
    w = VOCABULARY.index("music0")
    there = lda.state_.topic_word_counts[w].max()
    assert there > 100  # in another topic
    lda.undo()
    row = lda.state_.topic_word_counts[w]
    assert row.argmax() == 2
    assert np.delete(row, 2).max() < there / 4


def test_undo_within_a_training_run_and_with_new_words(lda) -> None:
    from thalweg import Corpus

    lda.edit(Delete("music"), AddWords(0, ["food1"]), Rename(1, "meals"))
    X = planted_corpus(200, seed=12).to_csr()
    renamed = [f"new{w}" if w % 7 == 3 else word for w, word in enumerate(VOCABULARY)]
    done = []

    def listen(progress) -> None:
        if not done and progress.n_documents >= 200:
            done.append(lda.undo())

    lda.partial_fit(Corpus(X, renamed), progress=listen)
    assert [len(step) for step in done] == [3]
    assert lda.state_.topic_numbers.tolist() == list(range(6))
    assert lda.topic_names_[1] == "food"
    assert lda.state_.prior.held is None
    assert sum(word.startswith("music") for word in top(lda, 2)) >= 5


def test_redo_makes_the_edit_again(lda) -> None:
    lda.edit(Merge([0, 5]), Create(words=["food1", "food2"]))
    after = everything(lda)
    lda.undo()
    report = lda.redo()
    assert everything(lda) == after
    assert len(report.edits) == 2
    further(lda).undo()
    lda.redo()
    assert lda.state_.topic_numbers.tolist() == [0, 1, 2, 3, 4, 6]
    lda.undo()
    lda.preview(Delete(1))
    lda.edit(Delete(1))
    with pytest.raises(InputError, match="nothing to make again"):
        lda.redo()


steps = st.one_of(edits, edits, st.just("train"), st.just("undo"), st.just("redo"))


def run(sequence, n_jobs: int) -> LDA:
    """Return a model after those of the steps that are possible."""
    model = pickle.loads(STARTED).set_params(n_jobs=n_jobs)
    stack = []
    for i, step in enumerate(sequence):
        if step == "train":
            model.partial_fit(planted_corpus(40, length=15, seed=20 + i))
        elif step == "undo" and stack:
            before, log, words = stack.pop()
            total = model.state_.totals.sum()
            model.undo()
            assert constraints(model) == before
            assert model.edits == log
            assert model.state_.n_words == words
            assert 0.4 * total < model.state_.totals.sum() < 2.5 * total
        elif step not in ("train", "undo"):
            now = (constraints(model), copy.deepcopy(model.edits), model.state_.n_words)
            try:
                model.redo() if step == "redo" else model.edit(step)
            except InputError:
                continue
            stack.append(now)
        numbers = model.state_.topic_numbers.tolist()
        assert len(set(numbers)) == len(numbers) == model.n_components
        sums = model.state_.topic_word_counts.sum(axis=0, dtype=np.float64)
        assert np.allclose(model.state_.topic_counts, sums, rtol=1e-3, atol=0.5)
        masked = model.state_.prior.masked
        if masked is not None:
            assert (model.components_.T[masked.toarray()] == 0).all()
        if step == "train":
            require_held(model)
    return model


@settings(QUICK, max_examples=60)
@given(st.lists(steps, min_size=3, max_size=12))
def test_sequences_of_edits_training_undo_and_redo(sequence) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = run(sequence, 1)
        again = run(sequence, 2)
        assert everything(model) == everything(again)
        replayed, copied = pickle.loads(STARTED), pickle.loads(STARTED).set_params(n_jobs=2)
        if model.edits:
            try:
                replayed.apply(model.edits)
            except InputError:  # possible only for the topics after training
                return
            copied.apply(model.edits)
        assert everything(replayed) == everything(copied)
