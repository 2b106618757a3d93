"""choose_k: the truth of synthetic corpora, the same bits from anywhere, and bad input."""

from __future__ import annotations

import doctest
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from benchmarks import corpora
from tests.synthetic import make_corpus
from thalweg import InputError, choose_k
from thalweg.choosing_k import trials
from thalweg.choosing_k.recommendation import KChoice
from thalweg.choosing_k.trials import ChoiceProgress, KTrials
from thalweg.corpus.corpus import Corpus
from thalweg.evaluation import coherence, completion, diversity, stability
from thalweg.model import TopicModel

COUNTS = make_corpus(n_documents=400, n_words=120, n_topics=5, mean_length=60, seed=3).counts
WORDS = [f"word{w}" for w in range(120)]


def numbers_of(choice: KChoice) -> list[bytes]:
    return [trial.log_likelihoods.tobytes() for trial in choice] + [
        np.array([trial.coherence, trial.stability, trial.surplus]).tobytes() for trial in choice
    ]


@pytest.fixture(scope="module")
def choice() -> KChoice:
    return choose_k(COUNTS, "2..15", n_runs=2, random_state=0)


def test_the_number_of_topics_that_documents_were_drawn_from_is_recommended(choice):
    assert [trial.k for trial in choice] == [2, 3, 5, 7, 10, 15]
    assert choice.k == 5
    assert choice[0].stability < choice.chosen.stability


@pytest.mark.parametrize("seed", range(3))
def test_another_truth_is_found_too(seed):
    drawn = make_corpus(n_documents=500, n_words=300, n_topics=10, mean_length=80, seed=seed)
    assert choose_k(drawn.counts, [3, 5, 10, 20, 40], n_runs=2, random_state=seed).k == 10


def test_the_numbers_are_those_of_models_trained_alone(choice):
    """One K of the table, again, by `fit` and the measures of `evaluation`."""
    trials = KTrials(COUNTS, [5], n_runs=2, random_state=0)
    training = trials._training
    models = [TopicModel(5, random_state=seed).fit(training) for seed in (0, 1)]
    held_out = trials._held_out.part(0).to_csr()
    assert training.shape[0] == 360
    assert held_out.shape[0] == 40
    known = held_out.multiply(np.asarray(training.sum(axis=0)).ravel() > 0).tocsr()
    scores = [completion(model, known).score for model in models]
    row = choice[2]
    np.testing.assert_allclose(row.run_scores, scores, rtol=1e-12)
    assert row.score == pytest.approx(np.mean(scores), rel=1e-12)
    assert row.coherence == np.mean([coherence(model, training).mean for model in models])
    assert row.stability == stability(models)


def test_duplicates_are_counted_and_do_not_pass_for_stability():
    """Two groups of documents without a word in common; a model of ten topics repeats them."""
    blocks = np.kron(np.eye(2, dtype=int), np.full((100, 12), 3))
    choice = choose_k(blocks, [2, 10], n_runs=2, random_state=0)
    assert choice.k == 2
    assert choice[0].surplus == 0
    assert choice[1].surplus >= 6
    trials = KTrials(blocks, [10], n_runs=2, random_state=0)
    models = [TopicModel(10, random_state=seed).fit(trials._training) for seed in (0, 1)]
    in_use = [np.delete(m.components_, surplus_of(m), axis=0) for m in models]
    assert choice[1].surplus == np.mean([10 - len(topics) for topics in in_use])
    assert choice[1].stability == stability(in_use)


def surplus_of(model: TopicModel) -> list[int]:
    found = diversity(model)
    return [*found.dead, *found.duplicates]


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_the_bits_depend_neither_on_threads_nor_on_where_the_documents_are(
    choice, tmp_path: Path, n_jobs: int
):
    corpus = Corpus(COUNTS, WORDS)
    corpus.save(tmp_path / "store")
    stored = Corpus.open(tmp_path / "store")
    assert not stored.in_memory
    for documents in (COUNTS.toarray(), corpus, stored):
        again = choose_k(documents, "2..15", n_runs=2, random_state=0, n_jobs=n_jobs)
        assert numbers_of(again) == numbers_of(choice)


def test_a_stored_corpus_is_read_part_by_part(tmp_path: Path, monkeypatch):
    Corpus(COUNTS, WORDS).save(tmp_path / "store")
    monkeypatch.setattr("thalweg.corpus.corpus.Corpus.part_entries", 500)
    monkeypatch.setattr(Corpus, "documents", lambda self: pytest.fail("all was loaded"))
    stored = Corpus.open(tmp_path / "store")
    assert stored.part_bounds().size > 10
    # To learn a prior, a sample is loaded, which is all of so small a corpus.
    found = choose_k(stored, [2, 5], n_runs=1, random_state=0, doc_topic_prior=0.1)
    assert found.k == 5
    in_memory = KTrials(COUNTS, [2], n_runs=1, random_state=0)
    assert found[0].tokens.tobytes() == in_memory.tokens.tobytes()


def test_the_example_of_the_docstring_runs():
    results = doctest.testmod(trials)
    assert results.attempted > 3
    assert results.failed == 0


