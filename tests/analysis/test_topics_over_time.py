"""Topics over time: means of periods, gaps, and the ways in which dates are written."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.synthetic import SyntheticCorpus
from thalweg import InputError
from thalweg.corpus.corpus import Corpus
from thalweg.model import TopicModel
from thalweg.results import TimeTable

WORDS = [f"word{w}" for w in range(50)]


@pytest.fixture(scope="module")
def model(corpus: SyntheticCorpus) -> TopicModel:
    return TopicModel(4, random_state=0).fit(Corpus(corpus.counts, WORDS))


def dated(corpus: SyntheticCorpus, dates: Any) -> Corpus:
    n = len(dates)
    return Corpus(corpus.counts[:n], WORDS, pl.DataFrame({"when": dates}))


def token_shares(model: TopicModel, counts: Any) -> np.ndarray:
    """N_jk / n_j, from the expected counts that `transform` returns."""
    expected = model.transform(counts, normalize=False) - model.state_.prior.doc_topic
    return np.asarray(expected / np.asarray(counts.sum(axis=1)).reshape(-1, 1))


def starts(table: TimeTable) -> list[str]:
    return [str(start) for start in table.periods]


def counts(table: TimeTable) -> list[int]:
    return [rows[0].n_documents for rows in table.periods.values()]


def test_a_period_has_the_mean_of_its_documents_shares(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    years = [2001, 1999, 2001, 2002, 1999, 2001]
    table = model.over_time(dated(corpus, years), "when")
    shares = token_shares(model, corpus.counts[:6])
    assert table.every == "year"
    assert starts(table) == ["1999-01-01", "2000-01-01", "2001-01-01", "2002-01-01"]
    assert counts(table) == [2, 0, 3, 1]
    expected = {1999: shares[[1, 4]].mean(axis=0), 2001: shares[[0, 2, 5]].mean(axis=0)}
    for start, rows in table.periods.items():
        if start.year in expected:
            found = [row.share for row in rows]
            np.testing.assert_allclose(found, expected[start.year], atol=1e-5)
            assert all(row.low < row.share < row.high for row in rows)


def test_a_gap_has_no_documents_and_no_shares(model: TopicModel, corpus: SyntheticCorpus) -> None:
    table = model.over_time(dated(corpus, ["2024-01-05", "2024-04-05"]), "when", "month")
    assert counts(table) == [1, 0, 0, 1]
    gap = [row for row in table if row.n_documents == 0]
    assert len(gap) == 2 * 4
    assert {(row.share, row.low, row.high) for row in gap} == {(None, None, None)}
    frame = table.to_polars()
    assert frame["share"].null_count() == 8
    assert frame.schema["start"] == pl.Date


@pytest.mark.parametrize(
    "dates",
    [
        [date(2024, 5, 31), date(2024, 6, 1)],
        [datetime(2024, 5, 31, 23, 59), datetime(2024, 6, 1)],
        ["2024-05-31", "2024-06-01"],
        ["2024-05-31T23:59:00Z", " 2024-06-01 00:00:00"],
    ],
    ids=["dates", "times", "text", "text with times"],
)
def test_dates_may_be_dates_times_or_text(
    model: TopicModel, corpus: SyntheticCorpus, dates: list[Any]
) -> None:
    for given in ("when", dates):
        table = model.over_time(dated(corpus, dates), given)
        assert table.every == "day"
        assert starts(table) == ["2024-05-31", "2024-06-01"]


@pytest.mark.parametrize(
    ("dates", "period"),
    [
        ([date(2024, 1, 5) + timedelta(d) for d in range(0, 60, 10)], "day"),
        ([date(2024, 1, 5) + timedelta(d) for d in range(0, 300, 30)], "week"),
        ([date(2020, 1, 5) + timedelta(d) for d in range(0, 1500, 100)], "month"),
        ([date(1950, 1, 5) + timedelta(d) for d in range(0, 20000, 500)], "year"),
        (["2024-01", "2024-02", "2024-03"], "month"),
        (["2023", "2024"], "year"),
        ([2023, 2024], "year"),
    ],
)
def test_the_period_depends_on_the_span_and_is_not_finer_than_the_dates(
    model: TopicModel, corpus: SyntheticCorpus, dates: list[Any], period: str
) -> None:
    assert model.over_time(dated(corpus, dates), "when").every == period


@pytest.mark.parametrize(
    ("every", "expected"),
    [
        ("week", ["2024-05-06", "2024-05-13"]),  # Mondays
        ("1w", ["2024-05-06", "2024-05-13"]),
        ("quarter", ["2024-04-01"]),
        ("6mo", ["2024-01-01"]),
        ("10y", ["2020-01-01"]),
        ("3d", ["2024-05-05", "2024-05-08", "2024-05-11"]),  # from 1970-01-01 on
    ],
)
def test_any_calendar_unit_can_be_given(
    model: TopicModel, corpus: SyntheticCorpus, every: str, expected: list[str]
) -> None:
    dates = ["2024-05-06", "2024-05-12", "2024-05-13"]  # Monday, Sunday, Monday
    table = model.over_time(dated(corpus, dates), "when", every)
    assert starts(table) == expected
    assert sum(counts(table)) == 3


@pytest.mark.parametrize("every", ["hour", "1h", "0d", "2 weeks", "-1d", "1.5y", "", 7])
def test_other_units_are_refused(model: TopicModel, corpus: SyntheticCorpus, every: Any) -> None:
    with pytest.raises(InputError, match=r"`every` is .*; expected day, week, month, quarter"):
        model.over_time(dated(corpus, ["2024-05-06"]), "when", every)


def test_periods_that_would_be_millions_of_rows_are_refused(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    dates = [date(600, 1, 1), date(2024, 1, 1)]
    with pytest.raises(InputError, match=r"520,106 periods .* Choose longer periods"):
        model.over_time(dated(corpus, dates), "when", "day")
    starts = list(model.over_time(dated(corpus, dates), "when", "100y").periods)
    assert [start.year for start in starts] == list(range(570, 1971, 100))
    with pytest.raises(InputError, match="would begin before the year 1"):
        model.over_time(dated(corpus, [date(5, 1, 1)]), "when", "100y")


def test_chosen_topics_and_the_sum_of_all_others(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    documents = dated(corpus, [2000 + row % 3 for row in range(60)])
    every = model.over_time(documents, "when")
    chosen = model.over_time(documents, "when", topics=[2, 0])
    assert [row.name for row in chosen[:3]] == ["topic 2", "topic 0", "2 others"]
    for start, rows in chosen.periods.items():
        all_topics = every.periods[start]
        assert [row.topic for row in rows] == [2, 0, None]
        found = [row.share for row in rows]
        expected = [all_topics[2].share, all_topics[0].share]
        np.testing.assert_allclose(found[:2], expected, rtol=1e-9)
        assert sum(share or 0 for share in found) == pytest.approx(1)
        assert rows[2].low < rows[2].share < rows[2].high


@pytest.mark.parametrize("topics", [[4], [-1], ["topic 9"], [1, 1], [], "topic", [0.5]])
def test_unknown_topics_are_refused(
    model: TopicModel, corpus: SyntheticCorpus, topics: Any
) -> None:
    with pytest.raises(InputError, match=r"`topics` (is|contains) "):
        model.over_time(dated(corpus, [2001, 2002]), "when", topics=topics)


def test_a_planted_trend_is_found(model: TopicModel, corpus: SyntheticCorpus) -> None:
    largest = token_shares(model, corpus.counts).argmax(axis=1)
    years = [2020 if topic == 1 else 2010 for topic in largest]
    change = model.over_time(dated(corpus, years), "when").change()
    assert change.between == ("2010-01-01", "2020-01-01")
    assert change[0].topic == 1
    assert change[0].is_clear
    assert change[0].low > 0.3


def test_documents_without_a_word_or_a_date_are_left_out_and_counted(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    rows = corpus.counts[:5].toarray()
    rows[1] = 0
    documents = Corpus(rows, WORDS, {"when": ["2001", "2001", None, "", "2001"]})
    table = model.over_time(documents, "when")
    assert counts(table) == [2]
    assert (table.about.n_without_words, table.about.n_without_value) == (1, 2)
    assert "2 documents without a date left out." in str(table)


def test_documents_may_be_a_stream_of_corpora(model: TopicModel, corpus: SyntheticCorpus) -> None:
    whole = dated(corpus, [2000 + row % 7 for row in range(60)])

    def chunks() -> Iterator[Corpus]:
        yield from whole.batches(11)

    streamed, at_once = model.over_time(chunks(), "when"), model.over_time(whole, "when")
    for name in ("share", "low", "high"):
        np.testing.assert_allclose(streamed.to_polars()[name], at_once.to_polars()[name], rtol=1e-9)
    assert counts(streamed) == counts(at_once)


@pytest.mark.parametrize(
    ("dates", "message"),
    [
        (["2024-05-31", "yesterday"], "the value 'yesterday'; expected dates such as 2024-05-31"),
        (["2024-02-31", "2024-01-01"], "the value '2024-02-31'"),
        ([20240531, 2024], "the value '20240531'"),
        ([1.5, 2.5], "a column of type Float64; expected dates"),
        ([timedelta(1), timedelta(2)], "a column of type Duration"),
        ([None, ""], "`date` is 'when', but no document has both a date"),
    ],
)
def test_a_column_without_dates_is_refused(
    model: TopicModel, corpus: SyntheticCorpus, dates: list[Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        model.over_time(dated(corpus, dates), "when")


def test_a_missing_column_is_refused_with_the_names_of_the_columns(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    with pytest.raises(
        InputError, match=r"no such column; expected one of when\. .*metadata=\['year'\]"
    ):
        model.over_time(dated(corpus, [2001]), "year")


def test_a_wide_view_has_a_column_per_topic(model: TopicModel, corpus: SyntheticCorpus) -> None:
    table = model.over_time(dated(corpus, ["2001", "2003"]), "when")
    wide = table.wide()
    assert wide.to_polars().columns == ["start", "n_documents", *(f"topic {k}" for k in range(4))]
    assert wide.to_polars()["topic 1"].to_list() == [row.share for row in table[1::4]]
    assert "2002-01-01" in str(wide)


def test_the_change_of_unknown_periods_is_refused(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    table = model.over_time(dated(corpus, ["2001", "2003"]), "when")
    with pytest.raises(InputError, match="`last` is '2002-01-01'; expected the first day of a"):
        table.change(last="2002-01-01")
