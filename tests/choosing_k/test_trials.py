"""choose_k: the true number of topics of synthetic corpora, the same bits everywhere, bad input."""

from __future__ import annotations

import doctest
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from benchmarks import corpora
from tests.synthetic import make_corpus
from thalweg import InputError, ThalwegWarning, choose_k
from thalweg.choosing_k import k_choice, trials
from thalweg.choosing_k.held_out import MIN_SCORED
from thalweg.choosing_k.k_choice import KChoice
from thalweg.choosing_k.trials import ChoiceProgress, KTrials
from thalweg.corpus.corpus import Corpus
from thalweg.evaluation import coherence, completion, diversity, stability
from thalweg.model import TopicModel

COUNTS = make_corpus(n_documents=400, n_words=120, n_topics=5, mean_length=60, seed=3).counts
WORDS = [f"word{w}" for w in range(120)]


def numbers_of(choice: KChoice) -> list[bytes]:
    return [trial.log_likelihoods.tobytes() for trial in choice] + [
        np.array([trial.coherence, trial.stability, trial.distinctness, trial.surplus]).tobytes()
        for trial in choice
    ]


@pytest.fixture(scope="module")
def choice() -> KChoice:
    return choose_k(COUNTS, "2..15", n_runs=2, random_state=0)


def test_the_number_of_topics_that_documents_were_drawn_from_is_recommended(choice):
    assert [trial.k for trial in choice] == [2, 3, 5, 7, 10, 15]
    assert choice.k == 5
    assert choice.chosen is choice.large
    assert choice[0].stability < choice.chosen.stability


@pytest.mark.parametrize("seed", range(3))
def test_another_true_number_of_topics_is_recommended(seed):
    drawn = make_corpus(n_documents=500, n_words=300, n_topics=10, mean_length=80, seed=seed)
    assert choose_k(drawn.counts, [3, 5, 10, 20, 40], n_runs=2, random_state=seed).k == 10


def test_the_results_are_those_of_models_trained_separately(choice):
    """One K of the table, computed by `fit` and the functions of `evaluation`."""
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
    assert row.distinctness == np.mean([diversity(model, 10).distinct for model in models])


def test_the_score_of_a_single_topic_is_that_of_the_word_frequencies():
    single = choose_k(COUNTS, [1], n_runs=1, random_state=0, topic_word_prior=1e-6)
    assert single[0].unigram_score == pytest.approx(single[0].score, abs=1e-4)


