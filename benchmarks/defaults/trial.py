"""A trial: one training run on a task, and how well it predicts held-out documents."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from scipy import sparse

from benchmarks.defaults.variants import Variant
from benchmarks.versus.scoring import HeldOut
from benchmarks.versus.tasks import TASKS
from thalweg.evaluation import completion, diversity


@cache
def documents(task: str) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Return documents to learn from and held-out ones, the same as in benchmarks.versus."""
    return TASKS[task].split()


@cache
def scored(task: str) -> HeldOut:
    """Return the held-out documents, cut in half."""
    return HeldOut.of(documents(task)[1])


def trial(task: str, variant: Variant, seed: int) -> dict[str, Any]:
    """Train and score; return a row of the record."""
    train, held_out = documents(task)
    model = variant.model(train, TASKS[task].n_topics, seed)
    start = time.perf_counter()
    model.fit(train)
    seconds = time.perf_counter() - start
    score = completion(model, held_out)
    best = scored(task).best_score(model.components_, model.doc_topic_prior_)
    surplus = diversity(model)
    assert surplus.dead is not None
    assert surplus.duplicates is not None
    return {
        "task": task,
        "group": variant.group,
        "name": variant.name,
        "seed": seed,
        "score": best["score"],
        "own_prior": score.score,
        "standard_error": score.standard_error,
        "seconds": seconds,
        "dead": len(surplus.dead),
        "duplicates": len(surplus.duplicates),
    }
