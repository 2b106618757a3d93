"""hold_out: the one way to hold documents out at random."""

import numpy as np
import pytest

from thalweg.corpus.split import hold_out
from thalweg.errors import InputError
from thalweg.random_streams import Stream


@pytest.mark.parametrize(
    ("size", "n_held_out"), [(0.25, 5), (0.26, 5), (7, 7), (np.float32(0.5), 10)]
)
def test_a_share_or_a_number_of_the_rows_is_held_out(size: float, n_held_out: int) -> None:
    kept, held_out = hold_out(20, size, 0, Stream.CORPUS_ROWS)
    assert held_out.size == n_held_out
    assert sorted([*kept.tolist(), *held_out.tolist()]) == list(range(20))
    assert kept.tolist() == sorted(kept.tolist())
    assert held_out.tolist() == sorted(held_out.tolist())


def test_rows_depend_on_the_seed_and_the_stream_only() -> None:
    def held_out(seed: int, stream: Stream) -> list[int]:
        return hold_out(100, 10, seed, stream)[1].tolist()

    assert held_out(1, Stream.CORPUS_ROWS) == held_out(1, Stream.CORPUS_ROWS)
    assert held_out(1, Stream.CORPUS_ROWS) != held_out(2, Stream.CORPUS_ROWS)
    assert held_out(1, Stream.CORPUS_ROWS) != held_out(1, Stream.EARLY_STOPPING_SPLIT)


def test_rows_are_those_of_the_permutation_of_earlier_versions() -> None:
    order = np.random.Generator(np.random.Philox([3, 5, 0])).permutation(50)
    assert hold_out(50, 8, 3, Stream.CORPUS_ROWS)[1].tolist() == sorted(order[:8].tolist())


@pytest.mark.parametrize("size", [0, 0.0, 1.0, 20, 21, 0.01])
def test_both_sides_have_a_document(size: float) -> None:
    with pytest.raises(InputError, match=r"^`held_out` is .* at least one document on each side"):
        hold_out(20, size, 0, Stream.CHOOSING_K_SPLIT, name="held_out")


@pytest.mark.parametrize("size", [-1, 1.5, "0.1", None, True, float("nan")])
def test_other_sizes_are_refused_by_the_name_of_the_parameter(size: object) -> None:
    with pytest.raises(InputError, match=r"^`test_size` is .*; expected a number of documents"):
        hold_out(20, size, 0, Stream.CORPUS_ROWS)  # type: ignore[arg-type]


def test_a_seed_is_a_whole_number() -> None:
    with pytest.raises(InputError, match=r"^`random_state` is 1\.5; expected a whole number"):
        hold_out(20, 5, 1.5, Stream.CORPUS_ROWS)  # type: ignore[arg-type]
