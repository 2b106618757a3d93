import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thalweg import InputError, StorageError
from thalweg.corpus.vocabulary import Vocabulary

WORDS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\0"), min_size=1),
    unique=True,
)


def test_words_are_looked_up_both_ways():
    vocabulary = Vocabulary(["river", "bank"])
    assert (vocabulary[0], vocabulary.id("bank"), len(vocabulary)) == ("river", 1, 2)
    assert vocabulary.ids(["bank", "money", "river"]).tolist() == [1, -1, 0]
    with pytest.raises(KeyError):
        vocabulary.id("money")


@given(WORDS, WORDS)
def test_merging_keeps_every_id(first, second):
    merged, ids = Vocabulary(first).merge(Vocabulary(second))
    assert merged[: len(first)] == first
    assert [merged[w] for w in ids] == second
    assert len(merged) == len(set(first) | set(second))
    assert merged.extends(Vocabulary(first))


@given(words=WORDS)
def test_a_saved_vocabulary_is_the_same(tmp_path_factory, words):
    path = tmp_path_factory.mktemp("vocabulary") / "vocab.txt"
    Vocabulary(words).save(path)
    assert list(Vocabulary.load(path)) == words


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"one\ntwo\none\n", "'one' twice"),
        (b"tea\ncaf\xe9\n", "line 2: not UTF-8"),
        (b"tea\na\0b\n", "line 2: NUL byte"),
    ],
)
def test_a_bad_file_is_named_with_its_fault(tmp_path, content, message):
    path = tmp_path / "vocab.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        Vocabulary.load(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match=r"nowhere.*does not exist"):
        Vocabulary.load(tmp_path / "nowhere.txt")


def test_words_that_a_file_of_lines_cannot_hold_are_refused(tmp_path):
    with pytest.raises(InputError, match="line break"):
        Vocabulary(["one\ntwo"]).save(tmp_path / "vocab.txt")
    assert not (tmp_path / "vocab.txt").exists()


def test_words_must_be_strings_and_differ():
    with pytest.raises(InputError, match="twice"):
        Vocabulary(["a", "a"])
    with pytest.raises(InputError, match="expected a string"):
        Vocabulary(["a", 3])  # type: ignore[list-item]
    with pytest.raises(InputError, match="retired"):
        Vocabulary(["a"], retired=[1])


def test_it_gives_scikit_learns_feature_names():
    names = Vocabulary(["a", "b"]).to_numpy()
    assert names.dtype == object
    assert np.array_equal(names, ["a", "b"])


def test_a_file_that_cannot_be_written_or_read_is_named(tmp_path):
    with pytest.raises(StorageError, match="nowhere"):
        Vocabulary(["word"]).save(tmp_path / "nowhere" / "words.txt")
    with pytest.raises(InputError, match=r"cannot be read|is not a valid path"):
        Vocabulary.load("a\0b")
