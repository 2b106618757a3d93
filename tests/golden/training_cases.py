"""Training runs of which the results are recorded: one per algorithm, option and way to train.

    python -m tests.golden.training_cases

trains all of them in this process and prints the results as JSON. THALWEG_ISA chooses the
instruction set, which a process reads once.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from tests.golden import documents
from tests.golden.flat_parameters import make_lda, parts_of
from tests.golden.results import record
from thalweg import LDA, Corpus, ThalwegWarning, read
from thalweg.training.defaults import batch_size, topic_schedule

DEFAULTS = {"n_components": 8, "random_state": 5}


def fit(lda: LDA, X: sparse.csr_array) -> LDA:
    """Train on all documents."""
    return lda.fit(X)


def fit_with_validation(lda: LDA, X: sparse.csr_array) -> LDA:
    """Score some documents after every pass."""
    return lda.fit(X[:260], validation=X[260:])


def with_steps_of_that_commit(lda: LDA, n_documents: int) -> LDA:
    """Give a stream the steps and minibatches that were its defaults; today's have other rules."""
    if lda.algorithm == "svb":
        return lda
    n_total = lda.total_samples
    lda.batch_size = batch_size(n_total or n_documents)
    steps = topic_schedule(None if n_total is None else n_total / lda.batch_size)
    lda.learning_scale, lda.learning_offset = steps.scale, steps.offset
    lda.learning_decay = steps.decay
    return lda


def stream(lda: LDA, X: sparse.csr_array) -> LDA:
    """Train in calls of several sizes, then once more on documents that were seen."""
    with_steps_of_that_commit(lda, 120)
    for first, last in ((0, 120), (120, 121), (121, 240), (240, 300), (0, 150)):
        lda.partial_fit(X[first:last])
    return lda


def long_stream(lda: LDA, X: sparse.csr_array) -> LDA:
    """Train in calls that are large enough to learn priors from."""
    with_steps_of_that_commit(lda, 150)
    for first in (0, 150, 0, 150):
        lda.partial_fit(X[first : first + 150])
    return lda


def scored_stream(lda: LDA, X: sparse.csr_array) -> LDA:
    """Score documents before they are learnt."""
    with_steps_of_that_commit(lda, 100)
    for first in range(0, 300, 100):
        lda.partial_fit(X[first : first + 100], score_fraction=1.0)
    return lda


def fit_then_stream(lda: LDA, X: sparse.csr_array) -> LDA:
    """Train on some documents, then on more."""
    return lda.fit(X[:200]).partial_fit(X[200:])


def fit_stored_parts(lda: LDA, X: sparse.csr_array) -> LDA:
    """Train on texts that are read into a corpus on disk of many parts."""
    del X
    with tempfile.TemporaryDirectory() as folder, parts_of(900):
        corpus = _stored(Path(folder) / "corpus")
        assert corpus.part_bounds().size > 5, "the corpus has too few parts to test them"
        return lda.fit(corpus)


def stream_stored_parts(lda: LDA, X: sparse.csr_array) -> LDA:
    """The same by partial_fit."""
    del X
    with tempfile.TemporaryDirectory() as folder, parts_of(900):
        corpus = _stored(Path(folder) / "corpus")
        return with_steps_of_that_commit(lda, corpus.n_documents).partial_fit(corpus)


def _stored(folder: Path) -> Corpus:
    return read(
        documents.texts(documents.token_lists()), min_df=2, max_df=0.9, stop_words=None, out=folder
    )


@dataclass(frozen=True)
class Case:
    """Parameters by today's flat names, and how the model is trained with them."""

    parameters: Mapping[str, Any] = field(default_factory=dict)
    train: Callable[[LDA, sparse.csr_array], LDA] = fit


def _seed_words() -> sparse.csr_array:
    """Three words of topic 2 and one of topic 5 get more weight."""
    pairs = ([5.0, 5.0, 2.5, 1.0], ([2, 2, 2, 5], [10, 20, 30, 40]))
    return sparse.csr_array(pairs, shape=(8, documents.N_WORDS))


