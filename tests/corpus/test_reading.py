import gzip
import json
import os
from dataclasses import replace

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

import thalweg
from benchmarks import corpora
from thalweg import Corpus, InputError, StorageError, ThalwegWarning, Vocabulary
from thalweg.corpus.reading import identify
from thalweg.corpus.sources.text_file import BlockSizes
from thalweg.corpus.text.phrases import PhraseRule
from thalweg.corpus.text.stop_words import ENGLISH

# \w also matches superscripts and fractions, which are not letters.
LETTERS = r"[^\W\d_\u00b2\u00b3\u00b9\u00bc-\u00be]{3,}"
TEXTS = corpora.sentences(400, 30) + ["", "\u00c9t\u00e9 \u00e0 Gen\u00e8ve 1999 foo_bar"] * 6
ALL = {"min_df": 1, "max_df": 1.0, "max_features": None, "stop_words": None}


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "texts.jsonl.gz"
    with gzip.open(path, "wt") as file:
        for j, text in enumerate(TEXTS):
            file.write(json.dumps({"id": f"d{j}", "n": j, "text": text}) + "\n")
    return path


def assert_equal(found: Corpus, expected: Corpus) -> None:
    assert found.vocabulary == expected.vocabulary
    assert np.array_equal(found.to_csr().toarray(), expected.to_csr().toarray())


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (ALL, {}),
        ({"stop_words": "english"}, {"min_df": 5, "max_df": 0.5, "stop_words": sorted(ENGLISH)}),
        (ALL | {"min_df": 0.01, "max_df": 0.2}, {"min_df": 0.01, "max_df": 0.2}),
        (ALL | {"ngram_range": (1, 3), "min_df": 2}, {"ngram_range": (1, 3), "min_df": 2}),
        (ALL | {"lowercase": False}, {"lowercase": False}),
        (
            ALL | {"digits": True, "min_length": 2},
            {"token_pattern": r"(?u)\b\w\w+\b"},
        ),
    ],
)
def test_counts_are_count_vectorizers(lines, ours, theirs):
    vectorizer = CountVectorizer(**({"token_pattern": LETTERS} | theirs))
    expected = vectorizer.fit_transform(TEXTS).toarray()
    corpus = thalweg.read(lines, **ours)
    assert list(corpus.vocabulary) == vectorizer.get_feature_names_out().tolist()
    assert np.array_equal(corpus.to_csr().toarray(), expected)


@pytest.mark.parametrize("name", ["20newsgroups", "arxiv50k"])
def test_counts_of_real_corpora_are_count_vectorizers(name):
    path = corpora.SHARED / name / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip("the shared corpora are not on this machine")
    corpus = thalweg.read(path, max_features=None, keep_texts=True)
    vectorizer = CountVectorizer(
        token_pattern=LETTERS, stop_words=sorted(ENGLISH), min_df=5, max_df=0.5
    )
    expected = vectorizer.fit_transform(corpus.texts.to_list())
    assert list(corpus.vocabulary) == vectorizer.get_feature_names_out().tolist()
    assert (corpus.to_csr() != expected).nnz == 0


def test_the_most_frequent_words_stay(lines):
    everything = thalweg.read(lines, **ALL)
    frequencies = everything.to_csr().toarray().sum(axis=0)
    least = np.sort(frequencies)[-20]
    kept = thalweg.read(lines, **(ALL | {"max_features": 20}))
    assert kept.n_words == 20
    assert (frequencies[everything.vocabulary.ids(kept.vocabulary)] >= least).all()


def test_one_pass_two_passes_memory_disk_and_threads_agree(lines, tmp_path):
    expected = thalweg.read(lines, n_jobs=1, metadata=["id", "n"], keep_texts=True)
    for n_passes in (1, 2):
        for out in (None, tmp_path / f"store{n_passes}"):
            found = thalweg.read(
                lines, n_passes=n_passes, out=out, n_jobs=3, metadata=["id", "n"], keep_texts=True
            )
            assert_equal(found, expected)
            assert found.metadata.equals(expected.metadata)
            assert found.texts.to_list() == TEXTS
            assert found.ids.to_list()[7] == "d7"
    assert sorted(os.listdir(tmp_path)) == ["store1", "store2", "texts.jsonl.gz"]


def test_a_stored_corpus_is_opened(lines, tmp_path):
    stored = thalweg.read(lines, out=tmp_path / "store")
    assert_equal(thalweg.read(tmp_path / "store"), stored)


# One word is in every document, and each document has a word that no other has.
RARE_WORDS = [
    f"common common {a}{b}{c}" for a in "abcdefghij" for b in "klmnopqrst" for c in "uvwxyzklmn"
]


