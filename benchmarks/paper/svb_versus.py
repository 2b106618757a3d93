"""One pass of stochastic VB against scikit-learn's and gensim's: seconds and held-out likelihood.

    python -m benchmarks.paper.svb_versus

The same minibatches of 100 NIPS papers, step sizes, priors and passes over a document for all; each
draws its topics from Hoffman's Gamma(100, 0.01). The rivals draw the start of every document from
it too, where ours is flat: in so short a run this parts the topics a little sooner. scikit-learn
also runs from our start. A rival's number of cores is compared with the same of ours; gensim has
one. Every model is scored by thalweg's document completion.
"""

from __future__ import annotations

import argparse
import json
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmarks import corpora, machine
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.evaluation._heldout import complete_documents
from thalweg.inference import scvb0, svb
from thalweg.inference.schedules import StepSchedule
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

RESULTS = Path(__file__).parent / "results"
BATCH_SIZE = 100
SCHEDULE = StepSchedule(scale=1.0, offset=1.0, decay=0.6)
ALPHA, ETA = 0.1, 0.01
N_HELD_OUT = 174
ROUNDS = 5

# Trains on the minibatches; returns the seconds that this took and the model.
System = Callable[["Task"], tuple[float, TopicState]]


@dataclass(frozen=True)
class Task:
    """What all systems are given."""

    train: sparse.csr_array
    held_out: sparse.csr_array
    n_topics: int
    n_passes: int
    seed: int

    @property
    def n_documents(self) -> int:
        return int(self.train.shape[0])

    @property
    def batches(self) -> NDArray[np.int64]:
        return np.append(np.arange(0, self.n_documents, BATCH_SIZE), self.n_documents)

    @property
    def steps(self) -> NDArray[np.float64]:
        return SCHEDULE.at(np.arange(1, self.batches.size))

    def state(self, lambda_: NDArray[Any]) -> TopicState:
        """A model of which N^Phi + eta is this (W, K) array."""
        counts = np.maximum(lambda_ - ETA, 0)
        n_words, n_topics = counts.shape
        prior = Prior.create(ALPHA, ETA, n_topics, n_words)
        state = TopicState.random(n_words, prior, float(counts.sum()), seed=0)
        state.scaled_counts[:, :n_topics] = counts
        state.scale[:n_topics] = 1.0
        state.totals[:n_topics] = counts.sum(axis=0)
        return state

    def start(self) -> TopicState:
        shape = (self.train.shape[1], self.n_topics)
        return self.state(np.random.default_rng(self.seed).gamma(100.0, 0.01, shape))

    def score(self, state: TopicState) -> float:
        return complete_documents(state, DocumentSource.of(self.held_out)).score


def thalweg_svb(n_threads: int) -> System:
    def run(task: Task) -> tuple[float, TopicState]:
        documents, state = Documents.check(task.train), task.start()
        start = time.perf_counter()
        svb.train(
            state,
            documents,
            np.arange(task.n_documents),
            task.batches,
            task.steps,
            np.full(task.steps.size, float(task.n_documents)),
            svb.DocumentPasses(task.n_passes),
            n_threads=n_threads,
        )
        return time.perf_counter() - start, state

    return run


def thalweg_scvb0(n_threads: int) -> System:
    """One burn-in pass and the counted one, whatever the number of SVB's passes."""

    def run(task: Task) -> tuple[float, TopicState]:
        documents = Documents.check(task.train)
        prior = Prior.create(ALPHA, ETA, task.n_topics, documents.n_words)
        state = TopicState.random(documents.n_words, prior, documents.n_tokens, task.seed)
        start = time.perf_counter()
        scvb0.train(
            state,
            documents,
            np.arange(task.n_documents),
            task.batches,
            task.steps,
            np.full(task.steps.size, documents.n_tokens),
            scvb0.DocumentVisits(burn_in=scvb0.BurnIn(1.0)),
            n_threads=n_threads,
        )
        return time.perf_counter() - start, state

    return run


class FlatStart:
    """Stands in for scikit-learn's random start of gamma_d. Which flat one makes no difference."""

    def gamma(self, shape: float, scale: float, size: tuple[int, int]) -> NDArray[np.float64]:
        return np.ones(size)


