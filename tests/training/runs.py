"""Training runs that tests can adjust before they start, their reports, and small algorithms."""

from __future__ import annotations

import time
from typing import Any

from thalweg.corpus.document_source import DocumentSource
from thalweg.inference.scvb0 import SCVB0
from thalweg.model import TopicModel
from thalweg.training.loop import Training
from thalweg.training.reporting.progress import TrainingProgress
from thalweg.training.start import start_fit


class SmallFinishingBatches(SCVB0):
    """SCVB0 whose finishing passes have many minibatches even on a small corpus."""

    name = "scvb0-in-small-batches"
    finishing_entries = 500


def started(model: TopicModel, X: Any, validation: Any = None) -> Training:
    """Return the training run of `model.fit(X)` before its first minibatch."""
    held_out = None if validation is None else DocumentSource.of(validation)
    training = start_fit(model.parameters(), DocumentSource.of(X), held_out)
    training.started = time.perf_counter()
    return training


def progress(**changes: Any) -> TrainingProgress:
    """Return a report in the middle of the second of four passes."""
    values: dict[str, Any] = {
        "n_passes": 1,
        "max_passes": 4,
        "n_documents": 150,
        "documents_per_pass": 100,
        "n_tokens": 3000.0,
        "seconds": 3.0,
        "max_seconds": None,
        "score": None,
        "documents_per_second": 50.0,
        "tokens_per_second": 1000.0,
    }
    return TrainingProgress(**(values | changes))
