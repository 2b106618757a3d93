"""gensim's LdaMulticore: the E step in several processes."""

from __future__ import annotations

import logging

from benchmarks.versus.rivals.gensim_lda import MANY, bags_of_words, chunk_size, watched
from benchmarks.versus.run import Run

TITLE = "gensim LdaMulticore"
PACKAGE = "gensim"
CORES = "all (processes)"
SETTINGS = (
    "As LdaModel, but one worker per core and chunks of an eighth of the documents, at least 256 "
    "and at most 2,000. Best scores on AP in 40 s: -7.90 with chunks of 256, -7.97 with 126. In "
    "15 s: -8.05 with 500, -7.97 with 126, -7.99 with 126 and `alpha='asymmetric'`, -8.04 with "
    "`iterations=400` in addition. "
    "[radimrehurek.com](https://radimrehurek.com/gensim/models/ldamulticore.html)"
)


def learn(run: Run) -> None:
    from gensim.models import LdaMulticore

    logging.getLogger("gensim").setLevel(logging.ERROR)
    model = watched(LdaMulticore, run)(
        num_topics=run.n_topics,
        id2word={word: str(word) for word in range(run.n_words)},
        workers=run.n_cores,
        chunksize=chunk_size(run, n_chunks=8),
        passes=MANY,
        eval_every=None,
        random_state=run.seed,
    )
    bags = bags_of_words(run)
    run.start()
    model.update(bags)
