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
from benchmarks.paper.systems import SYSTEMS, System, Training
from benchmarks.paper.word_errors import judge
from benchmarks.record import Record
from thalweg.corpus.document_source import DocumentSource
from thalweg.state.topic_state import TopicState

# The paper does not say which SVB it showed to people: the best of the four on NIPS by our curves.
RIVALS = ("SCVB0", "SVB-B5-O0.5")
N_WORDS = 10
N_EXAMPLES = 10
OTHER_PERCENTILES = (50.0, 75.0, 90.0, 99.0)  # to see whether the choice of one decides


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
        DocumentSource.of(task.corpus.corpus),
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
    """Return one line per topic."""
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
        verdict = judge(np.array(ids), DocumentSource.of(corpus.corpus))
        for task in same:
            groups.append(
                {
                    "title": task.title,
                    "corpus": corpus.about,
                    "threshold": verdict.threshold(),
                    **_summary(task, judged, verdict.errors()),
                    "other_percentiles": {
                        f"{percentile:g}": {
                            name: float(np.mean(errors))
                            for name, errors in _errors(
                                task, judged, verdict.errors(percentile)
                            ).items()
                        }
                        for percentile in OTHER_PERCENTILES
                    },
                }
            )
    return {"groups": groups}


def _of(task: Task, system: str, runs: list[dict[str, Any]]) -> list[int]:
    """Places of a system's runs of a task, by seed."""
    places = [i for i, r in enumerate(runs) if r["task"] == task.title and r["system"] == system]
    return sorted(places, key=lambda i: runs[i]["seed"])


def _errors(
    task: Task, runs: list[dict[str, Any]], errors: NDArray[np.int64]
) -> dict[str, list[list[int]]]:
    """For every system, runs x topics; `errors` has the topics of all runs in order."""
    by_run = errors.reshape(len(runs), -1)
    return {name: by_run[_of(task, name, runs)].tolist() for name in task.limits}


def _summary(task: Task, runs: list[dict[str, Any]], errors: NDArray[np.int64]) -> dict[str, Any]:
    of = {name: [runs[i] for i in _of(task, name, runs)] for name in task.limits}
    mine = _errors(task, runs, errors)
    return {
        "seconds": {
            name: limit.seconds if math.isfinite(limit.seconds) else None
            for name, limit in task.limits.items()
        },
        "documents": {name: [r["documents"] for r in of[name]] for name in of},
        "errors": mine,
        "tests": tests(*mine.values()),
        "examples": {name: _examples(of[name]) for name in of},
    }


def tests(ours: list[list[int]], theirs: list[list[int]]) -> dict[str, float | None]:
    """How likely chance alone leaves ours with so much fewer errors, by three t-tests (p).

    Topics as two samples, means of runs as two samples, and means of runs as pairs of one seed.
    """
    topics = np.ravel(ours), np.ravel(theirs)
    runs = np.mean(ours, axis=1), np.mean(theirs, axis=1)
    results = {
        "two_samples_of_topics": stats.ttest_ind(*topics, alternative="less"),
        "two_samples_of_runs": stats.ttest_ind(*runs, alternative="less"),
        "paired_runs": stats.ttest_rel(*runs, alternative="less"),
    }
    values = {name: float(result.pvalue) for name, result in results.items()}
    return {name: p if math.isfinite(p) else None for name, p in values.items()}


def _examples(runs: list[dict[str, Any]]) -> list[str]:
    """Topics of all runs, at random."""
    topics = [line for run in runs for line in run["topics"]]
    chosen = np.random.default_rng(0).permutation(len(topics))[:N_EXAMPLES]
    return [topics[i] for i in chosen]
