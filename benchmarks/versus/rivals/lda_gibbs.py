"""The package lda: collapsed Gibbs sampling in Cython."""

from __future__ import annotations

import logging

import numpy as np

from benchmarks.versus.run import Run

TITLE = "lda"
PACKAGE = "lda"
CORES = "one (single-threaded)"
SETTINGS = (
    "`alpha=0.1`, `eta=0.01`, its defaults. Scored after every sweep; the likelihood that it "
    "normally computes from time to time is turned off. [lda.readthedocs.io](https://lda.readthedocs.io)"
)


def learn(run: Run) -> None:
    import lda

    logging.getLogger("lda").setLevel(logging.ERROR)
    model = lda.LDA(n_topics=run.n_topics, alpha=0.1, eta=0.01, random_state=run.seed)
    model._initialize(run.documents.astype(np.intc))  # a loop of Python: not its sampling
    random_state, rands = np.random.RandomState(run.seed), model._rands.copy()
    run.start()
    while True:  # as LDA.fit does
        random_state.shuffle(rands)
        model._sample_topics(rands)
        run.checkpoint(lambda: (model.nzw_ + model.eta, model.alpha))
