"""Streaming inference: the same numbers as `transform`, batch by batch, and files of them."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.synthetic import SyntheticCorpus
from thalweg import Corpus, InputError
from thalweg.analysis.document_topics import (
    DocumentTopics,
    infer_stream,
    model_stream,
)
from thalweg.analysis.document_topics_file import write_document_topics
from thalweg.model import TopicModel


@pytest.fixture(scope="module")
def named(corpus: SyntheticCorpus) -> Corpus:
    """The synthetic documents with words and ids, some of which need quotes in CSV."""
    n_documents, n_words = corpus.counts.shape
    ids = [f"doc{j}" for j in range(n_documents)]
    ids[1], ids[2] = 'with, a comma and a "quote"', "two\nlines"
    return Corpus(corpus.counts, [f"w{w}" for w in range(n_words)], {"id": ids})


@pytest.fixture(scope="module")
def model(named: Corpus) -> TopicModel:
    return TopicModel(4, random_state=0, max_iter=5).fit(named)


def batch_of(ids: list[object], shares: object) -> DocumentTopics:
    """Documents without words, which have these ids and topic proportions."""
    documents = Corpus(np.zeros((len(ids), 1)), ["word"], {"id": ids})
    return DocumentTopics(documents, np.array(shares, np.float32))


def written(
    model: TopicModel,
    corpus: Corpus,
    format: str,
    batch_documents: int | None = None,
    **options: int,
) -> io.BytesIO:
    file = io.BytesIO()
    batches = infer_stream(model.state_, corpus, n_threads=2, batch_documents=batch_documents)
    n = write_document_topics(batches, file, format, 4, **options)
    assert n == len(corpus)
    file.seek(0)
    return file


# ---------------------------------------------------------------------- streams


def test_a_stream_equals_transform(model: TopicModel, named: Corpus, tmp_path: Path) -> None:
    named.save(tmp_path / "store")
    stored = Corpus.open(tmp_path / "store")
    found = list(infer_stream(model.state_, stored, n_threads=2, batch_documents=7))
    assert [len(batch) for batch in found] == [7] * 8 + [4]
    assert [batch.first for batch in found] == list(range(0, 60, 7))
    np.testing.assert_array_equal(
        np.concatenate([batch.shares for batch in found]), model.transform(named)
    )
    assert [name for batch in found for name in batch.ids] == named.ids.to_list()


@pytest.mark.parametrize("kind", [list, iter])
def test_several_corpora_are_one_stream(model: TopicModel, named: Corpus, kind: type) -> None:
    found = list(infer_stream(model.state_, kind([named[:10], named[10:60]])))
    assert [batch.first for batch in found] == [0, 10]
    shares = np.concatenate([batch.shares for batch in found])
    np.testing.assert_array_equal(shares, model.transform(named))


def test_words_are_matched_by_name_and_columns_of_a_matrix_by_number(
    model: TopicModel, named: Corpus
) -> None:
    expected = model.transform(named)
    reordered = named.with_vocabulary([f"w{w}" for w in range(49, -1, -1)])
    for X in (reordered, named.to_csr(), named.to_csr().toarray()):
        [batch] = model_stream(model, X)
        np.testing.assert_array_equal(batch.shares, expected)


def test_a_matrix_with_other_columns_is_refused(model: TopicModel) -> None:
    with pytest.raises(InputError, match="3"):
        list(model_stream(model, [[1, 2, 3]]))


def test_a_model_without_training_is_refused() -> None:
    with pytest.raises(InputError, match="not been trained"):
        model_stream(TopicModel(2), [[1, 2]])


def test_the_largest_topics_are_sorted_by_share_and_then_by_number() -> None:
    shares = [[0.1, 0.6, 0.3], [0.25, 0.25, 0.5], [0.25, 0.5, 0.25]]
    batch = batch_of([0, 1, 2], shares)
    topics, found = batch.largest(2)
    assert topics.tolist() == [[1, 2], [2, 0], [1, 0]]
    np.testing.assert_array_equal(found, np.take_along_axis(batch.shares, topics, axis=1))


# ---------------------------------------------------------------------- files


def test_csv_has_ids_and_rounded_shares(model: TopicModel, named: Corpus) -> None:
    table = pl.read_csv(written(model, named, "csv"))
    assert table.columns == ["id", "topic_0", "topic_1", "topic_2", "topic_3"]
    assert table["id"].to_list() == named.ids.to_list()
    shares = table.drop("id").to_numpy()
    # Five decimals: half a unit of the fifth, plus the rounding of float32.
    np.testing.assert_allclose(shares, model.transform(named), atol=0.5e-5 + 1e-7, rtol=0)


@pytest.mark.parametrize("decimals", [1, 2, 7])
def test_csv_has_the_requested_number_of_decimals(
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


def test_shares_of_zero_and_one_have_all_decimals() -> None:
    file = io.BytesIO()
    write_document_topics(iter([batch_of([5], [[0, 1]])]), file, "csv", 2, decimals=3)
    assert file.getvalue() == b"id,topic_0,topic_1\n5,0.000,1.000\n"


def test_json_lines_have_the_same_table(model: TopicModel, named: Corpus) -> None:
    rows = [json.loads(line) for line in written(model, named, "jsonl")]
    assert [row.pop("id") for row in rows] == named.ids.to_list()
    assert list(rows[0]) == ["topic_0", "topic_1", "topic_2", "topic_3"]
    shares = np.array([list(row.values()) for row in rows])
    np.testing.assert_allclose(shares, model.transform(named), atol=0.5e-5 + 1e-7, rtol=0)


def test_parquet_has_the_exact_shares(model: TopicModel, named: Corpus) -> None:
    table = pl.read_parquet(written(model, named, "parquet", batch_documents=7))
    assert table["id"].to_list() == named.ids.to_list()
    np.testing.assert_array_equal(table.drop("id").to_numpy(), model.transform(named))


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_the_largest_topics_are_written_as_pairs_of_columns(
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
def test_without_documents_the_table_is_empty(format: str) -> None:
    file = io.BytesIO()
    assert write_document_topics(iter([]), file, format, 2) == 0
    if format == "csv":
        assert file.getvalue() == b"id,topic_0,topic_1\n"
    elif format == "parquet":
        assert pl.read_parquet(io.BytesIO(file.getvalue())).columns == ["id", "topic_0", "topic_1"]
    else:
        assert file.getvalue() == b""


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_an_error_in_the_stream_is_raised_unchanged(format: str) -> None:
    def failing() -> Iterator[DocumentTopics]:
        yield batch_of([1], [[0.5, 0.5]])
        raise InputError("line 2 is damaged")

    with pytest.raises(InputError, match="line 2 is damaged"):
        write_document_topics(failing(), io.BytesIO(), format, 2)


@pytest.mark.parametrize(
    ("format", "options", "message"),
    [
        ("xml", {}, "`format` is 'xml'; expected one of csv, jsonl, parquet"),
        ("csv", {"decimals": 0}, "`decimals` is 0; expected 1 to 7"),
        ("csv", {"largest": 5}, "`largest` is 5; expected 1 to 4"),
    ],
)
def test_bad_options_are_refused_before_anything_is_written(
    format: str, options: dict[str, int], message: str
) -> None:
    file = io.BytesIO()
    with pytest.raises(InputError, match=message):
        write_document_topics(iter([]), file, format, 4, **options)
    assert file.getvalue() == b""


@pytest.mark.parametrize("largest", [None, 1])
def test_ids_that_are_formulas_get_an_apostrophe_for_spreadsheets(largest: int | None) -> None:
    documents = Corpus([[1, 0], [0, 1]], ["a", "b"], {"id": ["=1+1", "x"]})
    shares = np.full((2, 2), 0.5, dtype=np.float32)
    for spreadsheet, first in ((False, b"=1+1"), (True, b"'=1+1")):
        file = io.BytesIO()
        write_document_topics(
            iter([DocumentTopics(documents, shares)]),
            file,
            "csv",
            2,
            largest=largest,
            spreadsheet=spreadsheet,
        )
        ids = [line.partition(b",")[0] for line in file.getvalue().splitlines()]
        assert ids == [b"id", first, b"x"]
