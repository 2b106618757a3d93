"""Models and interrupted training runs whose files are kept in models/ and checkpoints/."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy import sparse

from tests.golden import documents
from tests.golden.flat_parameters import make_lda, parts_of
from thalweg import LDA, Checkpoints, Corpus, read

N_DOCUMENTS, N_WORDS = 36, 40
DEFAULTS = {"n_components": 3, "random_state": 9}


def lists() -> list[np.ndarray]:
    """The documents, short ones."""
    return documents.token_lists(N_DOCUMENTS, N_WORDS, seed=17, longest=24)


def counts() -> sparse.csr_array:
    """The documents as a matrix."""
    return documents.count_matrix(lists(), N_WORDS)


# ---------------------------------------------------------------------- ways to train a model


def fit(lda: LDA) -> LDA:
    """Train on the matrix."""
    return lda.fit(counts())


def fit_texts(lda: LDA) -> LDA:
    """Train on texts, read with settings that are not the defaults."""
    lines = [f"The {text} and Straße" for text in documents.texts(lists())]
    corpus = read(
        lines,
        min_df=2,
        max_df=0.95,
        stop_words=["the", "and"],
        min_length=2,
        max_length=30,
        strip_accents=True,
        ngram_range=(1, 2),
        max_features=60,
    )
    return lda.fit(corpus)


def fit_frame(lda: LDA) -> LDA:
    """Train on a data frame: columns have names."""
    return lda.fit(_frame(counts()))


def _frame(X: sparse.csr_array) -> pl.DataFrame:
    return pl.DataFrame(X.toarray(), schema=[documents.word(w) for w in range(N_WORDS)])


def fit_many(lda: LDA) -> LDA:
    """Train on enough tokens to learn priors."""
    many = documents.token_lists(200, N_WORDS, seed=18)
    return lda.fit(documents.count_matrix(many, N_WORDS))


def scored_stream(lda: LDA) -> LDA:
    """Train and score in two calls."""
    X = counts()
    return lda.partial_fit(X[:20], score_fraction=1.0).partial_fit(X[20:], score_fraction=1.0)


@dataclass(frozen=True)
class ModelCase:
    """Parameters by today's flat names, and how the model is trained with them."""

    parameters: Mapping[str, Any] = field(default_factory=dict)
    train: Callable[[LDA], LDA] = fit


def _seed_words() -> sparse.csr_array:
    return sparse.csr_array(([4.0, 2.0], ([0, 2], [3, 7])), shape=(3, N_WORDS))


MODELS: dict[str, ModelCase] = {
    "scvb0": ModelCase(),
    "smap": ModelCase({"algorithm": "smap"}),
    "svb": ModelCase({"algorithm": "svb"}),
    "cvb0": ModelCase({"algorithm": "cvb0", "max_iter": 30}),
    "map": ModelCase({"algorithm": "map", "max_iter": 30, "doc_topic_prior": 1.5}),
    "scvb0-options": ModelCase(
        {
            "batch_size": 7,
            "burn_in": 1.5,
            "max_iter": 5,
            "learning_scale": 2.0,
            "learning_offset": 20.0,
            "learning_decay": 0.8,
            "learning_clock": "documents",
            "doc_learning_scale": 2.0,
            "doc_learning_offset": 5.0,
            "doc_learning_decay": 0.7,
            "clumping": False,
            "keep_doc_topics": True,
            "finishing_passes": 1,
            "shuffle": False,
        }
    ),
    "smap-options": ModelCase(
        {"algorithm": "smap", "burn_in": 0.5, "keep_doc_topics": True, "learning_decay": 0.8}
    ),
    "svb-options": ModelCase(
        {
            "algorithm": "svb",
            "max_doc_update_iter": 20,
            "mean_change_tol": 1e-3,
            "prior_offset": 0.5,
            "learning_offset": 10.0,
            "batch_size": 5,
        }
    ),
    "paper": ModelCase({"preset": "paper", "max_iter": 4}),
    "texts": ModelCase({}, fit_texts),
    "data-frame": ModelCase({}, fit_frame),
    "learnt-priors": ModelCase(
        {"n_components": 2, "doc_topic_prior": "auto", "topic_word_prior": "auto"}, fit_many
    ),
    "prior-arrays": ModelCase(
        {"doc_topic_prior": np.array([0.1, 0.2, 0.4]), "topic_word_prior": np.full(N_WORDS, 0.05)}
    ),
    "prior-of-pairs": ModelCase({"topic_word_prior": _seed_words()}),
    "random-state": ModelCase({"random_state": np.random.RandomState(3)}),
    "early-stopping": ModelCase(
        {
            "early_stopping": True,
            "validation_fraction": 0.25,
            "n_iter_no_change": 2,
            "tol": 0.02,
            "max_iter": 20,
        }
    ),
    "scored-stream": ModelCase({"total_samples": 500, "batch_size": 6}, scored_stream),
}


