"""The comparison with rivals in a short form: that it measures what it says, not how fast."""

from __future__ import annotations

import importlib.util
import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from benchmarks.record import Record
from benchmarks.versus import __main__ as versus
from benchmarks.versus import report
from benchmarks.versus.comparison import Comparison, has_converged
from benchmarks.versus.process import measure
from benchmarks.versus.rivals import RIVALS, THALWEG, module
from benchmarks.versus.run import Enough, Run
from benchmarks.versus.scoring import FOLD_IN_PRIORS, HeldOut
from benchmarks.versus.tasks import TASKS, hold_out
from thalweg import LDA
from thalweg.evaluation._heldout import complete_documents

N_TOPICS = 4
BEGIN_ANEW = ("vowpal_wabbit", "spark_online")  # they end when no longer fit would do


@pytest.fixture(scope="module")
def corpus() -> sparse.csr_array:
    """Documents of two topics out of four, each with twenty words of its own."""
    rng = np.random.default_rng(0)
    rows = []
    for _ in range(200):
        shares = np.repeat(rng.dirichlet(np.full(N_TOPICS, 0.2)) / 20, 20)
        rows.append(rng.multinomial(60, shares))
    return sparse.csr_array(np.array(rows, dtype=np.int32))


@pytest.fixture(scope="module")
def split(corpus: sparse.csr_array) -> tuple[sparse.csr_array, sparse.csr_array]:
    return hold_out(corpus)


@pytest.fixture
def order(split: tuple[sparse.csr_array, sparse.csr_array], tmp_path: Path) -> dict[str, Any]:
    sparse.save_npz(tmp_path / "train.npz", split[0])
    documents = str(tmp_path / "train.npz")
    return {"topics": N_TOPICS, "budget": 0.2, "cores": 1, "seed": 0, "documents": documents}


def points(*pairs: tuple[float, float]) -> list[dict[str, Any]]:
    return [{"seconds": s, "score": score, "fold_in": "own"} for s, score in pairs]


# ------------------------------------------------------------------ tasks


def test_tasks_are_named_after_their_corpus_and_number_of_topics() -> None:
    records = {path.stem for path in versus.RESULTS.glob("*.json")}
    assert records <= set(TASKS)
    assert len(records) >= 5
    for name, task in TASKS.items():
        assert name == f"{task.corpus}-{task.n_topics}"
        assert task.title.endswith(f"K = {task.n_topics}")


def test_a_tenth_is_held_out_and_every_word_of_it_is_known(corpus: sparse.csr_array) -> None:
    rare = sparse.csr_array(np.eye(200, dtype=np.int32))  # a word of its own for every document
    train, held_out = hold_out(sparse.csr_array(sparse.hstack([corpus, rare])))
    assert (train.shape[0], held_out.shape[0]) == (180, 20)
    assert (train.sum(axis=0) > 0).all()
    assert train.shape[1] == 80 + 180
    again = hold_out(sparse.csr_array(sparse.hstack([corpus, rare])))
    assert (again[1] != held_out).nnz == 0


# ------------------------------------------------------------------ the clock of a run


class Parent:
    """Records what it is asked, and ends a run on request."""

    def __init__(self) -> None:
        self.looks: list[dict[str, Any]] = []
        self.answer: str | None = None

    def ask(self, look: dict[str, Any]) -> str | None:
        self.looks.append(look)
        return self.answer

    @property
    def seconds(self) -> list[float]:
        return [look["seconds"] for look in self.looks]


@pytest.fixture
def parent() -> Parent:
    return Parent()


@pytest.fixture
def run(split: tuple[sparse.csr_array, sparse.csr_array], tmp_path: Path, parent: Parent) -> Run:
    return Run(split[0], N_TOPICS, 2, seed=0, budget=10.0, folder=tmp_path, ask=parent.ask)


