import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import GridSearchCV, train_test_split

from tests.synthetic import make_corpus
from thalweg import LDA, SCVB0, InputError
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.vocabulary import Vocabulary

COUNTS = make_corpus(n_documents=60, n_words=50, seed=3).counts
WORDS = [f"word{w}" for w in range(50)]


def made(n_documents: int = 60) -> Corpus:
    rows = range(n_documents)
    columns = {
        "id": [f"d{j}" for j in rows],
        "year": [1990 + j % 5 for j in rows],
        "row": list(rows),
    }
    return Corpus(COUNTS[:n_documents], WORDS, columns, [f"text {j}" for j in rows])


@pytest.fixture(params=["in memory", "on disk"])
def corpus(request, tmp_path):
    if request.param == "in memory":
        return made()
    made().save(tmp_path / "store")
    return Corpus.open(tmp_path / "store")


def assert_rows(corpus: Corpus, rows) -> None:
    """The corpus has these rows of `made()`: counts, columns, ids and texts."""
    rows = [int(j) for j in rows]
    assert np.array_equal(corpus.to_csr().toarray(), COUNTS.toarray()[rows])
    assert corpus.metadata["row"].to_list() == rows
    assert corpus.ids.to_list() == [f"d{j}" for j in rows]
    assert corpus.texts.to_list() == [f"text {j}" for j in rows]
    assert corpus.n_tokens == COUNTS.toarray()[rows].sum()


def test_it_tells_what_is_in_it(corpus):
    assert corpus.shape == (60, 50)
    assert len(corpus) == 60
    assert list(corpus.vocabulary) == WORDS
    assert repr(corpus) == f"Corpus(60 documents x 50 words, {COUNTS.sum():,} tokens)"
    assert_rows(corpus, range(60))


@pytest.mark.parametrize(
    "rows",
    [slice(10, 20), slice(None, None, -7), [5, 3, 3, -1], np.arange(60) % 3 == 0, slice(0, 0), []],
)
def test_some_documents_are_chosen(corpus, rows):
    assert_rows(corpus[rows], np.arange(60)[rows] if len(np.atleast_1d(rows)) else [])


def test_a_choice_of_a_choice_counts_from_its_own_rows(corpus):
    assert_rows(corpus[10:40][[3, 1]][::-1], [11, 13])


@pytest.mark.parametrize("rows", [[60], [-61], [True, False], [0.5], [[1, 2]]])
def test_rows_that_do_not_exist_are_refused(corpus, rows):
    with pytest.raises(InputError):
        corpus[rows]


def test_a_split_deals_every_document_once_and_is_seeded(corpus):
    training, held_out = corpus.split(0.25, random_state=7)
    rows = training.metadata["row"].to_list(), held_out.metadata["row"].to_list()
    assert [len(r) for r in rows] == [45, 15]
    assert sorted(rows[0] + rows[1]) == list(range(60))
    assert_rows(held_out, rows[1])
    assert rows[0] == sorted(rows[0])
    again, _ = corpus.split(0.25, random_state=7)
    other, _ = corpus.split(0.25, random_state=8)
    assert again.metadata["row"].to_list() == rows[0] != other.metadata["row"].to_list()
    for size in (0.0, 1.0, 60, 0.001):
        with pytest.raises(InputError, match="test_size"):
            corpus.split(size)


def test_a_split_knows_its_tokens_without_counting_them_again(corpus):
    assert corpus.n_tokens == COUNTS.sum()
    training, held_out = corpus.split(6, random_state=7)
    assert training.n_tokens == training.to_csr().sum()
    assert training.n_tokens + held_out.n_tokens == COUNTS.sum()


def test_a_shuffle_is_a_permutation_and_seeded(corpus):
    rows = corpus.shuffle(random_state=1).metadata["row"].to_list()
    assert sorted(rows) == list(range(60)) != rows
    assert_rows(corpus.shuffle(random_state=1), rows)


