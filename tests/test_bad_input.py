"""Bad input: every fault is an InputError that names it, and the model does not change."""

import re
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.exceptions import NotFittedError

from tests.synthetic import make_corpus, state_bytes
from thalweg import LDA, InputError, ThalwegError
from thalweg.inference import minibatch_updates
from thalweg.inference.scvb0 import SCVB0

W, K = 12, 3
X = make_corpus(n_documents=30, n_words=W, n_topics=K, mean_length=15.0).counts


def with_count(value: float) -> np.ndarray:
    counts = X.toarray().astype(np.float64)
    counts[4, 5] = value
    return counts


def with_indices_out_of_range() -> sparse.csr_array:
    broken = X.copy()
    broken.indices = broken.indices.copy()
    broken.indices[-1] = W
    return broken


def with_falling_indptr() -> sparse.csr_array:
    broken = X.copy()
    broken.indptr = broken.indptr.copy()
    broken.indptr[3] = broken.indptr[5]
    return broken


# Refused by every method, with a part of the message.
BAD_COUNTS: dict[str, tuple[Any, str]] = {
    "negative": (with_count(-2), "[Nn]egative.*-2"),
    "negative, sparse": (sparse.csr_array(with_count(-2)), "[Nn]egative.*-2"),
    "nan": (with_count(np.nan), "NaN"),
    "nan, sparse": (sparse.csc_array(with_count(np.nan)), "NaN"),
    "infinite": (with_count(np.inf), "infinity"),
    "1e9": (with_count(1e9), "1000000000"),
    "text": (["a text", "another"], "text"),
    "text in cells": (np.full((30, W), "word", dtype=object), "text"),
    "one text": ("a text", "text"),
    "indices out of range": (with_indices_out_of_range(), f"0 to {W}; expected 0 to {W - 1}"),
    "falling indptr": (with_falling_indptr(), "indptr"),
    "one document as a vector": (np.ones(W), "1D"),
    "three dimensions": (np.ones((2, 2, W)), "3D"),
    "complex": (X.toarray() + 1j, "[Cc]omplex"),
    "ragged": ([[1, 2], [3]], "X"),
}

# Refused when a model starts.
BAD_SHAPES: dict[str, tuple[Any, str]] = {
    "no documents": (np.empty((0, W)), "0 sample"),
    "no documents, sparse": (sparse.csr_array((0, W)), "0 sample"),
    "no words": (np.empty((5, 0)), r"0 feature|\(5, 0\)"),
    "nothing": (np.empty((0, 0)), "0 sample"),
    "a vocabulary of one": (np.ones((5, 1)), "1 feature.*single word"),
}

# Refused by a model that knows its vocabulary.
BAD_WIDTHS: dict[str, tuple[Any, str]] = {
    "too few words": (X[:, : W - 1], f"{W - 1} features.*{W}"),
    "too many words": (np.ones((5, W + 1)), f"{W + 1} features.*{W}"),
    "no words": (np.empty((5, 0)), f"0 feature.*{W}"),
}

