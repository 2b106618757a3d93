"""Visits per second, end to end, and the limits of this machine measured in the same run.

A visit is one distinct word of a document in one pass. End to end means a whole pass of training:
reading rows, shuffling, gathering, burn-in, counted pass, update. The limit is the sweep's
arithmetic alone with every row in the first-level cache, its burn-in and counted rates mixed as in
the run; with two threads it is taken twice.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

import numpy as np
from scipy import sparse

from benchmarks.kernel import roofline
from thalweg.corpus.documents import Documents
from thalweg.inference import algorithm, scvb0
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

BATCH_SIZE = 100  # the paper's
BURN_IN = 1.0
FULL_BURN_IN = scvb0.DocumentVisits(burn_in=scvb0.BurnIn(BURN_IN))


@dataclass
class Throughput:
    corpus: str
    n_topics: int
    n_threads: int
    visits_per_second: float
    cached_limit: float  # of n_threads
    ratio: float
    documents_per_second: float


def pass_over(
    state: TopicState,
    documents: Documents,
    n_threads: int,
    seed: int,
    visits: scvb0.DocumentVisits = FULL_BURN_IN,
) -> tuple[algorithm.Applied, float]:
    """One pass in random order; returns what was done and its seconds."""
    n = documents.n_documents
    order = np.random.default_rng(seed).permutation(n)
    batches = np.append(np.arange(0, n, BATCH_SIZE), n)
    steps = 1 / (1.0 + state.clock + np.arange(1, batches.size)) ** 0.6
    start = time.perf_counter()
    progress = scvb0.train(
        state,
        documents,
        order,
        batches,
        steps,
        np.full(steps.size, documents.n_tokens),
        visits,
        n_threads=n_threads,
    )
    return progress, time.perf_counter() - start


def cached_limit(n_topics: int, seconds: float) -> float:
    burn_in, counted = roofline.cached_visits_per_second(n_topics, seconds)
    return (BURN_IN + 1) / (BURN_IN / burn_in + 1 / counted)


def measure(
    name: str, X: sparse.csr_array, n_topics: int, threads: list[int], seconds: float
) -> list[Throughput]:
    """The best pass of each thread count within `seconds`, thread counts taken in turn."""
    documents = Documents.check(X)
    prior = Prior.create(0.1, 0.01, n_topics, documents.n_words)
    state = TopicState.random(documents.n_words, prior, documents.n_tokens, seed=0)
    limit = cached_limit(n_topics, seconds=0.3)
    best = dict.fromkeys(threads, (0.0, 0.0))
    start = time.perf_counter()
    round_ = 0
    while round_ < 3 or time.perf_counter() - start < seconds:
        for n_threads in threads:
            progress, took = pass_over(state, documents, n_threads, seed=round_)
            rate = (progress.n_visits / took, progress.n_documents / took)
            best[n_threads] = max(best[n_threads], rate)
        round_ += 1
    limit = max(limit, cached_limit(n_topics, seconds=0.3))
    return [
        Throughput(name, n_topics, n, best[n][0], n * limit, best[n][0] / (n * limit), best[n][1])
        for n in threads
    ]


def table(results: list[Throughput]) -> str:
    lines = [
        f"{'corpus':<12} {'K':>5} {'threads':>7} {'M visits/s':>10} {'limit':>7} {'ratio':>6} "
        f"{'x threads':>9} {'documents/s':>12}"
    ]
    single = {(r.corpus, r.n_topics): r.visits_per_second for r in results if r.n_threads == 1}
    for r in results:
        speed_up = r.visits_per_second / single[r.corpus, r.n_topics]
        lines.append(
            f"{r.corpus:<12} {r.n_topics:>5} {r.n_threads:>7} {r.visits_per_second / 1e6:>10.1f} "
            f"{r.cached_limit / 1e6:>7.1f} {r.ratio:>6.0%} {speed_up:>9.2f} "
            f"{r.documents_per_second:>12,.0f}"
        )
    return "\n".join(lines)


def as_json(results: list[Throughput]) -> list[dict[str, object]]:
    return [asdict(result) for result in results]
