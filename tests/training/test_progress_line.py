"""The progress bar of `fit` and `partial_fit`: on terminals, in notebooks and in logs."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.training.runs import progress
from thalweg import LDA, InputError
from thalweg.distributed import Simulation
from thalweg.training.reporting.progress import TrainingProgress
from thalweg.training.reporting.progress_line import ProgressLine, in_notebook, listening_to

X = np.random.default_rng(0).poisson(1.0, (60, 20))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("bar", ["bar", True])
def test_a_terminal_shows_a_bar(bar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    LDA(2, max_iter=3, random_state=0).fit(X, progress=bar)
    assert "pass 3.0/3" in sys.stderr.getvalue()  # type: ignore[attr-defined]


def test_the_bar_shows_the_workers_of_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "160")
    for n_workers, shown in ((1, ", 1 worker "), (3, ", 3 workers")):
        LDA(2, max_iter=3).fit(X, progress="bar", engine=Simulation(n_workers))
        assert shown in f"{sys.stderr.getvalue()} "  # type: ignore[attr-defined]


def test_partial_fit_shows_the_documents_of_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    lda = LDA(2, random_state=0).partial_fit(X)
    lda.partial_fit(X, progress="bar")
    assert "pass 1.0/1" in sys.stderr.getvalue()  # type: ignore[attr-defined]


def test_a_stream_reports_the_documents_of_the_call() -> None:
    reports: list[TrainingProgress] = []
    lda = LDA(2, random_state=0).partial_fit(X)
    seen = lda.n_documents_seen_
    lda.partial_fit(X, progress=reports.append)
    assert reports[-1].n_documents == lda.n_documents_seen_ - seen
    assert reports[-1].share == 1.0


class Notebook:
    """Stands in for IPython: keeps what is displayed."""

    def __init__(self) -> None:
        self.shown: list[dict[str, str]] = []
        self.display = SimpleNamespace(display=self.start)

    def get_ipython(self) -> Any:
        return SimpleNamespace(kernel="a kernel")

    def start(self, data: dict[str, str], *, raw: bool, display_id: bool) -> Notebook:
        assert raw
        assert display_id
        self.shown.append(data)
        return self

    def update(self, data: dict[str, str], *, raw: bool) -> None:
        assert raw
        self.shown.append(data)


def test_a_notebook_shows_a_bar_that_is_updated(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = Notebook()
    monkeypatch.setitem(sys.modules, "IPython", notebook)  # type: ignore[arg-type]
    assert in_notebook()
    LDA(2, max_iter=3, random_state=0).fit(X, progress="bar")
    assert len(notebook.shown) >= 4
    last = notebook.shown[-1]
    assert '<progress max="1" value="1.000">' in last["text/html"]
    assert last["text/plain"].startswith("pass 3.0/3, ")


def test_a_shell_of_ipython_is_not_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace())
    monkeypatch.setitem(sys.modules, "IPython", shell)  # type: ignore[arg-type]
    assert not in_notebook()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))  # type: ignore[arg-type]
    assert not in_notebook()


def test_a_short_run_writes_nothing_to_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    LDA(2, max_iter=3, random_state=0).fit(X, progress="bar")
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "")


def test_a_function_is_called_and_anything_else_is_refused() -> None:
    calls: list[TrainingProgress] = []
    with listening_to(calls.append, ProgressLine.of_training) as listener:
        assert listener is not None
        listener(progress())
    assert len(calls) == 1
    for nothing in (None, False):
        with listening_to(nothing, ProgressLine.of_training) as listener:
            assert listener is None
    with pytest.raises(InputError, match="`progress` is 'line'; expected a function, \"bar\""):
        LDA(2).fit(X, progress="line")  # type: ignore[arg-type]