# Parameters, with a part of the message.
BAD_PARAMETERS: dict[str, tuple[dict[str, Any], str]] = {
    "no topics": ({"n_components": 0}, "`n_components` is 0"),
    "less than no topics": ({"n_components": -3}, "`n_components` is -3"),
    "half a topic": ({"n_components": 2.5}, "`n_components` is 2.5"),
    "topics as text": ({"n_components": "3"}, "`n_components` is '3'"),
    "topics as bool": ({"n_components": True}, "`n_components` is True"),
    "None topics": ({"n_components": None}, "`n_components` is None"),
    "first step above one": ({"learning_scale": 5, "learning_offset": 1.0}, "scale=5"),
    "negative scale": ({"learning_scale": -1.0}, "scale=-1.0"),
    "negative decay": ({"learning_decay": -0.5}, "decay=-0.5"),
    "nan decay": ({"learning_decay": np.nan}, "decay=nan"),
    "negative offset": ({"learning_offset": -1}, "offset=-1"),
    "scale as text": ({"learning_scale": "fast"}, "fast"),
    "alpha of zero": ({"doc_topic_prior": 0}, "doc_topic_prior.*0"),
    "alpha too small for single precision": ({"doc_topic_prior": 1e-38}, "from 1e-30 to 1e.30"),
    "negative alpha": ({"doc_topic_prior": -0.1}, "doc_topic_prior.*-0.1"),
    "nan alpha": ({"doc_topic_prior": np.nan}, "doc_topic_prior.*nan"),
    "alpha of wrong length": ({"doc_topic_prior": [0.1] * (K + 1)}, r"doc_topic_prior.*\(4,\)"),
    "alpha as text": ({"doc_topic_prior": "flat"}, "doc_topic_prior.*flat"),
    "eta as text": ({"topic_word_prior": "symmetric"}, "topic_word_prior.*symmetric"),
    "both as text": (
        {"doc_topic_prior": "flat", "topic_word_prior": "flat"},
        "`doc_topic_prior` is 'flat'.*`topic_word_prior` is 'flat'",
    ),
    "alpha to learn, by another algorithm": (
        {"doc_topic_prior": "auto", "algorithm": "svb"},
        "doc_topic_prior.*scvb0",
    ),
    "eta of zero": ({"topic_word_prior": 0.0}, "topic_word_prior.*0"),
    "negative eta": ({"topic_word_prior": -1}, "topic_word_prior.*-1"),
    "nan eta": ({"topic_word_prior": [np.nan] * W}, "topic_word_prior.*nan"),
    "eta of wrong length": ({"topic_word_prior": [0.1] * (W - 1)}, r"topic_word_prior.*\(11,\)"),
    "sparse eta of wrong shape": (
        {"topic_word_prior": sparse.csr_array((W, K))},
        r"topic_word_prior.*\(12, 3\)",
    ),
    "unknown algorithm": ({"algorithm": "gibbs"}, "`algorithm` is 'gibbs'"),
    "a class as algorithm": ({"algorithm": SCVB0}, "`algorithm` is <class"),
    "minibatches of a batch algorithm": (
        {"algorithm": "cvb0", "batch_size": 10, "shuffle": False},
        "`batch_size`, `shuffle` cannot be used with CVB0",
    ),
    "empty minibatches": ({"batch_size": 0}, "`batch_size` is 0"),
    "minibatches of a fraction": ({"batch_size": 1.5}, "`batch_size` is 1.5"),
    "no passes": ({"max_iter": 0}, "`max_iter` is 0"),
    "negative time": ({"max_time": -1}, "`max_time` is -1"),
    "no corpus": ({"total_samples": 0}, "`total_samples` is 0"),
    "endless corpus": ({"total_samples": np.inf}, "`total_samples` is inf"),
    "no tokens": ({"total_tokens": 0}, "`total_tokens` is 0"),
    "endless tokens": ({"total_tokens": np.inf}, "`total_tokens` is inf"),
    "nothing to validate": ({"validation_fraction": 0}, "`validation_fraction` is 0"),
    "all to validate": ({"validation_fraction": 1.0}, "`validation_fraction` is 1.0"),
    "None to validate": ({"validation_fraction": None}, "`validation_fraction` is None"),
    "unknown learning method": ({"learning_method": "full"}, "`learning_method` is 'full'"),
    "minibatches of CVB0": (
        {"learning_method": "online", "algorithm": "cvb0"},
        "`learning_method` is 'online', but CVB0 has no minibatches",
    ),
    "evaluation at times": ({"evaluate_every": 0.5}, "`evaluate_every` is 0.5"),
    "negative tolerance": ({"perp_tol": -0.1}, "`perp_tol` is -0.1"),
    "no passes over a document": ({"max_doc_update_iter": 0}, "`max_doc_update_iter` is 0"),
    "negative change": ({"mean_change_tol": -1e-3}, "`mean_change_tol` is -0.001"),
    "no patience": ({"n_iter_no_change": 0}, "`n_iter_no_change` is 0"),
    "a scale no float can be": ({"learning_scale": 10**400}, "learning_scale"),
    "a fraction no float can be": (
        {"validation_fraction": 10**400},
        "`validation_fraction` is 1000",
    ),
    "a size no machine has": ({"batch_size": 2**62}, "`batch_size` is 4611686018427387904"),
    "no threads": ({"n_jobs": 0}, "`n_jobs` is 0"),
    "threads as text": ({"n_jobs": "all"}, "`n_jobs` is 'all'"),
    "a seed below zero": ({"random_state": -1}, "random_state.*-1|Seed"),
}
# A batch algorithm has no partial_fit.
BAD_CALLS = [
    (fault, method)
    for fault in BAD_PARAMETERS
    for method in ("fit", "partial_fit")
    if (fault, method) != ("minibatches of a batch algorithm", "partial_fit")
]


def lda(**parameters: Any) -> LDA:
    return LDA(**({"n_components": K, "random_state": 0, "max_iter": 2, "n_jobs": 1} | parameters))


def snapshot(model: LDA) -> tuple[Any, ...]:
    """The state to the bit and every other fitted attribute."""
    attributes = {
        name: np.asarray(value).tolist()
        for name, value in vars(model).items()
        if name.endswith("_") and name != "state_"
    }
    return (*state_bytes(model.state_), model.components_.tobytes(), attributes)


