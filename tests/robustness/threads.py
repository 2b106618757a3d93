"""Use one model in many threads at once: training, inference, saving and reading its topics.

    python -m tests.robustness.threads

All training calls learn from the same documents, so the sequence of states does not depend on which
thread calls first. A serial run gives the states between all minibatches. Whatever a thread reads
must belong to one of them, and no document may be lost.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pickle
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

import thalweg
from benchmarks import corpora, machine
from thalweg import LDA

RESULTS = Path(__file__).parent / "results"
BATCHES_PER_CALL = 4


@dataclass
class Task:
    """A model, what its training calls learn from, and what is inferred."""

    n_words: int = 2000
    n_topics: int = 20
    batch_size: int = 50

    def __post_init__(self) -> None:
        self.documents: sparse.csr_array = corpora.zipf(
            BATCHES_PER_CALL * self.batch_size, self.n_words, 60
        )
        self.few = self.documents[:3]

    def model(self) -> LDA:
        """Return a model that has seen one call; its prior is fixed, so calls can be divided."""
        lda = LDA(
            self.n_topics,
            doc_topic_prior=0.1,
            batch_size=self.batch_size,
            random_state=1,
            n_jobs=1,
        )
        return lda.partial_fit(self.documents)

    def states(self, n_calls: int) -> set[str]:
        """Return the marks of all states between the minibatches of so many further calls."""
        lda = self.model()
        marks = self.marks(lda)
        for _ in range(n_calls):
            for first in range(0, self.documents.shape[0], self.batch_size):
                lda.partial_fit(self.documents[first : first + self.batch_size])
                marks |= self.marks(lda)
        return marks

    def marks(self, lda: LDA) -> set[str]:
        """Return one mark for each kind of reading, which only this state has."""
        return {self.transformed(lda), self.components(lda), self.table(lda)}

    # ------------------------------------------------------------------ readings

    def transformed(self, lda: LDA) -> str:
        """Infer topics."""
        return _mark(lda.transform(self.few))

    def components(self, lda: LDA) -> str:
        """Read the topics as an array."""
        return _mark(lda.components_)

    def table(self, lda: LDA) -> str:
        """Read the topics as a table."""
        return _mark(np.array([row.weights for row in lda.topics(5)]))

    def pickled(self, lda: LDA) -> str:
        """Pickle the model, and infer topics with the copy."""
        return self.transformed(pickle.loads(pickle.dumps(lda)))

    def saved(self, lda: LDA) -> str:
        """Save the model, and infer topics with what was saved."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model"
            lda.save(path)
            opened = thalweg.load(path)
        assert opened.n_documents_seen_ % self.batch_size == 0
        return self.transformed(opened)


READINGS: dict[str, Callable[[Task, LDA], str]] = {
    "transform": Task.transformed,
    "components": Task.components,
    "topics": Task.table,
    "pickle": Task.pickled,
    "save": Task.saved,
}
# Of 32 threads: 8 train, 10 infer, and the others save and read.
_WORK = ("train", "transform", "save", "transform", "topics", "transform", "train", "components")
WORK = (*_WORK, "pickle", *_WORK[:7])


def _mark(array: np.ndarray[Any, Any]) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()


@dataclass
class Outcome:
    """What the threads did."""

    n_calls: int = 0  # of training
    readings: dict[str, int] = field(default_factory=dict)
    marks: set[str] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)
    transform_seconds: list[float] = field(default_factory=list)


def use_in_threads(
    task: Task, lda: LDA, n_threads: int, *, n_calls: int | None = None, seconds: float = 0.0
) -> Outcome:
    """Use a model in many threads until it has been trained so often, or for so many seconds."""
    outcome, lock = Outcome(), threading.Lock()
    end = time.perf_counter() + seconds

    def is_over() -> bool:
        if outcome.failures:
            return True
        return time.perf_counter() > end if n_calls is None else outcome.n_calls >= n_calls

    def train() -> None:
        while True:
            with lock:
                if is_over():
                    return
                outcome.n_calls += 1
            lda.partial_fit(task.documents)

    def read(name: str) -> None:
        while True:
            start = time.perf_counter()
            mark = READINGS[name](task, lda)
            took = time.perf_counter() - start
            with lock:
                outcome.marks.add(mark)
                outcome.readings[name] = outcome.readings.get(name, 0) + 1
                if name == "transform":
                    outcome.transform_seconds.append(took)
                if is_over():
                    return

    def work(name: str) -> None:
        try:
            train() if name == "train" else read(name)
        except Exception as error:
            outcome.failures.append(f"{name}: {error!r}")

    threads = [threading.Thread(target=work, args=(WORK[n % len(WORK)],)) for n in range(n_threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcome


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.robustness.threads", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--threads", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--out", type=Path, default=RESULTS / "threads.json")
    arguments = parser.parse_args()
    task = Task()
    lda = task.model()
    before = lda.n_documents_seen_, lda.n_tokens_seen_
    outcome = use_in_threads(task, lda, arguments.threads, seconds=arguments.seconds)
    documents, tokens = task.documents.shape[0], float(task.documents.sum())
    lost = before[0] + outcome.n_calls * documents - lda.n_documents_seen_
    lost_tokens = before[1] + outcome.n_calls * tokens - lda.n_tokens_seen_
    unknown = len(outcome.marks - task.states(outcome.n_calls))
    latency = np.percentile(outcome.transform_seconds, [50, 99, 100]).tolist()
    report = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "threads": arguments.threads,
        "seconds": arguments.seconds,
        "training_calls": outcome.n_calls,
        "readings": outcome.readings,
        "different_states_read": len(outcome.marks),
        "readings_of_no_consistent_state": unknown,
        "documents_lost": lost,
        "tokens_lost": lost_tokens,
        "failures": outcome.failures,
        "transform_seconds_p50_p99_max": latency,
    }
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report, indent=1))
    sys.exit(bool(unknown or lost or lost_tokens or outcome.failures))


if __name__ == "__main__":
    main()