def test_words_that_only_held_out_documents_have_do_not_count():
    """Each document gets a word of its own: a model's only knowledge of it is the prior."""
    n = COUNTS.shape[0]
    own = 20 * sparse.eye_array(n, dtype=np.int32)
    choice = choose_k(sparse.hstack([COUNTS, own]).tocsr(), [5, 100], n_runs=1, random_state=0)
    trials = KTrials(COUNTS, [5], n_runs=1, random_state=0)
    np.testing.assert_array_equal(choice[0].tokens, trials.tokens)
    assert choice.k == 5


def test_the_split_is_the_seeds_and_the_same_for_all_k():
    first, second = (KTrials(COUNTS, [3], random_state=seed) for seed in (0, 1))
    assert first.tokens.tobytes() == KTrials(COUNTS, [9], random_state=0).tokens.tobytes()
    assert first.tokens.tobytes() != second.tokens.tobytes()


def test_held_out_is_a_share_or_a_number():
    assert KTrials(COUNTS, [2], random_state=0).n_held_out == 40
    assert KTrials(COUNTS, [2], random_state=0, held_out=0.25).n_held_out == 100
    assert KTrials(COUNTS, [2], random_state=0, held_out=77).n_held_out == 77
    assert KTrials(COUNTS[:30], [2], random_state=0).n_held_out == trials.FEWEST_SCORED


def test_one_run_has_no_stability_and_parameters_reach_the_models():
    choice = choose_k(COUNTS, [2, 5], n_runs=1, random_state=0, max_iter=1)
    assert [trial.stability for trial in choice] == [None, None]
    longer = choose_k(COUNTS, [2, 5], n_runs=1, random_state=0, max_iter=20)
    assert longer[1].score > choice[1].score
    with pytest.raises(InputError, match="max_iter is 0"):
        choose_k(COUNTS, [2], random_state=0, max_iter=0)


def test_progress_goes_from_the_first_training_to_the_end_of_the_last():
    told: list[ChoiceProgress] = []
    choose_k(COUNTS, [2, 4], n_runs=2, random_state=0, max_iter=3, progress=told.append)
    trainings = list(dict.fromkeys((each.k, each.run) for each in told))
    assert trainings == [(2, 1), (2, 2), (4, 1), (4, 2)]
    shares = [each.share for each in told]
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.25
    assert shares[-1] == pytest.approx(1)
    assert told[-1].remaining_seconds == pytest.approx(0)
    assert all(each.n_runs == 2 for each in told)


def test_what_was_tried_before_ctrl_c_can_be_had():
    trials = KTrials(COUNTS, [2, 5, 9], n_runs=1, random_state=0).run(_interrupt_at(9))
    done = [next(trials), next(trials)]
    with pytest.raises(KeyboardInterrupt):
        next(trials)
    assert KChoice(done).k == 5


def _interrupt_at(k: int):
    def listener(progress: ChoiceProgress) -> None:
        if progress.k == k:
            raise KeyboardInterrupt

    return listener


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ks": []}, "no numbers of topics"),
        ({"ks": [0, 5]}, "0 is no number of topics"),
        ({"ks": "few"}, "is no range"),
        ({"ks": [5, 121]}, "121 topics, but there are only 120 words"),
        ({"n_runs": 0}, "n_runs is 0"),
        ({"n_runs": 2.0}, "n_runs is 2.0"),
        ({"n_components": 5}, "n_components is what is to be chosen"),
        ({"held_out": 0}, "held_out is 0 and there are 400 documents"),
        ({"held_out": 400}, "held_out is 400"),
        ({"held_out": 1.0}, "held_out is 1.0"),
        ({"held_out": float("nan")}, "held_out is nan"),
        ({"held_out": "half"}, "held_out is 'half'"),
        ({"held_out": 9}, "9 of 9 held-out documents have words to score; expected at least 10"),
        ({"X": COUNTS[:19]}, "there are 19 documents; expected at least 20"),
        ({"X": COUNTS[:0]}, "there are 0 documents"),
        ({"X": COUNTS * 0}, "0 of 40 held-out documents have words"),
        ({"X": -COUNTS}, "Negative values"),
        ({"X": ["some", "texts"]}, "X"),
        ({"random_state": "seed"}, "random_state is 'seed'"),
        ({"n_jobs": 0}, "n_jobs is 0"),
    ],
)
def test_bad_input_is_an_input_error_before_anything_is_trained(arguments, message, monkeypatch):
    monkeypatch.setattr(TopicModel, "fit", lambda *_, **__: pytest.fail("a model was trained"))
    with pytest.raises(InputError, match=message):
        choose_k(**({"X": COUNTS, "ks": [2, 5], "random_state": 0} | arguments))


def test_associated_press_wants_more_than_a_hundred_topics_but_reads_best_with_fewer():
    """Found at 20 passes: 150 predicts best of 20..300, coherence peaks near 50."""
    if not corpora.available("ap"):
        pytest.skip("the corpus ap is not on this machine")
    choice = choose_k(corpora.docword("ap"), [20, 50, 150], n_runs=1, random_state=0, max_iter=5)
    assert choice.k == 150
    assert max(choice, key=lambda trial: trial.coherence).k < 150
