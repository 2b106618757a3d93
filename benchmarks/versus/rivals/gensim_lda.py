"""gensim's LdaModel: stochastic VB."""

from __future__ import annotations

import logging
from typing import Any

from benchmarks.versus.run import Run

TITLE = "gensim LdaModel"
PACKAGE = "gensim"
CORES = "one (single-threaded)"
SETTINGS = (
    "Its defaults, `eval_every=None`, as many passes as time allows, and the chunk size that was "
    "best in trials on AP: a quarter of the documents, at least 256 and at most 2,000 (its "
    "default). Best scores in 15 s or more: -8.02 with chunks of 500, -8.07 with 256, -8.25 with "
    "126, -8.11 with 2,000; with the settings of its tutorial (2,000, `iterations=400`, "
    "`alpha='auto'`, `eta='auto'`) -8.17. "
    "[radimrehurek.com](https://radimrehurek.com/gensim/models/ldamodel.html)"
)
MANY = 1_000_000


def learn(run: Run) -> None:
    from gensim.models import LdaModel

    logging.getLogger("gensim").setLevel(logging.ERROR)
    model = watched(LdaModel, run)(
        num_topics=run.n_topics,
        id2word={word: str(word) for word in range(run.n_words)},
        chunksize=chunk_size(run, n_chunks=4),
        passes=MANY,
        eval_every=None,
        random_state=run.seed,
    )
    bags = bags_of_words(run)
    run.start()
    model.update(bags)


def chunk_size(run: Run, n_chunks: int) -> int:
    """So many chunks a pass: of a small corpus its default would be all documents."""
    return max(256, min(run.n_documents // n_chunks, 2000))


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
