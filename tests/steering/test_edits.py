"""Single edits: what they change at once, what lasts, what is refused."""

import json
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

from tests.steering.planted import CORPUS, SEEDS, VOCABULARY, planted_corpus, share_in
from tests.synthetic import state_bytes
from thalweg import LDA, InputError, ThalwegWarning, load
from thalweg.steering import (
    AddWords,
    AllowWords,
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
    Unlock,
)

pytestmark = pytest.mark.filterwarnings("ignore:this edit may fight")


def further(lda: LDA) -> LDA:
    """Train 600 minibatches more."""
    documents = planted_corpus(600, seed=5)
    return lda.set_params(batch_size=1).partial_fit(documents)


def everything(lda: LDA) -> tuple[Any, ...]:
    prior, state = lda.state_.prior, lda.state_
    pairs = [None if m is None else m.toarray().tobytes() for m in (prior.held, prior.masked)]
    locked = None if prior.locked is None else prior.locked.tobytes()
    numbers = state.topic_numbers.tolist()
    return (*state_bytes(state), *pairs, locked, numbers, lda.topic_names_, lda.n_components)


def top(lda: LDA, number: int, n: int = 8) -> list[str]:
    return next(topic.words for topic in lda.topics(n) if topic.topic == number)


# ---------------------------------------------------------------------- words


def test_an_added_word_is_in_its_topic_at_once_and_stays(lda) -> None:
    report = lda.edit(AddWords(0, ["music2"], 0.7))
    assert share_in(lda, 0, "music2") == pytest.approx(0.7, abs=0.01)
    assert any("music2" in change.entered for change in report.topics)
    assert share_in(further(lda), 0, "music2") > 0.65


def test_adding_a_word_that_the_documents_put_elsewhere_warns(lda) -> None:
    with pytest.warns(
        ThalwegWarning, match=r"'music0' is used with other words.*topic 2 \(music\)"
    ):
        lda.edit(AddWords("parking", "music0"))


def test_a_removed_word_is_exactly_zero_and_its_tokens_go_to_others(lda) -> None:
    w = VOCABULARY.index("common1")
    before = lda.state_.topic_word_counts[w].sum()
    lda.edit(RemoveWords(1, ["common1"]))
    assert lda.components_[1, w] == 0
    assert lda.state_.topic_word_counts[w].sum() == pytest.approx(before, rel=1e-5)
    assert further(lda).components_[1, w] == 0
    lda.edit(AllowWords(1, ["common1"]))
    assert further(lda).components_[1, w] > 0


def test_a_stopped_word_is_ignored_like_an_unknown_one(lda) -> None:
    lda.edit(StopWords(["common1", "common2"]))
    stopped = [VOCABULARY.index("common1"), VOCABULARY.index("common2")]
    without = CORPUS.to_csr().toarray()
    without[:, stopped] = 0
    assert further(lda).components_[:, stopped].sum() == 0
    assert lda.score(CORPUS.to_csr().toarray()) == pytest.approx(lda.score(without))
    np.testing.assert_allclose(lda.transform(CORPUS), lda.transform(without), atol=0.02)
    assert np.isfinite(lda.score_samples(CORPUS)).all()
    assert {row.share for row in lda.word_topics("common1")} == {0.0}


# ---------------------------------------------------------------------- topics


def test_a_merged_topic_has_the_words_of_both_and_keeps_them(lda) -> None:
    counts = lda.state_.topic_word_counts
    lda.edit(Merge([0, 2]))
    assert lda.n_components == 5
    assert lda.state_.topic_numbers.tolist() == [0, 1, 3, 4, 5]
    np.testing.assert_allclose(
        lda.state_.topic_word_counts[:, 0], counts[:, 0] + counts[:, 2], rtol=1e-5
    )
    words = top(further(lda), 0, 10)
    assert {"parking0", "parking1", "music0", "music1"} <= set(words)


