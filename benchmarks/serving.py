"""Serving: how long the topics of one short text take, and how many texts per second.

    python -m benchmarks.serving

One text at a time, as a web service gets them: `lda.transform([text])` with the settings that the
model stores, `lda.topics_of(text)`, and in the same run scikit-learn's LatentDirichletAllocation
with a CountVectorizer, made from the same model. Then as many texts as one process, and two
processes, handle one at a time. The raw figures go to benchmarks/results/serving.json.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

import thalweg
from benchmarks import corpora, machine
from thalweg import LDA
from thalweg.export import to_sklearn

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serving", description=__doc__)
    parser.add_argument("--words", type=int, default=35_000, help="in the vocabulary")
    parser.add_argument("--topics", type=int, default=50)
    parser.add_argument("--tokens", type=int, default=20, help="of a text")
    parser.add_argument("--texts", type=int, default=10_000, help="to measure the latency with")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each throughput")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--out", type=Path, default=RESULTS / "serving.json")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        train(arguments.words, arguments.topics).save(path)
        texts = corpora.sentences(arguments.texts, arguments.tokens, seed=1)
        report = measure(path, texts, arguments.seconds, arguments.processes)
    report = {"machine": machine.describe(), "date": time.strftime("%Y-%m-%d")} | report
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


def train(n_words: int, n_topics: int, n_documents: int = 30_000) -> LDA:
    """Train a model with so many words on made-up sentences; the topics do not matter here."""
    sentences = corpora.sentences(n_documents, 60, seed=1)
    corpus = thalweg.read(sentences, min_df=1, max_df=1.0, max_features=n_words)
    return LDA(n_topics, max_iter=3, random_state=0).fit(corpus)


def measure(
    path: Path, texts: Sequence[str], seconds: float, processes: Sequence[int]
) -> dict[str, Any]:
    lda = thalweg.load(path)
    assert lda.vocabulary_ is not None
    report: dict[str, Any] = {
        "words": len(lda.vocabulary_),
        "topics": lda.n_components,
        "tokens_per_text": float(np.mean([len(text.split()) for text in texts])),
        "texts": len(texts),
    }
    vectorizer = CountVectorizer(vocabulary=list(lda.vocabulary_))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one number for alpha
        theirs = to_sklearn(lda)
    calls: dict[str, Callable[[str], Any]] = {
        "transform": lambda text: lda.transform([text]),
        "topics_of": lda.topics_of,
        "scikit-learn": lambda text: theirs.transform(vectorizer.transform([text])),
    }
    report["latency_ms"] = {
        name: latency(call, texts if name == "transform" else texts[:500])
        for name, call in calls.items()
    }
    for name, figures in report["latency_ms"].items():
        print(
            f"{name:>12}: p50 {figures['p50']:.3f} ms, p99 {figures['p99']:.3f} ms; processor time "
            f"p50 {figures['cpu_p50']:.3f} ms, p99 {figures['cpu_p99']:.3f} ms"
        )
    ours, other = (report["latency_ms"][name]["cpu_p50"] for name in ("transform", "scikit-learn"))
    report["scikit_learn_times"] = other / ours
    print(f"scikit-learn takes {other / ours:.0f} times the processor time")
    report["texts_per_second"] = {}
    for n in processes:
        rate = throughput(path, texts, seconds, n)
        report["texts_per_second"][str(n)] = rate
        print(f"{n:>2} processes: {rate:,.0f} texts per second, one at a time")
    return report


def latency(call: Callable[[str], Any], texts: Sequence[str]) -> dict[str, float]:
    """Return percentiles of the time of one call in milliseconds, after the first calls.

    Wall time, and the processor time of the thread, which other processes do not change much.
    """
    for text in texts[:100]:
        call(text)
    times, cpu_times = [], []
    for text in texts:
        start, cpu_start = time.perf_counter(), time.thread_time()
        call(text)
        cpu_times.append(1000 * (time.thread_time() - cpu_start))
        times.append(1000 * (time.perf_counter() - start))
    p50, p99, p999 = np.percentile(times, [50, 99, 99.9]).tolist()
    cpu_p50, cpu_p99 = np.percentile(cpu_times, [50, 99]).tolist()
    return {"p50": p50, "p99": p99, "p99.9": p999, "cpu_p50": cpu_p50, "cpu_p99": cpu_p99}


def throughput(path: Path, texts: Sequence[str], seconds: float, n_processes: int) -> float:
    """Return how many texts per second so many processes handle, each one text at a time."""
    context = multiprocessing.get_context("spawn")
    ready, done = context.Barrier(n_processes), context.Queue()
    workers = [
        context.Process(target=_serve, args=(path, texts, seconds, ready, done))
        for _ in range(n_processes)
    ]
    for worker in workers:
        worker.start()
    rates = [done.get(timeout=60 + seconds) for _ in workers]
    for worker in workers:
        worker.join()
    return float(sum(rates))


def _serve(path: Path, texts: Sequence[str], seconds: float, ready: Any, done: Any) -> None:
    lda = thalweg.load(path)
    lda.transform(texts[:1])
    ready.wait()
    start, n = time.perf_counter(), 0
    while (now := time.perf_counter()) < start + seconds:
        lda.transform([texts[n % len(texts)]])
        n += 1
    done.put(n / (now - start))


if __name__ == "__main__":
    main()