def test_scoring_is_not_on_the_clock(
    run: Run, parent: Parent, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("time.perf_counter", lambda: now)

    def slow_look() -> tuple[Any, float]:
        nonlocal now
        now += 100.0
        return np.ones((N_TOPICS, 3)), 0.1

    run.start()
    for _ in range(3):
        now += 1.0
        run.checkpoint(slow_look)
    assert parent.seconds == [1.0, 2.0, 3.0]
    parent.answer = "converged"
    now += 1.0
    with pytest.raises(Enough, match="converged"):
        run.checkpoint(slow_look)


def test_looks_are_a_twentieth_of_the_time_apart_and_the_last_is_always_taken(
    run: Run, parent: Parent, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("time.perf_counter", lambda: now)

    def train() -> None:
        nonlocal now
        while True:
            now += 0.125
            run.checkpoint(lambda: (np.ones((N_TOPICS, 3)), 0.1))

    run.start()
    with pytest.raises(Enough, match="budget"):
        train()
    assert parent.seconds[-1] == run.budget
    assert all(b >= 1.05 * a for a, b in pairwise(parent.seconds[:-1]))


def test_a_system_that_begins_anew_doubles_its_passes_and_fills_the_budget_in_the_end(
    run: Run,
) -> None:
    lengths = []
    for n in run.growing_lengths():
        lengths.append(n)
        run.seconds = 0.01 * n
    assert lengths[-1] in range(900, 1001)
    assert all(1.4 < b / a < 2.9 for a, b in pairwise(lengths))
    assert sum(lengths) < 2.2 * 1000


# ------------------------------------------------------------------ convergence


def test_scores_that_rise_no_more_for_a_third_of_the_time_have_converged() -> None:
    rising = [(s, -8 + 0.01 * min(s, 60)) for s in range(1, 121)]
    ends = [s for s, _ in rising if has_converged(points(*rising[:s]))]
    assert ends[0] == 90  # the last 30 s of it are not 0.001 better than what was before them


def test_nothing_converges_in_its_first_twenty_seconds() -> None:
    flat = [(s, -8.0) for s in range(1, 30)]
    ends = [s for s, _ in flat if has_converged(points(*flat[:s]))]
    assert ends[0] == 21


def test_one_that_rises_by_two_thousandths_in_a_third_of_the_time_is_not_ended() -> None:
    slow = [(s, -8 + 0.002 * np.log(s) / np.log(1.5)) for s in range(60, 1000)]
    slow += [(1.0, -8.1)]
    slow.sort()
    assert not any(has_converged(points(*slow[: n + 1])) for n in range(2, len(slow)))


# ------------------------------------------------------------------ scoring


def test_scoring_given_topics_is_document_completion(
    split: tuple[sparse.csr_array, sparse.csr_array],
) -> None:
    train, held_out = split
    lda = LDA(N_TOPICS, random_state=0).fit(train)
    alpha = lda.state_.prior.doc_topic
    scored = HeldOut.of(held_out).score(lda.components_, alpha)
    assert scored == pytest.approx(complete_documents(lda.state_, held_out).score, abs=1e-5)


def test_topics_are_scored_under_the_prior_that_suits_them_best(
    split: tuple[sparse.csr_array, sparse.csr_array],
) -> None:
    held_out = HeldOut.of(split[1])
    topics = np.kron(np.eye(N_TOPICS), np.ones(20)) + 0.01
    each = {alpha: held_out.score(topics, alpha) for alpha in FOLD_IN_PRIORS}
    best = max(each, key=lambda alpha: each[alpha])
    found = held_out.best_score(topics, own_alpha=50.0)
    assert found == {"score": each[best], "fold_in": best}
    assert held_out.best_score(topics, own_alpha=best)["fold_in"] == "own"


def test_the_scale_of_topics_does_not_matter(
    split: tuple[sparse.csr_array, sparse.csr_array],
) -> None:
    held_out = HeldOut.of(split[1])
    topics = np.kron(np.eye(N_TOPICS), np.ones(20)) + 0.01
    as_counts = topics * np.array([[1.0], [10.0], [100.0], [1000.0]])
    expected = held_out.best_score(topics, 0.1)["score"]
    assert held_out.best_score(as_counts, 0.1)["score"] == pytest.approx(expected, abs=1e-6)


# ------------------------------------------------------------------ workers


def test_thalweg_comes_to_the_end_of_a_default_fit(
    order: dict[str, Any], split: tuple[sparse.csr_array, sparse.csr_array]
) -> None:
    held_out = HeldOut.of(split[1])
    run = measure(THALWEG, sys.executable, order | {"budget": 60.0}, held_out)
    assert run["reason"] == "end"
    assert run["peak_bytes"] > 20e6
    lda = LDA(N_TOPICS, random_state=0).fit(split[0])
    expected = held_out.best_score(lda.components_, lda.state_.prior.doc_topic)
    assert run["points"][-1]["score"] == pytest.approx(expected["score"], abs=1e-5)


@pytest.mark.parametrize("system", RIVALS)
def test_a_rival_learns_within_its_budget(
    order: dict[str, Any], split: tuple[sparse.csr_array, sparse.csr_array], system: str
) -> None:
    package = {"scikit-learn": "sklearn"}.get(module(system).PACKAGE, module(system).PACKAGE)
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{module(system).PACKAGE} is not installed")
    held_out = HeldOut.of(split[1])
    run = measure(system, sys.executable, order, held_out)
    assert "points" in run, run
    assert run["reason"] == "budget" or system in BEGIN_ANEW
    nothing_learnt = held_out.best_score(np.ones((N_TOPICS, 80)), 0.1)["score"]
    assert max(point["score"] for point in run["points"]) > nothing_learnt


def test_a_rival_that_is_not_there_is_recorded_as_such(
    order: dict[str, Any], split: tuple[sparse.csr_array, sparse.csr_array], tmp_path: Path
) -> None:
    bare = tmp_path / "python"
    bare.write_text("#!/bin/sh\necho 'ModuleNotFoundError: no such rival' >&2\nexit 1\n")
    bare.chmod(0o755)
    run = measure("tomotopy_lda", str(bare), order, HeldOut.of(split[1]))
    assert run == {"system": "tomotopy_lda", "failed": "ModuleNotFoundError: no such rival"}


# ------------------------------------------------------------------ comparison and report


def test_of_our_runs_the_one_of_median_seconds_counts() -> None:
    runs = [{"points": [{"seconds": 0.1}, {"seconds": last}]} for last in (3.0, 1.0, 2.0)]
    assert versus.median(runs) == runs[2] | {"seconds_of_all_runs": [1.0, 2.0, 3.0]}
    assert versus.median([*runs, {"failed": "no memory"}]) == {"failed": "no memory"}


def test_the_ratio_is_of_the_seconds_to_nearly_the_rivals_best() -> None:
    rival = points((10, -8.0), (20, -7.601), (40, -7.6005), (80, -7.6), (120, -7.7))
    ours = points((0.1, -7.9), (0.2, -7.6015), (0.4, -7.59), (0.8, -7.61))
    one = Comparison.of(rival, ours)
    assert (one.best, one.seconds, one.score) == (-7.6, 20, -7.601)
    assert one.our_seconds == 0.4  # -7.6015 is within 0.002 of -7.6, but not what the rival had
    assert one.ratio == pytest.approx(50)
    assert one.our_end == -7.61


def test_a_score_that_we_never_have_has_no_ratio() -> None:
    one = Comparison.of(points((10, -7.0)), points((0.1, -7.5)))
    assert one.our_seconds is None
    assert one.ratio is None


def record(name: str, **curves: list[dict[str, Any]]) -> dict[str, Any]:
    runs: list[dict[str, Any]] = [
        {"system": s, "reason": "budget", "peak_bytes": 2e8, "version": "1.0", "points": p}
        for s, p in curves.items()
    ]
    size = {"documents": 9, "words": 8, "tokens": 70, "held_out": 1}
    return {
        "command": f"python -m benchmarks.versus --task {name}",
        "machine": {
            "processor": "a processor",
            "cores": 2,
            "python": "3.11",
            "thalweg": "0.1",
            "instruction_set": "avx2",
        },
        "date": "2025-01-01",
        "settings": {"topics": 20, "budget": 120, "cores": 2, "fold_in_priors": [0.1]}
        | {"converged": "it rises no more"},
        "corpus": {"title": TASKS[name].title} | size,
        "runs": runs,
    }


def test_the_report_says_what_the_records_say(tmp_path: Path) -> None:
    ours = points((0.1, -7.7), (0.5, -7.5))
    first = record("nips-20", thalweg_lda=ours, tomotopy_lda=points((60, -7.6)))
    second = record("ap-50", thalweg_lda=ours, tomotopy_lda=points((20, -7.4)))
    second["runs"].append({"system": "spark_online", "failed": "no Java"})
    for name, content in (("nips-20", first), ("ap-50", second)):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    out = tmp_path / "versus.md"
    report.main(["--results", str(tmp_path), "--out", str(out)])
    text = out.read_text()
    assert "**not**: tomotopy on AP, K = 50 (-0.1000)" in text
    assert "| tomotopy | 120 | never | 60 |" in text
    assert "| tomotopy | -7.6000 | 60 | 0.5 | 120 | 60 | own | 200 |" in text
    assert "- Spark MLlib: `no Java`" in text
    assert "| Spark MLlib | never" not in text
    report.main(["--results", str(tmp_path), "--out", str(out), "--check"])
    out.write_text(text + "and more\n")
    with pytest.raises(SystemExit, match="is out of date"):
        report.main(["--results", str(tmp_path), "--out", str(out), "--check"])


@pytest.mark.skipif(not report.load(versus.RESULTS), reason="there are no records yet")
def test_the_page_of_the_docs_is_what_the_records_give() -> None:
    report.main(["--check"])


def test_what_is_done_is_not_run_again_and_what_failed_is(tmp_path: Path) -> None:
    kept = Record(tmp_path / "nips-20.json", "versus", {})
    kept.add({"system": THALWEG, "points": points((1, -7))})
    kept.add({"system": "tomotopy_lda", "failed": "not installed"})
    assert versus.missing(kept, [THALWEG, "tomotopy_lda", "lda_gibbs"]) == [
        "tomotopy_lda",
        "lda_gibbs",
    ]
