"""Shares of topics as lines of text, at the speed of copying.

A share is one of 10^decimals + 1 texts, so it is looked up and not formatted. All lines are then of
one width behind the document's id, and whole columns of them are filled at once. Formatting one
number after the other took up to half the time of the inference, this takes a fifteenth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

import numpy as np
from numpy.typing import NDArray

_TEXT_BYTES = 1 << 18


@dataclass(frozen=True)
class _Block:
    """Topics in a row whose names are equally long, and where they are in a line."""

    topics: slice
    characters: slice
    cell: np.dtype[np.void]  # a name, which stays, and a share


class ShareTexts:
    """Lines of an id, then for every topic a name and a share of so many decimals, then an end."""

    def __init__(self, names: Sequence[str], end: str, decimals: int) -> None:
        self._scale = 10**decimals
        self._shares = _all_shares(decimals)
        line = "".join(name + "0." + "0" * decimals for name in names) + end
        self._line = np.frombuffer(line.encode(), np.uint8)
        self._blocks = list(self._equally_long(names))

    def lines(self, ids: Sequence[bytes], shares: NDArray[np.float32]) -> Iterator[bytes]:
        """A line for every document, many at a time: ids as they are to be written, shares (D, K).

        So many as the cache holds: with twice as much text at a time it takes twice as long.
        """
        n = max(1, _TEXT_BYTES // self._line.size)
        for first in range(0, len(ids), n):
            yield self._text(ids[first : first + n], shares[first : first + n])

    def _text(self, ids: Sequence[bytes], shares: NDArray[np.float32]) -> bytes:
        numbers = (shares * np.float32(self._scale) + np.float32(0.5)).astype(np.int32)
        text = np.tile(self._line, (len(shares), 1))
        for block in self._blocks:
            cells = text[:, block.characters].view(block.cell)
            cells["share"] = self._shares.take(numbers[:, block.topics])
        rows = text.view(f"V{self._line.size}").ravel().tolist()
        return b"".join(chain.from_iterable(zip(ids, rows, strict=True)))

    def _equally_long(self, names: Sequence[str]) -> Iterator[_Block]:
        topic = character = 0
        for n_characters, group in groupby(map(len, names)):
            n, size = len(list(group)), n_characters + self._shares.itemsize
            cell = np.dtype(
                {
                    "names": ["share"],
                    "formats": [self._shares.dtype],
                    "offsets": [n_characters],
                    "itemsize": size,
                }
            )
            yield _Block(slice(topic, topic + n), slice(character, character + n * size), cell)
            topic, character = topic + n, character + n * size


def _all_shares(decimals: int) -> NDArray[np.void]:
    """0.000, 0.001, ..., 1.000, as bytes of one width."""
    numbers = np.arange(10**decimals + 1)
    text = np.empty((numbers.size, decimals + 2), dtype=np.uint8)
    text[:, 0] = ord("0") + numbers // 10**decimals
    text[:, 1] = ord(".")
    for place in range(decimals):
        text[:, 2 + place] = ord("0") + numbers // 10 ** (decimals - 1 - place) % 10
    return text.view(f"V{decimals + 2}").ravel()
