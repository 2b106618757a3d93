"""Iterables of strings or of rows."""

from collections.abc import Iterator

import pytest

from tests.corpus.sources.reading import TINY, columns_of, refusal, texts_of
from thalweg.corpus.sources.open_source import open_source

TEXTS = ["one", None, "", "zwölf" * 20, "x\ny"]


def test_a_list_can_be_read_again_and_a_generator_cannot() -> None:
    for sizes in (*TINY, None):
        source = open_source(TEXTS, sizes=sizes)
        assert source.repeatable
        assert source.n_bytes is None
        assert texts_of(source) == texts_of(source) == TEXTS
        source = open_source((text for text in TEXTS), sizes=sizes)
        assert not source.repeatable
        assert texts_of(source) == TEXTS


def test_a_generator_is_not_read_beyond_the_chunks() -> None:
    n_made = 0

    def endless() -> Iterator[str]:
        nonlocal n_made
        while True:
            n_made += 1
            yield "four"

    chunks = open_source(endless(), sizes=TINY[2]).chunks()
    assert len(next(chunks).texts) == n_made == 4


def test_rows_bring_columns(tmp_path: object) -> None:
    rows = [{"text": text, "n": number} for number, text in enumerate(TEXTS)]
    for sizes in (*TINY, None):
        source = open_source(rows, columns=["n"], sizes=sizes)
        assert texts_of(source) == TEXTS
        assert columns_of(source) == {"n": [0, 1, 2, 3, 4]}


@pytest.mark.parametrize("item", [3, b"bytes", ["a"], {"text": 3}, 1.5, object()])
def test_an_item_that_is_not_a_text_is_named(item: object) -> None:
    message = refusal(["a", item])
    assert "item 1" in message
    assert "expected a text" in message


def test_a_row_without_the_column_lists_those_there_are() -> None:
    assert "item 0 of a list has no column 'text'; it has 'body'" in refusal([{"body": "a"}])


def test_a_column_that_changes_its_type_is_named() -> None:
    rows = [{"text": "four", "n": 1}, {"text": "four", "n": "x"}]
    assert "column 'n'" in refusal(rows, columns=["n"])
    assert "column 'n'" in refusal(rows, columns=["n"], sizes=TINY[0])


def test_half_a_surrogate_pair_is_replaced_and_counted() -> None:
    source = open_source(["fine", "\ud800 \ud83d\ude00 \ufffd"])
    assert texts_of(source) == ["fine", "\ufffd \U0001f600 \ufffd"]
    assert source.n_replaced == 1


def test_an_exception_of_the_iterable_passes_through() -> None:
    def broken() -> Iterator[str]:
        yield "a"
        raise OSError("the network")

    with pytest.raises(OSError, match="the network"):
        texts_of(open_source(broken()))


def test_a_column_of_nulls_gets_its_type_when_the_first_value_comes():
    rows = [{"text": "word", "year": None}] * 3 + [{"text": "word", "year": 1999}] * 3
    chunks = list(open_source(rows, columns=["year"], sizes=TINY[1]).chunks())
    assert len(chunks) > 1
    assert [year for chunk in chunks for year in chunk.columns["year"]] == [None] * 3 + [1999] * 3
