"""river's LDA: online, a document at a time, with a vocabulary that grows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.versus.run import Run

TITLE = "river"
PACKAGE = "river"
CORES = "one (single-threaded)"
SETTINGS = (
    "`number_of_documents` and `maximum_size_vocabulary` of the corpus, otherwise its defaults. It "
    "uses which words a document has, not how often. "
    "[riverml.xyz](https://riverml.xyz/latest/api/preprocessing/LDA/)"
)


def learn(run: Run) -> None:
    from river.preprocessing import LDA

    model = LDA(
        n_components=run.n_topics,
        number_of_documents=run.n_documents,
        maximum_size_vocabulary=run.n_words + 2,
        seed=run.seed,
    )
    X = run.documents
    bags = [
        dict(zip(X.indices[a:b].tolist(), X.data[a:b].tolist(), strict=True))
        for a, b in zip(X.indptr, X.indptr[1:], strict=False)
    ]

    def topics() -> tuple[NDArray[np.float64], float]:
        return expected_topics(model, run.n_words), model.alpha_theta

    run.start()
    while True:
        for bag in bags:
            model.learn_one(bag)
            run.checkpoint(topics)


def expected_topics(model: Any, n_words: int) -> NDArray[np.float64]:
    """The mean of its stick-breaking weights; words not met yet share what is left of the stick."""
    phi = np.zeros((model.n_components, n_words))
    met = model.word_to_index
    words, places = np.array(list(met)), np.array(list(met.values()))
    unmet = np.setdiff1d(np.arange(n_words), words)
    for k in range(phi.shape[0]):
        broken = model.nu_1[k] / (model.nu_1[k] + model.nu_2[k])
        left = np.cumprod(1 - broken)
        weights = broken * np.append(1.0, left[:-1])
        phi[k, words] = weights[places]
        phi[k, unmet] = left[-1] / max(unmet.size, 1)
    return phi
