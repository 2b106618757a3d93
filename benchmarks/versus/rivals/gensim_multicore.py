"""gensim's LdaMulticore: the E step in several processes; it cannot learn alpha."""

from __future__ import annotations

import logging

from benchmarks.versus.rivals.gensim_lda import MANY, bags_of_words, watched
from benchmarks.versus.run import Run

TITLE = "gensim LdaMulticore"
PACKAGE = "gensim"
CORES = "all, by processes"
SETTINGS = (
    "As LdaModel, but `alpha='asymmetric'` (it refuses `'auto'`), a worker a core, and chunks "
    "of a sixteenth of the documents, 100 to 2,000: with larger ones it learns later and less. "
    "[radimrehurek.com](https://radimrehurek.com/gensim/models/ldamulticore.html)"
)


def learn(run: Run) -> None:
    from gensim.models import LdaMulticore

    logging.getLogger("gensim").setLevel(logging.ERROR)
    model = watched(LdaMulticore, run)(
        num_topics=run.n_topics,
        id2word={word: str(word) for word in range(run.n_words)},
        alpha="asymmetric",
        eta="auto",
        workers=run.n_cores,
        chunksize=max(100, min(run.n_documents // 16, 2000)),
        iterations=400,
        passes=MANY,
        eval_every=None,
        random_state=run.seed,
    )
    bags = bags_of_words(run)
    run.start()
    model.update(bags)
