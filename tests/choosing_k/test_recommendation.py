"""The rule that recommends a number of topics, its reason and its table, on given scores."""

from __future__ import annotations

import json

import numpy as np
import pytest

from thalweg import InputError
from thalweg.choosing_k.k_choice import KChoice
from thalweg.choosing_k.recommendation import KTrial

UNIGRAM = -8.0
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
        distinctness=facts.get("distinctness", 0.8),
        surplus=facts.get("surplus", 0.0),
        seconds=1.0,
        unigram_score=facts.get("unigram", UNIGRAM),
        log_likelihoods=np.stack([per_document + 20 * shift for shift in runs]),
        tokens=TOKENS,
    )


def test_the_large_choice_is_the_smallest_k_within_two_standard_errors_of_the_best():
    # A noise of 0.1 per token over 100 documents: the difference has a standard error of 0.01.
    rising = [trial(10, -7.05, noise=0.1), trial(20, -7.021, noise=0.1)]
    near = trial(30, -7.019, noise=0.1)
    best = trial(50, -7.0)
    choice = KChoice([*rising, near, best, trial(70, -7.001)])
    assert choice.best is best
    assert choice.error_behind(near) == pytest.approx(0.01)
    assert choice.behind(near) == pytest.approx(0.019)
    assert choice.large is near
    assert "for detail and search: 30 topics, which predict as well as 50." in choice.reason


def test_the_difficulty_of_documents_cancels_in_a_difference():
    choice = KChoice([trial(10, -7.01), trial(20, -7.0)])
    assert choice[0].standard_error > 0.1
    assert choice.error_behind(choice[0]) == pytest.approx(0, abs=1e-9)
    assert choice.large.k == 20


def test_differences_between_runs_increase_the_error():
    runs = (-0.02, 0.0, 0.02)  # a standard deviation of 0.02
    choice = KChoice([trial(10, -7.03, runs=runs), trial(20, -7.0, runs=runs)])
    assert choice.error_behind(choice[0]) == pytest.approx(0.02 * np.sqrt(2 / 3))
    assert choice.large.k == 10
    assert KChoice([trial(10, -7.03), trial(20, -7.0)]).large.k == 20


def curve(gains: dict[int, float], **facts: dict[int, float]) -> KChoice:
    """Trials with these gains over a single topic, and facts by number of topics."""
    return KChoice(
        trial(k, UNIGRAM + gain, **{name: values[k] for name, values in facts.items()})
        for k, gain in gains.items()
    )


def test_few_topics_are_recommended_if_they_bring_most_of_the_gain():
    # 5 of 80 topics: log 5 / log 80 = 0.37 of the doublings bring 0.7 of the gain.
    choice = curve({2: 0.3, 5: 0.7, 10: 0.75, 20: 0.82, 40: 0.9, 80: 1.0})
    assert choice.large.k == 80
    assert choice.k == choice.chosen.k == choice.medium.k == 5
    assert choice.gain(choice.chosen) == pytest.approx(0.7)
    assert choice.reason.startswith("5 topics are the best balance of prediction and readability")
    assert "70% of what 80 topics gain in held-out score over a single topic" in choice.reason
    assert "try" not in choice.reason


def test_if_every_doubling_brings_the_same_gain_readability_decides():
    gains = {2: 1 / 6, 4: 2 / 6, 8: 3 / 6, 16: 4 / 6, 32: 5 / 6, 64: 1.0}
    for k in gains:
        for figure in ("coherence", "stability", "distinctness"):
            values = {each: 0.9 if each == k else 0.4 for each in gains}
            assert curve(gains, **{figure: values}).k == k


def test_among_equal_balances_more_topics_are_recommended():
    choice = curve({2: 1 / 6, 4: 2 / 6, 8: 3 / 6, 16: 4 / 6, 32: 0.78, 64: 1.0, 128: 1.01})
    # log 2 / log 128 = 1 / 7: the balance of 2 to 16 rises, that of 32 is lower again.
    size = {k: np.log(k) / np.log(128) for k in (2, 16, 64)}
    balances = {k: choice.gain(each) - size[k] for each in choice for k in size if each.k == k}
    assert balances[64] == pytest.approx(1 / 1.01 - 6 / 7)
    assert choice.k == 64


def test_readability_is_the_mean_of_relative_coherence_stability_and_distinctness():
    choice = curve(
        {5: 0.5, 9: 0.7, 12: 0.6},
        coherence={5: 0.1, 9: 0.2, 12: -0.1},
        stability={5: 0.6, 9: 0.9, 12: None},
        distinctness={5: 0.9, 9: 0.5, 12: 0.4},
    )
    expected = [(0.5 + 0.6 + 0.9) / 3, (1 + 0.9 + 0.5) / 3, (0 + 0.4) / 2]
    assert [choice.readability(each) for each in choice] == pytest.approx(expected)


