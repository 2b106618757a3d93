"""The rule that recommends a number of topics, its reason and its table, on given scores."""

from __future__ import annotations

import json

import numpy as np
import pytest

from thalweg import InputError
from thalweg.choosing_k.k_choice import KChoice
from thalweg.choosing_k.recommendation import KTrial

TOKENS = np.full(100, 20.0)
RNG = np.random.default_rng(0)
DOCUMENTS = RNG.normal(0, 30, 100)  # some documents are harder to predict for all K


def trial(k: int, score: float, *, noise: float = 0.0, runs: tuple[float, ...] = (0.0,), **facts):
    """A trial with this mean score per token, noise of each document and shifts of each run."""
    own = RNG.normal(0, 1, 100)
    own = noise * (own - own.mean()) / own.std(ddof=1)
    per_document = 20 * score + DOCUMENTS - DOCUMENTS.mean() + 20 * own
    return KTrial(
        k=k,
        coherence=facts.get("coherence", 0.1),
        stability=facts.get("stability", 0.5),
        surplus=facts.get("surplus", 0.0),
        seconds=1.0,
        log_likelihoods=np.stack([per_document + 20 * shift for shift in runs]),
        tokens=TOKENS,
    )


def test_the_smallest_k_within_two_standard_errors_of_the_best_is_chosen():
    # A noise of 0.1 per token over 100 documents: the difference has a standard error of 0.01.
    rising = [trial(10, -7.05, noise=0.1), trial(20, -7.021, noise=0.1)]
    near = trial(30, -7.019, noise=0.1)
    best = trial(50, -7.0)
    choice = KChoice([*rising, near, best, trial(70, -7.001)])
    assert choice.best is best
    assert choice.error_behind(near) == pytest.approx(0.01)
    assert choice.behind(near) == pytest.approx(0.019)
    assert choice.k == 30
    assert "as well as 50, the best" in choice.reason
    assert "Fewer topics predict worse." in choice.reason


def test_the_difficulty_of_documents_cancels_in_a_difference():
    choice = KChoice([trial(10, -7.01), trial(20, -7.0)])
    assert choice[0].standard_error > 0.1
    assert choice.error_behind(choice[0]) == pytest.approx(0, abs=1e-9)
    assert choice.k == 20


def test_differences_between_runs_increase_the_error():
    runs = (-0.02, 0.0, 0.02)  # a standard deviation of 0.02
    choice = KChoice([trial(10, -7.03, runs=runs), trial(20, -7.0, runs=runs)])
    assert choice.error_behind(choice[0]) == pytest.approx(0.02 * np.sqrt(2 / 3))
    assert choice.k == 10
    assert KChoice([trial(10, -7.03), trial(20, -7.0)]).k == 20


def test_at_an_end_of_the_range_the_reason_says_to_try_further():
    assert (
        "the largest number that was tried: try larger"
        in KChoice([trial(5, -7.1), trial(9, -7)]).reason
    )
    assert (
        "the smallest number that was tried: try smaller"
        in KChoice([trial(5, -7), trial(9, -8)]).reason
    )
    assert "try" not in KChoice([trial(1, -7), trial(2, -8)]).reason  # nothing is smaller than 1
    assert KChoice([trial(5, -7)]).reason.startswith("Only 5 topics were tried.")


def test_the_reason_mentions_what_the_score_does_not_show():
    coherent = trial(20, -7.2, coherence=0.21)
    choice = KChoice([coherent, trial(300, -7.0, surplus=159.0, stability=0.6)])
    assert "neither dead nor duplicates of others" in choice.reason
    assert "consider 20" in choice.reason
    assert "0.210 compared to 0.100" in choice.reason
    assert "Runs share 60%" in choice.reason
    unstable = KChoice([trial(5, -7, stability=0.1)]).reason
    assert "Runs share only 10% of their topics' words: another run finds other" in unstable
    quiet = KChoice([trial(5, -7.1, coherence=0.11), trial(9, -7, stability=None)]).reason
    assert "consider" not in quiet
    assert "Runs" not in quiet


def test_the_table_marks_the_recommended_number_and_ends_with_the_reason():
    choice = KChoice([trial(5, -7.1), trial(10, -7.0, stability=None, surplus=1.5)])
    lines = str(choice).splitlines()
    assert lines[0].split()[:4] == ["topics", "score", "error", "behind"]
    assert lines[1].split()[:2] == ["5", "-7.1000"]
    assert lines[2].split()[:3] == ["*", "10", "-7.0000"]
    assert len({len(line) for line in lines[:3]}) == 1
    assert " ".join(lines[4:]) == choice.reason
    assert repr(choice) == str(choice)
    html = choice._repr_html_()
    assert html.count("<tr>") == 3
    assert "<td>* 10</td>" in html
    assert html.endswith(f"<p>{choice.reason}</p>")


def test_all_numbers_can_be_written_as_json():
    choice = KChoice([trial(5, -7.1, runs=(0.0, 0.01)), trial(10, -7.0, runs=(0.0, 0.01))])
    found = json.loads(json.dumps(choice.to_dict(), allow_nan=False))
    assert found["k"] == 10
    assert [row["k"] for row in found["trials"]] == [5, 10]
    assert found["trials"][0]["run_scores"] == pytest.approx([-7.1, -7.09])
    assert found["trials"][0]["score"] == pytest.approx(-7.095)


def test_a_slice_is_a_choice_among_fewer_numbers():
    choice = KChoice([trial(5, -7.1), trial(10, -7.0), trial(20, -6.9)])
    assert choice.k == 20
    assert isinstance(choice[:2], KChoice)
    assert choice[:2].k == 10


def test_data_frames_have_the_numbers_of_all_trials():
    choice = KChoice([trial(5, -7.1), trial(10, -7.0, stability=None)])
    frame = choice.to_polars()
    assert frame["k"].to_list() == [5, 10]
    assert frame["behind"].to_list() == pytest.approx([0.1, 0.0])
    assert frame["stability"].to_list() == [0.5, None]
    assert list(choice.to_pandas().columns) == frame.columns == list(choice.to_dicts()[0])


def test_without_trials_the_table_is_empty_and_no_number_is_recommended():
    assert str(KChoice()).split()[0] == "topics"
    assert "<table>" in KChoice()._repr_html_()
    with pytest.raises(InputError, match="no number of topics has been tried"):
        str(KChoice().reason)
