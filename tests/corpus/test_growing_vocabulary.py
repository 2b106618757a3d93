import threading

import numpy as np
import pytest
from scipy import sparse

import thalweg
from benchmarks import corpora
from thalweg import LDA, Corpus, GrowingVocabulary, InputError, ThalwegWarning, Vocabulary
from thalweg.corpus.text.text_settings import TextSettings

BATCHES = [corpora.sentences(50, 20, seed=seed) for seed in range(6)]


def dense(corpus) -> list[list[int]]:
    return corpus.to_csr().toarray().tolist()


def test_a_word_enters_when_enough_documents_had_it():
    growing = GrowingVocabulary(min_sightings=2)
    first = growing.count(["fish fish fish", "blue whale"])
    assert list(first.vocabulary) == []
    assert first.shape == (2, 0)  # documents of unknown words are empty rows
    second = growing.count(["fish", "whale typo"])
    assert list(second.vocabulary) == ["fish", "whale"]
    assert dense(second) == [[1, 0], [0, 1]]
    assert growing.n_waiting == 2


def test_ids_are_append_only():
    growing = GrowingVocabulary(min_sightings=3)
    before = growing.vocabulary
    for batch in BATCHES:
        after = growing.count(batch).vocabulary
        assert after.extends(before)
        before = after
    assert len(before) > 100


def test_once_in_a_word_is_always_counted():
    growing = GrowingVocabulary(min_sightings=3)
    known: set[str] = set()
    for batch in BATCHES:
        corpus = growing.count(batch)
        counts = corpus.to_csr().toarray()
        for word in known:
            expected = [text.split().count(word) for text in batch]
            assert counts[:, corpus.vocabulary.id(word)].tolist() == expected
        known |= set(list(corpus.vocabulary)[:20])


def test_unused_words_leave_and_come_back_under_their_id():
    growing = GrowingVocabulary(min_sightings=2, forget_after=3)
    growing.count(["fish", "fish", "whale", "whale"])
    corpus = growing.count(["whale"] * 4 + ["fish"])
    assert corpus.vocabulary.retired == set()  # seen in this batch
    corpus = growing.count(["whale"] * 4)
    assert corpus.vocabulary.retired == {0}
    corpus = growing.count(["fish whale"])  # one sighting is not enough to return
    assert (corpus.vocabulary.retired, dense(corpus)) == ({0}, [[0, 1]])
    corpus = growing.count(["fish"])
    assert (corpus.vocabulary.retired, dense(corpus)) == (set(), [[1, 0]])


def test_waiting_words_are_bounded_and_words_that_entered_are_never_lost():
    growing = GrowingVocabulary(min_sightings=2, max_waiting=10)
    growing.count(["fish", "fish"])
    for letter in "abcdefgh":
        growing.count([f"{letter}{other}x" for other in "abcdefghijkl"])
        assert growing.n_waiting <= 12
    assert dense(growing.count(["fish"])) == [[1]]
    assert list(growing.vocabulary) == ["fish"]


def test_a_model_follows_the_vocabulary():
    growing = GrowingVocabulary(min_sightings=2, forget_after=100)
    lda = LDA(3, random_state=0)
    for batch in BATCHES:
        lda.partial_fit(growing.count(batch))
        counts = lda.state_.topic_word_counts
        assert counts.shape == (len(growing.vocabulary), 3)
        retired = sorted(growing.vocabulary.retired)
        assert not counts[retired].any()
        assert lda.state_.topic_counts == pytest.approx(counts.sum(axis=0), rel=1e-4)
    assert retired
    assert lda.vocabulary_ == growing.vocabulary
    assert np.isfinite(lda.score(growing.count(BATCHES[0])))


def test_it_goes_on_after_saving_as_if_nothing_had_happened(tmp_path):
    settings = TextSettings(min_length=2, stop_words=("ba",), phrases=(("a", "b"),))
    without = GrowingVocabulary(min_sightings=3, forget_after=120, settings=settings)
    stopped = GrowingVocabulary(min_sightings=3, forget_after=120, settings=settings)
    for batch in BATCHES:
        expected = without.count(batch)
        found = stopped.count(batch)
        assert found.vocabulary == expected.vocabulary
        assert dense(found) == dense(expected)
        stopped.save(tmp_path / "words.json")
        stopped = GrowingVocabulary.load(tmp_path / "words.json")
        assert stopped.n_waiting <= without.n_waiting
    assert stopped.settings == settings


