"""scikit-learn's LatentDirichletAllocation, online: Hoffman's stochastic VB."""

from __future__ import annotations

from typing import Any

from benchmarks.versus.run import Run

TITLE = "scikit-learn, online"
PACKAGE = "scikit-learn"
CORES = "all (processes)"
SETTINGS = (
    "`learning_method='online'`, one job per core, whose processes run before the clock starts. "
    "Otherwise its defaults: priors 1 / K, batch_size 128, learning_decay 0.7, learning_offset 10. "
    "[scikit-learn.org](https://scikit-learn.org/stable/modules/generated/"
    "sklearn.decomposition.LatentDirichletAllocation.html)"
)


def learn(run: Run) -> None:
    fit(run, "online")


def fit(run: Run, method: str) -> None:
    from sklearn.decomposition import LatentDirichletAllocation

    class Watched(LatentDirichletAllocation):
        """Tells after every minibatch, or after every pass of batch VB."""

        def _em_step(self, *given: Any, **named: Any) -> None:
            super()._em_step(*given, **named)
            run.checkpoint(lambda: (self.components_, self.doc_topic_prior_))

    model = Watched(
        run.n_topics,
        learning_method=method,
        max_iter=1_000_000,
        n_jobs=run.n_cores,
        random_state=run.seed,
    )
    documents = run.documents.astype(float)  # what it would convert to
    few = LatentDirichletAllocation(2, max_iter=1, n_jobs=model.n_jobs)
    few.fit(documents[:10])  # its processes start, which takes seconds, and stay
    run.start()
    model.fit(documents)
