"""Scores of models and of any other topics: held-out documents, coherence, diversity, stability.

Each measure is imported when it is first used.
"""

from importlib import import_module
from typing import Any

_WHERE = {
    "coherence": "_coherence",
    "completion": "_heldout",
    "diversity": "_diversity",
    "intrusion": "_intrusion",
    "left_to_right": "_left_to_right",
    "match_runs": "_stability",
    "stability": "_stability",
}
__all__ = sorted(_WHERE)


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
