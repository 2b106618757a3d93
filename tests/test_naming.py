"""Names of topics on a model: set, suggested, by a function, stored, and shown everywhere."""

from __future__ import annotations

import copy
import io
import json
import pickle
import random
import threading
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from sklearn.base import clone

import thalweg
from thalweg import LDA, Corpus, InputError, StorageError, ThalwegWarning, plots, read
from thalweg.export import to_csv, to_json
from thalweg.persistence import fitted, model_file
from thalweg.state.of_model import topic_labels

SUBJECTS = {
    "sea": ["boat", "harbour", "wave", "sail", "anchor", "tide", "captain", "storm"],
    "kitchen": ["bread", "oven", "flour", "sugar", "butter", "recipe", "spoon", "salt"],
    "court": ["judge", "jury", "lawyer", "appeal", "verdict", "trial", "witness", "bail"],
}


def story(subject: str, rng: random.Random) -> str:
    return " ".join([*rng.choices(SUBJECTS[subject], k=20), "today"])


def stories(n: int, seed: int = 0) -> list[str]:
    rng = random.Random(seed)
    return [story(list(SUBJECTS)[j % 3], rng) for j in range(n)]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read(stories(150), max_df=1.0, stop_words=None, keep_texts=True)


@pytest.fixture(scope="module")
def trained(corpus: Corpus) -> LDA:
    return LDA(3, random_state=0, max_iter=10).fit(corpus)


@pytest.fixture
def lda(trained: LDA) -> LDA:
    return copy.deepcopy(trained)


def subject_of(words: list[str]) -> str:
    """The subject that most words are from."""
    return max(SUBJECTS, key=lambda subject: len(set(words) & set(SUBJECTS[subject])))


# ---------------------------------------------------------------------------- setting names


def test_names_are_merged_with_earlier_ones_and_can_be_removed(lda: LDA) -> None:
    assert lda.topic_names_ == {}
    assert lda.name_topics({2: "sea"}).name_topics({0: "court"}).topic_names_ == {
        0: "court",
        2: "sea",
    }
    assert lda.name_topics({2: None}).topic_names_ == {0: "court"}
    assert lda.name_topics({1: "x"}, replace=True).topic_names_ == {1: "x"}
    assert topic_labels(lda) == ["topic 0", "x", "topic 2"]


def test_nothing_changes_if_one_name_is_wrong(lda: LDA) -> None:
    lda.name_topics({0: "court"})
    for wrong in ({1: "sea", 3: "x"}, {1: "sea", 2: "sea"}, {1: "a\tb"}):
        with pytest.raises(InputError, match="`names`"):
            lda.name_topics(wrong, replace=True)
    assert lda.topic_names_ == {0: "court"}


def test_what_is_not_a_name_is_refused(lda: LDA, corpus: Corpus) -> None:
    with pytest.raises(InputError, match="`names` is of type list; expected a dict"):
        lda.name_topics(["sea"])  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"`names` is 'auto'; expected a dict .* relevance"):
        lda.name_topics("auto")
    with pytest.raises(InputError, match="`X` was given, but only a function gets texts"):
        lda.name_topics({0: "sea"}, X=corpus)
    with pytest.raises(InputError, match="`n_words` was given, but `names` has the names"):
        lda.name_topics({0: "sea"}, n_words=3)
    assert lda.topic_names_ == {}


def test_the_names_that_a_caller_has_are_a_copy(lda: LDA) -> None:
    lda.name_topics({0: "court"}).topic_names_[1] = "x"
    assert lda.topic_names_ == {0: "court"}


def test_a_view_keeps_the_names_of_its_moment(lda: LDA) -> None:
    """A function that runs while another thread names topics; earlier names are not replaced."""
    calling, named = threading.Event(), threading.Event()

    def by_hand() -> None:
        assert calling.wait(60)
        lda.name_topics({2: "by hand"})
        named.set()

    def function(words: list[str], _: list[str]) -> str:
        calling.set()
        assert named.wait(60)
        return words[0]

    thread = threading.Thread(target=by_hand)
    thread.start()
    lda.name_topics(function)
    thread.join()
    assert set(lda.topic_names_) == {0, 1, 2}
    assert lda.topic_names_[2] == "by hand"


def test_an_untrained_model_has_no_topics_to_name() -> None:
    with pytest.raises(ValueError, match=r"not fitted|not been trained"):
        LDA(2).name_topics({0: "x"})
    assert LDA(2).topic_names_ == {}


# ---------------------------------------------------------------------------- suggested names