def test_metadata_filters_by_value_and_by_expression(corpus):
    assert_rows(corpus.filter(year=1992), range(2, 60, 5))
    assert_rows(corpus.filter(pl.col("row") > 50, pl.col("year") == 1990), [55])
    assert len(corpus.filter(year=1)) == 0
    with pytest.raises(InputError, match=r"no column 'month'.*year"):
        corpus.filter(month=1)
    with pytest.raises(InputError, match="cannot be applied"):
        corpus.filter(pl.col("month") == 1)


@given(st.lists(st.integers(0, 59), min_size=1), st.lists(st.integers(0, 59)), st.integers(1, 40))
def test_choices_joined_are_read_alike_in_any_parts(first, second, max_entries):
    corpus = made()
    joined = Corpus.concat([corpus[first], corpus[second]])
    assert_rows(joined, first + second)
    order = np.random.default_rng(0).permutation(len(joined))
    assert_rows(joined[order], np.array(first + second)[order])
    parts = list(joined.parts(max_entries))
    assert sum(part.n_documents for part in parts) == len(joined)
    assert all(part.words.size <= max_entries or part.n_documents == 1 for part in parts)
    stacked = np.concatenate([part.to_csr().toarray() for part in parts])
    assert np.array_equal(stacked, joined.to_csr().toarray())


def test_concatenation_matches_words_and_columns_by_name():
    a = Corpus([[1, 2]], ["river", "bank"], {"year": [1999]})
    b = Corpus([[3, 4]], ["money", "bank"], {"label": ["x"]})
    joined = Corpus.concat([a, b])
    assert list(joined.vocabulary) == ["river", "bank", "money"]
    assert joined.to_csr().toarray().tolist() == [[1, 2, 0], [0, 4, 3]]
    assert joined.metadata.rows() == [(1999, None), (None, "x")]
    with pytest.raises(InputError, match="`corpora` is empty"):
        Corpus.concat([])


def test_another_vocabulary_keeps_documents_of_unknown_words_as_empty_rows():
    corpus = Corpus([[1, 2], [5, 0]], ["river", "bank"])
    renamed = corpus.with_vocabulary(["money", "bank"])
    assert renamed.to_csr().toarray().tolist() == [[0, 2], [0, 0]]
    gone = corpus.with_vocabulary(Vocabulary(["river", "bank"], retired=[0]))
    assert gone.to_csr().toarray().tolist() == [[0, 2], [0, 0]]


def test_limits_drop_words_and_keep_their_order(corpus):
    present = (COUNTS.toarray() > 0).sum(axis=0)
    limited = corpus.limit(min_df=10, max_df=0.6, stop_words=["word3"])
    kept = [w for w in range(50) if 10 <= present[w] <= 36 and w != 3]
    assert list(limited.vocabulary) == [WORDS[w] for w in kept]
    assert np.array_equal(limited.to_csr().toarray(), COUNTS.toarray()[:, kept])
    frequent = np.sort(np.argsort(-COUNTS.toarray().sum(axis=0), kind="stable")[:5])
    assert len(corpus.limit(max_features=5).vocabulary) == 5
    assert set(corpus.limit(max_features=5).vocabulary) == {WORDS[w] for w in frequent}
    with pytest.raises(InputError, match=r"no word is left.*Lower `min_df`"):
        corpus.limit(min_df=61)


def test_it_is_not_iterated_by_mistake(corpus):
    with pytest.raises(TypeError, match="not iterable"):
        list(corpus)


def test_minibatches_cover_the_corpus_in_order(corpus):
    batches = list(corpus.batches(25))
    assert [len(batch) for batch in batches] == [25, 25, 10]
    assert_rows(batches[1], range(25, 50))
    with pytest.raises(InputError):
        next(corpus.batches(0))


