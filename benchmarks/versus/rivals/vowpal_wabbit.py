"""Vowpal Wabbit's --lda: Hoffman's stochastic VB in C++, from its binary cache file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.versus.run import Run

TITLE = "Vowpal Wabbit"
PACKAGE = "vowpalwabbit"
CORES = "one (single-threaded)"
SETTINGS = (
    "`--lda_alpha 0.1 --lda_rho 0.1 --minibatch 256 --power_t 0.5 --initial_t 1`, as in its "
    "wiki. Every point is a separate run with a number of passes over the cache file. "
    "[github.com](https://github.com/VowpalWabbit/vowpal_wabbit/wiki/Latent-Dirichlet-Allocation)"
)
ALPHA = RHO = 0.1


def learn(run: Run) -> None:
    from vowpalwabbit import Workspace

    bits = max(1, int(np.ceil(np.log2(run.n_words))))
    text, cache = run.folder / "documents.vw", run.folder / "documents.cache"
    _write(run, text)
    options = (
        f"--lda {run.n_topics} --lda_D {run.n_documents} --lda_alpha {ALPHA} --lda_rho {RHO} "
        f"--minibatch 256 --power_t 0.5 --initial_t 1 -b {bits} --noconstant --quiet "
        f"--random_seed {run.seed + 1} --cache_file {cache}"
    )
    Workspace(f"{options} -d {text} --passes 1").finish()
    for n_passes in run.growing_lengths():
        run.start()
        model = Workspace(f"{options} --passes {n_passes}")

        def topics(model: Workspace = model) -> tuple[NDArray[np.float64], float]:
            weights = np.array(
                [[model.get_weight(w, k) for w in range(run.n_words)] for k in range(run.n_topics)]
            )
            return weights + RHO, ALPHA

        run.checkpoint(topics)
        model.finish()


def _write(run: Run, path: Path) -> None:
    X = run.documents
    with path.open("w") as file:
        for a, b in zip(X.indptr, X.indptr[1:], strict=False):
            counts = zip(X.indices[a:b].tolist(), X.data[a:b].tolist(), strict=True)
            file.write("| " + " ".join(f"{word}:{count}" for word, count in counts) + "\n")
