"""A trial: one training run on a task, and its held-out score."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from scipy import sparse

from benchmarks.defaults.variants import Variant
from benchmarks.versus.tasks import TASKS
from thalweg.evaluation import completion, diversity
from thalweg.model import TopicModel


@cache
def documents(task: str) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Those to learn from and those held out: the same as in the comparison with others."""
    return TASKS[task].split()


def trial(task: str, variant: Variant, seed: int) -> dict[str, Any]:
    train, held_out = documents(task)
    model = TopicModel(TASKS[task].n_topics, random_state=seed, **variant.parameters)
    with variant.started(train):
        start = time.perf_counter()
        model.fit(train)
        seconds = time.perf_counter() - start
    score = completion(model, held_out)
    surplus = diversity(model)
    assert surplus.dead is not None
    assert surplus.duplicates is not None
    return {
        "task": task,
        "group": variant.group,
        "name": variant.name,
        "seed": seed,
        "score": score.score,
        "standard_error": score.standard_error,
        "seconds": seconds,
        "dead": len(surplus.dead),
        "duplicates": len(surplus.duplicates),
    }