class TestPruning:
    """If there are too many words, the rarest are dropped with a warning."""

    def in_chunks(self, path):
        return replace(identify(path), sizes=BlockSizes(500, 500, 1 << 20))

    def test_one_pass_warns_and_keeps_the_frequent(self, tmp_path):
        path = tmp_path / "texts.txt"
        path.write_text("\n".join(RARE_WORDS) + "\n")
        with pytest.warns(ThalwegWarning, match=r"more than 100 distinct words.*`n_passes=2`"):
            corpus = thalweg.read(self.in_chunks(path), max_table=100, **(ALL | {"min_df": 5}))
        assert list(corpus.vocabulary) == ["common"]
        assert corpus.n_tokens == 2000

    def test_two_passes_count_exactly_what_stays(self, tmp_path):
        path = tmp_path / "texts.txt"
        # A word that is rare at first, and dropped, and frequent later.
        texts = ["late", *RARE_WORDS, *["late late"] * 50]
        path.write_text("\n".join(texts) + "\n")
        counts = {}
        for n_passes, remedy in ((1, "n_passes=2"), (2, "raise `max_table`.$")):
            with pytest.warns(ThalwegWarning, match=f"more than 100 distinct words.*{remedy}"):
                corpus = thalweg.read(
                    self.in_chunks(path),
                    max_table=100,
                    n_passes=n_passes,
                    **(ALL | {"min_df": 5}),
                )
            late = corpus.vocabulary.id("late")
            counts[n_passes] = corpus.to_csr().toarray()[:, late].sum()
        assert counts == {1: 100, 2: 101}

    def test_a_warning_says_that_phrases_may_be_missing(self, tmp_path):
        path = tmp_path / "texts.txt"
        path.write_text("\n".join(RARE_WORDS) + "\n")
        with pytest.warns(ThalwegWarning, match="Rare phrases may be missing"):
            thalweg.read(self.in_chunks(path), max_table=100, phrases=True, vocabulary=["common"])


def test_a_given_vocabulary_is_all_that_is_counted(lines, tmp_path):
    words = thalweg.read(lines).vocabulary[3:6]
    Vocabulary(words).save(tmp_path / "words.txt")
    for given in (words, Vocabulary(words), tmp_path / "words.txt"):
        corpus = thalweg.read(lines, vocabulary=given)
        assert list(corpus.vocabulary) == words
        assert corpus.n_documents == len(TEXTS)  # documents of other words become empty rows


def test_a_tokenizer_of_the_users_own(tmp_path):
    corpus = thalweg.read(["a-b c", "a c"], tokenizer=str.split, **ALL)
    assert list(corpus.vocabulary) == ["a", "a-b", "c"]
    stopped = thalweg.read(["a b c"], tokenizer=str.split, **(ALL | {"stop_words": ["b"]}))
    assert list(stopped.vocabulary) == ["a", "c"]
    with pytest.raises(InputError, match="not valid Unicode"):
        thalweg.read(["a"], tokenizer=lambda _: ["\ud800"], **ALL)
    with pytest.raises(InputError, match="tokenizer"):
        thalweg.read(["a"], tokenizer="spacy", **ALL)
    with pytest.raises(RuntimeError, match="mine"):  # the user's own error reaches the user
        thalweg.read(["a"], tokenizer=lambda _: exec('raise RuntimeError("mine")'), **ALL)


def test_phrases_are_words_that_come_together(lines):
    texts = [*["new york times"] * 20, *["york minster stands", "new cars drive"] * 10]
    joined = thalweg.read(texts, phrases=PhraseRule(min_count=20, threshold=0.3), **ALL)
    assert "new_york" in joined.vocabulary
    column = joined.to_csr().toarray()[:, joined.vocabulary.id("new")]
    assert column.tolist() == [0] * 20 + [0, 1] * 10
    with pytest.raises(InputError, match="only once"):
        thalweg.read(iter(texts), phrases=True)


@pytest.mark.parametrize("later", ["", "other words\n" * 300], ids=["emptied", "replaced"])
@pytest.mark.parametrize("out", [None, "store"])
def test_a_file_that_changes_between_two_passes_is_an_error(later, out, tmp_path):
    """Before, the corpus had no tokens, and no error said why."""
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(TEXTS[:300]))
    told = []

    def change(progress):
        told.append(progress)
        path.write_text(later)

    out = out and tmp_path / out
    with pytest.raises(InputError, match="has changed while it was read"):
        thalweg.read(path, format="lines", n_passes=2, out=out, progress=change)
    assert told
    assert out is None or not out.exists()


