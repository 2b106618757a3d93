"""The benchmark of edits in a short form: that it runs, and that all edits are taken back."""

import json
import sys

from benchmarks.steering import edit_cost, seeds


def test_every_edit_is_timed(tmp_path, monkeypatch, capsys) -> None:
    arguments = ["--topics", "9", "--words", "300", "--repeats", "1", "--results", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["edit_cost", *arguments])
    edit_cost.main()
    runs = json.loads((tmp_path / "edit_cost.json").read_text())["runs"]
    assert len(runs) == 17
    assert all(run["undo_bytes"] > 0 for run in runs)
    assert "| merge 2 topics |" in capsys.readouterr().out


def test_scores_are_compared_with_the_same_seed() -> None:
    row = dict.fromkeys(("share", "smallest_share", "belonging"), 0.5)
    row |= {"corpus": "c", "coherence_seeded": 0.2, "coherence_others": 0.1}
    runs = [
        row | {"method": method, "seed": seed, "score": -8.0 - seed - change}
        for method, change in (("no seeds", 0.0), ("seeds 0.8", 0.25))
        for seed in (0, 1)
    ]
    assert "| seeds 0.8 (2) | 0.500 | 0.50 | 0.200, 0.100 | -0.2500 |" in seeds.table(runs)
