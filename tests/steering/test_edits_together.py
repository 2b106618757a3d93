"""Edits that meet earlier edits, seed words, locks and other models."""

import json
import pickle
from typing import Any

import numpy as np
import pytest

from tests.steering.planted import CORPUS, SEEDS, VOCABULARY, planted_corpus, share_in
from tests.steering.test_edit_sequences import require_held
from tests.steering.test_edits import everything, further
from thalweg import LDA, SCVB0, Corpus, InputError, ThalwegWarning
from thalweg.steering import (
    AddWords,
    Create,
    Delete,
    Edit,
    Lock,
    Merge,
    RemoveDocument,
    RemoveWords,
    Rename,
    Reorder,
    SetTopicCount,
    Split,
    StopWords,
)

pytestmark = pytest.mark.filterwarnings("ignore:this edit may fight")


# ---------------------------------------------------------------------- shares that were held


def test_words_that_a_topic_held_stay_where_a_split_puts_them(lda) -> None:
    lda.edit(AddWords(0, ["parking0", "music0"], 0.8), Split(0, words=["music0"]))
    before = share_in(lda, 6, "music0")
    assert before > 0.6
    require_held(lda)
    assert share_in(further(lda), 6, "music0") > before - 0.02


def test_a_merged_topic_that_is_split_by_documents_stays_split(lda) -> None:
    words = ("parking0", "parking1", "music0", "music1")
    shares = CORPUS.to_csr()[:, [VOCABULARY.index(w) for w in words]].toarray()
    about_music = np.flatnonzero(shares[:, 2:].sum(axis=1) > shares[:, :2].sum(axis=1))
    lda.edit(Merge([0, 2]))
    lda.edit(Split(0, documents=CORPUS.to_csr()[about_music]))
    before = {word: share_in(lda, 6, word) for word in words}
    require_held(lda)
    further(lda)
    assert min(share_in(lda, 6, word) for word in words[2:]) > 0.7
    assert max(share_in(lda, 6, word) for word in words[:2]) < 0.3
    assert all(abs(share_in(lda, 6, word) - before[word]) < 0.3 for word in words)


@pytest.mark.parametrize(
    "split",
    [
        Split(0, words=["music0", "music1"]),
        Split(0, documents=CORPUS.to_csr()[:40]),
        Split(0, among=CORPUS),
    ],
    ids=["words", "documents", "among"],
)
def test_words_that_were_removed_from_a_topic_are_in_neither_part_of_it(lda, split) -> None:
    lda.edit(Merge([0, 2], 0.0), RemoveWords(0, ["common1", "common2"]), split)
    further(lda)
    for word in ("common1", "common2"):
        assert share_in(lda, 0, word) == share_in(lda, 6, word) == 0
    assert share_in(lda, 1, "common1") > 0


def test_a_removed_word_that_a_split_names_may_be_in_the_new_part(lda) -> None:
    lda.edit(RemoveWords(0, ["common1", "common2"]), Split(0, words=["parking0", "common1"]))
    further(lda)
    assert share_in(lda, 6, "common1") > 0
    assert share_in(lda, 6, "common2") == share_in(lda, 0, "common1") == 0


def test_a_topic_of_documents_takes_no_counts_that_another_topic_holds(lda) -> None:
    lda.edit(AddWords(2, ["music0", "music1"], 0.9))
    lda.edit(Create(documents=CORPUS.to_csr()[:30]))
    require_held(lda)
    assert share_in(lda, 2, "music0") > 0.89


def test_few_documents_do_not_take_their_words_from_all_others(lda) -> None:
    few = CORPUS.to_csr()[:3]
    lda.edit(Create(documents=few))
    further(lda)
    place = lda.state_.topic_numbers.tolist().index(6)
    share = lda.state_.topic_counts[place] / lda.state_.topic_counts.sum()
    assert share < 0.1  # they are 1 % of the documents


def test_a_forgotten_document_leaves_held_shares_as_they_were(lda) -> None:
    lda.edit(AddWords(2, ["parking0", "parking1"], 0.9))
    for row in range(5):
        lda.edit(RemoveDocument(document=CORPUS.to_csr()[[row]]))
    require_held(lda)


def test_a_forgotten_document_leaves_held_shares_next_to_a_locked_topic() -> None:
    """It keeps its counts, so the other topics lose less of a word than the document has."""
    lda = LDA(5, random_state=1, max_iter=4, batch_size=1).fit(CORPUS)
    lda.edit(Lock([2]), Create(words=["staff5", "music11"]))
    documents = CORPUS.to_csr()
    for row in np.flatnonzero(documents[:, [VOCABULARY.index("music11")]].toarray())[:5]:
        lda.edit(RemoveDocument(document=documents[[row]]))
        require_held(lda)


