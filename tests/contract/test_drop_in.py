"""Parameters, methods and attributes that LDA shares with scikit-learn's own LDA."""

from __future__ import annotations

import inspect
import pickle
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import block_diag
from sklearn.base import clone
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import check_fit2d_1sample

import thalweg
from tests.inference.comparison import random_counts
from thalweg import LDA, SVB, GrowingVocabulary, InputError, ThalwegWarning
from thalweg.inference.cvb0 import CVB0
from thalweg.inference.map_em import MAP

X = random_counts(60, 40, 50, seed=0)
# Three topics of three words each, three documents per topic: the data of scikit-learn's own tests.
NINE_DOCUMENTS = block_diag(*[np.full((3, 3), 3)] * 3)


def finds_the_blocks(lda: LDA) -> bool:
    top = {tuple(sorted(row.argsort()[-3:].tolist())) for row in lda.components_}
    return top == {(0, 1, 2), (3, 4, 5), (6, 7, 8)}


# ---------------------------------------------------------------------- parameters


def test_every_parameter_of_scikit_learn_is_a_parameter() -> None:
    theirs = inspect.signature(LatentDirichletAllocation.__init__).parameters
    ours = inspect.signature(LDA.__init__).parameters
    assert theirs.keys() <= ours.keys()


@pytest.mark.parametrize(
    ("keyword", "hint"),
    [
        ("num_topics", "Use 'n_components'"),
        ("alpha", "Use 'doc_topic_prior'"),
        ("burn_in", r"algorithm=thalweg.SCVB0\(burn_in=...\)"),
        ("prior_offset", r"algorithm=thalweg.SVB\(prior_offset=...\)"),
        ("learning_methd", "Did you mean 'learning_method'"),
        ("zzz", r"help\(thalweg.LDA\)"),
    ],
)
def test_an_unknown_keyword_is_an_error_that_names_lda_and_the_replacement(
    keyword: str, hint: str
) -> None:
    with pytest.raises(TypeError, match=rf"^LDA\(\) got .* '{keyword}'\. .*{hint}"):
        LDA(3, **{keyword: 1})


def test_a_second_positional_argument_is_an_error_that_names_lda() -> None:
    with pytest.raises(TypeError, match=r"^LDA\(\) takes 1 positional argument"):
        LDA(3, "scvb0")  # type: ignore[misc]


@pytest.mark.parametrize(("algorithm", "batch"), [("scvb0", CVB0()), ("smap", MAP())])
def test_learning_method_batch_is_the_batch_form_of_the_algorithm(
    algorithm: str, batch: object
) -> None:
    lda = LDA(3, algorithm=algorithm, learning_method="batch", max_iter=5, random_state=0).fit(X)
    same = LDA(3, algorithm=batch, max_iter=5, random_state=0).fit(X)  # type: ignore[arg-type]
    np.testing.assert_array_equal(lda.components_, same.components_)
    assert lda.settings_.algorithm == batch
    np.testing.assert_array_equal(lda.doc_topic_prior_, same.doc_topic_prior_)
    assert not hasattr(lda, "partial_fit")


def test_learning_method_online_is_the_algorithm_with_minibatches() -> None:
    lda = LDA(3, learning_method="online", random_state=0).fit(X)
    np.testing.assert_array_equal(lda.components_, LDA(3, random_state=0).fit(X).components_)
    assert lda.partial_fit(X) is lda


def test_learning_method_batch_refuses_what_has_no_batch_form() -> None:
    with pytest.raises(InputError, match=r"stochastic VB has no batch form\. Use algorithm='cvb0'"):
        LDA(3, learning_method="batch", algorithm="svb").fit(X)
    with pytest.raises(InputError, match=r"option burn_in .*Pass algorithm='cvb0'"):
        LDA(3, learning_method="batch", algorithm=thalweg.SCVB0(burn_in=2)).fit(X)


def test_batch_vb_with_the_settings_that_the_message_names_is_scikit_learns() -> None:
    """One minibatch of all documents and steps of 1 keep nothing of the topics before."""
    lda = LDA(
        3,
        algorithm=SVB(max_doc_update_iter=100, mean_change_tol=1e-3),
        batch_size=X.shape[0],
        learning_scale=1,
        learning_offset=0,
        learning_decay=0,
        doc_topic_prior=1 / 3,
        topic_word_prior=1 / 3,
        max_iter=1,
        random_state=0,
    ).fit(X)
    # Each word's counts sum to its tokens; the prior is added to each of three topics.
    np.testing.assert_allclose(lda.components_.sum(axis=0), X.sum(axis=0) + 1, rtol=1e-4)


