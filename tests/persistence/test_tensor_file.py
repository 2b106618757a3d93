"""Writing tensors: strided arrays, blocks, and changes by another thread."""

from __future__ import annotations

import io

import numpy as np
import pytest
import safetensors.numpy

from thalweg import InputError
from thalweg.persistence import tensor_file


def written(tensors: dict[str, np.ndarray]) -> bytes:
    stream = io.BytesIO()
    tensor_file.write(stream, {}, tensors)
    return stream.getvalue()


@pytest.mark.parametrize(
    "array",
    [
        np.arange(48, dtype=np.float32).reshape(6, 8)[:, :5],
        np.arange(48, dtype=np.int64).reshape(6, 8).T,
        np.arange(10, dtype=">f8")[::-1],
        np.zeros((3, 0)),
        np.arange(2_000_000, dtype=np.float32),
        np.ones((2, 600_000), dtype=np.int16),
    ],
    ids=["padded rows", "transposed", "big-endian, reversed", "empty", "many blocks", "long rows"],
)
def test_any_array_is_read_again_by_the_package(array: np.ndarray) -> None:
    found = safetensors.numpy.load(written({"a": array, "b": np.arange(3)}))
    assert np.array_equal(found["a"], array)
    assert found["a"].shape == array.shape


class ChangingStream(io.BytesIO):
    """Changes an array after the header was written, as another thread could."""

    def __init__(self, array: np.ndarray) -> None:
        super().__init__()
        self.array = array

    def write(self, data: object) -> int:
        n_bytes = super().write(data)  # type: ignore[arg-type]
        self.array += 1
        return n_bytes


def test_a_change_while_the_file_is_written_is_an_error() -> None:
    array = np.ones(5)
    with pytest.raises(InputError, match="changed while it was saved"):
        tensor_file.write(ChangingStream(array), {}, {"a": array, "b": np.ones(2)})


def test_metadata_that_is_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="bytes of JSON"):
        tensor_file.write(io.BytesIO(), {"history": "x" * 100_000_000}, {"a": np.ones(2)})