def test_a_source_that_can_be_read_once_cannot_have_two_passes():
    with pytest.raises(InputError, match=r"only once.*`n_passes=2`"):
        thalweg.read((text for text in TEXTS), n_passes=2)


def test_progress_is_reported_after_every_chunk(lines, capfd):
    told = []
    thalweg.read(lines, progress=told.append, n_passes=2)
    assert {p.phase for p in told} == {"counting words", "reading"}
    last = told[-1]
    assert last.n_documents == len(TEXTS)
    assert last.n_bytes == last.total_bytes == lines.stat().st_size
    assert last.remaining_seconds == 0
    thalweg.read(lines, progress=True)
    assert f"{len(TEXTS)} documents" in capfd.readouterr().err


def test_replaced_bytes_are_counted_in_a_warning(tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes("caf\u00e9 noir\n".encode("latin-1") * 3)
    with pytest.warns(ThalwegWarning, match=r"latin\.txt has 3 bytes.*`errors='strict'`"):
        thalweg.read(path, **ALL)
    with pytest.raises(InputError, match="line 1"):
        thalweg.read(path, errors="strict", **ALL)
    corpus = thalweg.read(path, encoding="latin-1", **ALL)
    assert list(corpus.vocabulary) == ["caf\u00e9", "noir"]


def test_stop_words_come_from_a_list_a_file_or_a_language(tmp_path):
    (tmp_path / "stop.txt").write_text("red\nblue\n")
    for choice in (["red", "blue"], tmp_path / "stop.txt", str(tmp_path / "stop.txt")):
        corpus = thalweg.read(["red green blue"], **(ALL | {"stop_words": choice}))
        assert list(corpus.vocabulary) == ["green"]
    german = ALL | {"stop_words": "german"}
    try:
        import stop_words  # noqa: F401
    except ImportError:
        with pytest.raises(InputError, match=r"thalweg\[languages\]"):
            thalweg.read(["nicht gut"], **german)
    else:
        assert list(thalweg.read(["nicht gut"], **german).vocabulary) == ["gut"]
        with pytest.raises(InputError, match="klingon"):
            thalweg.read(["a"], stop_words="klingon")
    with pytest.raises(InputError, match="stop_words"):
        thalweg.read(["a"], stop_words=7)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"min_df": -1}, "min_df"),
        ({"min_df": 1.5}, "min_df"),
        ({"max_df": True}, "max_df"),
        ({"max_df": float("nan")}, "max_df"),
        ({"max_features": 0}, "max_features"),
        ({"min_length": 0}, "min_length"),
        ({"min_length": "3"}, "min_length"),
        ({"min_length": 2.5}, "min_length"),
        ({"max_length": 10**30}, "max_length"),
        ({"ngram_range": (1, 1.5)}, "ngram_range"),
        ({"max_table": 0}, "max_table"),
        ({"max_table": "x"}, "max_table"),
        ({"phrases": "yes"}, "phrases"),
        ({"metadata": None}, "expected a list of column names"),
        ({"vocabulary": 5}, "expected a list of words"),
        ({"vocabulary": ["\ud800"]}, "not valid Unicode"),
        ({"stop_words": ["\ud800"]}, "not valid Unicode"),
        ({"tokenizer": lambda text: None}, "expected a list of tokens"),
        ({"tokenizer": str.lower}, "expected a list of tokens"),
        ({"ngram_range": (2, 1)}, "ngram_range"),
        ({"ngram_range": 3}, "ngram_range"),
        ({"n_passes": 3}, "n_passes"),
        ({"min_df": 100}, r"no word is left.*Lower `min_df`"),
        ({"vocabulary": ["a", "a"]}, "twice"),
        ({"vocabulary": "nowhere.txt"}, "does not exist"),
    ],
)
def test_bad_arguments_are_named_and_nothing_is_written(tmp_path, arguments, message):
    with pytest.raises(InputError, match=message):
        thalweg.read(["red fish", "blue fish"], out=tmp_path / "store", **(ALL | arguments))
    assert os.listdir(tmp_path) == []


def test_texts_without_words_have_another_error_than_strict_limits():
    with pytest.raises(InputError, match=r"contain no words \(documents read: 2\)"):
        thalweg.read(["12 34", "?!"])
    with pytest.raises(InputError, match="there are no documents"):
        thalweg.read([])


