"""Ctrl-C and errors: an edit is made as a whole, or the model stays as it was."""

import pickle
import signal
import sys
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.steering.planted import CORPUS
from tests.steering.test_edits import everything
from thalweg import LDA, InputError
from thalweg.evaluation import _heldout
from thalweg.steering import Create, Delete, Edit, Merge, Rename, Split, steered_model

pytestmark = pytest.mark.filterwarnings("ignore:this edit may fight")


def attributes(model: LDA) -> tuple[Any, ...]:
    """Return all that an edit may change, and how far `undo` and `redo` reach."""
    prior, stacks = model.doc_topic_prior, (model._undo_stack.steps, model._redo_stack)
    numbers = None if prior is None else str(prior)
    return (*everything(model), model.edits, numbers, model.doc_topic_counts_ is None, *stacks)


@pytest.fixture
def fitted() -> LDA:
    model = LDA(5, doc_topic_prior=0.1, random_state=0, max_iter=3).fit(CORPUS)
    model.edit(Rename(0, "first"), Merge([3, 4]))
    model.edit(Rename(0, "again"))
    model.undo()
    return model


def interrupt_the_second_score(monkeypatch, error: BaseException) -> None:
    """Have the score after the edit, which takes longest, end with an error."""
    calls = []

    def score(*given, **options):
        calls.append(given)
        if len(calls) == 2:
            raise error
        return _heldout.complete_documents(*given, **options)

    monkeypatch.setattr(steered_model, "complete_documents", score)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError()], ids=["Ctrl-C", "memory"])
@pytest.mark.parametrize("method", ["edit", "preview"])
def test_an_edit_that_fails_while_documents_are_scored_is_not_made(
    fitted, monkeypatch, method, error
) -> None:
    before = attributes(fitted)
    interrupt_the_second_score(monkeypatch, error)
    with pytest.raises(type(error)):
        getattr(fitted, method)(Merge([0, 1]), Rename(0, "x"), X=CORPUS)
    assert attributes(fitted) == before
    fitted.redo()
    assert fitted.topic_names_ == {0: "again"}


def test_a_call_that_is_refused_leaves_the_parameters_alone(fitted) -> None:
    fitted.undo()
    before = attributes(fitted)
    assert fitted.doc_topic_prior == 0.1
    for edits in ([Merge([0, 1]), Delete(99)], [Create(words=["food1"]), Rename(0, "topic 3")]):
        with pytest.raises(InputError):
            fitted.edit(*edits)
        assert attributes(fitted) == before
    assert fitted.doc_topic_prior == 0.1


def interrupted(work: Callable[[], Any], line: int | None) -> int:
    """Run `work` with Ctrl-C before a line of the package, counted from the first; count them."""
    n_lines = 0

    def look(frame, event, _) -> Any:
        nonlocal n_lines
        if "/thalweg/steering/" not in frame.f_code.co_filename:
            return None
        if event == "line":
            n_lines += 1
            if n_lines == line:
                signal.raise_signal(signal.SIGINT)
        return look

    previous, handler = sys.gettrace(), signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.settrace(look)
    try:
        work()
    finally:
        sys.settrace(previous)
        signal.signal(signal.SIGINT, handler)
    return n_lines


@pytest.mark.parametrize("method", ["edit", "preview", "undo"])
def test_ctrl_c_at_any_line_leaves_the_model_before_or_after_the_edit(fitted, method) -> None:
    documents = CORPUS.to_csr()[:10]
    edits: list[Edit] = [Merge([0, 1]), Split(2, words=["music0"]), Create(documents=documents)]
    stored = pickle.dumps(fitted)

    def prepared() -> LDA:
        model = pickle.loads(stored)
        if method == "undo":
            model.edit(*edits)
        return model

    def work(model: LDA) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.undo() if method == "undo" else getattr(model, method)(*edits, X=CORPUS[:20])

    model = prepared()
    before = (everything(model), model.edits, str(model.doc_topic_prior))
    n_lines = interrupted(lambda: work(model), None)
    after = (everything(model), model.edits, str(model.doc_topic_prior))
    assert (before == after) == (method == "preview")
    n_raised = 0
    for line in range(1, n_lines, max(1, n_lines // 150)):
        model = prepared()
        try:
            interrupted(lambda model=model: work(model), line)
        except KeyboardInterrupt:
            n_raised += 1
        now = (everything(model), model.edits, str(model.doc_topic_prior))
        assert now in (before, after)
    assert n_raised > 100


def test_a_preview_of_a_listener_leaves_the_training_run_as_it_is() -> None:
    options = {"random_state": 0, "max_iter": 8, "early_stopping": True, "n_iter_no_change": 2}
    plain, looked = LDA(5, **options), LDA(5, **options)
    seen = []

    def listen(progress) -> None:
        seen.append(looked.preview(Merge([0, 1]), Split(2, words=["music0"])).n_topics)
        with pytest.raises(InputError):
            looked.edit(Delete(3), Delete(99))
        assert looked.n_components == 5

    plain.fit(CORPUS)
    looked.fit(CORPUS, progress=listen)
    assert len(seen) >= plain.n_iter_
    assert everything(looked) == everything(plain)
    assert looked.history_ == plain.history_
    assert looked.best_score_ == plain.best_score_
    assert looked.edits == []