def test_it_starts_from_a_vocabulary():
    growing = GrowingVocabulary(Vocabulary(["fish"]), min_sightings=2)
    corpus = growing.count(["fish whale"])
    assert list(corpus.vocabulary) == ["fish"]
    assert dense(corpus) == [[1]]


@pytest.mark.parametrize(
    "content", ["", "{}", "[1]", '{"format": "thalweg growing vocabulary", "version": 9}', "\ud800"]
)
def test_a_file_that_is_not_a_saved_vocabulary_is_refused(tmp_path, content):
    path = tmp_path / "words.json"
    path.write_bytes(content.encode(errors="surrogatepass"))
    with pytest.raises(InputError, match=r"words\.json is not a saved"):
        GrowingVocabulary.load(path)
    with pytest.raises(InputError, match="cannot be read"):
        GrowingVocabulary.load(tmp_path / "nowhere.json")


def test_bad_numbers_are_refused():
    for wrong in ({"min_sightings": 0}, {"forget_after": 0}, {"max_waiting": 0}):
        with pytest.raises(InputError, match="at least 1"):
            GrowingVocabulary(**wrong)


def test_the_waiting_room_keeps_words_that_were_known_from_the_beginning(tmp_path):
    growing = GrowingVocabulary(["bird", "fish"], min_sightings=3, max_waiting=2)
    assert dense(growing.count(["fish bird ant bee cow dog eel"])) == [[1, 1]]
    assert growing.n_waiting == 0
    growing.save(tmp_path / "words.json")
    for going_on in (growing, GrowingVocabulary.load(tmp_path / "words.json")):
        assert dense(going_on.count(["fish", "bird"])) == [[0, 1], [1, 0]]


class TokenizerWithALock:
    def __init__(self) -> None:
        self.lock = threading.Lock()

    def __call__(self, text: str) -> list[str]:
        return text.split()


def test_all_settings_are_saved(tmp_path):
    settings = TextSettings(
        min_length=np.int64(2), stop_words=frozenset(["the"]), tokenizer=TokenizerWithALock()
    )
    growing = GrowingVocabulary(min_sightings=np.int64(1), settings=settings)
    growing.count(["the fish"])
    growing.save(tmp_path / "words.json")
    again = GrowingVocabulary.load(tmp_path / "words.json", tokenizer=str.split)
    assert dense(again.count(["the fish"])) == [[1]]
    assert list(again.vocabulary) == ["fish"]


@pytest.mark.parametrize(
    "numbers", [{"min_sightings": "2"}, {"min_sightings": 2.5}, {"max_waiting": None}]
)
def test_numbers_of_another_type_are_refused(numbers):
    with pytest.raises(InputError, match="expected a whole number"):
        GrowingVocabulary(**numbers)


@pytest.mark.parametrize(
    "prior", [np.array([0.1, 0.2, 0.3]), sparse.csr_array([[1.0, 0, 0], [0, 0, 2.0]])]
)
def test_a_model_with_a_prior_for_each_word_goes_on_after_growth(prior):
    lda = LDA(2, topic_word_prior=prior, random_state=0)
    lda.partial_fit(Corpus([[1, 2, 3]] * 4, ["a", "b", "c"]))
    for _ in range(2):
        lda.partial_fit(Corpus([[1, 2]] * 4, ["b", "d"]))
    lda.partial_fit(np.ones((2, 4)))
    assert lda.components_.shape == (2, 4)


def test_words_are_those_of_read_without_stop_words_by_default() -> None:
    texts = ["The ferry and the harbour, with 2 waves", "This is THE ferry of the harbour"] * 3
    read = thalweg.read(texts, min_df=1, max_df=1.0)
    growing = GrowingVocabulary(min_sightings=1)
    assert sorted(growing.count(texts).vocabulary) == list(read.vocabulary)
    assert growing.settings == read.text_settings
    assert (
        "the" in GrowingVocabulary(min_sightings=1, settings=TextSettings()).count(texts).vocabulary
    )


def test_a_model_waits_until_words_have_entered() -> None:
    growing, lda = GrowingVocabulary(min_sightings=2), LDA(2, random_state=0)
    with pytest.warns(ThalwegWarning, match="has 0 words"):
        lda.partial_fit(growing.count(["hello world"]))
    assert not hasattr(lda, "state_")
    lda.partial_fit(growing.count(["hello world again"]))
    assert lda.vocabulary_ is not None
    assert lda.vocabulary_[:] == ["hello", "world"]
    assert lda.n_documents_seen_ == 1