def test_parts_that_do_not_fit_each_other_are_refused():
    with pytest.raises(InputError, match=r"3 words; expected 2"):
        Corpus([[1, 2]], ["a", "b", "c"])
    with pytest.raises(InputError, match=r"2 rows.*1"):
        Corpus([[1, 2]], ["a", "b"], {"year": [1, 2]})
    with pytest.raises(InputError, match="expected the same number of rows"):
        Corpus([[1, 2]], ["a", "b"], {"year": [1]}, ["one", "two"])
    with pytest.raises(InputError, match="metadata"):
        Corpus([[1, 2]], ["a", "b"], 7)
    with pytest.raises(InputError, match="texts"):
        Corpus([[1, 2]], ["a", "b"], texts=[7])


def test_metadata_may_be_a_pandas_frame():
    pandas = pytest.importorskip("pandas")
    corpus = Corpus([[1, 2]], ["a", "b"], pandas.DataFrame({"label": ["x"]}))
    assert corpus.metadata["label"].to_list() == ["x"]


class TestModels:
    """LDA takes a corpus wherever it takes a matrix."""

    def test_a_corpus_in_memory_gives_the_bits_of_its_matrix(self):
        corpus = made()
        from_corpus = LDA(4, random_state=0, max_iter=3).fit(corpus)
        from_matrix = LDA(4, random_state=0, max_iter=3).fit(COUNTS)
        assert np.array_equal(from_corpus.components_, from_matrix.components_)
        assert np.array_equal(from_corpus.transform(corpus), from_matrix.transform(COUNTS))
        assert from_corpus.score(corpus) == from_matrix.score(COUNTS)

    def test_topics_have_the_corpus_words(self, corpus):
        lda = LDA(4, random_state=0).fit(corpus)
        assert set(lda.topics(5)[0].words) <= set(WORDS)
        assert lda.n_features_in_ == 50

    def test_words_are_matched_by_name(self, corpus):
        lda = LDA(4, random_state=0).fit(corpus)
        mirrored = corpus.with_vocabulary([*reversed(WORDS), "unknown"])
        assert np.array_equal(lda.transform(mirrored), lda.transform(corpus))
        assert lda.score(mirrored) == pytest.approx(lda.score(corpus), abs=0.2)

    def test_a_stream_lets_new_words_in(self):
        lda = LDA(2, random_state=0)
        lda.partial_fit(Corpus([[3, 1], [1, 3]], ["river", "bank"]))
        before = lda.state_.topic_word_counts
        lda.partial_fit(Corpus([[5, 0, 2]], ["money", "unused", "bank"]))
        assert list(lda.vocabulary_) == ["river", "bank", "money", "unused"]
        assert lda.components_.shape == (2, 4)
        after = lda.state_.topic_word_counts
        assert before.shape == (2, 2)
        assert after[2].sum() > 0 == after[3].sum()
        assert lda.n_features_in_ == 4

    def test_words_that_left_lose_their_counts(self):
        lda = LDA(2, random_state=0)
        lda.partial_fit(Corpus([[3, 1, 2], [1, 3, 2]], ["river", "bank", "money"]))
        left = Vocabulary(["river", "bank", "money"], retired=[1])
        lda.partial_fit(Corpus([[1, 0, 1]], left))
        counts = lda.state_.topic_word_counts
        assert counts[0].sum() > 0 == counts[1].sum()
        assert lda.state_.topic_counts == pytest.approx(counts.sum(axis=0), rel=1e-5)

    def test_a_matrix_of_another_width_is_still_refused(self, corpus):
        lda = LDA(4, random_state=0).partial_fit(corpus)
        with pytest.raises(InputError, match="features"):
            lda.partial_fit(COUNTS[:, :10])
        assert lda.n_features_in_ == 50
        with pytest.raises(InputError, match="features"):
            LDA(4).fit(COUNTS[:, :10]).transform(corpus)