CASES: dict[str, Case] = {
    "scvb0": Case(),
    "smap": Case({"algorithm": "smap"}),
    "svb": Case({"algorithm": "svb"}),
    "cvb0": Case({"algorithm": "cvb0"}),
    "map": Case({"algorithm": "map"}),
    "stream": Case({}, stream),
    "stream with total_samples": Case({"total_samples": 5000}, stream),
    "stream with total_tokens": Case({"total_tokens": 1e6}, stream),
    "stream with symmetric prior": Case({"doc_topic_prior": "symmetric"}, stream),
    "stream that learns the prior": Case({"n_components": 2}, long_stream),
    "stream that learns both priors": Case(
        {"n_components": 2, "doc_topic_prior": "auto", "topic_word_prior": "auto"}, long_stream
    ),
    "scored stream": Case({"total_samples": 300}, scored_stream),
    "fit then stream": Case({}, fit_then_stream),
    "stream of svb": Case({"algorithm": "svb", "total_samples": 300}, stream),
    "stream of smap": Case({"algorithm": "smap"}, stream),
    "keep_doc_topics": Case({"keep_doc_topics": True}),
    "keep_doc_topics of smap": Case({"algorithm": "smap", "keep_doc_topics": True}),
    "clumping off": Case({"clumping": False}),
    "burn_in": Case({"burn_in": 1.5}),
    "finishing_passes 0": Case({"finishing_passes": 0}),
    "finishing_passes 5": Case({"finishing_passes": 5}),
    "learning": Case({"learning_scale": 2.0, "learning_offset": 20.0, "learning_decay": 0.8}),
    "learning_decay only": Case({"learning_decay": 0.6}),
    "learning_clock": Case({"learning_clock": "documents"}),
    "doc_learning": Case(
        {"doc_learning_scale": 2.0, "doc_learning_offset": 5.0, "doc_learning_decay": 0.7}
    ),
    "paper": Case({"preset": "paper"}),
    "paper in few passes": Case({"preset": "paper", "max_iter": 3, "batch_size": 25}),
    "doc_topic_prior auto": Case({"doc_topic_prior": "auto"}),
    "doc_topic_prior symmetric": Case({"doc_topic_prior": "symmetric"}),
    "doc_topic_prior number": Case({"doc_topic_prior": 0.25}),
    "doc_topic_prior numbers": Case({"doc_topic_prior": (np.arange(8) + 1) / 16}),
    "topic_word_prior auto": Case({"topic_word_prior": "auto"}),
    "topic_word_prior number": Case({"topic_word_prior": 0.5}),
    "topic_word_prior numbers": Case({"topic_word_prior": (np.arange(400) % 16 + 1) / 64}),
    "topic_word_prior sparse": Case({"topic_word_prior": _seed_words()}),
    "both priors auto": Case({"doc_topic_prior": "auto", "topic_word_prior": "auto"}),
    "priors of map": Case({"algorithm": "map", "doc_topic_prior": 1.5, "topic_word_prior": 1.25}),
    "priors of smap": Case({"algorithm": "smap", "doc_topic_prior": 1.5, "topic_word_prior": 1.25}),
    "priors of cvb0": Case({"algorithm": "cvb0", "doc_topic_prior": 0.5, "topic_word_prior": 0.25}),
    "max_iter 3": Case({"max_iter": 3}),
    "max_iter 1": Case({"max_iter": 1}),
    "max_iter of cvb0": Case({"algorithm": "cvb0", "max_iter": 20}),
    "batch_size 17": Case({"batch_size": 17}),
    "shuffle off": Case({"shuffle": False}),
    "shuffle off of svb": Case({"algorithm": "svb", "shuffle": False}),
    "one topic": Case({"n_components": 1}),
    "37 topics": Case({"n_components": 37}),
    "100 topics": Case({"n_components": 100, "max_iter": 6}),
    "100 topics of svb": Case({"algorithm": "svb", "n_components": 100, "max_iter": 4}),
    "37 topics of cvb0": Case({"algorithm": "cvb0", "n_components": 37, "max_iter": 30}),
    "37 topics of map": Case({"algorithm": "map", "n_components": 37, "max_iter": 30}),
    "options of svb": Case(
        {
            "algorithm": "svb",
            "max_doc_update_iter": 20,
            "mean_change_tol": 1e-3,
            "prior_offset": 0.5,
            "learning_offset": 10.0,
        }
    ),
    "early_stopping": Case({"early_stopping": True, "n_iter_no_change": 2, "tol": 0.05}),
    "early_stopping of map": Case({"algorithm": "map", "early_stopping": True, "tol": 0.02}),
    "validation": Case({}, fit_with_validation),
    "one thread": Case({"n_jobs": 1}),
    "corpus on disk": Case({}, fit_stored_parts),
    "corpus on disk of svb": Case({"algorithm": "svb", "batch_size": 7}, fit_stored_parts),
    "corpus on disk of cvb0": Case({"algorithm": "cvb0", "max_iter": 20}, fit_stored_parts),
    "stream of a corpus on disk": Case({}, stream_stored_parts),
}


def new_documents(lda: LDA) -> Corpus | sparse.csr_array:
    """Documents of the same topics that no case trains on; a model of texts gets texts."""
    lists = documents.token_lists(documents.N_DOCUMENTS + 40)[documents.N_DOCUMENTS :]
    if lda.vocabulary_ is None:
        return documents.count_matrix(lists)
    return read(documents.texts(lists), vocabulary=lda.vocabulary_)


def run(case: Case, X: sparse.csr_array) -> dict[str, Any]:
    """Train and record."""
    lda = make_lda({**DEFAULTS, **case.parameters})
    with warnings.catch_warnings(action="ignore", category=ThalwegWarning):
        case.train(lda, X)
    result = record(lda, new_documents(lda))
    if hasattr(lda, "progressive_"):
        result["scores_of_history"].append(lda.progressive_.score)
    return result


def main() -> None:
    """Print all results, and a hash of the documents, as JSON."""
    X = documents.count_matrix(documents.token_lists())
    arrays = (X.indptr, X.indices, X.data)
    content = b"".join(np.asarray(a).astype("<i8").tobytes() for a in arrays)
    results = {name: run(case, X) for name, case in CASES.items()}
    json.dump({"documents": hashlib.sha256(content).hexdigest(), "cases": results}, sys.stdout)


if __name__ == "__main__":
    main()
