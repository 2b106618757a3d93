"""fit_partitioned: trains topics of which no machine can hold all rows.

The workers own ranges of the rows of W x K, and fetch from each other the rows that a minibatch
needs (workers/row_work). The driver holds K numbers, N^Z, and one part of the corpus at a time. The
rows reach files range by range: a checkpoint, and at the end the model file.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.document_source import DocumentSource
from thalweg.distributed.cluster_engine import ClusterEngine
from thalweg.distributed.partitioned_run import PartitionedProgress, PartitionedRun
from thalweg.distributed.row_checkpoint import RowCheckpoint
from thalweg.distributed.workers.row_files import RowsOnDisk
from thalweg.errors import InputError
from thalweg.inference.scvb0 import SCVB0
from thalweg.persistence import fitted, model_file
from thalweg.random_streams import seed_of
from thalweg.state.native import aligned_zeros, padded
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState
from thalweg.training.loop import Training
from thalweg.training.settings import (
    TrainingSettings,
    further_schedule,
    require_trainable,
    resolve_prior,
)

if TYPE_CHECKING:
    from thalweg.model import TopicModel


def fit_partitioned(
    model: TopicModel,
    corpus: Corpus,
    out: str | Path,
    engine: ClusterEngine,
    *,
    resume: bool = False,
    checkpoint_seconds: float = 300.0,
    progress: Callable[[PartitionedProgress], None] | None = None,
) -> Path:
    """Train topics whose rows are partitioned over workers, and write the model file.

    The model is, bit for bit, the one that `model.fit(corpus)` would train, if the priors are
    given. No process holds all W x K numbers, neither a worker nor this one.

    Parameters
    ----------
    model : LDA
        The parameters. It is not changed; open the result with `thalweg.load`, where there is
        memory for it.
    corpus : Corpus
        Documents on disk, at the same path on all machines.
    out : path
        The model file. Checkpoints are in a folder next to it, which all machines must share; it is
        removed at the end.
    engine : Ray
        `Ray(address, n_workers=..., mode="exact")`.
    resume : bool, default=False
        Continue from a checkpoint, to the same bits.
    checkpoint_seconds : float, default=300
        Time between two checkpoints. One is written at the end of every pass, too.
    progress : callable, default=None
        Called with a `PartitionedProgress` after every few minibatches.
    """
    parameters, target = model._checked_parameters(), model_file.require_name(out)
    source = DocumentSource.of(corpus)
    require_trainable(parameters["n_components"], source)
    settings = TrainingSettings.for_corpus(parameters, source)
    _require_supported(parameters, settings, engine)
    if not (isinstance(checkpoint_seconds, Real) and checkpoint_seconds >= 0):
        raise InputError(
            f"`checkpoint_seconds` is {checkpoint_seconds!r}; expected a number of at least 0"
        )
    prior = resolve_prior(parameters, source.n_words)
    seed = seed_of(parameters["random_state"])
    n_columns = padded(settings.n_topics)
    with RowCheckpoint.opened(target, parameters, source, resume=resume) as checkpoint:
        state = TopicState(  # N^Z and counters, with one row that is never used
            aligned_zeros((1, n_columns), np.float32),
            np.zeros(n_columns),
            np.zeros(n_columns),
            Prior(prior.doc_topic, prior.topic_word[:1]),
            source.n_tokens,
            checkpoint.seed(seed),
        )
        training = Training(settings, source, state, engine=engine)
        with engine.running(training):
            if not engine.pool.are_separate:
                raise InputError(
                    "`engine` has virtual workers that share their topics; use Ray, which divides "
                    "them"
                )
            run = PartitionedRun(training, prior, checkpoint, checkpoint_seconds, progress)
            run.to_the_end()
        state.prior = prior
        _write_model(model, corpus, training, checkpoint, target)
        checkpoint.remove()
    return target


def _require_supported(
    parameters: dict[str, Any], settings: TrainingSettings, engine: ClusterEngine
) -> None:
    if not isinstance(engine, ClusterEngine):
        raise InputError(
            f"`engine` is {engine!r}; expected thalweg.distributed.Ray(..., mode='exact')"
        )
    algorithm = settings.algorithm
    if not isinstance(algorithm, SCVB0) or algorithm.keeps_documents:
        raise InputError("`fit_partitioned` trains by SCVB0; leave `algorithm` out")
    if engine.mode != "exact":
        raise InputError(
            "`engine` has mode 'rounds', in which a worker needs all rows; use 'exact'"
        )
    if settings.prior_learning.any:
        raise InputError(
            "`doc_topic_prior` is learned, for which one process needs the rows of many words; "
            "give it a number, such as 0.1, and `topic_word_prior` a number or None"
        )
    for name in ("seed_words", "max_time"):
        if parameters[name] is not None:
            raise InputError(f"`{name}` is not supported by `fit_partitioned`; leave it out")
    if parameters["evaluate_every"] > 0:
        raise InputError(
            "`evaluate_every` is above 0, but `fit_partitioned` computes no scores; leave it out"
        )
    if hasattr(parameters["topic_word_prior"], "tocsr") or parameters["early_stopping"]:
        raise InputError(
            "`early_stopping` and a sparse `topic_word_prior` are not supported by "
            "`fit_partitioned`; leave them out"
        )


def _write_model(
    model: TopicModel, corpus: Corpus, training: Training, checkpoint: RowCheckpoint, out: Path
) -> None:
    """Write the model file from the rows on disk, some of which are in memory at a time."""
    rows, _ = checkpoint.restore(training)
    state, k = training.state, training.settings.n_topics
    counts: Any = RowsOnDisk(rows.files, state.totals.size)
    state.scaled_counts, state.scale[:k] = counts, rows.scale
    found = type(model)(**model.parameters())
    found._check_features(corpus, reset=True)
    found.state_, found.history_, found.metadata_ = state, [], {}
    found.n_iter_, found.batch_size_ = training.position.n_passes, training.settings.batch_size
    found.schedule_ = further_schedule(training.settings, found.parameters(), training.source)
    model_file.write(out, fitted.to_saved_model(found))