def scikit_learn(n_jobs: int, *, our_start: bool = False) -> System:
    """With our start, of topics and of documents, it comes to our likelihood, but for rare words.

    It adds 2e-16 to what normalises phi, more than a word has that it has not met for some time.
    """
    from sklearn.decomposition import LatentDirichletAllocation
    from sklearn.decomposition._lda import _dirichlet_expectation_2d

    def run(task: Task) -> tuple[float, TopicState]:
        model = LatentDirichletAllocation(
            task.n_topics,
            doc_topic_prior=ALPHA,
            topic_word_prior=ETA,
            learning_method="online",
            learning_offset=SCHEDULE.offset,
            learning_decay=SCHEDULE.decay,
            batch_size=BATCH_SIZE,
            total_samples=task.n_documents,
            max_doc_update_iter=task.n_passes,
            mean_change_tol=0.0,
            n_jobs=n_jobs,
            random_state=task.seed,
        )
        if our_start:
            model._init_latent_vars(task.train.shape[1])
            model.components_ = task.start().topic_word_counts.T.astype(np.float64) + ETA
            model.exp_dirichlet_component_ = np.exp(_dirichlet_expectation_2d(model.components_))
            model.random_state_ = FlatStart()
        parts = [task.train[a:b] for a, b in zip(task.batches, task.batches[1:], strict=False)]
        start = time.perf_counter()
        for part in parts:
            model.partial_fit(part)
        return time.perf_counter() - start, task.state(model.components_.T)

    return run


def gensim(task: Task) -> tuple[float, TopicState]:
    from gensim.models import LdaModel

    logging.getLogger("gensim").setLevel(logging.ERROR)
    n_words = task.train.shape[1]
    bags = list(_bags(task.train))
    model = LdaModel(
        num_topics=task.n_topics,
        id2word={w: str(w) for w in range(n_words)},
        alpha=np.full(task.n_topics, ALPHA),
        eta=ETA,
        chunksize=BATCH_SIZE,
        passes=1,
        iterations=task.n_passes,
        gamma_threshold=0.0,
        offset=SCHEDULE.offset + 1,  # its t starts at 0
        decay=SCHEDULE.decay,
        eval_every=None,
        random_state=task.seed,
    )
    start = time.perf_counter()
    model.update(bags)
    return time.perf_counter() - start, task.state(model.state.get_lambda().T)


def _bags(X: sparse.csr_array) -> Iterator[list[tuple[int, int]]]:
    for a, b in zip(X.indptr, X.indptr[1:], strict=False):
        yield list(zip(X.indices[a:b].tolist(), X.data[a:b].tolist(), strict=True))


@dataclass
class Result:
    system: str
    n_cores: int
    n_topics: int
    n_passes: int
    seconds: list[float]  # of each round
    scores: list[float]  # held-out log-likelihood a token, of each round's random start


def measure(task: Task, rounds: int) -> list[Result]:
    """All systems in turn, round after round; the rivals' first round also warms them up."""
    systems: dict[tuple[str, int], System] = {
        ("thalweg SVB", 1): thalweg_svb(1),
        ("thalweg SVB", 2): thalweg_svb(2),
        ("thalweg SCVB0", 1): thalweg_scvb0(1),
        ("thalweg SCVB0", 2): thalweg_scvb0(2),
        ("scikit-learn", 1): scikit_learn(1),
        ("scikit-learn", 2): scikit_learn(2),
        ("sklearn, our start", 1): scikit_learn(1, our_start=True),
        ("gensim", 1): gensim,
    }
    results = {key: Result(*key, task.n_topics, task.n_passes, [], []) for key in systems}
    for seed in range(rounds):
        for key, run in systems.items():
            seconds, state = run(replace(task, seed=seed))
            results[key].seconds.append(seconds)
            results[key].scores.append(task.score(state))
    return list(results.values())


def table(results: list[Result]) -> str:
    """Best seconds, as a multiple of ours on as many cores too; mean score and its deviation."""
    ours = {r.n_cores: min(r.seconds) for r in results if r.system == "thalweg SVB"}
    lines = [f"K = {results[0].n_topics}, passes over a document: {results[0].n_passes}"]
    for r in results:
        best = min(r.seconds)
        lines.append(
            f"  {r.system:18} cores {r.n_cores}  {best:7.3f} s  x {best / ours[r.n_cores]:5.1f}"
            f"  {np.mean(r.scores):.4f} +- {np.std(r.scores):.4f}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--topics", type=int, nargs="+", default=[20, 100])
    parser.add_argument("--passes", type=int, nargs="+", default=[1, 5])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--out", type=Path, default=RESULTS / "svb_versus.json")
    arguments = parser.parse_args()

    X = corpora.docword("nips")
    X = X[np.random.default_rng(0).permutation(X.shape[0])]
    results = []
    for n_topics in arguments.topics:
        for n_passes in arguments.passes:
            task = Task(X[N_HELD_OUT:], X[:N_HELD_OUT], n_topics, n_passes, seed=0)
            measured = measure(task, arguments.rounds)
            print(table(measured), flush=True)
            results += [asdict(result) for result in measured]
    report = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "settings": {
            "batch_size": BATCH_SIZE,
            "schedule": asdict(SCHEDULE),
            "alpha": ALPHA,
            "eta": ETA,
            "held_out_documents": N_HELD_OUT,
        },
        "results": results,
    }
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


if __name__ == "__main__":
    main()
