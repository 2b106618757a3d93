"""thalweg as it comes: nothing is given but the number of topics and the seed."""

from __future__ import annotations

from benchmarks.versus.run import Run

TITLE = "thalweg"
PACKAGE = None  # its version is the record's
CORES = "all"
SETTINGS = "`LDA(n_components, random_state=seed).fit(X)`, nothing else."


def learn(run: Run) -> None:
    """All of `fit` is on the clock, converting the matrix too."""
    from thalweg import LDA

    lda = LDA(run.n_topics, random_state=run.seed)
    run.start()
    lda.fit(
        run.documents,
        progress=lambda _: run.checkpoint(
            lambda: (lda.state_.weights().T, lda.state_.prior.doc_topic)
        ),
    )
