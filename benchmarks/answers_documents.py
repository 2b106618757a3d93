"""Answers about documents: how long examples, explanations and outliers take.

    python -m benchmarks.answers_documents

100,000 made-up documents, 50 topics, 35,000 words. `examples` and `outliers` are compared with
inference alone over the same corpus in the same run; `explain` is one text at a time. The raw
figures go to benchmarks/results/answers_documents.json.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import thalweg
from benchmarks import corpora, machine
from benchmarks.serving import RESULTS, latency, train
from thalweg import LDA, Corpus


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.answers_documents", description=__doc__
    )
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--words", type=int, default=35_000, help="in the vocabulary")
    parser.add_argument("--topics", type=int, default=50)
    parser.add_argument("--tokens", type=int, default=60, help="of a document")
    parser.add_argument("--texts", type=int, default=500, help="to explain")
    parser.add_argument("--out", type=Path, default=RESULTS / "answers_documents.json")
    arguments = parser.parse_args()

    lda = train(arguments.words, arguments.topics)
    assert lda.vocabulary_ is not None
    texts = corpora.sentences(arguments.documents, arguments.tokens, seed=1)  # the same words
    corpus = thalweg.read(
        texts, vocabulary=lda.vocabulary_, text_settings=lda.text_settings_, keep_texts=True
    )
    print(f"{corpus.n_documents:,} documents, {corpus.n_tokens:,.0f} known tokens")
    calls: dict[str, Callable[[], Any]] = {
        "inference": lambda: _infer(lda, corpus),
        "examples": lambda: lda.examples(corpus, 3),
        "outliers": lambda: lda.outliers(corpus, 10),
        "score_samples": lambda: lda.score_samples(corpus),
    }
    seconds = {name: _seconds(call) for name, call in calls.items()}
    for name, taken in seconds.items():
        wall, cpu = (taken[kind] - seconds["inference"][kind] for kind in ("wall", "cpu"))
        print(
            f"{name:>14}: {taken['wall']:.2f} s, {wall:+.2f} s beyond inference; processor time "
            f"{taken['cpu']:.2f} s, {cpu:+.2f} s"
        )
    explain = latency(lda.explain, texts[: arguments.texts])
    print(
        f"{'explain':>14}: p50 {explain['p50']:.2f} ms, p99 {explain['p99']:.2f} ms; processor "
        f"time p50 {explain['cpu_p50']:.2f} ms, p99 {explain['cpu_p99']:.2f} ms"
    )
    report = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "documents": arguments.documents,
        "words": len(lda.vocabulary_),
        "topics": arguments.topics,
        "known_tokens": corpus.n_tokens,
        "seconds": seconds,
        "explain_ms": explain,
    }
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


def _infer(lda: LDA, corpus: Corpus) -> None:
    with lda._batches(corpus) as batches:
        for _ in batches:
            pass


def _seconds(call: Callable[[], Any]) -> dict[str, float]:
    """Return wall time, and processor time of all threads, which other processes change less."""
    start, cpu_start = time.perf_counter(), time.process_time()
    call()
    return {"wall": time.perf_counter() - start, "cpu": time.process_time() - cpu_start}


if __name__ == "__main__":
    main()