def test_the_small_choice_has_at_most_half_the_topics_and_reads_nearly_as_well():
    gains = {2: 0.3, 4: 0.5, 10: 0.9, 40: 1.0}
    choice = curve(gains, stability={2: 0.1, 4: 0.8, 10: 0.9, 40: 0.5})
    assert (choice.small.k, choice.medium.k, choice.large.k) == (4, 10, 40)
    assert "A small choice, for an overview: 4 topics, with 50% of the gain." in choice.reason
    unreadable = curve(gains, stability={2: 0.1, 4: 0.1, 10: 0.9, 40: 0.5})
    assert (unreadable.small.k, unreadable.medium.k) == (10, 10)
    assert "Small and medium are the same" in unreadable.reason
    poor = curve({2: 0.1, 4: 0.44, 10: 0.9, 40: 1.0})  # 0.44 is less than half of 0.9
    assert (poor.small.k, poor.medium.k) == (10, 10)


def test_one_number_can_be_all_three_choices():
    choice = curve({2: 0.1, 5: 1.0, 10: 0.97})
    assert choice.small is choice.medium is choice.large is choice[1]
    assert choice.choice_of(choice[1]) == "all three"
    assert "more topics do not predict held-out documents better and fewer" in choice.reason


def test_documents_without_structure_need_one_topic():
    choice = curve({1: 0.0, 2: -0.1, 5: -0.2})
    assert choice.small is choice.medium is choice.large is choice[0]
    assert choice.reason.startswith("1 topic is the best balance")


def test_at_an_end_of_the_range_the_reason_says_to_try_further():
    rising = curve({2: 0.1, 4: 0.4, 8: 1.0})
    assert rising.k == 8
    assert "8 is the largest number that was tried: try larger ones." in rising.reason
    falling = curve({5: 1.0, 9: 0.5})
    assert "5 is the smallest number that was tried: try smaller ones." in falling.reason
    assert "try" not in curve({2: 1.0, 9: 0.5}).reason  # a single topic is not a choice
    assert KChoice([trial(5, -7)]).reason.startswith("Only 5 topics were tried.")


def test_on_a_flat_curve_the_reason_does_not_say_to_try_more():
    flat = curve({10: 0.96, 12: 1.0}, coherence={10: 0.1, 12: 0.2})
    assert flat.k == 12
    assert "try" not in flat.reason


def test_the_reason_mentions_surplus_topics_and_unstable_runs():
    surplus = curve({2: 0.1, 300: 1.0}, surplus={2: 0.0, 300: 159.0}).reason
    assert "Of 300 topics, 141 are neither dead nor duplicates of others" in surplus
    unstable = KChoice([trial(5, -7, stability=0.1)]).reason
    assert "Runs share only 10% of their topics' words: another run finds other" in unstable
    assert "Runs" not in KChoice([trial(5, -7, stability=None)]).reason


def test_the_table_marks_the_choices_and_ends_with_the_reason():
    choice = curve({4: 0.5, 10: 0.9, 40: 1.0}, stability={4: 0.8, 10: 0.9, 40: None})
    lines = str(choice).splitlines()
    assert lines[0].split()[:4] == ["topics", "score", "behind", "error"]
    assert lines[1].split() == ["4", "-7.5000", "0.5000", "0.0000", "0.100", "80%", "80%", "small"]
    assert lines[2].split()[:3] == ["*", "10", "-7.1000"]
    assert [line.split()[-1] for line in lines[1:4]] == ["small", "medium", "large"]
    assert max(map(len, lines)) <= 90
    assert " ".join(lines[5:]) == choice.reason
    assert repr(choice) == str(choice)
    html = choice._repr_html_()
    assert html.count("<tr>") == 4
    assert "<td>* 10</td>" in html
    assert html.endswith(f"<p>{choice.reason}</p>")


def test_all_numbers_can_be_written_as_json():
    choice = KChoice([trial(5, -7.9, runs=(0.0, 0.01)), trial(10, -7.0, runs=(0.0, 0.01))])
    found = json.loads(json.dumps(choice.to_dict(), allow_nan=False))
    assert (found["k"], found["small"], found["medium"], found["large"]) == (10, 10, 10, 10)
    assert [row["k"] for row in found["trials"]] == [5, 10]
    assert [row["choice"] for row in found["trials"]] == ["", "all three"]
    assert found["trials"][0]["run_scores"] == pytest.approx([-7.9, -7.89])
    assert found["trials"][0]["score"] == pytest.approx(-7.895)
    assert found["trials"][0]["gain"] == pytest.approx(0.105 / 1.005)


def test_a_slice_is_a_choice_among_fewer_numbers():
    choice = curve({5: 0.1, 10: 0.4, 20: 1.0})
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
