"""Requests of the page, answered about planted topics: rivers in even documents, money in odd."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")

import thalweg
from tests.explore.exploration import (
    MONEY,
    RIVER,
    Page,
    explored,
    opened,
    planted_frame,
    planted_texts,
)


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with explored() as (_, client), opened(client) as page:
        yield page


def topic_of(page: Page, words: tuple[str, ...]) -> int:
    """Return the number of the topic whose most frequent word is one of these."""
    for k in range(2):
        if page.ask("topic", topic=k, **{"lambda": 1.0})["words"][0]["word"] in words:
            return k
    raise AssertionError("no topic has these words")


def test_a_topic_has_its_words_and_typical_documents(page: Page) -> None:
    river = topic_of(page, RIVER)
    answer = page.ask("topic", topic=river)
    assert {each["word"] for each in answer["words"][:6]} == set(RIVER)
    assert len(answer["documents"]) == 8
    assert all(document["row"] % 2 == 0 for document in answer["documents"])
    assert answer["related"][0]["topic"] == 1 - river


def test_shares_of_words_are_those_of_the_model() -> None:
    with explored() as (session, client), opened(client) as page:
        table = session.model.topics(6)
        for topic in table:
            words = page.ask("topic", topic=topic.topic, words=6, **{"lambda": 1.0})["words"]
            assert [each["word"] for each in words] == topic.words
            assert [each["share"] for each in words] == pytest.approx(topic.weights)


def test_a_document_has_its_text_and_the_topic_of_every_word(page: Page) -> None:
    river = topic_of(page, RIVER)
    answer = page.ask("document", row=2)
    assert answer["id"] == "d2"
    assert answer["metadata"]["place"] == "north"
    assert answer["shares"][0][0] == river
    words = [part for part in answer["parts"] if len(part) == 4]
    assert len(words) == 24
    assert {topic for _, _, topic, _ in words} == {river}
    assert all(similar["row"] % 2 == 0 for similar in answer["similar"][:3])
    later = page.ask("similar", row=2)["documents"]
    assert [each["row"] for each in later] == [each["row"] for each in answer["similar"]]
    assert page.ask("document", row=2, alone=True) == answer | {"similar": []}


def test_a_column_of_groups_has_its_values(page: Page) -> None:
    assert page.ask("values", column="place")["values"] == ["north", "south"]
    assert "expected one of: place" in page.reply("values", column="date")["message"]


def test_a_word_has_its_topics_and_contexts(page: Page) -> None:
    answer = page.ask("word", word="loan")
    assert answer["topics"][0]["topic"] == topic_of(page, MONEY)
    assert answer["topics"][0]["share"] > 0.9
    assert answer["contexts"]
    assert {each["word"] for each in answer["contexts"]} == {"loan"}
    assert sum(each["n_found"] for each in answer["trend"]["periods"]) == answer["n_documents"]


def test_search_finds_documents_by_words_and_filters(page: Page) -> None:
    found = page.ask("search", query="flood", limit=200)
    assert found["hits"]
    assert all(hit["row"] % 2 == 1 or hit["row"] < 700 for hit in found["hits"])
    assert page.ask("search", query="flood", groups={"place": "south"})["hits"] == []
    dated = page.ask("search", query="flood", limit=200, **{"from": "2012-01-01"})["hits"]
    assert 0 < len(dated) < len(found["hits"])
    other = topic_of(page, MONEY)
    assert page.ask("search", query="flood", topic=other, least=0.5)["hits"] == []


def test_the_spans_of_a_snippet_are_the_words_that_were_found(page: Page) -> None:
    hit = page.ask("search", query="flood", limit=1)["hits"][0]
    assert {hit["snippet"][start:end] for start, end in hit["spans"]} == {"flood"}


def test_groups_have_the_shares_of_by_group() -> None:
    with explored() as (session, client), opened(client) as page:
        assert session.run is not None
        expected = {
            (row.group, row.topic): row.share
            for row in session.model.by_group(session.run.corpus, "place")
        }
        answer = page.ask("groups", column="place")
        got = {
            (group["group"], topic): share
            for group in answer["groups"]
            for topic, share, _, _ in group["topics"]
        }
        assert got == pytest.approx(expected, abs=1e-5)


def test_time_counts_the_documents_of_every_period(page: Page) -> None:
    answer = page.ask("time", column="date")
    assert sum(period["n_documents"] for period in answer["periods"]) == 120


def test_a_name_is_shown_in_the_next_frame(page: Page) -> None:
    page.ask("rename", topic=1, name="finance")
    frame = page.frame_that(lambda frame: frame["topics"][1]["name"] is not None)
    assert frame["topics"][1]["name"] == "finance"


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("topic", {"topic": 2}, "`topic` is 2"),
        ("topic", {"topic": True}, "`topic` is True"),
        ("document", {"row": -1}, "`row` is -1"),
        ("document", {"row": "../../etc/passwd"}, "`row` is"),
        ("word", {"word": "unknown"}, "does not know the word"),
        ("search", {"query": "x" * 2000}, "`query` is"),
        ("search", {"query": "flood", "groups": {"nowhere": "x"}}, "`groups` has the column"),
        ("search", {"query": "flood", "from": "yesterday"}, "`dates` has"),
        ("groups", {"column": "text"}, "`column` is 'text'"),
        ("delete", {}, "`name` is 'delete'"),
        ("__class__", {}, "`name` is '__class__'"),
    ],
)
def test_a_wrong_request_is_refused_with_its_parameter(
    page: Page, name: str, params: dict[str, Any], message: str
) -> None:
    reply = page.reply(name, **params)
    assert reply["type"] == "error"
    assert message in reply["message"]


@pytest.mark.parametrize(
    "query", ['"', "AND", "NEAR(a b)", "a* OR b", "text:flood", "(", "\0", "-"]
)
def test_a_query_is_never_an_expression_of_the_database(page: Page, query: str) -> None:
    assert page.reply("search", query=query)["type"] == "answer"


def test_documents_of_a_period_with_most_of_a_topic_come_first(page: Page) -> None:
    river = topic_of(page, RIVER)
    params = {"from": "2010-01-01", "least": 0.0, "limit": 100}
    found = page.ask("search", topic=river, **params)
    rows = [hit["row"] for hit in found["hits"]]
    assert found["is_ranked"]
    assert [row % 2 for row in rows] == [0] * 60 + [1] * 40


def test_documents_with_a_topic_are_found_in_a_large_group_wherever_they_are() -> None:
    import polars as pl

    texts = planted_texts(1200)
    frame = pl.DataFrame(
        {
            "id": [f"d{row}" for row in range(1000)],
            "text": [*texts[1::2], *texts[:800:2]],  # 600 about money, then 400 about rivers
            "place": [*["north"] * 700, *["south", "north"] * 150],
        }
    )
    read = {"metadata": ["id", "place"], "keep_texts": True, "min_df": 1, "max_df": 1.0}
    with explored(thalweg.read(frame, **read)) as (_, client), opened(client) as page:
        river = topic_of(page, RIVER)
        found = page.ask("search", topic=river, groups={"place": "north"}, least=0.5)
        assert len(found["hits"]) > 10
        rows = [hit["row"] for hit in found["hits"]]
        assert min(rows) >= 600
        assert all(row < 700 or row % 2 == 1 for row in rows)


def test_groups_of_any_type_have_the_names_that_a_search_filters_by() -> None:
    """A bar opens the search with its group."""
    import polars as pl

    rows = range(60)
    frame = pl.DataFrame(
        {
            "id": [f"d{row}" for row in rows],
            "text": planted_texts(60),
            "paid": [row % 2 == 1 for row in rows],
            "rating": [0.5 * (row % 3) for row in rows],
            "stars": [row % 4 for row in rows],
        }
    )
    columns = ["id", "paid", "rating", "stars"]
    corpus = thalweg.read(frame, metadata=columns, keep_texts=True, min_df=1, max_df=1.0)
    with explored(corpus) as (_, client), opened(client) as page:
        for column in ("paid", "rating", "stars"):
            names = [each["group"] for each in page.ask("groups", column=column)["groups"]]
            assert names == page.ask("values", column=column)["values"]
            for name in names:
                hits = page.ask("search", query="", groups={column: name}, limit=60)["hits"]
                assert hits, (column, name)


def test_documents_are_listed_with_their_titles() -> None:
    import polars as pl

    frame = planted_frame(60)
    titles = [f"Letter {row}" if row % 3 else None for row in range(60)]
    frame = frame.with_columns(pl.Series("Title", titles))
    corpus = thalweg.read(frame, metadata=["id", "Title"], keep_texts=True, min_df=1, max_df=1.0)
    with explored(corpus) as (_, client), opened(client) as page:
        hits = page.ask("search", query="loan", limit=60)["hits"]
        assert len(hits) > 10
        assert all(hit.get("title") == titles[hit["row"]] for hit in hits)
        assert page.ask("document", row=1)["title"] == "Letter 1"
        assert page.ask("document", row=0)["title"] is None