def test_evaluate_every_stops_when_the_perplexity_changes_by_less_than_perp_tol() -> None:
    whole = LDA(3, random_state=0, evaluate_every=2, perp_tol=0, max_iter=30).fit(X)
    values = {row["passes"]: row["perplexity"] for row in whole.history_ if "perplexity" in row}
    assert list(values) == list(range(2, 31, 2))
    # It stops at the first pass whose value is nearer to the one before than the tolerance.
    steps = np.abs(np.diff(list(values.values())))
    tol = float(np.sort(steps[:6])[1])
    first = next(i for i, step in enumerate(steps) if step < tol)
    stopped = LDA(3, random_state=0, evaluate_every=2, perp_tol=tol, max_iter=30).fit(X)
    n_finishing = stopped.settings_.finishing_passes
    assert stopped.n_iter_ == 2 * (first + 2) + n_finishing


def test_a_resumed_run_stops_by_perplexity_where_an_uninterrupted_one_does(tmp_path: Path) -> None:
    settings = {"random_state": 0, "evaluate_every": 1, "perp_tol": 0.3, "max_iter": 40}
    whole = LDA(3, **settings).fit(X)
    assert whole.n_iter_ < 40

    def stop_after_the_second_pass(now: thalweg.TrainingProgress) -> None:
        if now.n_passes == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        LDA(3, **settings).fit(X, checkpoint=tmp_path, progress=stop_after_the_second_pass)
    resumed = LDA(3, **settings).fit(X, checkpoint=tmp_path, resume=True)
    np.testing.assert_array_equal(resumed.components_, whole.components_)
    assert resumed.n_iter_ == whole.n_iter_
    assert resumed.bound_ == whole.bound_


def test_verbose_prints_the_perplexity_of_the_passes_that_are_evaluated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    LDA(3, random_state=0, evaluate_every=2, max_iter=3, verbose=1).fit(X)
    lines = capsys.readouterr().out.splitlines()
    assert ["perplexity" in line for line in lines] == [False, True, False]


def test_fewer_passes_over_a_document_stay_nearer_to_the_prior() -> None:
    lda = LDA(3, random_state=0).fit(X)
    converged = lda.transform(X)
    once = lda.set_params(max_doc_update_iter=1).transform(X)
    assert np.abs(once - 1 / 3).mean() < np.abs(converged - 1 / 3).mean()
    loose = lda.set_params(max_doc_update_iter=100, mean_change_tol=10.0).transform(X)
    assert np.abs(loose - 1 / 3).mean() < np.abs(converged - 1 / 3).mean()
    assert lda.score(X) != lda.set_params(mean_change_tol=1e-3).score(X)


# ---------------------------------------------------------------------- methods and attributes


def test_transform_without_normalizing_gives_counts_plus_the_prior() -> None:
    lda = LDA(3, random_state=0).fit(X)
    counts = lda.transform(X, normalize=False)
    np.testing.assert_allclose(
        counts.sum(axis=1), X.sum(axis=1) + lda.doc_topic_prior_.sum(), rtol=1e-4
    )
    shares = counts / counts.sum(axis=1, keepdims=True)
    np.testing.assert_array_equal(shares, lda.transform(X))
    again = clone(lda).fit_transform(X, normalize=False)
    np.testing.assert_array_equal(again, counts)


def test_perplexity_of_a_sample_needs_no_correction() -> None:
    lda = LDA(3, random_state=0).fit(X)
    assert lda.perplexity(X, sub_sampling=False) == pytest.approx(np.exp(-lda.score(X)))
    with pytest.raises(InputError, match=r"`sub_sampling` is True; .* leave the argument out"):
        lda.perplexity(X, sub_sampling=True)


def test_bound_is_the_perplexity_of_the_training_documents(tmp_path: Path) -> None:
    lda = LDA(3, random_state=0, evaluate_every=4).fit(X)
    assert lda.bound_ == lda.perplexity(X)
    lda.save(tmp_path / "model")
    assert thalweg.load(tmp_path / "model").bound_ == lda.bound_
    assert pickle.loads(pickle.dumps(lda)).bound_ == lda.bound_


def test_bound_exists_only_if_it_was_computed() -> None:
    lda = LDA(3, random_state=0, evaluate_every=4).fit(X).set_params(evaluate_every=0).fit(X)
    assert not hasattr(lda, "bound_")
    with pytest.raises(AttributeError, match=r"`evaluate_every`.*call perplexity\(X\)"):
        _ = lda.bound_


def test_random_state_starts_from_the_seed_of_the_model() -> None:
    lda = LDA(3, random_state=5).fit(X)
    draws = lda.random_state_.random(3)
    np.testing.assert_array_equal(draws, lda.random_state_.random(3))
    other = LDA(3, random_state=6).fit(X)
    assert (draws != other.random_state_.random(3)).all()


