"""Topics by group: means, what distinguishes a group, and which documents are left out."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from tests.synthetic import SyntheticCorpus
from thalweg import LDA, InputError, read
from thalweg.analysis.groups import grouped_sums, topics_by_group
from thalweg.corpus.corpus import Corpus
from thalweg.model import TopicModel
from thalweg.results import GroupTable, NestedGroupTable

WORDS = [f"word{w}" for w in range(50)]
N = 60


@pytest.fixture(scope="module")
def model(corpus: SyntheticCorpus) -> TopicModel:
    return TopicModel(4, random_state=0).fit(Corpus(corpus.counts, WORDS))


@pytest.fixture(scope="module")
def shares(model: TopicModel, corpus: SyntheticCorpus) -> np.ndarray:
    """N_jk / n_j, from the expected counts that `transform` returns."""
    expected = model.transform(corpus.counts, normalize=False) - model.state_.prior.doc_topic
    return np.asarray(expected / corpus.counts.sum(axis=1).reshape(-1, 1))


@pytest.fixture
def documents(corpus: SyntheticCorpus) -> Corpus:
    columns = {"stars": [1 + row % 3 for row in range(N)], "city": ["Rome", "Oslo"] * 30}
    return Corpus(corpus.counts, WORDS, columns)


def share_array(table: GroupTable) -> np.ndarray:
    return np.array([[row.share for row in rows] for rows in table.groups.values()])


def test_a_group_has_the_mean_of_its_documents_token_shares(
    model: TopicModel, documents: Corpus, shares: np.ndarray
) -> None:
    table = model.by_group(documents, "stars")
    expected = [shares[group::3].mean(axis=0) for group in range(3)]
    np.testing.assert_allclose(share_array(table), expected, atol=1e-5)
    assert list(table.groups) == [(1,), (2,), (3,)]
    assert [row.topic for row in table[:4]] == [0, 1, 2, 3]
    assert {row.n_documents for row in table} == {20}
    assert all(row.low < row.share < row.high for row in table)
    for row in table:
        others = [(group,) for group in (1, 2, 3) if group != row.group]
        mean = np.mean([table.groups[other][row.topic].share for other in others])
        assert row.elsewhere == pytest.approx(mean)


def test_values_may_be_passed_instead_of_a_name(model: TopicModel, documents: Corpus) -> None:
    expected = share_array(model.by_group(documents, "city"))
    values = ["Rome", "Oslo"] * 30
    for given in (values, np.array(values), pl.Series(values), pd.Series(values), tuple(values)):
        table = model.by_group(documents, given)
        assert list(table.groups) == [("Oslo",), ("Rome",)]
        np.testing.assert_allclose(share_array(table), expected, rtol=1e-12)
    assert model.by_group(documents, pl.Series("place", values)).about.columns == ("place",)


@pytest.mark.parametrize("n", [59, 61])
def test_a_wrong_number_of_values_is_refused(model: TopicModel, documents: Corpus, n: int) -> None:
    with pytest.raises(InputError, match=rf"`column` has {n} values, .* one value per document"):
        model.by_group(documents, list(range(n)))


def test_two_columns_give_nested_groups(
    model: TopicModel, documents: Corpus, shares: np.ndarray
) -> None:
    table = model.by_group(documents, ["city", "stars"])
    assert isinstance(table, NestedGroupTable)
    assert list(table.groups) == [(city, star) for city in ("Oslo", "Rome") for star in (1, 2, 3)]
    rows = [row for row in range(N) if row % 2 == 1 and row % 3 == 0]
    found = [row.share for row in table.groups["Oslo", 1]]
    np.testing.assert_allclose(found, shares[rows].mean(axis=0), atol=1e-5)
    assert table.to_polars().columns[:3] == ["group", "subgroup", "topic"]
    assert table.headers[:2] == ["city", "stars"]
    assert table.change(("Oslo", "1"), ("Rome", 3)).between == ("Oslo / 1", "Rome / 3")
    assert table.wide().to_polars().columns[:3] == ["city", "stars", "n_documents"]


def test_a_planted_group_is_distinguished_by_its_topic(
    model: TopicModel, documents: Corpus, shares: np.ndarray
) -> None:
    largest = [f"about {topic}" for topic in shares.argmax(axis=1)]
    table = model.by_group(documents, largest)
    first = table.distinctive(1)
    assert [row.group for row in first] == [f"about {row.topic}" for row in first]
    assert len(first) == len(set(largest))
    assert min(row.z for row in first) > 3
    change = table.change("about 0", "about 1")
    assert (change[0].topic, change[-1].topic) == (1, 0)
    assert change[0].is_clear
    assert change[0].change == pytest.approx(
        table.groups["about 1",][1].share - table.groups["about 0",][1].share
    )


def test_a_small_group_needs_more_to_be_distinguished(
    model: TopicModel, documents: Corpus, shares: np.ndarray
) -> None:
    strongest = np.argsort(-shares[:, 2])
    two, many = ["rest"] * N, ["rest"] * N
    for row in strongest[:2]:
        two[row] = "small"
    for row in strongest[:14]:
        many[row] = "large"
    small = model.by_group(documents, two).groups["small",][2]
    large = model.by_group(documents, many).groups["large",][2]
    assert small.share >= large.share
    assert 0 < small.log_odds < large.log_odds
    assert 0 < small.z < large.z


def test_one_group_of_all_documents_is_not_distinguished(
    model: TopicModel, documents: Corpus
) -> None:
    table = model.by_group(documents, ["all"] * N)
    assert len(table) == 4
    assert all(row.elsewhere is None for row in table)
    np.testing.assert_allclose([row.log_odds for row in table], 0, atol=1e-9)


def test_documents_without_a_value_or_a_word_are_left_out_and_counted(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    counts = corpus.counts[:6].toarray()
    counts[0] = 0
    groups = ["a", None, "", "a", "b", "b"]
    table = model.by_group(Corpus(counts, WORDS, {"g": groups}), "g")
    assert [rows[0].n_documents for rows in table.groups.values()] == [1, 2]
    assert (table.about.n_without_value, table.about.n_without_words) == (2, 1)
    assert "2 documents without g left out." in str(table)
    assert "1 document without a word that the model knows left out." in str(table)
    floats = model.by_group(Corpus(counts, WORDS, {"g": [1.0, np.nan, None, 1, 2, 2]}), "g")
    assert list(floats.groups) == [(1.0,), (2.0,)]


def test_small_groups_can_be_put_together(model: TopicModel, documents: Corpus) -> None:
    groups = ["big"] * 40 + ["middle"] * 15 + ["x", "x", "y", "y", "z"]
    plain = model.by_group(documents, groups)
    assert list(plain.groups) == [(g,) for g in ("big", "middle", "x", "y", "z")]
    for options in ({"min_documents": 3}, {"max_groups": 3}):
        table = model.by_group(documents, groups, **options)
        assert list(table.groups) == [("big",), ("middle",), ("(other)",)]
        assert table.groups["(other)",][0].n_documents == 5
        assert table.about.n_folded == 3
        weighted = 2 * share_array(plain)[2] + 2 * share_array(plain)[3] + share_array(plain)[4]
        np.testing.assert_allclose(share_array(table)[2], weighted / 5, rtol=1e-9)
    assert len(model.by_group(documents, groups, max_groups=5).groups) == 5


def test_too_many_groups_are_refused_with_a_way_out(
    model: TopicModel, documents: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topics_by_group, "MAX_ROWS", 100)
    with pytest.raises(InputError, match=r"60 groups, .* of 240 rows; .*`max_groups=1000`"):
        model.by_group(documents, list(range(N)))
    assert len(model.by_group(documents, list(range(N)), max_groups=10)) == 40
    monkeypatch.setattr(grouped_sums, "MAX_SUMS", 100)
    with pytest.raises(InputError, match="expected a column of categories or dates, not of ids"):
        model.by_group(documents, list(range(N)))


def test_groups_are_in_the_order_of_numbers_also_in_text(
    model: TopicModel, documents: Corpus
) -> None:
    groups = ["10", "9", "b", "100", "B2", "b1"] * 10
    order = [key[0] for key in model.by_group(documents, groups).groups]
    assert order == ["9", "10", "100", "b", "b1", "B2"]


def test_a_stream_gives_the_same_table_whatever_its_chunks(
    model: TopicModel, documents: Corpus
) -> None:
    at_once = model.by_group(documents, "city").to_polars()

    def chunks(n: int) -> Iterator[Corpus]:
        yield from documents.batches(n)

    for n in (1, 7, 60):
        streamed = model.by_group(chunks(n), "city").to_polars()
        for name in ("share", "low", "high", "log_odds", "z"):
            np.testing.assert_allclose(streamed[name], at_once[name], rtol=1e-7)
        assert streamed["n_documents"].to_list() == at_once["n_documents"].to_list()


def test_chunks_with_other_types_of_the_same_values_are_one_group(
    model: TopicModel, corpus: SyntheticCorpus
) -> None:
    parts = [
        Corpus(corpus.counts[:2], WORDS, {"g": [1, 2]}),
        Corpus(corpus.counts[2:4], WORDS, {"g": ["1", "x"]}),
    ]
    table = model.by_group(iter(parts), "g")
    assert {key: rows[0].n_documents for key, rows in table.groups.items()} == {
        ("1",): 2, ("2",): 1, ("x",): 1,
    }  # fmt: skip


def test_a_data_frame_of_texts_needs_no_corpus() -> None:
    texts = ["red apple pie", "green apple tree"] * 20 + ["fast blue car", "slow red car"] * 20
    kind = ["fruit"] * 40 + ["car"] * 40
    lda = LDA(2, random_state=0).fit(read(texts, min_df=1, max_df=1.0, stop_words=None))
    for frame in (pd.DataFrame, pl.DataFrame):
        table = lda.by_group(frame({"text": texts, "kind": kind}), "kind")
        first = table.distinctive(1)
        assert [row.group for row in first] == ["car", "fruit"]
        assert first[0].topic != first[1].topic
        assert min(row.share for row in first) > 0.8
    by_values = lda.by_group(texts, kind)
    assert by_values.to_polars()["share"].to_list() == table.to_polars()["share"].to_list()
    with pytest.raises(InputError, match="`column` is 'kind', but the documents have no such col"):
        lda.by_group(texts, "kind")


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("town", r"no such column; expected one of stars, city\. .*metadata=\['town'\]"),
        (7, "`column` is 7; expected the name of a metadata column"),
        (["city", "city"], "expected two different columns"),
        ([["a"]] * N, "a column of type List"),
        ([None] * N, "no document has both a value in this column and a word"),
    ],
)
def test_a_column_that_cannot_be_used_is_refused(
    model: TopicModel, documents: Corpus, column: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        model.by_group(documents, column)


def test_an_unknown_group_is_refused_with_the_known_ones(
    model: TopicModel, documents: Corpus
) -> None:
    with pytest.raises(InputError, match=r"`second` is '9', which is not a group; .* 1, 2, 3"):
        model.by_group(documents, "stars").change("1", "9")


def test_a_model_that_is_not_trained_has_no_groups(documents: Corpus) -> None:
    with pytest.raises(InputError, match="has not been trained"):
        TopicModel(2).by_group(documents, "city")


def test_tables_print_and_show_as_html(model: TopicModel, documents: Corpus) -> None:
    table = model.by_group(documents, "city", topics=[1])
    lines = str(table).splitlines()
    assert lines[0].split() == ["city", "documents", "topic", "share", "95%", "interval",
                                "elsewhere", "z", "name"]  # fmt: skip
    assert lines[1].split()[:3] == ["Oslo", "30", "1"]
    assert "3 others" in lines[2]
    assert "<td>Oslo</td>" in table._repr_html_()
    assert "<td>Oslo</td>" in table.wide()._repr_html_()
    assert table.to_pandas().shape == (4, 11)
    assert "percentage points" in str(table.change("Oslo", "Rome"))
    assert len(table[:2].about.columns) == 1


def test_a_wide_table_is_cut_into_blocks_that_fit(model: TopicModel, documents: Corpus) -> None:
    text = model.by_group(documents, "city").wide().to_text(40)
    blocks = text.split("\n\n")
    assert len(blocks) == 2
    assert all(len(line) <= 40 for line in text.splitlines())
    assert all(block.splitlines()[1].startswith("Oslo") for block in blocks)
