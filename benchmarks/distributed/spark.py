"""Spark MLlib's LDA on the same two cores: its best score, and when the Ray path reaches it.

    python -m benchmarks.distributed.spark

A command that was killed continues with the next run.

Needs pyspark and Java. Start-up (of Spark, and of Ray and its workers) is reported for both and is
part of neither time. All scores are document completion by thalweg, with the topics of each.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.distributed.versus_threads import N_TOPICS, split
from benchmarks.record import Record, command_line
from thalweg.corpus.corpus import Corpus
from thalweg.distributed import Ray
from thalweg.evaluation import completion
from thalweg.evaluation._heldout import complete_documents
from thalweg.model import TopicModel

RESULTS = Path(__file__).parent / "results" / "spark.json"
ALPHAS = (0.01, 0.02, 0.05, 0.1)  # the best one for each program


def score(topics: Any, test: Any) -> float:
    return max(completion(topics, test, doc_topic_prior=alpha).score for alpha in ALPHAS)


def spark_runs(
    train: Any, test: Any, optimizer: str, iterations: list[int]
) -> Iterator[dict[str, Any]]:
    """Train with more and more iterations; the time of each run is a whole run."""
    from pyspark.ml.clustering import LDA
    from pyspark.ml.linalg import SparseVector
    from pyspark.sql import SparkSession

    started = time.perf_counter()
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", "8g")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    start_up = time.perf_counter() - started
    n_words = train.shape[1]
    rows = [
        (SparseVector(n_words, train.indices[low:high], train.data[low:high].astype(float)),)
        for low, high in zip(train.indptr[:-1], train.indptr[1:], strict=True)
    ]
    frame = session.createDataFrame(rows, ["features"]).repartition(2).cache()
    frame.count()
    for n in iterations:
        lda = LDA(k=N_TOPICS, maxIter=n, optimizer=optimizer, seed=0)
        started = time.perf_counter()
        model = lda.fit(frame)
        seconds = time.perf_counter() - started
        topics = np.array(model.topicsMatrix().toArray()).T
        run = {"iterations": n, "seconds": seconds, "score": score(topics, test)}
        print(optimizer, run, flush=True)
        yield {"start_seconds": start_up, **run}
    session.stop()


def ray_runs(train: Any, test: Any, goal: float, folder: Path) -> Iterator[dict[str, Any]]:
    """Train with more and more passes until the goal is reached."""
    import ray

    folder = folder / f"{train.shape[0]}"
    if not folder.exists():
        Corpus(train, [f"w{w}" for w in range(train.shape[1])]).save(folder)
    corpus = Corpus.open(folder, verify=False)
    started = time.perf_counter()
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    start_up = time.perf_counter() - started
    for passes in (1, 2, 3, 4, 6, 8, 12, 16):
        moments: list[tuple[float, int]] = []
        model = TopicModel(N_TOPICS, max_iter=passes, random_state=0)
        started = time.perf_counter()
        model.fit(
            corpus,
            engine=Ray(n_workers=2, threads_per_worker=1),
            progress=lambda now, to=moments: to.append((now.seconds, now.documents_per_second)),
        )
        whole = time.perf_counter() - started
        training = model.n_documents_seen_ / moments[-1][1]
        found = max(score(model.components_, test), complete_documents(model.state_, test).score)
        run = {
            "iterations": passes,
            "seconds": training,
            "workers_start_seconds": whole - training,
            "score": found,
        }
        print("ray", run, flush=True)
        yield {"start_seconds": start_up, **run}
        if found >= goal:
            break
    ray.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.distributed.spark")
    parser.add_argument("--corpus", default="arxiv50k")
    parser.add_argument("--optimizers", nargs="*", default=["online", "em"])
    parser.add_argument("--iterations", type=int, nargs="*", default=[10, 20, 50, 100])
    parser.add_argument("--documents", type=int, help="only so many, to try it out")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--folder", type=Path, default=Path("/tmp/thalweg-spark-corpus"))
    given = parser.parse_args()
    settings = {"corpus": given.corpus, "topics": N_TOPICS, "documents": given.documents}
    record = Record(given.results, command_line(parser, given), settings, fresh=given.fresh)
    train, test = split(given.corpus)
    train = train[: given.documents]
    for optimizer in given.optimizers:
        name = f"spark {optimizer}"
        left = [n for n in given.iterations if not record.has(program=name, iterations=n)]
        for run in spark_runs(train, test, optimizer, left) if left else ():
            record.add({"program": name, **run})
    best = max(
        (run for run in record.runs if run["program"] != "ray"), key=lambda run: run["score"]
    )
    if not any(run["program"] == "ray" and run["score"] >= best["score"] for run in record.runs):
        record.drop(program="ray")
        for run in ray_runs(train, test, best["score"], given.folder):
            record.add({"program": "ray", **run})
    ours = [run for run in record.runs if run["program"] == "ray"][-1]
    print(
        f"Spark {best['score']:.4f} in {best['seconds']:.1f} s, Ray in {ours['seconds']:.2f} s: "
        f"{best['seconds'] / ours['seconds']:.0f} times sooner"
    )


if __name__ == "__main__":
    main()
