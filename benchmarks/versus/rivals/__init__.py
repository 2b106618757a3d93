"""One file a system: its best documented settings, and how to look at it while it learns.

Each has TITLE, PACKAGE (as pip calls it), CORES (what it can use), SETTINGS (and where they are
documented) and `learn(run)`, which imports the package.
"""

from __future__ import annotations

import importlib
from types import ModuleType

THALWEG = "thalweg_lda"
RIVALS = (
    "sklearn_online",
    "sklearn_batch",
    "gensim_lda",
    "gensim_multicore",
    "tomotopy_lda",
    "vowpal_wabbit",
    "lda_gibbs",
    "river_lda",
    "spark_online",
)


def module(system: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{system}")