def test_more_topics_do_not_loosen_held_words(lda) -> None:
    lda.edit(AddWords(2, ["parking0"], 0.9), SetTopicCount(12))
    assert share_in(lda, 2, "parking0") > 0.89
    require_held(lda)


# ---------------------------------------------------------------------- seed words


def test_a_model_with_fewer_topics_than_seeds_continues_to_learn() -> None:
    lda = LDA(3, seed_words=dict(list(SEEDS.items())[:3]), random_state=0, max_iter=2)
    lda.fit(CORPUS).edit(Merge([0, 1]))
    lda.partial_fit(planted_corpus(50, seed=3))
    assert share_in(lda, 0, "parking0") > 0.75
    assert share_in(lda, 0, "food0") > 0.75


def test_seed_words_that_come_later_find_their_topic_by_its_number() -> None:
    seeds = {"gone": ["gone0"], "a": ["late_a"], "b": ["late_b"], "c": ["late_c"]}
    lda = LDA(5, seed_words=seeds, random_state=0)
    with pytest.warns(ThalwegWarning, match="not in the vocabulary"):
        lda.partial_fit(planted_corpus(60))
    lda.edit(Delete(0), Merge([3, 2]), Reorder([4]))
    assert lda.state_.topic_numbers.tolist() == [4, 1, 3]
    words = [*VOCABULARY, "gone0", "late_a", "late_b", "late_c"]
    X = np.zeros((40, len(words)), dtype=np.int64)
    X[:, : len(VOCABULARY)] = planted_corpus(40, seed=4).to_csr().toarray()
    X[:, -4:] = 2
    lda.partial_fit(Corpus(X, words))
    held = lda.state_.prior.held.toarray()[len(VOCABULARY) :]
    expected = np.zeros((4, 3))
    expected[1, 1] = expected[2, 2] = expected[3, 2] = 0.8
    np.testing.assert_allclose(held, expected, rtol=1e-6)


def test_excluded_words_that_come_later_are_masked_unless_the_topic_was_merged() -> None:
    seeds = {name: {"words": [f"{name}0"], "exclude": ["late"]} for name in ("food", "music")}
    lda = LDA(4, seed_words=seeds, random_state=0)
    with pytest.warns(ThalwegWarning, match="late"):
        lda.partial_fit(planted_corpus(60))
    lda.edit(Merge([0, 3]))  # topic 3 does not exclude the word
    X = np.ones((20, len(VOCABULARY) + 1), dtype=np.int64)
    lda.partial_fit(Corpus(X, [*VOCABULARY, "late"]))
    masked = lda.state_.prior.masked.toarray()[-1]
    assert dict(zip(lda.state_.topic_numbers.tolist(), masked.tolist(), strict=True)) == {
        0: False,
        1: True,
        2: False,
    }


def test_a_word_that_is_seeded_and_excluded_in_other_letters_is_refused() -> None:
    texts = ["parking garage", "garage valet", "music band", "band stage"] * 5
    seeds = {"parking": {"words": ["Garage"], "exclude": ["garage"]}}
    with pytest.raises(InputError, match="'garage' among its words and among those to exclude"):
        LDA(2, seed_words=seeds).fit(texts)


# ---------------------------------------------------------------------- what is refused or noted


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda: Merge(3), "expected at least 2 different topics"),
        (lambda: Merge("37"), "no topic"),
        (lambda: AddWords(3, None), "expected words of the model"),  # type: ignore[arg-type]
        (lambda: AddWords(3, [2.5]), "expected words of the model"),  # type: ignore[list-item]
        (lambda: Lock([None]), "there is no topic None"),  # type: ignore[list-item]
        (lambda: Edit.from_json({"edit": ["x"]}), "is not an edit"),
        (lambda: Edit.from_json({"edit": "merge", "topics": 3}), "at least 2 different"),
    ],
)
def test_values_of_the_wrong_type_are_refused(lda, edit, message) -> None:
    before = everything(lda)
    with pytest.raises(InputError, match=message):
        lda.edit(edit())
    assert everything(lda) == before


def test_one_topic_may_be_locked_without_a_list(lda) -> None:
    lda.edit(Lock(1), Lock("parking"))
    assert lda.state_.prior.locked.tolist() == [True, True, False, False, False, False]


