"""SavedModel: the content of a model file as Python objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from thalweg.corpus.vocabulary import Vocabulary
from thalweg.state.topic_state import TopicState


@dataclass
class TrainingPart:
    """What a checkpoint adds to a model: the progress of the training run."""

    arrays: dict[str, NDArray[Any]]  # of at least one dimension
    facts: dict[str, Any]  # JSON values


@dataclass
class SavedModel:
    """The content of a model file; with a training part, of a checkpoint."""

    parameters: dict[str, Any]  # of the estimator, as given
    state: TopicState
    vocabulary: Vocabulary | None = None
    fitted: dict[str, Any] = field(default_factory=dict)  # JSON values: small fitted attributes
    text_settings: dict[str, Any] | None = None  # JSON values: how text was cut into words
    history: list[dict[str, Any]] = field(default_factory=list)  # JSON values
    training: TrainingPart | None = None