def test_components_can_be_assigned() -> None:
    """Topics in another order give the same proportions in that order, and training continues."""
    lda = LDA(3, doc_topic_prior=0.1, mean_change_tol=1e-6, random_state=0).fit(X)
    before, shares = lda.components_, lda.transform(X)
    order = [2, 0, 1]
    lda.components_ = before[order]
    np.testing.assert_allclose(lda.components_, before[order], rtol=1e-6)
    np.testing.assert_allclose(lda.transform(X), shares[:, order], atol=1e-3)
    lda.partial_fit(X)


def test_components_that_cannot_be_counts_are_refused() -> None:
    lda = LDA(3, random_state=0).fit(X)
    before = lda.components_
    for wrong, message in (
        (before[:2], r"shape \(2, 40\); expected topics x words, \(3, 40\)"),
        (before * np.nan, "expected finite counts"),
        (before / before.sum(axis=1, keepdims=True), "multiply probabilities"),
        ("topics", "shape"),
    ):
        with pytest.raises(InputError, match=message):
            lda.components_ = wrong  # type: ignore[assignment]
    np.testing.assert_array_equal(lda.components_, before)
    with pytest.raises(NotFittedError):
        LDA(3).components_ = before


# ---------------------------------------------------------------------- documents


def test_more_topics_than_words_is_a_warning() -> None:
    few = X[:, :5]
    with pytest.warns(ThalwegWarning, match="`n_components` is 8, but there are only 5 words"):
        shares = LDA(8, random_state=0).fit_transform(few)
    assert shares.shape == (60, 8)
    assert np.isfinite(shares).all()
    with pytest.warns(ThalwegWarning, match="only 5 words"):
        LDA(8, random_state=0).partial_fit(few)


def test_single_and_double_precision_give_the_same_model_and_proportions() -> None:
    """The core computes in single precision; sums of lengths must not differ either."""
    double = np.random.default_rng(0).random((20, 10))
    single = double.astype(np.float32)
    for learning_method in ("batch", "online"):
        both = [
            LDA(5, random_state=0, learning_method=learning_method).fit(each)
            for each in (single, double)
        ]
        np.testing.assert_array_equal(both[0].components_, both[1].components_)
        np.testing.assert_array_equal(both[0].transform(single), both[1].transform(double))


def test_early_stopping_with_one_document_fails_as_scikit_learn_expects() -> None:
    check_fit2d_1sample("LDA", LDA(2, early_stopping=True))


def test_a_stream_may_start_before_its_vocabulary_has_words() -> None:
    growing, lda = GrowingVocabulary(min_sightings=2), LDA(2, random_state=0)
    with pytest.warns(ThalwegWarning, match="nothing was learned: the vocabulary .* has 0 words"):
        lda.partial_fit(growing.count(["hello world"]))
    assert not hasattr(lda, "state_")
    lda.partial_fit(growing.count(["hello world", "world of words"]))
    assert lda.n_documents_seen_ == 2
    lda.partial_fit(growing.count([""]))


@pytest.mark.parametrize("n_copies", [1, 2])
def test_fit_finds_the_topics_of_nine_documents(n_copies: int) -> None:
    """By chance alone a seed in a hundred may fail; 31 of 40 is what 16 passes give."""
    rows = np.tile(NINE_DOCUMENTS, (n_copies, 1))
    assert sum(finds_the_blocks(LDA(3, random_state=s).fit(rows)) for s in range(40)) >= 39


@pytest.mark.parametrize("steps", [{}, {"learning_offset": 10.0}, {"learning_decay": 0.7}])
def test_a_stream_of_nine_documents_parts_its_topics(steps: dict[str, float]) -> None:
    """Three calls; scikit-learn finds them in 20 of 40 runs."""
    found = 0
    for seed in range(40):
        lda = LDA(3, total_samples=100, random_state=seed, **steps)
        for _ in range(3):
            lda.partial_fit(NINE_DOCUMENTS)
        found += finds_the_blocks(lda)
    assert found >= 30


def test_wrong_arguments_of_methods_are_errors_that_name_lda() -> None:
    lda = LDA(2, random_state=0).fit(X)
    for method, arguments in {
        lda.fit: {"foo": 1},
        lda.score: {"foo": 1},
        lda.topics: {"foo": 1},
        lda.transform: {},
        lda.edit: {"foo": 1},
    }.items():
        with pytest.raises(TypeError, match=rf"^LDA\.{method.__name__}\(\) "):
            method(**arguments)  # type: ignore[operator]