def new_documents(lda: LDA) -> Corpus | sparse.csr_array | pl.DataFrame:
    """Documents to transform, of the kind that the model was trained on."""
    some = documents.token_lists(N_DOCUMENTS + 12, N_WORDS, seed=17, longest=24)[N_DOCUMENTS:]
    if lda.vocabulary_ is None:
        X = documents.count_matrix(some, N_WORDS)
        return _frame(X) if hasattr(lda, "feature_names_in_") else X
    return read(documents.texts(some), vocabulary=lda.vocabulary_)


# ---------------------------------------------------------------------- interrupted training runs


@dataclass(frozen=True)
class CheckpointCase:
    """A training run and where it is stopped.

    With `every_documents` it is killed, and the newest checkpoint is one inside a pass. Without, it
    is interrupted by Ctrl-C and writes one on its way out.
    """

    parameters: Mapping[str, Any]
    passes: int
    every_documents: int | None = None
    stored_parts: bool = False


_SIX = {"max_iter": 6, "batch_size": 5}

CHECKPOINTS: dict[str, CheckpointCase] = {
    "scvb0": CheckpointCase(_SIX, 3),
    "scvb0-inside-a-pass": CheckpointCase(_SIX, 3, 25),
    "scvb0-finishing": CheckpointCase(_SIX, 5),
    "scvb0-keep-doc-topics": CheckpointCase(_SIX | {"keep_doc_topics": True}, 3, 25),
    "scvb0-options": CheckpointCase(
        _SIX
        | {
            "burn_in": 1.5,
            "clumping": False,
            "finishing_passes": 1,
            "learning_decay": 0.8,
            "doc_learning_offset": 5.0,
        },
        3,
    ),
    "scvb0-early-stopping": CheckpointCase(_SIX | {"early_stopping": True, "tol": 0.0}, 4),
    "scvb0-corpus-on-disk": CheckpointCase(_SIX, 3, 25, stored_parts=True),
    "scvb0-corpus-on-disk-finishing": CheckpointCase(_SIX, 5, 10, stored_parts=True),
    "smap": CheckpointCase(_SIX | {"algorithm": "smap"}, 3),
    "svb": CheckpointCase(_SIX | {"algorithm": "svb"}, 3, 25),
    "svb-options": CheckpointCase(
        _SIX | {"algorithm": "svb", "max_doc_update_iter": 20, "prior_offset": 0.5}, 3
    ),
    "cvb0": CheckpointCase({"algorithm": "cvb0", "max_iter": 20}, 8),
    "map": CheckpointCase({"algorithm": "map", "max_iter": 20}, 8),
}


class KilledError(Exception):
    """What the listener raises in place of a SIGKILL: nothing is saved on the way out."""


def train(case: CheckpointCase, corpus_folder: Path, checkpoint: Any = None, **options: Any) -> LDA:
    """Train from the beginning or, with `resume=True`, from a checkpoint."""
    lda = make_lda({**DEFAULTS, **case.parameters})
    if not case.stored_parts:
        return lda.fit(counts(), checkpoint=checkpoint, **options)
    words = [documents.word(w) for w in range(N_WORDS)]
    with parts_of(150):
        if not corpus_folder.exists():
            Corpus(counts(), words).save(corpus_folder)
        corpus = Corpus.open(corpus_folder)
        assert corpus.part_bounds().size > 3, "the corpus has too few parts to test them"
        return lda.fit(corpus, checkpoint=checkpoint, **options)


def interrupt(case: CheckpointCase, corpus_folder: Path, folder: Path) -> None:
    """Leave the newest checkpoint of a stopped training run in a folder."""
    killed = case.every_documents is not None

    def stop(progress: Any) -> None:
        if progress.n_passes >= case.passes:
            raise KilledError if killed else KeyboardInterrupt

    checkpoints = Checkpoints(folder, every_seconds=None, every_documents=case.every_documents)
    try:
        train(case, corpus_folder, checkpoints, progress=stop)
    except (KilledError, KeyboardInterrupt):
        pass
    else:
        raise AssertionError("the training run was not stopped")
    for older in sorted(folder.iterdir())[:-1]:
        older.unlink()
