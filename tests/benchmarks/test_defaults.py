"""The ablation and the search, small, and their page."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.defaults import __main__ as ablation
from benchmarks.defaults import report, search, trial
from benchmarks.defaults.variants import VARIANTS, far_apart
from benchmarks.versus.tasks import TASKS, Task
from tests.synthetic import make_corpus


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder for records; the only task is a small one."""
    for name in list(TASKS):
        monkeypatch.delitem(TASKS, name)
    monkeypatch.setitem(TASKS, "small", Task("Small, K = 3", "none", 3))
    counts = make_corpus(n_documents=80, n_topics=3).counts
    halves = counts[:60], counts[60:]
    for module in (trial, search):
        monkeypatch.setattr(module, "documents", lambda task: halves)
    return tmp_path


def call(main, monkeypatch, *arguments: str) -> None:
    monkeypatch.setattr("sys.argv", ["benchmark", *arguments])
    main()


def test_every_variant_is_measured_and_the_page_says_what_the_records_say(
    results, monkeypatch, capsys
) -> None:
    call(ablation.main, monkeypatch, "--results", str(results), "--seeds", "2")
    record = json.loads((results / "ablation.json").read_text())
    assert len(record["runs"]) == 2 * len(VARIANTS)
    assert len({(run["group"], run["name"]) for run in record["runs"]}) == len(VARIANTS)
    scores = {run["score"] for run in record["runs"] if run["seed"] == 0}
    assert len(scores) > len(VARIANTS) / 2  # most variants differ
    monkeypatch.setattr(search, "N_SETTINGS", 4)
    call(search.main, monkeypatch, "--results", str(results))
    runs = json.loads((results / "search.json").read_text())["runs"]
    again = search.N_SEEDS * (search.N_AGAIN + 1)  # and the defaults
    assert len(runs) == 4 + again
    assert "better than the defaults by" in capsys.readouterr().out

    options = ["--results", str(results), "--out", str(results / "page.md")]
    report.main(options)
    page = (results / "page.md").read_text()
    usual = np.mean([run["score"] for run in record["runs"] if run["name"] == "defaults"])
    assert f"{usual:.4f}" in page
    report.main([*options, "--check"])
    (results / "page.md").write_text(page + "more")
    with pytest.raises(SystemExit, match="is out of date"):
        report.main([*options, "--check"])


def test_a_stopped_ablation_goes_on(results, monkeypatch, capsys) -> None:
    for _ in range(2):
        call(ablation.main, monkeypatch, "--results", str(results), "--seeds", "1")
    assert len(capsys.readouterr().out.splitlines()) == len(VARIANTS)


def test_documents_far_apart_differ_more_than_those_at_random() -> None:
    X = make_corpus(n_documents=200, n_topics=4).counts
    rows = far_apart(X, 6, np.random.default_rng(0))
    assert len(set(rows.tolist())) == 6
    shares = X[rows].toarray() / X[rows].sum(axis=1)[:, None]
    likeness = np.sqrt(shares) @ np.sqrt(shares).T
    every = X.toarray() / X.sum(axis=1)[:, None]
    assert likeness[np.triu_indices(6, 1)].mean() < (np.sqrt(every) @ np.sqrt(every).T).mean()


def test_the_page_of_the_docs_is_what_the_records_give() -> None:
    report.main(["--check"])
