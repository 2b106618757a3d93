"""SQLite databases: tables, queries and errors."""

import sqlite3
from contextlib import suppress

import pytest

import thalweg
from thalweg.errors import InputError

ALL = {"min_df": 1, "max_df": 1.0, "stop_words": None}
ROWS = [(n, n % 5, text) for n, text in enumerate(["cold soup", None, "warm bread"] * 700)]


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "reviews.sqlite"
    connection = sqlite3.connect(path)
    connection.execute('create table "my reviews" (id integer, stars integer, text text)')
    connection.executemany('insert into "my reviews" values (?, ?, ?)', ROWS)
    connection.commit()
    connection.close()
    return path


def add_table(path):
    connection = sqlite3.connect(path)
    connection.execute("create table authors (name text)")
    connection.commit()
    connection.close()


def test_the_only_table_is_read(database):
    corpus = thalweg.read(database, metadata=["id", "stars"], keep_texts=True, **ALL)
    assert corpus.texts.to_list() == [text for _, _, text in ROWS]
    assert corpus.metadata["id"].to_list() == [row[0] for row in ROWS]
    assert corpus.metadata["stars"].to_list() == [row[1] for row in ROWS]
    assert corpus.vocabulary[:] == ["bread", "cold", "soup", "warm"]


def test_a_query_chooses_the_documents(database):
    query = 'select id, upper(text) as body from "my reviews" where stars = 2 order by id desc'
    expected = [row[0] for row in reversed(ROWS) if row[1] == 2]
    for source in (database, f"sqlite:///{database}"):
        corpus = thalweg.read(source, "body", query=query, metadata=["id"], **ALL)
        assert corpus.ids.to_list() == expected


def test_a_database_can_be_read_twice_and_streamed(database):
    once = thalweg.read(database, **ALL)
    assert (thalweg.read(database, n_passes=2, **ALL).to_csr() != once.to_csr()).nnz == 0
    chunks = thalweg.stream(database, once.vocabulary, table="my reviews")
    assert sum(chunk.n_tokens for chunk in chunks) == once.n_tokens


def test_several_tables_are_listed(database):
    add_table(database)
    with pytest.raises(InputError, match=r"has 2 tables: 'authors', 'my reviews'.*`table="):
        thalweg.read(database, **ALL)
    with pytest.raises(InputError, match="`table` is 'review'; expected one of 'authors'"):
        thalweg.read(database, table="review", **ALL)
    assert len(thalweg.read(database, table="my reviews", **ALL)) == len(ROWS)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"column": "body"}, "has no column 'body'; it has 'id', 'stars', 'text'"),
        ({"table": "a", "query": "select 1"}, "`table` and `query` are both given"),
        ({"query": "select text from nowhere"}, "no such table: nowhere"),
        ({"query": "delete from 'my reviews'"}, "readonly"),
        ({"sheet": "a"}, "`sheet` is 'a', but `source` is not a spreadsheet"),
    ],
)
def test_errors_name_the_parameter(database, arguments, message):
    with pytest.raises(InputError, match=message):
        thalweg.read(database, **ALL, **arguments)


def test_a_file_that_is_not_a_database_is_an_error(tmp_path):
    path = tmp_path / "thumbs.db"
    path.write_bytes(b"something else" * 100)
    with pytest.raises(InputError, match="cannot be read as an SQLite database"):
        thalweg.read(path)


def test_the_password_of_an_address_is_not_shown():
    with pytest.raises(InputError, match=r"starts with postgresql://.*read_database_uri") as raised:
        thalweg.read("postgresql://me:secret@host/reviews", query="select 1")
    assert "secret" not in str(raised.value)


def test_a_damaged_database_is_an_error(database):
    """Damage of the index of tables, or of a page with rows, is found while rows are fetched."""
    whole = database.read_bytes()
    for first in range(100, len(whole), 256):
        database.write_bytes(whole[:first] + b"\xff" * 64 + whole[first + 64 :])
        with suppress(InputError):
            thalweg.read(database, **ALL)
