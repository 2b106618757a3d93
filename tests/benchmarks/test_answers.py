"""The benchmarks of answers and of coverage in a short form: that they run and report."""

import pytest

from benchmarks import answers, coverage


@pytest.mark.parametrize("ask", answers.QUESTIONS, ids=lambda ask: ask.__name__)
def test_every_question_is_answered_and_measured(ask) -> None:
    given = answers.question(300, 4, n_words=50, length=20)
    row = answers.measure(given, ask, n_runs=2)
    assert row["question"] == ask.__name__
    assert row["rows"] > 0
    assert row["peak_bytes"] > 0
    assert row["seconds"] == min(row["all_seconds"])


def test_coverage_compares_methods_on_the_same_documents() -> None:
    setting = coverage.settings()[3]
    report = coverage.coverage(setting, 4)
    assert set(report) == {"setting", "sizes", "thalweg", "student", "percentile bootstrap",
                           "change"}  # fmt: skip
    assert len(report["thalweg"]["by_group"]) == len(setting.sizes)
    assert report == coverage.coverage(setting, 4)
