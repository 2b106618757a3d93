"""Topics of documents as a stream: the same numbers as `transform`, batch by batch."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.synthetic import SyntheticCorpus
from thalweg import Corpus, InputError
from thalweg.analysis import document_topics
from thalweg.analysis.document_topics import DocumentTopics, infer_stream
from thalweg.analysis.document_topics_file import write_document_topics
from thalweg.model import TopicModel


@pytest.fixture(scope="module")
def named(corpus: SyntheticCorpus) -> Corpus:
    """The synthetic documents with words and ids, some of which CSV has to quote."""
    n_documents, n_words = corpus.counts.shape
    ids = [f"doc{j}" for j in range(n_documents)]
    ids[1], ids[2] = 'with, a comma and a "quote"', "two\nlines"
    return Corpus(corpus.counts, [f"w{w}" for w in range(n_words)], {"id": ids})


@pytest.fixture(scope="module")
def model(named: Corpus) -> TopicModel:
    return TopicModel(4, random_state=0, max_iter=5).fit(named)


def batches(model: TopicModel, corpus: Corpus) -> Iterator[DocumentTopics]:
    return infer_stream(model.state_, [corpus], n_threads=2)


def written(model: TopicModel, corpus: Corpus, format: str, **options: int) -> io.BytesIO:
    file = io.BytesIO()
    n = write_document_topics(batches(model, corpus), file, format, 4, **options)
    assert n == len(corpus)
    file.seek(0)
    return file


def test_the_stream_has_what_transform_has(
    model: TopicModel, named: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named.save(tmp_path / "store")
    monkeypatch.setattr(document_topics, "_BATCH_DOCUMENTS", 7)
    found = list(batches(model, Corpus.open(tmp_path / "store")))
    assert [len(batch) for batch in found] == [7] * 8 + [4]
    assert [batch.first for batch in found] == list(range(0, 60, 7))
    np.testing.assert_array_equal(
        np.concatenate([batch.shares for batch in found]), model.transform(named)
    )
    assert [name for batch in found for name in batch.ids] == named.ids.to_list()


def test_several_corpora_are_one_stream(model: TopicModel, named: Corpus) -> None:
    found = list(infer_stream(model.state_, [named[:10], named[10:60]]))
    assert [batch.first for batch in found] == [0, 10]
    shares = np.concatenate([batch.shares for batch in found])
    np.testing.assert_array_equal(shares, model.transform(named))


def test_the_largest_topics_come_in_order_of_their_shares() -> None:
    shares = np.array([[0.1, 0.6, 0.3], [0.25, 0.25, 0.5], [1 / 3, 1 / 3, 1 / 3]], np.float32)
    topics, found = DocumentTopics(pl.Series("id", [0, 1, 2]), shares).largest(2)
    assert topics[:2].tolist() == [[1, 2], [2, 0]]
    np.testing.assert_array_equal(found, np.take_along_axis(shares, topics, axis=1))


def test_csv_reads_back_as_ids_and_rounded_shares(model: TopicModel, named: Corpus) -> None:
    table = pl.read_csv(written(model, named, "csv"))
    assert table.columns == ["id", "topic_0", "topic_1", "topic_2", "topic_3"]
    assert table["id"].to_list() == named.ids.to_list()
    shares = table.drop("id").to_numpy()
    # Five decimals: half a unit of the fifth, and what float32 adds to it.
    np.testing.assert_allclose(shares, model.transform(named), atol=0.5e-5 + 1e-7, rtol=0)


@pytest.mark.parametrize("decimals", [1, 2, 7])
def test_csv_has_as_many_decimals_as_asked_for(
    model: TopicModel, named: Corpus, decimals: int
) -> None:
    file = written(model, named[3:5], "csv", decimals=decimals)
    for line, row in zip(
        file.read().decode().splitlines()[1:], model.transform(named[3:5]), strict=True
    ):
        cells = line.split(",")[1:]
        assert [len(cell) for cell in cells] == [2 + decimals] * 4
        atol = 0.5 * 10**-decimals + 1e-7
        np.testing.assert_allclose(np.array(cells, float), row, atol=atol, rtol=0)


def test_shares_of_zero_and_one_are_written_in_full() -> None:
    batch = DocumentTopics(pl.Series("id", [5]), np.array([[0, 1]], np.float32))
    file = io.BytesIO()
    write_document_topics(iter([batch]), file, "csv", 2, decimals=3)
    assert file.getvalue() == b"id,topic_0,topic_1\n5,0.000,1.000\n"


def test_json_lines_hold_the_same_table(model: TopicModel, named: Corpus) -> None:
    rows = [json.loads(line) for line in written(model, named, "jsonl")]
    assert [row.pop("id") for row in rows] == named.ids.to_list()
    assert list(rows[0]) == ["topic_0", "topic_1", "topic_2", "topic_3"]
    shares = np.array([list(row.values()) for row in rows])
    np.testing.assert_allclose(shares, model.transform(named), atol=0.5e-5 + 1e-7, rtol=0)


def test_parquet_holds_the_shares_themselves(
    model: TopicModel, named: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_topics, "_BATCH_DOCUMENTS", 7)
    table = pl.read_parquet(written(model, named, "parquet"))
    assert table["id"].to_list() == named.ids.to_list()
    np.testing.assert_array_equal(table.drop("id").to_numpy(), model.transform(named))


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_the_largest_topics_alone_are_pairs_of_columns(
    model: TopicModel, named: Corpus, format: str
) -> None:
    file = written(model, named, format, largest=2)
    read = {"csv": pl.read_csv, "jsonl": pl.read_ndjson, "parquet": pl.read_parquet}[format]
    table = read(file)
    assert table.columns == ["id", "top_1", "share_1", "top_2", "share_2"]
    theta = model.transform(named)
    np.testing.assert_array_equal(table["top_1"].to_numpy(), theta.argmax(axis=1))
    second = np.sort(theta, axis=1)[:, -2]
    np.testing.assert_allclose(table["share_2"].to_numpy(), second, atol=0.5e-5 + 1e-7)


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_no_documents_are_an_empty_table(format: str) -> None:
    file = io.BytesIO()
    assert write_document_topics(iter([]), file, format, 2) == 0
    if format == "csv":
        assert file.getvalue() == b"id,topic_0,topic_1\n"
    elif format == "parquet":
        assert pl.read_parquet(io.BytesIO(file.getvalue())).columns == ["id", "topic_0", "topic_1"]
    else:
        assert file.getvalue() == b""


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_an_error_in_the_stream_comes_out_as_it_is(format: str) -> None:
    def failing() -> Iterator[DocumentTopics]:
        yield DocumentTopics(pl.Series("id", [1]), np.array([[0.5, 0.5]], np.float32))
        raise InputError("line 2 is damaged")

    with pytest.raises(InputError, match="line 2 is damaged"):
        write_document_topics(failing(), io.BytesIO(), format, 2)


@pytest.mark.parametrize(
    ("format", "options", "message"),
    [
        ("xml", {}, "'xml'; expected one of csv, jsonl, parquet"),
        ("csv", {"decimals": 0}, "0 decimals; expected 1 to 7"),
        ("csv", {"largest": 5}, "5 largest topics; expected 1 to 4"),
    ],
)
def test_what_cannot_be_written_is_told_first(
    format: str, options: dict[str, int], message: str
) -> None:
    file = io.BytesIO()
    with pytest.raises(InputError, match=message):
        write_document_topics(iter([]), file, format, 4, **options)
    assert file.getvalue() == b""
