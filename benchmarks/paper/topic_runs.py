"""Short runs whose topics are judged word by word: what five_seconds and sixty_seconds share."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from benchmarks.paper.bar import experiment_bar
from benchmarks.paper.material import Material
from benchmarks.paper.record import Record
from benchmarks.paper.systems import SYSTEMS, System, Training
from benchmarks.paper.word_errors import judge
from thalweg.state import TopicState
from thalweg.supply import Supply

# The paper does not say which SVB it showed to people: the best of the four on NIPS by our curves.
RIVALS = ("SCVB0", "SVB-B5-O0.5")
N_WORDS = 10
N_EXAMPLES = 10


@dataclass(frozen=True)
class Limit:
    """How long a run learns: seconds or documents, whichever are over first."""

    seconds: float = math.inf
    documents: float = math.inf


@dataclass(frozen=True)
class Task:
    """Runs that are compared: a corpus, and for each of the rivals how long it learns."""

    title: str
    corpus: Material
    limits: dict[str, Limit]


def compare(tasks: Sequence[Task], record: Record, n_topics: int, n_runs: int) -> None:
    """All runs that the record does not have yet, and the judgement of all of them."""
    todo = [
        (task, SYSTEMS[name], seed)
        for task in tasks
        for seed in range(n_runs)
        for name in task.limits
        if not record.has(task=task.title, system=name, seed=seed)
    ]
    seconds = [task.limits[system.name].seconds for task, system, _ in todo]
    with experiment_bar("runs", sum(s for s in seconds if math.isfinite(s))) as advance:
        for task, system, seed in todo:
            watch = advance(f"{task.title}, {system.name}, run {seed + 1}")
            record.add(run(task, system, n_topics, seed, record.content["settings"], watch))
    record.content["judgement"] = judgement(tasks, record.runs)
    record.save()


def run(
    task: Task,
    system: System,
    n_topics: int,
    seed: int,
    settings: dict[str, Any],
    watch: Callable[[Training], None] = lambda _: None,
) -> dict[str, Any]:
    """The ten words of each topic when the limit is reached."""
    training = Training(
        system,
        Supply.of(task.corpus.corpus),
        n_topics,
        seed=seed,
        steps_of=settings["steps"],
        n_threads=settings["threads"],
    )
    limit = task.limits[system.name]
    training.advance(limit.documents, limit.seconds, watch)
    return {
        "task": task.title,
        "system": system.name,
        "seed": seed,
        "seconds": training.seconds,
        "documents": training.state.n_documents_seen,
        "topics": spelled(top_words(training.state), task.corpus),
    }


def top_words(state: TopicState) -> NDArray[np.int64]:
    """Topics x words: the ids of each topic's most probable words."""
    order = np.argsort(-state.topic_word_counts, axis=0, kind="stable")
    return np.ascontiguousarray(order[:N_WORDS].T)


def spelled(topics: NDArray[np.int64], corpus: Material) -> list[str]:
    """A line a topic."""
    vocabulary = corpus.corpus.vocabulary
    return [" ".join(vocabulary[w] for w in topic) for topic in topics.tolist()]


def judgement(tasks: Sequence[Task], runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Errors, tests and examples of every task; one threshold a corpus, for all its topics."""
    groups = []
    for name in dict.fromkeys(task.corpus.name for task in tasks):
        same = [task for task in tasks if task.corpus.name == name]
        titles = {task.title for task in same}
        judged = [run for run in runs if run["task"] in titles]
        corpus = same[0].corpus
        ids = [corpus.corpus.vocabulary.ids(line.split()) for r in judged for line in r["topics"]]
        verdict = judge(np.array(ids), Supply.of(corpus.corpus))
        n_topics = len(judged[0]["topics"])
        errors = verdict.errors.reshape(len(judged), n_topics).tolist()
        for task in same:
            mine = [(r, e) for r, e in zip(judged, errors, strict=True) if r["task"] == task.title]
            groups.append(
                {"title": task.title, "corpus": corpus.about, "threshold": verdict.threshold}
                | _summary(mine, list(task.limits))
            )
    return {"groups": groups}


def _summary(runs: list[tuple[dict[str, Any], list[int]]], systems: list[str]) -> dict[str, Any]:
    of = {
        name: sorted((r for r in runs if r[0]["system"] == name), key=lambda r: r[0]["seed"])
        for name in systems
    }
    errors = {name: [e for _, e in of[name]] for name in systems}
    return {
        "documents": {name: [r["documents"] for r, _ in of[name]] for name in systems},
        "errors": errors,
        "tests": tests(*errors.values()),
        "examples": {name: _examples([r for r, _ in of[name]]) for name in systems},
    }


def tests(ours: list[list[int]], theirs: list[list[int]]) -> dict[str, float | None]:
    """p of "ours has fewer errors": topics as two samples, runs as two, runs of a seed as pairs."""
    our_means, their_means = np.mean(ours, axis=1), np.mean(theirs, axis=1)
    less = {"alternative": "less"}
    values = {
        "two_samples_of_topics": stats.ttest_ind(np.ravel(ours), np.ravel(theirs), **less).pvalue,
        "two_samples_of_runs": stats.ttest_ind(our_means, their_means, **less).pvalue,
        "paired_runs": stats.ttest_rel(our_means, their_means, **less).pvalue,
    }
    return {name: float(p) if math.isfinite(p) else None for name, p in values.items()}


def _examples(runs: list[dict[str, Any]]) -> list[str]:
    """Topics of all runs, at random."""
    topics = [line for run in runs for line in run["topics"]]
    chosen = np.random.default_rng(0).permutation(len(topics))[:N_EXAMPLES]
    return [topics[i] for i in chosen]