def test_duplicates_are_counted_and_do_not_increase_stability():
    """Two groups of documents without a common word: a model of ten topics has duplicates."""
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
def test_the_bits_do_not_depend_on_threads_or_on_where_the_documents_are(
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
    monkeypatch.setattr(
        Corpus, "documents", lambda self: pytest.fail("the whole corpus was loaded")
    )
    stored = Corpus.open(tmp_path / "store")
    stored.part_entries = 500
    assert stored.part_bounds().size > 10
    # The prior is given: to learn one, a sample is loaded, and this corpus is so small that the
    # sample is all of it.
    found = choose_k(stored, [2, 5], n_runs=1, random_state=0, doc_topic_prior=0.1)
    assert found.k == 5
    in_memory = KTrials(COUNTS, [2], n_runs=1, random_state=0)
    assert found[0].tokens.tobytes() == in_memory.tokens.tobytes()


@pytest.mark.parametrize("module", [trials, k_choice])
def test_examples_of_docstrings_run(module):
    results = doctest.testmod(module)
    assert results.attempted > 3
    assert results.failed == 0


def test_words_that_only_held_out_documents_have_are_left_out():
    """Each document gets a word that no other has: a model knows only the prior of it."""
    n = COUNTS.shape[0]
    own = 20 * sparse.eye_array(n, dtype=np.int32)
    choice = choose_k(sparse.hstack([COUNTS, own]).tocsr(), [5, 100], n_runs=1, random_state=0)
    trials = KTrials(COUNTS, [5], n_runs=1, random_state=0)
    np.testing.assert_array_equal(choice[0].tokens, trials.tokens)
    assert choice.k == 5


def test_the_split_depends_on_the_seed_and_is_the_same_for_all_k():
    first, second = (KTrials(COUNTS, [3], random_state=seed) for seed in (0, 1))
    assert first.tokens.tobytes() == KTrials(COUNTS, [9], random_state=0).tokens.tobytes()
    assert first.tokens.tobytes() != second.tokens.tobytes()


def test_held_out_is_a_share_or_a_number():
    assert KTrials(COUNTS, [2], random_state=0).n_held_out == 40
    assert KTrials(COUNTS, [2], random_state=0, held_out=0.25).n_held_out == 100
    assert KTrials(COUNTS, [2], random_state=0, held_out=77).n_held_out == 77
    assert KTrials(COUNTS[:30], [2], random_state=0).n_held_out == MIN_SCORED


def test_one_run_has_no_stability_and_parameters_reach_the_models():
    choice = choose_k(COUNTS, [2, 5], n_runs=1, random_state=0, max_iter=1)
    assert [trial.stability for trial in choice] == [None, None]
    longer = choose_k(COUNTS, [2, 5], n_runs=1, random_state=0, max_iter=20)
    assert longer[1].score > choice[1].score
    with pytest.raises(InputError, match="max_iter"):
        choose_k(COUNTS, [2], random_state=0, max_iter=0)


def test_progress_is_reported_from_the_first_training_run_to_the_end():
    reports: list[ChoiceProgress] = []
    choose_k(COUNTS, [2, 4], n_runs=2, random_state=0, max_iter=3, progress=reports.append)
    runs = list(dict.fromkeys((each.k, each.run) for each in reports))
    assert runs == [(2, 1), (2, 2), (4, 1), (4, 2)]
    shares = [each.share for each in reports]
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.25
    assert shares[-1] == pytest.approx(1)
    assert reports[-1].remaining_seconds == pytest.approx(0)
    assert all(each.n_runs == 2 for each in reports)


def test_trials_that_finished_before_ctrl_c_are_kept():
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


def test_more_topics_than_words_is_a_warning():
    few = COUNTS[:, :6]
    with pytest.warns(ThalwegWarning, match="`n_components` is 9, but there are only 6 words"):
        choice = choose_k(few, [2, 9], n_runs=1, random_state=0)
    assert [trial.k for trial in choice] == [2, 9]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ks": []}, "`ks` has no numbers of topics"),
        ({"ks": [0, 5]}, "`ks` contains 0"),
        ({"ks": "few"}, "`ks` is 'few'; expected 10..200"),
        ({"n_runs": 0}, "`n_runs` is 0"),
        ({"n_runs": 2.0}, "`n_runs` is 2.0"),
        (
            {"n_components": 5},
            "`n_components` is 5, but the number of topics is what is to be chosen",
        ),
        ({"held_out": 0}, "`held_out` is 0, which holds out 0 of 400 documents"),
        ({"held_out": 400}, "`held_out` is 400"),
        ({"held_out": 1.0}, "`held_out` is 1.0"),
        ({"held_out": float("nan")}, "`held_out` is nan"),
        ({"held_out": "half"}, "`held_out` is 'half'"),
        ({"held_out": 9}, "9 of 9 held-out documents have words to score; expected at least 10"),
        ({"X": COUNTS[:19]}, "`X` has 19 documents; expected at least 20"),
        ({"X": COUNTS[:0]}, "`X` has 0 documents"),
        ({"X": COUNTS * 0}, "0 of 40 held-out documents have words"),
        ({"X": -COUNTS}, "Negative values"),
        ({"X": ["some", "texts"]}, "X"),
        ({"random_state": "seed"}, "random_state"),
        ({"n_jobs": 0}, "n_jobs"),
    ],
)
def test_bad_input_is_refused_before_anything_is_trained(arguments, message, monkeypatch):
    monkeypatch.setattr(TopicModel, "fit", lambda *_, **__: pytest.fail("a model was trained"))
    with pytest.raises(InputError, match=message):
        choose_k(**({"X": COUNTS, "ks": [2, 5], "random_state": 0} | arguments))


def test_associated_press_is_predicted_best_by_many_topics_but_coherent_with_fewer():
    """Measured with 20 passes: of 20..300, 150 predicts best, and coherence is highest near 50."""
    if not corpora.available("ap"):
        pytest.skip("the corpus ap is not on this machine")
    choice = choose_k(corpora.docword("ap"), [20, 50, 150], n_runs=1, random_state=0, max_iter=5)
    assert choice.large.k == 150
    assert max(choice, key=lambda trial: trial.coherence).k < 150
