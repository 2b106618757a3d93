"""One model in many threads: the short form of `python -m tests.robustness.threads`."""

from __future__ import annotations

from tests.robustness.threads import READINGS, Task, use_in_threads


def test_readings_beside_training_belong_to_states_between_minibatches_and_nothing_is_lost() -> (
    None
):
    task = Task(n_words=300, n_topics=8, batch_size=20)
    lda = task.model()
    documents, tokens = task.documents.shape[0], float(task.documents.sum())
    outcome = use_in_threads(task, lda, 16, n_calls=25)
    assert outcome.failures == []
    assert set(outcome.readings) == set(READINGS)
    assert outcome.marks <= task.states(outcome.n_calls)
    assert lda.n_documents_seen_ == (1 + outcome.n_calls) * documents
    assert lda.n_tokens_seen_ == (1 + outcome.n_calls) * tokens
