"""A model that several threads use, and a forked process."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

import thalweg
from thalweg import LDA, GrowingVocabulary


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return sparse.csr_array(np.random.default_rng(0).poisson(0.2, (200, 100)))


def in_threads(*tasks: Callable[[], Any]) -> None:
    """Run tasks at the same time; raise the first exception of one."""
    errors: list[BaseException] = []

    def run(task: Callable[[], Any]) -> None:
        try:
            task()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_partial_fit_in_several_threads_loses_nothing(X: sparse.csr_array) -> None:
    lda = LDA(5, random_state=0, doc_topic_prior=0.1, batch_size=20)

    def train() -> None:
        for _ in range(10):
            lda.partial_fit(X)

    in_threads(train, train, train, train)
    alone = LDA(5, random_state=0, doc_topic_prior=0.1, batch_size=20)
    for _ in range(40):
        alone.partial_fit(X)
    assert lda.n_documents_seen_ == 40 * X.shape[0]
    assert lda.n_tokens_seen_ == 40 * X.sum()
    assert lda.components_.tobytes() == alone.components_.tobytes()


def test_components_are_set_between_training_calls(X: sparse.csr_array) -> None:
    """A setter in the middle of a call would drop what the call counts afterwards."""
    lda = LDA(5, random_state=0, batch_size=20).partial_fit(X)
    done = threading.Event()

    def train() -> None:
        try:
            for _ in range(60):
                lda.partial_fit(X)
        finally:
            done.set()

    def set_components() -> None:
        while not done.is_set():
            lda.components_ = lda.components_

    in_threads(train, set_components)
    assert lda.n_documents_seen_ == 61 * X.shape[0]


def test_fits_in_several_threads_take_turns(X: sparse.csr_array) -> None:
    lda = LDA(5, random_state=0, max_iter=6)
    in_threads(*[lambda: lda.fit(X)] * 4)
    assert (
        lda.components_.tobytes() == LDA(5, random_state=0, max_iter=6).fit(X).components_.tobytes()
    )


def test_a_model_can_be_read_while_it_is_fitted(X: sparse.csr_array) -> None:
    """The trainer waits in its callback, in the middle of the training run, for the reader."""
    lda, reading, read = LDA(5, random_state=0, max_iter=6), threading.Event(), threading.Event()
    seen: list[int] = []

    def progress(now: Any) -> None:
        if now.n_passes == 3:
            reading.set()
            assert read.wait(60)

    def reader() -> None:
        assert reading.wait(60)
        np.testing.assert_allclose(lda.transform(X).sum(axis=1), 1, rtol=1e-5)
        lda.score(X), lda.topics(), lda.components_
        seen.append(lda.n_documents_seen_)
        read.set()

    in_threads(lambda: lda.fit(X, progress=progress), reader)
    assert seen == [3 * X.shape[0]]


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))]
)
def test_copies_of_a_model_in_training_are_whole_and_independent(
    duplicate: Callable[[LDA], LDA], X: sparse.csr_array
) -> None:
    lda, over = LDA(5, random_state=0, doc_topic_prior=0.1, batch_size=20), threading.Event()
    lda.partial_fit(X)
    copies: list[LDA] = []

    def train() -> None:
        while not over.is_set():
            lda.partial_fit(X)

    def read() -> None:
        try:
            for _ in range(10):
                copies.append(duplicate(lda))
                clone(lda)
        finally:
            over.set()

    in_threads(train, read)
    n_seen = lda.n_documents_seen_
    assert duplicate(lda).components_.tobytes() == lda.components_.tobytes()
    for each in copies:
        assert each.n_documents_seen_ % 20 == 0
        each.partial_fit(X[:20])
    assert lda.n_documents_seen_ == n_seen


def test_readers_of_a_growing_model_see_as_many_words_as_rows() -> None:
    words, texts = (
        GrowingVocabulary(min_sightings=1),
        [f"word{i} word{i + 1} common words here" for i in range(60)],
    )
    lda, over = LDA(2, random_state=0), threading.Event()
    lda.partial_fit(words.count(texts[:2]))

    def train() -> None:
        for first in range(2, 60, 2):
            lda.partial_fit(words.count(texts[first : first + 2]))
        over.set()

    def read() -> None:
        while not over.is_set():
            model = copy.deepcopy(lda)
            assert model.vocabulary_ is not None
            assert len(model.vocabulary_) == model.state_.n_words == model.n_features_in_
            lda.topics(3)

    in_threads(train, read, read)


def test_saving_beside_training_writes_files_that_open(X: sparse.csr_array, tmp_path: Path) -> None:
    lda, over = LDA(5, random_state=0).partial_fit(X), threading.Event()

    def train() -> None:
        while not over.is_set():
            lda.partial_fit(X)

    def save() -> None:
        try:
            for n in range(20):
                lda.save(tmp_path / f"{n}.model")
        finally:
            over.set()

    in_threads(train, save)
    seen = [thalweg.load(tmp_path / f"{n}.model").n_documents_seen_ for n in range(20)]
    assert seen == sorted(seen)


def test_a_model_has_no_attributes_besides_its_parameters_before_it_is_trained() -> None:
    assert set(vars(LDA())) == set(LDA().get_params())


FORKED_IN_TRAINING = """
import os, sys, threading
import numpy as np
from scipy import sparse
from thalweg import LDA

X = sparse.csr_array(np.random.default_rng(0).poisson(0.2, (400, 300)))
lda = LDA(5, random_state=0, doc_topic_prior=0.1, batch_size=20).partial_fit(X)
over = threading.Event()

def train():
    while not over.is_set():
        lda.partial_fit(X)

trainer = threading.Thread(target=train)
trainer.start()
for _ in range(10):
    child = os.fork()
    if child == 0:
        totals = lda.components_.sum(axis=1) - 300 * lda.topic_word_prior_
        before = lda.n_documents_seen_
        whole = before % 20 == 0 and np.allclose(totals, lda.state_.topic_counts, rtol=1e-3)
        lda.transform(X)
        lda.partial_fit(X)
        os._exit(0 if whole and lda.n_documents_seen_ == before + 400 else 1)
    assert os.waitpid(child, 0)[1] == 0
over.set()
trainer.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_a_process_forked_while_a_thread_trains_has_a_whole_model() -> None:
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED_IN_TRAINING], check=True, timeout=120
    )
