"""The cost model of several machines, and the page about scale."""

import json
from pathlib import Path

import pytest

from benchmarks.distributed import report
from benchmarks.distributed.cost_model import VISITS_PER_ENTRY, CostModel, Job, n_rounds


def run(n_words: int, threads: float, workers: float) -> dict[str, object]:
    return {
        "corpus": "arxiv50k",
        "mode": "rounds",
        "seconds": {"threads": [threads], "workers": [workers]},
        "ratio": workers / threads,
        "scores": {"threads": -7.0, "workers": -7.001},
        "same_bits": False,
        "ray_start_seconds": 3.0,
        "n_words": n_words,
        "n_documents": 50_000,
        "n_tokens": 4e6,
        "n_entries": 3_000_000,
    }


def test_the_model_finds_the_numbers_that_times_were_made_from() -> None:
    rounds = n_rounds(50_000, 16, 2)
    speed, fixed, per_second = 20e6, 0.004, 2e9
    threads = 16 * 3_000_000 * VISITS_PER_ENTRY / (2 * speed)
    runs = [
        run(n, threads, threads + rounds * (fixed + 4 * 4.0 * n * 100 / per_second))
        for n in (10_000, 50_000)
    ]
    found = CostModel.fitted(runs, 16, 100)
    assert found.visits_per_second == pytest.approx(speed)
    assert found.round_seconds == pytest.approx(fixed)
    assert found.bytes_per_second == pytest.approx(per_second)


def test_more_nodes_compute_less_and_communicate_more() -> None:
    model = CostModel(20e6, 100, 0.004, 2e9)
    job = Job(1e10)
    one, eight = (model.seconds(job, n, 32, 1.25e9) for n in (1, 8))
    assert one[0] == pytest.approx(8 * eight[0])
    assert one[1] == 0 < eight[1]


def test_rounds_are_at_least_one_per_pass_and_fewer_with_more_workers() -> None:
    assert n_rounds(50_000, 16, 2) >= 16
    assert n_rounds(50_000, 16, 64) < n_rounds(50_000, 16, 4)  # few workers have longer ones


def test_the_page_has_a_section_for_each_record(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    content = {
        "machine": {"processor": "a processor"},
        "settings": {"passes": 16, "topics": 100, "repeats": 1},
        "runs": [run(10_000, 1.0, 1.05), run(50_000, 2.0, 2.2)],
    }
    out = tmp_path / "scale.md"
    options = ["--results", str(tmp_path), "--out", str(out)]
    report.main(options)
    assert "##" not in out.read_text().replace("# Scale", "")
    (tmp_path / "versus_threads.json").write_text(json.dumps(content))
    report.main(options)
    assert "## Two workers against two threads" in out.read_text()
    assert "## Predictions" in out.read_text()
    assert (tmp_path / "predictions.png").exists()
    times = out.read_text().split("## Predictions")[1]
    assert all(f"| {tokens} |" in times for tokens in ("1e09", "1e10", "1e11", "1e12"))
    report.main([*options, "--check"])


def test_the_page_of_the_repository_is_up_to_date() -> None:
    pytest.importorskip("matplotlib")
    report.main(["--check"])
