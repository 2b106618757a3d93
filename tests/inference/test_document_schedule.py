"""Step sizes and burn-in by the length of a document."""

from __future__ import annotations

import numpy as np
import pytest

from thalweg.inference.document_schedule import BurnIn, DocumentSteps
from thalweg.inference.schedules import PAPER_DOCUMENTS, StepSchedule
from thalweg.inference.scvb0 import BURN_IN, FINISHING_BURN_IN, SCVB0, StochasticMAP


def sum_of_steps(steps: DocumentSteps, burn_in: BurnIn, length: float) -> float:
    """S: the sum of rho_t over all tokens of a visit, burn-in included."""
    n = int(length * (1 + burn_in.of(length)))
    return float(steps.of(length).at(np.arange(1.0, n + 1)).sum())


def weight_of_the_start(steps: DocumentSteps, burn_in: BurnIn, length: float) -> float:
    """What is left of the start after a visit: the product of 1 - rho_t."""
    n = int(length * (1 + burn_in.of(length)))
    return float(np.prod(1 - steps.of(length).at(np.arange(1.0, n + 1))))


@pytest.mark.parametrize("burn_in", [BURN_IN, FINISHING_BURN_IN, BurnIn(0.0), BurnIn(2.5)])
def test_documents_leave_their_start_but_not_faster_than_needed(burn_in: BurnIn) -> None:
    steps = DocumentSteps.by_length(burn_in)
    lengths = np.logspace(1, 4, 60)
    sums = np.array([sum_of_steps(steps, burn_in, length) for length in lengths])
    short = np.array([steps.of(length).decay == 0.7 for length in lengths])
    assert short[0]
    assert not short[-1]
    assert (np.diff(sums[short]) >= 0).all()
    # A schedule is made for the middle of half an octave, so S varies around 10 within it.
    assert ((sums[~short] > 8.5) & (sums[~short] < 11)).all()
    assert weight_of_the_start(steps, burn_in, 1000.0) < 1e-3


def test_long_documents_have_about_the_steps_of_the_paper() -> None:
    """Those of 2,000 tokens: the paper's corpora have documents of 300 to 1,300 words or more."""
    assert DocumentSteps.by_length(BURN_IN).of(2000).decay == pytest.approx(
        PAPER_DOCUMENTS.decay, abs=0.01
    )


def test_the_lengths_of_a_schedule_end_where_they_say() -> None:
    first, second = StepSchedule(1, 3, 0.6), StepSchedule(1, 10, 0.9)
    steps = DocumentSteps((20.0, 100.0), (first, second))
    assert [steps.of(n) for n in (0, 20, 20.5, 100, 1e9)] == [first, first, second, second, second]
    assert DocumentSteps.same(first).of(1e9) == first


def test_burn_in_grows_with_the_length_up_to_a_limit() -> None:
    automatic = BurnIn(None, tokens_per_pass=100.0, most_passes=1.5)
    assert [automatic.of(n) for n in (0, 50, 1000)] == [0, 0.5, 1.5]
    assert BurnIn(2).of(1000) == 2


@pytest.mark.parametrize("algorithm", [SCVB0, StochasticMAP])
def test_options_decide_which_steps_are_used(algorithm: type[SCVB0]) -> None:
    assert algorithm().visits().steps == DocumentSteps.by_length(BURN_IN)
    assert algorithm(burn_in=2).visits().steps == DocumentSteps.by_length(BurnIn(2))
    given = StepSchedule(1, 5, 0.8)
    assert algorithm(doc_schedule=given).visits().steps == DocumentSteps.same(given)
    kept = algorithm(keep_doc_topics=True)  # its clock goes on from visit to visit
    assert kept.visits().steps == DocumentSteps.same(PAPER_DOCUMENTS)


def test_a_finishing_pass_costs_more_the_longer_the_documents_are() -> None:
    costs = [SCVB0().finishing_cost(n) for n in (0, 200, 1000, 10_000)]
    # Visits of a word in a finishing and in an exploring pass, times the cost of such a visit.
    np.testing.assert_allclose(costs, 0.8 * np.array([1, 2 / 1.2, 5 / 2, 5 / 2]))
    assert SCVB0(burn_in=3).finishing_cost(200) == 0.8
