"""A model for other programs: one file per program."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from thalweg.export.csv_json import to_csv, to_json
    from thalweg.export.files import write
    from thalweg.export.gensim import to_gensim
    from thalweg.export.ldavis import to_ldavis
    from thalweg.export.mallet import to_mallet
    from thalweg.export.sklearn import to_sklearn

__all__ = ["to_csv", "to_gensim", "to_json", "to_ldavis", "to_mallet", "to_sklearn", "write"]

# scikit-learn and gensim are imported only for those who want them.
_LAZY = {
    "to_csv": "thalweg.export.csv_json",
    "to_gensim": "thalweg.export.gensim",
    "to_json": "thalweg.export.csv_json",
    "to_ldavis": "thalweg.export.ldavis",
    "to_mallet": "thalweg.export.mallet",
    "to_sklearn": "thalweg.export.sklearn",
    "write": "thalweg.export.files",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'thalweg.export' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
