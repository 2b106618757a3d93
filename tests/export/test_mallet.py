"""The files of MALLET, read by their documented columns."""

from pathlib import Path

import numpy as np
import pytest

from thalweg import LDA, Corpus, InputError, StorageError
from thalweg.export import to_mallet


def fields(path: Path, separator: str = "\t") -> list[list[str]]:
    return [line.split(separator) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def folder(model: LDA, collection: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exports") / "mallet"
    to_mallet(model, folder, collection, n_words=5)
    return folder


def test_topic_keys_are_topic_alpha_and_words(folder: Path, model: LDA) -> None:
    keys = fields(folder / "topic-keys.txt")
    assert [int(topic) for topic, _, _ in keys] == [0, 1, 2, 3]
    assert [float(alpha) for _, alpha, _ in keys] == pytest.approx(
        model.state_.prior.doc_topic, abs=5e-6
    )
    assert [words.split() for _, _, words in keys] == [t.words for t in model.topics(5)]


def test_topic_word_weights_are_the_components(folder: Path, model: LDA) -> None:
    weights = fields(folder / "topic-word-weights.txt")
    assert [(int(k), word) for k, word, _ in weights] == [
        (k, f"word{w}") for k in range(4) for w in range(50)
    ]
    found = np.array([float(weight) for _, _, weight in weights]).reshape(4, 50)
    np.testing.assert_allclose(found, model.components_, rtol=1e-6)


def test_word_topic_counts_are_whole_numbers_with_the_largest_first(
    folder: Path, model: LDA
) -> None:
    lines = fields(folder / "word-topic-counts.txt", " ")
    assert [line[:2] for line in lines] == [[str(w), f"word{w}"] for w in range(50)]
    found = np.zeros((50, 4), dtype=int)
    for w, (_, _, *pairs) in enumerate(lines):
        counts = [int(pair.split(":")[1]) for pair in pairs]
        assert counts == sorted(counts, reverse=True)
        assert 0 not in counts
        for pair in pairs:
            found[w, int(pair.split(":")[0])] = int(pair.split(":")[1])
    np.testing.assert_array_equal(found, model.state_.topic_word_counts.round())


def test_doc_topics_are_number_id_and_proportions(
    folder: Path, model: LDA, collection: Corpus
) -> None:
    lines = fields(folder / "doc-topics.txt")
    assert [int(line[0]) for line in lines] == list(range(61))
    assert [line[1] for line in lines] == list(map(str, collection.ids))
    found = np.array([[float(share) for share in line[2:]] for line in lines])
    np.testing.assert_allclose(found, model.transform(collection), rtol=1e-6)


def test_without_documents_there_are_no_doc_topics(model: LDA, tmp_path: Path) -> None:
    to_mallet(model, tmp_path)
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == ["topic-keys.txt", "topic-word-weights.txt", "word-topic-counts.txt"]


def test_ids_name_the_documents_and_may_contain_blanks(tmp_path: Path) -> None:
    corpus = Corpus([[3, 1], [0, 2]], ["a", "b"], {"id": ["first one", None]})
    to_mallet(LDA(2, random_state=0).fit(corpus), tmp_path, corpus)
    assert [line[1] for line in fields(tmp_path / "doc-topics.txt")] == ["first one", "null-source"]


def test_a_word_with_a_blank_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    model = LDA(2, random_state=0).fit(Corpus([[3, 1], [0, 2]], ["new york", "b"]))
    with pytest.raises(InputError, match="'new york' cannot be written"):
        to_mallet(model, tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_an_id_that_would_break_a_line_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    corpus = Corpus([[3, 1], [0, 2]], ["a", "b"], {"id": ["first", "second\tthird"]})
    model = LDA(2, random_state=0).fit(corpus)
    with pytest.raises(InputError, match="the id"):
        to_mallet(model, tmp_path / "out", corpus)
    assert not list(tmp_path.iterdir())


def test_a_path_that_cannot_be_a_folder_is_refused(model: LDA, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(InputError, match=r"`folder` is .*, a file; expected a folder"):
        to_mallet(model, tmp_path / "file")
    with pytest.raises(StorageError, match="cannot be written"):
        to_mallet(model, tmp_path / "absent" / "folder")
    assert (tmp_path / "file").read_text() == "mine"
