import numpy as np
import pytest

from thalweg.random_streams import CVB0_START, Stream, generator


def first_numbers(key: list[int] | int) -> list[float]:
    return np.random.Generator(np.random.Philox(key)).random(4).tolist()


def test_streams_have_distinct_numbers_except_the_start_of_cvb0() -> None:
    assert len({int(stream) for stream in Stream}) == len(Stream.__members__)
    assert CVB0_START is Stream.DOCUMENT_ORDER


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**40 + 7])
def test_no_two_streams_draw_the_same_numbers(seed: int) -> None:
    draws = {tuple(generator(stream, seed).random(4)) for stream in Stream}
    assert len(draws) == len(Stream)


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**40 + 7])
def test_the_start_of_training_is_the_stream_of_the_seed_alone(seed: int) -> None:
    assert generator(Stream.TOPIC_START, seed).random(4).tolist() == first_numbers(seed)


def test_a_stream_is_keyed_by_seed_number_and_counters() -> None:
    for stream in Stream:
        assert generator(stream, 7).random(4).tolist() == first_numbers([7, stream])
        assert generator(stream, 7, 2, 5).random(4).tolist() == first_numbers([7, stream, 2, 5])


@pytest.mark.parametrize(
    ("stream", "number"),
    [
        (Stream.TOPIC_START, 0),
        (Stream.KEPT_COUNTS, 1),
        (Stream.DOCUMENT_ORDER, 3),
        (CVB0_START, 3),
        (Stream.MAP_START, 4),
        (Stream.CORPUS_ROWS, 5),
        (Stream.PRIOR_LEARNING, 8),
    ],
)
def test_numbers_that_decide_the_bits_of_trained_models_stay(stream: Stream, number: int) -> None:
    assert stream == number
