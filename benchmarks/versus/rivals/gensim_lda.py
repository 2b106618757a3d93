"""gensim's LdaModel: stochastic VB."""

from __future__ import annotations

import logging
from typing import Any

from benchmarks.versus.run import Run

TITLE = "gensim LdaModel"
PACKAGE = "gensim"
CORES = "one by nature"
SETTINGS = (
    "Its defaults, with chunks of a sixteenth of the documents, 100 to 2,000 (its default), "
    "`eval_every=None` and as many passes as the budget allows. In trials of 15 s on AP that gave "
    "-8.07; its tutorial's `chunksize=2000`, `iterations=400`, `alpha='auto'`, `eta='auto'` -8.17, "
    "`iterations=50` and `alpha='symmetric'` with the former -8.13. "
    "[radimrehurek.com](https://radimrehurek.com/gensim/models/ldamodel.html)"
)
MANY = 1_000_000


def learn(run: Run) -> None:
    from gensim.models import LdaModel

    logging.getLogger("gensim").setLevel(logging.ERROR)
    model = watched(LdaModel, run)(
        num_topics=run.n_topics,
        id2word={word: str(word) for word in range(run.n_words)},
        chunksize=chunk_size(run),
        passes=MANY,
        eval_every=None,
        random_state=run.seed,
    )
    bags = bags_of_words(run)
    run.start()
    model.update(bags)


def chunk_size(run: Run) -> int:
    """With larger chunks than these of a small corpus it learns later and less."""
    return max(100, min(run.n_documents // 16, 2000))


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
