"""Topic models by stochastic collapsed variational inference (SCVB0, Foulds et al. 2013)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from thalweg.errors import (
    InputError,
    MemoryLimitError,
    StorageError,
    ThalwegError,
    ThalwegWarning,
)

if TYPE_CHECKING:
    from thalweg.choosing_k.trials import choose_k
    from thalweg.corpus.corpus import Corpus
    from thalweg.corpus.growing_vocabulary import GrowingVocabulary
    from thalweg.corpus.reading import read
    from thalweg.corpus.vocabulary import Vocabulary
    from thalweg.estimator import LDA, load
    from thalweg.inference.schedules import StepSchedule
    from thalweg.state.priors import Prior
    from thalweg.state.topic_state import TopicState
    from thalweg.training.checkpoints import Checkpoints

__version__ = "0.1.0"

__all__ = [
    "LDA",
    "Checkpoints",
    "Corpus",
    "GrowingVocabulary",
    "InputError",
    "MemoryLimitError",
    "Prior",
    "StepSchedule",
    "StorageError",
    "ThalwegError",
    "ThalwegWarning",
    "TopicState",
    "Vocabulary",
    "__version__",
    "choose_k",
    "load",
    "read",
]

# Names that need scipy, scikit-learn or polars are imported when they are first used.
_LAZY = {
    "LDA": "thalweg.estimator",
    "Checkpoints": "thalweg.training.checkpoints",
    "Corpus": "thalweg.corpus.corpus",
    "GrowingVocabulary": "thalweg.corpus.growing_vocabulary",
    "Vocabulary": "thalweg.corpus.vocabulary",
    "choose_k": "thalweg.choosing_k.trials",
    "load": "thalweg.estimator",
    "read": "thalweg.corpus.reading",
    "Prior": "thalweg.state.priors",
    "StepSchedule": "thalweg.inference.schedules",
    "TopicState": "thalweg.state.topic_state",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'thalweg' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
