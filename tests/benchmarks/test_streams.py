"""The benchmark of streams, on a small stream."""

from __future__ import annotations

import json

from benchmarks.streams import __main__ as streams
from benchmarks.streams import curve
from benchmarks.streams.streams import STREAMS, Stream
from tests.synthetic import make_corpus


def test_both_systems_are_scored_and_records_are_kept(tmp_path, monkeypatch, capsys) -> None:
    counts = make_corpus(n_documents=150, n_topics=3).counts
    monkeypatch.setitem(STREAMS, "docstrings", Stream("Small", lambda: counts))
    monkeypatch.setattr(curve, "N_TOPICS", 3)
    monkeypatch.setattr(streams, "TOY_SEEDS", 1)
    curve.documents.cache_clear()
    options = ["--stream", "docstrings", "--seeds", "1", "--results", str(tmp_path)]
    for _ in range(2):
        streams.main(options)
    runs = json.loads((tmp_path / "streams.json").read_text())["runs"]
    assert [run["system"] for run in runs] == ["thalweg", "scikit-learn", "one pass of fit"]
    assert runs[0]["points"][-1]["documents"] == 135  # a tenth is held out
    assert "least difference" in capsys.readouterr().out
    curve.documents.cache_clear()