@pytest.mark.parametrize("end", [Delete(5), Merge([4, 5])])
def test_the_last_topic_that_can_learn_is_kept(lda, end) -> None:
    lda.edit(Lock([0, 1, 2, 3] if isinstance(end, Merge) else [0, 1, 2, 3, 4]))
    if isinstance(end, Delete):
        with pytest.raises(InputError, match="all topics would be locked"):
            lda.edit(end)
    else:
        lda.edit(end)
        assert not lda.state_.prior.locked.all()


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ([Create(words=["parking0", "parking1", "music0"])], "'music0' is used with other words"),
        ([RemoveWords(0, ["common1"]), Merge([0, 5])], "'common1' had been removed from one"),
        ([SetTopicCount(2)], "have few words in common"),
    ],
)
def test_an_edit_that_fights_the_documents_is_noted(lda, edits, message) -> None:
    report = lda.edit(*edits)
    notes = "; ".join(report.warnings)
    assert message in notes


def test_a_shortfall_because_of_locked_topics_is_noted(lda) -> None:
    lda.edit(Lock([2]))  # has nearly all of music0, and holds none of it
    report = lda.edit(AddWords(0, ["music0"], 0.8))
    assert any("of 'music0' is in topic 0 (parking): the rest" in note for note in report.warnings)


# ---------------------------------------------------------------------- reports, logs, copies


def test_a_report_lists_topics_that_lose_words(lda) -> None:
    stopped = lda.preview(StopWords(["music0"]))
    assert [change.topic for change in stopped.topics if "music0" in change.left] == [2]
    moved = lda.preview(AddWords(0, ["music0"]))
    assert {0, 2} <= {change.topic for change in moved.topics}
    forgotten = lda.preview(RemoveDocument(document=CORPUS.to_csr()[[0]]))
    assert forgotten.topics


@pytest.mark.parametrize(
    ("edit", "same"),
    [
        (Merge({4, 3}), Merge([3, 4])),
        (Merge(np.array([3, 4])), Merge([3, 4])),  # type: ignore[arg-type]
        (RemoveWords(np.int64(4), ("common1",)), RemoveWords(4, ["common1"])),
        (StopWords({"common2", "common1"}), StopWords(["common1", "common2"])),  # type: ignore
    ],
)
def test_sets_and_arrays_are_stored_as_lists(lda, edit, same, tmp_path) -> None:
    assert edit == same
    lda.edit(edit)
    lda.save(tmp_path / "a.model")
    assert json.loads(json.dumps(lda.edits))[-1] == same.to_json()


def test_a_preview_leaves_parameters_undo_steps_and_the_log_alone() -> None:
    lda = LDA(4, doc_topic_prior=0.1, random_state=0, max_iter=2).fit(CORPUS)
    lda.edit(Rename(0, "first"))
    lda.preview(Merge([1, 2]))
    assert lda.doc_topic_prior == 0.1
    assert lda.n_components == 4
    lda.edit(Merge([1, 2]))
    assert not np.isscalar(lda.doc_topic_prior)
    lda.undo()
    assert lda.doc_topic_prior == 0.1
    lda.edits[0]["new_name"] = "changed"
    assert lda.edits[0]["new_name"] == "first"
    for n in range(99):
        lda.edit(Rename(0, f"name {n}"))
    lda.preview(Rename(0, "other"))
    for _ in range(100):
        lda.undo()
    assert lda.topic_names_ == {}


def test_counts_of_documents_are_dropped_with_the_topics_that_they_are_about() -> None:
    lda = LDA(4, algorithm=SCVB0(keep_doc_topics=True), random_state=0, max_iter=2).fit(CORPUS)
    lda.edit(Rename(0, "first"))
    assert lda.doc_topic_counts_ is not None
    lda.preview(Merge([1, 2]))
    assert lda.doc_topic_counts_ is not None
    lda.edit(Merge([1, 2]))
    assert lda.doc_topic_counts_ is None


def test_a_merged_model_keeps_permanent_numbers(lda) -> None:
    lda.edit(Delete(0), Rename(4, "bedrooms"))
    both = lda.merged(pickle.loads(pickle.dumps(lda)))
    assert both.state_.topic_numbers.tolist() == [1, 2, 3, 4, 5]
    assert both.topic_names_[4] == "bedrooms"
    assert both.edits == []
    both.edit(Split(3, words=["staff0"]))
    assert both.state_.topic_numbers.tolist() == [1, 2, 3, 4, 5, 6]
    with pytest.raises(InputError, match="topic 0 was deleted"):
        both.edit(Delete(0))


def test_edits_hold_from_the_moment_when_they_are_made(lda) -> None:
    edits: list[Any] = [
        AddWords(0, ["common0", "music3"], 0.7),
        Split(0, words=["common0"]),
        AddWords(1, ["common0"], 0.2),
        Create(words=["staff3", "common1"], strength=0.6),
        Merge([1, 4]),
        SetTopicCount(9),
        Delete(2),
    ]
    for edit in edits:
        lda.edit(edit)
        require_held(lda)
