"""The corpus benchmark in a short form: that it runs and reports what it says, not how fast."""

from __future__ import annotations

from pathlib import Path

from benchmarks import corpora
from benchmarks.corpus import memory, texts, triples


def test_texts_are_timed_and_their_counts_compared(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(corpora, "SHARED", tmp_path)  # where nothing is
    monkeypatch.setattr(
        corpora, "sentences", lambda n, n_words, sentences=corpora.sentences: sentences(300, 20)
    )
    (name, path), *others = texts.files(tmp_path).items()
    assert (name, others) == ("made", [])
    result = texts.measure(path, repeats=1)
    assert result["equal_counts"]
    assert result["documents"] == 300
    seconds = result["seconds"]
    assert result["times_as_long_as_polars_reading"] == seconds["thalweg"] / seconds["polars"]


def test_triples_are_read_as_they_were_written(tmp_path: Path) -> None:
    result = triples.measure(corpora.zipf(30, 50, 20), tmp_path, repeats=1)
    assert result["equal"]
    assert result["times_faster_than_mmread"] > 0


def test_memory_is_measured_from_text_to_training(tmp_path: Path) -> None:
    result = memory.measure(4_000_000, tmp_path)
    assert result["text_bytes"] >= 4_000_000
    assert result["reading"]["documents"] == result["generated_documents"]
    assert result["training"]["tokens"] == result["reading"]["tokens"]
    assert result["reading"]["peak_bytes"] > result["reading"]["idle_bytes"] > 0
