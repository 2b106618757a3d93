"""Topics over time: means of periods, and the ways in which dates are written."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.synthetic import SyntheticCorpus
from thalweg import InputError
from thalweg.analysis.document_topics import model_stream
from thalweg.analysis.topics_over_time import SharesOverTime, shares_over_time
from thalweg.corpus.corpus import Corpus
from thalweg.model import TopicModel

WORDS = [f"word{w}" for w in range(50)]


@pytest.fixture(scope="module")
def model(corpus: SyntheticCorpus) -> TopicModel:
    return TopicModel(4, random_state=0).fit(Corpus(corpus.counts, WORDS))


def over_time(
    model: TopicModel, documents: Any, date: str = "when", period: str | None = None
) -> SharesOverTime:
    return shares_over_time(model_stream(model, documents), date, period)


def dated(corpus: SyntheticCorpus, dates: Any) -> Corpus:
    n = len(dates)
    return Corpus(corpus.counts[:n], WORDS, pl.DataFrame({"when": dates}))


def test_a_period_has_the_mean_of_its_documents_shares(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    years = [2001, 1999, 2001, 2003, 1999, 2001]
    times = over_time(model, dated(corpus, years))
    theta = model.transform(corpus.counts[:6])
    assert times.period == "year"
    assert times.starts.astype(str).tolist() == ["1999-01-01", "2001-01-01", "2003-01-01"]
    assert times.n_documents.tolist() == [2, 3, 1]
    expected = [theta[[1, 4]].mean(axis=0), theta[[0, 2, 5]].mean(axis=0), theta[3]]
    np.testing.assert_allclose(times.shares, expected, rtol=1e-6)
    np.testing.assert_allclose(times.mean_shares, theta.mean(axis=0), rtol=1e-6)


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
    times = over_time(model, dated(corpus, dates))
    assert times.period == "day"
    assert times.starts.astype(str).tolist() == ["2024-05-31", "2024-06-01"]


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
    assert over_time(model, dated(corpus, dates)).period == period


def test_the_period_can_be_given_and_weeks_begin_on_mondays(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    dates = ["2024-05-06", "2024-05-12", "2024-05-13"]  # Monday, Sunday, Monday
    times = over_time(model, dated(corpus, dates), period="week")
    assert times.starts.astype(str).tolist() == ["2024-05-06", "2024-05-13"]
    assert times.n_documents.tolist() == [2, 1]
    with pytest.raises(InputError, match="`period` is 'hour'; expected one of day, week"):
        over_time(model, dated(corpus, dates), period="hour")


def test_documents_without_a_word_or_a_date_are_left_out(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    counts = corpus.counts[:4].toarray()
    counts[1] = 0
    documents = Corpus(counts, WORDS, {"when": ["2001", "2001", None, ""]})
    times = over_time(model, documents)
    assert times.n_documents.tolist() == [1]
    np.testing.assert_allclose(times.shares, model.transform(corpus.counts[:1]), rtol=1e-6)


def test_documents_may_be_a_stream_of_corpora(model: TopicModel, corpus: SyntheticCorpus) -> None:
    whole = dated(corpus, [2000 + row % 7 for row in range(60)])

    def chunks() -> Iterator[Corpus]:
        yield from whole.batches(11)

    streamed = over_time(model, chunks())
    at_once = over_time(model, whole)
    np.testing.assert_allclose(streamed.shares, at_once.shares, rtol=1e-12)
    assert streamed.n_documents.tolist() == at_once.n_documents.tolist()


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
        over_time(model, dated(corpus, dates))


def test_a_missing_column_is_refused_with_the_names_of_the_columns(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    with pytest.raises(
        InputError, match=r"no such column; expected one of when\. .*metadata=\['year'\]"
    ):
        over_time(model, dated(corpus, [2001]), "year")
