"""Edits that the listener of a training run makes."""

import pytest

from tests.steering.planted import planted_corpus, share_in
from tests.steering.test_edits import everything
from thalweg import LDA, SCVB0, Checkpoints, InputError
from thalweg.distributed import Simulation
from thalweg.steering import (
    AddWords,
    Create,
    Delete,
    Edit,
    Lock,
    Merge,
    RemoveWords,
    Reorder,
    SetTopicCount,
    Split,
)

CORPUS = planted_corpus()
pytestmark = pytest.mark.filterwarnings("ignore:this edit may fight")

STRUCTURAL: list[list[Edit]] = [
    [Merge([0, 1])],
    [Split(0, words=["music0", "music1"])],
    [Create(words=["food1", "food2"], new_name="meals")],
    [Create(documents=CORPUS.to_csr()[:20])],
    [Delete(4)],
    [SetTopicCount(3)],
    [SetTopicCount(9)],
    [Reorder([3, 1]), RemoveWords(1, ["common1"])],
]


def fitted(edits: list[Edit], after_passes: int, **options) -> LDA:
    """Return a model that a listener has edited after some of its eight passes."""
    model, done = LDA(5, random_state=0, max_iter=8, **options), []

    def listen(progress) -> None:
        if not done and progress.n_passes >= after_passes:
            done.append(len(model.edit(*edits).edits))

    model.fit(CORPUS, progress=listen)
    assert done == [len(edits)]
    return model


@pytest.mark.parametrize("after_passes", [2, 6, 8], ids=lambda n: f"pass{n}")
@pytest.mark.parametrize("edits", STRUCTURAL, ids=lambda edits: edits[0].name)
def test_a_listener_may_make_all_edits(edits, after_passes) -> None:
    model = fitted(edits, after_passes)
    again = fitted(edits, after_passes, n_jobs=2)
    assert everything(model) == everything(again)
    assert model.n_components == model.components_.shape[0] == model.transform(CORPUS).shape[1]
    assert model.n_iter_ == 8
    assert [entry["edit"] for entry in model.edits] == [edit.name for edit in edits]
    if after_passes < 8:  # finishing passes count all tokens
        assert model.state_.totals.sum() == pytest.approx(model.state_.corpus_tokens, rel=1e-4)


def test_an_edit_within_a_finishing_pass_counts_that_pass_again() -> None:
    """The result is that of the same edit at the beginning of the pass."""
    corpus, said = planted_corpus(4000, seed=4), []
    settings = {"random_state": 0, "max_iter": 4, "n_jobs": 1}

    class Within(LDA):
        def _train(self, X, parameters, training, *others):
            training.seconds_between_reports = 0.0
            super()._train(X, parameters, training, *others)

    class Inside(Within):
        def listen(self, progress) -> None:
            if not said and self._run.counted is not None:
                said.append(progress.n_documents)
                self.edit(Merge([0, 1]), Lock([2]))

    class Before(Within):
        def listen(self, progress) -> None:
            if len(said) == 1 and progress.n_passes == 2:
                said.append("before")
                self.edit(Merge([0, 1]), Lock([2]))

    inside, before = Inside(5, **settings), Before(5, **settings)
    inside.fit(corpus, progress=inside.listen)
    before.fit(corpus, progress=before.listen)
    assert 8000 < said[0] <= 16000
    assert said[1] == "before"
    assert inside.n_iter_ == 4
    assert everything(inside)[:3] == everything(before)[:3]


def test_words_that_a_listener_adds_stay_and_locked_topics_do_not_change() -> None:
    model, said = LDA(5, random_state=0, max_iter=8), []

    def listen(progress) -> None:
        if not said and progress.n_passes >= 2:
            model.edit(AddWords(0, ["music1"], 0.9), Lock([1]))
            said.append(model.components_[1].tobytes())

    model.fit(CORPUS, progress=listen)
    assert share_in(model, 0, "music1") > 0.89
    assert model.components_[1].tobytes() == said[0]


def test_early_stopping_compares_only_topics_after_an_edit() -> None:
    model = fitted([SetTopicCount(3)], 3, early_stopping=True, n_iter_no_change=3)
    assert model.state_.n_topics == model.n_components == 3
    assert model.best_score_ == pytest.approx(max(row["score"] for row in model.history_[3:]))


def test_the_first_call_of_partial_fit_may_be_edited() -> None:
    model = LDA(5, random_state=0, batch_size=10, doc_topic_prior=0.1)

    def listen(progress) -> None:
        if model.n_components == 5:
            model.edit(Delete(3))

    model.partial_fit(CORPUS, progress=listen).partial_fit(planted_corpus(50, seed=3))
    assert model.state_.topic_numbers.tolist() == [0, 1, 2, 4]


def test_an_edited_run_resumes_from_a_checkpoint_to_the_same_bits(tmp_path) -> None:
    edits = [Create(words=["food1"], new_name="meals"), Merge([0, 1]), Delete(4)]
    whole = fitted(edits, 3)

    def model() -> LDA:
        return LDA(5, random_state=0, max_iter=8)

    first = model()

    def listen(progress) -> None:
        if progress.n_passes == 3 and not first.edits:
            first.edit(*edits)
        elif progress.n_passes == 5:
            raise KeyboardInterrupt

    folder = Checkpoints(tmp_path, every_seconds=None, every_documents=100)
    with pytest.raises(KeyboardInterrupt):
        first.fit(CORPUS, progress=listen, checkpoint=folder)
    resumed = model().fit(CORPUS, checkpoint=folder, resume=True)
    assert everything(resumed) == everything(whole)
    assert resumed.edits == whole.edits
    assert resumed.topic_names_ == {5: "meals"}


@pytest.mark.parametrize(
    ("options", "fit_options", "message"),
    [
        ({"algorithm": SCVB0(keep_doc_topics=True)}, {}, "`keep_doc_topics` cannot be edited"),
        ({}, {"engine": Simulation(2)}, "within a call of fit with an `engine`"),
    ],
    ids=["kept counts", "cluster"],
)
def test_runs_with_other_copies_of_the_counts_refuse(options, fit_options, message) -> None:
    model = LDA(5, random_state=0, max_iter=3, **options)

    def listen(progress) -> None:
        with pytest.raises(InputError, match=message):
            model.edit(Merge([0, 1]))

    model.fit(CORPUS, progress=listen, **fit_options)
    assert model.edits == []
