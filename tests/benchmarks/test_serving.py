"""The benchmark of serving in a short form: that it runs and reports what it says."""

from pathlib import Path

import pytest

from benchmarks import corpora, serving, serving_http


def test_latency_and_throughput_are_measured(tmp_path: Path) -> None:
    serving.train(500, 3, n_documents=200).save(tmp_path / "model")
    texts = corpora.sentences(20, 10, seed=1)
    report = serving.measure(tmp_path / "model", texts, seconds=0.05, processes=[1, 2])
    assert report["words"] == 500
    assert report["tokens_per_text"] == 10.0
    for figures in report["latency_ms"].values():
        assert 0 < figures["p50"] <= figures["p99"] <= figures["p99.9"]
        assert 0 < figures["cpu_p50"] <= figures["cpu_p99"]
    assert set(report["texts_per_second"]) == {"1", "2"}
    assert min(report["texts_per_second"].values()) > 0


def test_the_service_of_the_page_answers_over_http(tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("uvicorn")
    serving.train(500, 3, n_documents=200).save(tmp_path / "reviews.model")
    found = serving_http.measure(tmp_path, corpora.sentences(5, 20))
    assert found["/constant"]["p50"] > 0
    assert 0 < found["/topics"]["p50"] <= found["/topics"]["p99"]
