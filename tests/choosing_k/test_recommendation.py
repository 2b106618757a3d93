"""The rule that recommends a number of topics, on scores that are set by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest

from thalweg import InputError
from thalweg.choosing_k.recommendation import KChoice, KTrial

TOKENS = np.full(100, 20.0)
RNG = np.random.default_rng(0)
DOCUMENTS = RNG.normal(0, 30, 100)  # what makes one document harder than another, for all K


def trial(k: int, score: float, *, noise: float = 0.0, runs: tuple[float, ...] = (0.0,), **facts):
    """Documents with this mean score a token; noise is of each document, runs are of each seed."""
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
    # A noise of 0.1 a token over 100 documents: the difference has a standard error of 0.01.
    rising = [trial(10, -7.05, noise=0.1), trial(20, -7.021, noise=0.1)]
    near = trial(30, -7.019, noise=0.1)
    best = trial(50, -7.0)
    choice = KChoice([*rising, near, best, trial(70, -7.001)])
    assert choice.best is best
    assert choice.error_behind(near) == pytest.approx(0.01)
    assert choice.behind(near) == pytest.approx(0.019)
    assert choice.k == 30
    assert "as well as 50, the best" in choice.reason
    assert "Fewer predict worse." in choice.reason


def test_what_makes_all_documents_hard_is_no_error_of_a_difference():
    choice = KChoice([trial(10, -7.01), trial(20, -7.0)])
    assert choice[0].standard_error > 0.1
    assert choice.error_behind(choice[0]) == pytest.approx(0, abs=1e-9)
    assert choice.k == 20


def test_runs_that_differ_widen_the_error():
    runs = (-0.02, 0.0, 0.02)  # a standard deviation of 0.02
    choice = KChoice([trial(10, -7.03, runs=runs), trial(20, -7.0, runs=runs)])
    assert choice.error_behind(choice[0]) == pytest.approx(0.02 * np.sqrt(2 / 3))
    assert choice.k == 10
    assert KChoice([trial(10, -7.03), trial(20, -7.0)]).k == 20


def test_at_an_end_the_reason_says_to_go_on():
    assert "the most that was tried: try more" in KChoice([trial(5, -7.1), trial(9, -7)]).reason
    assert "the fewest that was tried: try fewer" in KChoice([trial(5, -7), trial(9, -8)]).reason
    assert "try" not in KChoice([trial(1, -7), trial(2, -8)]).reason  # there is nothing below 1
    assert KChoice([trial(5, -7)]).reason.startswith("5 topics is all that was tried.")


def test_the_reason_tells_what_the_score_does_not_see():
    coherent = trial(20, -7.2, coherence=0.21)
    choice = KChoice([coherent, trial(300, -7.0, surplus=159.0, stability=0.6)])
    assert "neither dead nor copies of others" in choice.reason
    assert "consider 20" in choice.reason
    assert "0.210 against 0.100" in choice.reason
    assert "Runs share 60%" in choice.reason
    unstable = KChoice([trial(5, -7, stability=0.1)]).reason
    assert "Runs share only 10% of their topics' words: another run finds other" in unstable
    quiet = KChoice([trial(5, -7.1, coherence=0.11), trial(9, -7, stability=None)]).reason
    assert "consider" not in quiet
    assert "Runs" not in quiet


def test_it_prints_as_a_table_with_a_star_at_the_chosen_and_the_reason_below():
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


def test_all_numbers_are_json():
    choice = KChoice([trial(5, -7.1, runs=(0.0, 0.01)), trial(10, -7.0, runs=(0.0, 0.01))])
    told = json.loads(json.dumps(choice.to_dict(), allow_nan=False))
    assert told["k"] == 10
    assert [row["k"] for row in told["trials"]] == [5, 10]
    assert told["trials"][0]["run_scores"] == pytest.approx([-7.1, -7.09])
    assert told["trials"][0]["score"] == pytest.approx(-7.095)


def test_of_no_trials_there_is_no_choice_but_a_table():
    assert str(KChoice()).split()[0] == "topics"
    assert "<table>" in KChoice()._repr_html_()
    with pytest.raises(InputError, match="no number of topics has been tried"):
        str(KChoice().reason)