def test_a_bad_line_leaves_no_store(lines, tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(gzip.decompress(lines.read_bytes()) + b'{"text": "cut\n')
    with pytest.raises(InputError, match=rf"bad\.jsonl, line {len(TEXTS) + 1} is not JSON"):
        thalweg.read(bad, out=tmp_path / "store")
    assert sorted(os.listdir(tmp_path)) == ["bad.jsonl", "texts.jsonl.gz"]


@pytest.mark.parametrize("n_passes", [1, 2])
def test_a_full_disk_leaves_no_store(lines, small_disk, n_passes):
    with pytest.raises(StorageError, match=r"store cannot be written.*No space left"):
        thalweg.read(lines, out=small_disk / "store", n_passes=n_passes, keep_texts=True, **ALL)
    assert os.listdir(small_disk) == []


def test_an_interrupted_reading_leaves_no_store(lines, tmp_path):
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        thalweg.read(lines, out=tmp_path / "store", progress=interrupt)
    assert os.listdir(tmp_path) == ["texts.jsonl.gz"]


def test_counts_are_taken_as_they_are(tmp_path):
    (tmp_path / "docword.tiny.txt").write_text("2\n3\n3\n1 1 2\n1 3 1\n2 2 5\n")
    (tmp_path / "vocab.tiny.txt").write_text("the\nriver\nbank\n")
    path = tmp_path / "docword.tiny.txt"
    corpus = thalweg.read(path)
    assert corpus.to_csr().toarray().tolist() == [[2, 0, 1], [0, 5, 0]]
    assert_equal(thalweg.read(path, out=tmp_path / "store"), corpus)
    with pytest.raises(InputError, match=r"min_df.*corpus\.limit"):
        thalweg.read(path, min_df=2)


def test_a_corpus_is_not_read_again():
    with pytest.raises(InputError, match="already a Corpus"):
        thalweg.read(Corpus([[1]], ["word"]))


@pytest.mark.parametrize(
    ("settings", "stop_words", "left"),
    [
        ({}, ["The", "\u00dcBER"], ["don", "fish", "uber"]),
        ({"strip_accents": True}, ["the", "\u00fcber"], ["don", "fish"]),
        ({"lowercase": False}, ["The"], ["Fish", "don", "the", "uber", "\u00fcber"]),
        ({}, ["the-fish", "don't"], ["don", "fish", "the", "uber", "\u00fcber"]),
    ],
)
def test_stop_words_are_written_like_tokens(settings, stop_words, left):
    texts = ["The Fish don't", "the \u00fcber uber"]
    corpus = thalweg.read(texts, **ALL | {"stop_words": stop_words}, **settings)
    assert list(corpus.vocabulary) == left


@pytest.mark.parametrize("text", ["a long text " * 1000, "x" * 300, "/" + "y/" * 3000])
def test_a_text_instead_of_a_path_is_refused(text):
    with pytest.raises(InputError, match="path"):
        thalweg.read(text)
    with pytest.raises(InputError, match="no such file"):
        thalweg.read(TEXTS, stop_words=text)


def test_a_stored_corpus_is_read_as_other_counts_are(lines, tmp_path):
    stored = thalweg.read(lines, out=tmp_path / "store", **ALL)
    with pytest.raises(InputError, match=r"min_df.*corpus\.limit"):
        thalweg.read(tmp_path / "store", min_df=50)
    assert_equal(thalweg.read(tmp_path / "store", out=tmp_path / "copy"), stored)
    assert_equal(Corpus.open(tmp_path / "copy"), stored)
    fewer = stored.vocabulary[3:7]
    chosen = thalweg.read(tmp_path / "store", vocabulary=fewer)
    assert_equal(chosen, stored.with_vocabulary(fewer))


def test_numbers_and_booleans_of_numpy_are_taken():
    given = {"min_length": np.int64(3), "lowercase": np.True_, "ngram_range": np.array([1, 2])}
    assert_equal(thalweg.read(TEXTS, **given), thalweg.read(TEXTS, ngram_range=(1, 2)))


@pytest.mark.parametrize("passes", [{"n_passes": 2}, {"phrases": True}])
def test_a_place_that_is_taken_is_refused_before_the_first_pass(lines, tmp_path, passes):
    seen = []
    with pytest.raises(InputError, match="already exists"):
        thalweg.read(lines, out=tmp_path, progress=seen.append, **passes)
    assert not seen


def test_separators_and_quotes_of_tables_are_named(tmp_path):
    (tmp_path / "a.csv").write_text('id;text\n1;"red; fish"\n2;blue fish\n')
    corpus = thalweg.read(tmp_path / "a.csv", separator=";", **ALL)
    assert list(corpus.vocabulary) == ["blue", "fish", "red"]
    (tmp_path / "b.tsv").write_text('id\ttext\n1\t5" disk drive\n')
    assert list(thalweg.read(tmp_path / "b.tsv", quote=None, **ALL).vocabulary) == ["disk", "drive"]
