"""What is recognised from the first lines: formats of pipes, separators, the column of texts."""

import gzip
import json
import os
import threading
import warnings

import pytest

import thalweg
from thalweg.corpus.sources.recognise import likely_text_column
from thalweg.errors import InputError, ThalwegWarning

ALL = {"min_df": 1, "max_df": 1.0, "stop_words": None}
ROWS = [("a1", "cold soup, and wine"), ("a2", "warm bread; no wine")] * 30
JSON = "".join(json.dumps({"id": id, "text": text}) + "\n" for id, text in ROWS)


def table(separator: str) -> str:
    lines = [f'{id}{separator}"{text}"' for id, text in ROWS]
    return "\n".join([f"id{separator}text", *lines]) + "\n"


def read_pipe(tmp_path, data: bytes, **arguments):
    """Read from a named pipe, whose name says nothing."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(data,))
    writer.start()
    try:
        return thalweg.read(pipe, keep_texts=True, **ALL, **arguments)
    finally:
        writer.join()


@pytest.mark.parametrize("text", [JSON, table(","), table(";"), table("\t"), "\n\n" + JSON])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_tables_in_pipes_are_recognised(tmp_path, text, pack):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ThalwegWarning)
        corpus = read_pipe(tmp_path, pack(text.encode()), metadata=["id"])
    assert corpus.texts.to_list() == [text for _, text in ROWS]
    assert corpus.ids.to_list() == [id for id, _ in ROWS]


@pytest.mark.parametrize(
    "text",
    [
        "{ not json\nsecond\n",
        "id, text or both\na line without commas\n",
        "text\none, two\nthree\n",
        "a plain line",
        '"text": 1\n',
    ],
)
def test_other_pipes_are_lines(tmp_path, text):
    assert read_pipe(tmp_path, text.encode()).texts.to_list() == text.splitlines()


def test_a_long_first_line_is_recognised_and_complete(tmp_path):
    line = json.dumps({"text": "wine " * 50_000})
    corpus = read_pipe(tmp_path, line.encode())
    assert corpus.n_tokens == 50_000


def test_a_binary_file_in_a_pipe_is_refused(tmp_path):
    with pytest.raises(InputError, match="holds a Parquet file, which cannot be read from a pipe"):
        read_pipe(tmp_path, b"PAR1" + b"\0" * 100)


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_another_separator_is_used_with_a_warning(tmp_path, separator):
    path = tmp_path / "reviews.csv"
    path.write_text(table(separator))
    with pytest.warns(ThalwegWarning, match="has the separator .* and not ','"):
        corpus = thalweg.read(path, metadata=["id"], keep_texts=True, **ALL)
    assert corpus.texts.to_list() == [text for _, text in ROWS]
    with warnings.catch_warnings():
        warnings.simplefilter("error", ThalwegWarning)
        same = thalweg.read(path, separator=separator, **ALL)
    assert (same.to_csr() != corpus.to_csr()).nnz == 0


def test_a_single_column_stays_a_single_column(tmp_path):
    path = tmp_path / "one.csv"
    path.write_text("text\ncold; soup\nwarm; bread\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error", ThalwegWarning)
        assert len(thalweg.read(path, **ALL)) == 2


def test_a_separator_that_is_given_is_not_replaced(tmp_path):
    path = tmp_path / "reviews.csv"
    path.write_text(table(";"))
    with pytest.raises(InputError, match="'id;text'"):
        thalweg.read(path, separator=",", **ALL)


@pytest.mark.parametrize("name", ["reviews.csv", "reviews.jsonl", "reviews.parquet"])
def test_a_missing_column_is_answered_with_the_longest_texts(tmp_path, name):
    import polars as pl

    frame = pl.DataFrame(
        {
            "id": ["r1", "r2"],
            "title": ["Good", "Bad"],
            "opinion": ["The soup was cold again", "The bread was warm"],
        }
    )
    writers = {
        "reviews.csv": frame.write_csv,
        "reviews.jsonl": frame.write_ndjson,
        "reviews.parquet": frame.write_parquet,
    }
    writers[name](tmp_path / name)
    with pytest.raises(InputError, match=r"it has 'id', 'title', 'opinion'.*`column='opinion'`"):
        thalweg.read(tmp_path / name, **ALL)


def test_without_values_the_name_of_a_column_decides():
    assert likely_text_column(["id", "review_body", "stars"], None) == "review_body"
    assert likely_text_column(["id", "stars"], None) is None
