"""TrainingProgress and Reporter: what is reported during training, and when."""

from __future__ import annotations

import pytest
from scipy import sparse

from tests.conftest import FakeClock
from tests.inference.comparison import random_counts
from tests.synthetic import state_bytes
from tests.training.runs import progress, started
from thalweg.model import TopicModel
from thalweg.training.reporting.progress import Reporter, TrainingProgress, logging_passes


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return random_counts(80, 50, 40, seed=0)


def test_the_remaining_time_is_that_of_the_remaining_passes() -> None:
    assert progress().remaining_seconds == pytest.approx((400 - 150) / 50)
    assert progress().share == pytest.approx(150 / 400)


def test_the_limit_that_is_reached_first_decides() -> None:
    both = progress(max_seconds=4.0)
    assert both.remaining_seconds == pytest.approx(1.0)
    assert both.share == pytest.approx(0.75)


def test_without_limits_the_remaining_time_is_unknown() -> None:
    endless = progress(max_passes=None)
    assert (endless.remaining_seconds, endless.share) == (None, None)


def test_a_listener_is_called_after_every_pass_and_at_the_end(X) -> None:
    reports: list[TrainingProgress] = []
    with_listener = TopicModel(3, max_iter=5, random_state=0).fit(X, progress=reports.append)
    assert {report.n_passes for report in reports} >= {1, 2, 3, 4, 5}
    assert reports[-1].n_documents == 5 * 80
    assert reports[-1].n_tokens == pytest.approx(5 * X.sum())
    assert reports[-1].share == 1.0
    without = TopicModel(3, max_iter=5, random_state=0).fit(X)
    assert state_bytes(with_listener.state_) == state_bytes(without.state_)


def test_reports_within_a_pass_do_not_change_the_result(X) -> None:
    model = TopicModel(3, max_iter=3, batch_size=4, random_state=0)
    reports: list[TrainingProgress] = []
    sliced = started(model, X)
    sliced.seconds_between_reports = 0.0  # one report per minibatch
    sliced.run(reports.append)
    assert len(reports) >= 2 * 80 / 4
    assert state_bytes(sliced.state) == state_bytes(model.fit(X).state_)


def test_a_report_is_due_after_the_interval(X, clock: FakeClock) -> None:
    reports: list[TrainingProgress] = []
    reporter = Reporter(started(TopicModel(3, random_state=0), X), reports.append, 0.2)
    clock.advance(0.1)
    reporter.report_if_due()
    assert reports == []
    clock.advance(0.1)
    reporter.report_if_due()
    assert len(reports) == 1
    assert reporter.seconds_until_due == pytest.approx(0.2)


def test_rates_are_those_of_this_process(X, clock: FakeClock) -> None:
    training = started(TopicModel(3, random_state=0), X)
    training.state.n_documents_seen, training.seconds_before = 1000, 60.0  # before a resume
    reports: list[TrainingProgress] = []
    reporter = Reporter(training, reports.append, 0.2)
    training.state.n_documents_seen += 80
    clock.advance(4.0)
    reporter.report()
    assert reports[0].documents_per_second == 20.0
    assert reports[0].n_documents == 1080
    assert reports[0].seconds == 64.0


def test_without_a_listener_no_report_is_ever_due(X) -> None:
    reporter = Reporter(started(TopicModel(3, random_state=0), X), None, 0.0)
    assert reporter.seconds_until_due is None


def test_verbose_prints_one_line_per_pass(capsys: pytest.CaptureFixture[str]) -> None:
    reports: list[TrainingProgress] = []
    listener = logging_passes(reports.append, verbose=1)
    assert listener is not None
    for n_passes in (0, 1, 1, 2):
        listener(progress(n_passes=n_passes, max_passes=2, score=-6.25))
    assert capsys.readouterr().out.splitlines() == [
        "pass 1/2, 3.00 s, held-out -6.2500",
        "pass 2/2, 3.00 s, held-out -6.2500",
    ]
    assert len(reports) == 4


def test_verbose_prints_the_passes(X, capsys: pytest.CaptureFixture[str]) -> None:
    TopicModel(3, max_iter=2, verbose=1, random_state=0).fit(X)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in lines] == ["pass 1/2", "pass 2/2"]
    TopicModel(3, max_iter=2, random_state=0).fit(X)
    assert capsys.readouterr().out == ""
