"""gensim's LdaModel: stochastic VB that learns its priors."""

from __future__ import annotations

import logging
from typing import Any

from benchmarks.versus.run import Run

TITLE = "gensim LdaModel"
PACKAGE = "gensim"
CORES = "one by nature"
SETTINGS = (
    "Those of its tutorial: `chunksize=2000`, `iterations=400`, `alpha='auto'`, `eta='auto'`, "
    "`eval_every=None`, as many passes as the budget allows; `decay` 0.5 and `offset` 1 as they "
    "come. [radimrehurek.com](https://radimrehurek.com/gensim/auto_examples/tutorials/run_lda.html)"
)
MANY = 1_000_000


def learn(run: Run) -> None:
    from gensim.models import LdaModel

    logging.getLogger("gensim").setLevel(logging.ERROR)
    model = watched(LdaModel, run)(
        num_topics=run.n_topics,
        id2word={word: str(word) for word in range(run.n_words)},
        alpha="auto",
        eta="auto",
        chunksize=2000,
        iterations=400,
        passes=MANY,
        eval_every=None,
        random_state=run.seed,
    )
    bags = bags_of_words(run)
    run.start()
    model.update(bags)


def watched(kind: Any, run: Run) -> Any:
    """One that tells after every M step."""

    class Watched(kind):
        def do_mstep(self, *given: Any, **named: Any) -> None:
            super().do_mstep(*given, **named)
            run.checkpoint(lambda: (self.state.get_lambda(), self.alpha))

    return Watched


def bags_of_words(run: Run) -> list[list[tuple[int, int]]]:
    X = run.documents
    return [
        list(zip(X.indices[a:b].tolist(), X.data[a:b].tolist(), strict=True))
        for a, b in zip(X.indptr, X.indptr[1:], strict=False)
    ]
