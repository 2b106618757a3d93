"""Topic models by stochastic collapsed variational inference (SCVB0, Foulds et al. 2013)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from thalweg.errors import InputError, MemoryLimitError, ThalwegError

if TYPE_CHECKING:
    from thalweg.estimator import LDA
    from thalweg.priors import Prior
    from thalweg.schedules import StepSchedule
    from thalweg.state import TopicState

__version__ = "0.1.0"

__all__ = [
    "LDA",
    "InputError",
    "MemoryLimitError",
    "Prior",
    "StepSchedule",
    "ThalwegError",
    "TopicState",
    "__version__",
]

# Names that need scipy or scikit-learn are imported when they are first used.
_LAZY = {
    "LDA": "thalweg.estimator",
    "Prior": "thalweg.priors",
    "StepSchedule": "thalweg.schedules",
    "TopicState": "thalweg.state",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'thalweg' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