def test_numbers_of_topics_are_never_used_again(lda) -> None:
    lda.edit(Delete(5), Merge([0, 1]), Create(words=["rooms2", "rooms3"], new_name="suites"))
    assert lda.state_.topic_numbers.tolist() == [0, 2, 3, 4, 6]
    assert [topic.topic for topic in lda.topics()] == [0, 2, 3, 4, 6]
    assert lda.topic_names_[6] == "suites"
    with pytest.raises(InputError, match="topic 1 was merged into topic 0"):
        lda.edit(Lock([1]))
    with pytest.raises(InputError, match="topic 5 was deleted"):
        lda.edit(Rename(5, "gone"))
    lda.edit(Merge([6, 0]))
    with pytest.raises(InputError, match="topic 1 was merged into topic 6"):
        lda.edit(Lock([1]))


def test_results_use_permanent_numbers(lda) -> None:
    lda.edit(Delete(1))
    assert lda.word_topics("music0")[0].topic == 2
    assert lda.topics_of(["music0", "music1", "music2"], 1)[0].topic == 2
    assert lda.get_feature_names_out().tolist()[:3] == ["parking", "music", "staff"]
    assert lda.examples(CORPUS, 1, topics=[2])[0].topic == 2
    documents = lda.top_documents(CORPUS, 2, 3)
    place = lda.state_.topic_numbers.tolist().index(2)
    assert documents[0].share == pytest.approx(lda.transform(CORPUS)[:, place].max(), abs=1e-5)
    with pytest.raises(InputError, match="one of 0, 2, 3"):
        lda.name_topics({1: "gone"})
    assert lda.name_topics({2: "songs"}).topic_names_[2] == "songs"
    assert [row.topic for row in lda.label_topics()] == [0, 2, 3, 4, 5]


def test_a_topic_is_split_by_words(lda) -> None:
    lda.edit(Merge([0, 2]), Split(0, words=["music0", "music1", "music2"], new_name="songs"))
    assert share_in(lda, 6, "music0") > 0.7
    words = top(further(lda), 6)
    assert sum(word.startswith("music") for word in words) >= 6


def test_a_topic_is_split_by_documents(lda) -> None:
    theta = lda.transform(CORPUS)
    about_music = CORPUS.to_csr()[np.flatnonzero(theta.argmax(axis=1) == 2)]
    lda.edit(Merge([0, 2], 0.0), Split(0, documents=about_music))
    words = top(further(lda), 6)
    assert sum(word.startswith("music") for word in words) >= 6


def test_a_topic_is_split_automatically_after_a_preview(lda) -> None:
    lda.edit(Merge([0, 2], 0.0))
    before = everything(lda)
    preview = lda.preview(Split(0, among=CORPUS))
    assert everything(lda) == before
    assert lda.edits[-1]["edit"] == "merge"
    (new,) = [change for change in preview.topics if not change.before]
    subject = new.after[0].rstrip("0123456789")
    assert subject in ("music", "parking")
    assert sum(word.startswith(subject) for word in new.after) >= 6
    lda.edit(Split(0, among=CORPUS))
    parts = [top(lda, n, 5) for n in (0, 6)]
    assert {words[0].rstrip("0123456789") for words in parts} == {"music", "parking"}


def test_a_topic_is_created_from_documents(lda) -> None:
    lda.edit(Delete("music"))
    theta = LDA(5, seed_words=SEEDS, random_state=0, max_iter=8).fit(CORPUS).transform(CORPUS)
    about_music = CORPUS.to_csr()[np.flatnonzero(theta[:, 2] > 0.5)]
    lda.edit(Create(documents=about_music, new_name="songs"))
    words = top(further(lda), 6)
    assert sum(word.startswith("music") for word in words) >= 6


def test_a_locked_topic_does_not_change_at_all(lda) -> None:
    lda.edit(Lock([1]))
    before = lda.components_[1].tobytes()
    assert further(lda).components_[1].tobytes() == before
    lda.edit(Unlock([1]))
    assert further(lda).components_[1].tobytes() != before


def test_topics_are_reordered_and_keep_their_numbers(lda) -> None:
    before = lda.components_
    lda.edit(Reorder(["rooms", 2]))
    assert lda.state_.topic_numbers.tolist() == [4, 2, 0, 1, 3, 5]
    assert lda.components_.tobytes() == before[[4, 2, 0, 1, 3, 5]].tobytes()
    assert lda.topics()[0].name == "rooms"