@pytest.fixture
def fitted() -> LDA:
    return lda().fit(X)


@pytest.fixture
def core_untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if the core is called: some faults would crash it."""

    def reached(**_: Any) -> None:
        raise AssertionError("the fault reached the core")

    for name in ("train", "infer", "log_likelihood"):
        monkeypatch.setattr(minibatch_updates._core, name, reached)


def assert_refused(call: Any, data: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        call(data)
    assert isinstance(caught.value, ThalwegError)
    assert isinstance(caught.value, ValueError)


# ---------------------------------------------------------------------- a new model


@pytest.mark.usefixtures("core_untouched")
@pytest.mark.parametrize("method", ["fit", "partial_fit", "fit_transform"])
@pytest.mark.parametrize("fault", BAD_COUNTS)
def test_a_new_model_refuses_bad_counts(fault: str, method: str) -> None:
    assert_refused(getattr(lda(), method), *BAD_COUNTS[fault])


@pytest.mark.usefixtures("core_untouched")
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
@pytest.mark.parametrize("fault", BAD_SHAPES)
def test_a_new_model_refuses_bad_shapes(fault: str, method: str) -> None:
    assert_refused(getattr(lda(), method), *BAD_SHAPES[fault])


@pytest.mark.usefixtures("core_untouched")
@pytest.mark.parametrize(("fault", "method"), BAD_CALLS)
def test_a_new_model_refuses_bad_parameters(fault: str, method: str) -> None:
    parameters, message = BAD_PARAMETERS[fault]
    assert_refused(getattr(lda(**parameters), method), X, message)


@pytest.mark.parametrize("make", [np.zeros, sparse.csr_array], ids=["dense", "sparse"])
def test_fit_refuses_documents_that_are_all_empty(make: type) -> None:
    assert_refused(lda().fit, make((5, W)), "all documents are empty")


@pytest.mark.usefixtures("core_untouched")
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_counts_too_small_for_single_precision_are_refused(method: str) -> None:
    assert_refused(getattr(lda(), method), X * 1e-300, "tokens")


def test_the_constructor_only_stores() -> None:
    for parameters, _ in BAD_PARAMETERS.values():
        model = lda(**parameters)
        for name, value in parameters.items():
            assert getattr(model, name) is value


@pytest.mark.parametrize("fault", [np.zeros((5, 20)), np.empty((0, 7)), with_count(-1)])
def test_after_a_refused_fit_a_model_is_still_new(fault: np.ndarray) -> None:
    model = lda()
    with pytest.raises(InputError):
        model.fit(fault)
    with pytest.raises(NotFittedError):
        model.transform(X)
    assert not [name for name in vars(model) if name.endswith("_")]
    model.partial_fit(X)
    assert state_bytes(model.state_) == state_bytes(lda().partial_fit(X).state_)


# ---------------------------------------------------------------------- a fitted model


@pytest.mark.parametrize("method", ["fit", "partial_fit", "transform", "score", "perplexity"])
@pytest.mark.parametrize("fault", BAD_COUNTS)
def test_a_fitted_model_refuses_bad_counts_and_does_not_change(
    fitted: LDA, core_untouched: None, method: str, fault: str
) -> None:
    before = snapshot(fitted)
    assert_refused(getattr(fitted, method), *BAD_COUNTS[fault])
    assert snapshot(fitted) == before


@pytest.mark.parametrize("method", ["partial_fit", "transform", "score", "perplexity"])
@pytest.mark.parametrize("fault", BAD_WIDTHS)
def test_a_fitted_model_refuses_another_vocabulary_and_does_not_change(
    fitted: LDA, core_untouched: None, method: str, fault: str
) -> None:
    before = snapshot(fitted)
    assert_refused(getattr(fitted, method), *BAD_WIDTHS[fault])
    assert snapshot(fitted) == before


def test_a_model_of_a_data_frame_refuses_other_columns_and_does_not_change() -> None:
    names = [f"word {w}" for w in range(W)]
    model = lda().fit(pd.DataFrame(X.toarray(), columns=names))
    before = snapshot(model)
    others = pd.DataFrame(X.toarray(), columns=names[::-1])
    for method in ("partial_fit", "transform", "score"):
        assert_refused(getattr(model, method), others, "feature names")
        assert snapshot(model) == before


@pytest.mark.parametrize("fault", BAD_SHAPES)
def test_fitting_again_to_a_bad_shape_does_not_change_the_model(
    fitted: LDA, core_untouched: None, fault: str
) -> None:
    before = snapshot(fitted)
    assert_refused(fitted.fit, *BAD_SHAPES[fault])
    assert snapshot(fitted) == before


def test_fitting_again_to_empty_documents_does_not_change_the_model(fitted: LDA) -> None:
    # A model that accepted another width would read outside of its counts.
    before = snapshot(fitted)
    assert_refused(fitted.fit, np.zeros((5, W + 100)), "all documents are empty")
    assert snapshot(fitted) == before
    fitted.transform(X)


@pytest.mark.parametrize(
    ("fault", "method"),
    # A stream that has started does not use the seed.
    [call for call in BAD_CALLS if call != ("a seed below zero", "partial_fit")],
)
def test_a_fitted_model_refuses_bad_parameters_and_does_not_change(
    fitted: LDA, core_untouched: None, fault: str, method: str
) -> None:
    before = snapshot(fitted)
    parameters, message = BAD_PARAMETERS[fault]
    fitted.set_params(**parameters)
    assert_refused(getattr(fitted, method), X, message)
    assert snapshot(fitted) == before


def test_a_bad_parameter_is_found_before_the_vocabulary_changes(fitted: LDA) -> None:
    wider = make_corpus(n_words=W + 5).counts
    before = snapshot(fitted)
    for name in ("doc_topic_prior", "topic_word_prior", "n_jobs"):
        fitted.set_params(**{name: 0})
        assert_refused(fitted.fit, wider, name)
        assert snapshot(fitted) == before
        fitted.set_params(**{name: None})


@pytest.mark.parametrize("method", ["transform", "score"])
def test_using_a_model_refuses_bad_threads(fitted: LDA, core_untouched: None, method: str) -> None:
    fitted.set_params(n_jobs=0)
    assert_refused(getattr(fitted, method), X, "`n_jobs` is 0")


def test_a_refused_batch_does_not_change_what_is_learned_later() -> None:
    clean, disturbed = lda().partial_fit(X), lda().partial_fit(X)
    for data, _ in (*BAD_COUNTS.values(), *BAD_WIDTHS.values()):
        with pytest.raises(InputError):
            disturbed.partial_fit(data)
    assert snapshot(disturbed.partial_fit(X)) == snapshot(clean.partial_fit(X))


def test_documents_without_tokens_cannot_be_scored(fitted: LDA) -> None:
    assert_refused(fitted.score, np.zeros((3, W)), "no tokens to score")


def test_empty_documents_in_a_stream_are_counted_but_change_no_topic(fitted: LDA) -> None:
    before = state_bytes(fitted.state_)
    fitted.partial_fit(np.zeros((4, W)))
    assert state_bytes(fitted.state_)[:3] == before[:3]
    assert fitted.n_documents_seen_ == 2 * 30 + 4


def test_empty_documents_in_a_stream_of_known_size_keep_the_counts_at_c() -> None:
    # C is total_samples times the mean length, which empty documents lower: 15 to 7.5 tokens.
    model = lda(total_samples=1000).partial_fit(X).partial_fit(np.zeros((30, W)))
    for _ in range(2):
        assert model.state_.topic_counts.sum() == pytest.approx(
            model.state_.corpus_tokens, rel=1e-5
        )
        model.partial_fit(X)


# ---------------------------------------------------------------------- messages


def test_several_faults_are_reported_in_one_message() -> None:
    model = lda(
        n_components=0,
        batch_size=0,
        max_iter=0,
        algorithm="gibbs",
        learning_decay=-0.25,
        validation_fraction=0,
    )
    with pytest.raises(InputError) as caught:
        model.fit(X)
    message = str(caught.value)
    for part in (
        *("`n_components` is 0", "`batch_size` is 0", "`max_iter` is 0", "`algorithm` is 'gibbs'"),
        *("`validation_fraction` is 0", "decay=-0.25"),
    ):
        assert part in message


def test_a_bad_number_of_threads_is_reported_with_the_other_faults() -> None:
    with pytest.raises(InputError, match=r"`batch_size` is 0.*`n_jobs` is 0"):
        lda(batch_size=0, n_jobs=0).fit(X)


def test_a_bad_step_size_names_the_parameters_to_change() -> None:
    with pytest.raises(InputError, match="`learning_scale`, `learning_offset`, `learning_decay`"):
        lda(learning_scale=5.0).fit(X)


def test_names_in_backticks_are_parameters() -> None:
    """The command line replaces them by its options."""
    known = set(LDA().get_params())
    for parameters, _ in BAD_PARAMETERS.values():
        with pytest.raises(InputError) as caught:
            lda(**parameters).fit(X)
        named = {name.split("=")[0] for name in re.findall(r"`([^`]*)`", str(caught.value))}
        assert named
        assert named <= known
