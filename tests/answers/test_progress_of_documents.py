"""`progress` of the methods that read documents: all of them count every document."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import thalweg
from tests.training.test_progress_line import Terminal
from thalweg import LDA, Corpus, DocumentProgress, InputError
from thalweg.analysis import document_topics

N_DOCUMENTS = 50
Ask = Callable[[LDA, Any, Any], Any]

QUESTIONS: dict[str, Ask] = {
    "transform": lambda lda, X, progress: lda.transform(X, progress=progress),
    "score_samples": lambda lda, X, progress: lda.score_samples(X, progress=progress),
    "top_documents": lambda lda, X, progress: lda.top_documents(X, 0, progress=progress),
    "examples": lambda lda, X, progress: lda.examples(X, progress=progress),
    "outliers": lambda lda, X, progress: lda.outliers(X, progress=progress),
    "by_group": lambda lda, X, progress: lda.by_group(X, "year", progress=progress),
    "over_time": lambda lda, X, progress: lda.over_time(X, "year", progress=progress),
    "words_over_time": lambda lda, X, progress: lda.words_over_time(
        X, 0, "year", progress=progress
    ),
    "similar": lambda lda, X, progress: lda.similar(X, [0.5, 0.5], progress=progress),
    "index": lambda lda, X, progress: lda.index(X, progress=progress),
    "name_topics": lambda lda, X, progress: lda.name_topics(
        lambda words, _: words[0], X=X, progress=progress
    ),
}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    rng = np.random.default_rng(0)
    counts = rng.poisson(np.where(np.arange(N_DOCUMENTS)[:, None] % 2, [4, 0.1], [0.1, 4]))
    years = {"year": [2000 + j // 10 for j in range(N_DOCUMENTS)]}
    texts = ["sea " * a + "oven " * b for a, b in counts.tolist()]
    return Corpus(counts, ["sea", "oven"], years, texts)


@pytest.fixture(scope="module")
def lda(corpus: Corpus) -> LDA:
    return LDA(2, random_state=0).fit(corpus)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_topics, "MAX_BATCH_DOCUMENTS", 20)
    monkeypatch.setattr("thalweg.fitted_model.MAX_BATCH_DOCUMENTS", 20)


@pytest.mark.parametrize("method", QUESTIONS)
def test_a_function_is_called_after_every_batch_until_all_documents_are_read(
    lda: LDA, corpus: Corpus, method: str
) -> None:
    reports: list[DocumentProgress] = []
    QUESTIONS[method](lda, corpus, reports.append)
    assert [now.n_documents for now in reports] == [20, 40, 50]
    assert {now.total_documents for now in reports} == {N_DOCUMENTS}
    assert reports[-1].share == 1.0
    assert reports[-1].remaining_seconds == 0.0


@pytest.mark.parametrize("method", ["transform", "score_samples"])
def test_progress_does_not_change_the_result(lda: LDA, corpus: Corpus, method: str) -> None:
    ask = QUESTIONS[method]
    np.testing.assert_array_equal(
        ask(lda, corpus, lambda now: None), ask(lda, corpus, None), strict=True
    )


def test_every_method_that_reads_documents_has_the_parameter() -> None:
    silent = {"fit", "partial_fit", "fit_transform", "score", "perplexity", "topics_of", "explain"}
    silent |= {"edit", "preview", "apply"}  # a few documents for a report
    silent |= {"explore"}  # the page shows how far it is
    takes_documents = {
        name
        for name, method in inspect.getmembers(LDA, inspect.isfunction)
        if not name.startswith("_") and "X" in inspect.signature(method).parameters
    }
    assert takes_documents - silent == set(QUESTIONS)


def test_an_iterator_has_no_total(lda: LDA, corpus: Corpus) -> None:
    reports: list[DocumentProgress] = []
    lda.by_group(iter([corpus[:30], corpus[30:]]), "year", progress=reports.append)
    assert [now.n_documents for now in reports] == [20, 30, 50]
    assert reports[-1].total_documents is reports[-1].share is None
    assert reports[-1].remaining_seconds is None


def test_a_terminal_shows_a_bar_that_ends_with_the_call(
    lda: LDA, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with pytest.raises(InputError, match="column"):
        lda.by_group(corpus, "rating", progress="bar")
    shown = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert "\x1b[?25h" in shown  # the cursor is visible again
    lda.by_group(corpus, "year", progress="bar")
    assert "50/50 documents" in sys.stderr.getvalue()  # type: ignore[attr-defined]


def test_anything_but_a_function_or_a_bar_is_refused(lda: LDA, corpus: Corpus) -> None:
    with pytest.raises(InputError, match="`progress` is 'line'; expected a function, \"bar\""):
        lda.outliers(corpus, progress="line")  # type: ignore[arg-type]
    assert thalweg.DocumentProgress is DocumentProgress
