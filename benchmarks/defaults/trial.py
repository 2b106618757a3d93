"""A trial: one training run on a task, and its held-out score."""

from __future__ import annotations

import time
from dataclasses import fields
from functools import cache
from typing import Any

from scipy import sparse

from benchmarks.defaults.variants import Variant
from benchmarks.versus.tasks import TASKS
from thalweg.evaluation import completion, diversity
from thalweg.inference.scvb0 import SCVB0
from thalweg.model import TopicModel

ALGORITHM_OPTIONS = {option.name for option in fields(SCVB0)}


@cache
def documents(task: str) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Return documents to learn from and held-out ones, the same as in benchmarks.versus."""
    return TASKS[task].split()


def build_model(task: str, parameters: dict[str, Any], seed: int) -> TopicModel:
    """A model with these parameters of LDA and options of SCVB0."""
    options = {name: value for name, value in parameters.items() if name in ALGORITHM_OPTIONS}
    others = {name: value for name, value in parameters.items() if name not in options}
    n_topics = TASKS[task].n_topics
    return TopicModel(n_topics, algorithm=SCVB0(**options), random_state=seed, **others)


def trial(task: str, variant: Variant, seed: int) -> dict[str, Any]:
    """Train and score; return a row of the record."""
    train, held_out = documents(task)
    model = build_model(task, variant.parameters, seed)
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