def test_the_number_of_topics_can_be_changed(lda) -> None:
    lda.edit(SetTopicCount(9))
    assert lda.state_.topic_numbers.tolist() == list(range(9))
    assert np.isfinite(further(lda).score(CORPUS))
    lda.edit(SetTopicCount(4))
    assert lda.n_components == lda.transform(CORPUS).shape[1] == 4


def test_a_removed_document_leaves_the_counts(lda) -> None:
    row = CORPUS.to_csr()[[0]]
    before, tokens = lda.state_.topic_word_counts.sum(axis=1), lda.state_.corpus_tokens
    lda.edit(RemoveDocument(document=row))
    gone = before - lda.state_.topic_word_counts.sum(axis=1)
    np.testing.assert_allclose(gone, row.toarray()[0], atol=0.02)
    assert lda.state_.corpus_tokens == tokens - row.sum()


def test_only_edited_topics_take_larger_steps(lda) -> None:
    lda.set_params(total_tokens=lda.state_.corpus_tokens)  # counts do not grow
    lda.state_.clock = 10**9  # a long stream: steps are tiny
    lda.state_.edited_at = None
    lda.edit(AddWords(0, ["common5"]))
    calm = pickle.loads(pickle.dumps(lda))
    calm.state_.edited_at = None
    before = lda.state_.topic_word_counts
    for model in (lda, calm):
        model.partial_fit(planted_corpus(20, seed=8))
    moved, usual = (
        np.abs(model.state_.topic_word_counts - before).sum(axis=0) for model in (lda, calm)
    )
    assert moved[0] > 20 * usual[0]
    assert moved[1:].max() < moved[0] / 10


# ---------------------------------------------------------------------- undo, log, files

ALL = [
    AddWords(0, ["music2", "food3"]),
    RemoveWords(1, ["common1"]),
    StopWords(["common3"]),
    Merge([3, 5, 1]),
    Split(2, words=["music1"]),
    Split(2, among=CORPUS),
    Create(words=["rooms1", "rooms2"], new_name="x"),
    Create(documents=CORPUS.to_csr()[:10]),
    Delete(4),
    Lock([1]),
    Rename(2, "abc"),
    Reorder([4, 2]),
    SetTopicCount(3),
    SetTopicCount(12),
    RemoveDocument(document=CORPUS.to_csr()[[0]]),
]


@pytest.mark.parametrize("edit", ALL, ids=lambda edit: edit.name)
def test_undo_restores_the_bits_and_the_log_replays_to_the_same(lda, edit, tmp_path) -> None:
    before, n_edits = everything(lda), len(lda.edits)
    copy = pickle.loads(pickle.dumps(lda))
    lda.edit(edit)
    after = everything(lda)
    assert after != before or lda.topic_names_[2] == "abc"
    logged = json.loads(json.dumps(lda.edits[n_edits:]))
    copy.set_params(n_jobs=2).apply(logged)
    assert everything(copy) == after
    lda.save(tmp_path / "edited.model")
    loaded = load(tmp_path / "edited.model")
    assert everything(loaded) == after
    assert loaded.edits == lda.edits
    more = planted_corpus(30, seed=2)
    assert everything(loaded.partial_fit(more)) == everything(copy.partial_fit(more))
    assert lda.undo() == logged
    assert everything(lda) == before
    assert len(lda.edits) == n_edits


def test_without_edits_there_is_nothing_to_take_back() -> None:
    with pytest.raises(InputError, match="no edit to take back"):
        LDA(2, max_iter=2).fit(CORPUS).undo()


def test_a_new_fit_starts_without_edits(lda) -> None:
    lda.edit(Delete(5), Rename(0, "cars"))
    lda.fit(CORPUS)
    assert lda.edits == []
    assert lda.topic_names_ == {}
    assert lda.state_.topic_numbers.tolist() == [0, 1, 2, 3, 4]