class TestStreaming:
    """A corpus on disk is trained on and scored in parts."""

    @pytest.fixture
    def streamed(self, tmp_path):
        made().save(tmp_path / "store")
        corpus = Corpus.open(tmp_path / "store")
        corpus.part_entries = 100
        assert corpus.part_bounds().size > 5
        return corpus

    def test_every_document_is_visited_once_a_pass(self, streamed):
        lda = LDA(4, random_state=0, max_iter=3).fit(streamed)
        assert lda.n_documents_seen_ == 3 * 60
        assert lda.n_tokens_seen_ == 3 * COUNTS.sum()
        assert lda.n_iter_ == 3

    def test_it_learns_as_well_as_from_memory(self, streamed):
        streaming = LDA(4, random_state=0, max_iter=20).fit(streamed).score(COUNTS)
        in_memory = LDA(4, random_state=0, max_iter=20).fit(COUNTS).score(COUNTS)
        assert streaming == pytest.approx(in_memory, abs=0.1)

    def test_the_result_does_not_depend_on_threads(self, streamed):
        fitted = [
            LDA(4, random_state=0, max_iter=2, n_jobs=n).fit(streamed).components_ for n in (1, 3)
        ]
        assert np.array_equal(*fitted)

    def test_a_stream_of_parts_equals_a_stream_of_matrices(self, streamed):
        together = LDA(4, random_state=0, batch_size=1000).partial_fit(streamed)
        one_by_one = LDA(4, random_state=0, batch_size=1000)
        for part in streamed.parts():
            one_by_one.partial_fit(part.to_csr())
        assert np.array_equal(together.components_, one_by_one.components_)

    def test_rows_of_transform_are_those_of_the_matrix(self, streamed):
        lda = LDA(4, random_state=0).fit(COUNTS)
        assert np.array_equal(lda.transform(streamed), lda.transform(COUNTS))
        assert lda.score(streamed) == pytest.approx(lda.score(COUNTS), abs=0.1)

    def test_kept_counts_and_early_stopping_work_too(self, streamed):
        keeping = SCVB0(keep_doc_topics=True)
        kept = LDA(4, algorithm=keeping, random_state=0, max_iter=2).fit(streamed)
        assert kept.doc_topic_counts_.shape == (60, 4)
        stopped = LDA(4, random_state=0, max_iter=5, early_stopping=True).fit(streamed)
        assert np.isfinite(stopped.best_score_)
        assert stopped.n_documents_seen_ % 54 == 0  # a tenth is held out

    def test_time_runs_out_between_parts(self, streamed):
        lda = LDA(4, random_state=0, max_time=1e-9).fit(streamed)
        assert lda.n_iter_ == 0
        assert lda.n_documents_seen_ < 60


def test_scikit_learn_splits_it(corpus):
    training, held_out = train_test_split(corpus, test_size=12, shuffle=False)
    assert_rows(training, range(48))
    assert_rows(held_out, range(48, 60))
    search = GridSearchCV(LDA(random_state=0, max_iter=1), {"n_components": [2, 3]}, cv=2)
    by_matrix = GridSearchCV(LDA(random_state=0, max_iter=1), {"n_components": [2, 3]}, cv=2)
    found, expected = search.fit(corpus).cv_results_, by_matrix.fit(COUNTS).cv_results_
    assert found["mean_test_score"].tolist() == expected["mean_test_score"].tolist()


@pytest.mark.parametrize("rows", [[1, [2]], slice("a", None), (slice(0, 2), 3)])
def test_invalid_rows_are_refused(corpus, rows):
    with pytest.raises(InputError, match="row numbers, a mask or a slice"):
        corpus[rows]


def test_a_filter_by_none_finds_what_is_missing():
    columns = {"year": [1999, None, 2001], "tags": [["a"], ["a", "b"], None]}
    corpus = Corpus([[1], [2], [3]], ["word"], columns)
    assert corpus.filter(year=None).ids.to_list() == [1]
    assert corpus.filter(tags=["a", "b"]).ids.to_list() == [1]
    assert corpus.filter(year=np.int64(1999)).ids.to_list() == [0]


