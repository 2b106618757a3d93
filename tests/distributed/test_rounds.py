"""Step sizes and merge weights of local rounds: what one machine would have done."""

import numpy as np
import pytest

from thalweg.distributed.rounds import (
    RoundPolicy,
    Summary,
    kept_share,
    merge_rows,
    merge_weights,
    round_length,
    worker_steps,
)

POLICY = RoundPolicy(largest_step=1.0)


def summary(kept: float, n_tokens: float) -> Summary:
    return Summary(kept, 1, 1, n_tokens, np.zeros(8))


@pytest.mark.parametrize("n_workers", [1, 2, 5])
def test_a_worker_keeps_as_much_of_the_old_counts_as_one_machine(n_workers: int) -> None:
    steps = 0.3 / np.arange(1.0, 21)
    own = worker_steps(steps, n_workers, 20 // n_workers, POLICY)
    assert kept_share(own) == pytest.approx(kept_share(steps), rel=1e-12)


def test_with_one_worker_steps_are_those_of_one_machine() -> None:
    steps = 0.3 / np.arange(1.0, 8)
    np.testing.assert_allclose(worker_steps(steps, 1, 7, POLICY), steps, rtol=1e-12)


def test_no_step_of_a_worker_is_larger_than_the_limit() -> None:
    own = worker_steps(np.full(64, 0.4), 16, 4, RoundPolicy(largest_step=0.5))
    np.testing.assert_array_equal(own, 0.5)


def test_minibatches_after_the_last_full_turn_have_a_step() -> None:
    own = worker_steps(np.full(5, 0.1), 4, 2, POLICY)  # 4 + 1 minibatches
    np.testing.assert_allclose(own, [1 - 0.9**4, 0.1])
    assert (worker_steps(np.full(3, 0.1), 4, 2, POLICY) > 0).all()


def test_a_round_adds_the_tokens_that_it_removes() -> None:
    # N <- d N + sum_r w_r I_r, and I_r has (1 - d_r) C tokens: the sum must stay C.
    summaries = [summary(0.5, 300), summary(0.2, 100), summary(1.0, 0)]
    weights = merge_weights(summaries, 0.1)
    added = sum(w * s.new for w, s in zip(weights, summaries, strict=True))
    assert 0.1 + added == pytest.approx(1)
    assert weights[0] * 0.5 == pytest.approx(3 * weights[1] * 0.8)  # by tokens
    assert weights[2] == 0


def test_merging_adds_rows_in_any_shape() -> None:
    rng = np.random.default_rng(0)
    dense, rows = rng.random((6, 8), np.float32), rng.random((2, 8), np.float32)
    increments = [(np.arange(10, 16), dense), (np.array([11, 15]), rows)]
    expected = 2 * dense
    expected[[1, 5]] += 0.5 * rows
    merged = merge_rows(increments, [2.0, 0.5], 10, 16, 8)
    np.testing.assert_allclose(merged, expected, rtol=1e-6)


def test_rounds_grow_as_steps_shrink_and_end_with_the_documents() -> None:
    policy = RoundPolicy(most_replaced=0.8, rounds_per_pass=1.0)
    assert round_length(np.full(100, 0.4), 2, 50, policy) == 2  # 0.6^3 < 0.2 < 0.6^2... at least 2
    assert round_length(np.full(1000, 0.05), 2, 500, policy) == 30  # 0.95^31 = 0.204
    assert round_length(np.full(1000, 0.001), 2, 50, policy) == 50  # a pass
    assert round_length(np.full(3, 0.001), 4, 50, policy) == 3


def test_few_workers_have_longer_rounds() -> None:
    steps = np.full(1000, 0.05)
    few, many = (round_length(steps, n, 500, RoundPolicy()) for n in (3, 4))
    assert few == 87  # 0.95^90 = 0.0099 < 0.01, in whole minibatches of three workers
    assert many == 28  # 0.95^32 < 0.2, of four
