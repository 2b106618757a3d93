"""Passes over a corpus with the version of thalweg of the interpreter that runs this file.

    python pass_worker.py COUNTS.npz K BATCH_SIZE

Reads numbers of threads from standard input, one per line; for each it trains one pass and prints
visits per second. It is run by path, under each of two versions, so it uses what both have. Passes
continue the same training run: topics are random at first, and a pass has its own order.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from scipy import sparse

from thalweg.corpus.documents import Documents
from thalweg.inference import scvb0
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState


def main() -> None:
    path, n_topics, batch_size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    documents = Documents.check(sparse.csr_array(sparse.load_npz(path)))
    prior = Prior.create(0.1, 0.01, n_topics, documents.n_words)
    state = TopicState.random(documents.n_words, prior, documents.n_tokens, seed=0)
    n = documents.n_documents
    batches = np.append(np.arange(0, n, batch_size), n)
    visits = scvb0.SCVB0().visits()
    for number, line in enumerate(sys.stdin):
        order = np.random.default_rng(number).permutation(n)
        steps = 1 / (1.0 + state.clock + np.arange(1, batches.size)) ** 0.6
        corpus_tokens = np.full(steps.size, documents.n_tokens)
        start = time.perf_counter()
        applied = scvb0.train(
            state, documents, order, batches, steps, corpus_tokens, visits, n_threads=int(line)
        )
        print(applied.n_visits / (time.perf_counter() - start), flush=True)


if __name__ == "__main__":
    main()
