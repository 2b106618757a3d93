"""scikit-learn's LatentDirichletAllocation, batch VB."""

from __future__ import annotations

from benchmarks.versus.rivals import sklearn_online
from benchmarks.versus.run import Run

TITLE = "scikit-learn, batch"
PACKAGE = "scikit-learn"
CORES = "all (processes)"
SETTINGS = "`learning_method='batch'`, its default; otherwise as online."


def learn(run: Run) -> None:
    sklearn_online.fit(run, "batch")
