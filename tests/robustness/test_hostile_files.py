"""Damaged and forged model files are refused, or give a model that can be used."""

from tests.robustness import damage, forgery, hostile_files, report


def test_hundreds_of_damaged_and_forged_files_are_refused_or_can_be_used() -> None:
    """A short form of `python -m tests.robustness.hostile_files`."""
    n_changes = len(damage.DAMAGES) + len(forgery.FORGERIES)
    result = hostile_files.run(4 * 9 * n_changes, seed=1)
    assert result["faults"] == []
    for name, found in result["outcomes"].items():
        # A change that is never refused does nothing, or is not checked.
        assert any(outcome.startswith("refused") for outcome in found), name
        assert set(found) <= {"opened", "refused: InputError", "refused: StorageError"}, name


def test_the_page_about_trials_is_up_to_date() -> None:
    assert report.PAGE.read_text() == report.render(report.RESULTS, "tests/robustness/results")