def test_suggested_names_are_words_of_the_subject(lda: LDA) -> None:
    """One word is in every document, and therefore in no name."""
    table = lda.label_topics()
    for row, topic in zip(table, lda.topics(8), strict=True):
        assert row.name == ", ".join(row.words)
        assert len(row.words) == 3
        assert set(row.words) <= set(SUBJECTS[subject_of(topic.words)])
    assert lda.topic_names_ == {}
    lda.name_topics("relevance")
    assert lda.topic_names_ == {row.topic: row.name for row in table}
    assert table.to_polars().columns == ["topic", "name", "words"]


def test_suggestions_keep_the_names_that_topics_have(lda: LDA) -> None:
    lda.name_topics({1: "mine"}).name_topics("probability", n_words=1)
    assert lda.topic_names_[1] == "mine"
    assert len(lda.topic_names_) == 3
    assert lda.name_topics("relevance", replace=True).topic_names_[1] != "mine"


def test_a_model_of_a_matrix_needs_the_names_of_its_words(corpus: Corpus) -> None:
    model = LDA(3, random_state=0, max_iter=10).fit(corpus.to_csr())
    with pytest.raises(InputError, match="`feature_names` is missing"):
        model.label_topics()
    names = list(corpus.vocabulary)
    known = set(SUBJECTS["sea"] + SUBJECTS["kitchen"] + SUBJECTS["court"])
    assert set(model.label_topics(feature_names=names)[0].words) <= known
    assert len(model.name_topics("relevance", feature_names=names).topic_names_) == 3
    assert model.junk_words(feature_names=names) == model.junk_words(feature_names=names)[:]


def test_words_by_relevance_leave_out_the_word_of_all_topics(lda: LDA) -> None:
    """One of 21 words of a story is "today", in every topic."""
    for topic in lda.topics(8, words_by="relevance"):
        assert set(topic.words) == set(SUBJECTS[subject_of(topic.words)])
    for topic in lda.topics(9):
        assert "today" in topic.words
    with pytest.raises(InputError, match="`words_by` is 'size'; expected one of probability, rel"):
        lda.topics(words_by="size")


# ---------------------------------------------------------------------------- by a function


@pytest.mark.parametrize("kind", ["corpus", "texts", "frame", "none"])
def test_a_function_gets_the_words_and_typical_texts_of_its_topic(
    lda: LDA, corpus: Corpus, kind: str
) -> None:
    texts = stories(150)
    given = {"corpus": corpus, "texts": texts, "frame": pl.DataFrame({"text": texts}), "none": None}
    calls: list[int] = []

    def function(words: list[str], examples: list[str]) -> str:
        subject = subject_of(words)
        assert len(words) == 6
        calls.append(len(examples))
        for text in examples:
            assert text in texts
            assert subject_of(text.split()) == subject
        return subject

    lda.name_topics(function, X=given[kind], n_words=6, n_examples=4)
    assert sorted(lda.topic_names_.values()) == sorted(SUBJECTS)
    assert calls == [0 if kind == "none" else 4] * 3


def test_a_function_that_fails_names_the_topic_and_changes_nothing(lda: LDA) -> None:
    lda.name_topics({0: "court"})

    def function(words: list[str], _: list[str]) -> str:
        if len(asked) == 1:
            raise TimeoutError("no answer")
        asked.append(words)
        return "first"

    asked: list[list[str]] = []
    with pytest.raises(
        InputError, match="failed for topic 2 with TimeoutError: no answer"
    ) as found:
        lda.name_topics(function)
    assert isinstance(found.value.__cause__, TimeoutError)
    assert lda.topic_names_ == {0: "court"}


# ---------------------------------------------------------------------------- stored


def test_names_survive_files_pickles_and_further_training_but_not_fit(
    lda: LDA, corpus: Corpus, tmp_path: Path
) -> None:
    names = {0: "court", 2: "größer 停车"}
    lda.name_topics(names).save(tmp_path / "a.model")
    back = thalweg.load(tmp_path / "a.model")
    assert back.topic_names_ == names
    back.save(tmp_path / "b.model")
    assert (tmp_path / "b.model").read_bytes() == (tmp_path / "a.model").read_bytes()
    assert pickle.loads(pickle.dumps(lda)).topic_names_ == names
    assert copy.deepcopy(lda).topic_names_ == names
    assert clone(lda).topic_names_ == {}
    assert back.partial_fit(corpus).topic_names_ == names
    assert back.fit(corpus).topic_names_ == {}


def test_a_file_without_names_is_the_same_as_before_names_existed(lda: LDA, tmp_path: Path) -> None:
    lda.save(tmp_path / "a.model")
    lda.name_topics({0: "x"}).name_topics({0: None}).save(tmp_path / "b.model")
    content = (tmp_path / "a.model").read_bytes()
    assert content == (tmp_path / "b.model").read_bytes()
    assert b"topic_names" not in content


