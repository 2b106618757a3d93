"""The benchmark of `thalweg infer` in a short form: that it runs and reports what it says."""

import sys
from pathlib import Path

import pytest

from benchmarks import corpora, infer
from thalweg import Corpus


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read from /proc")
def test_the_command_is_measured_for_n_and_two_n_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(infer, "N_TOPICS", 5)
    corpus = Corpus(corpora.zipf(50, 60, 20), [f"w{w}" for w in range(60)])
    report = infer.measure(corpus, tmp_path, copies=2, formats=["csv"])
    assert [run["documents"] for run in report["runs"]] == [100, 200]
    for run in report["runs"]:
        assert run["peak_bytes"] > 0
        assert run["documents_per_second"] == run["documents"] / run["seconds"]
        # A header, and for every document an id, five shares of five decimals, a line break.
        ids = sum(len(str(j)) for j in range(run["documents"]))
        header = len("id,topic_0,topic_1,topic_2,topic_3,topic_4\n")
        assert run["table_bytes"] == header + ids + run["documents"] * (5 * 8 + 1)
    assert 1 <= report["inference_alone"]["mean_passes"] <= 100
