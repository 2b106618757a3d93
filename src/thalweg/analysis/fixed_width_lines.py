"""Topic proportions as lines of text of a fixed width, written column by column.

A share with a given number of decimals is one of 10^decimals + 1 texts, so it is looked up and not
formatted. After the id, all lines have the same width, and NumPy fills whole columns of them at
once. docs/explanation/design/command-line.md compares this with the writers of polars.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

import numpy as np
from numpy.typing import NDArray

# As much text as the cache holds: twice as much at a time takes twice as long.
_BYTES_PER_BLOCK = 1 << 18


@dataclass(frozen=True)
class _Columns:
    """Neighbouring columns whose labels have the same length, and their place in a line."""

    topics: slice
    bytes: slice
    cell: np.dtype[np.void]
    """A label, which is not written to, and a share."""


class FixedWidthLines:
    """Lines that consist of an id, a label and a share for each topic, and an ending.

    Parameters
    ----------
    labels : sequence of str
        Text before the share of each topic, for example "," in CSV.
    ending : str
        End of a line.
    decimals : int
        Number of decimals of a share.
    """

    def __init__(self, labels: Sequence[str], ending: str, decimals: int) -> None:
        self._scale = 10**decimals
        self._shares = _all_shares(decimals)
        line = "".join(label + "0." + "0" * decimals for label in labels) + ending
        self._line = np.frombuffer(line.encode(), np.uint8)
        self._columns = list(self._columns_of(labels))

    def blocks(self, ids: Sequence[bytes], shares: NDArray[np.float32]) -> Iterator[bytes]:
        """Yield the lines of documents, many in one block.

        `ids` are the beginnings of the lines, already encoded, and `shares` is (D, K).
        """
        n = max(1, _BYTES_PER_BLOCK // self._line.size)
        for first in range(0, len(ids), n):
            yield self._block(ids[first : first + n], shares[first : first + n])

    def _block(self, ids: Sequence[bytes], shares: NDArray[np.float32]) -> bytes:
        numbers = (shares * np.float32(self._scale) + np.float32(0.5)).astype(np.int32)
        text = np.tile(self._line, (len(shares), 1))
        for columns in self._columns:
            cells = text[:, columns.bytes].view(columns.cell)
            cells["share"] = self._shares.take(numbers[:, columns.topics])
        rows = text.view(f"V{self._line.size}").ravel().tolist()
        return b"".join(chain.from_iterable(zip(ids, rows, strict=True)))

    def _columns_of(self, labels: Sequence[str]) -> Iterator[_Columns]:
        topic = byte = 0
        for n_bytes, group in groupby(len(label.encode()) for label in labels):
            n, size = len(list(group)), n_bytes + self._shares.itemsize
            cell = np.dtype(
                {
                    "names": ["share"],
                    "formats": [self._shares.dtype],
                    "offsets": [n_bytes],
                    "itemsize": size,
                }
            )
            yield _Columns(slice(topic, topic + n), slice(byte, byte + n * size), cell)
            topic, byte = topic + n, byte + n * size


def _all_shares(decimals: int) -> NDArray[np.void]:
    """Return 0.000, 0.001, ..., 1.000 as bytes of one width."""
    numbers = np.arange(10**decimals + 1)
    text = np.empty((numbers.size, decimals + 2), dtype=np.uint8)
    text[:, 0] = ord("0") + numbers // 10**decimals
    text[:, 1] = ord(".")
    for place in range(decimals):
        text[:, 2 + place] = ord("0") + numbers // 10 ** (decimals - 1 - place) % 10
    return text.view(f"V{decimals + 2}").ravel()