def test_a_file_with_impossible_names_is_refused(lda: LDA, tmp_path: Path) -> None:
    saved = fitted.to_saved_model(lda)
    saved.fitted["topic_names"] = {"7": "x"}
    model_file.write(tmp_path / "a.model", saved)
    with pytest.raises(StorageError, match=r"compatible version.*topic 7"):
        thalweg.load(tmp_path / "a.model")


def test_a_merged_model_keeps_the_names_of_topics_that_match(lda: LDA, corpus: Corpus) -> None:
    lda.name_topics({0: "a", 1: "b", 2: "c"})
    other = LDA(3, random_state=3, max_iter=10).fit(corpus).name_topics({0: "of the second"})
    assert lda.merged(other).topic_names_ == {0: "a", 1: "b", 2: "c"}
    foreign = Corpus(corpus.to_csr(), [f"other{w}" for w in range(corpus.n_words)])
    unlike = LDA(3, random_state=0, max_iter=10).fit(foreign)
    with pytest.warns(ThalwegWarning, match="text settings"):
        assert lda.merged(unlike).topic_names_ == {}


# ---------------------------------------------------------------------------- shown


def test_tables_have_a_column_of_names_if_a_topic_has_one(lda: LDA) -> None:
    assert "name" not in str(lda.topics()).splitlines()[0]
    assert lda.topics().to_polars().schema["name"] == pl.String
    lda.name_topics({1: "beta"})
    for table in (lda.topics(), lda.word_topics("boat"), lda.topics_of("boat harbour", n_topics=3)):
        assert "name" in str(table).splitlines()[0].split()
        assert "<th>name</th>" in table._repr_html_()
        by_topic = {row["topic"]: row["name"] for row in table.to_dicts()}
        assert by_topic == {0: None, 1: "beta", 2: None}


def test_columns_of_data_frames_are_called_after_topics(lda: LDA, corpus: Corpus) -> None:
    assert lda.get_feature_names_out().tolist() == ["lda0", "lda1", "lda2"]
    lda.name_topics({1: "room service"})
    frame = lda.set_output(transform="polars").transform(corpus)
    assert frame.columns == ["lda0", "room_service", "lda2"]  # type: ignore[attr-defined]


def test_exports_have_the_names(lda: LDA) -> None:
    lda.name_topics({1: "=1+1"})
    table = pl.read_csv(io.StringIO(to_csv(lda, n_words=2)))
    assert table.columns[-1] == "name"
    assert table["name"].to_list() == [None, None, "=1+1", "=1+1", None, None]
    assert "'=1+1" in to_csv(lda, n_words=2, spreadsheet=True)
    exported = json.loads(json.dumps(to_json(lda)))
    assert [topic["name"] for topic in exported["topics"]] == [None, "=1+1", None]


def test_figures_show_names_in_place_of_words_and_numbers(lda: LDA, corpus: Corpus) -> None:
    from matplotlib.text import Text

    lda.name_topics({0: "price in $ and $", 1: "x" * 90})
    sizes = plots.topic_sizes(lda).axes[0].get_yticklabels()
    shown = [label.get_text() for label in sizes]
    assert any(text.startswith("price in $ and $ ") for text in shown)
    assert max(map(len, shown)) < 60
    titles = [text.get_text() for text in plots.topic_words(lda).findobj(Text)]
    assert any("price in $ and $" in title for title in titles)
    assert any("topic 2" in title for title in titles)
    dated = Corpus(corpus.to_csr(), corpus.vocabulary, {"day": ["2024-01-01", "2024-02-01"] * 75})
    times = plots.topics_over_time(lda, dated, "day")
    assert any(axes.get_title(loc="left") == "0   price in $ and $" for axes in times.axes)


# ---------------------------------------------------------------------------- junk words


def test_markup_is_noticed_in_generated_text_and_nothing_in_plain_text(lda: LDA) -> None:
    """Five subjects; in the second collection, four of ten texts have the remains of markup."""
    rng = random.Random(1)
    words = [[f"{letter * 3}{n}" for n in "abcdefgh"] for letter in "vwxyz"]
    plain = [" ".join(rng.choices(words[j % 5], k=20)) for j in range(300)]
    marked = [f"{text} &nbsp; x &amp; y" if rng.random() < 0.4 else text for text in plain]
    found = {}
    for name, texts in (("plain", plain), ("marked", marked)):
        model = LDA(5, random_state=0, max_iter=10).fit(read(texts, max_df=1.0))
        found[name] = model.junk_words(10)
    assert len(found["plain"]) == 0
    assert {row.word: row.reason for row in found["marked"]} == {"amp": "markup", "nbsp": "markup"}
    assert all(np.all(np.diff(row.topics) > 0) for row in found["marked"])
