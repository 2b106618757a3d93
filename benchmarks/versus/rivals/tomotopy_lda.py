"""tomotopy's LDAModel: collapsed Gibbs sampling that learns an asymmetric alpha."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from benchmarks.versus.run import Run

TITLE = "tomotopy"
PACKAGE = "tomotopy"
CORES = "all (threads)"
SETTINGS = (
    "`alpha=0.1`, `eta=0.01`, `optim_interval=10` (alpha is learned), one worker per core, "
    "`train(10)` repeatedly, as in its documentation. "
    "[bab2min.github.io](https://bab2min.github.io/tomotopy/v/en/)"
)
SWEEPS = 10


def learn(run: Run) -> None:
    import tomotopy

    model = tomotopy.LDAModel(k=run.n_topics, alpha=0.1, eta=0.01, seed=run.seed)
    model.optim_interval = 10
    X = run.documents
    names = np.array([str(word) for word in range(run.n_words)], dtype=object)
    for a, b in zip(X.indptr, X.indptr[1:], strict=False):
        model.add_doc(np.repeat(names[X.indices[a:b]], X.data[a:b]).tolist())

    def topics() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        own_order = np.array([int(name) for name in model.used_vocabs])
        phi = np.zeros((run.n_topics, run.n_words), dtype=np.float32)
        for k in range(run.n_topics):
            phi[k, own_order] = model.get_topic_word_dist(k)
        return phi, np.asarray(model.alpha)

    run.start()
    while True:
        model.train(SWEEPS, workers=run.n_cores, show_progress=False)
        run.checkpoint(topics)