@pytest.mark.parametrize(
    ("predicates", "values"),
    [
        ([], {"row": "a"}),
        ([], {"row": [1, 2, 3]}),
        ([], {"row": {1, 3}}),
        ([], {"row": object()}),
        ([], {"id": ["d1"] * 60}),
        ([lambda row: True], {}),
        ([pl.col("row").head(2) > 0], {}),
    ],
)
def test_a_filter_that_cannot_be_applied_says_what_can(corpus, predicates, values):
    with pytest.raises(InputError, match="is_in"):
        corpus.filter(*predicates, **values)


def test_corpora_whose_columns_do_not_fit_are_not_concatenated():
    lists, numbers = ({"year": [[1999]]}, {"year": [1999]})
    with pytest.raises(InputError, match="different types"):
        Corpus.concat([Corpus([[1]], ["word"], columns) for columns in (lists, numbers)])


def test_columns_of_pandas_keep_what_is_missing(tmp_path):
    frame = pd.DataFrame(
        {
            "name": ["a", None, "b"],
            "number": pd.array([1, None, 3], dtype="Int64"),
            "flag": pd.array([True, None, False], dtype="boolean"),
            "day": pd.to_datetime(["2020-01-01", None, "2020-01-03"], utc=True),
        }
    )
    Corpus([[1], [2], [3]], ["word"], frame).save(tmp_path / "store")
    columns = Corpus.open(tmp_path / "store").metadata
    assert columns["name"].to_list() == ["a", None, "b"]
    assert columns["number"].to_list() == [1, None, 3]
    assert columns["flag"].to_list() == [True, None, False]
    assert columns["day"].dt.day().to_list() == [1, None, 3]


@pytest.mark.parametrize(
    "use",
    [
        lambda corpus: corpus.split("0.1"),
        lambda corpus: corpus.split(float("nan")),
        lambda corpus: corpus.split(float("inf")),
        lambda corpus: corpus.split(None),
        lambda corpus: corpus.split(random_state=-1),
        lambda corpus: corpus.shuffle(random_state=None),
        lambda corpus: corpus.shuffle(random_state=1.5),
        lambda corpus: list(corpus.batches(2.5)),
        lambda corpus: list(corpus.batches(None)),
        lambda corpus: corpus.with_vocabulary(None),
        lambda corpus: corpus.with_vocabulary("word"),
        lambda corpus: Corpus.concat([corpus, COUNTS]),
    ],
)
def test_arguments_of_another_type_are_refused(use):
    with pytest.raises(InputError, match="expected"):
        use(made())


def test_numbers_of_numpy_are_taken(corpus):
    assert len(corpus.split(np.float32(0.1))[1]) == 6
    assert len(corpus.split(np.int64(7), random_state=np.int64(1))[1]) == 7
    assert len(Corpus.concat(batch for batch in corpus.batches(np.int64(7)))) == 60


def test_lengths_and_frequencies_are_the_sums_of_rows_and_columns():
    counts = np.array([[2, 0.5, 0], [0, 0, 0], [1, 1, 0], [0, 3, 0]])
    corpus = Corpus(counts, ["a", "b", "c"])
    corpus.part_entries = 2
    assert corpus.lengths().tolist() == counts.sum(axis=1).tolist()
    documents, tokens = corpus.frequencies()
    assert documents.tolist() == [2, 3, 0]
    assert tokens.tolist() == counts.sum(axis=0).tolist()
    chunks = list(corpus.chunks())
    assert [chunk.n_documents for chunk in chunks] == [2, 1, 1]
    assert [j for chunk in chunks for j in chunk.ids] == [0, 1, 2, 3]
    assert corpus[:0].lengths().tolist() == []
