"""Run and Status: which model a session shows, and what the session is doing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thalweg.explore.column_kinds import ColumnKinds

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.corpus.read_progress import ReadProgress
    from thalweg.model import TopicModel
    from thalweg.training.reporting.progress import TrainingProgress


@dataclass(frozen=True)
class Run:
    """A model with its documents: those of the preview, or all."""

    number: int
    model: TopicModel
    corpus: Corpus
    columns: ColumnKinds
    is_preview: bool


@dataclass(frozen=True)
class Status:
    """What the session is doing."""

    phase: str
    """reading, preview, training, paused, done or failed."""
    message: str | None = None
    """Why it failed."""
    reading: ReadProgress | None = None
    training: TrainingProgress | None = None
