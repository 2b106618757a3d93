"""Time of answers about documents beyond inference, with 100,000 documents and 50 topics.

    python -m benchmarks.answers

Topics are given and not inferred: `stream` yields documents with random topic proportions, as
`LDA` would after inference. A question is a function that takes a `Question` and answers it; add
yours to `QUESTIONS`. The times are of the best of three runs, and `peak_bytes` is what the answer
allocated at most, as tracemalloc counts it in a run of its own. The raw figures are written to
benchmarks/results/answers.json.
"""

from __future__ import annotations

import argparse
import json
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks import machine
from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.groups.document_columns import DocumentColumn
from thalweg.analysis.groups.topic_columns import TopicColumns
from thalweg.analysis.groups.topics_by_group import group_columns, topics_by_group
from thalweg.analysis.groups.topics_over_time import topics_over_time
from thalweg.analysis.groups.words_over_time import words_over_time
from thalweg.corpus.corpus import Corpus
from thalweg.model import TopicModel

RESULTS = Path(__file__).parent / "results"
BATCH = 1 << 15


@dataclass(frozen=True)
class Question:
    """A trained model, and documents whose topic proportions are known."""

    model: TopicModel
    batches: tuple[DocumentTopics, ...]

    @property
    def stream(self) -> Iterator[DocumentTopics]:
        """The documents with their topic proportions, batch by batch."""
        return iter(self.batches)

    @property
    def all_topics(self) -> TopicColumns:
        return TopicColumns.of_model(self.model, None)


def by_20_groups(given: Question) -> Any:
    return topics_by_group(given.stream, group_columns("group"), given.all_topics)


def by_10_000_groups(given: Question) -> Any:
    return topics_by_group(given.stream, group_columns("author"), given.all_topics)


def by_two_columns(given: Question) -> Any:
    return topics_by_group(given.stream, group_columns(["group", "year"]), given.all_topics)


def over_time_by_month(given: Question) -> Any:
    return topics_over_time(given.stream, DocumentColumn("date", "date"), given.all_topics, "month")


def over_time_of_any_length(given: Question) -> Any:
    return topics_over_time(given.stream, DocumentColumn("date", "date"), given.all_topics)


def words_of_a_topic_over_time(given: Question) -> Any:
    names = [f"w{w}" for w in range(given.model.n_features_in_)]
    date = DocumentColumn("date", "date")
    return words_over_time(given.stream, given.model.state_, names, 3, date, "month")


QUESTIONS: tuple[Callable[[Question], Any], ...] = (
    by_20_groups,
    by_10_000_groups,
    by_two_columns,
    over_time_by_month,
    over_time_of_any_length,
    words_of_a_topic_over_time,
)


def question(n_documents: int, n_topics: int, n_words: int = 5000, length: int = 40) -> Question:
    """Return documents with random words, topics, groups and dates (ten years of days)."""
    rng = np.random.default_rng(0)
    words = [f"w{w}" for w in range(n_words)]
    few = sparse.csr_array(rng.poisson(0.05, (200, n_words)).astype(np.int32))
    model = TopicModel(n_topics, random_state=0, max_iter=1).fit(Corpus(few, words))
    batches = []
    for first in range(0, n_documents, BATCH):
        n = min(BATCH, n_documents - first)
        at = np.repeat(np.arange(n), length), rng.integers(0, n_words, n * length)
        counts = sparse.coo_array((np.ones(n * length, np.int32), at), (n, n_words)).tocsr()
        days = rng.integers(0, 3650, n)
        columns = {
            "group": rng.integers(0, 20, n),
            "author": np.char.add("author ", rng.integers(0, 10_000, n).astype(str)),
            "year": 2010 + days // 365,
            "date": np.datetime64("2010-01-01") + days,
        }
        theta = rng.dirichlet(np.full(n_topics, 0.1), n).astype(np.float32)
        batches.append(DocumentTopics(Corpus(counts, words, columns), theta, first))
    return Question(model, tuple(batches))


def measure(given: Question, ask: Callable[[Question], Any], n_runs: int = 3) -> dict[str, Any]:
    runs = []
    for _ in range(n_runs):
        start, cpu = time.perf_counter(), time.process_time()
        answer = ask(given)
        runs.append((time.perf_counter() - start, time.process_time() - cpu))
    tracemalloc.start()
    ask(given)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    seconds, cpu_seconds = min(runs)
    return {
        "question": ask.__name__,
        "seconds": seconds,
        "cpu_seconds": cpu_seconds,
        "all_seconds": [run[0] for run in runs],
        "rows": len(answer),
        "peak_bytes": peak,
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.answers", description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--topics", type=int, default=50)
    parser.add_argument("--only", nargs="*", help="names of questions")
    parser.add_argument("--out", type=Path, default=RESULTS / "answers.json")
    arguments = parser.parse_args()
    given = question(arguments.documents, arguments.topics)
    report: dict[str, Any] = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "documents": arguments.documents,
        "topics": arguments.topics,
        "runs": [],
    }
    for ask in QUESTIONS:
        if not arguments.only or ask.__name__ in arguments.only:
            row = measure(given, ask)
            report["runs"].append(row)
            mib = row["peak_bytes"] / 2**20
            print(
                f"{row['question']:30} {row['seconds']:.3f} s ({row['cpu_seconds']:.3f} s of "
                f"processor time), {row['rows']:,} rows, {mib:.0f} MiB",
                flush=True,
            )
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


if __name__ == "__main__":
    main()