def test_a_log_is_a_file(lda, tmp_path) -> None:
    copy = pickle.loads(pickle.dumps(lda))
    n_before = len(lda.edits)
    lda.edit(Merge([0, 5]), Rename(0, "cars"))
    lda.save_edits(tmp_path / "edits.json")
    entries = json.loads((tmp_path / "edits.json").read_text())["edits"][n_before:]
    (tmp_path / "new.json").write_text(json.dumps({"edits": entries}))
    copy.apply(tmp_path / "new.json")
    assert everything(copy) == everything(lda)


@pytest.mark.parametrize(
    "content", ["not json", "[1]", '{"edits": 3}', '{"edits": [{"edit": "explode"}]}']
)
def test_a_log_that_is_none_is_refused(lda, tmp_path, content) -> None:
    before = everything(lda)
    (tmp_path / "edits.json").write_text(content)
    with pytest.raises(InputError):
        lda.apply(tmp_path / "edits.json")
    assert everything(lda) == before


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ([Delete(17)], "there is no topic 17"),
        ([Rename("jazz", "x")], "there is no topic 'jazz'"),
        ([Merge([1])], "at least 2 different topics"),
        ([Merge([1, 1])], "at least 2 different topics"),
        ([Lock([1]), Merge([0, 1])], "is locked, and cannot be merged"),
        ([Lock([1]), Delete(1)], "is locked, and cannot be deleted"),
        ([Lock([1]), StopWords(["common1"])], "is locked, and would lose a word"),
        ([Lock(list(range(6)))], "all topics would be locked"),
        ([Unlock([1])], "is not locked"),
        ([AddWords(0, ["trombone"])], "`words` has the word 'trombone'"),
        ([AddWords(0, [])], "`words` is empty"),
        ([AddWords(0, ["food1"], 1.5)], "`strength` is 1.5"),
        ([AddWords(0, ["food1"]), AddWords(1, ["food1"])], "would be over 100%"),
        ([RemoveWords(0, ["food1"]), AddWords(0, ["food1"])], "Allow it first"),
        ([RemoveWords(k, ["food1"]) for k in range(6)], "To remove it everywhere, stop it"),
        ([StopWords(["food1"]), Create(words=["food1"])], "'food1' is stopped"),
        ([StopWords(VOCABULARY)], "no words would be left"),
        ([AllowWords(0, ["food1"])], "there is nothing to allow"),
        ([SetTopicCount(6)], "nothing to change"),
        ([SetTopicCount(0)], "`n_topics` is 0"),
        ([SetTopicCount(1), Delete(0)], "the last topic cannot be deleted"),
        ([Split(0)], "exactly one of `words`, `documents` and `among`"),
        ([Split(0, words=VOCABULARY, strength=1.0)], "would be empty"),
        ([Create()], "either `words` or `documents`"),
        ([Rename(0, "topic 3")], "reads as the number of another topic"),
        ([Rename(0, "music")], "both be called"),
        ([], "no edits were given"),
    ],
)
def test_what_is_not_possible_is_refused_and_nothing_changes(lda, edits, message) -> None:
    before, n_edits = everything(lda), len(lda.edits)
    with pytest.raises(InputError, match=message):
        lda.edit(*edits)
    assert everything(lda) == before
    assert len(lda.edits) == n_edits


def test_every_edit_is_described_in_words(lda) -> None:
    for edit in ALL:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            said = lda.preview(edit).edits[0]
        assert said.split()[0] != edit.name or " " in said
        assert "Sequence" not in said


def test_edits_of_a_batch_algorithm_are_refused() -> None:
    model = LDA(2, algorithm="cvb0", max_iter=3).fit(CORPUS)
    with pytest.raises(InputError, match="CVB0 cannot be edited"):
        model.edit(Delete(0))


def test_edits_are_compared_with_documents(lda) -> None:
    report = lda.edit(Delete("music"), X=CORPUS)
    assert report.n_documents == 300
    assert 20 < report.n_changed_documents < 150
    assert report.score_after < report.score_before
    assert "documents have another main topic" in str(report)
    assert isinstance(ALL[0], Edit)
